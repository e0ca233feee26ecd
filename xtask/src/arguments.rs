//! What is typed behind `cargo xtask`.

use std::{ffi::OsString, path::PathBuf};

use lexopt::prelude::*;

use crate::{
    build::Profile,
    engine::Target,
    failure::{Done, Failure},
    release::Registry,
};

/// Printed by `cargo xtask help`.
pub(crate) const HELP: &str = "\
cargo xtask <command>

  setup [--browser]    fetch what building needs; with --browser also what the tests need
  build [--dev]        the WebAssembly package in pkg/dist and the page in www/dist
  play [--port <n>] [--no-build]
                       build the page, serve it on this machine, print its address
  test [--only <stage>]
                       everything that must hold
  conformance <suite> <file.jsonl>... [--target native|node|<target of packaging>]
                       hold the engine against vectors
  bench <suite> [--json] [--target native|node|chromium]
                       measure; without --target natively and in Node.js
  size [--write]       how large what was built is, against the budget; with --write the
                       table in the README too
  package              build, and leave in target/package what is published: the npm
                       package and the static site
  packaging [<target>...] [--no-build]
                       try the packed package in its runtimes, bundlers and tools
  release-check [--tag <tag>]
                       see that version, changelog and tag agree
  publish npm|crates [--dry-run]
                       hand what `package` left, or the crates, to their registry
";

/// A command with its arguments.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    Help,
    Setup {
        browser: bool,
    },
    Build {
        profile: Profile,
    },
    Play {
        port: Option<u16>,
        build: bool,
    },
    Test {
        only: Option<String>,
    },
    Conformance {
        suite: String,
        files: Vec<PathBuf>,
        target: Target,
    },
    Bench {
        suite: String,
        target: Option<Target>,
        json: bool,
    },
    Size {
        write: bool,
    },
    Package,
    Packaging {
        targets: Vec<String>,
        build: bool,
    },
    ReleaseCheck {
        tag: Option<String>,
    },
    Publish {
        registry: Registry,
        dry_run: bool,
    },
}

/// All options, as typed; which of them a command takes is checked afterwards.
#[derive(Default)]
struct Typed {
    words: Vec<OsString>,
    flags: Vec<&'static str>,
    port: Option<u16>,
    only: Option<String>,
    target: Option<Target>,
    tag: Option<String>,
}

/// Reads the command.
pub(crate) fn parse(mut parser: lexopt::Parser) -> Done<Command> {
    let typed = read(&mut parser).map_err(|error| wrong(&error.to_string()))?;
    let mut words = typed.words.iter();
    let command = words
        .next()
        .and_then(|word| word.to_str())
        .unwrap_or("help");
    let takes: &[&str] = match command {
        "help" => return Ok(Command::Help),
        "setup" => &["--browser"],
        "build" => &["--dev"],
        "play" => &["--port", "--no-build"],
        "test" => &["--only"],
        "conformance" => &["--target"],
        "bench" => &["--target", "--json"],
        "size" => &["--write"],
        "package" => &[],
        "packaging" => &["--no-build"],
        "release-check" => &["--tag"],
        "publish" => &["--dry-run"],
        _ => return Err(wrong(&format!("there is no command `{command}`"))),
    };
    if let Some(flag) = typed.flags.iter().find(|flag| !takes.contains(flag)) {
        return Err(wrong(&format!("`{command}` takes no `{flag}`")));
    }
    let has = |flag| typed.flags.contains(&flag);
    let mut text = |what: &str| match words.next() {
        Some(word) => word
            .clone()
            .into_string()
            .map_err(|_| wrong(&format!("the name of the {what} is no text"))),
        None => Err(wrong(&format!("`{command}` needs the name of a {what}"))),
    };
    let parsed = match command {
        "setup" => Command::Setup {
            browser: has("--browser"),
        },
        "build" => Command::Build {
            profile: if has("--dev") {
                Profile::Dev
            } else {
                Profile::Release
            },
        },
        "play" => Command::Play {
            port: typed.port,
            build: !has("--no-build"),
        },
        "test" => Command::Test { only: typed.only },
        "size" => Command::Size {
            write: has("--write"),
        },
        "package" => Command::Package,
        "release-check" => Command::ReleaseCheck { tag: typed.tag },
        "publish" => {
            let registry = text("registry")?;
            Command::Publish {
                registry: Registry::named(&registry)
                    .ok_or_else(|| wrong(&format!("there is no registry `{registry}`")))?,
                dry_run: has("--dry-run"),
            }
        }
        "packaging" => Command::Packaging {
            targets: words
                .by_ref()
                .map(|word| word.display().to_string())
                .collect(),
            build: !has("--no-build"),
        },
        "bench" => Command::Bench {
            suite: text("suite")?,
            target: typed.target,
            json: has("--json"),
        },
        _ => {
            let suite = text("suite")?;
            let files: Vec<PathBuf> = words.by_ref().map(PathBuf::from).collect();
            if files.is_empty() {
                return Err(wrong("`conformance` needs at least one file"));
            }
            Command::Conformance {
                suite,
                files,
                target: typed.target.unwrap_or(Target::Native),
            }
        }
    };
    match words.next() {
        None => Ok(parsed),
        Some(word) => Err(wrong(&format!(
            "`{command}` does not know what to do with `{}`",
            word.display()
        ))),
    }
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
            Long("write") => "--write",
            Long("dry-run") => "--dry-run",
            Long("tag") => {
                typed.tag = Some(parser.value()?.string()?);
                "--tag"
            }
            Long("port") => {
                typed.port = Some(parser.value()?.parse()?);
                "--port"
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
            "conformance --target node placement a.jsonl b.jsonl",
            Command::Conformance {
                suite: "placement".to_owned(),
                files: vec!["a.jsonl".into(), "b.jsonl".into()],
                target: Target::Node,
            },
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
            Command::Bench {
                suite: "reader".to_owned(),
                target: None,
                json: true,
            },
        );
    }

    #[test]
    fn what_is_not_understood_is_said() {
        refuse("plya", "there is no command `plya`");
        refuse("publish pypi", "there is no registry `pypi`");
        refuse("build --port 80", "`build` takes no `--port`");
        refuse("play --port many", "cannot parse argument \"many\"");
        refuse(
            "build twice",
            "`build` does not know what to do with `twice`",
        );
        refuse("conformance", "`conformance` needs the name of a suite");
        refuse(
            "conformance placement",
            "`conformance` needs at least one file",
        );
        refuse(
            "bench reader --target phone",
            "cannot parse argument \"phone\"",
        );
    }
}
