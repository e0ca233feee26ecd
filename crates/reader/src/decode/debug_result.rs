//! Reads a hub's response to `/debug/placements/<namespace>/<name>`, which is recognized by its fields.

use schedscope_objects::{
    debug_result::{DebugResult, DebugScores},
    names::Symbol,
};
use schedscope_text::tree::{ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath};

/// The lists that only such a response has.
const LISTS: [&str; 3] = [
    "filteredPipelineResults",
    "prioritizeResults",
    "aggregatedScores",
];

/// Whether a mapping without a `kind` is such a response. One that ends before its first filter has no list.
pub(super) fn is_one(d: &Decoder<'_>, root: ValueId) -> bool {
    LISTS.iter().any(|key| d.get(root, key).is_some())
        || d.get(root, "error").is_some() && d.get(root, "placement").is_some()
}

/// Reads the response at `root`.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId) -> DebugResult {
    let mut debug = DebugResult::default();
    let known = [
        "placement",
        "filteredPipelineResults",
        "prioritizeResults",
        "aggregatedScores",
        "error",
    ];
    d.fields(
        root,
        &FieldPath::Root,
        &known,
        |d, field, node, path| match field {
            "placement" => (debug.namespace, debug.name) = placement(d, node, path),
            "filteredPipelineResults" => {
                debug.filters.clear();
                d.items(node, path, |d, item, path| {
                    let (mut name, mut clusters) = (Symbol::EMPTY, Box::default());
                    let known = ["name", "filteredClusters"];
                    d.fields(item, path, &known, |d, field, node, path| match field {
                        "name" => name = d.symbol(node, path).unwrap_or_default(),
                        _ => clusters = d.symbols(node, path),
                    });
                    debug.filters.push((name, clusters));
                });
            }
            "prioritizeResults" => {
                debug.prioritizers.clear();
                d.items(node, path, |d, item, path| {
                    let mut scores = DebugScores::default();
                    let known = ["name", "weight", "scores"];
                    d.fields(item, path, &known, |d, field, node, path| match field {
                        "name" => scores.name = d.symbol(node, path).unwrap_or_default(),
                        "weight" => scores.weight = d.integer(node, path).unwrap_or_default(),
                        _ => scores.scores = d.map(node, path, Decoder::integer),
                    });
                    debug.prioritizers.push(scores);
                });
            }
            "aggregatedScores" => {
                debug.totals.clear();
                d.items(node, path, |d, item, path| {
                    let (mut name, mut score) = (None, 0);
                    let known = ["clusterName", "score"];
                    d.fields(item, path, &known, |d, field, node, path| match field {
                        "clusterName" => name = d.symbol(node, path),
                        _ => score = d.integer(node, path).unwrap_or_default(),
                    });
                    debug.totals.extend(name.map(|name| (name, score)));
                });
            }
            _ => debug.error = d.string(node, path).unwrap_or_default().into(),
        },
    );
    debug
}

/// The namespace and the name of a placement: `namespace/name`, `name`, or the object.
fn placement(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> (Symbol, Symbol) {
    let (mut namespace, mut name) = (Symbol::EMPTY, Symbol::EMPTY);
    if d.tree.kind(node) == ValueKind::Mapping {
        if let Some(metadata) = d.get(node, "metadata") {
            let path = path.field("metadata");
            d.fields(
                metadata,
                &path,
                &["namespace", "name"],
                |d, field, node, path| {
                    let text = d.symbol(node, path).unwrap_or_default();
                    match field {
                        "namespace" => namespace = text,
                        _ => name = text,
                    }
                },
            );
        }
    } else if let Some(text) = d.string(node, path) {
        let (of, short) = text.split_once('/').unwrap_or(("", text));
        namespace = d.names.intern(of);
        name = d.names.intern(short);
    }
    (namespace, name)
}
