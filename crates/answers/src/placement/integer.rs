//! Integers as JavaScript can read them.

use serde::{Serialize, Serializer};

/// A 64-bit integer.
///
/// JavaScript's numbers are exact up to 2^53. Scores stay below that unless the arithmetic of the hub overflows;
/// beyond it, the nearest double is written. (A report as JSON text keeps every digit.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Integer(#[cfg_attr(feature = "types", ts(type = "number"))] pub i64);

/// The largest integer up to which JavaScript's numbers are exact.
const SAFE: u64 = (1 << 53) - 1;

impl Serialize for Integer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.unsigned_abs() <= SAFE {
            serializer.serialize_i64(self.0)
        } else {
            serializer.serialize_f64(self.0 as f64)
        }
    }
}

impl From<i64> for Integer {
    fn from(value: i64) -> Self {
        Self(value)
    }
}
