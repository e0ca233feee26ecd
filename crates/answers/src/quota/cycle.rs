//! One pod through a scheduling cycle.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::PodId,
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::{NamedObject, NamespacedName},
    order,
    profile::ProfileChoice,
    words,
};
use schedscope_options::options;
use schedscope_pods::{
    amounts::{Amounts, BASIC, ResourceId, ResourceNames},
    fit::{CycleState, Faults, Filter, Misfit, NamedNodes, count_reasons},
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::{
    admission::Admission,
    cycle::{Cycle, CycleOutcome},
    ledger::{Ledger, Quota, QuotaBound},
    preemption::{Ineligible, cheapest},
};

use crate::{
    pods::{
        amounts::AmountMap,
        default_profile::NodeChoice,
        kubelet::KubeletRejectionAnswer,
        misfit::{MisfitAnswer, MisfitCount, misfit_counts},
        scheduler::{gate_names, missing_nominated, scheduler_name, scheduler_profile},
        volume_misfit::{NodeVolumesAnswer, VolumeRefusalAnswer},
        volume_ties::VolumeTiesAnswer,
        volumes::VolumeDependence,
    },
    quota::{
        above_nodes::{AboveEveryNode, above_every_node},
        dry_run::NodeDryRunAnswer,
        fit_error::fit_error,
        marks::{CycleMarks, FaultAnswer, OtherCycle},
        names::AnswerNames,
        outcome::{CycleOutcomeName, outcome_of},
        preemption::{PreemptionAnswer, preemption_answer},
        rejection::QuotaRejectionAnswer,
        resource_quota::ResourceQuotaAnswer,
    },
};

options! {
    /// Options of `simulatePod`.
    pub struct SimulatePodOptions {
        /// The pod. A pod on a node is scheduled as if it were pending.
        pod: NamedObject [needed],
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// How many nodes to skip.
        offset: usize,
        /// The maximum number of nodes to list.
        limit: usize = 100,
    }
}

words! {
    /// Why preemption is not tried.
    pub enum IneligibleReason {
        /// `preemptionPolicy: Never`.
        Policy = "policy",
        /// The profile of its scheduler switches preemption off.
        Profile = "profile",
        /// A pod on the nominated node is terminating.
        Terminating = "terminating",
        /// The requirements of a node's name exclude each other.
        NodeAffinityConflict = "node-affinity-conflict",
        /// The volumes of the pod keep it from every node, before nodes are filtered.
        Volumes = "volumes",
    }
}

/// One scheduling cycle for a pod: its quota, its nodes and preemption.
#[answer(Eq)]
pub struct SimulatePodAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// How the cycle ended. `Schedulable`: a node fits. `Preempt`: the pod evicts others and is nominated.
    /// `Unschedulable`: the pod waits. `Gated`: scheduling gates hold it back, and it is not tried. `Error`: upstream
    /// ends with an error, before it scores nodes if `preemption` is `null`, else while it looks for victims.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The scheduling gates of the pod, in order; empty unless it is `Gated`.
    pub gates: Vec<String>,
    /// Whether the pod is being deleted: kube-scheduler skips it, and the answer is what follows if it was not.
    pub deleting: bool,
    /// The scheduler that the pod names; `null` if it names none or `default-scheduler`.
    pub scheduler_name: Option<String>,
    /// The `schedulerName` of the configured profile that scores. `null`: the default profile.
    pub scheduler_profile: Option<String>,
    /// The filters that this profile switches off, in the order in which Kubernetes would ask them: they reject no
    /// node.
    #[ts(type = "string[]")]
    pub filters_off: Vec<&'static str>,
    /// The only nodes that are filtered, by the pod's affinity. `null`: all.
    pub node_names: Option<Vec<String>>,
    /// The node that the pod is bound to or nominated for; `null` if it waits.
    pub node: Option<String>,
    /// The node that kube-scheduler's default profile scores best, at most 9 others with the same total, and at most 10
    /// with the next one; `null` unless the pod fits several nodes. A single one is taken without scoring.
    pub choice: Option<NodeChoice>,
    /// The pods that it evicts from that node, most important first.
    pub victims: Vec<NamespacedName>,
    /// The victims that are terminating already: the pod waits for them and does not evict them. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
    /// The pods of that node that are reprieved: they could be evicted and are kept.
    pub reprieved: Vec<NamespacedName>,
    /// The amounts that a quota counts for the pod: those of its containers and its overhead.
    pub pod_request: AmountMap,
    /// The amounts that must be free on a node: requests of the pod as a whole (`spec.resources`) replace those of its
    /// containers, and sidecars run alongside them; its overhead is added.
    pub fit_request: AmountMap,
    /// `status.nominatedNodeName`, if the input does not have that node; else `null`.
    pub missing_nominated_node: Option<String>,
    /// The `ElasticQuota` of the pod; `null` if no quota is checked. Then none governs the pod, it is gated, or its
    /// node affinity is in conflict with itself (`node-affinity-conflict`).
    pub quota: Option<NamespacedName>,
    /// The quotas in force before the cycle, in the order of the input.
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
    /// Why the kubelet of the node that `spec.nodeName` names rejects the pod, which no scheduler sees. Absent: none
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_refusal: Option<VolumeRefusalAnswer>,
    /// Why a quota rejects the pod; `null` if none does.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// The message of Kubernetes, `0/3 nodes are available: …`, or the error before nodes are scored, `running PreScore
    /// plugin "NodeAffinity": …`; empty if the pod gets a node or the quota rejects it.
    pub message: String,
    /// Why nodes do not fit, with the number of nodes for each reason; in the order of the message.
    pub misfits: Vec<MisfitCount>,
    /// The requests above what any node can give, with which the pod can never run, where the quota rejects the pod, so
    /// that no node was filtered. Absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<AboveEveryNode>>")]
    pub above_every_node: Vec<AboveEveryNode>,
    /// The number of all nodes.
    pub nodes_total: usize,
    /// The number of nodes that fit.
    pub feasible: usize,
    /// The attempt to evict other pods; `null` if the pod fits a node or is gated.
    pub preemption: Option<PreemptionAnswer>,
    /// The faults of Kubernetes without which the cycle would go otherwise; none in profile `Proposal`.
    pub faults: Vec<FaultAnswer>,
    /// How the scheduler of the other profile ends, with its faults or without them, where the outcome, the node or the
    /// victims are others; absent if they are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_cycle: Option<OtherCycle>,
    /// The node that the pod is nominated for, which is tried first. `null`: none, or it is not in the input.
    pub nominated_node: Option<String>,
    /// A page of the nodes, in the order of the input.
    pub nodes: Vec<NodeVerdict>,
    /// The volumes that the node depends on. Absent: there are none, or the pod waits in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_dependence: Option<VolumeDependence>,
    /// What Kubernetes leaves open about the volumes of the pod. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_ties: Option<VolumeTiesAnswer>,
}

