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
    not_looked_at::NotLookedAt,
    pods::{
        amounts::AmountMap,
        misfit::{MisfitAnswer, MisfitCount, misfit_counts},
    },
    quota::{names::AnswerNames, resource_quota::ResourceQuotaAnswer},
};

options! {
    /// Options of `simulatePod`.
    pub struct SimulatePodOptions {
        /// The pod, as `namespace/name`. A pod on a node is scheduled as if it were pending.
        pod: String [needed],
        /// The scheduler whose behaviour is reproduced.
        profile: Profile,
        /// How many nodes to skip.
        offset: usize,
        /// The maximum number of nodes to list.
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
        /// Upstream ends with an error.
        Error = "Error",
    }
}

words! {
    /// Why preemption is not tried.
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
        /// No pod of the node may be evicted.
        NoVictims = "no-victims",
        /// The pod would not fit even without all possible victims.
        Misfit = "misfit",
        /// A quota would reject the pod even without all possible victims.
        Quota = "quota",
        /// Upstream ends with an error.
        Error = "error",
        /// A quota rejects the pod where upstream ends with an error.
        Contradiction = "contradiction",
    }
}

words! {
    /// The status of a dry run, as in upstream.
    #[derive(Default)]
    pub enum AttemptCode {
        /// Evictions make room.
        Success = "Success",
        /// Evictions do not make room.
        #[default]
        Unschedulable = "Unschedulable",
        /// No evictions could make room.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
        /// Upstream ends with an error.
        Error = "Error",
    }
}

/// One scheduling cycle for a pod: its quota, its nodes and preemption.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SimulatePodAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// The priority of the pod.
    pub priority: i32,
    /// How the cycle ended. `Schedulable`: a node fits. `Preempt`: the pod evicts others and is nominated.
    /// `Unschedulable`: the pod waits. `Error`: upstream ends with an error.
    #[cfg_attr(feature = "types", ts(inline))]
    pub outcome: CycleOutcomeName,
    /// The node that the pod is bound to or nominated for; `null` if it waits.
    pub node: Option<String>,
    /// The pods that it evicts from that node, most important first, as `namespace/name`.
    pub victims: Vec<String>,
    /// The pods of that node that could be evicted and stay, as `namespace/name`.
    pub reprieved: Vec<String>,
    /// The amounts that a quota counts for the pod.
    pub pod_request: AmountMap,
    /// The namespace of the pod; `null` if no quota governs it, and none is checked.
    pub quota: Option<String>,
    /// The quotas in force before the cycle, in the order of the text.
    pub quotas: Vec<QuotaState>,
    /// Whether the namespace would use more than its min with the pod; `null` without a quota.
    pub over_min_with_pod: Option<bool>,
    /// The charge of the pod and of the nominated pods of its quota with the same or a higher priority; `null`
    /// without a quota.
    pub request_with_nominated_of_quota: Option<AmountMap>,
    /// The same, and the charge of the nominated pods of quotas that are not over their min; `null` without a
    /// quota.
    pub request_with_nominated: Option<AmountMap>,
    /// The `ResourceQuota` by which the API server refuses the pod, so that no scheduler sees it; the rest of the
    /// answer is what follows if it were admitted. `null` if none does, and for pods that are stored.
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// Why a quota rejects the pod; `null` if none does.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// The message of Kubernetes, `0/3 nodes are available: …`; empty if a node fits or the quota rejects the pod.
    pub message: String,
    /// Why nodes do not fit, with the number of nodes for each reason.
    pub misfits: Vec<MisfitCount>,
    /// The number of all nodes.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub nodes_total: usize,
    /// The number of nodes that fit.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub feasible: usize,
    /// The attempt to evict other pods; `null` if the pod is schedulable.
    pub preemption: Option<PreemptionAnswer>,
    /// A page of the nodes, in the order of the text.
    pub nodes: Vec<NodeVerdict>,
    /// What of the text is not modelled and can change this answer: first of the pod itself; empty: nothing.
    pub not_looked_at: Vec<NotLookedAt>,
}

