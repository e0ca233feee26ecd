//! The smallest changes of the input that bring something about.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::ObjectName, names::Names, namespaced_name::NamespacedName, profile::Profile, words,
};
use schedscope_placement::outcome::SchedulerStatusCode;
use schedscope_pods::snapshot::PodInfo;
use schedscope_quota::admission::QuotaRule;
pub use schedscope_whatif::{Family, search::Absence};
use schedscope_whatif::{
    pods::{CycleEnd, Outside, OutsideReason, PodCluster, Returning},
    search::{Found, Space},
};

use crate::{
    placement::applications::DecisionApplications,
    pods::volumes::VolumeDependence,
    quota::outcome::{CycleOutcomeName, outcome_of},
    whatif::{change_edit::ChangeEdit, eviction_block::owner_name, run_after::RunAfter},
};

words! {
    /// Why a search ended before its end: `steps`: it made `maxSteps` decisions.
    pub enum SearchStop {
        /// It made as many decisions as it was allowed.
        Steps = "steps",
    }
}

/// The changes that a search in progress has found.
#[answer]
pub struct ChangesSoFarAnswer {
    /// The changes with which the answer will begin, cheapest first.
    pub changes: Vec<Change>,
}

/// The smallest changes of the input after which something comes out. Each was made in the input, which was then
/// decided again by the ordinary engine.
#[answer]
pub struct ChangeAnswer {
    /// What was asked about.
    pub object: ObjectName,
    /// Whether the want is already met; then `changes` is empty.
    pub met: bool,
    /// Whether the recorded decision is wanted: the changes are what can have differed when the hub decided. Absent if
    /// something else is wanted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub recorded: bool,
    /// If the want of a pod is already met: what it depends on, for the node of the pod depends on volumes that the
    /// answer does not know. Absent: it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_dependence: Option<VolumeDependence>,
    /// The cheapest change of every family of edits that has one, cheapest first; where the input cannot take it as it
    /// is written, also the cheapest that it can. If no single family has one: the cheapest pair of each two families.
    pub changes: Vec<Change>,
    /// The families of edits that were tried, and why others were not.
    pub space: Vec<SearchedFamily>,
    /// Whether the space was searched whole: every single candidate, and, where none does it, every pair of them.
    /// `true` without changes: nothing in this space brings it about, but more edits together may.
    pub complete: bool,
    /// What keeps the pod from nodes and no edit of the search changes. Absent: nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OutsideSpace>>")]
    pub outside: Vec<OutsideSpace>,
    /// How many candidates were made together at most: 1, or 2 where no single one does it, or 3, of weights, where no
    /// two weights do it that are changed by 3 together at most, or `several`.
    pub depth: usize,
    /// How many edits were combined at most, one for each obstacle of a cluster. Absent: no more than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub several: Option<usize>,
    /// How far all weights were changed together, in sum. Absent: they were not.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "number")]
    pub weights_to: Option<u64>,
    /// Why the search ended before its end; `null`: it did not.
    #[ts(inline)]
    pub stopped: Option<SearchStop>,
    /// The number of decisions that the search made.
    pub steps: usize,
}

impl ChangeAnswer {
    /// What a search has found, and the changes of it. The triple: whether the want is already met, the families, and
    /// the number of decisions made.
    pub fn new(
        object: ObjectName,
        (met, space, steps): (bool, &[Space], usize),
        found: &Found,
        changes: Vec<Change>,
    ) -> Self {
        Self {
            object,
            met,
            recorded: false,
            volume_dependence: None,
            changes,
            space: searched(space),
            complete: found.complete,
            outside: Vec::new(),
            depth: found.depth,
            several: (found.several > 0).then_some(found.several),
            weights_to: found.distance,
            stopped: found.out_of_steps.then_some(SearchStop::Steps),
            steps,
        }
    }
}

/// What keeps a pod from nodes and is not edited.
#[answer(Copy, Eq)]
pub struct OutsideSpace {
    /// `pod-affinity`: a required term of pod affinity or anti-affinity, of the pod or of another one.
    /// `topology-spread`: a topology spread constraint with `DoNotSchedule`. `host-ports`: a port of the node that
    /// another pod has. `added-affinity`: node affinity that the profile of its scheduler adds.
    #[ts(inline)]
    pub reason: OutsideReason,
    /// The number of nodes that it excludes for the pod, regardless of other reasons.
    pub nodes: usize,
}

