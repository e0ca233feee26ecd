//! The counts of all topology domains after some steps of a run, and the scores that follow for a cluster.

use schedscope_objects::id::Id;

use crate::{
    column::FeasiblePlace,
    spread::{
        score::{is_blocked, shifted, term_score},
        topology::{ClusterDomain, DomainId, Topology},
    },
};

/// How many selected clusters lie in each domain.
#[derive(Debug)]
pub struct DomainCounts {
    /// By domain.
    counts: Vec<u32>,
    /// By parent domain: the smallest and the largest count among its children.
    ranges: Vec<(u32, u32)>,
}

/// The scores of one cluster that follow from the counts.
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
    pub fn new(topology: &Topology, picked: &[FeasiblePlace]) -> Self {
        let domains = topology.domains();
        let mut counts = vec![0_u32; domains.len()];
        for &place in picked {
            if let ClusterDomain::In(domain) = topology.site(place.index()) {
                for (domain, _) in topology.path(domain) {
                    if let Some(count) = counts.get_mut(domain.index()) {
                        *count += 1;
                    }
                }
            }
        }
        let mut ranges = vec![(u32::MAX, 0); domains.len()];
        for (domain, &count) in domains.iter().zip(&counts).skip(1) {
            if let Some((lo, hi)) = ranges.get_mut(domain.parent.index()) {
                *lo = count.min(*lo);
                *hi = count.max(*hi);
            }
        }
        Self { counts, ranges }
    }

    /// How many selected clusters lie in a domain.
    pub fn count(&self, domain: DomainId) -> u32 {
        self.counts.get(domain.index()).copied().unwrap_or(0)
    }

    /// The smallest and the largest count among a domain and its siblings.
    pub fn range(&self, topology: &Topology, domain: DomainId) -> (u32, u32) {
        let parent = topology.domain(domain).parent;
        self.ranges.get(parent.index()).copied().unwrap_or((0, 0))
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

    /// The scores of a cluster whose deepest domain is `domain`. O(terms).
    pub fn scores(
        &self,
        topology: &Topology,
        domain: DomainId,
        max_skews: &[Option<u32>],
    ) -> TermScores {
        let mut scores = TermScores {
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
            scores.raw |= shifted(score, term, max_skews.len());
            if let Some(slot) = scores.term_scores.get_mut(term) {
                *slot = score as u8;
            }
            let max_skew = max_skews.get(term).copied().flatten();
            if max_skew.is_some_and(|most| is_blocked(count, lo, most)) {
                scores.blocked_by = Some(term);
            }
        }
        scores
    }
}
