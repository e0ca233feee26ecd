//! Why a command did not do its work.

/// The result of a step; the error is a message for the user that says what to do.
pub(crate) type Done<T = ()> = anyhow::Result<T>;
