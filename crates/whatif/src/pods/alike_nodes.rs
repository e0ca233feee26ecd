//! Nodes of the same shape.

use std::collections::BTreeMap;

use schedscope_objects::{
    names::{Names, Symbol},
    node::Node,
    order,
};

use super::nodes_needed::is_lasting;

/// What nodes of one shape have in common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Shape {
    labels: Vec<(Symbol, Symbol)>,
    taints: Vec<String>,
    allocatable: Vec<(Symbol, i64)>,
}

impl Shape {
    fn of(node: &Node, names: &Names) -> Self {
        let is_shared = |(key, value): &&(Symbol, Symbol)| {
            *value != node.name && names[*key] != *"kubernetes.io/hostname"
        };
        let taints = node.taints.iter();
        let taints = taints.filter(|taint| is_lasting(&names[taint.key]));
        let amounts = node.allocatable.0.iter();
        let amounts = amounts.map(|(name, amount)| (*name, rounded(amount.milli_value())));
        let mut shape = Self {
            labels: node.labels.0.iter().filter(is_shared).copied().collect(),
            taints: taints.map(|taint| taint.text(names)).collect(),
            allocatable: amounts.collect(),
        };
        order::sort(&mut shape.labels, Ord::cmp);
        order::sort(&mut shape.taints, Ord::cmp);
        order::sort(&mut shape.allocatable, Ord::cmp);
        shape
    }
}

/// Machines of one type differ by some Ki of memory: the six highest bits of an amount count.
fn rounded(amount: i64) -> i64 {
    let low = (64 - amount.max(0).leading_zeros()).saturating_sub(6);
    amount >> low << low
}

/// For each node the index of the first one with the same labels except those that name the node, the same taints
/// except those that controllers remove, and allocatable amounts that differ by at most 3%. O(n log n) for n nodes.
pub fn first_alike<'a>(nodes: impl Iterator<Item = &'a Node>, names: &Names) -> Vec<usize> {
    let mut firsts: BTreeMap<Shape, usize> = BTreeMap::new();
    let first = |(at, node)| *firsts.entry(Shape::of(node, names)).or_insert(at);
    nodes.enumerate().map(first).collect()
}
