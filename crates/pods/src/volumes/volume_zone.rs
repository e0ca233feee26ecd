//! `VolumeZone`: the zones and regions of volumes, by their labels.
//!
//! Source: `plugins/volumezone/volume_zone.go` of Kubernetes 1.35.

use schedscope_objects::{
    names::{Names, Symbol, ZONE},
    storage::PersistentVolume,
};

use super::node_sets::{NodeSetBuilder, NodeSetId, ZoneRule};
use crate::node::NodeInfo;

/// The labels that are compared: the key, and the key that a node may have instead.
const KEYS: [(&str, Option<&str>); 4] = [
    ("failure-domain.beta.kubernetes.io/zone", Some(ZONE)),
    (
        "failure-domain.beta.kubernetes.io/region",
        Some("topology.kubernetes.io/region"),
    ),
    (ZONE, None),
    ("topology.kubernetes.io/region", None),
];

/// The labels of volumes by which they can be used in some zones or regions only.
pub const ZONE_KEYS: [&str; 4] = [KEYS[0].0, KEYS[1].0, KEYS[2].0, KEYS[3].0];

/// The keys of zones and regions that the text has.
pub(super) struct ZoneLabels(Vec<(Option<Symbol>, Option<Symbol>)>);

impl ZoneLabels {
    pub(super) fn new(names: &Names) -> Self {
        let symbols =
            KEYS.map(|(key, other)| (names.get(key), other.and_then(|key| names.get(key))));
        Self(symbols.into())
    }

    /// The nodes in the zones of a volume; `None`: it has no such label.
    pub(super) fn of(
        &self,
        volume: &PersistentVolume,
        sets: &mut NodeSetBuilder<'_>,
        names: &Names,
    ) -> Option<NodeSetId> {
        let mut rules: Vec<ZoneRule> = Vec::new();
        for (key, _) in &self.0 {
            let value = key.and_then(|key| Some((key, volume.labels.get(key)?)));
            let Some((key, value)) = value else {
                continue;
            };
            // A label with an empty part is ignored.
            if let Some(values) = zones(&names[value], names) {
                rules.push((key, values));
            }
        }
        if rules.is_empty() {
            return None;
        }
        let is_in_none = |node: &NodeInfo| {
            let mut keys = self.0.iter().filter_map(|(key, _)| *key);
            keys.all(|key| node.node.labels.get(key).is_none())
        };
        let label = |node: &NodeInfo, key: Symbol| {
            let labels = &node.node.labels;
            let mut keys = self.0.iter();
            let other = keys.find(|(known, _)| *known == Some(key));
            labels
                .get(key)
                .or_else(|| other.and_then(|(_, other)| labels.get((*other)?)))
        };
        Some(sets.zones(rules, &is_in_none, &label))
    }
}

/// The values between `__`; `None`: one of them is empty. A value that no label has is left out.
fn zones(value: &str, names: &Names) -> Option<Box<[Symbol]>> {
    let mut zones = Vec::new();
    for part in value.split("__") {
        let part = part.trim();
        if part.is_empty() {
            return None;
        }
        zones.extend(names.get(part));
    }
    zones.sort_unstable();
    Some(zones.into())
}
