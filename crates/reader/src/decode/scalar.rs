//! The decoder's scalars: texts, numbers, quantities and times.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    names::Symbol,
};
use schedscope_quantity::Quantity;
use schedscope_text::tree::{Scalar, ValueId};
use schedscope_time::Timestamp;

use crate::decode::{
    Decoder, FieldPath, clip,
    words::{nearest, quoted},
};

impl<'a> Decoder<'a> {
    /// A string. A number or boolean is reported and used as it is written: that is what was meant.
    #[inline(never)]
    pub fn string(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<&'a str> {
        let tree = self.tree;
        match tree.scalar(node, self.source) {
            Some(Scalar::String(text)) => Some(text),
            Some(Scalar::Number(_) | Scalar::Bool(_)) => {
                let text = self.text_of(node);
                let what = match tree.scalar(node, self.source) {
                    Some(Scalar::Bool(_)) => "boolean",
                    _ => "number",
                };
                let message = format!(
                    "expected a text, found the {what} `{}`: put it in quotes",
                    clip(text)
                );
                self.report(
                    Severity::Error,
                    DiagnosticCode::WrongType,
                    node,
                    path,
                    message,
                );
                Some(text)
            }
            Some(Scalar::Null) => None,
            None => {
                self.wrong_type(node, path, "a text");
                None
            }
        }
    }

    /// A string, interned.
    #[inline(never)]
    pub fn symbol(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Symbol> {
        let text = self.string(node, path)?;
        Some(self.names.intern(text))
    }

    /// A string that must be one of a few.
    #[inline(never)]
    pub fn word(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        allowed: &[&str],
    ) -> Option<&'a str> {
        let text = self.string(node, path)?;
        if !allowed.contains(&text) {
            let message = match nearest(text, allowed) {
                Some(word) => format!(
                    "`{}` is not allowed here, did you mean `{word}`",
                    clip(text)
                ),
                None => format!(
                    "`{}` is not allowed here, use {}",
                    clip(text),
                    quoted(allowed, " or ")
                ),
            };
            self.report(
                Severity::Error,
                DiagnosticCode::InvalidValue,
                node,
                path,
                message,
            );
        }
        Some(text)
    }

    /// A boolean.
    #[inline(never)]
    pub fn boolean(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<bool> {
        if let Some(Scalar::Bool(value)) = self.tree.scalar(node, self.source) {
            Some(value)
        } else {
            self.wrong_type(node, path, "`true` or `false`");
            None
        }
    }

    /// A whole number that fits the field's type; outside of it, it is reported and absent.
    #[inline(never)]
    pub fn integer(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<i64> {
        if let Some(Scalar::Number(text)) = self.tree.scalar(node, self.source) {
            if let Some(number) = whole_number(text) {
                return Some(number);
            }
            if !text.contains(['.', 'e', 'E']) {
                let message = format!(
                    "`{}` is larger than any number this field holds",
                    clip(text)
                );
                self.report(
                    Severity::Error,
                    DiagnosticCode::OutOfRange,
                    node,
                    path,
                    message,
                );
                return None;
            }
        }
        self.wrong_type(node, path, "a whole number");
        None
    }

    /// A whole number of 32 bits. Outside of `range` it is reported, and used all the same.
    #[inline(never)]
    pub fn int32(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        range: std::ops::RangeInclusive<i32>,
    ) -> Option<i32> {
        let number = self.integer(node, path)?;
        let narrow = i32::try_from(number).ok();
        if !narrow.is_some_and(|number| range.contains(&number)) {
            let limits = match (*range.start(), *range.end()) {
                (start, i32::MAX) if start > i32::MIN => format!("at least {start}"),
                (start, end) => format!("between {start} and {end}"),
            };
            let message = format!("`{number}` is out of range: it must be {limits}");
            self.report(
                Severity::Error,
                DiagnosticCode::OutOfRange,
                node,
                path,
                message,
            );
        }
        narrow
    }

    /// A quantity, written as a string or a number.
    #[inline(never)]
    pub fn quantity(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Quantity> {
        let tree = self.tree;
        let text = match tree.scalar(node, self.source) {
            Some(Scalar::Null) => return None,
            // The API's own reader trims before it parses.
            Some(Scalar::String(text)) => text.trim(),
            Some(Scalar::Number(text)) => text,
            Some(Scalar::Bool(_)) | None => {
                self.wrong_type(node, path, "a quantity");
                return None;
            }
        };
        match Quantity::parse(text) {
            Ok(quantity) => Some(quantity),
            Err(error) => {
                let message = format!("`{}` is not a quantity: {error}", clip(text));
                self.report(
                    Severity::Error,
                    DiagnosticCode::InvalidQuantity,
                    node,
                    path,
                    message,
                );
                None
            }
        }
    }

    /// A time.
    #[inline(never)]
    pub fn time(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Timestamp> {
        let text = self.string(node, path)?;
        let time = text.parse().ok();
        if time.is_none() {
            let message = format!(
                "`{}` is not a time, write it as `2025-06-01T12:00:00Z`",
                clip(text)
            );
            self.report(
                Severity::Error,
                DiagnosticCode::InvalidTime,
                node,
                path,
                message,
            );
        }
        time
    }
}

/// A whole number as Kubernetes' YAML reader understands it; `3.0` is 3.
pub fn whole_number(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let (negative, digits) = match plain.strip_prefix(['+', '-']) {
        Some(digits) => (plain.starts_with('-'), digits),
        None => (false, plain.as_str()),
    };
    let magnitude = if let Some(hex) = digits.strip_prefix("0x") {
        i128::from_str_radix(hex, 16).ok()
    } else if let Some(octal) = digits.strip_prefix("0o") {
        i128::from_str_radix(octal, 8).ok()
    } else if let Some(binary) = digits.strip_prefix("0b") {
        i128::from_str_radix(binary, 2).ok()
    } else if let Some((whole, fraction)) = digits.split_once('.') {
        let is_whole = !whole.is_empty() && fraction.bytes().all(|b| b == b'0');
        if is_whole { whole.parse().ok() } else { None }
    } else {
        digits.parse::<i128>().ok()
    }?;
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}
