//! What is wanted of a pod: as a question of `change`, and as the twin judges it.

use serde_json::{Value, json};

use reference::{
    pods::{ClusterSnapshot, Pod, default_profile::choose, filters::Faults},
    quota::{Cycle, cycle, victims::Attempt},
};

/// What is wanted of a pod, and how the twin sees it.
pub(super) struct Wanted<'a> {
    pub(super) asked: &'a str,
    pub(super) proposal: bool,
    pub(super) admitted: bool,
    pub(super) evicts_nobody: bool,
    pub(super) spares: Option<String>,
    pub(super) on: Option<String>,
}

impl<'a> Wanted<'a> {
    /// A pod is admitted, whoever is evicted and wherever it goes.
    pub(super) fn admitted(asked: &'a str, proposal: bool) -> Self {
        Self {
            asked,
            proposal,
            admitted: true,
            evicts_nobody: false,
            spares: None,
            on: None,
        }
    }

    pub(super) fn question(&self) -> Value {
        let profile = if self.proposal {
            "Proposal"
        } else {
            "Upstream"
        };
        let mut want = json!({
            "pod": self.asked, "admitted": self.admitted, "evictsNobody": self.evicts_nobody,
        });
        if let Some(spared) = &self.spares {
            want["spares"] = json!(spared);
        }
        if let Some(node) = &self.on {
            want["on"] = json!(node);
        }
        json!({"change": {"now": "2026-01-01T00:00:00Z", "profile": profile, "want": want}})
    }

    /// The twin's outcome, and whether it is wanted.
    pub(super) fn judge(&self, objects: &[Value]) -> (&'static str, bool) {
        let snapshot = ClusterSnapshot::read_as(objects, self.proposal);
        let (rest, pod) = snapshot.taken(self.asked);
        let found = cycle(&rest, &pod, self.proposal);
        let node = found.node.clone().unwrap_or_default();
        let evicts = found.outcome == "Preempt";
        let victims = victims(&found);
        let is_spared = |spared: &String| {
            snapshot.pod(spared).is_some() && victims.iter().all(|victim| victim.key != *spared)
        };
        let is_on = |wanted: &String| match found.outcome {
            "Preempt" => node == *wanted,
            "Schedulable" => {
                let feasible: Vec<String> = found.feasible().cloned().collect();
                let choice = choose(
                    &rest,
                    &pod,
                    &feasible,
                    Faults::of(self.proposal, rest.minor),
                );
                choice.best == [wanted.clone()]
            }
            _ => false,
        };
        let met = self.on.as_ref().is_none_or(is_on)
            && (!self.admitted || evicts || found.outcome == "Schedulable")
            && !(self.evicts_nobody && victims.iter().any(|victim| !victim.terminating))
            && self.spares.as_ref().is_none_or(is_spared);
        (found.outcome, met)
    }

    /// How many pods the pod evicts after edits that it does not evict before them.
    pub(super) fn displaced(&self, before: &[Value], after: &[Value]) -> usize {
        let evicted = |objects: &[Value]| -> Vec<String> {
            let snapshot = ClusterSnapshot::read_as(objects, self.proposal);
            let (rest, pod) = snapshot.taken(self.asked);
            let found = cycle(&rest, &pod, self.proposal);
            let leave = victims(&found).iter().filter(|victim| !victim.terminating);
            leave.map(|victim| victim.key.clone()).collect()
        };
        let before = evicted(before);
        let after = evicted(after);
        after.iter().filter(|pod| !before.contains(pod)).count()
    }

    pub(super) fn meets(&self, objects: &[Value]) -> bool {
        self.judge(objects).1
    }
}

/// The pods that a cycle evicts.
fn victims(found: &Cycle) -> &[Pod] {
    let node = found.node.as_ref().filter(|_| found.outcome == "Preempt");
    match node.and_then(|node| found.attempt(node)) {
        Some(Attempt::Candidate(candidate)) => &candidate.victims[..],
        _ => &[],
    }
}
