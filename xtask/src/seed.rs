//! The seed of the property tests.
//!
//! proptest reads it from the environment variable `PROPTEST_RNG_SEED`, and `.cargo/config.toml` sets that to
//! a fixed number. So every run of the tests draws the same cases. `SCHEDSCOPE_SEED` chooses other ones.

use std::{env, process::Command};

use crate::{
    failure::{Done, Failure},
    process,
};

/// The variable that proptest reads.
const PROPTEST: &str = "PROPTEST_RNG_SEED";
/// The variable that chooses another seed for `cargo xtask test`.
const CHOSEN: &str = "SCHEDSCOPE_SEED";

/// Runs tests with the seed that the environment chooses; if they fail, the message has the seed.
pub(crate) fn run(tests: &mut Command) -> Done {
    let seed = seed(|name| env::var(name).ok())?;
    println!("property tests draw their cases from seed {seed}");
    process::run(tests.env(PROPTEST, seed.to_string())).map_err(|failure| {
        Failure::new(format!(
            "{failure}; the property tests drew from seed {seed}: \
             `{CHOSEN}={seed} cargo xtask test --only native` repeats the run"
        ))
    })
}

fn seed(variable: impl Fn(&str) -> Option<String>) -> Done<u64> {
    let set = [CHOSEN, PROPTEST]
        .into_iter()
        .find_map(|name| Some((name, variable(name)?)));
    let (name, text) = set.ok_or_else(|| {
        Failure::new(format!(
            "{PROPTEST} is not set: run the commands as `cargo xtask`, so that cargo reads .cargo/config.toml"
        ))
    })?;
    text.parse().map_err(Failure::of(format!(
        "{name} must be a whole number from 0 to {}, and is `{text}`",
        u64::MAX
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project;

    #[test]
    fn the_chosen_seed_comes_before_the_fixed_one() {
        let with = |set: &[(&str, &str)]| {
            seed(|name| {
                set.iter()
                    .find(|(it, _)| *it == name)
                    .map(|(_, text)| (*text).to_owned())
            })
        };
        assert_eq!(with(&[(CHOSEN, "7"), (PROPTEST, "1")]), Ok(7));
        assert_eq!(with(&[(PROPTEST, "1")]), Ok(1));
        assert!(with(&[(CHOSEN, "seven"), (PROPTEST, "1")]).is_err());
        assert!(with(&[]).is_err());
    }

    #[test]
    fn cargo_fixes_the_seed_of_every_test() {
        let config = project::read(".cargo/config.toml").expect("the configuration");
        assert!(config.contains(&format!("\n{PROPTEST} = \"")), "{config}");
    }

    #[test]
    fn a_failure_names_the_seed() {
        let failure = run(project::node().args(["-e", "process.exit(1)"]));
        let sentence = failure.expect_err("failed").to_string();
        assert!(sentence.contains("SCHEDSCOPE_SEED="), "{sentence}");
    }
}
