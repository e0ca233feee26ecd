//! Moves and removes items of a list, with the comments that belong to them.
//!
//! An item includes the comments on its lines, those after it that are indented deeper than its dash, and those
//! directly above it in the column of its dash. Everything else between two items (blank lines, other comments, commas)
//! keeps its place.

use super::{
    Edit,
    lines::{break_len, line_end, line_start, next_line},
};
use crate::tree::{Tree, ValueId};

/// An item, or an entry of a mapping, with what belongs to it.
#[derive(Clone, Copy, Debug)]
struct ItemBlock {
    /// The start, including the comments above.
    from: usize,
    /// The end of the value.
    end: usize,
    /// The end of the comma after the value; without a comma the same as `end`.
    comma: usize,
    /// The end of everything that belongs to the item; the line break does not.
    to: usize,
}

/// The layout of a list's items.
enum Layout {
    /// Each item has lines of its own.
    Lines(Vec<ItemBlock>),
    /// In brackets, with several items on a line.
    Inline(Vec<ItemBlock>),
}

/// The edit that moves the item at `from` to `to`. `None` if the item does not exist, if nothing changes, or if the
/// items cannot be separated.
pub fn move_item(source: &str, tree: &Tree, list: ValueId, from: usize, to: usize) -> Option<Edit> {
    if has_anchors(source, tree, list) {
        return None;
    }
    let (Layout::Lines(units) | Layout::Inline(units)) = layout(source, tree, list)?;
    let (low, high) = (from.min(to), from.max(to));
    let slots = units.get(low..=high).filter(|slots| slots.len() > 1)?;
    let mut moved = slots.to_vec();
    if from < to {
        moved.rotate_left(1);
    } else {
        moved.rotate_right(1);
    }
    let mut insert = String::new();
    for (at, (slot, unit)) in slots.iter().zip(&moved).enumerate() {
        insert.push_str(&source[unit.from..unit.end]);
        insert.push_str(if slot.comma > slot.end { "," } else { "" });
        insert.push_str(&source[unit.comma..unit.to]);
        if let Some(next) = slots.get(at + 1) {
            insert.push_str(&source[slot.to..next.from]);
        }
    }
    let (from, to) = (slots.first()?.from, slots.last()?.to);
    Some(Edit { from, to, insert })
}

/// The edit that removes an item. `None` if the item does not exist, or if an alias may refer to it.
pub fn remove_item(source: &str, tree: &Tree, list: ValueId, index: usize) -> Option<Edit> {
    let mut edits = Vec::new();
    remove_items(source, tree, list, &[index], &mut edits)?;
    edits.pop()
}

/// Adds the edits that each remove an item; some may overlap. `items`: descending. `None` as [`remove_item`] says of
/// one.
pub fn remove_items(
    source: &str,
    tree: &Tree,
    list: ValueId,
    items: &[usize],
    edits: &mut Vec<Edit>,
) -> Option<()> {
    if has_anchors(source, tree, list) {
        return None;
    }
    let layout = layout(source, tree, list)?;
    let (is_inline, Layout::Lines(mut units) | Layout::Inline(mut units)) =
        (matches!(layout, Layout::Inline(_)), layout);
    for index in items {
        edits.push(if is_inline {
            remove_inline(source, &units, *index)?
        } else {
            remove_lines(source, &units, *index)?
        });
        // The new last item is removed with the comma before it.
        units.truncate(units.len() - usize::from(index + 1 == units.len()));
    }
    Some(())
}

/// Whether a list may contain an anchor, to which an alias may refer.
pub fn has_anchors(source: &str, tree: &Tree, list: ValueId) -> bool {
    let (mut start, mut end) = tree.range(list);
    if let Some(Layout::Lines(units)) = layout(source, tree, list) {
        // A list in lines begins with the value of its first item.
        start = units.first().map_or(start, |unit| unit.from.min(start));
        end = units.last().map_or(end, |unit| unit.to.max(end));
    }
    has_anchor(&source[start..end])
}

