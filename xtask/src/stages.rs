//! The stages of `cargo xtask test`, in order.

use std::process::Command;

use crate::{
    browser::{self, Browser},
    build::{self, Profile},
    conformance, crates, determinism,
    engine::{self, Target},
    failure::{Done, Failure},
    npm, packaging, process, programs,
    project::{self, WASM},
    seed::Seed,
    setup, sources,
};

/// One thing that is checked.
pub(crate) struct Stage {
    /// The name by which `--only` chooses it.
    pub(crate) name: &'static str,
    /// What is checked.
    pub(crate) headline: &'static str,
    pub(crate) needs: &'static [Need],
    /// Whether `--fast` runs it.
    pub(crate) fast: bool,
    pub(crate) run: fn() -> Done<Outcome>,
}

/// What has to be there before a stage runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// The npm packages of the project.
    Packages,
    /// The standard library for WebAssembly.
    Wasm,
    /// The test runner for WebAssembly.
    Runner,
    Browser,
    /// What the stage `build` makes.
    Build,
}

impl Need {
    /// Installs what is missing. The build is a stage of its own.
    pub(crate) fn ensure(self) -> Done {
        match self {
            Self::Packages => npm::ensure(),
            Self::Wasm => setup::wasm_target(),
            Self::Runner => programs::test_runner().map(|_| ()),
            Self::Browser => browser::ensure().map(|_| ()),
            Self::Build => Ok(()),
        }
    }
}

/// A stage that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The check found nothing.
    Passed,
    /// There is nothing to check, and why.
    Absent(String),
}

/// All stages.
pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "fmt",
        headline: "Rust is formatted",
        needs: &[],
        fast: true,
        run: || passed(project::cargo().args(["fmt", "--all", "--check"])),
    },
    Stage {
        name: "fmt-ts",
        headline: "TypeScript, JavaScript and CSS are formatted",
        needs: &[Need::Packages],
        fast: true,
        run: || passed(biome().arg("format")),
    },
    Stage {
        name: "lint-ts",
        headline: "Biome finds nothing in TypeScript, JavaScript and CSS",
        needs: &[Need::Packages],
        fast: true,
        run: || passed(biome().args(["lint", "--error-on-warnings"])),
    },
    Stage {
        name: "sources",
        headline: "source files have at most 500 lines of at most 120 columns",
        needs: &[],
        fast: true,
        run: || sources::check().map(|()| Outcome::Passed),
    },
    Stage {
        name: "clippy",
        headline: "clippy finds nothing, natively",
        needs: &[],
        fast: true,
        run: || passed(clippy().args(["--workspace", "--all-targets", "--", "-D", "warnings"])),
    },
    Stage {
        name: "clippy-wasm",
        headline: "clippy finds nothing, for WebAssembly",
        needs: &[Need::Wasm],
        fast: false,
        run: || {
            passed(
                clippy()
                    .args(["--package", "schedscope", "--package", "schedscope-cel"])
                    .args(["--package", "schedscope-tests"])
                    .args(["--package", "conformance-wasm"])
                    .args(["--target", WASM, "--lib"])
                    .args(["--test", NODE, "--test", BROWSER, "--", "-D", "warnings"]),
            )
        },
    },
    Stage {
        name: "doc",
        headline: "the documentation builds without a warning",
        needs: &[],
        fast: false,
        run: || {
            passed(
                project::cargo()
                    .args(["doc", "--workspace", "--no-deps"])
                    .env("RUSTDOCFLAGS", "-D warnings"),
            )
        },
    },
    Stage {
        name: "native",
        headline: "tests, native, and some cases of each fuzz target",
        needs: &[],
        fast: true,
        run: || {
            let mut tests = project::cargo();
            tests.args(["test", "--workspace"]);
            let run = Seed::chosen()?.run(&mut tests, process::run);
            run.map(|()| Outcome::Passed)
        },
    },
    Stage {
        name: "wasm-node",
        headline: "tests, WebAssembly in Node.js",
        needs: &[Need::Wasm, Need::Runner],
        fast: false,
        run: || passed(&mut wasm_test(NODE)?),
    },
    Stage {
        name: "wasm-chromium",
        headline: "tests, WebAssembly in a headless browser",
        needs: &[Need::Wasm, Need::Runner, Need::Browser],
        fast: false,
        run: || {
            let mut command = wasm_test(BROWSER)?;
            browser::ensure()?.hand_to(&mut command)?;
            passed(&mut command)
        },
    },
    Stage {
        name: "build",
        headline: "package and page build, and the package is within its budget",
        needs: &[Need::Wasm, Need::Packages],
        fast: true,
        run: || build::run(Profile::Release).map(|()| Outcome::Passed),
    },
    Stage {
        name: "conformance-native",
        headline: "vectors, native",
        needs: &[],
        fast: false,
        run: || conformance::run_all(Target::Native, true).map(|()| Outcome::Passed),
    },
    Stage {
        name: "conformance-node",
        headline: "vectors, WebAssembly in Node.js",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || conformance::run_all(Target::Node, false).map(|()| Outcome::Passed),
    },
    Stage {
        name: "determinism",
        headline: "native code, Node.js and Chromium give the same bytes",
        needs: &[Need::Packages, Need::Browser, Need::Build],
        fast: false,
        run: || {
            engine::build(Target::Native)?;
            let request = determinism::Request {
                targets: vec!["node".to_owned(), "script".to_owned()],
                sample: Some(60),
                scenarios: None,
                build: false,
            };
            determinism::run(&request).map(|()| Outcome::Passed)
        },
    },
    Stage {
        name: "comparison",
        headline: "the package's own comparison with vectors finds wrong answers",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || passed(project::node().arg("tests/node/tally.mjs")),
    },
    Stage {
        name: "cli",
        headline: "output and exit codes of the command line",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || passed(&mut command_line()?),
    },
    Stage {
        name: "crates",
        headline: "the crates pack without a warning",
        needs: &[],
        fast: false,
        run: || crates::check().map(|()| Outcome::Passed),
    },
    Stage {
        name: "workflows",
        headline: "the workflows are well-formed and only call these commands",
        needs: &[Need::Packages],
        fast: true,
        run: || passed(project::node().arg("tests/node/workflows.mjs")),
    },
    Stage {
        name: "dependencies",
        headline: "every direct dependency has its reason in DEPENDENCIES.md",
        needs: &[],
        fast: true,
        run: || passed(project::node().arg("tests/node/dependencies.mjs")),
    },
    Stage {
        name: "types",
        headline: "the types of the package are those of its code, and its schema is theirs",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || {
            let tsc = "node_modules/typescript/bin/tsc";
            passed(project::node().args([tsc, "--project", "tests/node"]))?;
            passed(project::node().args(["pkg/scripts/schema.mjs", "--check"]))
        },
    },
    Stage {
        name: "page-types",
        headline: "the types of the page agree",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || script("typecheck", None),
    },
    Stage {
        name: "page",
        headline: "tests of the page's parts",
        needs: &[Need::Packages, Need::Build],
        fast: true,
        run: || script("test", None),
    },
    Stage {
        name: "page-browser",
        headline: "tests of the page in a headless browser",
        needs: &[Need::Packages, Need::Browser, Need::Build],
        fast: false,
        run: || script("test:browser", Some(&browser::ensure()?)),
    },
    Stage {
        name: "page-smoke",
        headline: "a walk through the page in Chromium, Firefox and WebKit, where they are",
        needs: &[Need::Packages, Need::Browser, Need::Build],
        fast: false,
        run: || script("test:smoke", Some(&browser::ensure()?)),
    },
    Stage {
        name: "packaging",
        headline: "the packed npm package in its runtimes, bundlers and tools",
        needs: &[Need::Packages, Need::Browser, Need::Build],
        fast: false,
        run: || packaging::check(&[], &browser::ensure()?).map(|()| Outcome::Passed),
    },
];

