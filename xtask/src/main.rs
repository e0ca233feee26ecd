//! The project's own commands; `cargo xtask help` lists them.
//!
//! They need rustup and Node.js on the machine and install the rest themselves. Every step prints what it does, is
//! skipped when it is done, and fails with a message that says how to continue.

#![warn(unused_crate_dependencies)]

mod audit;
mod bench;
mod bindgen;
mod browser;
mod build;
mod conformance;
mod determinism;
mod engine;
mod failure;
mod fuzz;
mod marked;
mod mutants;
mod npm;
mod package;
mod packaging;
mod play;
mod process;
mod programs;
mod project;
mod release;
mod seed;
mod setup;
mod size;
mod sources;
mod stages;
mod table;
mod test;
mod types;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::{build::Profile, engine::Target, failure::Done, release::Registry};

/// The project's own commands.
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Installs what building needs
    Setup(setup::Request),
    /// Builds the WebAssembly package in pkg/dist and the page in www/dist
    Build {
        /// Builds faster, with checks and names
        #[arg(long)]
        dev: bool,
    },
    /// Builds the page, serves it on 127.0.0.1 and prints its address
    Play {
        /// The port; 4173 or the next free one by default
        #[arg(long)]
        port: Option<u16>,
        /// Serves what was built last
        #[arg(long)]
        no_build: bool,
    },
    /// Runs the checks in two lanes and prints the time of each
    Test(test::Request),
    /// Checks the limits of source files
    #[command(hide = true)]
    Sources,
    /// Packs the crates as the registry gets them
    #[command(hide = true)]
    Crates,
    /// Fuzzes a target of fuzz/, or `share`
    Fuzz(fuzz::Request),
    /// Compares the engine's answers with vectors
    Conformance(conformance::Request),
    /// Measures
    Bench(bench::Request),
    /// Prints the sizes of what was built and compares them with the budget
    Size {
        /// Writes the table of docs/performance.md
        #[arg(long)]
        write: bool,
    },
    /// Writes the files made from the Rust types and the table of questions
    Types,
    /// Builds, and writes what is published to target/package
    Package {
        /// Only the plugin of kubectl, an executable for this platform
        #[arg(long)]
        plugin: bool,
    },
    /// Checks licences, sources and known vulnerabilities of all dependencies
    Audit,
    /// Compares the bytes of answers of each runtime with those of native code
    Determinism(determinism::Request),
    /// Checks the memory of a million clusters, 1,000 rounds of edits, and 10,000 scenarios
    Limits {
        /// node or chromium; both by default
        #[arg(long, value_parser = Target::named)]
        target: Option<Target>,
    },
    /// Checks that the tests notice small faults in the lines of the engines that a change touches
    Mutants {
        /// The commit before the change
        #[arg(long, default_value = "origin/main")]
        base: String,
    },
    /// Tests the packed package in its runtimes, bundlers and tools
    Packaging {
        /// The targets; all by default
        targets: Vec<String>,
        /// Tests what was built last
        #[arg(long)]
        no_build: bool,
        /// Compares every line of the vectors in every engine, not only in Node.js
        #[arg(long)]
        all_lines: bool,
    },
    /// Checks that version, changelog and tag agree
    ReleaseCheck {
        /// The tag of the release
        #[arg(long)]
        tag: Option<String>,
    },
    /// Publishes what `package` wrote, or the crates
    Publish {
        registry: Registry,
        /// Only checks that it can be published
        #[arg(long)]
        dry_run: bool,
    },
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Done {
    match command {
        Command::Setup(request) => setup::run(&request),
        Command::Build { dev } => {
            setup::tools()?;
            build::run(if dev { Profile::Dev } else { Profile::Release })
        }
        Command::Play { port, no_build } => play::run(port, !no_build),
        Command::Test(request) => test::run(&request),
        Command::Sources => sources::check(),
        Command::Crates => release::pack_crates(),
        Command::Fuzz(request) => fuzz::run(&request),
        Command::Conformance(request) => conformance::run(&request),
        Command::Bench(request) => bench::run(&request),
        Command::Size { write: false } => size::check(),
        Command::Size { write: true } => size::write(),
        Command::Types => types::run(),
        Command::Package { plugin } => {
            setup::tools()?;
            package::run(plugin)
        }
        Command::Audit => audit::run(),
        Command::Determinism(request) => determinism::run(&request),
        Command::Limits { target } => bench::limits(target),
        Command::Mutants { base } => mutants::run(&base),
        Command::Packaging {
            targets,
            no_build,
            all_lines,
        } => packaging::run(&targets, !no_build, all_lines),
        Command::ReleaseCheck { tag } => release::check(tag.as_deref()),
        Command::Publish { registry, dry_run } => release::publish(registry, dry_run),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn options_exclude_each_other() {
        for line in [
            "test --fast --all",
            "test --fast --only doc",
            "test --all --only doc",
        ] {
            let words = std::iter::once("xtask").chain(line.split(' '));
            assert!(Arguments::try_parse_from(words).is_err(), "{line}");
        }
    }
}
