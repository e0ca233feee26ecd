//! `cargo xtask fuzz`: the property tests with new seeds, until time is up or one fails.

use std::{
    process::Command,
    time::{Duration, Instant},
};

use crate::{
    failure::{Done, Failure},
    process, project, properties,
    seed::Seed,
};

/// Runs the property tests round after round, each with a new seed; at least one round.
pub(crate) fn run(minutes: u64) -> Done {
    let names = properties::names()?;
    process::step(tests().arg("--no-run"))?;
    println!("{} property tests for {minutes} minutes", names.len());
    let rounds = rounds(Duration::from_secs(60 * minutes), || {
        Seed::random().run(tests().arg("--").args(&names), process::quietly)
    })?;
    println!("{rounds} rounds passed");
    Ok(())
}

/// The tests in which property tests are.
fn tests() -> Command {
    let mut command = project::cargo();
    command.args(["test", "--quiet", "--workspace", "--lib", "--tests"]);
    for name in ["xtask", "xtask-bindgen", "xtask-mutants"] {
        command.args(["--exclude", name]);
    }
    command
}

/// Calls `round` until the time is up; gives the number of rounds.
fn rounds(time: Duration, mut round: impl FnMut() -> Done) -> Done<usize> {
    let start = Instant::now();
    let mut count = 0;
    loop {
        count += 1;
        let begun = Instant::now();
        round().map_err(|failure| Failure::new(format!("round {count}: {failure}")))?;
        println!(
            "round {count} passed in {:.0} s",
            begun.elapsed().as_secs_f64()
        );
        if start.elapsed() >= time {
            return Ok(count);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_one_round_at_least_and_none_after_a_failure() {
        assert_eq!(rounds(Duration::ZERO, || Ok(())), Ok(1));
        let mut left = 3;
        let failure = rounds(Duration::MAX, || {
            left -= 1;
            if left == 0 {
                return Err(Failure::new("no"));
            }
            Ok(())
        });
        assert_eq!(failure, Err(Failure::new("round 3: no")));
    }
}
