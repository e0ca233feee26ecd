//! Kubernetes' library of semantic versions. The hub has it at version 0 (`library.SemverLib()` in `pkg/cel/common` of
//! open-cluster-management.io/sdk-go): its functions take one argument, without `normalize`, and a leading `v` is an
//! error.

use std::{cmp::Ordering, rc::Rc};

use super::quantity::order;
use crate::{
    function::Function as F,
    stop::{Evaluated, fail},
    value::Value,
};

/// A semantic version. Build metadata, after a `+`, is checked and then ignored.
#[derive(Clone, Debug)]
pub struct Semver {
    major: u64,
    minor: u64,
    patch: u64,
    /// The identifiers of the pre-release, after the `-`.
    before: Box<[Identifier]>,
}

/// An identifier of a pre-release; numbers sort before texts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Text(Box<str>),
}

impl Semver {
    /// Reads a version.
    ///
    /// # Errors
    /// The text is not a version; the message says why.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err("No Major.Minor.Patch elements found".to_owned());
        };
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, before) = match rest.split_once('-') {
            Some((patch, before)) => (patch, Some(before)),
            None => (rest, None),
        };
        let before = before.map_or(Ok(Vec::new()), |before| {
            before.split('.').map(identifier).collect()
        })?;
        for part in build.into_iter().flat_map(|build| build.split('.')) {
            if part.is_empty() {
                return Err("Build meta data is empty".to_owned());
            }
            if !part.bytes().all(is_allowed) {
                return Err(format!(
                    "Invalid character(s) found in build meta data {part:?}"
                ));
            }
        }
        Ok(Self {
            major: number(major, "Major")?,
            minor: number(minor, "Minor")?,
            patch: number(patch, "Patch")?,
            before: before.into(),
        })
    }

    /// The order of precedence.
    pub fn compare(&self, other: &Self) -> Ordering {
        let numbers = |it: &Self| (it.major, it.minor, it.patch);
        let early = || match (self.before.is_empty(), other.before.is_empty()) {
            (false, false) => self.before.cmp(&other.before),
            // An early version comes before the version itself.
            (one, two) => one.cmp(&two),
        };
        numbers(self).cmp(&numbers(other)).then_with(early)
    }
}

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

fn number(text: &str, what: &str) -> Result<u64, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        let what = what.to_lowercase();
        return Err(format!(
            "Invalid character(s) found in {what} number {text:?}"
        ));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!(
            "{what} number must not contain leading zeroes {text:?}"
        ));
    }
    text.parse()
        .map_err(|_| format!("{what} number {text:?} is too large"))
}

fn identifier(text: &str) -> Result<Identifier, String> {
    if text.is_empty() {
        return Err("Prerelease is empty".to_owned());
    }
    if !text.bytes().all(is_allowed) {
        return Err(format!("Invalid character(s) found in prerelease {text:?}"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(Identifier::Text(text.into()));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(format!(
            "Numeric PreRelease version must not contain leading zeroes {text:?}"
        ));
    }
    let number = text.parse().map(Identifier::Number);
    number.map_err(|_| format!("PreRelease number {text:?} is too large"))
}

/// Calls a function of versions; `None` if the function is not one of them, or does not take these types.
pub(crate) fn call(function: F, arguments: &[Value]) -> Option<Evaluated<Value>> {
    Some(match (function, arguments) {
        (F::ToSemver, [Value::String(text)]) => match Semver::parse(text) {
            Ok(version) => Ok(Value::Semver(Rc::new(version))),
            Err(message) => fail(message),
        },
        (F::IsSemver, [Value::String(text)]) => Ok(Value::Bool(Semver::parse(text).is_ok())),
        (F::Major, [Value::Semver(one)]) => Ok(Value::Int(one.major as i64)),
        (F::Minor, [Value::Semver(one)]) => Ok(Value::Int(one.minor as i64)),
        (F::Patch, [Value::Semver(one)]) => Ok(Value::Int(one.patch as i64)),
        (F::IsGreaterThan, [Value::Semver(one), Value::Semver(two)]) => {
            Ok(Value::Bool(one.compare(two).is_gt()))
        }
        (F::IsLessThan, [Value::Semver(one), Value::Semver(two)]) => {
            Ok(Value::Bool(one.compare(two).is_lt()))
        }
        (F::CompareTo, [Value::Semver(one), Value::Semver(two)]) => Ok(order(one.compare(two))),
        _ => return None,
    })
}
