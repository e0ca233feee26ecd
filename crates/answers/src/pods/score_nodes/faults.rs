//! Faults of Kubernetes that decide which nodes a pod fits, or which one the default profile takes.

use schedscope_answer_macro::answer;
use schedscope_objects::profile::Profile;
use schedscope_pods::{
    fit::{Fault, Faults, FitContext, Undergone, differ},
    node_scan::NodeScan,
    score::limit_aware::LimitAware,
};

use super::NAMED;
use crate::pods::default_profile::{DefaultProfileColumn, NodeChoice};

/// A fault of Kubernetes that decides which nodes a pod fits, or which one it gets.
#[answer(Eq)]
pub struct ScoreFaultAnswer {
    /// The fault, as in `simulatePod`.
    #[ts(inline)]
    pub fault: Fault,
    /// Whether the answer has the fault, as `Upstream` has; `false`: today's kube-scheduler has it, and this answer of
    /// `Proposal` is without it.
    pub applied: bool,
    /// The nodes that another filter or none would reject otherwise, without the fault or with it, in the order of the
    /// text.
    pub nodes: Vec<String>,
    /// The node that the default profile would take otherwise; `null` if the pod would fit none, or without the option
    /// `defaultProfile`.
    pub choice: Option<NodeChoice>,
}

/// What the other profile decides for a pod: one answer without the faults of Kubernetes, one with them.
#[answer(Eq)]
pub struct OtherNodeProfile {
    /// The other profile.
    pub profile: Profile,
    /// The number of nodes that the pod fits.
    pub feasible: usize,
    /// The node that the default profile takes; `null` if the pod fits none, or without the option `defaultProfile`.
    pub choice: Option<NodeChoice>,
    /// The nodes that the pod fits by it and not by this profile, in the order of the input, at most 10.
    pub added: Vec<String>,
    /// The nodes that the pod fits by this profile and not by it, in the order of the input, at most 10.
    pub removed: Vec<String>,
    /// The number of all nodes that are added.
    pub added_count: usize,
    /// The number of all nodes that are removed.
    pub removed_count: usize,
    /// The faults by which they differ.
    pub because: Vec<Fault>,
}

/// What the other profile decides; `None`: the same, or none of the `faults` matters. Costs one more scan of the nodes.
pub(super) fn other_profile(
    on: FitContext<'_>,
    scan: &NodeScan<'_>,
    by_profile: Option<&DefaultProfileColumn>,
    (limit_aware, most): (&LimitAware, usize),
    faults: &[ScoreFaultAnswer],
) -> Option<OtherNodeProfile> {
    let first = faults.first()?;
    let profile = if first.applied {
        Profile::Proposal
    } else {
        Profile::Upstream
    };
    let on = FitContext {
        faults: Faults::of(profile, on.snapshot.version),
        ..on
    };
    let other = NodeScan::new(on.snapshot, on.pod, on.names, limit_aware, on.faults);
    let column = by_profile.map(|_| DefaultProfileColumn::new(on, &other, most));
    let best = |column: Option<&DefaultProfileColumn>| column?.choice().map(|c| c.best.clone());
    let moved = |is_in: bool| -> Vec<String> {
        let fits = scan.fits.iter().zip(&other.fits);
        let fits = fits.zip(on.snapshot.nodes.iter());
        let fits = fits.filter(|((own, other), _)| (own.is_ok(), other.is_ok()) == (!is_in, is_in));
        fits.map(|(_, node)| node.name.clone()).collect()
    };
    let (mut added, mut removed) = (moved(true), moved(false));
    if added.is_empty() && removed.is_empty() && best(by_profile) == best(column.as_ref()) {
        return None;
    }
    let choice = column.as_ref().and_then(DefaultProfileColumn::choice);
    let (added_count, removed_count) = (added.len(), removed.len());
    added.truncate(NAMED);
    removed.truncate(NAMED);
    Some(OtherNodeProfile {
        profile,
        feasible: other.feasible.len(),
        choice: choice.and_then(|choice| NodeChoice::new(choice, on.snapshot)),
        added,
        removed,
        added_count,
        removed_count,
        because: faults.iter().map(|fault| fault.fault).collect(),
    })
}

/// The faults that decide which nodes are rejected, or which are the best of the default profile; `most`: how many of
/// those are kept.
///
/// Costs one more scan of the nodes for each fault that could matter, and nothing else.
pub(super) fn faults(
    on: FitContext<'_>,
    scan: &NodeScan<'_>,
    by_profile: Option<&DefaultProfileColumn>,
    (limit_aware, most): (&LimitAware, usize),
) -> Vec<ScoreFaultAnswer> {
    let mut answers = Vec::new();
    let beside = Undergone {
        dry_runs: false,
        scores: by_profile.is_some(),
    };
    for fault in Faults::in_release(on.snapshot.version) {
        if !fault.could_matter(on, &scan.peers, beside) {
            continue;
        }
        let faults = on.faults.flipped(fault);
        let without = NodeScan::new(on.snapshot, on.pod, on.names, limit_aware, faults);
        let fits = scan.fits.iter().zip(&without.fits);
        let fits = fits.zip(on.snapshot.nodes.iter());
        let nodes: Vec<String> = fits
            .filter(|((fit, other), _)| differ(fit, other))
            .map(|(_, node)| node.name.clone())
            .collect();
        let column = by_profile.map(|_| {
            let on = FitContext { faults, ..on };
            DefaultProfileColumn::new(on, &without, most)
        });
        let best = |column: Option<&DefaultProfileColumn>| column?.choice().map(|c| c.best.clone());
        if !nodes.is_empty() || best(by_profile) != best(column.as_ref()) {
            let choice = column.as_ref().and_then(DefaultProfileColumn::choice);
            answers.push(ScoreFaultAnswer {
                fault,
                applied: on.faults.has(fault),
                nodes,
                choice: choice.and_then(|choice| NodeChoice::new(choice, on.snapshot)),
            });
        }
    }
    answers
}
