//! Compares what the input records of its pods, `spec.nodeName` and `status.nominatedNodeName`, with what the scheduler
//! would decide now.
//!
//! The scheduler decided in another state of the cluster. So a node that scores higher now is not a fault. But a node
//! that filters reject now, or a quota that no longer admits the pod, affects a new copy of the pod.

mod later;

use std::fmt;

use schedscope_objects::{
    id::{NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    objects::Objects,
    order,
    profile::Profile,
    word::Word as _,
    words,
};
use schedscope_pods::{
    default_profile::{ProfileScores, ScoreInput, ScorePlugin, pre_score_error},
    fit::{CycleState, Faults, FitContext, Misfit, NamedNodes, gates, named_nodes},
    node::NodeInfo,
    snapshot::{ClusterSnapshot, PodInfo, PodLocation, SnapshotInput},
};
use schedscope_quota::{
    admission::{QuotaRejection, admit},
    cycle::{Cycle, CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    node_scores::NodeScoreCache,
    preemption::Ineligible,
};

use super::drain::{DrainedKind, left_out};

words! {
    /// The result of the scheduler for a pod on a node, if the pod were pending and all others stayed.
    pub enum RecordedPodKind {
        /// A filter rejects its node.
        Misfit = "misfit",
        /// Its node fits, and its quota does not admit it.
        Rejected = "rejected",
        /// It is admitted and fits its node, and another node scores higher.
        Elsewhere = "elsewhere",
        /// Its node is one of those with the highest score.
        Same = "same",
    }
}

words! {
    /// The result of the scheduler for a pod that is nominated for a node.
    pub enum NominationKind {
        /// No node takes it any more.
        Lost = "lost",
        /// It goes to another node, or evicts pods there.
        Moved = "moved",
        /// The text does not have the node.
        Unknown = "unknown",
        /// It goes to that node, evicts pods there, or waits for one that is terminating there.
        Holds = "holds",
    }
}

/// The number of pods of each kind, and of pods that are not evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedCounts {
    /// Those on a node of the input that were evaluated.
    pub asked: usize,
    /// [`RecordedPodKind::Same`].
    pub same: usize,
    /// [`RecordedPodKind::Elsewhere`].
    pub elsewhere: usize,
    /// [`RecordedPodKind::Rejected`].
    pub rejected: usize,
    /// [`RecordedPodKind::Misfit`].
    pub misfits: usize,
    /// Those on a node that is not in the input.
    pub unknown: usize,
    /// Those that are terminating: nothing is scheduled for them.
    pub terminating: usize,
    /// Mirrors of static pods: no scheduler placed them.
    pub mirrors: usize,
    /// Those whose node no scheduler chose: `spec.nodeName` was set otherwise.
    pub unscheduled: usize,
}

/// A pod that is nominated for a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nomination {
    pub pod: PodId,
    /// What the scheduler would decide for it.
    pub kind: NominationKind,
}

/// The pods of an input that are on nodes or nominated for one, evaluated in parts.
pub struct Recorded {
    /// Nodes and pods of the input. A pod on a node no longer requests it by `spec.nodeName`.
    pub snapshot: ClusterSnapshot,
    /// The number of pods of each kind, of those evaluated so far.
    pub counts: RecordedCounts,
    /// The pods that are not [`RecordedPodKind::Same`], in input order.
    pub differing: Vec<(PodId, RecordedPodKind)>,
    /// The nominated pods evaluated so far, in input order.
    pub nominations: Vec<Nomination>,
    ledger: Ledger,
    budgets: Budgets,
    profile: Profile,
    scores: NodeScoreCache,
    /// The pods to evaluate: those on nodes, then those that are nominated.
    asked: Vec<PodId>,
    next: usize,
}

impl fmt::Debug for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Recorded");
        debug
            .field("counts", &self.counts)
            .field("next", &self.next);
        debug.finish_non_exhaustive()
    }
}

