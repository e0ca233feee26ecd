//! Running other programs.

use std::{
    ffi::OsStr,
    io::{self, ErrorKind},
    process::{Command, ExitStatus, Stdio},
};

use anyhow::{Context as _, anyhow, bail};

use crate::failure::Done;

/// Prints the command, then runs a program whose output is the result.
pub(crate) fn run(command: &mut Command) -> Done {
    println!("  $ {}", shown(command));
    let status = command.status().map_err(|error| missing(command, &error))?;
    succeeded(command, status)
}

/// Runs a program as an intermediate step: redirects its output to standard error, so that standard output has only
/// results.
pub(crate) fn step(command: &mut Command) -> Done {
    eprintln!("  $ {}", shown(command));
    let status = command
        .stdout(io::stderr())
        .status()
        .map_err(|error| missing(command, &error))?;
    succeeded(command, status)
}

/// Runs a program and returns its trimmed standard output.
pub(crate) fn output(command: &mut Command) -> Done<String> {
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| missing(command, &error))?;
    succeeded(command, output.status)?;
    let text = String::from_utf8(output.stdout)
        .with_context(|| format!("`{}` printed no text", shown(command)))?;
    Ok(text.trim().to_owned())
}

/// Runs a program and returns its standard error.
pub(crate) fn errors(command: &mut Command) -> Done<String> {
    let output = command.output().map_err(|error| missing(command, &error))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    succeeded(command, output.status).inspect_err(|_| eprint!("{said}"))?;
    Ok(said)
}

/// The first line that `<program> --version` prints, or nothing where it cannot be run.
pub(crate) fn version(program: impl AsRef<OsStr>) -> Option<String> {
    version_of(&mut Command::new(program))
}

/// The first line that a program with these words and `--version` prints.
pub(crate) fn version_of(command: &mut Command) -> Option<String> {
    let output = command.arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(())?;
    text.lines().next().map(str::to_owned)
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// The sentence about a program that could not be started.
pub(crate) fn missing(command: &Command, error: &io::Error) -> anyhow::Error {
    let program = command.get_program().to_string_lossy();
    if error.kind() != ErrorKind::NotFound {
        return anyhow!("`{program}` could not be started: {error}");
    }
    let advice = match program.trim_end_matches(".cmd") {
        "node" | "npm" => "install Node.js 20.19 or newer, https://nodejs.org, and run this again",
        "rustup" | "cargo" | "rustc" => "install rustup, https://rustup.rs, and run this again",
        _ => "install it and run this again",
    };
    anyhow!("`{program}` was not found; {advice}")
}

fn succeeded(command: &Command, status: ExitStatus) -> Done {
    if status.success() {
        return Ok(());
    }
    bail!(
        "`{}` failed ({status}); its words are above",
        shown(command)
    )
}

/// The command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let mut text = program_name(command.get_program());
    for argument in command.get_args() {
        text.push(' ');
        text.push_str(&argument.to_string_lossy());
    }
    text
}

fn program_name(program: &OsStr) -> String {
    let path = std::path::Path::new(program);
    path.file_stem()
        .unwrap_or(program)
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_typed() {
        let command = &mut Command::new("/usr/bin/npm");
        assert_eq!(shown(command.args(["run", "build"])), "npm run build");
    }

    #[test]
    fn a_missing_program_says_where_it_is_to_be_had() {
        let error = io::Error::from(ErrorKind::NotFound);
        let sentence = missing(&Command::new("npm.cmd"), &error).to_string();
        assert!(sentence.contains("https://nodejs.org"), "{sentence}");
    }

    #[test]
    fn failures_name_the_command() {
        let program = std::env::current_exe().expect("this test");
        let failure = output(Command::new(program).arg("--no-such-option"));
        let sentence = failure.expect_err("no such option").to_string();
        assert!(sentence.contains("--no-such-option` failed"), "{sentence}");
        assert_eq!(version("no-such-program-anywhere"), None);
    }
}
