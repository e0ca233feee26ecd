//! The libraries of the hub's environment, one file each.

pub mod cidr;
pub(crate) mod format;
pub(crate) mod ip;
pub(crate) mod json;
pub(crate) mod lists;
pub mod named_format;
pub(crate) mod optional;
pub(crate) mod quantity;
pub(crate) mod scores;
pub mod semver;
pub(crate) mod strings;
pub(crate) mod time;
pub mod url;
