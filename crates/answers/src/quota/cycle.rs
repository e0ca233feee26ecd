//! One pod through a scheduling cycle.

use schedscope_objects::{id::NodeId, names::Names, order, profile::Profile, words};
use schedscope_options::options;
use schedscope_pods::{
    amounts::{BASIC, ResourceId, ResourceNames},
    fit::{FitCode, count_reasons},
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::{
    admission::{Admission, QuotaRule},
    cycle::{Cycle, CycleOutcome},
    ledger::{Ledger, Quota, QuotaBound},
    preemption::{Ineligible, NodeOutcome, choose, cost},
};
use serde::Serialize;

use crate::{
    pods::{
        amounts::AmountMap,
        misfit::{MisfitAnswer, MisfitCount, misfit_counts},
    },
    quota::names::AnswerNames,
};

options! {
    /// Which pod goes through a scheduling cycle.
    pub struct SimulatePodOptions {
        /// The pod, as `namespace/name`. One that is on a node is scheduled anew.
        pod: String [needed],
        /// Which scheduler answers.
        profile: Profile,
        /// How many nodes are passed over.
        offset: usize,
        /// How many nodes are listed at most.
        limit: usize = 100,
    }
}

words! {
    /// The outcome of a cycle.
    pub enum CycleOutcomeName {
        /// The pod is bound.
        Schedulable = "Schedulable",
        /// The pod evicts others.
        Preempt = "Preempt",
        /// The pod waits.
        Unschedulable = "Unschedulable",
        /// Upstream fails.
        Error = "Error",
    }
}

words! {
    /// Why no node was tried.
    pub enum IneligibleReason {
        /// `preemptionPolicy: Never`.
        Policy = "policy",
        /// A pod on the nominated node is terminating.
        Terminating = "terminating",
    }
}

words! {
    /// The outcome of a dry run.
    #[derive(Default)]
    pub enum AttemptOutcome {
        /// Evictions make room.
        #[default]
        Candidate = "candidate",
        /// No pod may be evicted.
        NoVictims = "no-victims",
        /// The pod does not fit even so.
        Misfit = "misfit",
        /// A quota rejects the pod even so.
        Quota = "quota",
        /// Upstream fails.
        Error = "error",
        /// Where upstream fails, a quota rejects the pod.
        Contradiction = "contradiction",
    }
}

words! {
    /// The status of a dry run, as upstream names it.
    #[derive(Default)]
    pub enum AttemptCode {
        /// Evictions make room.
        Success = "Success",
        /// Evictions do not make room.
        #[default]
        Unschedulable = "Unschedulable",
        /// No evictions could.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
        /// Upstream fails.
        Error = "Error",
    }
}

/// One scheduling cycle: what the quota said, what the nodes said, whom it would evict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SimulatePodAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// `Schedulable`, `Preempt`, `Unschedulable`, `Error`.
    #[cfg_attr(feature = "types", ts(inline))]
    pub outcome: CycleOutcomeName,
    /// Where it goes, or waits for victims to go; null where it does not.
    pub node: Option<String>,
    /// Whom it evicts there, most important first.
    pub victims: Vec<String>,
    /// Who was considered there and may stay.
    pub reprieved: Vec<String>,
    /// What the pod is charged.
    pub pod_request: AmountMap,
    /// Its namespace, where that has a quota; null where it has none, and no quota is asked.
    pub quota: Option<String>,
    /// The quotas in force before the cycle, in the order of the text.
    pub quotas: Vec<QuotaState>,
    /// Whether the namespace with the pod uses more than its minimum; null without a quota.
    pub over_min_with_pod: Option<bool>,
    /// The charge with the nominated pods of the quota; null without one.
    pub request_with_nominated_of_quota: Option<AmountMap>,
    /// The charge with all nominated pods that count; null without a quota.
    pub request_with_nominated: Option<AmountMap>,
    /// Why the quota rejects the pod; null where it does not.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Kubernetes' own sentence about the nodes; empty where they were not asked.
    pub message: String,
    /// Why nodes do not fit, with how many say so.
    pub misfits: Vec<MisfitCount>,
    /// How many nodes there are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub nodes_total: usize,
    /// How many the pod fits.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub feasible: usize,
    /// What was tried; null where the pod is schedulable.
    pub preemption: Option<PreemptionAnswer>,
    /// A page of the nodes, in the order of the text.
    pub nodes: Vec<NodeVerdict>,
}

/// A quota and what its namespace uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaState {
    /// The namespace that it governs.
    pub namespace: String,
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

/// Why a quota rejects a pod: of one resource there would be too much.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaRejectionAnswer {
    /// `OverMax`: the namespace would use more than its maximum. `OverAggregatedMin`: all namespaces
    /// together would use more than the sum of their minimums.
    #[cfg_attr(feature = "types", ts(inline))]
    pub reason: QuotaRule,
    /// The first resource of which there would be too much.
    pub resource: String,
    /// What would be used: milli-CPU, or base units.
    pub would_use: i64,
    /// What may be.
    pub bound: i64,
    /// Upstream's sentence.
    pub message: String,
}