/// The edit that removes the entry of a key with all of its lines; comments above it are kept. `None` if the entry does
/// not exist, or if an alias may refer to it.
pub fn remove_entry(source: &str, tree: &Tree, mapping: ValueId, key: &str) -> Option<Edit> {
    let (key, _) = tree.entry(mapping, key, source)?;
    let entries: Vec<_> = tree.entries(mapping).collect();
    let index = entries.iter().position(|(found, _)| *found == key)?;
    let edit = if tree.is_flow(mapping) {
        let units = entries.iter().map(|(key, value)| {
            let end = super::end_of(tree, *key, *value);
            inline(tree.range(*key).0, end)
        });
        remove_inline(source, &units.collect::<Vec<_>>(), index)?
    } else {
        let (start, _) = tree.range(key);
        let end = super::end_of(tree, key, entries[index].1);
        let unit = lines(source, start, end, 0, false)?;
        remove_lines(source, &[unit], 0)?
    };
    (!has_anchor(&source[edit.from..edit.to])).then_some(edit)
}

/// The end of everything that belongs to the last item of a list in lines.
pub(super) fn end_of_items(source: &str, tree: &Tree, list: ValueId) -> Option<usize> {
    match layout(source, tree, list)? {
        Layout::Lines(units) if !tree.is_flow(list) => Some(units.last()?.to),
        _ => None,
    }
}

fn layout(source: &str, tree: &Tree, list: ValueId) -> Option<Layout> {
    let ranges: Vec<_> = tree.items(list).map(|item| tree.range(item)).collect();
    if !tree.is_flow(list) {
        return block(source, &ranges).map(Layout::Lines);
    }
    let units = || ranges.iter().map(|(start, end)| inline(*start, *end));
    Some(
        flow_lines(source, &ranges)
            .map_or_else(|| Layout::Inline(units().collect()), Layout::Lines),
    )
}

fn inline(from: usize, end: usize) -> ItemBlock {
    ItemBlock {
        from,
        end,
        comma: end,
        to: end,
    }
}

/// Items after dashes.
fn block(source: &str, ranges: &[(usize, usize)]) -> Option<Vec<ItemBlock>> {
    let mut dash = first_dash(source, ranges.first()?.0)?;
    let indent = dash - line_start(source, dash);
    let mut units: Vec<ItemBlock> = Vec::with_capacity(ranges.len());
    for (_, end) in ranges {
        let behind = units.last().map_or(0, |unit| unit.to);
        if behind > 0 {
            dash = next_dash(source, behind, indent)?;
        }
        units.push(lines(source, dash, (*end).max(dash + 1), behind, true)?);
    }
    Some(units)
}

/// The dash before the item that begins at `item`: on its line, or on one above.
fn first_dash(source: &str, item: usize) -> Option<usize> {
    let mut line = line_start(source, item);
    let mut text = &source[line..item];
    loop {
        let bare = text.trim_start_matches(' ');
        if bare.starts_with('-') {
            return Some(line + text.len() - bare.len());
        }
        if !bare.is_empty() && !bare.starts_with('#') || line == 0 {
            return None;
        }
        let end = line - break_before(source, line);
        line = line_start(source, end);
        text = &source[line..end];
    }
}

/// The dash in a column that is the first thing on its line, after `from`.
fn next_dash(source: &str, from: usize, indent: usize) -> Option<usize> {
    let mut line = next_line(source, from)?;
    loop {
        let text = &source[line..line_end(source, line)];
        let start = line + (text.len() - text.trim_start_matches(' ').len());
        if start - line == indent && source[start..].starts_with('-') {
            return Some(start);
        }
        line = next_line(source, line)?;
    }
}

/// The lines of the item from `start` to `end`, with the comments that belong to it. `None` if there is other text
/// before it on its line.
fn lines(source: &str, start: usize, end: usize, behind: usize, lead: bool) -> Option<ItemBlock> {
    let first = line_start(source, start);
    let indent = start - first;
    if !source[first..start].bytes().all(|b| b == b' ') {
        return None;
    }
    // A block scalar ends at the start of a line.
    let end = source[..end].trim_end_matches(['\n', '\r', ' ']).len();
    let mut to = line_end(source, end.max(start));
    while let Some(next) = next_line(source, to)
        && comment_column(source, next).is_some_and(|column| column > indent)
    {
        to = line_end(source, next);
    }
    let from = if lead {
        comments_above(source, first, indent, behind)
    } else {
        first
    };
    Some(ItemBlock {
        from,
        end: to,
        comma: to,
        to,
    })
}

/// The start of the comments in a column directly above the line at `line`, but not before `behind`; without comments
/// `line`.
pub fn comments_above(source: &str, line: usize, column: usize, behind: usize) -> usize {
    let mut from = line;
    while from > behind {
        let above = line_start(source, from - break_before(source, from));
        if above < behind || comment_column(source, above) != Some(column) {
            break;
        }
        from = above;
    }
    from
}

