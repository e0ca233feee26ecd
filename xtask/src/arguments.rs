//! The arguments of `cargo xtask`.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use lexopt::prelude::*;

use crate::{
    bench,
    build::Profile,
    conformance, determinism,
    engine::Target,
    failure::{Done, Failure},
    fuzz_targets, mutants,
    release::Registry,
    test::Choice,
};

/// Printed by `cargo xtask help`.
pub(crate) const HELP: &str = include_str!("help.txt");

/// How long `fuzz` runs unless told otherwise.
const FUZZ_MINUTES: u64 = 10;

/// A command with its arguments.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Help,
    Setup { browser: bool },
    Build { profile: Profile },
    Play { port: Option<u16>, build: bool },
    Test(Choice),
    Fuzz { minutes: u64 },
    FuzzTarget(fuzz_targets::Request),
    Conformance(conformance::Request),
    Bench(bench::Request),
    Size { write: bool },
    Package,
    Types,
    Audit,
    Determinism(determinism::Request),
    Limits { target: Option<Target> },
    Mutants(mutants::Request),
    Packaging { targets: Vec<String>, build: bool },
    ReleaseCheck { tag: Option<String> },
    Publish { registry: Registry, dry_run: bool },
}

/// All options as they were typed. The caller checks which of them the command takes.
#[derive(Default)]
struct Typed {
    words: Vec<OsString>,
    flags: Vec<&'static str>,
    port: Option<u16>,
    only: Option<String>,
    minutes: Option<u64>,
    sample: Option<usize>,
    named: Vec<String>,
    scenarios: Option<usize>,
    seed: Option<u32>,
    seconds: Option<u64>,
    input: Option<PathBuf>,
    target: Option<Target>,
    tag: Option<String>,
    baseline: Option<PathBuf>,
}

impl Typed {
    fn fuzz_target(&self, target: String) -> Command {
        Command::FuzzTarget(fuzz_targets::Request {
            target,
            seconds: self.seconds,
            seed: self.seed,
            input: self.input.clone(),
            minimize: self.flags.contains(&"--minimize"),
            drawn: self.flags.contains(&"--drawn"),
        })
    }
}

/// Reads the command.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Done<Command> {
    let typed = read(&mut parser).map_err(|error| wrong(&error.to_string()))?;
    let mut words = typed.words.iter().peekable();
    let command = words
        .next()
        .and_then(|word| word.to_str())
        .unwrap_or("help");
    if command == "help" {
        return Ok(Command::Help);
    }
    known(command, &typed.flags)?;
    let has = |flag| typed.flags.contains(&flag);
    let mut text = |what: &str| match words.next() {
        Some(word) => word
            .clone()
            .into_string()
            .map_err(|_| wrong(&format!("the name of the {what} is not valid Unicode"))),
        None => Err(wrong(&format!("`{command}` needs the name of a {what}"))),
    };
    let parsed = match command {
        "setup" => Command::Setup {
            browser: has("--browser"),
        },
        "build" => Command::Build {
            profile: [Profile::Release, Profile::Dev][usize::from(has("--dev"))],
        },
        "play" => Command::Play {
            port: typed.port,
            build: !has("--no-build"),
        },
        "test" => Command::Test(stages(typed.only, has("--fast"))?),
        "fuzz" if typed.words.len() > 1 => typed.fuzz_target(text("target")?),
        "fuzz" => Command::Fuzz {
            minutes: typed.minutes.unwrap_or(FUZZ_MINUTES),
        },
        "size" => Command::Size {
            write: has("--write"),
        },
        "package" => Command::Package,
        "types" => Command::Types,
        "audit" => Command::Audit,
        "determinism" => Command::Determinism(determinism::Request {
            targets: all(words.by_ref()),
            sample: typed.sample,
            scenarios: typed.scenarios,
            build: !has("--no-build"),
        }),
        "limits" => Command::Limits {
            target: typed.target,
        },
        "mutants" => Command::Mutants(mutants::Request {
            crates: all(words.by_ref()),
            sample: typed.sample,
            seed: typed.seed.map_or(0, u64::from),
            named: typed.named,
        }),
        "release-check" => Command::ReleaseCheck { tag: typed.tag },
        "publish" => Command::Publish {
            registry: registry(&text("registry")?)?,
            dry_run: has("--dry-run"),
        },
        "packaging" => Command::Packaging {
            targets: all(words.by_ref()),
            build: !has("--no-build"),
        },
        "bench" => {
            let suite = text("suite")?;
            only_all(&suite, has("--write"))?;
            Command::Bench(bench::Request {
                suite,
                target: typed.target,
                json: has("--json"),
                quick: has("--quick"),
                write: has("--write"),
                baseline: typed.baseline,
            })
        }
        _ => Command::Conformance(conformance::Request {
            suite: words
                .next_if(|word| !is_vectors(word))
                .map(|word| word.display().to_string()),
            files: words.by_ref().map(PathBuf::from).collect(),
            target: typed.target.unwrap_or(Target::Native),
            build: !has("--no-build"),
            all: has("--all"),
            json: has("--json"),
        }),
    };
    match words.next() {
        None => Ok(parsed),
        Some(word) => Err(wrong(&format!(
            "`{command}` does not know what to do with `{}`",
            word.display()
        ))),
    }
}

