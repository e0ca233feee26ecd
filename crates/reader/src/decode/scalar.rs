//! The decoder's scalars: strings, numbers, quantities and times.

use std::borrow::Cow;

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    misspelt::nearest,
    names::Symbol,
};
use schedscope_quantity::{
    Quantity,
    double::{Shortest, double},
};
use schedscope_text::tree::{Scalar, ValueId};
use schedscope_time::Timestamp;

use crate::decode::{
    Cause, Decoder, FieldPath, clip,
    words::{is_placeholder, quoted},
};

impl<'a> Decoder<'a> {
    /// A string. A number or boolean is reported, and its source text is used as the string.
    pub fn string(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<&'a str> {
        let tree = self.tree;
        match tree.scalar(node, self.source) {
            Some(Scalar::String(text)) => {
                self.is_placeholder(node, path, text);
                Some(text)
            }
            Some(Scalar::Number(_) | Scalar::Bool(_)) => {
                let text = self.text_of(node);
                let what = match tree.scalar(node, self.source) {
                    Some(Scalar::Bool(_)) => "boolean",
                    _ => "number",
                };
                let message = format!(
                    "expected a string, found the {what} `{}`: put it in quotes",
                    clip(text)
                );
                self.error(DiagnosticCode::WrongType, node, path, message);
                Some(text)
            }
            Some(Scalar::Null) => None,
            None => {
                self.wrong_type(node, path, "a string");
                None
            }
        }
    }

    /// A string, interned.
    pub fn symbol(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Symbol> {
        let text = self.string(node, path)?;
        Some(self.names.intern(text))
    }

    /// A string that must be one of several.
    pub fn word(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        allowed: &[&str],
    ) -> Option<&'a str> {
        let text = self.string(node, path)?;
        if !allowed.contains(&text) && !is_placeholder(text) {
            let what = format!("`{}` is not allowed here", clip(text));
            let (cause, message) = match nearest(text, allowed) {
                Some(word) => (
                    Cause::Misspelt(word.to_owned()),
                    format!("{what}, did you mean `{word}`"),
                ),
                None => (
                    Cause::OfCode,
                    format!("{what}, use {}", quoted(allowed, " or ")),
                ),
            };
            self.report_cause(
                Severity::Error,
                (DiagnosticCode::InvalidValue, cause),
                node,
                path,
                message,
            );
        }
        Some(text)
    }

    pub fn boolean(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<bool> {
        if let Some(Scalar::Bool(value)) = self.tree.scalar(node, self.source) {
            Some(value)
        } else {
            self.wrong_type(node, path, "`true` or `false`");
            None
        }
    }

    /// A whole number that fits the field's type; any other is reported and treated as absent.
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
                self.error(DiagnosticCode::OutOfRange, node, path, message);
                return None;
            }
        }
        self.wrong_type(node, path, "a whole number");
        None
    }

    /// A whole number of 32 bits. Reports one outside `range`, and returns it.
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
                (start, i32::MAX) if number < i64::from(start) => format!("at least {start}"),
                (start, end) => format!("between {start} and {end}"),
            };
            let message = format!("`{number}` is out of range: it must be {limits}");
            self.error(DiagnosticCode::OutOfRange, node, path, message);
        }
        narrow
    }

    /// A quantity, written as a string or a number.
    pub fn quantity(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Quantity> {
        let tree = self.tree;
        let text = match tree.scalar(node, self.source) {
            Some(Scalar::Null) => return None,
            // The API machinery trims before it parses.
            Some(Scalar::String(text)) => Cow::Borrowed(text.trim()),
            Some(Scalar::Number(text)) => number_of_yaml(text),
            Some(Scalar::Bool(_)) | None => {
                self.wrong_type(node, path, "a quantity");
                return None;
            }
        };
        match Quantity::parse(&text) {
            Ok(quantity) => Some(quantity),
            Err(_) if self.is_placeholder(node, path, &text) => None,
            Err(error) => {
                let message = format!("`{}` is not a quantity: {error}", clip(&text));
                let cause = error
                    .suggestion()
                    .map(|word| Cause::Misspelt(word.to_owned()));
                self.report_cause(
                    Severity::Error,
                    (DiagnosticCode::InvalidQuantity, cause.unwrap_or_default()),
                    node,
                    path,
                    message,
                );
                None
            }
        }
    }

    pub fn time(&mut self, node: ValueId, path: &FieldPath<'_>) -> Option<Timestamp> {
        let text = self.string(node, path)?;
        let time = text.parse().ok();
        if time.is_none() && !is_placeholder(text) {
            let message = format!(
                "`{}` is not a time, write it as `2025-06-01T12:00:00Z`",
                clip(text)
            );
            self.error(DiagnosticCode::InvalidTime, node, path, message);
        }
        time
    }
}

