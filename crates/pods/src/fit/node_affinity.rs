//! `NodeAffinity`: the node selector and the required node affinity.

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    pod::{NodeRequirement, NodeSelectorTerm, Pod},
};

/// Whether a node has the labels that a pod requires.
pub(crate) fn is_selected(pod: &Pod, node: &Node, names: &Names) -> bool {
    let mut selected = pod.node_selector.0.iter();
    let terms = pod.node_affinity.as_deref();
    selected.all(|(key, value)| node.labels.get(*key) == Some(*value))
        && terms.is_none_or(|terms| terms.iter().any(|t| matches_term(t, node, names)))
}

/// Whether a node has what a term asks for. An empty term matches no node.
pub(crate) fn matches_term(term: &NodeSelectorTerm, node: &Node, names: &Names) -> bool {
    if term.labels.is_empty() && term.fields.is_empty() {
        return false;
    }
    let labels = term.labels.iter().all(|requirement| {
        matches_requirement(requirement, node.labels.get(requirement.key), names)
    });
    let fields = term.fields.iter().all(|requirement| {
        let value = (&names[requirement.key] == "metadata.name").then_some(node.name);
        matches_requirement(requirement, value, names)
    });
    labels && fields
}

fn matches_requirement(
    requirement: &NodeRequirement,
    value: Option<Symbol>,
    names: &Names,
) -> bool {
    let listed = value.is_some_and(|value| requirement.values.contains(&value));
    let compare = |wanted: std::cmp::Ordering| {
        let number = |symbol: Symbol| names[symbol].parse::<i64>().ok();
        let (Some(value), [bound]) = (value, requirement.values.as_slice()) else {
            return false;
        };
        match (number(value), number(*bound)) {
            (Some(value), Some(bound)) => value.cmp(&bound) == wanted,
            _ => false,
        }
    };
    match &names[requirement.operator] {
        "In" => listed,
        "NotIn" => !listed,
        "Exists" => value.is_some(),
        "DoesNotExist" => value.is_none(),
        "Gt" => compare(std::cmp::Ordering::Greater),
        "Lt" => compare(std::cmp::Ordering::Less),
        _ => false,
    }
}