/// The full evaluation of one pod.
#[derive(Clone, Debug)]
pub struct Standing {
    /// What the scheduler would decide.
    pub kind: RecordedPodKind,
    /// The place of its own node among those that the pod fits; `None` if it does not fit, or nodes are not scored.
    pub rank: Option<OwnRank>,
    /// Why its own node does not fit; `None` if it fits.
    pub misfit: Option<Misfit>,
    /// Why its quota does not admit it; `None` if it is admitted, or has no quota.
    pub rejection: Option<QuotaRejection>,
    pub cycle: Cycle,
    /// The scores of its own node and of the chosen one, if the pod fits both.
    pub scores: Option<ScoresOfTwo>,
}

/// The place of a pod's own node among the nodes that it fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnRank {
    /// 1 plus the number of nodes with a higher total.
    pub rank: usize,
    /// The number of nodes with the same total, itself included.
    pub alike: usize,
}

/// The scores of a pod's own node, and of the node that the scheduler would choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoresOfTwo {
    /// The total of its own node.
    pub own: i64,
    /// The total of the chosen node.
    pub best: i64,
    /// The plugins by which they differ, the largest difference of the weighted scores first.
    pub terms: Vec<ScoreTerm>,
}

/// The scores of two nodes by one plugin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreTerm {
    pub plugin: ScorePlugin,
    pub weight: i64,
    /// The score of the pod's own node, from 0 to 100.
    pub own: i64,
    /// The score of the chosen node, from 0 to 100.
    pub best: i64,
}

impl ScoreTerm {
    fn difference(self) -> i64 {
        (self.best - self.own).saturating_mul(self.weight)
    }
}

/// A pod that was taken off its node, and where it was.
#[derive(Clone, Copy)]
struct Out {
    pod: PodId,
    node: NodeId,
    place: PodLocation,
}

