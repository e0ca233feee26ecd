//! The label keys and claims of clusters.

use rustc_hash::FxHashMap;
use schedscope_answer_macro::answer;
use schedscope_objects::{clusters::Cluster, labels::LabelSlice, names::Symbol, order};

use crate::Input;

/// The largest number of keys of each sort.
const MOST_KEYS: usize = 100;

/// The label keys and cluster claims of the clusters in a text.
#[answer(Default, Eq)]
pub struct ClusterKeysAnswer {
    /// The keys of labels, most frequent first, then by name; at most 100.
    pub labels: Vec<KeyUse>,
    /// The names of cluster claims, most frequent first, then by name; at most 100.
    pub claims: Vec<KeyUse>,
}

/// The number of clusters that have a key.
#[answer(Eq)]
pub struct KeyUse {
    /// The key of the label, or the name of the cluster claim.
    pub key: String,
    /// The number of clusters that have it.
    pub clusters: usize,
}

impl Input {
    /// The keys of labels and cluster claims that the clusters have. O(labels + claims).
    pub fn cluster_keys(&self) -> ClusterKeysAnswer {
        ClusterKeysAnswer {
            labels: self.key_uses(Cluster::labels),
            claims: self.key_uses(Cluster::claims),
        }
    }

    fn key_uses<'a>(&'a self, of: fn(Cluster<'a>) -> LabelSlice<'a>) -> Vec<KeyUse> {
        let objects = self.objects();
        let mut counts: FxHashMap<Symbol, usize> = FxHashMap::default();
        for cluster in objects.clusters.iter() {
            for (key, _) in of(cluster).0 {
                *counts.entry(*key).or_default() += 1;
            }
        }
        let counts = counts.into_iter();
        let mut uses: Vec<_> = counts
            .map(|(key, clusters)| (&objects.names[key], clusters))
            .collect();
        order::sort(&mut uses, |(left, few), (right, many)| {
            many.cmp(few).then(left.cmp(right))
        });
        let uses = uses.into_iter().take(MOST_KEYS);
        uses.map(|(key, clusters)| KeyUse {
            key: key.to_owned(),
            clusters,
        })
        .collect()
    }
}
