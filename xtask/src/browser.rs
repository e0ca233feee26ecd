//! A Chromium-like browser and the driver that steers it, for tests.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};

use crate::{failure::Done, process, project};

/// What browser tests need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Browser {
    /// Chromium, Chrome or Edge.
    pub(crate) browser: PathBuf,
    /// Its driver, of the same major version.
    pub(crate) driver: PathBuf,
}

const NAMES: [&str; 7] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
];

/// Where installers put it on systems that do not use `PATH`.
const PLACES: [&str; 8] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    "/snap/bin/chromium",
    "/opt/google/chrome/chrome",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
];

/// Finds browser and driver; on Debian installs them where they are missing.
pub(crate) fn ensure() -> Done<Browser> {
    if let Some(found) = find()? {
        eprintln!("setup: browser for tests: {}", found.browser.display());
        return Ok(found);
    }
    let Some(apt) = apt() else {
        bail!(
            "the tests need Chromium, Chrome or Edge and its driver; install them (Chrome and \
             ChromeDriver: https://googlechromelabs.github.io/chrome-for-testing; macOS: \
             `brew install --cask google-chrome chromedriver`), or name them in the environment \
             variables CHROME and CHROMEDRIVER"
        );
    };
    eprintln!("setup: browser for tests: installing Debian's chromium and chromium-driver");
    let run = |arguments: &[&str]| {
        let mut words = apt.iter().chain(arguments);
        let mut command = Command::new(words.next().expect("a program"));
        process::step(command.args(words).env("DEBIAN_FRONTEND", "noninteractive"))
    };
    run(&["update"])?;
    run(&[
        "install",
        "-y",
        "--no-install-recommends",
        "chromium",
        "chromium-driver",
    ])?;
    find()?.context("chromium was installed, but is not found; set CHROME and CHROMEDRIVER")
}

/// Finds browser and driver and sees that they belong together.
pub(crate) fn find() -> Done<Option<Browser>> {
    let browser = named("CHROME")?
        .or_else(|| NAMES.into_iter().find_map(|name| which::which(name).ok()))
        .or_else(|| PLACES.iter().map(PathBuf::from).find(|it| it.is_file()));
    let Some(browser) = browser else {
        return Ok(None);
    };
    let edge = is_edge(&browser);
    let program = if edge { "msedgedriver" } else { "chromedriver" };
    // Build machines of GitHub name a folder.
    let folder = env::var_os(if edge {
        "EDGEWEBDRIVER"
    } else {
        "CHROMEWEBDRIVER"
    });
    let driver = named("CHROMEDRIVER")?
        .or_else(|| which::which(program).ok())
        .or_else(|| {
            let file = format!("{program}{}", env::consts::EXE_SUFFIX);
            Some(Path::new(&folder?).join(file)).filter(|it| it.is_file())
        });
    let Some(driver) = driver else {
        return Ok(None);
    };
    // If a version cannot be queried (Chrome on Windows opens a window instead), the tests show whether the pair works.
    let major = |program: &Path| major(&process::version(program)?);
    match (
        if cfg!(windows) { None } else { major(&browser) },
        major(&driver),
    ) {
        (Some(one), Some(other)) if one != other => Err(anyhow!(
            "the browser {} has version {one} and its driver {} has {other}: install the driver of \
             version {one}, or name a pair in CHROME and CHROMEDRIVER",
            browser.display(),
            driver.display()
        )),
        _ => Ok(Some(Browser { browser, driver })),
    }
}

impl Browser {
    /// Sets the environment of a command: `CHROME`, the driver under the name that wasm-bindgen's test runner expects,
    /// and the driver's settings with this browser.
    pub(crate) fn hand_to(&self, command: &mut Command) -> Done {
        let settings = project::target()?.join("webdriver.json");
        let text = settings_for(project::json("webdriver.json")?, &self.browser).to_string();
        fs::write(&settings, text).with_context(|| format!("`{}`", settings.display()))?;
        let driver = if is_edge(&self.browser) {
            "MSEDGEDRIVER"
        } else {
            "CHROMEDRIVER"
        };
        command
            .env("CHROME", &self.browser)
            .env(driver, &self.driver)
            .env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", settings);
        Ok(())
    }
}

/// The project's settings for Chrome, with the browser that was found.
fn settings_for(mut settings: Value, browser: &Path) -> Value {
    let mut options = settings["goog:chromeOptions"].take();
    options["binary"] = json!(browser);
    let name = if is_edge(browser) {
        "ms:edgeOptions"
    } else {
        "goog:chromeOptions"
    };
    json!({ name: options })
}

/// The file that an environment variable names, which must be there.
fn named(variable: &str) -> Done<Option<PathBuf>> {
    match env::var_os(variable)
        .filter(|it| !it.is_empty())
        .map(PathBuf::from)
    {
        Some(path) if !path.is_file() => Err(anyhow!(
            "{variable} names `{}`, which is no file",
            path.display()
        )),
        path => Ok(path),
    }
}

fn is_edge(browser: &Path) -> bool {
    let name = browser.file_name().unwrap_or_default().to_string_lossy();
    name.to_lowercase().contains("edge")
}

/// The major version in what a browser or a driver prints about itself.
fn major(line: &str) -> Option<u32> {
    line.split_whitespace()
        .find_map(|word| word.split_once('.')?.0.parse().ok())
}

/// The command line that runs `apt-get` as root, if this is Debian and root needs no password.
fn apt() -> Option<Vec<&'static str>> {
    let release = fs::read_to_string("/etc/os-release").ok()?;
    release.lines().find(|line| *line == "ID=debian")?;
    which::which("apt-get").ok()?;
    let prints = |words: &[&str]| {
        let output = Command::new(words[0]).args(&words[1..]).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    if prints(&["id", "-u"])? == "0" {
        Some(vec!["apt-get"])
    } else if prints(&["sudo", "-n", "id", "-u"])? == "0" {
        Some(vec!["sudo", "-n", "apt-get"])
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<u32>) {
        assert_eq!(major(line), expected);
    }

    #[test]
    fn versions_are_read() {
        check("Chromium 156.0.7420.12 built on Debian 12", Some(156));
        check(
            "ChromeDriver 156.0.7420.12 (abc-refs/heads@{#1})",
            Some(156),
        );
        check("Google Chrome 99.0", Some(99));
        check("Microsoft Edge Beta", None);
    }

    #[test]
    fn the_settings_name_the_browser() {
        let settings = json!({ "goog:chromeOptions": { "args": ["--headless"] } });
        assert_eq!(
            settings_for(settings.clone(), Path::new("/usr/bin/chromium")),
            json!({ "goog:chromeOptions": { "args": ["--headless"], "binary": "/usr/bin/chromium" } })
        );
        let edge = settings_for(settings, Path::new("/usr/bin/microsoft-edge"));
        assert_eq!(edge["ms:edgeOptions"]["args"][0], "--headless");
    }
}
