//! One build of the tests with all mutants, each behind its switch. What does not build with its switch is left out.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde::Deserialize;

use crate::{
    Done,
    list::Mutant,
    of,
    switch::{Id, Switched, switch},
};

/// The work tree that is changed, and where it is built.
pub(crate) struct Tree {
    pub(crate) root: PathBuf,
    pub(crate) target: PathBuf,
}

/// What was built.
pub(crate) struct Built {
    /// The programs of tests, and the folder in which each runs.
    pub(crate) programs: Vec<(PathBuf, PathBuf)>,
    /// The mutants that have no switch.
    pub(crate) without: BTreeSet<Id>,
}

/// The crates of the list get their mutants, and the tests are built.
pub(crate) fn build(
    tree: &Tree,
    crates: &[&str],
    tests: &[&str],
    mutants: &[Mutant],
) -> Done<Built> {
    let mut without = BTreeSet::new();
    let mut files: BTreeMap<&str, Vec<(Id, &Mutant)>> = BTreeMap::new();
    for (id, mutant) in mutants.iter().enumerate() {
        files.entry(&mutant.file).or_default().push((id, mutant));
    }
    let mut sources = BTreeMap::new();
    for file in files.keys() {
        sources.insert(
            *file,
            fs::read_to_string(tree.root.join(file)).map_err(of(file))?,
        );
    }
    for name in crates {
        // Beside the files, for one of them may be the first of the crate.
        let path = tree.root.join(format!("crates/{name}/src/switches.rs"));
        fs::write(&path, SWITCHES.replace("COUNT", &mutants.len().to_string()))
            .map_err(of("switches.rs"))?;
        let lib = format!("crates/{name}/src/lib.rs");
        let text = fs::read_to_string(tree.root.join(&lib)).map_err(of(&lib))?;
        let text = if text.contains(MODULE) {
            text
        } else {
            format!("{text}\n{MODULE}\n")
        };
        fs::write(tree.root.join(&lib), &text).map_err(of(&lib))?;
        if let Some(source) = sources.get_mut(&*lib) {
            *source = text;
        }
    }
    let mut broken: BTreeSet<&str> = files.keys().copied().collect();
    let mut written: BTreeMap<&str, Switched> = BTreeMap::new();
    loop {
        for file in std::mem::take(&mut broken) {
            let with: Vec<_> = files[file]
                .iter()
                .filter(|(id, _)| !without.contains(id))
                .copied()
                .collect();
            let switched = switch(&sources[file], &with).map_err(of(file))?;
            without.extend(&switched.without);
            fs::write(tree.root.join(file), &switched.text).map_err(of(file))?;
            written.insert(file, switched);
        }
        let messages = cargo(tree, crates, tests)?;
        let errors: Vec<_> = messages.iter().filter_map(Message::error).collect();
        if errors.is_empty() {
            let programs = messages.into_iter().filter_map(Message::program).collect();
            return Ok(Built { programs, without });
        }
        let before = without.len();
        for error in &errors {
            // Where the place itself is in no mutant, one of those that the message points at has changed a type.
            for primary in [true, false] {
                let before = without.len();
                for span in error.spans.iter().filter(|span| span.is_primary == primary) {
                    let Some((file, switched)) = written.get_key_value(&*span.file_name) else {
                        continue;
                    };
                    let blamed = switched.blamed(&(span.byte_start..span.byte_end));
                    without.extend(blamed);
                    broken.extend((!blamed.is_empty()).then_some(*file));
                }
                if without.len() > before {
                    break;
                }
            }
        }
        eprintln!(
            "mutants: {} errors; {} mutants have no switch",
            errors.len(),
            without.len()
        );
        if without.len() == before {
            let rendered: Vec<_> = errors
                .iter()
                .filter_map(|it| it.rendered.as_deref())
                .collect();
            return Err(format!(
                "the switches do not build:\n{}",
                rendered.join("\n")
            ));
        }
    }
}

const MODULE: &str = "#[doc(hidden)]\nmod switches;";

/// The module that each crate gets.
const SWITCHES: &str = r#"
use std::{env, fs::OpenOptions, io::Write as _, sync::{LazyLock, atomic::{AtomicBool, Ordering}}};

const NONE: usize = usize::MAX;
const ALL: usize = usize::MAX - 1;
static ON: LazyLock<usize> = LazyLock::new(|| match env::var("SCHEDSCOPE_MUTANT") {
    Ok(word) if word == "seen" => ALL,
    Ok(word) => word.parse().unwrap_or(NONE),
    Err(_) => NONE,
});
static SEEN: [AtomicBool; COUNT] = [const { AtomicBool::new(false) }; COUNT];

#[inline]
pub(crate) fn on(id: usize) -> bool {
    let on = *ON;
    if on == ALL { see(id); }
    on == id
}

#[cold]
fn see(id: usize) {
    if SEEN[id].swap(true, Ordering::Relaxed) { return; }
    let path = env::var_os("SCHEDSCOPE_SEEN").unwrap();
    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(format!("{id}\n").as_bytes()).unwrap();
}
"#;

/// A message of cargo.
#[derive(Deserialize)]
struct Message {
    #[serde(rename = "message")]
    diagnostic: Option<Diagnostic>,
    executable: Option<PathBuf>,
    manifest_path: Option<PathBuf>,
    profile: Option<Profile>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

#[derive(Deserialize)]
struct Diagnostic {
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

impl Message {
    fn error(&self) -> Option<&Diagnostic> {
        self.diagnostic
            .as_ref()
            .filter(|it| it.level == "error" && !it.spans.is_empty())
    }

    fn program(self) -> Option<(PathBuf, PathBuf)> {
        let folder = self.manifest_path?.parent()?.to_owned();
        self.profile.filter(|it| it.test)?;
        Some((self.executable?, folder))
    }
}

/// The messages of a build of the tests: of the engines first, which is where what does not build is.
fn cargo(tree: &Tree, crates: &[&str], tests: &[&str]) -> Done<Vec<Message>> {
    let run = |arguments: &[&str]| {
        let mut command = Command::new("cargo");
        command.current_dir(&tree.root).args(arguments);
        command.args(["--message-format", "json", "--quiet"]);
        for name in crates {
            command.args(["--package", &format!("schedscope-{name}")]);
        }
        command
            .env("CARGO_TARGET_DIR", &tree.target)
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_INCREMENTAL", "1");
        command.stderr(Stdio::inherit());
        let output = command.output().map_err(of("cargo"))?;
        let messages: Result<Vec<Message>, _> =
            serde_json::Deserializer::from_slice(&output.stdout)
                .into_iter()
                .collect();
        let messages = messages.map_err(of("what cargo says"))?;
        let explained = output.status.success() || messages.iter().any(|it| it.error().is_some());
        if explained {
            Ok(messages)
        } else {
            Err("cargo failed; its words are above".to_owned())
        }
    };
    // `--keep-going`: the errors of all crates in one pass.
    let checked = run(&["check", "--lib", "--keep-going"])?;
    if checked.iter().any(|message| message.error().is_some()) {
        return Ok(checked);
    }
    let mut words = vec!["test", "--no-run", "--lib", "--package", "schedscope-tests"];
    for test in tests {
        words.extend(["--test", test]);
    }
    run(&words)
}
