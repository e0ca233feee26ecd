//! Writes values in braces and brackets in the style of their neighbours.

use super::{
    Edit, end_of, has_comment,
    lines::{indent_of, line_start, newline},
    value::{Nested, Value},
};
use crate::{
    json::quoted,
    plain,
    tree::{Tree, ValueId, ValueKind},
};

/// How values are written in braces and brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow<'s> {
    /// As JSON: keys and texts stand in quotes.
    pub json: bool,
    /// No space follows commas and colons.
    pub tight: bool,
    /// The line break and the indentation of a level, where each item has lines of its own.
    pub lines: Option<(&'s str, &'s str)>,
}

impl Flow<'_> {
    /// JSON in one line.
    pub(super) const JSON: Self = Self {
        json: true,
        tight: false,
        lines: None,
    };

    pub(super) fn text(&self, text: &str) -> String {
        if self.json {
            quoted(text)
        } else {
            plain::scalar(text).into_owned()
        }
    }

    /// An entry of a mapping.
    pub(super) fn entry(&self, key: &str, value: &str) -> String {
        let colon = if self.tight { ":" } else { ": " };
        [&*self.text(key), colon, value].concat()
    }

    /// The indentation one level further in.
    pub(super) fn inner(&self, indent: &str) -> String {
        [indent, self.lines.map_or("", |(_, level)| level)].concat()
    }

    /// Items or entries in brackets; `indent`: the indentation of the line that they begin in.
    pub(super) fn collection(
        &self,
        [open, close]: [&str; 2],
        all: &[String],
        indent: &str,
    ) -> String {
        let Some((newline, level)) = self.lines else {
            return [open, &all.join(if self.tight { "," } else { ", " }), close].concat();
        };
        let gap = [newline, indent, level].concat();
        let all = all.join(&[",", &gap].concat());
        [open, &gap, &all, newline, indent, close].concat()
    }
}

/// The start of the first and the end of the last item or entry of a collection.
fn ends(tree: &Tree, node: ValueId) -> Option<(usize, usize)> {
    if tree.kind(node) == ValueKind::Mapping {
        let ((first, _), (key, value)) = (tree.entries(node).next()?, tree.entries(node).last()?);
        return Some((tree.range(first).0, end_of(tree, key, value)));
    }
    let (first, last) = (tree.items(node).next()?, tree.items(node).last()?);
    Some((tree.range(first).0, tree.range(last).1))
}

/// Inserts an entry, or without a key an item, into braces or brackets after the last one, in the layout of the first
/// one.
pub(super) fn insert_flow(
    source: &str,
    tree: &Tree,
    root: ValueId,
    node: ValueId,
    key: Option<&str>,
    value: &Nested,
) -> Edit {
    let (start, end) = tree.range(node);
    let style = flow_near(source, tree, root, node);
    let entry = |indent: &str| {
        let value = value.flow_in(&style, indent);
        key.map_or_else(|| value.clone(), |key| style.entry(key, &value))
    };
    let Some((first, last)) = ends(tree, node) else {
        let has_comment = has_comment(source, (start, end));
        let outer = indent_of(source, start);
        let insert = match style.lines {
            Some(_) if !has_comment => {
                style.collection(["", ""], &[entry(&style.inner(outer))], outer)
            }
            _ => entry(""),
        };
        return Edit {
            from: start + 1,
            to: if has_comment { start + 1 } else { end - 1 },
            insert,
        };
    };
    let indent = indent_of(source, first);
    let gap = match line_start(source, first) {
        line if line > 0 && line + indent.len() == first => [newline(source), indent].concat(),
        _ if style.tight => String::new(),
        _ => " ".to_owned(),
    };
    Edit {
        from: last,
        to: last,
        insert: [",", &gap, &entry(indent)].concat(),
    }
}

/// Inserts an item after another one, which stands in a list of its kind, laid out as that one.
pub fn insert_behind(source: &str, tree: &Tree, item: ValueId, value: &Value) -> Edit {
    let (start, end) = tree.range(item);
    let style = flow_near(source, tree, item, item);
    let indent = indent_of(source, end.saturating_sub(1));
    let gap = match style.lines {
        Some((newline, _)) if source[start..end].contains(newline) => [newline, indent].concat(),
        _ if style.tight => String::new(),
        _ => " ".to_owned(),
    };
    Edit {
        from: end,
        to: end,
        insert: [",", &gap, &value.flow_in(&style, indent)].concat(),
    }
}

/// The style of values in braces and brackets: that of `node`, or of `root` if `node` is empty.
pub(super) fn flow_near<'s>(
    source: &'s str,
    tree: &Tree,
    root: ValueId,
    node: ValueId,
) -> Flow<'s> {
    let first_key = |node: ValueId| tree.entries(node).next();
    let like = if ends(tree, node).is_some() {
        node
    } else {
        root
    };
    let first = tree.items(like).next();
    let quoted = first_key(first.unwrap_or(like)).map_or(first, |(key, _)| Some(key));
    let is_quoted = |of: ValueId| source.as_bytes().get(tree.range(of).0) == Some(&b'"');
    let json = tree.is_flow(like) && quoted.is_some_and(is_quoted);
    let tight = json
        && first_key(root).is_some_and(|(key, _)| {
            source[tree.range(key).1..].starts_with(':')
                && !source[tree.range(key).1 + 1..].starts_with(char::is_whitespace)
        });
    let mut values: Vec<ValueId> = tree.items(like).collect();
    values.extend(tree.entries(like).map(|(_, value)| value));
    // The neighbours of values in one line are in one line too.
    let in_lines = values.into_iter().find_map(|value| {
        let (start, end) = tree.range(value);
        ends(tree, value).map(|_| source[start..end].contains(['\n', '\r']))
    });
    let level = || {
        let (first, _) = ends(tree, like)?;
        let inner = indent_of(source, first);
        let close = tree.range(like).1.checked_sub(1)?;
        let outer = indent_of(source, close);
        let stands_alone = |at: usize, indent: &str| line_start(source, at) + indent.len() == at;
        let level = inner.strip_prefix(outer)?;
        (stands_alone(first, inner) && stands_alone(close, outer)).then_some(level)
    };
    let lines = if tree.is_flow(like) && in_lines.unwrap_or(true) {
        level().filter(|level| !level.is_empty())
    } else {
        None
    };
    Flow {
        json,
        tight,
        lines: lines.map(|level| (newline(source), level)),
    }
}
