//! The clusters by name: their order, and where a name leads.

use crate::{
    kube::{names::Symbol, objects::Objects},
    order,
};

/// No cluster.
const NONE: u32 = u32::MAX;

/// What the engine needs of cluster names, so that no step compares or hashes texts again.
#[derive(Debug, Default)]
pub(crate) struct Fleet {
    /// Rank of each cluster by name, bytewise, from 0; by index in the objects.
    pub(crate) rank: Vec<u32>,
    /// Index of the cluster of each rank.
    pub(crate) by_rank: Vec<u32>,
    /// Whether a cluster is being deleted; by index in the objects.
    pub(crate) deleting: Vec<bool>,
    /// Whether a cluster has taints; by index in the objects.
    pub(crate) tainted: Vec<bool>,
    /// Index of the cluster of each symbol, or [`NONE`].
    index: Vec<u32>,
}

impl Fleet {
    /// O(n log n), O(n) where the clusters come sorted by name, as kubectl prints them.
    pub(crate) fn new(objects: &Objects) -> Self {
        let clusters = &objects.clusters;
        let names = &objects.names;
        let count = clusters.len().min(NONE as usize - 1);
        let mut index = vec![NONE; names.len()];
        for (position, cluster) in clusters.iter().take(count).enumerate() {
            if let Some(slot) = index.get_mut(cluster.name().index()) {
                *slot = position as u32;
            }
        }
        let mut deleting = Vec::with_capacity(count);
        let mut tainted = Vec::with_capacity(count);
        let texts: Vec<&str> = clusters
            .iter()
            .take(count)
            .map(|cluster| {
                deleting.push(cluster.is_deleting());
                tainted.push(cluster.is_tainted());
                &names[cluster.name()]
            })
            .collect();
        let by_rank = by_name(&texts);
        let mut rank = vec![0; count];
        for (place, &position) in by_rank.iter().enumerate() {
            if let Some(slot) = rank.get_mut(position as usize) {
                *slot = place as u32;
            }
        }
        Self {
            rank,
            by_rank,
            deleting,
            tainted,
            index,
        }
    }

    /// How many clusters there are.
    pub(crate) fn len(&self) -> usize {
        self.rank.len()
    }

    /// The index of the cluster of a name.
    pub(crate) fn cluster(&self, name: Symbol) -> Option<u32> {
        self.index
            .get(name.index())
            .copied()
            .filter(|&index| index != NONE)
    }

    /// Whether a cluster is being deleted.
    pub(crate) fn is_deleting(&self, cluster: u32) -> bool {
        self.deleting
            .get(cluster as usize)
            .copied()
            .unwrap_or(false)
    }

    /// Whether a cluster has taints.
    pub(crate) fn is_tainted(&self, cluster: u32) -> bool {
        self.tainted.get(cluster as usize).copied().unwrap_or(false)
    }

    /// The rank of a cluster by name.
    pub(crate) fn rank(&self, cluster: u32) -> u32 {
        self.rank.get(cluster as usize).copied().unwrap_or(NONE)
    }

    /// Sorts clusters by name.
    pub(crate) fn sort(&self, clusters: &mut [u32]) {
        order::numbers(clusters, &mut |a, b| self.rank(a).cmp(&self.rank(b)));
    }
}

/// The positions of texts in bytewise order.
///
/// Names of a fleet share a prefix and differ soon after, so the sixteen bytes behind the common
/// prefix nearly always decide: comparing two integers instead of two texts somewhere in memory
/// makes sorting 100,000 names a matter of milliseconds.
fn by_name(texts: &[&str]) -> Vec<u32> {
    if texts.is_sorted() {
        return (0..texts.len() as u32).collect();
    }
    let shared = shared_prefix(texts);
    let keys: Vec<(u64, u64)> = texts
        .iter()
        .map(|text| {
            let rest = text.as_bytes().get(shared..).unwrap_or_default();
            (word(rest, 0), word(rest, 8))
        })
        .collect();
    let text = |position: u32| texts.get(position as usize).copied().unwrap_or_default();
    order::positions(texts.len(), &mut |a, b| {
        let (one, two) = (keys.get(a as usize), keys.get(b as usize));
        one.cmp(&two).then_with(|| text(a).cmp(text(b)))
    })
}

/// How many bytes all texts begin with.
fn shared_prefix(texts: &[&str]) -> usize {
    let Some((first, rest)) = texts.split_first() else {
        return 0;
    };
    rest.iter().fold(first.len(), |shared, text| {
        first
            .bytes()
            .zip(text.bytes())
            .take(shared)
            .take_while(|(a, b)| a == b)
            .count()
    })
}

/// Eight bytes as a number that compares as they do; zero behind the end (no name holds a zero
/// byte; should one, the texts decide).
fn word(bytes: &[u8], from: usize) -> u64 {
    let mut word = [0; 8];
    for (slot, byte) in word.iter_mut().zip(bytes.iter().skip(from)) {
        *slot = *byte;
    }
    u64::from_be_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::by_name;

    #[track_caller]
    fn check(texts: &[&str]) {
        let mut expect: Vec<u32> = (0..texts.len() as u32).collect();
        expect.sort_by_key(|&position| texts[position as usize]);
        assert_eq!(by_name(texts), expect);
    }

    #[test]
    fn order_is_bytewise() {
        check(&[]);
        check(&["b"]);
        check(&["a", "b", "c"]);
        check(&["cluster2", "cluster10", "cluster1", "cluster"]);
        check(&["b\0", "b", "a\0\0", "a\0"]);
        let long = "x".repeat(40);
        let (a, b) = (format!("p{long}b"), format!("p{long}a"));
        check(&[&a, "q", &b, "p"]);
        check(&["é", "z", "e", "É"]);
    }
}
