//! `NodeAffinity`: the node selector and the required node affinity.
//!
//! Source: `component-helpers/scheduling/corev1/nodeaffinity`, `plugins/nodeaffinity` of Kubernetes 1.35.

use std::cmp::Ordering;

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    pod::{NodeRequirement, NodeSelectorTerm, Pod},
};

use super::{FitContext, NamedNodes};

/// Whether a node has the labels that a pod requires.
pub(crate) fn is_selected(pod: &Pod, node: &Node, names: &Names) -> bool {
    let mut selected = pod.node_selector.0.iter();
    let terms = pod.node_affinity.as_deref();
    selected.all(|(key, value)| node.labels.get(*key) == Some(*value))
        && terms.is_none_or(|terms| matches_any(terms, node, names))
}

/// Whether one of some terms holds on a node.
pub(super) fn matches_any(terms: &[NodeSelectorTerm], node: &Node, names: &Names) -> bool {
    terms.iter().any(|term| matches_term(term, node, names))
}

/// Whether a term matches a node. An empty or invalid term matches no node.
pub fn matches_term(term: &NodeSelectorTerm, node: &Node, names: &Names) -> bool {
    if term.labels.is_empty() && term.fields.is_empty() {
        return false;
    }
    let labels = term.labels.iter().all(|requirement| {
        matches_requirement(requirement, node.labels.get(requirement.key), names)
    });
    labels
        && term
            .fields
            .iter()
            .all(|field| matches_field(field, node, names))
}

/// The first requirement of the first term that does not hold on a node, with the node's value of its key. `None`: the
/// term holds, or has no requirement.
pub fn failing_requirement<'p>(
    pod: &'p Pod,
    node: &Node,
    names: &Names,
) -> Option<(&'p NodeRequirement, Option<Symbol>)> {
    let term = pod.node_affinity.as_deref()?.first()?;
    let mut labels = term
        .labels
        .iter()
        .map(|one| (one, node.labels.get(one.key)));
    let fails = |(one, value): &(&NodeRequirement, Option<Symbol>)| {
        !matches_requirement(one, *value, names)
    };
    labels.find(fails).or_else(|| {
        let field = term
            .fields
            .iter()
            .find(|field| !matches_field(field, node, names));
        field.map(|field| (field, Some(node.name)))
    })
}

/// Fields: `In` and `NotIn` with one value.
fn matches_field(requirement: &NodeRequirement, node: &Node, names: &Names) -> bool {
    let [value] = requirement.values.as_slice() else {
        return false;
    };
    let actual = if is_name(requirement, names) {
        node.name
    } else {
        Symbol::EMPTY
    };
    match &names[requirement.operator] {
        "In" => *value == actual,
        "NotIn" => *value != actual,
        _ => false,
    }
}

fn is_name(requirement: &NodeRequirement, names: &Names) -> bool {
    &names[requirement.key] == "metadata.name"
}

/// Whether a requirement holds for the value of a label; `None`: the node does not have the key.
pub(crate) fn matches_requirement(
    requirement: &NodeRequirement,
    value: Option<Symbol>,
    names: &Names,
) -> bool {
    // `labels.NewRequirement` takes only what a label may have: a number, too, begins with no sign.
    if requirement.unparsable {
        return false;
    }
    let values = requirement.values.as_slice();
    let listed = value.is_some_and(|value| values.contains(&value));
    let compare = |wanted: Ordering| {
        let number = |symbol: Symbol| names[symbol].parse::<i64>().ok();
        let (Some(value), [bound]) = (value, values) else {
            return false;
        };
        match (number(value), number(*bound)) {
            (Some(value), Some(bound)) => value.cmp(&bound) == wanted,
            _ => false,
        }
    };
    match &names[requirement.operator] {
        "In" => listed,
        "NotIn" => !listed && !values.is_empty(),
        "Exists" => value.is_some() && values.is_empty(),
        "DoesNotExist" => value.is_none() && values.is_empty(),
        "Gt" => compare(Ordering::Greater),
        "Lt" => compare(Ordering::Less),
        _ => false,
    }
}

/// The nodes that the terms name: of each term those that all its requirements `metadata.name In` have in common.
/// O(terms x names).
pub fn named_nodes(on: FitContext<'_>) -> NamedNodes {
    let terms = on.pod.pod.node_affinity.as_deref().unwrap_or_default();
    if terms.is_empty() || on.pod.filters_off.named_nodes {
        return NamedNodes::Any;
    }
    let mut all: Vec<Symbol> = Vec::new();
    for term in terms {
        let fields = term.fields.iter();
        let mut named =
            fields.filter(|field| is_name(field, on.names) && &on.names[field.operator] == "In");
        let Some(first) = named.next() else {
            return NamedNodes::Any;
        };
        let mut common = first.values.clone();
        for field in named {
            common.retain(|name| field.values.contains(name));
        }
        for name in common {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    if all.is_empty() {
        return NamedNodes::Conflict;
    }
    let nodes = all.iter().filter_map(|name| on.snapshot.node(*name));
    let mut nodes: Vec<_> = nodes.collect();
    nodes.sort_unstable();
    NamedNodes::Only { nodes, names: all }
}
