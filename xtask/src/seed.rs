//! The seed of the property tests.
//!
//! proptest reads it from the environment variable `PROPTEST_RNG_SEED`, and `.cargo/config.toml` sets that to
//! a fixed number. So every run of the tests draws the same cases. `SCHEDSCOPE_SEED` chooses other ones.

use std::{
    env,
    hash::{BuildHasher as _, RandomState},
    process::Command,
};

use crate::failure::{Done, Failure};

/// The variable that proptest reads.
pub(crate) const PROPTEST: &str = "PROPTEST_RNG_SEED";
/// The variable that chooses another seed for `cargo xtask test`.
const CHOSEN: &str = "SCHEDSCOPE_SEED";

/// The seed of a run of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Seed(u64);

impl Seed {
    /// The seed that the environment chooses.
    pub(crate) fn chosen() -> Done<Self> {
        let read = |name| env::var(name).ok();
        Self::from(read(CHOSEN), read(PROPTEST))
    }

    /// A seed that no run had before.
    pub(crate) fn random() -> Self {
        Self(RandomState::new().hash_one("seed"))
    }

    fn from(chosen: Option<String>, fixed: Option<String>) -> Done<Self> {
        let (name, text) = match (chosen, fixed) {
            (Some(text), _) => (CHOSEN, text),
            (None, Some(text)) => (PROPTEST, text),
            (None, None) => {
                return Err(Failure::new(format!(
                    "{PROPTEST} is not set: run the commands as `cargo xtask`, so that cargo reads \
                     .cargo/config.toml"
                )));
            }
        };
        let seed = text.parse().map_err(Failure::of(format!(
            "{name} must be a whole number from 0 to {}, and is `{text}`",
            u64::MAX
        )))?;
        Ok(Self(seed))
    }

    /// Runs tests with this seed; if they fail, the message has the seed.
    pub(crate) fn run(self, tests: &mut Command, run: fn(&mut Command) -> Done) -> Done {
        let Self(seed) = self;
        println!("property tests draw their cases from seed {seed}");
        run(tests.env(PROPTEST, seed.to_string())).map_err(|failure| {
            Failure::new(format!(
                "{failure}; the property tests drew from seed {seed}: \
                 `{CHOSEN}={seed} cargo xtask test --only native` repeats the run"
            ))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project;

    fn seed(chosen: Option<&str>, fixed: Option<&str>) -> Done<Seed> {
        Seed::from(chosen.map(str::to_owned), fixed.map(str::to_owned))
    }

    #[test]
    fn the_chosen_seed_comes_before_the_fixed_one() {
        assert_eq!(seed(Some("7"), Some("1")), Ok(Seed(7)));
        assert_eq!(seed(None, Some("1")), Ok(Seed(1)));
        assert!(seed(Some("seven"), Some("1")).is_err());
        assert!(seed(None, None).is_err());
    }

    #[test]
    fn cargo_fixes_the_seed_of_every_test() {
        let config = project::read(".cargo/config.toml").expect("the configuration");
        assert!(config.contains(&format!("\n{PROPTEST} = \"")), "{config}");
        assert!(Seed::chosen().is_ok());
        assert_ne!(Seed::random(), Seed::random());
    }

    #[test]
    fn tests_get_the_seed_and_a_failure_names_it() {
        let failure = Seed(7).run(&mut Command::new("tests"), |tests| {
            let mut variables = tests.get_envs();
            assert!(variables.any(|it| it == (PROPTEST.as_ref(), Some("7".as_ref()))));
            Err(Failure::new("one failed"))
        });
        let sentence = failure.expect_err("failed").to_string();
        assert!(sentence.starts_with("one failed"), "{sentence}");
        assert!(sentence.contains("SCHEDSCOPE_SEED=7 cargo"), "{sentence}");
    }
}
