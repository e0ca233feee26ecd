//! YAML's merge keys (`<<`).

use rustc_hash::FxHashSet;

use super::tree::{Tree, ValueId, ValueKind};

/// The key, the value and the key's text of every entry of a mapping after merging. Own entries override merged ones;
/// of several merged mappings the first one counts.
pub fn merged<'t>(
    tree: &'t Tree,
    source: &'t str,
    node: ValueId,
) -> Vec<(ValueId, ValueId, &'t str)> {
    let mut merged = Vec::new();
    let is_merge = |key| is_merge(tree, source, key);
    if tree.entries(node).any(|(key, _)| is_merge(key)) {
        let mut seen = tree
            .entries(node)
            .map(|(key, _)| tree.text(key, source))
            .collect();
        for (_, value) in tree.entries(node).filter(|(key, _)| is_merge(*key)) {
            merge(tree, source, value, &mut seen, &mut merged);
        }
    }
    merged
}

/// Whether a key is the merge key.
pub fn is_merge(tree: &Tree, source: &str, key: ValueId) -> bool {
    tree.kind(key) == ValueKind::Plain && tree.text(key, source) == "<<"
}

/// Adds the missing entries of a mapping or of a list of mappings, and those merged into them. Recurses as deep as the
/// tree, whose depth is bounded.
fn merge<'t>(
    tree: &'t Tree,
    source: &'t str,
    node: ValueId,
    seen: &mut FxHashSet<&'t str>,
    merged: &mut Vec<(ValueId, ValueId, &'t str)>,
) {
    for item in tree.items(node) {
        merge(tree, source, item, seen, merged);
    }
    let is_merge = |key| is_merge(tree, source, key);
    for (key, value) in tree.entries(node).filter(|(key, _)| !is_merge(*key)) {
        let text = tree.text(key, source);
        if seen.insert(text) {
            merged.push((key, value, text));
        }
    }
    for (_, value) in tree.entries(node).filter(|(key, _)| is_merge(*key)) {
        merge(tree, source, value, seen, merged);
    }
}
