//! Synthetic fleets in the format of kubectl, for benchmarks, tests and first tries.
//!
//! Everything follows from a seed and an index: the same arguments give the same bytes on every
//! platform and in every release that does not say otherwise, and the clusters of a small fleet are
//! the first clusters of a large one. Texts are written cluster by cluster, in time and memory
//! linear in their number; a cluster takes about 840 bytes of YAML.
//!
//! A fleet lies in 192 zones: 3 providers of 8 regions of 8 zones, given both as labels (`provider`,
//! `region`, `zone`) and as claims (`provider`, `region`, `zone`). A real hub prints a few conditions
//! for every cluster; here one cluster in twenty-five has one.

use std::ops::Range;

mod cluster;
mod hub;
pub mod pods;
mod random;
mod text;

use cluster::cluster;
use text::{Node, map};

/// `kubectl get managedclusters -o yaml` of a fleet: one `List` of `ManagedCluster`s.
///
/// ```
/// let text = schedscope_generate::fleet_yaml(1, 3);
/// assert!(text.starts_with("apiVersion: v1\nitems:\n- apiVersion: cluster.open-cluster-management.io/v1\n"));
/// assert_eq!(text.matches("  kind: ManagedCluster\n").count(), 3);
/// ```
pub fn fleet_yaml(seed: u64, clusters: usize) -> String {
    fleet_part_yaml(seed, 0..clusters)
}

/// A part of a fleet, as [`fleet_yaml`] prints it: the clusters of some indices. JavaScript's texts
/// end near 530 MB, so a fleet of a million clusters crosses in parts.
pub fn fleet_part_yaml(seed: u64, clusters: Range<usize>) -> String {
    let mut out = String::with_capacity(clusters.len().saturating_mul(860).min(1 << 30));
    write_fleet_yaml(&mut out, seed, clusters);
    out
}

/// `kubectl get managedclusters -o json` of the same fleet.
pub fn fleet_json(seed: u64, clusters: usize) -> String {
    let mut out = String::with_capacity(clusters.saturating_mul(1850).min(1 << 30));
    out.push_str("{\n    \"apiVersion\": \"v1\",\n    \"items\": [");
    for index in 0..clusters {
        out.push_str(if index == 0 {
            "\n        "
        } else {
            ",\n        "
        });
        cluster(seed, index).node().write_json(&mut out, 2);
    }
    if clusters > 0 {
        out.push_str("\n    ");
    }
    out.push_str(
        "],\n    \"kind\": \"List\",\n    \"metadata\": {\n        \"resourceVersion\": \"\"\n    }\n}\n",
    );
    out
}

/// A whole hub: two `ManagedClusterSet`s, a binding of one of them, a `Placement` with four prioritizers that selects a
/// tenth of the fleet, the earlier decisions of it and of two other placements, add-on scores of up to 100 clusters,
/// each in its own document, then the fleet of [`fleet_yaml`].
pub fn hub_yaml(seed: u64, clusters: usize) -> String {
    let mut out = String::with_capacity(clusters.saturating_mul(880).min(1 << 30));
    hub::write_yaml(&mut out, seed, clusters);
    out.push_str("---\n");
    write_fleet_yaml(&mut out, seed, 0..clusters);
    out
}

