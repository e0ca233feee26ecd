//! The text edits of a change. They keep the comments and the layout of everything else.

use schedscope_objects::{
    diagnostic::{Encoding, ObjectName},
    order,
};
use schedscope_reader::PieceDraft;
use schedscope_text::edit::{self as edit, PathStep, Value as Written};
use schedscope_text::{
    json::{self, Part},
    scalar,
    tree::{Tree, ValueId, ValueKind},
};
use schedscope_whatif::{Edit, Step, Value};

use crate::{Input, TextEdit};

/// How to handle an edit that the text as written does not allow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refused {
    /// Returns no text edit.
    Leave,
    /// Rewrites the object as JSON, for a decision on trial.
    Render,
}

/// The text edits of each edit, all relative to the current text. Several edits of one object are one text edit, listed
/// with the first of them. `None` if the text does not allow the edit.
pub(crate) fn text_edits(
    input: &Input,
    edits: &[Edit],
    refused: Refused,
) -> Vec<Option<Vec<TextEdit>>> {
    let mut seen: Vec<&ObjectName> = Vec::new();
    let mut found = Vec::with_capacity(edits.len());
    for one in edits {
        if seen.contains(&&one.object) {
            // Applied together with the first one, or rejected with it.
            let first = seen.iter().position(|known| **known == one.object);
            let taken = first
                .and_then(|at| found.get(at))
                .is_some_and(Option::is_some);
            found.push(taken.then(Vec::new));
        } else {
            let own: Vec<&Edit> = edits
                .iter()
                .filter(|other| other.object == one.object)
                .collect();
            let edit = object_edit(input, &own, refused);
            found.push(edit.map(|edit| edit.into_iter().map(placed).collect()));
        }
        seen.push(&one.object);
    }
    found
}

fn placed(edit: edit::Edit) -> TextEdit {
    let (from, to, insert) = (edit.from, edit.to, edit.insert);
    TextEdit { from, to, insert }
}

/// The one text edit of all edits of an object; empty if they change nothing. `None` if the text does not allow them.
fn object_edit(input: &Input, edits: &[&Edit], refused: Refused) -> Option<Vec<edit::Edit>> {
    if let [
        Edit {
            path,
            new: Some(object),
            old: None,
            ..
        },
    ] = edits
        && path.is_empty()
    {
        return Some(vec![added(input, object)]);
    }
    let mut draft = PieceDraft::of(&input.reader, &edits.first()?.object)?;
    if edits.iter().any(|edit| edit.path.is_empty()) {
        if let Some(removal) = draft.removal(input.encoding) {
            return Some(vec![removal]);
        }
        if refused == Refused::Leave {
            return None;
        }
        let (_, tree, root) = draft.parts();
        let (from, to) = tree.range(root);
        draft.apply(&edit::Edit {
            from,
            to,
            insert: "null".to_owned(),
        });
        return Some(draft.edit(input.encoding).into_iter().collect());
    }
    // Items are removed last, from the end, so that the others keep their places.
    let mut ordered: Vec<&Edit> = edits.to_vec();
    order::sort(&mut ordered, |a, b| {
        let is_last = |edit: &Edit| edit.new.is_none();
        let by_place = || {
            if is_last(a) {
                b.path.cmp(&a.path)
            } else {
                std::cmp::Ordering::Equal
            }
        };
        is_last(a).cmp(&is_last(b)).then_with(by_place)
    });
    let taken =
        |draft: &mut PieceDraft<'_>| ordered.iter().all(|edit| step_edit(draft, edit).is_some());
    if !taken(&mut draft) {
        if refused == Refused::Leave {
            return None;
        }
        draft = PieceDraft::of(&input.reader, &edits.first()?.object)?;
        draft.render()?;
        if !taken(&mut draft) {
            return None;
        }
    }
    Some(draft.edit(input.encoding).into_iter().collect())
}

/// Applies an edit of a field to a draft.
fn step_edit(draft: &mut PieceDraft<'_>, change: &Edit) -> Option<()> {
    let (source, tree, root) = draft.parts();
    let edit = match &change.new {
        Some(value) if scalar_on(tree, root, source, &change.path).is_some() => {
            inner_edit((source, tree, root), &change.path, value)?
        }
        Some(value) => {
            let path = steps(source, tree, root, &change.path);
            edit::set(source, tree, root, &path, written(value))?
        }
        None => removal(source, tree, root, &change.path)?,
    };
    draft.apply(&edit)
}