impl From<Outside> for OutsideSpace {
    fn from(Outside { reason, nodes }: Outside) -> Self {
        Self { reason, nodes }
    }
}

/// A family of edits in a search.
#[answer(Eq)]
pub struct SearchedFamily {
    /// The family.
    pub family: Family,
    /// The number of single changes of this family that may be tried.
    pub candidates: usize,
    /// Why none is tried; `null`: they are.
    pub reason: Option<Absence>,
}

/// Edits of the input that bring about together what is wanted.
#[answer(Default)]
pub struct Change {
    /// The edits.
    pub edits: Vec<ChangeEdit>,
    /// What they cost.
    pub cost: ChangeCost,
    /// Whether the input with these edits was decided again and meets the want; always `true`.
    pub verified: bool,
    /// The clusters that they add to the selection, by name; at most `limit`.
    pub added: Vec<String>,
    /// The clusters that they remove from it, by name; at most `limit`.
    pub removed: Vec<String>,
    /// How many are added; absent where `added` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub added_total: Option<usize>,
    /// How many are removed; absent where `removed` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub removed_total: Option<usize>,
    /// How many other changes of the same families and steps bring it about, too; counted up to 20.
    pub as_cheap: usize,
    /// The other placements of the input whose decision changes with them; empty: none, or a pod was asked about.
    pub others: Vec<OtherPlacement>,
    /// How many other placements were not decided again: they have CEL expressions, or there are too many.
    pub others_unknown: usize,
    /// How the cycle of the pod ends with them; `null` unless a pod was asked about.
    pub cycle: Option<CycleAfter>,
    /// The pods that the edits remove, or that the pod evicts, and that their controllers recreate. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<PodMadeAnew>>")]
    pub made_anew: Vec<PodMadeAnew>,
    /// The pods that the edits remove and that are terminating anyway. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
    /// How the timeline runs with them; `null` unless a timeline was asked about.
    pub run: Option<RunAfter>,
    /// The result of the other profile for the edited input, if it does not meet the want; absent if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_profile: Option<ChangeInOtherProfile>,
    /// Whether the decision does not last: once the hub has recorded it, it decides otherwise, because a negative
    /// weight of `Steady` works against what is recorded. Absent where it lasts.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub alternates: bool,
    /// The Applications that Argo CD creates if the edits empty the decision, by each generator that reads it; absent
    /// if a cluster is selected, or if nothing reads the decision.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<DecisionApplications>>")]
    pub applications: Vec<DecisionApplications>,
}

/// A pod that a change removes and its controller recreates.
#[answer(Eq)]
pub struct PodMadeAnew {
    /// The pod that goes.
    pub pod: NamespacedName,
    /// Its controller.
    pub owner: ObjectName,
    /// The node that the new pod gets if it is scheduled first; `null`: it waits.
    pub node: Option<String>,
    /// Whether what is wanted does not last then: the new pod takes the room, or the quota, back.
    pub takes_back: bool,
}

impl PodMadeAnew {
    /// With names.
    pub fn new(of: Returning, cluster: &PodCluster, names: &Names) -> Option<Self> {
        let info = cluster.snapshot.pods.get(of.pod)?;
        let owner = info.pod.owner?;
        let node = of.node.and_then(|node| cluster.snapshot.nodes.get(node));
        Some(Self {
            pod: info.namespaced_name(names),
            owner: owner_name(&owner, info.pod.namespace, names),
            node: node.map(|node| node.name.clone()),
            takes_back: of.takes_back,
        })
    }
}

/// The result of the other profile for an edited input.
#[answer]
pub struct ChangeInOtherProfile {
    /// The other profile.
    pub profile: Profile,
    /// The status of the placement; `null` if a pod was asked about.
    pub status: Option<SchedulerStatusCode>,
    /// The message of that status.
    pub message: String,
    /// The number of clusters that it selects; `null` if a pod was asked about.
    #[ts(type = "number | null")]
    pub selected: Option<usize>,
    /// How the cycle of the pod ends; `null` if a placement was asked about.
    pub cycle: Option<CycleAfter>,
}

