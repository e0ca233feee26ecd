//! What the spread score of a cluster is computed from.

use schedscope_objects::id::ClusterId;
use schedscope_placement::spread::{
    domain_counts::DomainCounts,
    topology::{DomainId, Topology},
};

use crate::placement::{DecisionDetails, explain::ScoreInputs, spread::SpreadCounts};

/// The counts of a domain and of those that it is part of, the first level first.
pub(super) fn path_counts(
    counts: &DomainCounts,
    topology: &Topology,
    domain: DomainId,
) -> Vec<SpreadCounts> {
    let path = topology.path(domain);
    let mut path: Vec<SpreadCounts> = path
        .map(|(domain, _)| {
            let (lowest, highest) = counts.range(topology, domain);
            SpreadCounts {
                count: counts.count(domain),
                lowest,
                highest,
            }
        })
        .collect();
    path.reverse();
    path
}

impl DecisionDetails<'_> {
    /// The inputs of the spread score in the step that picked a cluster, else in the last one; `None` where it was no
    /// candidate then.
    pub(crate) fn spread_inputs(&self, cluster: ClusterId) -> Option<ScoreInputs> {
        let run = self.decision.spread_run()?;
        let found = self.cluster_spread(cluster)?;
        let numbers = found.numbers.filter(|numbers| numbers.spread.is_some())?;
        let step = found.picked.unwrap_or(run.picks.len());
        let pick = run.picks.get(step.checked_sub(1)?)?;
        Some(ScoreInputs::Spread {
            step,
            raw: numbers.raw,
            lowest: (pick.lowest as i64).into(),
            highest: (pick.highest as i64).into(),
        })
    }
}
