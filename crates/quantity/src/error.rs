//! The reasons why a text is not a quantity.

use std::fmt;

use super::parse::{MAX_EXPONENT, MAX_LENGTH};

/// The reasons why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuantityError {
    /// The text is empty.
    Empty,
    /// The text does not begin with a number.
    NoNumber,
    /// There is a second decimal point in the number.
    SecondPoint,
    /// The text after the number is not a suffix.
    UnknownSuffix {
        /// The first 16 characters after the number.
        suffix: String,
        /// A suffix that may have been meant.
        suggestion: Option<&'static str>,
    },
    /// The `e` of an exponent is not followed by a whole number.
    BadExponent,
    /// The text has more than 1,000 bytes.
    TooLong,
    /// The exponent is beyond 9,999 in one direction or the other.
    ExponentTooLarge,
}

impl QuantityError {
    /// The suffix that was probably meant.
    pub fn suggestion(&self) -> Option<&'static str> {
        match self {
            Self::UnknownSuffix { suggestion, .. } => *suggestion,
            _ => None,
        }
    }
}

impl fmt::Display for QuantityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty text is not a quantity"),
            Self::NoNumber => f.write_str("a quantity begins with a number"),
            Self::SecondPoint => f.write_str("a quantity has at most one decimal point"),
            Self::UnknownSuffix {
                suffix,
                suggestion: Some(suggestion),
            } => write!(f, "unknown suffix `{suffix}`, did you mean `{suggestion}`"),
            Self::UnknownSuffix { suffix, .. } => write!(
                f,
                "unknown suffix `{suffix}`, suffixes are n u m k M G T P E and Ki Mi Gi Ti Pi Ei"
            ),
            Self::BadExponent => f.write_str("an exponent is a whole number"),
            Self::TooLong => write!(f, "a quantity has at most {MAX_LENGTH} characters"),
            Self::ExponentTooLarge => {
                write!(
                    f,
                    "an exponent lies between -{MAX_EXPONENT} and {MAX_EXPONENT}"
                )
            }
        }
    }
}

impl std::error::Error for QuantityError {}