/// The tests of the command line, all of their folder: older releases of Node.js know no patterns.
fn command_line() -> Done<Command> {
    let folder = project::root().join("tests/node/cli");
    let pattern = folder.join("*.test.mjs");
    let found = glob::glob(&pattern.to_string_lossy())
        .map_err(Failure::of("the tests of the command line"))?;
    let files: Vec<_> = found.filter_map(Result::ok).collect();
    if files.is_empty() {
        return Err(Failure::new(format!(
            "there is no test in `{}`",
            folder.display()
        )));
    }
    let mut command = project::node();
    command.arg("--test").args(files);
    Ok(command)
}

/// The test files for WebAssembly.
const NODE: &str = "wasm";
const BROWSER: &str = "wasm_browser";

fn passed(command: &mut Command) -> Done<Outcome> {
    process::run(command).map(|()| Outcome::Passed)
}

fn clippy() -> Command {
    let mut command = project::cargo();
    command.args(["clippy", "--quiet"]);
    command
}

/// Runs a test file through wasm-bindgen's test runner.
fn wasm_test(file: &str) -> Done<Command> {
    // A list, because a plain text would be split at the spaces of the path.
    let runner = serde_json::json!([programs::test_runner()?]);
    let mut command = project::cargo();
    command
        .args(["test", "--package", "schedscope-tests", "--target", WASM])
        .args(["--test", file, "--config"])
        .arg(format!("target.{WASM}.runner = {runner}"))
        // Seconds for a whole file; the default of 20 is short for a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    Ok(command)
}

/// The formatter and linter of TypeScript, JavaScript and CSS; `biome.json` has its rules.
fn biome() -> Command {
    let mut command = project::node();
    command.arg("node_modules/@biomejs/biome/bin/biome");
    command
}

/// Runs a script of the page, where it has it.
fn script(name: &str, browser: Option<&Browser>) -> Done<Outcome> {
    if !npm::has_script("www", name)? {
        return Ok(Outcome::Absent(format!("www has no script `{name}`")));
    }
    let mut command = npm::script("www", name);
    if let Some(browser) = browser {
        browser.hand_to(&mut command)?;
    }
    passed(&mut command)
}
