//! Why each pod of a node is a victim, is reprieved, or may not be evicted.

use schedscope_objects::{id::NodeId, names::Names, profile::Profile, words};
use schedscope_options::options;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::{
    cycle::Cycle,
    disruption::Budgets,
    dry_run::{EvictionVerdict, PodTrace, Protection},
    ledger::Ledger,
    preemption::Preemptor,
};
use serde::Serialize;

use crate::{
    pods::{amounts::AmountMap, misfit::MisfitAnswer},
    quota::{
        cycle::{NodeDryRunAnswer, QuotaRejectionAnswer},
        names::AnswerNames,
    },
};

options! {
    /// Which node is explained for which pod.
    pub struct ExplainNodeOptions {
        /// The pod, as `namespace/name`.
        pod: String [needed],
        /// The node's name.
        node: String [needed],
        /// Which scheduler answers.
        profile: Profile,
    }
}

words! {
    /// The verdict on a pod.
    pub enum VerdictKind {
        /// It is evicted.
        Victim = "victim",
        /// It was considered and stays.
        Reprieved = "reprieved",
        /// It was considered, but the node is of no use.
        Considered = "considered",
        /// It may not be evicted.
        Protected = "protected",
    }
}

/// One node for one pod, and what becomes of the pods on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ExplainNodeAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// The node.
    pub node: String,
    /// Whether the pod fits as things are; null where the node was not asked.
    pub fits: Option<bool>,
    /// Why it does not fit.
    pub misfit: Option<MisfitAnswer>,
    /// What comes of evicting others, tried here even where the scheduler would not.
    pub dry_run: NodeDryRunAnswer,
    /// Whether the scheduler tries it, too.
    pub tried: bool,
    /// The pods on the node in the order of the walk: those that are never to be evicted and those
    /// that are considered least important first, then the verdicts.
    pub pods: Vec<PodVerdict>,
}

/// What preemption says of one pod of a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PodVerdict {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// What its quota is charged for it.
    pub charge: AmountMap,
    /// `victim`, `reprieved`, `considered` (the node was of no use before it was decided) or
    /// `protected` (it was never to be evicted).
    #[cfg_attr(feature = "types", ts(inline))]
    pub verdict: VerdictKind,
    /// Why it is protected: `priority`, `other-namespace`, `own-namespace`, `within-min`, `no-quota`
    /// or `quota`; null where it is not.
    #[cfg_attr(feature = "types", ts(inline))]
    pub protection: Option<Protection>,
    /// What its namespace used at that moment; null where it has no quota.
    pub used: Option<AmountMap>,
    /// What there is too little of with it; null where it is no victim for that.
    pub misfit: Option<MisfitAnswer>,
    /// What the quota says with it; null where it is no victim for that.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Whether its eviction violates a disruption budget.
    #[serde(rename = "violatesPDB")]
    pub violates: bool,
}

/// Tries one node again and notes what becomes of each pod. O(pods of the node x resources).
pub fn explain(
    snapshot: &ClusterSnapshot,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    cycle: &Cycle,
    names: &Names,
    (node, profile): (NodeId, Profile),
) -> Option<ExplainNodeAnswer> {
    let info = snapshot.nodes.get(node)?;
    let preemptor = Preemptor {
        snapshot,
        names,
        pod,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    let (outcome, traces) = preemptor.trace_node(ledger, node);
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let filter = cycle.filters.get(node).and_then(Option::as_ref);
    Some(ExplainNodeAnswer {
        pod: pod.key(names),
        node: info.name.clone(),
        fits: filter.map(Result::is_ok),
        misfit: filter
            .and_then(|filter| filter.as_ref().err())
            .map(|misfit| words.misfit(misfit)),
        dry_run: words.dry_run(node, &outcome),
        tried: cycle.dry_run(node).is_some(),
        pods: traces
            .iter()
            .map(|trace| verdict_of(&words, trace))
            .collect(),
    })
}

fn verdict_of(words: &AnswerNames<'_>, trace: &PodTrace) -> PodVerdict {
    let snapshot = words.snapshot;
    let info = snapshot.pods.get(trace.pod);
    let mut answer = PodVerdict {
        pod: words.key(trace.pod),
        priority: info.map_or(0, |info| info.priority),
        charge: info.map_or_else(AmountMap::default, |info| {
            AmountMap::of(&snapshot.resources, &info.request.charge)
        }),
        verdict: VerdictKind::Victim,
        protection: None,
        used: trace
            .used
            .as_ref()
            .map(|used| AmountMap::of(&snapshot.resources, used)),
        misfit: None,
        rejection: None,
        violates: trace.violates,
    };
    match &trace.verdict {
        EvictionVerdict::Protected(protection) => {
            answer.verdict = VerdictKind::Protected;
            answer.protection = Some(*protection);
        }
        EvictionVerdict::Considered => answer.verdict = VerdictKind::Considered,
        EvictionVerdict::Reprieved => answer.verdict = VerdictKind::Reprieved,
        EvictionVerdict::NoRoom(misfit) => answer.misfit = Some(words.misfit(misfit)),
        EvictionVerdict::Quota(rejection) => answer.rejection = Some(words.rejection(*rejection)),
    }
    answer
}
