//! Which topology domains a max skew blocks in a step.

use schedscope_objects::id::Id;
use schedscope_placement::spread::{
    SpreadEnd, SpreadRun, domain_counts::DomainCounts, topology::DomainId,
};

/// The domains whose clusters a max skew blocks in a step.
pub(super) struct BlockedDomains {
    /// by domain of the run's topology
    blocked: Vec<bool>,
}

impl BlockedDomains {
    /// O(steps + domains x terms).
    pub(super) fn new(run: &SpreadRun, step: usize) -> Self {
        let topology = &run.domains.topology;
        let earlier: DomainCounts;
        let counts = if step < run.picks.len() {
            earlier = run.counts_after(step.saturating_sub(1));
            &earlier
        } else if run.end() == SpreadEnd::Blocked {
            // The run ended because all that remained were blocked after its last step.
            run.after()
        } else {
            run.last()
        };
        let is_blocked = |number| {
            let domain = DomainId::new(number);
            let scores = counts.scores(topology, domain, &run.max_skews);
            scores.blocked_by.is_some()
        };
        Self {
            blocked: (0..topology.domains().len()).map(is_blocked).collect(),
        }
    }

    /// Whether clusters whose deepest domain this is are blocked.
    pub(super) fn has(&self, domain: DomainId) -> bool {
        self.blocked.get(domain.index()) == Some(&true)
    }
}
