//! Reads a `ManagedCluster`.

use schedscope_objects::{
    labels::Labels,
    managed_cluster::{ManagedCluster, Resources},
    names::{Names, Symbol},
    order,
    taint::{Taint, TaintEffect, TaintUpkeep, UNAVAILABLE, UNREACHABLE},
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, Meta, pod::condition, resources, resources::ResourceListKind, taint,
};

/// Reads a cluster; `meta`: its metadata.
pub(crate) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: Meta) -> ManagedCluster {
    let mut available = None;
    let mut cluster = ManagedCluster {
        name: meta.name,
        deleting: meta.deleting,
        labels: meta.labels,
        claims: Labels::default(),
        taints: Box::default(),
        allocatable: Resources::default(),
        capacity: Resources::default(),
    };
    fields!(d, root, |d, field, node, path| match field {
        "spec" => fields!(d, node, path, |d, field, node, path| match field {
            "taints" => cluster.taints = taint::taints(d, node, path, &taint::CLUSTER_EFFECTS),
            "hubAcceptsClient" => _ = d.boolean(node, path),
            "leaseDurationSeconds" => _ = d.int32(node, path, 1..=i32::MAX),
        }),
        "status" => fields!(d, node, path, |d, field, node, path| match field {
            "allocatable" =>
                cluster.allocatable = resources::decode(d, node, path, ResourceListKind::Cluster),
            "capacity" =>
                cluster.capacity = resources::decode(d, node, path, ResourceListKind::Cluster),
            "clusterClaims" => cluster.claims = decode_claims(d, node, path),
            "conditions" => available = decode_available(d, node),
        }),
    });
    if let Some(available) = available {
        keep_up_taints(&mut cluster.taints, available, d.names);
    }
    cluster
}

/// The status of the condition `ManagedClusterConditionAvailable`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Available {
    True,
    False,
    Unknown,
}

/// Reads the condition `ManagedClusterConditionAvailable`; `None` if it is absent, or has an unknown status.
fn decode_available(d: &Decoder<'_>, conditions: ValueId) -> Option<Available> {
    let one = condition(d, conditions, "ManagedClusterConditionAvailable")?;
    match d.text_of(d.get(one, "status")?) {
        "True" => Some(Available::True),
        "False" => Some(Available::False),
        "Unknown" => Some(Available::Unknown),
        _ => None,
    }
}

/// Marks the changes that the hub makes to the taints within seconds: it adds the taint of the cluster's state, and
/// removes those of other states. It compares key, value and effect.
///
/// Source: `pkg/registration/hub/taint/controller.go` of Open Cluster Management. (The hub also taints a cluster
/// without the condition; it writes the condition first, so that a text without it was not printed by a hub.)
fn keep_up_taints(taints: &mut Box<[Taint]>, available: Available, names: &mut Names) {
    let mut missing = None;
    for (key, state) in [
        (UNAVAILABLE, Available::False),
        (UNREACHABLE, Available::Unknown),
    ] {
        let has = available == state;
        let key = if has {
            names.intern(key)
        } else {
            let Some(key) = names.get(key) else { continue };
            key
        };
        let is_it = |taint: &&mut Taint| {
            taint.key == key && taint.value.is_empty() && taint.effect == TaintEffect::NoSelect
        };
        let mut found = taints.iter_mut().filter(is_it);
        if !has {
            found.for_each(|taint| taint.upkeep = TaintUpkeep::Removed);
        } else if found.next().is_none() {
            missing = Some(key);
        }
    }
    if let Some(key) = missing {
        let mut all = std::mem::take(taints).into_vec();
        all.push(Taint {
            key,
            value: Symbol::EMPTY,
            effect: TaintEffect::NoSelect,
            time_added: None,
            upkeep: TaintUpkeep::Added,
        });
        *taints = all.into();
    }
}

/// Reads `clusterClaims`; of a duplicate name the last value is in effect.
fn decode_claims(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> Labels {
    let mut claims: Vec<(Symbol, Symbol)> = Vec::new();
    d.items(node, path, |d, item, path| {
        let (mut name, mut value) = (None, Symbol::EMPTY);
        fields!(d, item, path, |d, field, node, path| match field {
            "name" => name = d.symbol(node, path),
            "value" => value = d.symbol(node, path).unwrap_or_default(),
        });
        let Some(name) = name else {
            d.missing(item, path, "name", "a claim needs a `name`");
            return;
        };
        claims.push((name, value));
    });
    // Sorts stably by name, keeps the last of equal names, and restores the order of the text.
    let by_name = order::positions(claims.len(), &mut |a, b| {
        claims[a as usize].0.cmp(&claims[b as usize].0)
    });
    let mut last: Vec<u32> = Vec::with_capacity(claims.len());
    for index in by_name {
        match last.last_mut() {
            Some(earlier) if claims[*earlier as usize].0 == claims[index as usize].0 => {
                *earlier = index;
            }
            _ => last.push(index),
        }
    }
    order::numbers(&mut last, &mut |a, b| a.cmp(&b));
    let claims = last.into_iter().map(|index| claims[index as usize]);
    Labels(claims.collect())
}
