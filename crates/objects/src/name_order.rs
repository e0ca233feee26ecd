//! The clusters by name: their order, and where a name leads.

use crate::{
    id::{ClusterId, Id},
    names::{Names, Symbol},
    order,
};

/// The order of names, computed once so that later code compares ranks instead of strings.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct NameOrder {
    /// Rank of each cluster by name, bytewise, from 0; by cluster.
    pub rank: Vec<u32>,
    /// The cluster of each rank.
    pub by_rank: Vec<ClusterId>,
    /// The cluster of each symbol.
    index: Vec<Option<ClusterId>>,
}

impl NameOrder {
    /// Of clusters with these names. O(n log n), O(n) where they come sorted, as kubectl prints them.
    pub fn new(clusters: impl ExactSizeIterator<Item = Symbol>, names: &Names) -> Self {
        let mut index = vec![None; names.len()];
        let mut texts = Vec::with_capacity(clusters.len());
        for (position, name) in clusters.enumerate() {
            if let Some(slot) = index.get_mut(name.index()) {
                *slot = Some(ClusterId::new(position));
            }
            texts.push(&names[name]);
        }
        let by_rank = by_name(&texts).into_iter();
        let by_rank: Vec<ClusterId> = by_rank
            .map(|position| ClusterId::new(position as usize))
            .collect();
        let mut rank = vec![0; texts.len()];
        for (place, cluster) in by_rank.iter().enumerate() {
            if let Some(slot) = rank.get_mut(cluster.index()) {
                *slot = place as u32;
            }
        }
        Self {
            rank,
            by_rank,
            index,
        }
    }

    /// The cluster of a name.
    pub fn cluster(&self, name: Symbol) -> Option<ClusterId> {
        self.index.get(name.index()).copied().flatten()
    }
}

/// The positions of texts in bytewise order.
///
/// Names of a fleet share a prefix and differ soon after, so the twelve bytes after the common prefix nearly always
/// decide. They and the position are one number each: sorting 100,000 names takes milliseconds.
fn by_name(texts: &[&str]) -> Vec<u32> {
    if texts.is_sorted() {
        return (0..texts.len() as u32).collect();
    }
    let shared = shared_prefix(texts);
    let keys = texts.iter().enumerate().map(|(position, text)| {
        let rest = text.as_bytes().get(shared..).unwrap_or_default();
        key(rest, position as u32)
    });
    let mut keys: Vec<u128> = keys.collect();
    order::wide(&mut keys);
    let mut positions: Vec<u32> = keys.iter().map(|key| *key as u32).collect();
    // If the first twelve bytes are equal, compare the texts.
    let text = |position: u32| texts.get(position as usize).copied().unwrap_or_default();
    let mut start = 0;
    for run in keys.chunk_by(|a, b| a >> 32 == b >> 32) {
        let end = start + run.len();
        if let Some(run) = positions.get_mut(start..end).filter(|run| run.len() > 1) {
            order::numbers(run, &mut |a, b| text(a).cmp(text(b)).then(a.cmp(&b)));
        }
        start = end;
    }
    positions
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

/// Twelve bytes as a number with the same order, followed by a position. Bytes after the end are zero (a name with a
/// zero byte would be compared as text).
fn key(bytes: &[u8], position: u32) -> u128 {
    let mut key = [0; 16];
    for (slot, byte) in key.iter_mut().zip(bytes.iter().take(12)) {
        *slot = *byte;
    }
    u128::from_be_bytes(key) | u128::from(position)
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
