//! The smallest change of a text that sets a field: comments, order, quotes and layout of everything else are kept.

mod flow;
mod items;
mod lines;
mod value;

use crate::{
    json::quoted,
    plain::{self, is_plain},
    tree::{Tree, ValueId, ValueKind},
};
pub use flow::insert_behind;
use flow::{flow_near, insert_flow};
pub use items::{
    comments_above, end_before_comments, has_anchors, move_item, remove_entry, remove_item,
    remove_items,
};
use lines::{break_len, column, indent_of, line_end, line_start, newline};
pub use value::Value;
use value::{Nested, wrap};

/// An edit: replaces the bytes `[from, to)` of a piece by `insert`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The first byte that is replaced.
    pub from: usize,
    /// The byte after the last one that is replaced.
    pub to: usize,
    /// The replacement.
    pub insert: String,
}

/// One step from a value to one inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStep<'a> {
    /// The value of a key.
    Key(&'a str),
    /// An item, from 0.
    Index(usize),
    /// A new item after the last one.
    Append,
}

/// The edit that sets `path` below `root` to `value`, creating missing collections on the way. `None` if a value on the
/// way is neither missing nor a collection of the right kind.
pub fn set(
    source: &str,
    tree: &Tree,
    root: ValueId,
    path: &[PathStep<'_>],
    value: Value,
) -> Option<Edit> {
    let mut node = root;
    let mut above = None;
    for (index, step) in path.iter().enumerate() {
        let rest = &path[index + 1..];
        if is_elsewhere(source, tree, node) {
            return None;
        }
        match step {
            PathStep::Key(key) if tree.kind(node) == ValueKind::Mapping => {
                let Some((key_node, next)) = tree.entry(node, key, source) else {
                    // A merged mapping may have the rest of the path.
                    if !rest.is_empty() && tree.entry(node, "<<", source).is_some() {
                        return None;
                    }
                    let value = wrap(rest, value)?;
                    return Some(insert_entry(source, tree, root, node, key, &value));
                };
                let (start, end) = tree.range(key_node);
                if has_properties(source, end) {
                    return None;
                }
                above = Some(Parent {
                    column: column(source, start),
                    end,
                    flow: tree.is_flow(node),
                });
                node = next;
            }
            PathStep::Index(at) if tree.kind(node) == ValueKind::Sequence => {
                node = tree.items(node).nth(*at)?;
                above = None;
            }
            PathStep::Append if tree.kind(node) == ValueKind::Sequence => {
                let value = wrap(rest, value)?;
                return Some(append_item(source, tree, root, node, above, &value));
            }
            _ if tree.is_null(node, source) => {
                let value = wrap(&path[index..], value)?;
                return Some(fill(source, tree, root, node, above?, &value));
            }
            _ => return None,
        }
    }
    if tree.is_null(node, source) {
        let value = Nested::Value(value);
        return Some(fill(source, tree, root, node, above?, &value));
    }
    let (from, to) = tree.range(node);
    let insert = match (&value, source.as_bytes().get(from)) {
        (Value::Text(text), Some(b'"')) => quoted(text),
        (Value::Text(text), Some(b'\'')) if is_plain(text) => format!("'{text}'"),
        _ if is_json_text(source, tree, root) => {
            let style = flow_near(source, tree, root, root);
            value.flow_in(&style, indent_of(source, from))
        }
        _ => value.block(0, "\n"),
    };
    Some(Edit { from, to, insert })
}

fn is_json_text(source: &str, tree: &Tree, root: ValueId) -> bool {
    source.as_bytes().get(tree.range(root).0) == Some(&b'{')
}

/// The edit that removes the entry of a key. If there is a comment on its line, the value becomes `null`, which means
/// the same, and the comment is kept. `None` if the entry does not exist.
pub fn remove(source: &str, tree: &Tree, root: ValueId, path: &[&str]) -> Option<Edit> {
    let (last, parents) = path.split_last()?;
    let mut node = root;
    for key in parents {
        node = tree.get(node, key, source)?;
    }
    let (key, value) = tree.entry(node, last, source)?;
    if tree.is_null(value, source) {
        return None;
    }
    let line = line_start(source, tree.range(key).0);
    let end = tree.range(value).1;
    let line_end = line_end(source, end);
    let stands_alone = !tree.is_flow(node)
        && source[line..tree.range(key).0].bytes().all(|b| b == b' ')
        && source[end..line_end].trim().is_empty();
    if stands_alone {
        let behind = line_end + break_len(source, line_end);
        return Some(Edit {
            from: line,
            to: behind,
            insert: String::new(),
        });
    }
    let (from, to) = tree.range(value);
    Some(Edit {
        from,
        to,
        insert: "null".to_owned(),
    })
}

/// The key of the value at hand.
#[derive(Clone, Copy, Debug)]
struct Parent {
    column: usize,
    /// The byte after the key.
    end: usize,
    /// In braces, where values are written in one line.
    flow: bool,
}

/// Whether a collection is not written where it stands: an alias, whose anchor is not to change,
/// or a single pair in brackets, which has no room for a second one.
pub fn is_elsewhere(source: &str, tree: &Tree, node: ValueId) -> bool {
    let first = source.as_bytes().get(tree.range(node).0);
    match tree.kind(node) {
        ValueKind::Mapping if tree.is_flow(node) => first != Some(&b'{'),
        ValueKind::Sequence if tree.is_flow(node) => first != Some(&b'['),
        ValueKind::Mapping | ValueKind::Sequence => first == Some(&b'*'),
        ValueKind::Plain | ValueKind::String => false,
    }
}

/// Whether an anchor (others may refer to the value) or a tag stands before the value of the key
/// that ends at `key_end`.
fn has_properties(source: &str, key_end: usize) -> bool {
    let Some((_, behind)) = source[key_end..].split_once(':') else {
        return false;
    };
    behind
        .trim_start_matches([' ', '\t'])
        .starts_with(['&', '!'])
}

/// Writes a value where `key:`, of which column and end are given, has none.
fn fill(
    source: &str,
    tree: &Tree,
    root: ValueId,
    null: ValueId,
    above: Parent,
    nested: &Nested,
) -> Edit {
    let (from, to) = tree.range(null);
    let style = flow_near(source, tree, root, root);
    let flow = || nested.flow_in(&style, indent_of(source, from));
    if from < to {
        // `~` or `null` is written: what replaces it may stay on the line.
        return Edit {
            from,
            to,
            insert: flow(),
        };
    }
    let rest = source[above.end..].trim_start_matches([' ', '\t']);
    let colon = rest.starts_with(':').then(|| source.len() - rest.len() + 1);
    let insert = match colon {
        _ if !above.flow => nested.behind_key(above.column, newline(source)),
        Some(_) => format!(" {}", flow()),
        None => format!(": {}", flow()),
    };
    let at = colon.unwrap_or(above.end);
    Edit {
        from: at,
        to: at,
        insert,
    }
}

fn insert_entry(
    source: &str,
    tree: &Tree,
    root: ValueId,
    mapping: ValueId,
    key: &str,
    value: &Nested,
) -> Edit {
    if tree.is_flow(mapping) {
        return insert_flow(source, tree, root, mapping, Some(key), value);
    }
    let last = tree.entries(mapping).last();
    let column = tree
        .entries(mapping)
        .next()
        .map_or(0, |(key, _)| column(source, tree.range(key).0));
    let end = last.map_or(tree.range(mapping).1, |(key, value)| {
        end_of(tree, key, value)
    });
    let newline = newline(source);
    let entry = format!(
        "{}:{}",
        plain::scalar(key),
        value.behind_key(column, newline)
    );
    insert_line(source, end, column, &entry)
}

fn append_item(
    source: &str,
    tree: &Tree,
    root: ValueId,
    sequence: ValueId,
    above: Option<Parent>,
    value: &Nested,
) -> Edit {
    let first = tree.items(sequence).next().map(|item| tree.range(item).0);
    let last = tree.items(sequence).last().map(|item| tree.range(item).1);
    match (first, last, above) {
        (None, _, Some(above)) if !above.flow && !has_comment(source, tree.range(sequence)) => {
            // `[]` after a key of a block mapping is replaced by a list in lines.
            let (from, to) = tree.range(sequence);
            let indent = " ".repeat(above.column);
            let newline = newline(source);
            let block = value.block(above.column + 2, newline);
            let blank = source[..from].len() - source[..from].trim_end_matches(' ').len();
            Edit {
                from: from - blank,
                to,
                insert: format!("{newline}{indent}- {block}"),
            }
        }
        _ if tree.is_flow(sequence) => insert_flow(source, tree, root, sequence, None, value),
        _ => {
            let start = tree.range(sequence).0;
            let dash = if source[start..].starts_with('-') {
                start
            } else {
                let first = first.unwrap_or(start);
                source[..first].rfind('-').unwrap_or(first)
            };
            let column = column(source, dash);
            let end = last.unwrap_or(tree.range(sequence).1);
            let end = items::end_of_items(source, tree, sequence).unwrap_or(end);
            let item = format!("- {}", value.block(column + 2, newline(source)));
            insert_line(source, end, column, &item)
        }
    }
}

/// Whether a range may contain a comment.
fn has_comment(source: &str, (start, end): (usize, usize)) -> bool {
    source[start..end].contains('#')
}

/// The end of an entry; an empty value ends after its key.
fn end_of(tree: &Tree, key: ValueId, value: ValueId) -> usize {
    let (start, end) = tree.range(value);
    if start == end { tree.range(key).1 } else { end }
}

/// Inserts a new line after the one in which `end` lies.
fn insert_line(source: &str, end: usize, column: usize, entry: &str) -> Edit {
    let newline = newline(source);
    let indent = " ".repeat(column);
    // A block scalar ends at the start of a line, and so may a collection of them.
    let is_line_start = end > 0 && source[..end].ends_with(['\n', '\r']);
    if is_line_start {
        return Edit {
            from: end,
            to: end,
            insert: format!("{indent}{entry}{newline}"),
        };
    }
    let at = line_end(source, end);
    Edit {
        from: at,
        to: at,
        insert: format!("{newline}{indent}{entry}"),
    }
}

#[cfg(test)]
mod tests;
