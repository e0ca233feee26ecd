//! The seed of the property tests.
//!
//! proptest reads it from the environment variable `PROPTEST_RNG_SEED`, and `.cargo/config.toml` sets that to
//! a fixed number. So every run of the tests draws the same cases. `SCHEDSCOPE_SEED` chooses other ones.

use std::{env, process::Command};

use anyhow::Context as _;

use crate::failure::Done;

/// The variable that proptest reads.
const PROPTEST: &str = "PROPTEST_RNG_SEED";
/// The variable that chooses another seed for `cargo xtask test`.
pub(crate) const CHOSEN: &str = "SCHEDSCOPE_SEED";

/// The seed that the environment chooses.
pub(crate) fn chosen() -> Option<String> {
    env::var(CHOSEN).ok().filter(|seed| !seed.is_empty())
}

/// Passes the seed of the environment to a command.
pub(crate) fn hand_to(command: &mut Command) -> Done {
    let Some(text) = chosen() else { return Ok(()) };
    let seed: u64 = text
        .parse()
        .with_context(|| format!("{CHOSEN} is `{text}`"))?;
    command.env(PROPTEST, seed.to_string());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project;

    #[test]
    fn cargo_fixes_the_seed_of_every_test() {
        let config = project::read(".cargo/config.toml").expect("the configuration");
        assert!(config.contains(&format!("\n{PROPTEST} = \"")), "{config}");
    }
}
