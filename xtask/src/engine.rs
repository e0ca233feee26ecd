//! The builds of the engine that can be asked, and asking them.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use crate::{
    build::{self, Profile},
    failure::{Done, Failure},
    process, project, setup,
};

/// Where the engine runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// Native code, in release.
    Native,
    /// The npm package in Node.js.
    Node,
    /// The npm package in a headless browser.
    Chromium,
}

impl Target {
    /// The target of that name.
    pub(crate) fn named(name: &str) -> Result<Self, String> {
        match name {
            "native" => Ok(Self::Native),
            "node" => Ok(Self::Node),
            "chromium" => Ok(Self::Chromium),
            _ => Err(format!("there is no target `{name}`")),
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Node => "node",
            Self::Chromium => "chromium",
        }
    }
}

/// A program that reads a request a line and prints an answer a line. It is started when it is
/// first asked, and again when it has died of a request.
pub(crate) struct Engine {
    command: Command,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    /// Builds the engine of a target for a suite.
    pub(crate) fn build(target: Target, suite: &str) -> Done<Self> {
        let command = match target {
            Target::Native => {
                let native = |verb: &str| {
                    let mut command = project::cargo();
                    command.args([verb, "--release", "--package", "conformance"]);
                    command.args(["--example", "native"]);
                    command
                };
                process::step(&mut native("build"))?;
                let mut command = native("run");
                command.args(["--quiet", "--", suite]);
                command
            }
            Target::Node => {
                let bindgen = setup::tools()?;
                build::wasm(Profile::Release, &bindgen)?;
                build::package()?;
                let mut command = project::node();
                command.args(["tests/node/conformance.mjs", suite]);
                command
            }
            Target::Chromium => {
                return Err(Failure::new("vectors run on the targets native and node"));
            }
        };
        Ok(Self::new(command))
    }

    fn new(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        Self {
            command,
            running: None,
        }
    }

    /// The answer to a request, or why there is none. Both are JSON on one line.
    pub(crate) fn answer(&mut self, request: &str) -> Result<String, String> {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => self.start()?,
        };
        let mut answer = String::new();
        let asked = writeln!(running.requests, "{request}")
            .and_then(|()| running.requests.flush())
            .and_then(|()| running.answers.read_line(&mut answer));
        match asked {
            Ok(1..) if answer.ends_with('\n') => {
                answer.pop();
                self.running = Some(running);
                Ok(answer)
            }
            _ => Err(running.end()),
        }
    }

    fn start(&mut self) -> Result<Running, String> {
        let started = self.command.spawn();
        let mut child =
            started.map_err(|error| process::missing(&self.command, &error).to_string())?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (requests, answers) = pipes.ok_or("the engine has no pipes")?;
        Ok(Running {
            child,
            requests,
            answers: BufReader::new(answers),
        })
    }
}

impl Running {
    /// Waits for a program that gave no answer, and says how it ended.
    fn end(mut self) -> String {
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
        assert_eq!(engine.answer("1"), Ok("1".to_owned()));
        let reason = engine.answer("die").expect_err("it died");
        assert!(reason.contains("stopped"), "{reason}");
        assert_eq!(engine.answer("2"), Ok("2".to_owned()));
    }

    #[test]
    fn an_engine_that_cannot_start_says_so() {
        let mut engine = Engine::new(Command::new("no-such-program-anywhere"));
        let reason = engine.answer("1").expect_err("there is none");
        assert!(reason.contains("was not found"), "{reason}");
    }
}
