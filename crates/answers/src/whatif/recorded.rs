//! What a text records of its pods and quotas, against what the scheduler and the quotas' controller would make of it.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::PodId, names::Names, namespaced_name::NamespacedName, objects::Objects,
    profile::ProfileChoice, word::Word as _,
};
use schedscope_options::options;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::{
    cycle::{Cycle, CycleOutcome},
    ledger::Ledger,
    preemption::Ineligible,
};
use schedscope_whatif::pods::recorded::{
    Nomination, NominationKind, Recorded, RecordedPodKind, ScoresOfTwo, Standing,
};

use crate::{
    pods::{amounts::TextMap, misfit::MisfitAnswer},
    quota::{
        names::AnswerNames,
        outcome::{CycleOutcomeName, outcome_of},
        recorded_use::{CountedUse, RecordedUse, UseCause, recorded_uses},
        rejection::QuotaRejectionAnswer,
    },
};

options! {
    /// Options of `compareRecorded`.
    pub struct CompareRecordedOptions {
        /// The scheduler to reproduce.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<schedscope_objects::KubernetesVersion>,
        /// How many of the pods that differ to skip.
        offset: usize,
        /// The maximum number of pods that differ to list.
        limit: usize = 100,
    }
}

/// At most so many pods of a quota are named.
const NAMED: usize = 10;

/// What the input records of pods and quotas, against what the schedulers decide now. Each pod is asked about alone, as
/// if it were pending and all others stayed. The scheduler decided in another state of the cluster than this one.
#[answer(Eq)]
pub struct CompareRecordedAnswer {
    /// Whether the scheduler and the quota controller would write now what the input records. It does
    /// not matter if another node scores higher for a pod. `null`: nothing is recorded.
    pub same: Option<bool>,
    /// The number of pods on nodes of the input that were asked about.
    pub asked: usize,
    /// The number of them whose node is one of those with the highest score.
    pub same_node: usize,
    /// The number of them that are admitted and fit their node, and for which another node scores higher.
    pub elsewhere: usize,
    /// The number of them that fit their node, and that their quota would not admit.
    pub rejected: usize,
    /// The number of them that do not fit their node.
    pub misfits: usize,
    /// The number of pods on nodes that the input does not have: nothing can be told of them.
    pub on_unknown_nodes: usize,
    /// The number of pods on nodes that are terminating: they are not asked about.
    pub terminating: usize,
    /// The number of mirrors of static pods, which no scheduler places: they are not asked about.
    pub mirrors: usize,
    /// The number of pods whose `spec.nodeName` no scheduler set: they are not asked about.
    pub unscheduled: usize,
    /// A page of the pods that differ: those that do not fit, those that are not admitted, those for which another node
    /// scores higher; of one kind in the order of the input.
    pub pods: Vec<RecordedPodAnswer>,
    /// The number of nominated pods that wait.
    pub nominated: usize,
    /// The number of them whose nomination does not hold: they are `lost` or `moved`.
    pub lost: usize,
    /// The nominated pods, at most 100: those whose nomination does not hold come first.
    pub nominations: Vec<NominationAnswer>,
    /// The number of quotas with `status.used`.
    pub quotas_recorded: usize,
    /// Those of them whose `status.used` is not what their controller would write for the pods of the input.
    pub quotas: Vec<RecordedQuotaAnswer>,
    /// The number of pending pods that kube-scheduler could not place, by their condition or an event.
    pub unschedulable: usize,
}

/// A pod on a node that the scheduler would not put there now.
#[answer(Eq)]
pub struct RecordedPodAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// The node that it is on.
    pub node: String,
    /// `misfit`: a filter rejects its node, whether or not its quota admits it. `rejected`: its node fits, and its
    /// quota does not admit it. `elsewhere`: it is admitted and fits, and another node scores higher.
    #[ts(type = "\"misfit\" | \"rejected\" | \"elsewhere\"")]
    pub kind: RecordedPodKind,
    /// Why its node does not fit; `null`: it fits.
    pub misfit: Option<MisfitAnswer>,
    /// Why its quota does not admit it; `null`: it is admitted, or has no quota.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// How its cycle would end if it were pending.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that it would be bound to or nominated for; `null`: it would wait.
    pub chosen: Option<String>,
    /// The pods that it would evict there, most important first.
    pub victims: Vec<NamespacedName>,
    /// Those of them that are terminating already: the pod waits for them, and nobody evicts them. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
    /// The totals of its own node and of the chosen one; `null`: not both are scored.
    pub scores: Option<RecordedScores>,
}

