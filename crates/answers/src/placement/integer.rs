//! Integers that survive the way into JavaScript.

use serde::{Serialize, Serializer};

/// An integer of 64 bits, written as a number wherever it goes.
///
/// JavaScript's numbers hold integers up to 2^53 exactly. Scores are that small unless a hub's
/// arithmetic overflowed; beyond, the nearest double is written, so that a table still shows it.
/// (Reports are JSON texts and keep every digit.)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: i64, expect: &str) {
        let text = serde_json::to_string(&Integer(value)).expect("writable");
        assert_eq!(text, expect);
    }

    #[test]
    fn numbers_stay_numbers() {
        check(0, "0");
        check(-200, "-200");
        check((1 << 53) - 1, "9007199254740991");
        check(i64::MIN, "-9.223372036854776e+18");
    }
}