/// A quota and the use of its namespace.
#[answer(Eq)]
pub struct QuotaState {
    /// The namespace of the quota.
    pub namespace: String,
    /// The name of the quota.
    pub name: String,
    /// The sum of the charges of the live bound pods of the namespace.
    pub used: AmountMap,
    /// The same once the victims of the answer are evicted; absent if none of them is of this quota.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub used_after_eviction: Option<AmountMap>,
    /// The amounts that the namespace is guaranteed.
    pub min: AmountMap,
    /// The amounts that the namespace may use at most; `null`: no limit.
    pub max: AmountMap,
    /// Whether the namespace uses more than its min of any resource.
    pub used_over_min: bool,
}

/// One node in a scheduling cycle.
#[answer(Eq)]
pub struct NodeVerdict {
    /// The name of the node.
    pub node: String,
    /// Whether the pod fits without evictions; `null` if the filters did not run on this node.
    pub fits: Option<bool>,
    /// Why the pod does not fit; `null` if it fits or the filters did not run.
    pub misfit: Option<MisfitAnswer>,
    /// The total by which kube-scheduler's default profile scores the node; `null` unless the pod fits it and others.
    pub total: Option<i64>,
    /// The result of preemption on this node; `null` if it was not tried.
    pub dry_run: Option<NodeDryRunAnswer>,
    /// The volumes that claims of the pod get on the node, if it passes `VolumeBinding`. Absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volumes: Option<NodeVolumesAnswer>,
}

