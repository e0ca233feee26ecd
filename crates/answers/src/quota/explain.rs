//! The verdict of preemption on each pod of a node.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::NodeId,
    kubernetes_version::KubernetesVersion,
    names::Names,
    namespaced_name::{NamedObject, NamespacedName},
    profile::{Profile, ProfileChoice},
    words,
};
use schedscope_options::options;
use schedscope_pods::{
    fit::{CycleState, Faults},
    snapshot::{ClusterSnapshot, PodInfo},
};
use schedscope_quota::{
    admission::Admission,
    cycle::Cycle,
    disruption::Budgets,
    dry_run::{EvictionVerdict, PodTrace, Protection},
    ledger::Ledger,
    preemption::{NodeOutcome, Preemptor},
    ties::of_node,
};

use crate::{
    pods::{amounts::AmountMap, misfit::MisfitAnswer},
    quota::{
        dry_run::NodeDryRunAnswer, marks::TieAnswer, names::AnswerNames,
        rejection::QuotaRejectionAnswer,
    },
};

options! {
    /// Options of `explainNode`.
    pub struct ExplainNodeOptions {
        /// The preemptor.
        pod: NamedObject [needed],
        /// The name of the node.
        node: String [needed],
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
    }
}

words! {
    /// The verdict of preemption on a pod.
    pub enum VerdictKind {
        /// It is evicted.
        Victim = "victim",
        /// It could be evicted and stays, because the preemptor fits with it.
        Reprieved = "reprieved",
        /// It could be evicted, but evictions on this node do not help.
        Considered = "considered",
        /// It is never a possible victim.
        Protected = "protected",
    }
}

/// One node for one pod: whether it fits, and the verdict of preemption on each pod.
#[answer(Eq)]
pub struct ExplainNodeAnswer {
    /// The preemptor.
    pub pod: NamespacedName,
    /// The name of the node.
    pub node: String,
    /// Whether the pod fits without evictions. `null`: its gates or its quota hold it back.
    pub fits: Option<bool>,
    /// Why the preemptor does not fit; `null` if it fits or is held back.
    pub misfit: Option<MisfitAnswer>,
    /// The result of preemption on this node, also if the scheduler would not try it.
    pub dry_run: NodeDryRunAnswer,
    /// Whether the scheduler tries preemption on this node.
    pub tried: bool,
    /// The pods of the node in the order of their verdicts: first protected and considered pods, least important
    /// first, then reprieved pods and victims.
    pub pods: Vec<PodVerdict>,
}

/// The verdict of preemption on one pod of a node.
#[answer(Eq)]
pub struct PodVerdict {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// The amounts that its quota counts for the pod.
    pub charge: AmountMap,
    /// `victim`: it is evicted. `reprieved`: it could be evicted and stays, because the preemptor fits with it.
    /// `considered`: it could be evicted, but evictions on this node do not help. `protected`: it is never a
    /// possible victim.
    #[ts(inline)]
    pub verdict: VerdictKind,
    /// Why the pod is protected. `priority`: its priority is not lower. `other-namespace`: the preemptor is over
    /// its min and may evict in its own namespace only. `own-namespace`: the preemptor is within its min and evicts
    /// only in other namespaces. `within-min`: its quota is not over its min, or no longer once other pods are
    /// gone. `no-quota`: it has no quota and the preemptor has one. `quota`: the other way round. `null`: it is not
    /// protected.
    #[ts(inline)]
    pub protection: Option<Protection>,
    /// The amounts that its namespace used at the time of the verdict; `null` without a quota.
    pub used: Option<AmountMap>,
    /// Why the preemptor does not fit together with this pod; `null` unless that makes it a victim.
    pub misfit: Option<MisfitAnswer>,
    /// Why a quota rejects the preemptor together with this pod; `null` unless that makes it a victim.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// Whether evicting the pod violates a disruption budget.
    #[serde(rename = "violatesPDB")]
    pub violates: bool,
    /// The `PodDisruptionBudget`s that evicting it violates.
    #[serde(rename = "violatedPDBs")]
    pub violated: Vec<NamespacedName>,
}

/// Repeats preemption on one node and records the verdict on each pod. O(pods of the node x resources).
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
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let place = (node, profile);
    let (outcome, ties, pods) = verdicts(&words, ledger, budgets, &cycle.admission, place);
    let is_held = !cycle.gates.is_empty() || cycle.admission.rejection.is_some();
    let filter = (!is_held).then(|| {
        let found = cycle.filters.get(node).cloned().flatten();
        let faults = Faults::of(profile, snapshot.version);
        found.unwrap_or_else(|| CycleState::new(snapshot, pod, names, faults).fits(node))
    });
    Some(ExplainNodeAnswer {
        pod: pod.namespaced_name(names),
        node: info.name.clone(),
        fits: filter.as_ref().map(Result::is_ok),
        misfit: filter
            .and_then(Result::err)
            .map(|misfit| words.misfit(node, &misfit)),
        dry_run: NodeDryRunAnswer {
            ties,
            ..words.dry_run(node, &outcome)
        },
        tried: cycle.dry_run(node).is_some(),
        pods,
    })
}

/// The dry run of preemption on one node, its ties, and the verdict on each of its pods. O(pods of the node x
/// resources), and the counts over other pods where filters look at them.
pub(super) fn verdicts(
    words: &AnswerNames<'_>,
    ledger: &mut Ledger,
    budgets: &Budgets,
    admission: &Admission,
    (node, profile): (NodeId, Profile),
) -> (NodeOutcome, Vec<TieAnswer>, Vec<PodVerdict>) {
    let faults = Faults::of(profile, words.snapshot.version);
    let state = CycleState::new(words.snapshot, words.pod, words.names, faults);
    let preemptor = Preemptor {
        state: &state,
        admission,
        budgets,
        profile,
    };
    let (outcome, traces) = preemptor.trace_node(ledger, node);
    let ties = words.ties(&of_node(&preemptor, ledger, node, &outcome));
    let pods = traces.iter().map(|trace| verdict_of(words, node, trace));
    (outcome, ties, pods.collect())
}

fn verdict_of(words: &AnswerNames<'_>, node: NodeId, trace: &PodTrace) -> PodVerdict {
    let snapshot = words.snapshot;
    let info = snapshot.pods.get(trace.pod);
    let mut answer = PodVerdict {
        pod: words.pod(trace.pod),
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
        violates: !trace.violated.is_empty(),
        violated: info.map_or_else(Vec::new, |info| {
            let budgets = trace.violated.iter();
            let named = |budget| NamespacedName::new(info.pod.namespace, budget, words.names);
            budgets.copied().map(named).collect()
        }),
    };
    match &trace.verdict {
        EvictionVerdict::Protected(protection) => {
            answer.verdict = VerdictKind::Protected;
            answer.protection = Some(*protection);
        }
        EvictionVerdict::Considered => answer.verdict = VerdictKind::Considered,
        EvictionVerdict::Reprieved => answer.verdict = VerdictKind::Reprieved,
        EvictionVerdict::NoRoom(misfit) => answer.misfit = Some(words.misfit(node, misfit)),
        EvictionVerdict::Quota(rejection) => answer.rejection = Some(words.rejection(rejection)),
    }
    answer
}
