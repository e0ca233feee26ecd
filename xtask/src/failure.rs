//! Why a command did not do its work.

use std::fmt::Display;

use anyhow::{Error, anyhow};

/// What a step gives back; the error is a sentence for the person at the terminal, with what to do about it.
pub(crate) type Done<T = ()> = anyhow::Result<T>;

/// Errors as sentences.
pub(crate) struct Failure;

impl Failure {
    #[expect(clippy::new_ret_no_self, reason = "an error of anyhow")]
    pub(crate) fn new(sentence: impl Display) -> Error {
        anyhow!("{sentence}")
    }

    /// For use with `map_err`: what was tried, then what the system said.
    pub(crate) fn of<E: Display>(tried: impl Display) -> impl FnOnce(E) -> Error {
        move |error| anyhow!("{tried}: {error}")
    }
}
