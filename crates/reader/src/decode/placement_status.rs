//! Reads `status` of a `Placement`. The hub writes it, so only an invalid time is reported.
//!
//! A Go program prints a placement without a status as `numberOfSelectedClusters: 0`, `decisionGroups: null` and
//! `conditions: null`. This counts as no status: a hub that selects 0 clusters sets conditions that explain it.

use schedscope_objects::placement_status::{PlacementStatus, RecordedCondition};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath};

/// Reads the status at `node`.
pub(super) fn decode(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> PlacementStatus {
    let (tree, source) = (d.tree, d.source);
    let of = |node, key| {
        let mapping = Some(node).filter(|node| tree.kind(*node) == ValueKind::Mapping)?;
        tree.get(mapping, key, source)
    };
    let text = |node, key| {
        of(node, key).map_or_else(String::new, |node| tree.text(node, source).to_owned())
    };
    let items = |node, key| {
        let list = of(node, key).filter(|node| tree.kind(*node) == ValueKind::Sequence);
        list.map_or_else(Vec::new, |list| tree.items(list).collect::<Vec<_>>())
    };
    let written = of(node, "lastScoreUpdateTime");
    let (mut decisions, mut groups) = (Vec::new(), Vec::new());
    for group in items(node, "decisionGroups") {
        let name = of(group, "decisionGroupName");
        let name = name.map_or("", |name| tree.text(name, source));
        groups.push((
            d.names.intern(name),
            text(group, "clusterCount").parse().ok(),
        ));
        for name in items(group, "decisions") {
            decisions.push(d.names.intern(tree.text(name, source)));
        }
    }
    let conditions = items(node, "conditions");
    let is_zero = conditions.is_empty() && groups.is_empty() && of(node, "conditions").is_some();
    let selected = text(node, "numberOfSelectedClusters").parse().ok();
    PlacementStatus {
        selected: selected.filter(|selected| *selected != 0 || !is_zero),
        conditions: conditions
            .into_iter()
            .map(|condition| RecordedCondition {
                kind: text(condition, "type"),
                status: text(condition, "status"),
                reason: text(condition, "reason"),
            })
            .collect(),
        decisions,
        groups,
        last_score_update: written
            .and_then(|written| d.time(written, &path.field("lastScoreUpdateTime"))),
    }
}