impl Recorded {
    /// The pods of some objects. O(pods + nodes).
    pub fn new(objects: &Objects, profile: Profile, version: KubernetesVersion) -> Self {
        let names = &objects.names;
        let mut snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, version));
        let mut ledger = Ledger::new(&objects.quotas, &mut snapshot, names);
        ledger.read_as(profile);
        let mut counts = RecordedCounts::default();
        let (mut asked, mut nominated) = (Vec::new(), Vec::new());
        for (pod, info) in snapshot.pods.entries().filter(|(_, info)| info.is_live()) {
            let is_mirror = || left_out(&info.pod, names) == Some(DrainedKind::Mirror);
            if !info.is_bound() {
                let waits = info.is_to_schedule() && gates(&info.pod).is_empty();
                if waits && !info.pod.nominated.is_empty() {
                    nominated.push(pod);
                }
            } else if info.terminating {
                counts.terminating += 1;
            } else if is_mirror() {
                counts.mirrors += 1;
            } else if info.pod.is_unscheduled {
                counts.unscheduled += 1;
            } else if info.node().is_none() {
                counts.unknown += 1;
            } else {
                asked.push(pod);
            }
        }
        for &pod in &asked {
            if let Some(info) = snapshot.pods.get_mut(pod) {
                // The node is the record, not a requirement.
                info.wanted = Symbol::EMPTY;
                info.goes_anywhere = info.pod.node_selector.0.is_empty()
                    && info.pod.node_affinity.is_none()
                    && info.added_affinity.is_none();
            }
        }
        asked.extend(nominated);
        Self {
            snapshot,
            counts,
            differing: Vec::new(),
            nominations: Vec::new(),
            ledger,
            budgets: Budgets::new(objects),
            profile,
            scores: NodeScoreCache::new(&[], Faults::of(profile, version), version),
            asked,
            next: 0,
        }
    }

    /// Evaluates up to `turns` more pods; returns whether all are evaluated. `names`: of the same objects. O(nodes) for
    /// each pod that is on a node.
    pub fn advance(&mut self, names: &Names, turns: usize) -> bool {
        let end = self.asked.len().min(self.next.saturating_add(turns));
        while self.next < end {
            let pod = self.asked[self.next];
            self.next += 1;
            if self.snapshot.pods.get(pod).is_some_and(PodInfo::is_bound) {
                self.judge(pod, names);
            } else {
                self.judge_nomination(pod, names);
            }
        }
        self.next == self.asked.len()
    }

    /// The number of pods evaluated, and of all pods.
    pub fn progress(&self) -> (u64, u64) {
        (self.next as u64, self.asked.len() as u64)
    }

    /// Takes a pod off its node and out of its quota.
    fn take_out(&mut self, pod: PodId) -> Option<Out> {
        let info = self.snapshot.pods.get(pod)?;
        let node = info.node()?;
        let (namespace, charge) = (info.pod.namespace, info.request.charge.clone());
        self.scores.moved(pod, info.terminating, node, false);
        self.ledger.refund(namespace, &charge);
        let place = self.snapshot.take(pod);
        self.scores.changed(node);
        Some(Out { pod, node, place })
    }

    fn put_back(&mut self, out: Out) {
        let Out { pod, node, place } = out;
        self.snapshot.give_back(pod, place);
        if let Some(info) = self.snapshot.pods.get(pod) {
            self.scores.moved(pod, info.terminating, node, true);
            self.ledger.charge(info.pod.namespace, &info.request.charge);
        }
        self.scores.changed(node);
    }

    fn judge(&mut self, pod: PodId, names: &Names) {
        let Some(out) = self.take_out(pod) else {
            return;
        };
        let kind = self.kind(pod, out.node, names);
        self.put_back(out);
        self.counts.asked += 1;
        let count = match kind {
            RecordedPodKind::Misfit => &mut self.counts.misfits,
            RecordedPodKind::Rejected => &mut self.counts.rejected,
            RecordedPodKind::Elsewhere => &mut self.counts.elsewhere,
            RecordedPodKind::Same => &mut self.counts.same,
        };
        *count += 1;
        if kind != RecordedPodKind::Same {
            self.differing.push((pod, kind));
        }
    }

    /// What the scheduler would decide for a pod that was taken off a node.
    fn kind(&mut self, pod: PodId, own: NodeId, names: &Names) -> RecordedPodKind {
        let snapshot = &self.snapshot;
        let Some(info) = snapshot.pods.get(pod) else {
            return RecordedPodKind::Misfit;
        };
        let on = FitContext {
            snapshot,
            pod: info,
            names,
            faults: Faults::of(self.profile, self.snapshot.version),
        };
        // A `DaemonSet` creates each pod for one node, which the pod names unless that was removed from the input. So
        // other nodes are not compared.
        let owner = info.pod.owner.filter(|owner| owner.controls);
        let is_daemon = owner.is_some_and(|owner| names[owner.kind] == *"DaemonSet");
        let names_own =
            || matches!(named_nodes(on), NamedNodes::Only { nodes, .. } if nodes == [own]);
        // The same if no node is scored.
        let is_only = is_daemon || names_own() || pre_score_error(on).is_some();
        let (fits, is_best) = if is_only {
            let state = CycleState::new(snapshot, info, names, on.faults);
            (state.fits(own).is_ok(), true)
        } else {
            let picked = self.scores.pick_beside(snapshot, pod, own, names);
            let total = picked.as_ref().and_then(|(_, own)| *own);
            let best = picked.as_ref().map(|(pick, _)| pick.total);
            (total.is_some(), total == best)
        };
        if !fits {
            return RecordedPodKind::Misfit;
        }
        if admit(snapshot, &self.ledger, info).rejection.is_some() {
            return RecordedPodKind::Rejected;
        }
        if is_best {
            RecordedPodKind::Same
        } else {
            RecordedPodKind::Elsewhere
        }
    }

    fn judge_nomination(&mut self, pod: PodId, names: &Names) {
        let kind = match self.snapshot.pods.get(pod).map(|info| info.nominated) {
            Some(Some(node)) => self
                .nomination_cycle(pod, names)
                .map_or(NominationKind::Lost, |cycle| nomination_kind(&cycle, node)),
            _ => NominationKind::Unknown,
        };
        self.nominations.push(Nomination { pod, kind });
    }

    /// The cycle of a pending pod.
    pub fn nomination_cycle(&mut self, pod: PodId, names: &Names) -> Option<Cycle> {
        let info = self.snapshot.pods.get(pod)?;
        let (snapshot, ledger) = (&self.snapshot, &mut self.ledger);
        Some(run(
            snapshot,
            ledger,
            &self.budgets,
            info,
            names,
            self.profile,
        ))
    }

    /// Evaluates a pod on a node in full. The pod is off the node while `read` runs. O(nodes + pods).
    pub fn standing<T>(
        &mut self,
        pod: PodId,
        names: &Names,
        read: impl FnOnce(&ClusterSnapshot, &PodInfo, (NodeId, &Standing)) -> T,
    ) -> Option<T> {
        let out = self.take_out(pod)?;
        let kind = self.kind(pod, out.node, names);
        let (snapshot, ledger) = (&self.snapshot, &mut self.ledger);
        let answer = snapshot.pods.get(pod).map(|info| {
            let state = CycleState::new(
                snapshot,
                info,
                names,
                Faults::of(self.profile, self.snapshot.version),
            );
            let standing = Standing {
                kind,
                rank: None,
                misfit: state.fits(out.node).err(),
                rejection: admit(snapshot, ledger, info).rejection,
                scores: None,
                cycle: run(snapshot, ledger, &self.budgets, info, names, self.profile),
            };
            let scores = scores_of_two(&state, &standing.cycle, out.node);
            let rank = own_rank(&standing.cycle, out.node);
            let standing = Standing {
                rank,
                scores,
                ..standing
            };
            read(snapshot, info, (out.node, &standing))
        });
        self.put_back(out);
        answer
    }
}

