//! How large files are.

use std::path::PathBuf;

use serde_json::Value;

use crate::{
    failure::{Done, Failure},
    process, project,
};

/// Bytes, as they are and as a web server would send them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sizes {
    pub(crate) raw: u64,
    pub(crate) gzip: u64,
    pub(crate) brotli: u64,
}

impl Sizes {
    /// Of two that are sent one after the other.
    pub(crate) fn with(self, other: Self) -> Self {
        Self {
            raw: self.raw + other.raw,
            gzip: self.gzip + other.gzip,
            brotli: self.brotli + other.brotli,
        }
    }
}

/// The sizes of files, in their order.
pub(crate) fn sizes(files: &[PathBuf]) -> Done<Vec<Sizes>> {
    let printed = process::output(project::node().arg("xtask/node/size.mjs").args(files))?;
    let read = |line: &str| {
        let line: Value =
            serde_json::from_str(line).map_err(Failure::of("the sizes are no JSON"))?;
        let size = |name: &str| line[name].as_u64().unwrap_or_default();
        Ok(Sizes {
            raw: size("raw"),
            gzip: size("gzip"),
            brotli: size("brotli"),
        })
    };
    printed.lines().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_measured() {
        let licence = project::root().join("LICENSE");
        let measured = sizes(&[licence.clone(), licence]).expect("two files");
        let [one, other] = measured[..] else {
            panic!("{measured:?}");
        };
        assert_eq!(one, other);
        assert!(one.raw > one.gzip && one.gzip > one.brotli && one.brotli > 0);
        assert_eq!(one.with(other).raw, 2 * one.raw);
    }
}
