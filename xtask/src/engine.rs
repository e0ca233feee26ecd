//! The builds of the engine that can be asked, and asking them.

use std::{
    env,
    io::{BufRead as _, BufReader, Write as _},
    path::PathBuf,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::bail;

use crate::{
    build::{self, Profile},
    failure::Done,
    packaging, process, project, setup,
};

/// Where the engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Native code, as the tests have it: with every check of a debug build.
    Native,
    /// The npm package in Node.js.
    Node,
    /// The npm package in a headless browser.
    Chromium,
    /// The npm package, packed and installed.
    Installed(&'static packaging::Target),
}

impl Target {
    /// The target of that name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        match name {
            "native" => Ok(Self::Native),
            "node" => Ok(Self::Node),
            "chromium" => Ok(Self::Chromium),
            _ => packaging::Target::named(name)
                .map(Self::Installed)
                .ok_or_else(|| format!("there is no target `{name}`")),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Node => "node",
            Self::Chromium => "chromium",
            Self::Installed(target) => target.name,
        }
    }
}

/// A program that reads a request a line and prints an answer a line. It is started when it is
/// first asked, and again when it has died of a request.
pub(crate) struct Engine {
    command: Command,
    running: Option<Running>,
}

/// A program that was started, and its ends.
pub(crate) struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Builds the engine of a target.
pub(crate) fn build(target: Target) -> Done {
    match target {
        // As the tests: the crates have the features with which the tests have built them already.
        Target::Native => {
            let mut command = project::cargo();
            command.args(["build", "--workspace", "--example", "native"]);
            process::step(command.args([
                "--exclude",
                "xtask-bindgen",
                "--exclude",
                "xtask-mutants",
            ]))
        }
        Target::Node | Target::Chromium | Target::Installed(_) => {
            setup::tools()?;
            build::wasm(Profile::Release)?;
            build::package()
        }
    }
}

/// The program that answers with native code, as it was built last.
pub(crate) fn native() -> Done<Command> {
    let program = format!("native{}", env::consts::EXE_SUFFIX);
    let folder = project::target()?.join("debug/examples");
    Ok(Command::new(built(folder.join(program))?))
}

fn built(path: PathBuf) -> Done<PathBuf> {
    if path.is_file() {
        return Ok(path);
    }
    bail!(
        "`{}` is not built: run this without `--no-build` once",
        path.display()
    )
}

impl Engine {
    /// The engine of a target, as it was built last, for a suite.
    pub(crate) fn of(target: Target, suite: &str) -> Done<Self> {
        let command = match target {
            Target::Native => {
                let mut command = native()?;
                command.arg(suite);
                command
            }
            Target::Node => {
                built(project::root().join("pkg/dist/schedscope_bg.wasm"))?;
                let mut command = project::node();
                command.args(["tests/node/conformance.mjs", suite]);
                command
            }
            Target::Chromium | Target::Installed(_) => {
                bail!("vectors run on native, node and the targets of packaging")
            }
        };
        Ok(Self::new(command))
    }

    fn new(command: Command) -> Self {
        Self {
            command,
            running: None,
        }
    }

    /// The answer to a request, or why it failed. Request and answer are JSON on one line.
    pub(crate) fn answer(&mut self, request: &str) -> Result<String, String> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        if let Some(answer) = running.ask(request) {
            self.running = Some(running);
            return Ok(answer);
        }
        Err(running.end())
    }

    fn start(&mut self) -> Result<Running, String> {
        Running::start(&mut self.command)
    }
}

impl Running {
    /// Starts a program.
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let started = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = started.map_err(|error| process::missing(command, &error).to_string())?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, answers) = pipes.ok_or("the engine has no pipes")?;
        Ok(Self {
            child,
            requests,
            answers: BufReader::new(answers),
        })
    }

    /// The line that it prints when it is given one; nothing where it ended.
    pub(crate) fn ask(&mut self, request: &str) -> Option<String> {
        writeln!(self.requests, "{request}")
            .and_then(|()| self.requests.flush())
            .ok()?;
        self.read()
    }

    /// The next line that it prints; nothing where it ended.
    pub(crate) fn read(&mut self) -> Option<String> {
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        line.ends_with('\n').then(|| {
            line.pop();
            line
        })
    }

    /// Closes its input; returns the last line that it prints, and whether it succeeded.
    pub(crate) fn finish(mut self) -> (Option<String>, bool) {
        drop(self.requests);
        let mut last = None;
        let mut line = String::new();
        while matches!(self.answers.read_line(&mut line), Ok(1..)) {
            last = Some(std::mem::take(&mut line));
        }
        let ended_well = self.child.wait().is_ok_and(|status| status.success());
        (last, ended_well)
    }

    /// Waits for a program that gave no answer, and says how it ended.
    pub(crate) fn end(mut self) -> String {
        drop(self.requests);
        match self.child.wait() {
            Ok(status) => format!("none: the engine stopped ({status}); its words are above"),
            Err(error) => format!("none: the engine is lost: {error}"),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with the request, and dies of `die`.
    const ECHO: &str = "require('readline').createInterface({ input: process.stdin }).on('line', \
                        (line) => line === 'die' ? process.exit(3) : console.log(line))";

    #[test]
    fn an_engine_that_died_is_started_again() {
        let mut node = project::node();
        node.args(["-e", ECHO]);
        let mut engine = Engine::new(node);
        assert_eq!(engine.answer("1").ok(), Some("1".to_owned()));
        let reason = engine.answer("die").expect_err("it died");
        assert!(reason.contains("stopped"), "{reason}");
        assert_eq!(engine.answer("2").ok(), Some("2".to_owned()));
    }

    #[test]
    fn an_engine_that_cannot_start_says_so() {
        let mut engine = Engine::new(Command::new("no-such-program-anywhere"));
        let reason = engine.answer("1").expect_err("there is none");
        assert!(reason.contains("was not found"), "{reason}");
    }
}
