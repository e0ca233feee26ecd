//! The smallest change of a text that gives a field a value: comments, order, quotes and layout
//! of everything else stay as they are.

use super::tree::{Kind, NodeId, Tree};

/// Replaces the bytes `[from, to)` of a piece by `insert`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The first byte that goes.
    pub from: usize,
    /// Behind the last byte that goes.
    pub to: usize,
    /// What comes in their place.
    pub insert: String,
}

/// One step from a value to one inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'a> {
    /// The value of a key.
    Key(&'a str),
    /// An item, from 0.
    Index(usize),
    /// A new item behind the last one.
    Append,
}

/// A value to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number, `true`, `null`: written as it stands.
    Plain(String),
    /// A text: written with quotes where it would read as something else.
    Text(String),
    /// Keys and values.
    Map(Vec<(&'static str, Value)>),
}

impl Value {
    /// A whole number.
    pub fn number(number: i64) -> Self {
        Self::Plain(number.to_string())
    }

    /// In one line, as JSON, which is YAML too.
    fn flow(&self) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Text(text) => quoted(text),
            Self::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| format!("{}: {}", quoted(key), value.flow()));
                format!("{{{}}}", entries.collect::<Vec<_>>().join(", "))
            }
        }
    }

    /// In lines of YAML behind `key:`, whose key stands in column `indent`.
    fn behind_key(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Map(_) => format!(
                "{newline}{}{}",
                " ".repeat(indent + 2),
                self.block(indent + 2, newline)
            ),
            _ => format!(" {}", self.block(indent, newline)),
        }
    }

    /// In lines of YAML that begin in column `indent`, the first one without its indentation.
    fn block(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Plain(text) => text.clone(),
            Self::Text(text) if is_plain(text) => text.clone(),
            Self::Text(text) => quoted(text),
            Self::Map(entries) => {
                let lines = entries
                    .iter()
                    .map(|(key, value)| format!("{key}:{}", value.behind_key(indent, newline)));
                lines
                    .collect::<Vec<_>>()
                    .join(&format!("{newline}{}", " ".repeat(indent)))
            }
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Whether a text needs no quotes in YAML: plain words, as names of prioritizers are.
fn is_plain(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_./()".contains(&b))
        && !matches!(
            text.to_ascii_lowercase().as_str(),
            "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n" | "null"
        )
}

/// The edit that makes `value` stand at `path` below `root`; what is missing on the way is written
/// too. `None` where a value on the way is neither missing nor a collection of the right sort.
pub fn set(
    source: &str,
    tree: &Tree,
    root: NodeId,
    path: &[Step<'_>],
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
            Step::Key(key) if tree.kind(node) == Kind::Mapping => {
                let Some((key_node, next)) = tree.entry(node, key, source) else {
                    // What is merged into the mapping may have the rest of the path.
                    if !rest.is_empty() && tree.entry(node, "<<", source).is_some() {
                        return None;
                    }
                    return Some(insert_entry(source, tree, node, key, &wrap(rest, value)?));
                };
                let (start, end) = tree.range(key_node);
                if has_properties(source, end) {
                    return None;
                }
                above = Some(Above {
                    column: column(source, start),
                    end,
                    flow: tree.is_flow(node),
                });
                node = next;
            }
            Step::Index(at) if tree.kind(node) == Kind::Sequence => {
                node = tree.items(node).nth(*at)?;
                above = None;
            }
            Step::Append if tree.kind(node) == Kind::Sequence => {
                return Some(append_item(source, tree, node, above, &wrap(rest, value)?));
            }
            _ if tree.is_null(node, source) => {
                return Some(fill(source, tree, node, above?, &path[index..], value));
            }
            _ => return None,
        }
    }
    if tree.is_null(node, source) {
        return Some(fill(source, tree, node, above?, &[], value));
    }
    let (from, to) = tree.range(node);
    let in_json = is_json_text(source, tree, root);
    Some(Edit {
        from,
        to,
        insert: if in_json {
            value.flow()
        } else {
            value.block(0, "\n")
        },
    })
}

fn is_json_text(source: &str, tree: &Tree, root: NodeId) -> bool {
    source.as_bytes().get(tree.range(root).0) == Some(&b'{')
}

