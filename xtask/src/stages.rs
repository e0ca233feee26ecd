//! The stages of `cargo xtask test`, in order.

use std::process::Command;

use crate::{
    bindgen::Bindgen,
    browser::Browser,
    build::{self, Profile},
    conformance, crates,
    engine::Target,
    failure::Done,
    npm, packaging, process,
    project::{self, WASM},
};

/// What the stages are run with.
pub(crate) struct Tools {
    pub(crate) bindgen: Bindgen,
    pub(crate) browser: Browser,
}

/// One thing that must hold.
pub(crate) struct Stage {
    /// By which it is asked for.
    pub(crate) name: &'static str,
    /// What must hold.
    pub(crate) headline: &'static str,
    /// Whether it looks at what the stage `build` made.
    pub(crate) needs_build: bool,
    pub(crate) run: fn(&Tools) -> Done<Outcome>,
}

/// A stage that did not fail.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It holds.
    Passed,
    /// There is nothing yet that could hold, and why.
    Absent(String),
}

/// All stages.
pub(crate) const STAGES: &[Stage] = &[
    Stage {
        name: "fmt",
        headline: "the Rust code is formatted",
        needs_build: false,
        run: |_| passed(project::cargo().args(["fmt", "--all", "--check"])),
    },
    Stage {
        name: "lint",
        headline: "TypeScript, JavaScript and CSS are formatted, and Biome finds nothing",
        needs_build: false,
        run: |_| {
            let biome = "node_modules/@biomejs/biome/bin/biome";
            passed(project::node().args([biome, "ci", "--error-on-warnings", "."]))
        },
    },
    Stage {
        name: "clippy",
        headline: "clippy finds nothing, natively",
        needs_build: false,
        run: |_| passed(clippy().args(["--workspace", "--all-targets", "--", "-D", "warnings"])),
    },
    Stage {
        name: "clippy-wasm",
        headline: "clippy finds nothing, for WebAssembly",
        needs_build: false,
        run: |_| {
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
        needs_build: false,
        run: |_| {
            passed(
                project::cargo()
                    .args(["doc", "--workspace", "--no-deps"])
                    .env("RUSTDOCFLAGS", "-D warnings"),
            )
        },
    },
    Stage {
        name: "native",
        headline: "tests, native",
        needs_build: false,
        run: |_| passed(project::cargo().args(["test", "--workspace"])),
    },
    Stage {
        name: "wasm-node",
        headline: "tests, WebAssembly in Node.js",
        needs_build: false,
        run: |tools| passed(&mut wasm_test(NODE, &tools.bindgen)),
    },
    Stage {
        name: "wasm-chromium",
        headline: "tests, WebAssembly in a headless browser",
        needs_build: false,
        run: |tools| {
            let mut command = wasm_test(BROWSER, &tools.bindgen);
            tools.browser.hand_to(&mut command)?;
            passed(&mut command)
        },
    },
    Stage {
        name: "build",
        headline: "package and page build, and the package is small",
        needs_build: false,
        run: |tools| build::run(Profile::Release, &tools.bindgen).map(|()| Outcome::Passed),
    },
    Stage {
        name: "conformance-native",
        headline: "vectors, native",
        needs_build: false,
        run: |_| conformance::run_all(Target::Native).map(|()| Outcome::Passed),
    },
    Stage {
        name: "conformance-node",
        headline: "vectors, WebAssembly in Node.js",
        needs_build: true,
        run: |_| conformance::run_all(Target::Node).map(|()| Outcome::Passed),
    },
    Stage {
        name: "comparison",
        headline: "the package's own comparison with vectors finds what is wrong",
        needs_build: true,
        run: |_| passed(project::node().arg("tests/node/tally.mjs")),
    },
    Stage {
        name: "cli",
        headline: "the command line says and ends as it should",
        needs_build: true,
        run: |_| passed(project::node().arg("--test").args(COMMAND_LINE)),
    },
    Stage {
        name: "crates",
        headline: "the crates pack without a warning",
        needs_build: false,
        run: |_| crates::check().map(|()| Outcome::Passed),
    },
    Stage {
        name: "workflows",
        headline: "the workflows are well-formed and only call these commands",
        needs_build: false,
        run: |_| passed(project::node().arg("tests/node/workflows.mjs")),
    },
    Stage {
        name: "types",
        headline: "the types of the package are those of its code, and its schema is theirs",
        needs_build: true,
        run: |_| {
            let tsc = "node_modules/typescript/bin/tsc";
            passed(project::node().args([tsc, "--project", "tests/node"]))?;
            passed(project::node().args(["pkg/scripts/schema.mjs", "--check"]))
        },
    },
    Stage {
        name: "page-types",
        headline: "the types of the page agree",
        needs_build: true,
        run: |_| script("typecheck", None),
    },
    Stage {
        name: "page",
        headline: "tests of the page's parts",
        needs_build: true,
        run: |_| script("test", None),
    },
    Stage {
        name: "page-browser",
        headline: "tests of the page in a headless browser",
        needs_build: true,
        run: |tools| script("test:browser", Some(&tools.browser)),
    },
    Stage {
        name: "packaging",
        headline: "the packed npm package in its runtimes, bundlers and tools",
        needs_build: true,
        run: |tools| packaging::check(&[], &tools.browser).map(|()| Outcome::Passed),
    },
];

/// The tests of the command line, by name: older releases of Node.js know no patterns.
const COMMAND_LINE: [&str; 5] = [
    "tests/node/cli/answers.test.mjs",
    "tests/node/cli/cases.test.mjs",
    "tests/node/cli/docs.test.mjs",
    "tests/node/cli/limits.test.mjs",
    "tests/node/cli/transcripts.test.mjs",
];

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
fn wasm_test(file: &str, bindgen: &Bindgen) -> Command {
    // A list, because a plain text would be split at the spaces of the path.
    let runner = serde_json::json!([bindgen.test_runner]);
    let mut command = project::cargo();
    command
        .args(["test", "--package", "schedscope-tests", "--target", WASM])
        .args(["--test", file, "--config"])
        .arg(format!("target.{WASM}.runner = {runner}"))
        // Seconds for a whole file; the default of 20 is short for a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
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
