//! The stages of `cargo xtask test`, in the order of each lane.

use std::process::Command;

use crate::{
    browser,
    build::{self, Profile},
    conformance, crates, determinism,
    engine::{self, Target},
    failure::{Done, Failure},
    npm, packaging, process, programs,
    project::{self, WASM},
    seed,
    setup::Need::{self, Packages, Runner, Wasm},
    sources,
};

/// One thing that is checked.
pub(crate) struct Stage {
    /// The name by which `--only` chooses it.
    pub(crate) name: &'static str,
    /// What is checked.
    pub(crate) headline: &'static str,
    pub(crate) lane: Lane,
    pub(crate) when: When,
    /// What is installed before.
    pub(crate) needs: &'static [Need],
    /// Whether it needs what the stage `build` writes.
    pub(crate) needs_build: bool,
    run: fn() -> Done,
}

/// Stages of one lane run one after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// What cargo compiles in `target/debug`: a second command would wait for its lock.
    Cargo,
    /// What runs in Node.js and in browsers, with the build that it needs, which has target folders of its own.
    Node,
}

/// The shortest run that a stage is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum When {
    /// `--fast`: what a change needs.
    Fast,
    /// Without an option.
    Default,
    /// `--all`, which the nightly workflow runs.
    Nightly,
}

/// The stage that builds package and page, the first of its lane.
pub(crate) const BUILD: &str = "build";

const fn stage(
    lane: Lane,
    when: When,
    name: &'static str,
    headline: &'static str,
    run: fn() -> Done,
) -> Stage {
    Stage {
        name,
        headline,
        lane,
        when,
        needs: &[],
        needs_build: false,
        run,
    }
}

/// A stage that runs cargo natively.
const fn cargo(when: When, name: &'static str, headline: &'static str, run: fn() -> Done) -> Stage {
    stage(Lane::Cargo, when, name, headline, run)
}

/// A stage that runs on the built package or page.
const fn node(when: When, name: &'static str, headline: &'static str, run: fn() -> Done) -> Stage {
    let mut stage = stage(Lane::Node, when, name, headline, run).needs(&[Packages]);
    stage.needs_build = true;
    stage
}

/// A stage that reads the sources alone, with tools from npm.
const fn text(name: &'static str, headline: &'static str, run: fn() -> Done) -> Stage {
    stage(Lane::Node, When::Fast, name, headline, run).needs(&[Packages])
}

impl Stage {
    const fn needs(mut self, needs: &'static [Need]) -> Self {
        self.needs = needs;
        self
    }
}

use When::{Fast, Nightly};