/// A placement that was not asked about, and whose decision changes with the edits.
#[answer(Eq)]
pub struct OtherPlacement {
    /// The placement.
    pub object: ObjectName,
    /// The clusters that are added, by name; at most `limit`.
    pub added: Vec<String>,
    /// The clusters that are removed, by name; at most `limit`.
    pub removed: Vec<String>,
    /// How many are added; absent where `added` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub added_total: Option<usize>,
    /// How many are removed; absent where `removed` has all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub removed_total: Option<usize>,
}

/// How a pod's cycle ends.
#[answer(Eq)]
pub struct CycleAfter {
    /// The outcome, as in `simulatePod`.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that the pod is bound to or nominated for; `null` if it waits.
    pub node: Option<String>,
    /// The pods that it evicts, most important first.
    pub victims: Vec<NamespacedName>,
    /// The victims that are already terminating: they go regardless of the pod. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
    /// The other victims without an owner: nothing recreates them.
    pub bare: Vec<NamespacedName>,
    /// How many of the evictions violate a `PodDisruptionBudget`.
    pub budget_violations: usize,
    /// The rule of its `ElasticQuota` that rejects it before any node is asked; `null`: none does.
    #[ts(inline)]
    pub rejected_by: Option<QuotaRule>,
    /// Whether a `ResourceQuota` refuses it: it is not created.
    pub refused: bool,
    /// Whether the node depends on the pod's volumes that the answer does not know. Absent: it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub on_volumes: bool,
}

/// How the cycle of the pod of a cluster ends.
pub fn cycle_after(cluster: &PodCluster, end: &CycleEnd, names: &Names) -> CycleAfter {
    let (outcome, node) = outcome_of(&end.outcome);
    let pods = |is_meant: fn(&PodInfo) -> bool| -> Vec<NamespacedName> {
        let victims = end.victims.iter();
        let victims = victims.filter_map(|victim| cluster.snapshot.pods.get(*victim));
        let meant = victims.filter(|victim| is_meant(victim));
        meant.map(|victim| victim.namespaced_name(names)).collect()
    };
    CycleAfter {
        outcome,
        node: node.and_then(|node| Some(cluster.snapshot.nodes.get(node)?.name.clone())),
        victims: pods(|_| true),
        terminating: pods(|victim| victim.terminating),
        bare: pods(|victim| victim.pod.owner.is_none() && !victim.terminating),
        budget_violations: end.violations,
        rejected_by: end.rejection,
        refused: end.is_refused,
        on_volumes: node.is_some()
            && cluster
                .snapshot
                .pods
                .get(cluster.pod)
                .is_some_and(PodInfo::depends_on_volumes),
    }
}

/// What a change costs. Changes are compared by what they displace, how natural they are, the number of edits, the
/// step, and the names of the objects. A misspelt name put right comes before all others; a negative weight, or an
/// object that is removed, after all others.
#[answer(Default)]
pub struct ChangeCost {
    /// How much the edits displace that is not displaced without them: clusters that the decision no longer selects,
    /// pods that are evicted or removed, VMs that move, are on no node, or are removed.
    pub displaced: usize,
    /// The number of edits.
    pub edits: usize,
    /// The families of the edits, in the order of `space`.
    pub families: Vec<Family>,
    /// How far the edits go together: the differences of numbers; of amounts, the shares of the old values.
    pub step: f64,
}

/// What a change of these edits costs.
pub fn change_cost(cost: &schedscope_whatif::Cost) -> ChangeCost {
    let steps = cost.steps.iter();
    ChangeCost {
        displaced: cost.displaced,
        edits: cost.edits,
        families: cost.families.clone(),
        step: steps
            .map(|step| step.part as f64 / step.whole.max(1) as f64)
            .sum(),
    }
}

/// The families of a search; kinds of one family count together.
fn searched(space: &[Space]) -> Vec<SearchedFamily> {
    let mut families: Vec<SearchedFamily> = Vec::new();
    for space in space {
        let candidates = space.candidates.as_ref().map_or(0, Vec::len);
        let reason = space.candidates.as_ref().err().copied();
        match families.last_mut() {
            Some(last) if last.family == space.family => {
                last.candidates += candidates;
                last.reason = last.reason.and(reason);
            }
            _ => families.push(SearchedFamily {
                family: space.family,
                candidates,
                reason,
            }),
        }
    }
    families
}
