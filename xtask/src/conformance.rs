//! `cargo xtask conformance`: the engine against vectors.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ::conformance::{SUITES, Suite, Tally};

use crate::{
    engine::{Engine, Target},
    failure::{Done, Failure},
    packaging, project,
};

/// Runs files of one suite and prints what came of them.
pub(crate) fn run(suite: &str, files: &[PathBuf], target: Target) -> Done {
    let suite = Suite::named(suite).ok_or_else(|| {
        let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
        Failure::new(format!(
            "there is no suite `{suite}`; there are {}",
            names.join(", ")
        ))
    })?;
    let texts = files
        .iter()
        .map(|file| read(file))
        .collect::<Done<Vec<_>>>()?;
    let mut tally = Tally::new();
    let mut put = |answer: &mut dyn FnMut(&str) -> Result<String, String>| {
        for (file, text) in files.iter().zip(&texts) {
            tally.run(suite, &file.display().to_string(), text, &mut *answer);
        }
    };
    if let Target::Installed(target) = target {
        let mut driver = packaging::built(target)?;
        put(&mut |request| driver.answer(suite.name, request));
        driver.finish()?;
    } else {
        let mut engine = Engine::build(target, suite.name)?;
        put(&mut |request| engine.answer(request));
    }
    println!("{tally}");
    if tally.failed == 0 {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{} of {} lines of the suite {} fail on the target {}",
        tally.failed,
        tally.lines(),
        suite.name,
        target.name()
    )))
}

/// Runs every file below `tests/vectors`.
pub(crate) fn run_all(target: Target) -> Done {
    let vectors = project::root().join("tests/vectors");
    for suite in SUITES {
        println!("conformance: {} on {}", suite.name, target.name());
        let files: Vec<PathBuf> = suite.files.iter().map(|file| vectors.join(file)).collect();
        run(suite.name, &files, target)?;
    }
    Ok(())
}

/// What a file holds; a file without a line would pass whatever the engine does.
fn read(file: &Path) -> Done<String> {
    let text = fs::read_to_string(file)
        .map_err(Failure::of(format!("`{}` cannot be read", file.display())))?;
    if text.trim().is_empty() {
        return Err(Failure::new(format!("`{}` holds no line", file.display())));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refuse(suite: &str, file: &Path, expected: &str) {
        let failure = run(suite, &[file.to_owned()], Target::Native).expect_err("refused");
        assert!(failure.to_string().contains(expected), "{failure}");
    }

    #[test]
    fn wrong_names_are_said_before_anything_is_built() {
        let here = Path::new("Cargo.toml");
        refuse("placment", here, "there are capacity, limit, placement");
        refuse("placement", Path::new("no-such.jsonl"), "cannot be read");
    }
}
