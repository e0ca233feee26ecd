//! Amounts and nodes as values of fields.

use schedscope_objects::{
    managed_cluster::Resources,
    names::{Names, Symbol},
    node::Node,
    taint::{Taint, TaintEffect, TaintUpkeep},
};
use schedscope_pods::amounts::ResourceId;
use schedscope_quantity::Quantity;

use crate::Value;

/// A quantity as schedulers count it: cpu in millicores, other resources in base units.
pub(crate) fn read(resource: ResourceId, quantity: &Quantity) -> i64 {
    if resource == ResourceId::CPU {
        quantity.milli_value()
    } else {
        quantity.value()
    }
}

/// The shortest quantity of an amount; bytes with a binary suffix.
pub(crate) fn value(resource: ResourceId, name: &str, amount: i64) -> Value {
    let (mut rest, mut suffix) = (amount, "");
    if resource == ResourceId::CPU {
        if amount % 1000 == 0 {
            rest = amount / 1000;
        } else {
            suffix = "m";
        }
    } else if matches!(name, "memory" | "ephemeral-storage") || name.starts_with("hugepages-") {
        for next in ["Ki", "Mi", "Gi", "Ti", "Pi"] {
            if rest == 0 || rest % 1024 != 0 {
                break;
            }
            rest /= 1024;
            suffix = next;
        }
    }
    Value::Text([&rest.to_string(), suffix].concat())
}

/// Taints a node with `NoSchedule`, as the controllers do.
pub(super) fn close(node: &mut Node, key: Symbol) {
    let new = Taint {
        key,
        value: Symbol::EMPTY,
        effect: TaintEffect::NoSchedule,
        time_added: None,
        upkeep: TaintUpkeep::Kept,
    };
    let mut taints = node.taints.iter();
    if !taints.any(|taint| (taint.key, taint.effect) == (key, new.effect)) {
        node.taints = node.taints.iter().cloned().chain([new]).collect();
    }
}

/// A new node with the allocatable resources, labels and taints of another one.
///
/// `labels`: labels that have other values.
pub(super) fn node_like(
    node: &Node,
    (name, hostname): (&str, &str),
    labels: &[(&str, &str)],
    names: &Names,
) -> Value {
    let texts = |list: &Resources| {
        let entries = list.0.iter();
        let entry = |(key, amount): &(Symbol, Quantity)| {
            (names[*key].to_owned(), Value::Text(amount.to_string()))
        };
        Value::Map(entries.map(entry).collect())
    };
    let label = |(key, value): &(Symbol, Symbol)| {
        let key = &names[*key];
        let other = labels.iter().find(|(of, _)| *of == key);
        let value = match other {
            Some((_, value)) => value,
            None if key == hostname => name,
            None => &names[*value],
        };
        (key.to_owned(), Value::text(value))
    };
    let all_labels = Value::Map(node.labels.0.iter().map(label).collect());
    let mut fields = vec![
        ("apiVersion", Value::text("v1")),
        ("kind", Value::text("Node")),
        (
            "metadata",
            Value::map([("name", Value::text(name)), ("labels", all_labels)]),
        ),
    ];
    if !node.taints.is_empty() {
        let taints = node.taints.iter().map(|taint| taint_value(taint, names));
        let taints = Value::List(taints.collect());
        fields.push(("spec", Value::map([("taints", taints)])));
    }
    let status = Value::map([("allocatable", texts(&node.allocatable))]);
    fields.push(("status", status));
    let fields = fields.into_iter();
    Value::Map(fields.map(|(key, value)| (key.to_owned(), value)).collect())
}

pub(crate) fn taint_value(taint: &Taint, names: &Names) -> Value {
    let effect = match taint.effect {
        TaintEffect::NoSchedule => "NoSchedule",
        TaintEffect::PreferNoSchedule => "PreferNoSchedule",
        TaintEffect::NoExecute => "NoExecute",
        TaintEffect::NoSelect => "NoSelect",
        TaintEffect::PreferNoSelect => "PreferNoSelect",
        TaintEffect::NoSelectIfNew => "NoSelectIfNew",
        TaintEffect::Other(text) => &names[text],
    };
    Value::map([
        ("key", Value::text(&names[taint.key])),
        ("value", Value::text(&names[taint.value])),
        ("effect", Value::text(effect)),
    ])
}
