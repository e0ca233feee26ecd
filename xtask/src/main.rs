//! The project's own commands; `cargo xtask help` lists them.
//!
//! They need rustup and Node.js on the machine and fetch the rest themselves. Every step says what
//! it does, is skipped when it is done, and fails with a sentence that says what to do.

mod arguments;
mod bench;
mod bindgen;
mod browser;
mod build;
mod conformance;
mod crates;
mod engine;
mod failure;
mod npm;
mod package;
mod packaging;
mod play;
mod process;
mod project;
mod release;
mod setup;
mod size;
mod stages;
mod table;
mod test;
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
            let bindgen = setup::tools()?;
            build::run(profile, &bindgen)
        }
        Command::Play { port, build } => play::run(port, build),
        Command::Test { only } => test::run(only.as_deref()),
        Command::Conformance {
            suite,
            files,
            target,
        } => conformance::run(&suite, &files, target),
        Command::Packaging { targets, build } => packaging::run(&targets, build),
        Command::Bench {
            suite,
            target,
            json,
        } => bench::run(&suite, target, json),
        Command::Size { write: false } => size::check(),
        Command::Size { write: true } => size::write(),
        Command::ReleaseCheck { tag } => release::check(tag.as_deref()),
        Command::Publish { registry, dry_run } => release::publish(registry, dry_run),
        Command::Package => package::run(&setup::tools()?),
    }
}