/// A whole cycle, with a page of its nodes.
pub fn answer(
    snapshot: &ClusterSnapshot,
    ledger: &Ledger,
    pod: &PodInfo,
    (cycle, marks): (&Cycle, &CycleMarks),
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
    let (outcome, node) = outcome_of(&cycle.outcome);
    let chosen = node.and_then(|node| cycle.candidate(node));
    let asked = cycle.filters.iter().flatten();
    let misfits = count_reasons(asked.filter_map(|filter| filter.as_ref().err()));
    let misfits = misfit_counts(&misfits, words.reasons());
    let feasible = cycle.feasible().len();
    SimulatePodAnswer {
        pod: pod.namespaced_name(names),
        priority: pod.priority,
        outcome,
        gates: gate_names(&cycle.gates, names),
        deleting: pod.terminating,
        scheduler_name: scheduler_name(pod, names).map(str::to_owned),
        scheduler_profile: scheduler_profile(snapshot, pod, names),
        filters_off: pod.filters_off.names().collect(),
        // If the quota rejects the pod, preemption is tried on all nodes.
        node_names: node_names(&cycle.named, names)
            .filter(|_| rejection.is_none() && cycle.refusal.is_none()),
        node: node.map(|node| words.node(node)),
        choice: cycle
            .choice
            .as_ref()
            .and_then(|choice| NodeChoice::new(choice, snapshot)),
        victims: chosen.map_or_else(Vec::new, |c| words.pods(&c.victims)),
        terminating: chosen.map_or_else(Vec::new, |c| words.terminating(&c.victims)),
        reprieved: chosen.map_or_else(Vec::new, |c| words.pods(&c.reprieved)),
        pod_request: AmountMap::of(&snapshot.resources, request),
        fit_request: AmountMap::of(&snapshot.resources, &pod.request.fit),
        missing_nominated_node: missing_nominated(snapshot, pod, names),
        quota: quota
            .and_then(|quota| ledger.quotas.get(quota))
            .map(|quota| NamespacedName::new(quota.namespace, quota.name, names)),
        quotas: ledger
            .quotas
            .iter()
            .map(|quota| QuotaState {
                used_after_eviction: chosen
                    .and_then(|chosen| words.used_after(quota, &chosen.victims)),
                ..quota_state(&snapshot.resources, quota, names)
            })
            .collect(),
        over_min_with_pod: quota.map(|_| *over_min),
        request_with_nominated_of_quota: quota.map(|_| AmountMap::of(&snapshot.resources, own)),
        request_with_nominated: quota.map(|_| AmountMap::of(&snapshot.resources, all)),
        resource_quota: None,
        kubelet: KubeletRejectionAnswer::of(pod, snapshot, names),
        volume_refusal: words.refusal(cycle.refusal),
        rejection: rejection.as_ref().map(|of| words.rejection(of)),
        message: match &cycle.error {
            Some(error) => error.clone(),
            None if feasible > 0 => String::new(),
            None => fit_error(&words, cycle, &misfits),
        },
        misfits,
        above_every_node: match rejection {
            Some(_) => above_every_node(snapshot, pod),
            None => Vec::new(),
        },
        nodes_total: snapshot.nodes.len(),
        feasible,
        preemption: preemption_answer(&words, cycle, marks),
        faults: marks.fault_answers(&words),
        other_cycle: marks.other_cycle(&words),
        nominated_node: pod.nominated.map(|node| words.node(node)),
        nodes: words.verdicts((cycle, marks), options.offset, options.limit),
        volume_ties: words.cycle_ties(cycle),
        volume_dependence: VolumeDependence::of(
            pod,
            (snapshot, names),
            &words.infos(&cycle.passing()),
        ),
    }
}

/// The only nodes that the affinity of a pod names, sorted.
pub(super) fn node_names(only: &NamedNodes, names: &Names) -> Option<Vec<String>> {
    let NamedNodes::Only { names: listed, .. } = only else {
        return None;
    };
    let mut listed: Vec<String> = listed.iter().map(|name| names[*name].to_owned()).collect();
    order::sort(&mut listed, String::cmp);
    Some(listed)
}