/// Where the lines of an item end whose dash stands in this column: before the comments at the end of the text that are
/// not indented deeper, with the blank lines between them.
pub fn end_before_comments(source: &str, dash: usize) -> usize {
    let (mut own, mut end) = (source.len(), source.len());
    while end > 0 {
        let line = line_start(source, end - break_before(source, end));
        match comment_column(source, line) {
            Some(column) if column <= dash => own = line,
            None if source[line..end].trim().is_empty() => {}
            _ => break,
        }
        end = line;
    }
    own
}

/// The blocks of items in brackets, if each item has its own lines.
fn flow_lines(source: &str, ranges: &[(usize, usize)]) -> Option<Vec<ItemBlock>> {
    let mut units: Vec<ItemBlock> = Vec::with_capacity(ranges.len());
    for (start, end) in ranges {
        let behind = units.last().map_or(0, |unit| unit.to);
        let mut unit = lines(source, *start, *end, behind, true)?;
        let rest = &source[*end..line_end(source, *end)];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let is_comma = rest[blank..].starts_with(',');
        unit.end = *end;
        unit.comma = if is_comma { end + blank + 1 } else { *end };
        unit.to = line_end(source, *end);
        let tail = source[unit.comma..unit.to].trim_start_matches([' ', '\t']);
        if !tail.is_empty() && !tail.starts_with('#') {
            return None;
        }
        units.push(unit);
    }
    Some(units)
}

fn remove_lines(source: &str, units: &[ItemBlock], index: usize) -> Option<Edit> {
    let unit = units.get(index)?;
    let before = index.checked_sub(1).and_then(|index| units.get(index));
    let is_last = index + 1 == units.len();
    if let Some(before) = before.filter(|before| is_last && before.comma > before.end) {
        // The new last item has a comma only if the old one had.
        let comma = if unit.comma > unit.end { "," } else { "" };
        let between = &source[before.comma..unit.from - break_before(source, unit.from)];
        return Some(Edit {
            from: before.end,
            to: unit.to,
            insert: format!("{comma}{between}"),
        });
    }
    let behind = unit.to + break_len(source, unit.to);
    let from = if behind == unit.to {
        // The text's last line is removed with the break before it.
        unit.from - break_before(source, unit.from)
    } else {
        unit.from
    };
    Some(Edit {
        from,
        to: behind,
        insert: String::new(),
    })
}

fn remove_inline(source: &str, units: &[ItemBlock], index: usize) -> Option<Edit> {
    let unit = units.get(index)?;
    let next = units.get(index + 1);
    let before = index.checked_sub(1).and_then(|index| units.get(index));
    let is_bare = |from: usize, to: usize| !source[from..to].contains('#');
    let (from, to) = match (before, next) {
        (_, Some(next)) if is_bare(unit.end, next.from) => (unit.from, next.from),
        (Some(before), None) if is_bare(before.end, unit.from) => (before.end, unit.end),
        // A comment stays, and the comma in front of it, which YAML allows before a bracket.
        (Some(_), None) => (unit.from, unit.end),
        _ => {
            let rest = &source[unit.end..];
            let blank = rest.len() - rest.trim_start().len();
            let comma = rest[blank..].starts_with(',');
            (unit.from, unit.end + if comma { blank + 1 } else { 0 })
        }
    };
    Some(Edit {
        from,
        to,
        insert: String::new(),
    })
}

/// The column of the comment that a line consists of.
fn comment_column(source: &str, line: usize) -> Option<usize> {
    let text = &source[line..line_end(source, line)];
    let bare = text.trim_start_matches(' ');
    bare.starts_with('#').then(|| text.len() - bare.len())
}

/// The length of the line break that ends at `at`.
fn break_before(source: &str, at: usize) -> usize {
    match &source[..at] {
        before if before.ends_with("\r\n") => 2,
        before if before.ends_with(['\n', '\r']) => 1,
        _ => 0,
    }
}

/// Whether a text may contain an anchor, to which an alias may refer.
fn has_anchor(text: &str) -> bool {
    let mut before = ' ';
    let mut in_comment = false;
    let mut chars = text.chars().peekable();
    while let Some(char) = chars.next() {
        in_comment =
            char != '\n' && char != '\r' && (in_comment || char == '#' && before.is_whitespace());
        let is_start = !in_comment && (before.is_whitespace() || "[{,:-".contains(before));
        if char == '&' && is_start && chars.peek().is_some_and(|next| !next.is_whitespace()) {
            return true;
        }
        before = char;
    }
    false
}
