//! The program that installs the package somewhere and answers with it.

use std::{path::Path, process::Stdio};

use anyhow::{Context as _, anyhow, bail};
use serde_json::Value;

use crate::{browser::Browser, engine::Running, failure::Done, project};

/// A driver at work: installed, built, looked at, and ready to answer.
pub(crate) struct Driver {
    running: Option<Running>,
    about: String,
    asks: bool,
    ended: Option<String>,
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
        let mut running = Running::start(&mut command).map_err(anyhow::Error::msg)?;
        let Some(line) = running.read() else {
            bail!(running.end());
        };
        let ready = json(&line)?;
        if let Some(why) = ready["absent"].as_str() {
            return Ok(Err(why.to_owned()));
        }
        if let Some(why) = ready["failed"].as_str() {
            running.end();
            bail!("{why}");
        }
        Ok(Ok(Self {
            running: Some(running),
            about: ready["about"].as_str().unwrap_or_default().to_owned(),
            asks: ready["asks"] == true,
            ended: None,
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

    /// The answer to a request of a suite, or why it failed. A driver that exited is not restarted, because its state
    /// is lost.
    pub(crate) fn answer(&mut self, suite: &str, request: &str) -> Result<String, String> {
        let running = self.running.as_mut().ok_or("none: the driver ended")?;
        let line = format!(r#"{{"suite":"{suite}","request":{request}}}"#);
        let answer = running.ask(&line);
        let failed = answer.as_deref().and_then(failed);
        match answer {
            Some(answer) if failed.is_none() => Ok(answer),
            _ => {
                let ended = self.running.take().map_or_else(String::new, Running::end);
                let why = failed.unwrap_or(ended);
                self.ended = Some(why.clone());
                Err(why)
            }
        }
    }

    /// Why it ended before its time, if it did.
    pub(crate) fn ended(&self) -> Option<&str> {
        self.ended.as_deref()
    }

    /// Runs the final checks and the cleanup; returns all checks that passed.
    pub(crate) fn finish(self) -> Done<Vec<String>> {
        let ended = || anyhow!("the driver ended before its time; its words are above");
        let (line, status) = self.running.ok_or_else(ended)?.finish();
        if let Some(why) = line.as_deref().and_then(failed) {
            bail!("{why}");
        }
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

/// What failed, where a line is about that.
fn failed(line: &str) -> Option<String> {
    // An answer may be long; this line is short and begins like this.
    if !line.starts_with(r#"{"failed":"#) {
        return None;
    }
    Some(json(line).ok()?["failed"].as_str()?.to_owned())
}

fn json(line: &str) -> Done<Value> {
    serde_json::from_str(line).with_context(|| format!("the driver printed `{line}`"))
}
