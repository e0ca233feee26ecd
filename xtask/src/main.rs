//! The project's own commands; `cargo xtask help` lists them.
//!
//! They need rustup and Node.js on the machine and install the rest themselves. Every step prints what
//! it does, is skipped when it is done, and fails with a message that says how to go on.

mod arguments;
mod audit;
mod bench;
mod bindgen;
mod browser;
mod build;
mod conformance;
mod cpu;
mod crates;
mod determinism;
mod engine;
mod failure;
mod fuzz;
mod fuzz_targets;
mod limits;
mod marked;
mod mutants;
mod npm;
mod package;
mod packaging;
mod play;
mod process;
mod programs;
mod project;
mod properties;
mod release;
mod seed;
mod setup;
mod size;
mod sources;
mod stages;
mod table;
mod test;
mod types;
mod version;

use std::process::ExitCode;

use arguments::Command;
use failure::Done;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("xtask: {failure}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Done {
    match arguments::parse(lexopt::Parser::from_env())? {
        Command::Help => {
            print!("{}", arguments::HELP);
            Ok(())
        }
        Command::Setup { browser } => setup::run(browser),
        Command::Build { profile } => {
            setup::tools()?;
            build::run(profile)
        }
        Command::Play { port, build } => play::run(port, build),
        Command::Test(choice) => test::run(&choice),
        Command::Fuzz { minutes } => fuzz::run(minutes),
        Command::FuzzTarget(request) => fuzz_targets::run(&request),
        Command::Conformance(request) => conformance::run(&request),
        Command::Packaging { targets, build } => packaging::run(&targets, build),
        Command::Bench(request) => bench::run(&request),
        Command::Size { write: false } => size::check(),
        Command::Size { write: true } => size::write(),
        Command::ReleaseCheck { tag } => release::check(tag.as_deref()),
        Command::Publish { registry, dry_run } => release::publish(registry, dry_run),
        Command::Types => types::run(),
        Command::Audit => audit::run(),
        Command::Determinism(request) => determinism::run(&request),
        Command::Limits { target } => limits::run(target),
        Command::Mutants(request) => mutants::run(&request),
        Command::Package => {
            setup::tools()?;
            package::run()
        }
    }
}