/// The totals by which another node than a pod's own would be chosen.
#[answer(Eq)]
pub struct RecordedScores {
    /// The total of the pod's own node.
    pub own: i64,
    /// The total of the chosen node.
    pub best: i64,
    /// The plugins by which they differ, the largest difference of score times weight first.
    pub terms: Vec<RecordedScoreTerm>,
}

/// The scores of a pod's own node and of the chosen one by a plugin.
#[answer(Eq)]
pub struct RecordedScoreTerm {
    /// The name of the plugin, as in Kubernetes.
    #[ts(type = "string")]
    pub plugin: &'static str,
    /// The weight of its scores.
    pub weight: i64,
    /// The score of the pod's own node, 0 to 100.
    pub own: i64,
    /// The score of the chosen node, 0 to 100.
    pub best: i64,
}

/// A pod that waits and is nominated for a node.
#[answer(Eq)]
pub struct NominationAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The priority of the pod.
    pub priority: i32,
    /// The node that its status names.
    pub node: String,
    /// `holds`: it goes there, evicts pods there, or waits for one that is terminating there. `moved`: it goes to
    /// another node, or evicts pods there. `lost`: no node takes it. `unknown`: the input does not have the node.
    #[ts(inline)]
    pub kind: NominationKind,
    /// How its cycle ends.
    #[ts(inline)]
    pub outcome: CycleOutcomeName,
    /// The node that it is bound to or nominated for; `null`: it waits.
    pub chosen: Option<String>,
    /// The pods that it evicts there, most important first.
    pub victims: Vec<NamespacedName>,
    /// Those of them that are terminating already: the pod waits for them, and nobody evicts them. Absent: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<NamespacedName>>")]
    pub terminating: Vec<NamespacedName>,
    /// The terminating pod of its node that it waits for; `null`: none.
    pub waits_for: Option<NamespacedName>,
}

/// A quota whose `status.used` is not what its controller would write.
#[answer(Eq)]
pub struct RecordedQuotaAnswer {
    /// The namespace of the quota.
    pub namespace: String,
    /// The name of the quota.
    pub name: String,
    /// Whether the quota is in force: only the first quota of a namespace is.
    pub governs: bool,
    /// The resources that differ, by name.
    pub resources: Vec<RecordedUseAnswer>,
    /// The likeliest cause. `ended-pods`: the status counts `causePods`, which have ended since. `new-pods`: the status
    /// does not count `causePods` yet, the ones that started last. `missing-pods`: it counts more than the input has:
    /// pods that the input lacks, or that are gone since. `older`: it counts less: it was written before pods started.
    #[ts(inline)]
    pub cause: UseCause,
    /// The first 10 pods of the cause.
    pub cause_pods: Vec<NamespacedName>,
    /// The number of all of them.
    pub cause_pods_total: usize,
    /// The 10 running pods of the namespace that count most of the first of these resources.
    pub pods: Vec<CountedPodAnswer>,
    /// The number of running pods of the namespace, which the controller counts.
    pub pods_total: usize,
}

/// A resource of which a quota's status and the pods of the input differ.
#[answer(Eq)]
pub struct RecordedUseAnswer {
    /// The resource.
    pub resource: String,
    /// The amount in `status.used`, as a quantity.
    pub recorded: String,
    /// The amount that the quota's controller would write for the pods of the input: what the running ones request.
    pub counted: String,
    /// The amount that the scheduler charges, in milli-CPU or base units. `null`: the quota is not in force.
    pub charged: Option<i64>,
}