/// The edit that takes the entry of a key away. A comment on its line stays: then the value becomes
/// `null`, which means the same. `None` where nothing is written there.
pub fn remove(source: &str, tree: &Tree, root: NodeId, path: &[&str]) -> Option<Edit> {
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
struct Above {
    column: usize,
    /// Behind the key.
    end: usize,
    /// In braces, where values are written in one line.
    flow: bool,
}

/// Whether a collection is not written where it stands: an alias, whose anchor is not to change,
/// or a single pair in brackets, which has no room for a second one.
fn is_elsewhere(source: &str, tree: &Tree, node: NodeId) -> bool {
    let first = source.as_bytes().get(tree.range(node).0);
    match tree.kind(node) {
        Kind::Mapping if tree.is_flow(node) => first != Some(&b'{'),
        Kind::Sequence if tree.is_flow(node) => first != Some(&b'['),
        Kind::Mapping | Kind::Sequence => first == Some(&b'*'),
        Kind::Plain | Kind::String => false,
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

/// The value for a path of which nothing is there yet. `None`: an item of a list that is not there.
fn wrap(path: &[Step<'_>], value: Value) -> Option<Nested> {
    match path.split_first() {
        None => Some(Nested::Value(value)),
        Some((Step::Key(key), rest)) => {
            Some(Nested::Key((*key).to_owned(), Box::new(wrap(rest, value)?)))
        }
        Some((Step::Append | Step::Index(0), rest)) => {
            Some(Nested::Item(Box::new(wrap(rest, value)?)))
        }
        Some((Step::Index(_), _)) => None,
    }
}

/// A value inside new mappings and lists of one entry each.
enum Nested {
    Value(Value),
    Key(String, Box<Nested>),
    Item(Box<Nested>),
}

impl Nested {
    fn flow(&self) -> String {
        match self {
            Self::Value(value) => value.flow(),
            Self::Key(key, inner) => format!("{{{}: {}}}", quoted(key), inner.flow()),
            Self::Item(inner) => format!("[{}]", inner.flow()),
        }
    }

    /// Behind `key:` whose key stands in column `indent`.
    fn behind_key(&self, indent: usize, newline: &str) -> String {
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

    /// From column `indent` on, the first line without its indentation.
    fn block(&self, indent: usize, newline: &str) -> String {
        match self {
            Self::Value(value) => value.block(indent, newline),
            Self::Key(key, inner) => format!("{key}:{}", inner.behind_key(indent, newline)),
            Self::Item(inner) => format!("- {}", inner.block(indent + 2, newline)),
        }
    }
}

/// Writes a value where `key:`, of which column and end are given, has none.
fn fill(
    source: &str,
    tree: &Tree,
    null: NodeId,
    above: Above,
    path: &[Step<'_>],
    value: Value,
) -> Edit {
    let (from, to) = tree.range(null);
    let Some(nested) = wrap(path, value) else {
        return Edit {
            from,
            to: from,
            insert: String::new(),
        };
    };
    if from < to {
        // `~` or `null` is written: what replaces it may stay on the line.
        return Edit {
            from,
            to,
            insert: nested.flow(),
        };
    }
    let rest = source[above.end..].trim_start_matches([' ', '\t']);
    let colon = rest.starts_with(':').then(|| source.len() - rest.len() + 1);
    let insert = match colon {
        _ if !above.flow => nested.behind_key(above.column, newline(source)),
        Some(_) => format!(" {}", nested.flow()),
        None => format!(": {}", nested.flow()),
    };
    let at = colon.unwrap_or(above.end);
    Edit {
        from: at,
        to: at,
        insert,
    }
}

fn insert_entry(source: &str, tree: &Tree, mapping: NodeId, key: &str, value: &Nested) -> Edit {
    let last = tree.entries(mapping).last();
    if tree.is_flow(mapping) {
        let entry = format!("{}: {}", quoted(key), value.flow());
        let first = tree
            .entries(mapping)
            .next()
            .map(|(key, _)| tree.range(key).0);
        let last = last.map(|(_, value)| tree.range(value).1);
        return insert_flow(source, tree.range(mapping), first, last, &entry);
    }
    let column = tree
        .entries(mapping)
        .next()
        .map_or(0, |(key, _)| column(source, tree.range(key).0));
    let end = last.map_or(tree.range(mapping).1, |(key, value)| {
        end_of(tree, key, value)
    });
    let newline = newline(source);
    let entry = format!("{key}:{}", value.behind_key(column, newline));
    insert_line(source, end, column, &entry)
}

fn append_item(
    source: &str,
    tree: &Tree,
    sequence: NodeId,
    above: Option<Above>,
    value: &Nested,
) -> Edit {
    let first = tree.items(sequence).next().map(|item| tree.range(item).0);
    let last = tree.items(sequence).last().map(|item| tree.range(item).1);
    match (first, last, above) {
        (None, _, Some(above)) if !above.flow && !has_comment(source, tree.range(sequence)) => {
            // `[]` behind a key of a block mapping gives way to a list in lines.
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
        _ if tree.is_flow(sequence) => {
            insert_flow(source, tree.range(sequence), first, last, &value.flow())
        }
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
            let item = format!("- {}", value.block(column + 2, newline(source)));
            insert_line(source, end, column, &item)
        }
    }
}

/// Whether there may be a comment in a range.
fn has_comment(source: &str, (start, end): (usize, usize)) -> bool {
    source[start..end].contains('#')
}

/// Where an entry ends; a null value stands behind its key.
fn end_of(tree: &Tree, key: NodeId, value: NodeId) -> usize {
    let (start, end) = tree.range(value);
    if start == end { tree.range(key).1 } else { end }
}

/// Into braces or brackets, behind the last entry, laid out as the first one is.
fn insert_flow(
    source: &str,
    (start, end): (usize, usize),
    first: Option<usize>,
    last: Option<usize>,
    entry: &str,
) -> Edit {
    let (Some(first), Some(last)) = (first, last) else {
        return Edit {
            from: start + 1,
            to: if has_comment(source, (start, end)) {
                start + 1
            } else {
                end - 1
            },
            insert: entry.to_owned(),
        };
    };
    let line = line_start(source, first);
    let own_line = source[line..first]
        .bytes()
        .all(|b| matches!(b, b' ' | b'\t'));
    let gap = if own_line && line > 0 {
        format!("{}{}", newline(source), &source[line..first])
    } else {
        " ".to_owned()
    };
    Edit {
        from: last,
        to: last,
        insert: format!(",{gap}{entry}"),
    }
}

/// A new line behind the one in which `end` lies.
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

/// The line ending the text uses.
fn newline(source: &str) -> &'static str {
    match source.find(['\n', '\r']) {
        Some(at) if source[at..].starts_with("\r\n") => "\r\n",
        Some(at) if source[at..].starts_with('\r') => "\r",
        _ => "\n",
    }
}

fn line_start(source: &str, at: usize) -> usize {
    source[..at].rfind(['\n', '\r']).map_or(0, |at| at + 1)
}

fn line_end(source: &str, at: usize) -> usize {
    source[at..]
        .find(['\n', '\r'])
        .map_or(source.len(), |len| at + len)
}

fn break_len(source: &str, at: usize) -> usize {
    match &source[at..] {
        rest if rest.starts_with("\r\n") => 2,
        "" => 0,
        _ => 1,
    }
}

fn column(source: &str, at: usize) -> usize {
    source[line_start(source, at)..at].chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kube::text::yaml;

    fn apply(source: &str, edit: Option<Edit>) -> String {
        let Some(edit) = edit else {
            return "none".to_owned();
        };
        let mut text = source.to_owned();
        text.replace_range(edit.from..edit.to, &edit.insert);
        text
    }

    #[track_caller]
    fn check_set(source: &str, path: &[Step<'_>], value: Value, expect: &str) {
        let mut tree = Tree::default();
        yaml::parse(source, &mut tree).unwrap();
        let text = apply(
            source,
            set(source, &tree, tree.root().unwrap(), path, value),
        );
        assert_eq!(text, expect);
        if text != "none" {
            yaml::parse(&text, &mut tree).expect("the result is YAML");
        }
    }

    #[track_caller]
    fn check_remove(source: &str, path: &[&str], expect: &str) {
        let mut tree = Tree::default();
        yaml::parse(source, &mut tree).unwrap();
        assert_eq!(
            apply(source, remove(source, &tree, tree.root().unwrap(), path)),
            expect
        );
    }

    use Step::{Append, Index, Key};

    #[test]
    fn values_that_are_there() {
        check_set(
            "a:\n  b: 1 # one\nc: 2\n",
            &[Key("a"), Key("b")],
            Value::number(-3),
            "a:\n  b: -3 # one\nc: 2\n",
        );
        check_set(
            "a: {b: 1}\n",
            &[Key("a"), Key("b")],
            Value::number(2),
            "a: {b: 2}\n",
        );
        check_set(
            "a:\n- b: 1\n- b: \"2\"\n",
            &[Key("a"), Index(1), Key("b")],
            Value::number(3),
            "a:\n- b: 1\n- b: 3\n",
        );
        check_set(
            "é: ü\na: 1\n",
            &[Key("a")],
            Value::number(2),
            "é: ü\na: 2\n",
        );
    }

    #[test]
    fn keys_that_are_missing() {
        check_set(
            "a:\n  b: 1 # one\nc: 2\n",
            &[Key("a"), Key("x")],
            Value::number(3),
            "a:\n  b: 1 # one\n  x: 3\nc: 2\n",
        );
        check_set(
            "a: 1",
            &[Key("x"), Key("y")],
            Value::number(3),
            "a: 1\nx:\n  y: 3",
        );
        check_set(
            "a: {b: 1}\n",
            &[Key("a"), Key("x")],
            Value::number(3),
            "a: {b: 1, \"x\": 3}\n",
        );
        check_set(
            "a: {}\n",
            &[Key("a"), Key("x")],
            Value::number(3),
            "a: {\"x\": 3}\n",
        );
        check_set(
            "a:\nb: 1\n",
            &[Key("a"), Key("x")],
            Value::number(3),
            "a:\n  x: 3\nb: 1\n",
        );
        check_set(
            "s:\n  a: # none\n  b: 1\n",
            &[Key("s"), Key("a"), Key("x")],
            Value::number(3),
            "s:\n  a:\n    x: 3 # none\n  b: 1\n",
        );
        check_set(
            "a: |\n  text\n\n  more\nb: 1\n",
            &[Key("x")],
            Value::number(3),
            "a: |\n  text\n\n  more\nb: 1\nx: 3\n",
        );
        check_set(
            "b: 1\na: |\n  text\n",
            &[Key("x")],
            Value::number(3),
            "b: 1\na: |\n  text\nx: 3\n",
        );
        check_set(
            "a:\r\n  b: 1\r\n",
            &[Key("a"), Key("x")],
            Value::number(3),
            "a:\r\n  b: 1\r\n  x: 3\r\n",
        );
        check_set("a: 1\n", &[Key("a"), Key("x")], Value::number(3), "none");
        check_set(
            "{\n  \"a\": 1\n}\n",
            &[Key("x"), Key("y")],
            Value::number(3),
            "{\n  \"a\": 1,\n  \"x\": {\"y\": 3}\n}\n",
        );
    }

    #[test]
    fn items_that_are_missing() {
        let item = || {
            Value::Map(vec![
                (
                    "scoreCoordinate",
                    Value::Map(vec![("builtIn", Value::Text("Steady".to_owned()))]),
                ),
                ("weight", Value::number(3)),
            ])
        };
        let lines = "- scoreCoordinate:\n    builtIn: Steady\n  weight: 3";
        check_set(
            "a:\n- b: 1\nc: 1\n",
            &[Key("a"), Append],
            item(),
            &format!("a:\n- b: 1\n{lines}\nc: 1\n"),
        );
        check_set(
            "a:\n  - b: 1 # x\n",
            &[Key("a"), Append],
            item(),
            "a:\n  - b: 1 # x\n  - scoreCoordinate:\n      builtIn: Steady\n    weight: 3\n",
        );
        check_set(
            "a: []\n",
            &[Key("a"), Append],
            item(),
            &format!("a:\n{lines}\n"),
        );
        check_set(
            "a:\nb: 1\n",
            &[Key("a"), Append],
            item(),
            &format!("a:\n{lines}\nb: 1\n"),
        );
        check_set(
            "b: 1\n",
            &[Key("p"), Key("a"), Append],
            item(),
            "b: 1\np:\n  a:\n  - scoreCoordinate:\n      builtIn: Steady\n    weight: 3\n",
        );
        check_set(
            "{\"a\": [{\"b\": 1}]}",
            &[Key("a"), Append],
            Value::Map(vec![("name", Value::Text("x".to_owned()))]),
            "{\"a\": [{\"b\": 1}, {\"name\": \"x\"}]}",
        );
        check_set(
            "{\"a\": []}",
            &[Key("a"), Append],
            Value::number(1),
            "{\"a\": [1]}",
        );
    }

    #[test]
    fn entries_that_go() {
        check_remove(
            "s:\n  a: 1\n  n: 2\nb: 1\n",
            &["s", "n"],
            "s:\n  a: 1\nb: 1\n",
        );
        check_remove("s:\n  n: 2 # why\n", &["s", "n"], "s:\n  n: null # why\n");
        check_remove("s: {n: 2, a: 1}\n", &["s", "n"], "s: {n: null, a: 1}\n");
        check_remove("- x\n", &["s", "n"], "none");
    }
}