/// An attempt to evict others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PreemptionAnswer {
    /// Whether it was tried.
    pub eligible: bool,
    /// Why not: `policy` (`preemptionPolicy: Never`) or `terminating` (a pod on the nominated node
    /// is on its way out); null where it was.
    #[cfg_attr(feature = "types", ts(inline))]
    pub ineligible_reason: Option<IneligibleReason>,
    /// The pod that is terminating; null otherwise.
    pub terminating: Option<String>,
    /// How many nodes were tried.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub tried: usize,
    /// On how many of them evictions make room.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub candidates: usize,
    /// The candidates that cost the least, by name: the first one is chosen. At most ten.
    pub chosen_any_of: Vec<String>,
}

/// What one node says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeVerdict {
    /// Its name.
    pub node: String,
    /// Whether the pod fits as things are; null where the node was not asked, for the quota rejected
    /// the pod or its nominated node fits.
    pub fits: Option<bool>,
    /// Why it does not fit.
    pub misfit: Option<MisfitAnswer>,
    /// What came of evicting others; null where that was not tried.
    pub dry_run: Option<NodeDryRunAnswer>,
}

/// What came of evicting others on a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeDryRunAnswer {
    /// `candidate`: evictions make room. `no-victims`: nobody on it may be evicted. `misfit`: even
    /// without all whom it may evict the pod does not fit. `quota`: even without them a quota says
    /// no. `error`: upstream fails here. `contradiction`: where upstream fails, a quota says no.
    #[cfg_attr(feature = "types", ts(inline))]
    pub outcome: AttemptOutcome,
    /// `Success`, `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`, as upstream says.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub code: AttemptCode,
    /// Why, in upstream's words; empty for candidates, and for a contradiction, of which upstream has none.
    pub reasons: Vec<String>,
    /// The victim even without which a quota is exceeded; null where there is no contradiction.
    pub contradicted_by: Option<String>,
    /// Why the pod does not fit even so.
    pub misfit: Option<MisfitAnswer>,
    /// What the quota says even so.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Whom to evict, most important first, as `namespace/name`.
    pub victims: Vec<String>,
    /// Who was considered and may stay, in the order in which they were.
    pub reprieved: Vec<String>,
    /// How many victims violate a disruption budget.
    #[serde(rename = "numPDBViolations")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub violations: usize,
}

/// Everything about a cycle, with a page of its nodes.
pub fn answer(
    snapshot: &ClusterSnapshot,
    ledger: &Ledger,
    pod: &PodInfo,
    cycle: &Cycle,
    names: &Names,
    options: &SimulatePodOptions,
) -> SimulatePodAnswer {
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let Admission {
        quota,
        request,
        own,
        all,
        over_min,
        rejection,
    } = &cycle.admission;
    let (outcome, node) = match cycle.outcome {
        CycleOutcome::Schedulable(node) => (CycleOutcomeName::Schedulable, Some(node)),
        CycleOutcome::Preempt(node) => (CycleOutcomeName::Preempt, Some(node)),
        CycleOutcome::Unschedulable => (CycleOutcomeName::Unschedulable, None),
        CycleOutcome::Error => (CycleOutcomeName::Error, None),
    };
    let chosen = node.and_then(|node| cycle.candidate(node));
    let asked = cycle.filters.iter().flatten();
    let misfits = count_reasons(asked.filter_map(|filter| filter.as_ref().err()));
    let misfits = misfit_counts(&misfits, &snapshot.resources);
    let feasible = cycle.feasible().len();
    SimulatePodAnswer {
        pod: pod.key(names),
        priority: pod.priority,
        outcome,
        node: node.map(|node| words.node(node)),
        victims: chosen.map_or_else(Vec::new, |c| words.keys(&c.victims)),
        reprieved: chosen.map_or_else(Vec::new, |c| words.keys(&c.reprieved)),
        pod_request: AmountMap::of(&snapshot.resources, request),
        quota: quota.map(|_| names[pod.pod.namespace].to_owned()),
        quotas: ledger
            .quotas
            .iter()
            .map(|quota| quota_state(&snapshot.resources, quota, names))
            .collect(),
        over_min_with_pod: quota.map(|_| *over_min),
        request_with_nominated_of_quota: quota.map(|_| AmountMap::of(&snapshot.resources, own)),
        request_with_nominated: quota.map(|_| AmountMap::of(&snapshot.resources, all)),
        rejection: rejection.map(|rejection| words.rejection(rejection)),
        message: if misfits.is_empty() || feasible > 0 {
            String::new()
        } else {
            fit_error(snapshot.nodes.len(), &misfits)
        },
        misfits,
        nodes_total: snapshot.nodes.len(),
        feasible,
        preemption: preemption_answer(&words, cycle),
        nodes: words.verdicts(cycle, options.offset, options.limit),
    }
}

/// What the scheduler writes into the pod's condition.
fn fit_error(nodes: usize, misfits: &[MisfitCount]) -> String {
    let mut message = format!("0/{nodes} nodes are available: ");
    for (index, misfit) in misfits.iter().enumerate() {
        if index > 0 {
            message.push_str(", ");
        }
        message.push_str(&misfit.nodes.to_string());
        message.push(' ');
        message.push_str(&misfit.reason);
    }
    message.push('.');
    message
}