/// Fails where there is no such command, or it does not take a flag.
fn known(command: &str, flags: &[&str]) -> Done {
    let Some(takes) = options(command) else {
        return Err(wrong(&format!("there is no command `{command}`")));
    };
    match flags.iter().find(|flag| !takes.contains(flag)) {
        Some(flag) => Err(wrong(&format!("`{command}` takes no `{flag}`"))),
        None => Ok(()),
    }
}

fn registry(name: &str) -> Done<Registry> {
    Registry::named(name).ok_or_else(|| wrong(&format!("there is no registry `{name}`")))
}

/// Words as they were typed.
fn all<'w>(words: impl Iterator<Item = &'w OsString>) -> Vec<String> {
    words.map(|word| word.display().to_string()).collect()
}

/// The page of figures has those of all suites.
fn only_all(suite: &str, write: bool) -> Done {
    if write && suite != "all" {
        return Err(wrong("`--write` writes the figures of `bench all` only"));
    }
    Ok(())
}

/// Files of vectors find their suite; a word before them is the name of one.
fn is_vectors(word: &OsString) -> bool {
    Path::new(word).extension() == Some("jsonl".as_ref())
}

fn stages(only: Option<String>, fast: bool) -> Done<Choice> {
    match (only, fast) {
        (None, false) => Ok(Choice::All),
        (None, true) => Ok(Choice::Fast),
        (Some(stage), false) => Ok(Choice::Only(stage)),
        (Some(_), true) => Err(wrong("`test` takes one of `--fast` and `--only`")),
    }
}

/// The options that a command takes; `None` where there is no such command.
fn options(command: &str) -> Option<&'static [&'static str]> {
    Some(match command {
        "setup" => &["--browser"],
        "build" => &["--dev"],
        "play" => &["--port", "--no-build"],
        "test" => &["--fast", "--only"],
        "fuzz" => &[
            "--minutes",
            "--seconds",
            "--seed",
            "--input",
            "--minimize",
            "--drawn",
        ],
        "conformance" => &["--target", "--no-build", "--all", "--json"],
        "bench" => &["--target", "--json", "--quick", "--write", "--baseline"],
        "size" => &["--write"],
        "audit" | "package" | "types" => &[],
        "determinism" => &["--sample", "--scenarios", "--no-build"],
        "limits" => &["--target"],
        "mutants" => &["--sample", "--seed", "--named"],
        "packaging" => &["--no-build"],
        "release-check" => &["--tag"],
        "publish" => &["--dry-run"],
        _ => return None,
    })
}

fn read(parser: &mut lexopt::Parser) -> Result<Typed, lexopt::Error> {
    let mut typed = Typed::default();
    while let Some(argument) = parser.next()? {
        let flag = match argument {
            Value(word) => {
                typed.words.push(word);
                continue;
            }
            Short('h') | Long("help") => {
                typed.words = vec!["help".into()];
                return Ok(typed);
            }
            Long("browser") => "--browser",
            Long("dev") => "--dev",
            Long("no-build") => "--no-build",
            Long("json") => "--json",
            Long("all") => "--all",
            Long("fast") => "--fast",
            Long("quick") => "--quick",
            Long("write") => "--write",
            Long("dry-run") => "--dry-run",
            Long("minimize") => "--minimize",
            Long("drawn") => "--drawn",
            Long("tag") => {
                typed.tag = Some(parser.value()?.string()?);
                "--tag"
            }
            Long("port") => {
                typed.port = Some(parser.value()?.parse()?);
                "--port"
            }
            Long("minutes") => {
                typed.minutes = Some(parser.value()?.parse()?);
                "--minutes"
            }
            Long("baseline") => {
                typed.baseline = Some(parser.value()?.into());
                "--baseline"
            }
            Long("sample") => {
                typed.sample = Some(parser.value()?.parse()?);
                "--sample"
            }
            Long("named") => {
                typed.named.push(parser.value()?.string()?);
                "--named"
            }
            Long("scenarios") => {
                typed.scenarios = Some(parser.value()?.parse()?);
                "--scenarios"
            }
            Long("seconds") => {
                typed.seconds = Some(parser.value()?.parse()?);
                "--seconds"
            }
            Long("seed") => {
                typed.seed = Some(parser.value()?.parse()?);
                "--seed"
            }
            Long("input") => {
                typed.input = Some(parser.value()?.into());
                "--input"
            }
            Long("only") => {
                typed.only = Some(parser.value()?.string()?);
                "--only"
            }
            Long("target") => {
                typed.target = Some(parser.value()?.parse_with(Target::named)?);
                "--target"
            }
            _ => return Err(argument.unexpected()),
        };
        typed.flags.push(flag);
    }
    Ok(typed)
}

