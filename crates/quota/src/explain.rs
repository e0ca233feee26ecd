//! Why each pod of a node is a victim, is spared, or was never one.

use schedscope_objects::{names::Names, profile::Profile};
use schedscope_options::options;
use schedscope_pods::{
    answer::{AmountMap, MisfitAnswer},
    world::{PodInfo, World},
};
use serde::Serialize;

use crate::{
    answer::{AttemptAnswer, RejectionAnswer, Words},
    attempt::{Fate, Protection, Trace},
    cycle::Cycle,
    disruption::Budgets,
    ledger::Ledger,
    preemption::Preemptor,
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
    pub attempt: AttemptAnswer,
    /// Whether the scheduler tries it, too.
    pub tried: bool,
    /// The pods on the node in the order of the walk: those that are never to be evicted and those
    /// that are considered least important first, then the verdicts.
    pub pods: Vec<PodFate>,
}

/// What becomes of a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PodFate {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// What its quota is charged for it.
    pub charge: AmountMap,
    /// `victim`, `spared`, `considered` (the node was of no use before it was decided) or
    /// `protected` (it was never to be evicted).
    #[cfg_attr(
        feature = "types",
        ts(type = "\"victim\" | \"spared\" | \"considered\" | \"protected\"")
    )]
    pub fate: &'static str,
    /// Why it is protected: `priority`, `other-namespace`, `own-namespace`, `within-min`, `no-quota`
    /// or `quota`; null where it is not.
    #[cfg_attr(
        feature = "types",
        ts(
            type = "\"priority\" | \"other-namespace\" | \"own-namespace\" | \"within-min\" | \"no-quota\" | \"quota\" | null"
        )
    )]
    pub protection: Option<&'static str>,
    /// What its namespace used at that moment; null where it has no quota.
    pub used: Option<AmountMap>,
    /// What there is too little of with it; null where it is no victim for that.
    pub misfit: Option<MisfitAnswer>,
    /// What the quota says with it; null where it is no victim for that.
    pub rejection: Option<RejectionAnswer>,
    /// Whether its eviction violates a disruption budget.
    #[serde(rename = "violatesPDB")]
    pub violates: bool,
}

/// Tries one node again and notes what becomes of each pod. O(pods of the node x resources).
pub fn explain(
    world: &World,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    cycle: &Cycle,
    names: &Names,
    (node, profile): (u32, Profile),
) -> Option<ExplainNodeAnswer> {
    let info = world.nodes.get(node as usize)?;
    let preemptor = Preemptor {
        world,
        names,
        pod,
        admission: &cycle.admission,
        budgets,
        profile,
    };
    let (outcome, traces) = preemptor.trace_node(ledger, node);
    let words = Words { world, names, pod };
    let filter = cycle.filters.get(node as usize).and_then(Option::as_ref);
    Some(ExplainNodeAnswer {
        pod: pod.key(names),
        node: info.name.clone(),
        fits: filter.map(Result::is_ok),
        misfit: filter
            .and_then(|filter| filter.as_ref().err())
            .map(|misfit| words.misfit(misfit)),
        attempt: words.attempt(node, &outcome),
        tried: cycle.attempt(node).is_some(),
        pods: traces.iter().map(|trace| fate(&words, trace)).collect(),
    })
}

fn fate(words: &Words<'_>, trace: &Trace) -> PodFate {
    let world = words.world;
    let info = world.pods.get(trace.pod as usize);
    let mut fate = PodFate {
        pod: words.key(trace.pod),
        priority: info.map_or(0, |info| info.priority),
        charge: info.map_or_else(AmountMap::default, |info| {
            AmountMap::of(world, &info.request.charge)
        }),
        fate: "victim",
        protection: None,
        used: trace.used.as_ref().map(|used| AmountMap::of(world, used)),
        misfit: None,
        rejection: None,
        violates: trace.violates,
    };
    match &trace.fate {
        Fate::Protected(protection) => {
            fate.fate = "protected";
            fate.protection = Some(match protection {
                Protection::Priority => "priority",
                Protection::OtherNamespace => "other-namespace",
                Protection::OwnNamespace => "own-namespace",
                Protection::WithinMin => "within-min",
                Protection::NoQuota => "no-quota",
                Protection::Quota => "quota",
            });
        }
        Fate::Considered => fate.fate = "considered",
        Fate::Spared => fate.fate = "spared",
        Fate::NoRoom(misfit) => fate.misfit = Some(words.misfit(misfit)),
        Fate::Quota(rejection) => fate.rejection = Some(words.rejection(*rejection)),
    }
    fate
}