/// A quota with names.
pub(crate) fn quota_state(resources: &ResourceNames, quota: &Quota, names: &Names) -> QuotaState {
    QuotaState {
        namespace: names[quota.namespace].to_owned(),
        name: names[quota.name].to_owned(),
        used: AmountMap::of(resources, &quota.used),
        min: bound(resources, &quota.min),
        max: bound(resources, &quota.max),
        used_over_min: quota.over_min().is_some(),
    }
}

/// A bound with names.
fn bound(resources: &ResourceNames, bound: &QuotaBound) -> AmountMap {
    let basic = (0..BASIC as u32).map(ResourceId);
    let extended = bound
        .amounts
        .extended()
        .iter()
        .map(|(resource, _)| *resource);
    AmountMap::collect(
        resources,
        &mut basic.chain(extended).map(|resource| {
            let amount = bound.of(resource);
            (resource, (amount != i64::MAX).then_some(amount))
        }),
    )
}

impl AnswerNames<'_> {
    fn verdicts(&self, cycle: &Cycle, offset: usize, limit: usize) -> Vec<NodeVerdict> {
        let nodes = self.snapshot.nodes.entries();
        let nodes = nodes.skip(offset).take(limit);
        nodes
            .map(|(id, node)| {
                let filter = cycle.filters.get(id).and_then(Option::as_ref);
                let dry_run = cycle.dry_run(id);
                NodeVerdict {
                    node: node.name.clone(),
                    fits: filter.map(Result::is_ok),
                    misfit: filter
                        .and_then(|filter| filter.as_ref().err())
                        .map(|misfit| self.misfit(misfit)),
                    dry_run: dry_run.map(|outcome| self.dry_run(id, outcome)),
                }
            })
            .collect()
    }

    /// The result of the dry run on a node.
    pub(crate) fn dry_run(&self, node: NodeId, outcome: &NodeOutcome) -> NodeDryRunAnswer {
        let mut answer = NodeDryRunAnswer::default();
        match outcome {
            NodeOutcome::Candidate(candidate) => {
                answer.outcome = AttemptOutcome::Candidate;
                answer.code = AttemptCode::Success;
                answer.victims = self.keys(&candidate.victims);
                answer.reprieved = self.keys(&candidate.reprieved);
                answer.violations = candidate.violations;
            }
            NodeOutcome::NoVictims => {
                answer.outcome = AttemptOutcome::NoVictims;
                answer.code = AttemptCode::UnschedulableAndUnresolvable;
                answer.reasons.push(format!(
                    "No victims found on node {} for preemptor pod {}",
                    self.node(node),
                    self.pod.name(self.names)
                ));
            }
            NodeOutcome::Misfit(misfit) => {
                answer.outcome = AttemptOutcome::Misfit;
                if misfit.code() == FitCode::UnschedulableAndUnresolvable {
                    answer.code = AttemptCode::UnschedulableAndUnresolvable;
                }
                answer.reasons = misfit.reasons(&self.snapshot.resources);
                answer.misfit = Some(self.misfit(misfit));
            }
            NodeOutcome::QuotaExceeded(rejection) => {
                answer.outcome = AttemptOutcome::Quota;
                answer.reasons.push("global quota max exceeded".to_owned());
                answer.rejection = Some(self.rejection(*rejection));
            }
            NodeOutcome::Error(pod) => {
                answer.outcome = AttemptOutcome::Error;
                answer.code = AttemptCode::Error;
                answer.reasons.push(format!(
                    "no corresponding pod {} in pods of node {}",
                    self.name(*pod),
                    self.node(node)
                ));
            }
            NodeOutcome::Contradiction(pod) => {
                answer.outcome = AttemptOutcome::Contradiction;
                answer.contradicted_by = Some(self.key(*pod));
            }
        }
        answer
    }
}

fn preemption_answer(words: &AnswerNames<'_>, cycle: &Cycle) -> Option<PreemptionAnswer> {
    let attempted = cycle.preemption.as_ref()?;
    let candidates = attempted.candidates();
    let mut chosen_any_of = Vec::new();
    if let Some(best) = choose(words.snapshot, &candidates).and_then(|at| candidates.get(at)) {
        let least = cost(words.snapshot, best).0;
        let tied = candidates
            .iter()
            .filter(|candidate| cost(words.snapshot, candidate).0 == least);
        chosen_any_of = tied.map(|(node, _)| words.node(*node)).collect();
        order::sort(&mut chosen_any_of, String::cmp);
    }
    let (ineligible_reason, terminating) = match attempted.ineligible {
        None => (None, None),
        Some(Ineligible::Policy) => (Some(IneligibleReason::Policy), None),
        Some(Ineligible::Terminating(pod)) => {
            (Some(IneligibleReason::Terminating), Some(words.key(pod)))
        }
    };
    Some(PreemptionAnswer {
        eligible: attempted.ineligible.is_none(),
        ineligible_reason,
        terminating,
        tried: attempted.nodes.len(),
        candidates: candidates.len(),
        chosen_any_of,
    })
}