fn write_fleet_yaml(out: &mut String, seed: u64, clusters: Range<usize>) {
    out.push_str("apiVersion: v1\n");
    out.push_str(if clusters.is_empty() {
        "items: []\n"
    } else {
        "items:\n"
    });
    for index in clusters {
        cluster(seed, index).node().write_item(out, 0);
    }
    map([
        ("kind", Node::from("List")),
        ("metadata", map([("resourceVersion", Node::from(""))])),
    ])
    .write_yaml(out, 0);
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use saphyr_parser::{Event, Parser};
    use schedscope_quantity::Quantity;
    use serde_json::Value;

    use super::*;

    /// FNV-1a: a change of one byte shows.
    fn hash(text: &str) -> u64 {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        })
    }

    #[track_caller]
    fn clusters(seed: u64, clusters: usize) -> Vec<Value> {
        let mut list: Value = serde_json::from_str(&fleet_json(seed, clusters)).unwrap();
        assert_eq!(list["kind"], "List");
        match list["items"].take() {
            Value::Array(items) => items,
            other => panic!("no items but {other}"),
        }
    }

    /// Documents and scalars of a YAML text.
    #[track_caller]
    fn read_yaml(text: &str) -> (usize, Vec<String>) {
        let mut documents = 0;
        let mut scalars = Vec::new();
        for event in Parser::new_from_str(text) {
            match event.unwrap().0 {
                Event::DocumentStart(_) => documents += 1,
                Event::Scalar(scalar, ..) => scalars.push(scalar.into_owned()),
                _ => {}
            }
        }
        (documents, scalars)
    }

    fn write_scalars(value: &Value, out: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                // Sorted by key, independent of the order of the map.
                for (key, value) in map.iter().collect::<BTreeMap<_, _>>() {
                    out.push(key.clone());
                    write_scalars(value, out);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| write_scalars(item, out)),
            Value::String(text) => out.push(text.clone()),
            other => out.push(other.to_string()),
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        assert_eq!(hash(&fleet_yaml(1, 1000)), 0x6b36_943d_7789_0150);
        assert_eq!(hash(&fleet_json(1, 1000)), 0xfd9c_a2d5_1f1f_c380);
        assert_eq!(hash(&hub_yaml(1, 1000)), 0x5099_3382_a66b_58b8);
        assert_ne!(fleet_yaml(1, 10), fleet_yaml(2, 10));
    }

    #[test]
    fn small_fleets_begin_large_ones() {
        let small = fleet_yaml(7, 50);
        let items = small.strip_suffix("kind: List\nmetadata:\n  resourceVersion: \"\"\n");
        assert!(fleet_yaml(7, 60).starts_with(items.unwrap()));
    }

    #[test]
    fn a_cluster_takes_840_bytes() {
        let length = fleet_yaml(1, 10_000).len();
        assert!((8_200_000..8_600_000).contains(&length), "{length}");
    }

    #[test]
    fn yaml_and_json_say_the_same() {
        for clusters in [0, 1, 300] {
            let (documents, scalars) = read_yaml(&fleet_yaml(3, clusters));
            assert_eq!(documents, 1);
            let mut expected = Vec::new();
            write_scalars(
                &serde_json::from_str(&fleet_json(3, clusters)).unwrap(),
                &mut expected,
            );
            assert_eq!(scalars, expected);
        }
    }

    #[test]
    fn a_fleet_lies_in_192_zones() {
        let clusters = clusters(1, 5000);
        let mut names = BTreeSet::new();
        let mut zones = BTreeMap::new();
        for cluster in &clusters {
            names.insert(cluster["metadata"]["name"].as_str().unwrap());
            let labels = &cluster["metadata"]["labels"];
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            let place = ["provider", "region"].map(|key| text(&labels[key]));
            let outer = zones.entry(text(&labels["zone"])).or_insert(place.clone());
            assert_eq!(*outer, place, "a zone lies in one region of one provider");
            for claim in cluster["status"]["clusterClaims"].as_array().unwrap() {
                assert_eq!(claim["value"], labels[claim["name"].as_str().unwrap()]);
            }
        }
        assert_eq!(names.len(), clusters.len());
        assert_eq!(zones.len(), 192);
        let distinct = |level: usize| {
            let values: BTreeSet<_> = zones.values().map(|place| &place[level]).collect();
            values.len()
        };
        assert_eq!((distinct(0), distinct(1)), (3, 24));
    }

    #[test]
    fn amounts_are_canonical_and_within_capacity() {
        let mut with_gpus = 0;
        for cluster in clusters(5, 500) {
            let status = &cluster["status"];
            for (resource, amount) in status["allocatable"].as_object().unwrap() {
                let quantity = |value: &Value| Quantity::parse(value.as_str().unwrap()).unwrap();
                let allocatable = quantity(amount);
                let capacity = quantity(&status["capacity"][resource]);
                assert!(allocatable.compare(&capacity).is_le());
                assert_eq!(allocatable.to_string(), amount.as_str().unwrap());
                with_gpus += usize::from(resource == "nvidia.com/gpu");
            }
        }
        assert!((20..80).contains(&with_gpus), "{with_gpus}");
    }

    #[test]
    fn a_hub_is_documents_and_a_fleet() {
        let text = hub_yaml(1, 1500);
        let (documents, _) = read_yaml(&text);
        let count = |kind: &str| text.matches(&format!("\nkind: {kind}\n")).count();
        assert_eq!(count("ManagedClusterSet"), 2);
        assert_eq!(count("ManagedClusterSetBinding"), 1);
        assert_eq!(count("Placement"), 1);
        assert_eq!(count("AddOnPlacementScore"), 100);
        assert_eq!(count("PlacementDecision"), 4, "two of web, two others");
        assert_eq!(documents, 2 + 1 + 1 + 100 + 4 + 1);
        assert!(text.contains("  numberOfClusters: 150\n"));
        assert!(text.ends_with(&fleet_yaml(1, 1500)));
    }

    #[test]
    fn an_empty_hub_reads_too() {
        assert_eq!(read_yaml(&hub_yaml(1, 0)).0, 7);
    }
}
