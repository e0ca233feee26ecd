//! The counts of all domains, and what follows from them for a cluster.

use std::collections::BTreeMap;

use super::{Counts, Term};

/// The smallest and the largest count among the domains of each parent.
pub fn ranges(counts: &Counts) -> BTreeMap<&[String], (i64, i64)> {
    let mut ranges = BTreeMap::new();
    for (domain, count) in counts {
        let parent = &domain[..domain.len() - 1];
        let (lo, hi) = ranges.entry(parent).or_insert((*count, *count));
        *lo = (*lo).min(*count);
        *hi = (*hi).max(*count);
    }
    ranges
}

/// The largest difference between siblings of each level; 0 where it has no domain.
pub fn skews(terms: usize, counts: &Counts) -> Vec<i64> {
    let mut skews = vec![0; terms];
    for (parent, (lo, hi)) in ranges(counts) {
        let skew = &mut skews[parent.len()];
        *skew = (*skew).max(hi - lo);
    }
    skews
}

/// Counts a cluster of these values, or only makes its domains exist.
pub fn add(counts: &mut Counts, values: &[String], change: i64) {
    for level in 1..=values.len() {
        *counts.entry(values[..level].to_vec()).or_default() += change;
    }
}

/// What follows from the counts of all domains for a cluster.
pub struct DomainCounts<'a> {
    terms: &'a [Term],
    counts: &'a Counts,
    pub ranges: BTreeMap<&'a [String], (i64, i64)>,
}

impl<'a> DomainCounts<'a> {
    pub fn new(terms: &'a [Term], counts: &'a Counts) -> Self {
        Self {
            terms,
            counts,
            ranges: ranges(counts),
        }
    }

    /// The first hard term that would be broken. For a max skew of 1 or more, "count - min > max
    /// skew after the cluster is counted" is "count - min >= max skew before".
    pub fn blocked_by(&self, values: &[String]) -> Option<usize> {
        (0..values.len()).find(|&term| {
            let (lo, _) = self.ranges[&values[..term]];
            let Term { hard, max_skew, .. } = self.terms[term];
            hard && self.counts[&values[..=term]] - lo >= max_skew
        })
    }

    /// The same in the specification's first words.
    pub fn blocked_literally(&self, values: &[String]) -> Option<usize> {
        let mut counts = self.counts.clone();
        add(&mut counts, values, 1);
        let ranges = ranges(&counts);
        (0..values.len()).find(|&term| {
            let (lo, _) = ranges[&values[..term]];
            let Term { hard, max_skew, .. } = self.terms[term];
            hard && counts[&values[..=term]] - lo > max_skew
        })
    }

    /// 63 where a domain has the fewest of its siblings, 0 where it has the most.
    pub fn term_score(&self, term: usize, values: &[String]) -> i64 {
        let Some(domain) = values.get(..=term) else {
            return 0;
        };
        let (lo, hi) = self.ranges[&values[..term]];
        if hi == lo {
            0
        } else {
            63 * (hi - self.counts[domain]) / (hi - lo)
        }
    }
}