/// The string that a path goes through, and the number of steps to it; `None` if it goes through no string.
fn scalar_on(tree: &Tree, root: ValueId, source: &str, path: &[Step]) -> Option<(ValueId, usize)> {
    let mut node = root;
    for (at, step) in path.iter().enumerate() {
        if tree.kind(node) == ValueKind::String {
            return Some((node, at));
        }
        node = match step {
            Step::Key(key) => tree.get(node, key, source)?,
            Step::Index(at) => tree.items(node).nth(*at)?,
        };
    }
    None
}

/// The edit of a value in JSON that a string contains, on one line.
fn inner_edit(
    (source, tree, root): (&str, &Tree, ValueId),
    path: &[Step],
    value: &Value,
) -> Option<edit::Edit> {
    let (node, at) = scalar_on(tree, root, source, path)?;
    let text = tree.text(node, source);
    let mut inner = Tree::default();
    json::parse(text, Part::Value, &mut inner).ok()?;
    let root = inner.root()?;
    let path = steps(text, &inner, root, path.get(at..)?);
    let edit = edit::set(text, &inner, root, &path, written(value))?;
    let place = |offset| scalar::place(source, tree, node, offset);
    let (from, to) = (place(edit.from)?, place(edit.to)?);
    let insert = match source.as_bytes().get(tree.range(node).0) {
        Some(b'"') => {
            let quoted = json::quoted(&edit.insert);
            quoted.get(1..quoted.len() - 1)?.to_owned()
        }
        _ if edit.insert.contains('\n') => return None,
        _ => edit.insert,
    };
    Some(edit::Edit { from, to, insert })
}

/// The path to a value, with a new item at the end of a list.
fn steps<'p>(source: &str, tree: &Tree, root: ValueId, path: &'p [Step]) -> Vec<PathStep<'p>> {
    let mut node = Some(root);
    let steps = path.iter().map(|step| match step {
        Step::Key(key) => {
            node = node.and_then(|node| tree.get(node, key, source));
            PathStep::Key(key)
        }
        Step::Index(at) => {
            let item = node.and_then(|node| tree.items(node).nth(*at));
            node = item;
            if item.is_some() {
                PathStep::Index(*at)
            } else {
                PathStep::Append
            }
        }
    });
    steps.collect()
}

fn removal(source: &str, tree: &Tree, root: ValueId, path: &[Step]) -> Option<edit::Edit> {
    let (last, way) = path.split_last()?;
    let mut node = root;
    for step in way {
        node = match step {
            Step::Key(key) => tree.get(node, key, source)?,
            Step::Index(at) => tree.items(node).nth(*at)?,
        };
        if edit::is_elsewhere(source, tree, node) {
            return None;
        }
    }
    match last {
        // An empty list is removed with its key.
        Step::Index(0) if tree.items(node).count() == 1 => removal(source, tree, root, way),
        Step::Index(at) if tree.kind(node) == ValueKind::Sequence => {
            edit::remove_item(source, tree, node, *at)
        }
        // For a field of `spec`, `null` is equivalent to an absent field, and keeps the comment on its line.
        Step::Key(key) if matches!(way, [Step::Key(parent)] if parent == "spec") => {
            edit::remove(source, tree, node, &[key])
        }
        Step::Key(key) => edit::remove_entry(source, tree, node, key),
        Step::Index(_) => None,
    }
}

/// A value as it is written.
fn written(value: &Value) -> Written {
    match value {
        Value::Integer(number) => Written::number(*number),
        Value::Text(text) => Written::Text(text.clone()),
        Value::Plain(text) => Written::Plain(text.clone()),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| written(item).flow()).collect();
            Written::Plain(["[", &items.join(", "), "]"].concat())
        }
        Value::Map(fields) => {
            let fields = fields
                .iter()
                .map(|(key, value)| (key.clone(), written(value)));
            Written::Map(fields.collect())
        }
    }
}

/// The edit that adds an object at the end of the text, or after the last item of a JSON list.
fn added(input: &Input, object: &Value) -> edit::Edit {
    if let Some(draft) = PieceDraft::last_json_item(&input.reader) {
        let (source, tree, root) = draft.parts();
        let edit = edit::insert_behind(source, tree, root, &written(object));
        return draft.placed(edit, input.encoding);
    }
    let text = input.reader.text();
    let end = match input.encoding {
        Encoding::Utf8 => text.len(),
        Encoding::Utf16 => text.encode_utf16().count(),
    };
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let gap = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        newline
    };
    let start = if text.trim().is_empty() { "" } else { "---" };
    let line = if start.is_empty() { "" } else { newline };
    let insert = [
        gap,
        start,
        line,
        &written(object).block(0, newline),
        newline,
    ]
    .concat();
    edit::Edit {
        from: end,
        to: end,
        insert,
    }
}