/// The place of a node among those that a cycle scores. O(nodes).
fn own_rank(cycle: &Cycle, own: NodeId) -> Option<OwnRank> {
    let feasible = cycle.feasible();
    let at = feasible.iter().position(|node| *node == own)?;
    let total = cycle.totals.get(at)?;
    let above = cycle.totals.iter().filter(|other| *other > total);
    let alike = cycle.totals.iter().filter(|other| *other == total);
    Some(OwnRank {
        rank: 1 + above.count(),
        alike: alike.count(),
    })
}

/// The kind of a nomination for a node.
fn nomination_kind(cycle: &Cycle, node: NodeId) -> NominationKind {
    let ineligible = cycle.preemption.as_ref().and_then(|tried| tried.ineligible);
    match cycle.outcome {
        CycleOutcome::Schedulable(chosen) | CycleOutcome::Preempt(chosen) if chosen == node => {
            NominationKind::Holds
        }
        CycleOutcome::Schedulable(_) | CycleOutcome::Preempt(_) => NominationKind::Moved,
        // It waits for room that terminating pods free there.
        _ if matches!(ineligible, Some(Ineligible::Terminating(_))) => NominationKind::Holds,
        _ => NominationKind::Lost,
    }
}

/// The scores of a pod's own node and of the one that a cycle chooses among several. O(nodes x terms).
fn scores_of_two(state: &CycleState<'_>, cycle: &Cycle, own: NodeId) -> Option<ScoresOfTwo> {
    let CycleOutcome::Schedulable(chosen) = cycle.outcome else {
        return None;
    };
    let feasible = cycle.feasible();
    let nodes = &state.on.snapshot.nodes;
    let place = |node: NodeId| feasible.iter().position(|other| *other == node);
    let (own, chosen) = (place(own)?, place(chosen)?);
    let infos: Vec<&NodeInfo> = feasible
        .iter()
        .filter_map(|node| nodes.get(*node))
        .collect();
    let input = ScoreInput::new(state.on, &infos);
    let all = ProfileScores::new(&input);
    let plugins = ScorePlugin::ALL.iter().zip(input.weights().0);
    let terms = plugins
        .zip(&all.scores)
        .filter_map(|(((plugin, _), weight), scores)| {
            let scores = scores.as_ref()?;
            Some(ScoreTerm {
                plugin: *plugin,
                weight,
                own: *scores.get(own)?,
                best: *scores.get(chosen)?,
            })
        });
    let mut terms: Vec<ScoreTerm> = terms.filter(|term| term.difference() != 0).collect();
    order::sort(&mut terms, |a, b| {
        b.difference().abs().cmp(&a.difference().abs())
    });
    Some(ScoresOfTwo {
        own: *all.totals.get(own)?,
        best: *all.totals.get(chosen)?,
        terms,
    })
}
