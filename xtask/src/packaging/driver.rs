//! The program that installs the package somewhere and answers with it.

use std::{path::Path, process::Stdio};

use serde_json::Value;

use crate::{
    browser::Browser,
    engine::Running,
    failure::{Done, Failure},
    project,
};

/// A driver at work: installed, built, looked at, and ready to answer.
pub(crate) struct Driver {
    running: Option<Running>,
    about: String,
    asks: bool,
}

impl Driver {
    /// Starts the driver of a target; where the target cannot be had on this machine, says why.
    pub(crate) fn start(
        target: &str,
        tarball: &Path,
        browser: &Browser,
    ) -> Done<Result<Self, String>> {
        let mut command = project::node();
        command
            .args(["tests/packaging/drive.mjs", target])
            .arg(tarball)
            .stderr(Stdio::inherit());
        browser.hand_to(&mut command)?;
        let mut running = Running::start(&mut command).map_err(Failure::new)?;
        let Some(line) = running.read() else {
            return Err(Failure::new(running.end()));
        };
        let ready = json(&line)?;
        if let Some(why) = ready["absent"].as_str() {
            return Ok(Err(why.to_owned()));
        }
        Ok(Ok(Self {
            running: Some(running),
            about: ready["about"].as_str().unwrap_or_default().to_owned(),
            asks: ready["asks"] == true,
        }))
    }

    /// What the package runs in, for people.
    pub(crate) fn about(&self) -> &str {
        &self.about
    }

    /// Whether it answers lines.
    pub(crate) fn asks(&self) -> bool {
        self.asks
    }

    /// The answer to a request of a suite, or why there is none. A driver that ended is not started
    /// again: what it found out before is lost with it.
    pub(crate) fn answer(&mut self, suite: &str, request: &str) -> Result<String, String> {
        let running = self.running.as_mut().ok_or("none: the driver ended")?;
        let line = format!(r#"{{"suite":"{suite}","request":{request}}}"#);
        if let Some(answer) = running.ask(&line) {
            return Ok(answer);
        }
        Err(self.running.take().map_or_else(String::new, Running::end))
    }

    /// Lets it look at what has to hold in the end and clear away, and gives all that it found to hold.
    pub(crate) fn finish(self) -> Done<Vec<String>> {
        let ended = || Failure::new("the driver ended before its time; its words are above");
        let (line, status) = self.running.ok_or_else(ended)?.finish();
        if !status {
            return Err(ended());
        }
        let last = json(&line.ok_or_else(ended)?)?;
        let holds = last["holds"].as_array().into_iter().flatten();
        Ok(holds
            .filter_map(|what| Some(what.as_str()?.to_owned()))
            .collect())
    }
}

fn json(line: &str) -> Done<Value> {
    serde_json::from_str(line).map_err(Failure::of(format!("the driver printed `{line}`")))
}
