//! The values that edits write: in braces and brackets, or in lines of YAML.

use super::{PathStep, flow::Flow};
use crate::plain;

/// A value to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, `true` or `null`, written as it is.
    Plain(String),
    /// A text, written with quotes unless it [is plain](plain::is_plain).
    Text(String),
    /// A mapping.
    Map(Vec<(String, Value)>),
    /// A value that the caller has written: as JSON in one line, and as YAML in one line or more.
    Written {
        /// The JSON, for collections in braces and brackets.
        flow: String,
        /// The lines of YAML, without the indentation of the first one.
        block: Vec<String>,
    },
}

impl Value {
    /// A whole number.
    pub fn number(number: i64) -> Self {
        Self::Plain(number.to_string())
    }

    /// The value in one line, as JSON, which is also YAML.
    pub fn flow(&self) -> String {
        self.flow_in(&Flow::JSON, "")
    }

    /// The value in braces and brackets; `indent`: the indentation of the line that it begins in.
    pub(super) fn flow_in(&self, style: &Flow<'_>, indent: &str) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Text(text) => style.text(text),
            Self::Written { flow, .. } => flow.clone(),
            Self::Map(entries) => {
                let inner = style.inner(indent);
                let entries = entries
                    .iter()
                    .map(|(key, value)| style.entry(key, &value.flow_in(style, &inner)));
                style.collection(["{", "}"], &entries.collect::<Vec<_>>(), indent)
            }
        }
    }

    /// The value in lines of YAML after `key:`, whose key is in column `indent`.
    pub(super) fn behind_key(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Map(_) | Self::Written { .. } => format!(
                "{newline}{}{}",
                " ".repeat(indent + 2),
                self.block(indent + 2, newline)
            ),
            _ => format!(" {}", self.block(indent, newline)),
        }
    }

    /// The value in lines of YAML that begin in column `indent`, without the indentation of the first one.
    pub fn block(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Text(text) => plain::scalar(text).into_owned(),
            Self::Written { block, .. } => block.join(&format!("{newline}{}", " ".repeat(indent))),
            Self::Map(entries) => {
                let lines = entries.iter().map(|(key, value)| {
                    format!(
                        "{}:{}",
                        plain::scalar(key),
                        value.behind_key(indent, newline)
                    )
                });
                lines
                    .collect::<Vec<_>>()
                    .join(&format!("{newline}{}", " ".repeat(indent)))
            }
        }
    }
}

/// The value with collections for the whole path around it. `None` if the path has an item other than the first one.
pub(super) fn wrap(path: &[PathStep<'_>], value: Value) -> Option<Nested> {
    match path.split_first() {
        None => Some(Nested::Value(value)),
        Some((PathStep::Key(key), rest)) => {
            Some(Nested::Key((*key).to_owned(), Box::new(wrap(rest, value)?)))
        }
        Some((PathStep::Append | PathStep::Index(0), rest)) => {
            Some(Nested::Item(Box::new(wrap(rest, value)?)))
        }
        Some((PathStep::Index(_), _)) => None,
    }
}

/// A value inside of new mappings and lists of one entry each.
pub(super) enum Nested {
    Value(Value),
    Key(String, Box<Nested>),
    Item(Box<Nested>),
}

impl Nested {
    pub(super) fn flow_in(&self, style: &Flow<'_>, indent: &str) -> String {
        let inside = |inner: &Self| inner.flow_in(style, &style.inner(indent));
        match self {
            Self::Value(value) => value.flow_in(style, indent),
            Self::Key(key, inner) => {
                style.collection(["{", "}"], &[style.entry(key, &inside(inner))], indent)
            }
            Self::Item(inner) => style.collection(["[", "]"], &[inside(inner)], indent),
        }
    }

    /// The value after `key:`, whose key is in column `indent`.
    pub(super) fn behind_key(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Value(value) => value.behind_key(indent, newline),
            Self::Key(..) => format!(
                "{newline}{}{}",
                " ".repeat(indent + 2),
                self.block(indent + 2, newline)
            ),
            // As kubectl prints lists: the dash stands below the key.
            Self::Item(_) => format!(
                "{newline}{}{}",
                " ".repeat(indent),
                self.block(indent, newline)
            ),
        }
    }

    /// The value in lines from column `indent` on, without the indentation of the first one.
    pub(super) fn block(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Value(value) => value.block(indent, newline),
            Self::Key(key, inner) => format!(
                "{}:{}",
                plain::scalar(key),
                inner.behind_key(indent, newline)
            ),
            Self::Item(inner) => format!("- {}", inner.block(indent + 2, newline)),
        }
    }
}