/// A whole number as Kubernetes' YAML reader understands it: `3.0` is 3, `1e2` is 100, `0x10` is 16, and `010` is 8.
pub fn whole_number(text: &str) -> Option<i64> {
    let plain: String = text.chars().filter(|c| *c != '_').collect();
    let (negative, digits) = match plain.strip_prefix(['+', '-']) {
        Some(digits) => (plain.starts_with('-'), digits),
        None => (false, plain.as_str()),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        // `08` is decimal, `010` is octal.
        Some(_) if digits.starts_with('0') && digits.bytes().all(|b| (b'0'..b'8').contains(&b)) => {
            (8, digits)
        }
        _ => (10, digits),
    };
    let magnitude = if radix == 10 && digits.contains(['.', 'e', 'E']) {
        // It becomes JSON, which is where Go finds a whole number or none.
        let number = double(digits)?;
        (number < 1e21).then(|| Shortest(number).to_string().parse().ok())?
    } else {
        i128::from_str_radix(digits, radix).ok()
    }?;
    i64::try_from(if negative { -magnitude } else { magnitude }).ok()
}

/// The text of a number as Kubernetes' YAML reader passes it on, where only YAML writes it so: with a radix or
/// underscores.
pub fn number_of_yaml(text: &str) -> Cow<'_, str> {
    let digits = text.trim_start_matches(['+', '-']);
    let has_radix =
        digits.starts_with('0') && digits.len() > 1 && !digits.contains(['.', 'e', 'E']);
    if (has_radix || text.contains('_'))
        && let Some(whole) = whole_number(text)
    {
        return Cow::Owned(whole.to_string());
    }
    Cow::Borrowed(text)
}

#[cfg(test)]
mod tests {
    use schedscope_objects::diagnostic::Encoding;

    use super::*;
    use crate::Reader;

    #[test]
    fn wholes_are_those_that_reach_the_api() {
        let wholes = [
            ("3.0", 3),
            ("1e2", 100),
            ("1.5e1", 15),
            ("-0.0", 0),
            ("010", 8),
            ("-010", -8),
            ("08", 8),
            ("0", 0),
            ("+1_000", 1000),
            ("0x1F", 31),
            ("0o17", 15),
            ("0b11", 3),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ];
        for (text, whole) in wholes {
            assert_eq!(whole_number(text), Some(whole), "{text}");
        }
        for text in [
            "1.5",
            "1e-1",
            "1e19",
            "1e21",
            "9223372036854775808",
            ".inf",
            ".nan",
        ] {
            assert_eq!(whole_number(text), None, "{text}");
        }
    }

    #[test]
    fn amounts_are_numbers_of_yaml() {
        let check = |written: &str, amount: &str| {
            let text = format!(
                "apiVersion: v1\nkind: Node\nmetadata: {{name: n}}\nstatus: {{allocatable: {{cpu: {written}}}}}\n"
            );
            let reader = Reader::new(&text);
            let objects = reader.objects();
            let cpu = objects.names.get("cpu").expect("a name");
            let node = objects.nodes.first().expect("a node");
            let found = node.allocatable.get(cpu).expect("an amount");
            assert_eq!(
                found,
                &Quantity::parse(amount).expect("a quantity"),
                "{written}"
            );
        };
        check("010", "8");
        check("1_0", "10");
        check("0x10", "16");
        check("0", "0");
        check("0.5", "0.5");
        check("1e2", "1e2");
        check("\"010\"", "010");
    }

    #[test]
    fn a_kind_of_null_is_none() {
        for kind in ["null", "~", "", "\"\""] {
            let text = format!("apiVersion: v1\nkind: {kind}\nmetadata: {{name: n}}\n");
            let found = Reader::new(&text).diagnostics(Encoding::Utf8, 9);
            let codes: Vec<DiagnosticCode> = found.iter().map(|found| found.code).collect();
            assert_eq!(codes, [DiagnosticCode::NotAnObject], "{kind}");
        }
    }
}
