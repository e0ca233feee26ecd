//! Reads a `PlacementDecision`, in either form.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    names::Symbol,
    placement_decision::{
        CLUSTER_MANAGER_LABEL, DECISION_INDEX_LABEL, DECISION_KEY_LABEL, MOST_DECISIONS,
        PLACEMENT_KEY_LABEL, PLACEMENT_LABEL, PlacementDecision, SCHEDULER_NAME,
    },
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, Meta, clip};

/// Reads a decision; `meta` was read before.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> PlacementDecision {
    let (mut clusters, mut scores) = (Vec::new(), Vec::new());
    fields!(d, root, |d, field, node, path| match field {
        "status" => d.field(node, path, "decisions", |d, node, path| {
            clusters.clear();
            scores.clear();
            d.items(node, path, |d, item, path| {
                let (mut name, mut score) = (None, 0);
                fields!(d, item, path, |d, field, node, path| match field {
                    "clusterName" => name = d.symbol(node, path),
                    "reason" => {}
                    "score" => score = d.integer(node, path).unwrap_or_default(),
                });
                if let Some(name) = name {
                    clusters.push(name);
                    scores.push(score);
                }
            });
        }),
    });
    let label = d.names.get(PLACEMENT_LABEL);
    if label.and_then(|label| meta.labels.get(label)).is_none() {
        let metadata = FieldPath::Root.field("metadata");
        let path = metadata.field("labels");
        let message = format!("without the label `{PLACEMENT_LABEL}` it is of no placement");
        d.warn(DiagnosticCode::MissingField, root, &path, message);
    }
    PlacementDecision {
        namespace: meta.namespace,
        name: meta.name,
        labels: meta.labels,
        clusters: clusters.into_boxed_slice(),
        scores: scores.into_boxed_slice(),
        is_foreign: false,
    }
}

/// Reads a decision in the form of SIG Multicluster; `meta` was read before.
pub(super) fn decode_multicluster(
    d: &mut Decoder<'_>,
    root: ValueId,
    meta: Meta,
) -> PlacementDecision {
    let (mut clusters, mut scheduler) = (Vec::new(), None);
    fields!(d, root, |d, field, node, path| match field {
        "decisions" => {
            clusters.clear();
            d.items(node, path, |d, item, path| {
                clusters.extend(profile_name(d, item, path));
            });
            if clusters.len() > MOST_DECISIONS {
                let message = format!(
                    "a slice has at most {MOST_DECISIONS} decisions, this one has {}",
                    clusters.len()
                );
                d.error(DiagnosticCode::OutOfRange, node, path, message);
            }
        }
        "schedulerName" => scheduler = d.symbol(node, path),
    });
    check_labels(d, root, &meta);
    let scores = vec![0; clusters.len()];
    let manager = d.names.get(CLUSTER_MANAGER_LABEL);
    let manager = manager.and_then(|key| meta.labels.get(key));
    let scheduler = manager.or(scheduler).map(|name| &d.names[name]);
    PlacementDecision {
        namespace: meta.namespace,
        name: meta.name,
        labels: meta.labels,
        clusters: clusters.into_boxed_slice(),
        scores: scores.into_boxed_slice(),
        is_foreign: scheduler.is_some_and(|name| !name.is_empty() && name != SCHEDULER_NAME),
    }
}

/// The name of the cluster profile of one decision: that of the cluster, on a hub of OCM.
fn profile_name(d: &mut Decoder<'_>, item: ValueId, path: &FieldPath<'_>) -> Option<Symbol> {
    let mut name = None;
    fields!(d, item, path, |d, field, node, path| match field {
        "clusterProfileRef" => fields!(d, node, path, |d, field, node, path| match field {
            "name" => name = d.symbol(node, path).filter(|name| !name.is_empty()),
            "namespace" => _ = d.symbol(node, path),
        }),
        "reason" => _ = d.string(node, path),
    });
    if name.is_none() {
        let path = path.field("clusterProfileRef");
        let message = "a decision needs the `name` of a cluster profile";
        d.missing(item, &path, "name", message);
    }
    name
}

/// Without its labels, a slice belongs to no placement.
fn check_labels(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) {
    let metadata = d.get(root, "metadata").unwrap_or(root);
    let path = FieldPath::Root.field("metadata");
    let path = path.field("labels");
    for (key, why) in [
        (PLACEMENT_KEY_LABEL, "it belongs to no placement without it"),
        (DECISION_KEY_LABEL, "slices of one decision have the same"),
        (DECISION_INDEX_LABEL, "slices are numbered from 0"),
    ] {
        let value = d.names.get(key).and_then(|key| meta.labels.get(key));
        let value = value.map(|value| d.names[value].to_owned());
        let (code, message) = match value {
            None => {
                let message = format!("the label `{key}` is missing: {why}");
                (DiagnosticCode::MissingField, message)
            }
            Some(value) if key == DECISION_INDEX_LABEL && value.parse::<u32>().is_err() => {
                let message = format!("`{}` is not a whole number: {why}", clip(&value));
                (DiagnosticCode::InvalidValue, message)
            }
            Some(_) => continue,
        };
        let place = d.get(metadata, "labels");
        let place = place.and_then(|labels| d.get(labels, key)).or(place);
        let path = FieldPath::Key(&path, key);
        d.warn(code, place.unwrap_or(metadata), &path, message);
    }
}