/// All stages.
pub(crate) const STAGES: &[Stage] = &[
    cargo(Fast, "fmt", "Rust is formatted", || {
        run(&mut cargo_with("fmt --all --check"))
    }),
    cargo(
        Fast,
        "sources",
        "source files have at most 500 lines of at most 120 columns",
        sources::check,
    ),
    cargo(
        Fast,
        "dependencies",
        "every direct dependency has its reason in DEPENDENCIES.md",
        || run(&mut node_with("tests/node/dependencies.mjs")),
    ),
    cargo(Fast, "clippy", "clippy finds nothing, natively", || {
        let mut clippy = cargo_with("clippy --quiet --workspace --all-targets");
        run(clippy.args(TOOLS).args(["--", "-D", "warnings"]))
    }),
    cargo(
        Fast,
        "native",
        "tests, native, and some cases of each fuzz target",
        || {
            let mut tests = cargo_with("test --workspace");
            seed::run(tests.args(TOOLS))
        },
    ),
    cargo(
        Nightly,
        "clippy-others",
        "clippy finds nothing, for WebAssembly and in the tools",
        || {
            run(&mut cargo_with(
                "clippy --quiet --package xtask-bindgen -- -D warnings",
            ))?;
            let mut clippy =
                cargo_with("clippy --quiet --package schedscope --package schedscope-cel");
            clippy.args([
                "--package",
                "schedscope-tests",
                "--package",
                "conformance-wasm",
            ]);
            clippy.args(["--target", WASM, "--lib", "--test", NODE, "--test", BROWSER]);
            run(clippy.args(["--", "-D", "warnings"]))
        },
    )
    .needs(&[Wasm]),
    cargo(
        Nightly,
        "doc",
        "the documentation builds without a warning",
        || run(cargo_with("doc --workspace --no-deps").env("RUSTDOCFLAGS", "-D warnings")),
    ),
    cargo(
        Nightly,
        "crates",
        "the crates pack without a warning",
        crates::check,
    ),
    cargo(Nightly, "conformance-native", "vectors, native", || {
        conformance::all(Target::Native)
    }),
    cargo(
        Nightly,
        "wasm-node",
        "tests, WebAssembly in Node.js",
        || run(&mut wasm_test(NODE)?),
    )
    .needs(&[Wasm, Runner]),
    cargo(
        Nightly,
        "wasm-chromium",
        "tests, WebAssembly in a headless browser",
        || {
            let mut command = wasm_test(BROWSER)?;
            browser::ensure()?.hand_to(&mut command)?;
            run(&mut command)
        },
    )
    .needs(&[Wasm, Runner, Need::Browser]),
    stage(
        Lane::Node,
        Fast,
        BUILD,
        "package and page build, and their sizes are as written",
        || build::run(Profile::Release),
    )
    .needs(&[Wasm, Packages]),
    text(
        "fmt-ts",
        "TypeScript, JavaScript and CSS are formatted",
        || run(biome().arg("format")),
    ),
    text(
        "lint-ts",
        "Biome finds nothing in TypeScript, JavaScript and CSS",
        || run(biome().args(["lint", "--error-on-warnings"])),
    ),
    text(
        "workflows",
        "the workflows are well-formed and only call these commands",
        || run(&mut node_with("tests/node/workflows.mjs")),
    ),
    node(
        Fast,
        "types",
        "the types of the package are those of its code, and its schema is theirs",
        || {
            run(&mut node_with(
                "node_modules/typescript/bin/tsc --project tests/node",
            ))?;
            run(&mut node_with("pkg/scripts/schema.mjs --check"))
        },
    ),
    node(Fast, "page-types", "the types of the page agree", || {
        run(&mut npm::script("www", "typecheck"))
    }),
    node(Fast, "page", "tests of the page's parts", || {
        run(&mut npm::script("www", "test"))
    }),
    node(
        Fast,
        "comparison",
        "the package's own comparison with vectors finds wrong answers",
        || run(&mut node_with("tests/node/tally.mjs")),
    ),
    node(
        Fast,
        "cli",
        "output and exit codes of the command line",
        || run(&mut command_line()?),
    ),
    node(
        When::Default,
        "page-browser",
        "tests of the page in a headless browser",
        || run(&mut browser_script("test:browser")?),
    )
    .needs(&[Packages, Need::Browser]),
    node(
        When::Default,
        "page-smoke",
        "a walk through the page in Chromium",
        || run(browser_script("test:smoke")?.args(["--", "chromium"])),
    )
    .needs(&[Packages, Need::Browser]),
    node(
        When::Default,
        "packaging",
        "the packed npm package, with all vectors in Node.js",
        || packaging::check(packaging::DEFAULT, &browser::ensure()?),
    )
    .needs(&[Packages, Need::Browser]),
    node(
        When::Default,
        "determinism",
        "native code and WebAssembly give the same bytes",
        || runtimes(&["node"], 60),
    ),
    node(
        Nightly,
        "page-smoke-others",
        "a walk through the page in Firefox and WebKit, where they are",
        || run(browser_script("test:smoke")?.args(["--", "firefox", "webkit"])),
    )
    .needs(&[Packages, Need::Browser]),
    node(
        Nightly,
        "packaging-others",
        "the packed npm package in every other runtime, bundler and tool",
        || packaging::check(&packaging::others(), &browser::ensure()?),
    )
    .needs(&[Packages, Need::Browser]),
    node(
        Nightly,
        "determinism-all",
        "native code and every runtime give the same bytes",
        || runtimes(&[], 1000),
    )
    .needs(&[Packages, Need::Browser]),
];

/// The tools that only the build and few commands use; their crates take minutes to compile.
const TOOLS: [&str; 4] = ["--exclude", "xtask-bindgen", "--exclude", "xtask-mutants"];

/// The test files for WebAssembly.
const NODE: &str = "wasm";
const BROWSER: &str = "wasm_browser";

/// Runs the stage of that name.
pub(crate) fn run_named(name: &str) -> Done {
    let stage = STAGES.iter().find(|stage| stage.name == name);
    (stage
        .ok_or_else(|| Failure::new(format!("there is no stage `{name}`")))?
        .run)()
}

fn run(command: &mut Command) -> Done {
    process::run(command)
}

fn cargo_with(words: &str) -> Command {
    let mut command = project::cargo();
    command.args(words.split(' '));
    command
}

fn node_with(words: &str) -> Command {
    let mut command = project::node();
    command.args(words.split(' '));
    command
}

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

/// Runs a test file through wasm-bindgen's test runner.
fn wasm_test(file: &str) -> Done<Command> {
    // A list, because a plain text would be split at the spaces of the path.
    let runner = serde_json::json!([programs::test_runner()?]);
    let mut command = cargo_with("test --package schedscope-tests");
    command
        .args(["--target", WASM, "--test", file, "--config"])
        .arg(format!("target.{WASM}.runner = {runner}"))
        // Seconds for a whole file; the default of 20 is short for a busy machine.
        .env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    Ok(command)
}

/// The formatter and linter of TypeScript, JavaScript and CSS; `biome.json` has its rules.
fn biome() -> Command {
    node_with("node_modules/@biomejs/biome/bin/biome")
}

/// A script of the page, with the browser.
fn browser_script(name: &str) -> Done<Command> {
    let mut command = npm::script("www", name);
    browser::ensure()?.hand_to(&mut command)?;
    Ok(command)
}

/// Compares the bytes of answers.
fn runtimes(targets: &[&str], sample: usize) -> Done {
    engine::build(Target::Native)?;
    determinism::run(&determinism::Request {
        targets: targets.iter().map(|&target| target.to_owned()).collect(),
        sample: Some(sample),
        no_build: true,
        ..Default::default()
    })
}
