//! A moment of a run: the counts of all domains, and what they mean for a cluster.

use crate::spread::{
    score::{is_blocked, shifted, term_score},
    topology::{ClusterDomain, Topology},
};

/// How many selected clusters lie in each domain.
#[derive(Debug)]
pub struct DomainCounts {
    /// By domain.
    counts: Vec<u32>,
    /// By parent domain: the smallest and the largest count among its children.
    ranges: Vec<(u32, u32)>,
}

/// What the counts say of one cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermScores {
    /// The first hard term whose max skew it would break.
    pub blocked_by: Option<usize>,
    /// Score per term.
    pub term_scores: Vec<u8>,
    /// The term scores, joined.
    pub raw: u64,
}

impl DomainCounts {
    /// After the clusters at some places are picked. O(picked x terms + domains).
    pub fn new(topology: &Topology, picked: &[u32]) -> Self {
        let domains = topology.domains();
        let mut counts = vec![0_u32; domains.len()];
        for &place in picked {
            if let ClusterDomain::In(domain) = topology.site(place as usize) {
                for (domain, _) in topology.path(domain) {
                    if let Some(count) = counts.get_mut(domain as usize) {
                        *count += 1;
                    }
                }
            }
        }
        let mut ranges = vec![(u32::MAX, 0); domains.len()];
        for (domain, &count) in domains.iter().zip(&counts).skip(1) {
            if let Some((lo, hi)) = ranges.get_mut(domain.parent as usize) {
                *lo = count.min(*lo);
                *hi = count.max(*hi);
            }
        }
        Self { counts, ranges }
    }

    /// How many selected clusters lie in a domain.
    pub fn count(&self, domain: u32) -> u32 {
        self.counts.get(domain as usize).copied().unwrap_or(0)
    }

    /// The smallest and the largest count among a domain and its siblings.
    pub fn range(&self, topology: &Topology, domain: u32) -> (u32, u32) {
        let parent = topology.domain(domain).parent;
        self.ranges.get(parent as usize).copied().unwrap_or((0, 0))
    }

    /// The largest difference between siblings' counts per term.
    pub fn skews(&self, topology: &Topology, terms: usize) -> Vec<u32> {
        let mut skews = vec![0; terms];
        for (domain, &(lo, hi)) in topology.domains().iter().zip(&self.ranges) {
            if let Some(skew) = skews.get_mut(usize::from(domain.depth)) {
                *skew = hi.saturating_sub(lo).max(*skew);
            }
        }
        skews
    }

    /// What the counts say of a cluster whose deepest domain is `domain`. O(terms).
    pub fn standing(
        &self,
        topology: &Topology,
        domain: u32,
        max_skews: &[Option<u32>],
    ) -> TermScores {
        let mut standing = TermScores {
            blocked_by: None,
            term_scores: vec![0; max_skews.len()],
            raw: 0,
        };
        // Deepest first, so the first hard term has the last word.
        for (domain, found) in topology.path(domain) {
            let term = usize::from(found.depth) - 1;
            let count = self.count(domain);
            let (lo, hi) = self.range(topology, domain);
            let score = term_score(count, lo, hi);
            standing.raw |= shifted(score, term, max_skews.len());
            if let Some(slot) = standing.term_scores.get_mut(term) {
                *slot = score as u8;
            }
            let max_skew = max_skews.get(term).copied().flatten();
            if max_skew.is_some_and(|most| is_blocked(count, lo, most)) {
                standing.blocked_by = Some(term);
            }
        }
        standing
    }
}