/// A quota and the use of its namespace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaState {
    /// The namespace of the quota.
    pub namespace: String,
    /// The name of the quota.
    pub name: String,
    /// The sum of the charges of the live bound pods of the namespace.
    pub used: AmountMap,
    /// The amounts that the namespace is guaranteed.
    pub min: AmountMap,
    /// The amounts that the namespace may use at most; `null`: no limit.
    pub max: AmountMap,
    /// Whether the namespace uses more than its min of any resource.
    pub used_over_min: bool,
}

/// Why a quota rejects a pod: the use of one resource would exceed a limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QuotaRejectionAnswer {
    /// `OverMax`: the namespace would use more than its max. `OverAggregatedMin`: all namespaces together would use
    /// more than the sum of all mins.
    #[cfg_attr(feature = "types", ts(inline))]
    pub reason: QuotaRule,
    /// The first resource whose use would exceed the limit.
    pub resource: String,
    /// The amount that would be used, in milli-CPU or base units.
    pub would_use: i64,
    /// The amount that may be used, in milli-CPU or base units.
    pub bound: i64,
    /// The message of upstream.
    pub message: String,
}

/// The attempt to evict other pods for a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct PreemptionAnswer {
    /// Whether preemption was tried.
    pub eligible: bool,
    /// Why preemption was not tried: `policy` (`preemptionPolicy: Never`) or `terminating` (a pod on the nominated
    /// node is terminating); `null` if it was tried.
    #[cfg_attr(feature = "types", ts(inline))]
    pub ineligible_reason: Option<IneligibleReason>,
    /// That terminating pod, as `namespace/name`; `null` otherwise.
    pub terminating: Option<String>,
    /// The number of nodes that preemption was tried on.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub tried: usize,
    /// The number of those nodes on which evictions make room.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub candidates: usize,
    /// The nodes with the cheapest evictions, sorted by name. The first one is chosen.
    pub chosen_any_of: Vec<String>,
}

/// One node in a scheduling cycle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeVerdict {
    /// The name of the node.
    pub node: String,
    /// Whether the pod fits without evictions; `null` if the filters did not run on this node, because the quota
    /// rejected the pod or its nominated node fits.
    pub fits: Option<bool>,
    /// Why the pod does not fit; `null` if it fits or the filters did not run.
    pub misfit: Option<MisfitAnswer>,
    /// The result of preemption on this node; `null` if it was not tried.
    pub dry_run: Option<NodeDryRunAnswer>,
}

/// The result of trying preemption on one node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeDryRunAnswer {
    /// `candidate`: evictions make room. `no-victims`: no pod of the node may be evicted. `misfit`: the pod would
    /// not fit even without all possible victims. `quota`: a quota would reject the pod even without all possible
    /// victims. `error`: upstream ends with an error. `contradiction`: a quota rejects the pod where upstream ends
    /// with an error.
    #[cfg_attr(feature = "types", ts(inline))]
    pub outcome: AttemptOutcome,
    /// The status code of upstream: `Success`, `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.
    #[cfg_attr(feature = "types", ts(type = "string"))]
    pub code: AttemptCode,
    /// The messages of upstream; empty for `candidate`, and for `contradiction`, which upstream does not have.
    pub reasons: Vec<String>,
    /// The victim after whose eviction a quota still rejects the pod, as `namespace/name`; `null` unless `outcome`
    /// is `contradiction`.
    pub contradicted_by: Option<String>,
    /// Why the pod would not fit; `null` unless `outcome` is `misfit`.
    pub misfit: Option<MisfitAnswer>,
    /// Why a quota would reject the pod; `null` unless `outcome` is `quota`.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// The pods to evict, most important first, as `namespace/name`.
    pub victims: Vec<String>,
    /// The pods that could be evicted and stay, in the order in which they were reprieved, as `namespace/name`.
    pub reprieved: Vec<String>,
    /// The number of victims whose eviction violates a disruption budget.
    #[serde(rename = "numPDBViolations")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub violations: usize,
}

/// A whole cycle, with a page of its nodes.
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
        resource_quota: None,
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
        not_looked_at: Vec::new(),
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