/// A running pod that a quota's controller counts.
#[answer(Eq)]
pub struct CountedPodAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The amounts that it counts of the resources that differ, as quantities.
    pub amounts: TextMap,
}

/// At most so many nominations are listed.
const NOMINATIONS: usize = 100;

/// What was found, with names. Asks again about the pods that are listed.
pub fn compare_recorded_answer(
    found: &mut Recorded,
    ledger: &Ledger,
    objects: &Objects,
    options: &CompareRecordedOptions,
) -> CompareRecordedAnswer {
    let names = &objects.names;
    let counts = found.counts;
    let (recorded, uses) = recorded_uses(objects);
    let does_not_hold =
        |one: &&Nomination| matches!(one.kind, NominationKind::Lost | NominationKind::Moved);
    let lost = found.nominations.iter().filter(does_not_hold).count();
    let differs = counts.misfits + counts.rejected + lost > 0 || !uses.is_empty();
    let is_recorded = counts.asked + found.nominations.len() + recorded > 0;
    CompareRecordedAnswer {
        same: is_recorded.then_some(!differs),
        asked: counts.asked,
        same_node: counts.same,
        elsewhere: counts.elsewhere,
        rejected: counts.rejected,
        misfits: counts.misfits,
        on_unknown_nodes: counts.unknown,
        terminating: counts.terminating,
        mirrors: counts.mirrors,
        unscheduled: counts.unscheduled,
        pods: pods(found, names, options),
        nominated: found.nominations.len(),
        lost,
        nominations: nominations(found, names),
        quotas_recorded: recorded,
        quotas: uses
            .iter()
            .filter_map(|of| quota(of, &found.snapshot, ledger, objects))
            .collect(),
        unschedulable: 0,
    }
}

/// Whether an answer depends on a pod: it is live, and on a node or nominated for one.
pub fn is_asked(pod: &PodInfo) -> bool {
    pod.is_live() && !pod.terminating && (pod.is_bound() || pod.nominated.is_some())
}

/// The pods that differ, those that do not fit first.
fn pods(
    found: &mut Recorded,
    names: &Names,
    options: &CompareRecordedOptions,
) -> Vec<RecordedPodAnswer> {
    let of = |kind: RecordedPodKind| {
        let differing = found.differing.iter();
        differing.filter(move |(_, known)| *known == kind)
    };
    let kinds = RecordedPodKind::ALL.iter();
    let listed = kinds.flat_map(|(kind, _)| of(*kind));
    let listed = listed.skip(options.offset).take(options.limit);
    let listed: Vec<(PodId, RecordedPodKind)> = listed.copied().collect();
    let mut rows = Vec::with_capacity(listed.len());
    for (pod, kind) in listed {
        let row = found.standing(pod, names, |snapshot, info, (node, standing)| {
            let words = AnswerNames {
                snapshot,
                names,
                pod: info,
            };
            let end = CycleEndAnswer::new(&standing.cycle, &words);
            let Standing {
                misfit,
                rejection,
                scores,
                ..
            } = standing;
            RecordedPodAnswer {
                pod: info.namespaced_name(names),
                priority: info.priority,
                node: words.node(node),
                kind,
                misfit: misfit.as_ref().map(|misfit| words.misfit(node, misfit)),
                rejection: rejection.as_ref().map(|of| words.rejection(of)),
                outcome: end.outcome,
                chosen: end.node,
                victims: end.victims,
                terminating: end.terminating,
                scores: scores.as_ref().map(scores_answer),
            }
        });
        rows.extend(row);
    }
    rows
}

/// How a cycle ends, with names.
pub(super) struct CycleEndAnswer {
    pub(super) outcome: CycleOutcomeName,
    pub(super) node: Option<String>,
    victims: Vec<NamespacedName>,
    terminating: Vec<NamespacedName>,
}

