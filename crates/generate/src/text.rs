//! Objects as kubectl prints them: YAML with two spaces and JSON with four, keys sorted.

use std::borrow::Cow;

use schedscope_objects::order;
use schedscope_text::{json, plain};

/// A part of an object.
pub(super) enum Node {
    Text(Cow<'static, str>),
    Number(i64),
    True,
    Null,
    List(Vec<Node>),
    /// Sorted by key.
    Map(Vec<(&'static str, Node)>),
}

/// A map of these entries; absent ones are left out, as Go's `omitempty`.
pub(super) fn map<E, const N: usize>(entries: [(&'static str, E); N]) -> Node
where
    E: Into<Option<Node>>,
{
    sorted(&mut entries.map(|(key, node)| (key, node.into())))
}

fn sorted(entries: &mut [(&'static str, Option<Node>)]) -> Node {
    let entries = entries.iter_mut();
    let mut entries: Vec<_> = entries
        .filter_map(|(key, node)| Some((*key, node.take()?)))
        .collect();
    order::sort(&mut entries, |(one, _), (two, _)| one.cmp(two));
    Node::Map(entries)
}

impl From<&'static str> for Node {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<String> for Node {
    fn from(text: String) -> Self {
        Self::Text(text.into())
    }
}

impl Node {
    /// A map with more entries; one of a key that is there takes its place.
    pub(super) fn with<E, const N: usize>(self, more: [(&'static str, E); N]) -> Self
    where
        E: Into<Option<Node>>,
    {
        let (Self::Map(mut entries), Self::Map(more)) = (self, map(more)) else {
            return Self::Null;
        };
        entries.retain(|(key, _)| more.iter().all(|(new, _)| new != key));
        entries.extend(more);
        order::sort(&mut entries, |(one, _), (two, _)| one.cmp(two));
        Self::Map(entries)
    }

    /// A map with more entries in the map of a key.
    pub(super) fn with_inner<const N: usize>(
        mut self,
        key: &'static str,
        more: [(&'static str, Node); N],
    ) -> Self {
        if let Self::Map(entries) = &mut self
            && let Some((_, inner)) = entries.iter_mut().find(|(known, _)| *known == key)
        {
            let old = std::mem::replace(inner, Self::Null);
            *inner = old.with(more);
        }
        self
    }

    /// The node on lines of its own.
    pub(super) fn write_yaml(&self, out: &mut String, indent: usize) {
        match self {
            Self::Map(entries) => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    if index > 0 {
                        pad(out, indent);
                    }
                    out.push_str(key);
                    out.push(':');
                    value.write_value(out, indent);
                }
            }
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        pad(out, indent);
                    }
                    item.write_item(out, indent);
                }
            }
            scalar => {
                scalar.write_scalar(out);
                out.push('\n');
            }
        }
    }

    /// The node as an item of a list, from the dash on.
    pub(super) fn write_item(&self, out: &mut String, indent: usize) {
        out.push_str("- ");
        self.write_yaml(out, indent + 2);
    }

    /// What follows a key's colon. Lists stand below their key without indentation.
    fn write_value(&self, out: &mut String, indent: usize) {
        match self {
            Self::Map(entries) if entries.is_empty() => out.push_str(" {}\n"),
            Self::List(items) if items.is_empty() => out.push_str(" []\n"),
            Self::Map(_) => {
                out.push('\n');
                pad(out, indent + 2);
                self.write_yaml(out, indent + 2);
            }
            Self::List(_) => {
                out.push('\n');
                pad(out, indent);
                self.write_yaml(out, indent);
            }
            scalar => {
                out.push(' ');
                scalar.write_yaml(out, indent);
            }
        }
    }

    fn write_scalar(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&plain::scalar(text)),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::True => out.push_str("true"),
            Self::Null => out.push_str("null"),
            Self::List(_) | Self::Map(_) => {}
        }
    }

    /// The node as JSON, its first line where `out` ends.
    pub(super) fn write_json(&self, out: &mut String, depth: usize) {
        match self {
            Self::Map(entries) if entries.is_empty() => out.push_str("{}"),
            Self::List(items) if items.is_empty() => out.push_str("[]"),
            Self::Map(entries) => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    out.push_str(if index == 0 { "{\n" } else { ",\n" });
                    pad(out, 4 * depth + 4);
                    json::write_string(key, out);
                    out.push_str(": ");
                    value.write_json(out, depth + 1);
                }
                out.push('\n');
                pad(out, 4 * depth);
                out.push('}');
            }
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index == 0 { "[\n" } else { ",\n" });
                    pad(out, 4 * depth + 4);
                    item.write_json(out, depth + 1);
                }
                out.push('\n');
                pad(out, 4 * depth);
                out.push(']');
            }
            Self::Text(text) => json::write_string(text, out),
            scalar => scalar.write_scalar(out),
        }
    }
}

fn pad(out: &mut String, spaces: usize) {
    out.extend(std::iter::repeat_n(' ', spaces));
}