fn wrong(what: &str) -> Failure {
    Failure::new(format!("{what}; `cargo xtask help` lists the commands"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Done<Command> {
        parse(lexopt::Parser::from_args(line.split_whitespace()))
    }

    #[track_caller]
    fn check(line: &str, expected: Command) {
        assert_eq!(parsed(line), Ok(expected));
    }

    #[track_caller]
    fn refuse(line: &str, sentence: &str) {
        let failure = parsed(line).expect_err("refused").to_string();
        assert!(failure.starts_with(sentence), "{failure}");
    }

    #[test]
    fn commands_are_read() {
        check("", Command::Help);
        check("play --help", Command::Help);
        check(
            "play --no-build --port 8080",
            Command::Play {
                port: Some(8080),
                build: false,
            },
        );
        check(
            "conformance --target node placement a.jsonl b.jsonl --all",
            Command::Conformance(conformance::Request {
                suite: Some("placement".to_owned()),
                files: vec!["a.jsonl".into(), "b.jsonl".into()],
                target: Target::Node,
                build: true,
                all: true,
                json: false,
            }),
        );
        check(
            "conformance vm/a.jsonl b.jsonl",
            Command::Conformance(conformance::Request {
                suite: None,
                files: vec!["vm/a.jsonl".into(), "b.jsonl".into()],
                target: Target::Native,
                build: true,
                all: false,
                json: false,
            }),
        );
        check(
            "conformance --no-build --json",
            Command::Conformance(conformance::Request {
                suite: None,
                files: Vec::new(),
                target: Target::Native,
                build: false,
                all: false,
                json: true,
            }),
        );
        check("test", Command::Test(Choice::All));
        check("test --fast", Command::Test(Choice::Fast));
        check(
            "test --only doc",
            Command::Test(Choice::Only("doc".to_owned())),
        );
        check("fuzz --minutes 3", Command::Fuzz { minutes: 3 });
        check(
            "fuzz reader --seconds 20 --seed 7 --drawn",
            Command::FuzzTarget(fuzz_targets::Request {
                target: "reader".to_owned(),
                seconds: Some(20),
                seed: Some(7),
                input: None,
                minimize: false,
                drawn: true,
            }),
        );
        check(
            "packaging deno vite --no-build",
            Command::Packaging {
                targets: vec!["deno".to_owned(), "vite".to_owned()],
                build: false,
            },
        );
        check(
            "publish npm --dry-run",
            Command::Publish {
                registry: Registry::Npm,
                dry_run: true,
            },
        );
        check(
            "release-check --tag v1.2.0",
            Command::ReleaseCheck {
                tag: Some("v1.2.0".to_owned()),
            },
        );
        check(
            "bench reader --json",
            Command::Bench(bench::Request {
                suite: "reader".to_owned(),
                target: None,
                json: true,
                quick: false,
                write: false,
                baseline: None,
            }),
        );
    }

    #[test]
    fn mutants_are_chosen_by_number_and_by_name() {
        check(
            "mutants vm --sample 20 --seed 3",
            Command::Mutants(mutants::Request {
                crates: vec!["vm".to_owned()],
                sample: Some(20),
                seed: 3,
                named: Vec::new(),
            }),
        );
        check(
            "mutants --named queue.rs:7 --named load.rs",
            Command::Mutants(mutants::Request {
                crates: Vec::new(),
                sample: None,
                seed: 0,
                named: vec!["queue.rs:7".to_owned(), "load.rs".to_owned()],
            }),
        );
    }

    #[test]
    fn wrong_arguments_are_refused() {
        refuse("plya", "there is no command `plya`");
        refuse("publish pypi", "there is no registry `pypi`");
        refuse("build --port 80", "`build` takes no `--port`");
        refuse("play --port many", "cannot parse argument \"many\"");
        refuse(
            "build twice",
            "`build` does not know what to do with `twice`",
        );
        refuse("test --fast --only doc", "`test` takes one of");
        refuse("bench", "`bench` needs the name of a suite");
        refuse("bench reader --write", "`--write` writes the figures of");
        refuse(
            "bench reader --target phone",
            "cannot parse argument \"phone\"",
        );
    }
}
