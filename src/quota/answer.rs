//! A scheduling cycle as data, with names and numbers.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{
    admission::{Admission, Excess, Rejection},
    cycle::{Cycle, Outcome},
    ledger::{Bound, Ledger, Quota},
    preemption::{Ineligible, NodeOutcome, choose, cost},
};
use crate::{
    kube::names::Names,
    pods::{
        amounts::{Amounts, BASIC, ResourceId},
        fit::FitCode,
        world::{PodInfo, World},
    },
};

/// Amounts by resource name: cpu in milli-CPU, the rest in base units. 9223372036854775807: no limit.
pub type AmountMap = BTreeMap<String, i64>;

/// A cycle with everything that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CycleAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// `Schedulable`, `Preempt`, `Unschedulable`, `Error`.
    pub outcome: &'static str,
    /// Where it goes, or waits for victims to go; null where it does not.
    pub node: Option<String>,
    /// What the pod is charged.
    pub pod_request: AmountMap,
    /// The quotas in force before the cycle, by namespace.
    pub quotas: BTreeMap<String, QuotaAnswer>,
    /// Whether the namespace with the pod uses more than its minimum; null without a quota.
    pub over_min_with_pod: Option<bool>,
    /// The charge with the nominated pods of the quota; null without one.
    #[serde(rename = "nominatedPodsReqInEQWithPodReq")]
    pub own: Option<AmountMap>,
    /// The charge with all nominated pods that count; null without a quota.
    #[serde(rename = "nominatedPodsReqWithPodReq")]
    pub all: Option<AmountMap>,
    /// Why the quota rejects the pod; null where it does not.
    pub rejection: Option<RejectionAnswer>,
    /// Why nodes do not fit, by name; those that were asked only.
    pub filters: BTreeMap<String, FilterAnswer>,
    /// The nodes that fit, by name.
    pub feasible: Vec<String>,
    /// What was tried; null where the pod is schedulable.
    pub preemption: Option<PreemptionAnswer>,
}

/// A quota.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuotaAnswer {
    /// Its name.
    pub name: String,
    /// What its live bound pods are charged.
    pub used: AmountMap,
    /// What it is entitled to.
    pub min: AmountMap,
    /// What it may borrow up to.
    pub max: AmountMap,
    /// Whether it uses more than its minimum.
    pub used_over_min: bool,
}

/// Why a quota rejects a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RejectionAnswer {
    /// `OverMax` or `OverAggregatedMin`.
    pub reason: &'static str,
    /// The first resource of which there would be too much.
    pub resource: String,
    /// What would be used.
    pub would_use: i64,
    /// What may be.
    pub bound: i64,
    /// Upstream's sentence.
    pub message: String,
}

/// Why a node does not fit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FilterAnswer {
    /// Whether preemption could help.
    pub code: FitCode,
    /// The plugin of Kubernetes that says so.
    pub plugin: &'static str,
    /// Kubernetes' own words.
    pub reasons: Vec<String>,
}

/// An attempt to evict others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PreemptionAnswer {
    /// Whether it was tried.
    pub eligible: bool,
    /// Why not.
    pub ineligible_reason: Option<String>,
    /// The nodes that were tried, by name.
    pub potential_nodes: Vec<String>,
    /// Those on which evictions make room, in the order of the text.
    pub candidates: Vec<CandidateAnswer>,
    /// The others, by name.
    pub rejected_nodes: BTreeMap<String, RejectedNode>,
    /// The candidates that cost the least, by name: the first one is chosen.
    pub chosen_any_of: Vec<String>,
}

/// A node on which evictions make room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CandidateAnswer {
    /// Its name.
    pub node: String,
    /// Whom to evict, most important first, as `namespace/name`.
    pub victims: Vec<String>,
    /// Who was considered and may stay.
    pub spared: Vec<String>,
    /// How many victims violate a disruption budget.
    #[serde(rename = "numPDBViolations")]
    pub violations: usize,
}

/// A node on which evictions do not help.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RejectedNode {
    /// `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.
    pub code: &'static str,
    /// The plugin of Kubernetes that says so; null for the quota.
    pub plugin: Option<&'static str>,
    /// Why, in upstream's words where it has any.
    pub reasons: Vec<String>,
}

/// Everything about a cycle.
pub fn answer(
    world: &World,
    ledger: &Ledger,
    pod: &PodInfo,
    cycle: &Cycle,
    names: &Names,
) -> CycleAnswer {
    let Admission {
        quota,
        request,
        own,
        all,
        over_min,
        rejection,
    } = &cycle.admission;
    let name = |node: u32| world.nodes.get(node as usize).map(|node| node.name.clone());
    let (outcome, node) = match cycle.outcome {
        Outcome::Schedulable(node) => ("Schedulable", name(node)),
        Outcome::Preempt(node) => ("Preempt", name(node)),
        Outcome::Unschedulable => ("Unschedulable", None),
        Outcome::Error => ("Error", None),
    };
    let filters = world.nodes.iter().zip(&cycle.filters);
    let filters = filters.filter_map(|(node, filter)| match filter {
        Some(Err(misfit)) => Some((
            node.name.clone(),
            FilterAnswer {
                code: misfit.code(),
                plugin: misfit.plugin(),
                reasons: misfit.reasons(world),
            },
        )),
        _ => None,
    });
    let mut feasible: Vec<String> = cycle.feasible().into_iter().filter_map(name).collect();
    crate::order::sort(&mut feasible, String::cmp);
    CycleAnswer {
        pod: pod.key.clone(),
        outcome,
        node,
        pod_request: amounts(world, request),
        quotas: ledger
            .quotas
            .iter()
            .map(|quota| {
                (
                    names[quota.namespace].to_owned(),
                    quota_answer(world, quota, names),
                )
            })
            .collect(),
        over_min_with_pod: quota.map(|_| *over_min),
        own: quota.map(|_| amounts(world, own)),
        all: quota.map(|_| amounts(world, all)),
        rejection: rejection.map(|rejection| rejection_answer(world, pod, rejection, names)),
        filters: filters.collect(),
        feasible,
        preemption: preemption_answer(world, pod, cycle),
    }
}