impl CycleEndAnswer {
    pub(super) fn new(cycle: &Cycle, words: &AnswerNames<'_>) -> Self {
        let (outcome, node) = outcome_of(&cycle.outcome);
        let victims = match cycle.outcome {
            CycleOutcome::Preempt(node) => cycle.candidate(node),
            _ => None,
        };
        Self {
            outcome,
            node: node.map(|node| words.node(node)),
            victims: victims.map_or_else(Vec::new, |of| words.pods(&of.victims)),
            terminating: victims.map_or_else(Vec::new, |of| words.terminating(&of.victims)),
        }
    }
}

pub(super) fn scores_answer(scores: &ScoresOfTwo) -> RecordedScores {
    let terms = scores.terms.iter().map(|term| RecordedScoreTerm {
        plugin: term.plugin.word(),
        weight: term.weight,
        own: term.own,
        best: term.best,
    });
    RecordedScores {
        own: scores.own,
        best: scores.best,
        terms: terms.collect(),
    }
}

/// The nominated pods, those whose nomination does not hold first.
fn nominations(found: &mut Recorded, names: &Names) -> Vec<NominationAnswer> {
    let kinds = NominationKind::ALL.iter();
    let listed = kinds.flat_map(|(kind, _)| {
        let all = found.nominations.iter();
        all.filter(move |one| one.kind == *kind)
    });
    let listed: Vec<Nomination> = listed.take(NOMINATIONS).copied().collect();
    let mut rows = Vec::with_capacity(listed.len());
    for Nomination { pod, kind } in listed {
        let Some(cycle) = found.nomination_cycle(pod, names) else {
            continue;
        };
        let snapshot = &found.snapshot;
        let Some(info) = snapshot.pods.get(pod) else {
            continue;
        };
        let words = AnswerNames {
            snapshot,
            names,
            pod: info,
        };
        let end = CycleEndAnswer::new(&cycle, &words);
        let ineligible = cycle.preemption.as_ref().and_then(|tried| tried.ineligible);
        let waits_for = match ineligible {
            Some(Ineligible::Terminating(other)) => Some(words.pod(other)),
            _ => None,
        };
        rows.push(NominationAnswer {
            pod: info.namespaced_name(names),
            priority: info.priority,
            node: names[info.pod.nominated].to_owned(),
            kind,
            outcome: end.outcome,
            chosen: end.node,
            victims: end.victims,
            terminating: end.terminating,
            waits_for,
        });
    }
    rows
}

fn quota(
    of: &RecordedUse,
    snapshot: &ClusterSnapshot,
    ledger: &Ledger,
    objects: &Objects,
) -> Option<RecordedQuotaAnswer> {
    let names = &objects.names;
    let quota = objects.quotas.get(of.quota)?;
    let governs = !ledger.shadowed.contains(&of.quota);
    let key = |pod: &usize| {
        let pod = objects.pods.get(*pod);
        pod.map(|pod| NamespacedName::new(pod.namespace, pod.name, names))
    };
    let charged = |resource: &str| {
        let quota = ledger.quota(quota.namespace).filter(|_| governs)?;
        let resource = snapshot.resources.get(resource)?;
        Some(quota.used.get(resource))
    };
    let resources = of.differs.iter().map(|use_of| {
        let resource = names[use_of.resource].to_owned();
        RecordedUseAnswer {
            charged: charged(&resource),
            recorded: use_of.recorded.to_string(),
            counted: use_of.counted.to_string(),
            resource,
        }
    });
    let counted = of
        .pods
        .iter()
        .take(NAMED)
        .filter_map(|CountedUse { pod, amounts }| {
            let amounts = amounts.iter();
            let amounts =
                amounts.map(|(resource, amount)| (names[*resource].to_owned(), amount.to_string()));
            Some(CountedPodAnswer {
                pod: key(pod)?,
                amounts: TextMap(amounts.collect()),
            })
        });
    Some(RecordedQuotaAnswer {
        namespace: names[quota.namespace].to_owned(),
        name: names[quota.name].to_owned(),
        governs,
        resources: resources.collect(),
        cause: of.cause,
        cause_pods: of.cause_pods.iter().take(NAMED).filter_map(key).collect(),
        cause_pods_total: of.cause_pods.len(),
        pods: counted.collect(),
        pods_total: of.pods.len(),
    })
}
