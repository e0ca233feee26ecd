//! Why a command did not do its work.

/// What a step gives back; the error is a sentence for the person at the terminal, with what to do about it.
pub(crate) type Done<T = ()> = anyhow::Result<T>;