/// The basic resources, and the others that are named.
fn amounts(world: &World, amounts: &Amounts) -> AmountMap {
    let amounts = amounts.iter();
    amounts
        .map(|(resource, amount)| (world.resources.name(resource).to_owned(), amount))
        .collect()
}

fn quota_answer(world: &World, quota: &Quota, names: &Names) -> QuotaAnswer {
    let bound = |bound: &Bound| {
        let basic = (0..BASIC as u32).map(ResourceId);
        let extended = bound
            .amounts
            .extended()
            .iter()
            .map(|(resource, _)| *resource);
        let all = basic.chain(extended);
        all.map(|r| (world.resources.name(r).to_owned(), bound.of(r)))
            .collect()
    };
    QuotaAnswer {
        name: names[quota.name].to_owned(),
        used: amounts(world, &quota.used),
        min: bound(&quota.min),
        max: bound(&quota.max),
        used_over_min: quota.over_min().is_some(),
    }
}

fn rejection_answer(
    world: &World,
    pod: &PodInfo,
    rejection: Rejection,
    names: &Names,
) -> RejectionAnswer {
    let namespace = &names[pod.pod.namespace];
    let (reason, excess, message) = match rejection {
        Rejection::OverMax(excess) => (
            "OverMax",
            excess,
            format!(
                "Pod {} is rejected in PreFilter because ElasticQuota {namespace} is more than Max",
                pod.key
            ),
        ),
        Rejection::OverAggregatedMin(excess) => (
            "OverAggregatedMin",
            excess,
            format!(
                "Pod {} is rejected in PreFilter because total ElasticQuota used is more than min",
                pod.key
            ),
        ),
    };
    let Excess {
        resource,
        would_use,
        bound,
    } = excess;
    RejectionAnswer {
        reason,
        resource: world.resources.name(resource).to_owned(),
        would_use,
        bound,
        message,
    }
}

fn preemption_answer(world: &World, pod: &PodInfo, cycle: &Cycle) -> Option<PreemptionAnswer> {
    let attempted = cycle.preemption.as_ref()?;
    let name = |node: u32| {
        world
            .nodes
            .get(node as usize)
            .map_or("", |node| &node.name)
            .to_owned()
    };
    let key = |pod: &u32| {
        world
            .pods
            .get(*pod as usize)
            .map_or("", |pod| &pod.key)
            .to_owned()
    };
    let mut answer = PreemptionAnswer {
        eligible: attempted.ineligible.is_none(),
        ineligible_reason: attempted.ineligible.map(|why| match why {
            Ineligible::Policy => "not eligible due to preemptionPolicy=Never.".to_owned(),
            Ineligible::Terminating(_) => {
                "not eligible due to a terminating pod on the nominated node.".to_owned()
            }
        }),
        potential_nodes: attempted
            .nodes
            .iter()
            .map(|(node, _)| name(*node))
            .collect(),
        candidates: Vec::new(),
        rejected_nodes: BTreeMap::new(),
        chosen_any_of: Vec::new(),
    };
    crate::order::sort(&mut answer.potential_nodes, String::cmp);
    for (node, outcome) in &attempted.nodes {
        let (code, plugin, reasons) = match outcome {
            NodeOutcome::Candidate(candidate) => {
                answer.candidates.push(CandidateAnswer {
                    node: name(*node),
                    victims: candidate.victims.iter().map(key).collect(),
                    spared: candidate.spared.iter().map(key).collect(),
                    violations: candidate.violations,
                });
                continue;
            }
            NodeOutcome::NoVictims => {
                let pod = pod.key.rsplit('/').next().unwrap_or_default();
                let text = format!(
                    "No victims found on node {} for preemptor pod {pod}",
                    name(*node)
                );
                ("UnschedulableAndUnresolvable", None, vec![text])
            }
            NodeOutcome::Misfit(misfit) => {
                let code = match misfit.code() {
                    FitCode::Unschedulable => "Unschedulable",
                    FitCode::UnschedulableAndUnresolvable => "UnschedulableAndUnresolvable",
                };
                (code, Some(misfit.plugin()), misfit.reasons(world))
            }
            NodeOutcome::QuotaExceeded => (
                "Unschedulable",
                None,
                vec!["global quota max exceeded".to_owned()],
            ),
            NodeOutcome::Error(pod) => {
                let pod = key(pod);
                let pod = pod.rsplit('/').next().unwrap_or_default();
                let node = name(*node);
                let text = format!("no corresponding pod {pod} in pods of node {node}");
                ("Error", None, vec![text])
            }
            NodeOutcome::Contradiction(pod) => {
                let text = format!("a quota is exceeded even without {}", key(pod));
                ("Unschedulable", None, vec![text])
            }
        };
        answer.rejected_nodes.insert(
            name(*node),
            RejectedNode {
                code,
                plugin,
                reasons,
            },
        );
    }
    let candidates = attempted.candidates();
    if let Some(best) = choose(world, &candidates).and_then(|at| candidates.get(at)) {
        let least = cost(world, best).0;
        let tied = candidates
            .iter()
            .filter(|candidate| cost(world, candidate).0 == least);
        answer.chosen_any_of = tied.map(|(node, _)| name(*node)).collect();
        crate::order::sort(&mut answer.chosen_any_of, String::cmp);
    }
    Some(answer)
}
