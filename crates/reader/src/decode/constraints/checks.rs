//! The API server's checks of constraints that compare fields with each other.
//!
//! Source: `pkg/apis/core/validation` of Kubernetes 1.35.

use schedscope_objects::{names::Symbol, pod::TopologySpreadConstraint};
use schedscope_text::tree::ValueId;

use super::ContainerPort;
use crate::decode::{Decoder, FieldPath};

/// Rejects two spread constraints with the same `topologyKey` and `whenUnsatisfiable`.
pub(super) fn spread_repeats(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    list: &[TopologySpreadConstraint],
) {
    d.items(at, path, |d, item, path| {
        let Some((one, later)) = list.get(path.index()..).and_then(<[_]>::split_first) else {
            return;
        };
        let is_same = |other: &TopologySpreadConstraint| {
            (other.topology_key, other.is_hard) == (one.topology_key, one.is_hard)
        };
        if !one.topology_key.is_empty() && later.iter().any(is_same) {
            let action = if one.is_hard {
                "DoNotSchedule"
            } else {
                "ScheduleAnyway"
            };
            let key = &d.names[one.topology_key];
            let message = format!("duplicate of a later constraint: {{{key}, {action}}}");
            let at = d.get(item, "topologyKey").unwrap_or(item);
            d.refuse(at, &path.field("topologyKey"), message);
        }
    });
}

/// Rejects a key that is in both `matchLabelKeys` and `mismatchLabelKeys`.
pub(super) fn label_keys(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    [same, other]: [&[Symbol]; 2],
) {
    for (index, _) in same
        .iter()
        .enumerate()
        .filter(|(_, key)| other.contains(key))
    {
        let list = d.get(at, "matchLabelKeys");
        let item = list.and_then(|list| d.tree.items(list).nth(index));
        let message = "exists in both matchLabelKeys and mismatchLabelKeys";
        let path = path.field("matchLabelKeys");
        d.refuse(
            item.unwrap_or(at),
            &FieldPath::Index(&path, index),
            message.to_owned(),
        );
    }
}

/// Rejects a `hostPort` that differs from its `containerPort` on the host's network.
pub(super) fn network_ports(d: &mut Decoder<'_>, ports: &[ContainerPort]) {
    for port in ports {
        if let Some((at, path)) = &port.other {
            let message = "must match `hostPort` when `hostNetwork` is true";
            d.refuse(*at, &FieldPath::Root.field(path), message.to_owned());
        }
    }
}