/// A quota with names.
pub(crate) fn quota_state(resources: &ResourceNames, quota: &Quota, names: &Names) -> QuotaState {
    QuotaState {
        namespace: names[quota.namespace].to_owned(),
        name: names[quota.name].to_owned(),
        used: AmountMap::of(resources, &quota.used),
        used_after_eviction: None,
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
    /// What Kubernetes leaves open about the volumes of the pod in a cycle.
    fn cycle_ties(&self, cycle: &Cycle) -> Option<VolumeTiesAnswer> {
        let is_filtered = cycle.filters.iter().any(Option::is_some);
        let has_claims = self.pod.volumes.is_some() && (is_filtered || cycle.refusal.is_some());
        let node = match cycle.outcome {
            CycleOutcome::Schedulable(node) => Some(node),
            CycleOutcome::Unschedulable | CycleOutcome::Preempt(_) => None,
            _ => return None,
        };
        let faults = Faults::default();
        let state =
            has_claims.then(|| CycleState::new(self.snapshot, self.pod, self.names, faults))?;
        VolumeTiesAnswer::of(&state, node)
    }

    /// The usage of a quota once some pods are evicted; `None` if none of them is of it.
    fn used_after(&self, quota: &Quota, victims: &[PodId]) -> Option<AmountMap> {
        let mut freed = Amounts::default();
        let mut is_freed = false;
        for victim in victims
            .iter()
            .filter_map(|pod| self.snapshot.pods.get(*pod))
        {
            if victim.pod.namespace == quota.namespace {
                freed.add(&victim.request.charge);
                is_freed = true;
            }
        }
        let left = |(resource, used): (ResourceId, i64)| {
            (resource, Some(used.saturating_sub(freed.get(resource))))
        };
        is_freed
            .then(|| AmountMap::collect(&self.snapshot.resources, &mut quota.used.iter().map(left)))
    }

    /// Why a pod may not evict others, and the terminating pod that holds it back.
    pub(super) fn ineligible(
        &self,
        why: Option<Ineligible>,
    ) -> (Option<IneligibleReason>, Option<NamespacedName>) {
        match why {
            None => (None, None),
            Some(Ineligible::Policy) => (Some(IneligibleReason::Policy), None),
            Some(Ineligible::Profile) => (Some(IneligibleReason::Profile), None),
            Some(Ineligible::NodeAffinityConflict) => {
                (Some(IneligibleReason::NodeAffinityConflict), None)
            }
            Some(Ineligible::VolumeRefusal) => (Some(IneligibleReason::Volumes), None),
            Some(Ineligible::Terminating(pod)) => {
                (Some(IneligibleReason::Terminating), Some(self.pod(pod)))
            }
        }
    }

    fn verdicts(
        &self,
        (cycle, marks): (&Cycle, &CycleMarks),
        offset: usize,
        limit: usize,
    ) -> Vec<NodeVerdict> {
        let nodes = self.snapshot.nodes.entries();
        let nodes = nodes.skip(offset).take(limit);
        let feasible = cycle.feasible();
        // Only claims that are not bound get volumes.
        let has_claims = self.pod.volumes.is_some() && cycle.refusal.is_none();
        let faults = Faults::default();
        let state =
            has_claims.then(|| CycleState::new(self.snapshot, self.pod, self.names, faults));
        nodes
            .map(|(id, node)| {
                let at = feasible.binary_search(&id).ok();
                let filter = cycle.filters.get(id).and_then(Option::as_ref);
                let dry_run = cycle.dry_run(id);
                NodeVerdict {
                    node: node.name.clone(),
                    fits: filter.map(Result::is_ok),
                    misfit: filter
                        .and_then(|filter| filter.as_ref().err())
                        .map(|misfit| self.misfit(id, misfit)),
                    total: at.and_then(|at| cycle.totals.get(at)).copied(),
                    volumes: state.as_ref().and_then(|state| {
                        let passes = filter.is_some_and(passes_binding);
                        NodeVolumesAnswer::new(state, id).filter(|_| passes)
                    }),
                    dry_run: dry_run.map(|outcome| NodeDryRunAnswer {
                        ties: marks.ties(id, self),
                        ..self.dry_run(id, outcome)
                    }),
                }
            })
            .collect()
    }
}

/// Whether a node passes `VolumeBinding`, by the verdict of all filters.
fn passes_binding(filter: &Result<(), Misfit>) -> bool {
    let misfit = filter.as_ref().err();
    misfit.is_none_or(|misfit| misfit.filter() as usize > Filter::VolumeBinding as usize)
}

/// The nodes where evictions cost the least, sorted by name.
pub(super) fn chosen_any_of(words: &AnswerNames<'_>, cycle: &Cycle) -> Vec<String> {
    let tied = cheapest(words.snapshot, cycle).into_iter();
    let mut nodes: Vec<String> = tied.map(|node| words.node(node)).collect();
    order::sort(&mut nodes, String::cmp);
    nodes
}
