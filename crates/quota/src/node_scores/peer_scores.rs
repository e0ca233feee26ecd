//! Cached scores of the default profile's plugins that look at other pods, updated as the queue runs.

use std::sync::Arc;

use schedscope_objects::id::NodeId;
use schedscope_pods::{
    classes::PodClass,
    default_profile::{
        AffinityScores, PluginWeights, ScoreInput, ScorePlugin, SoftConstraints, SpreadScores,
    },
    fit::FitContext,
    snapshot::PodInfo,
};

use super::{peer_counts::Move, selects_alike};

/// How many kinds of pods have counts of each plugin; the least recently used ones make room.
const MAX_KINDS: usize = 64;

/// The counts of a plugin for one kind of pod.
struct Kept<S> {
    /// A pod of the kind.
    like: PodInfo,
    scores: S,
    /// How many moves it has seen.
    seen: usize,
    /// When it was last used.
    used: usize,
}

/// The counts of several kinds.
#[derive(Default)]
pub(super) struct PeerScoreCache {
    /// `None`: no soft constraint.
    spread: Vec<Kept<Option<SpreadScores>>>,
    affinity: Vec<Kept<AffinityScores>>,
    uses: usize,
}

/// The indices of a pod's counts by plugin; `None` if the plugin does not apply.
pub(super) type Places = (Option<usize>, Option<usize>);

impl PeerScoreCache {
    /// The indices of the current counts for a pod. O(moves since the last equivalent pod), or the cost of a recount;
    /// plus O(Services + workloads) for a pod without spread constraints.
    pub(super) fn of(
        &mut self,
        on: FitContext<'_>,
        weights: Option<PluginWeights>,
        moves: &[Move],
    ) -> Places {
        self.uses += 1;
        let with = |plugin| weights.is_some_and(|weights| weights.of(plugin) != 0);
        let input = ScoreInput::new(on, &[]);
        (
            with(ScorePlugin::PodTopologySpread)
                .then(|| self.spread(&input, moves))
                .flatten(),
            with(ScorePlugin::InterPodAffinity)
                .then(|| self.affinity(&input, moves))
                .flatten(),
        )
    }

    fn spread(&mut self, input: &ScoreInput<'_>, moves: &[Move]) -> Option<usize> {
        let pod = input.on.pod;
        let workload = |info: &PodInfo| info.replica.map(|replica| replica.workload);
        let mut found = self.spread.iter().position(|kept| {
            Arc::ptr_eq(&kept.like.pod, &pod.pod) && workload(&kept.like) == workload(pod)
        });
        let mut soft = None;
        if found.is_none() {
            soft = SoftConstraints::of(input);
            if let Some(soft) = &soft {
                found = self.spread.iter().position(|kept| {
                    let scores = kept.scores.as_ref();
                    scores.is_some_and(|scores| scores.soft == *soft)
                        && selects_alike(&kept.like, pod)
                });
            }
        }
        let snapshot = input.on.snapshot;
        let at = found.unwrap_or_else(|| {
            let scores = soft.map(|soft| SpreadScores::new(input, soft));
            keep(&mut self.spread, pod, scores, moves.len())
        });
        let kept = self.spread.get_mut(at)?;
        kept.used = self.uses;
        let scores = kept.scores.as_mut()?;
        if moves.len() - kept.seen > snapshot.nodes.len() {
            *scores = SpreadScores::new(input, scores.soft.clone());
            kept.seen = moves.len();
        }
        for moved in moves.get(kept.seen..).unwrap_or_default() {
            if let Some(info) = snapshot.pods.get(moved.pod)
                && !moved.terminating
            {
                scores.apply(&info.pod, input.on.names, moved.node, moved.comes);
            }
        }
        kept.seen = moves.len();
        Some(at)
    }

    fn affinity(&mut self, input: &ScoreInput<'_>, moves: &[Move]) -> Option<usize> {
        let pod = input.on.pod;
        let snapshot = input.on.snapshot;
        let classes = snapshot.classes.as_deref()?;
        let scheduler = |info: &PodInfo| info.pod.scheduler_name;
        let found = self.affinity.iter().position(|kept| {
            kept.like.class == pod.class && scheduler(&kept.like) == scheduler(pod)
        });
        let at = if let Some(at) = found {
            at
        } else {
            let scores = AffinityScores::new(input, classes)?;
            keep(&mut self.affinity, pod, scores, moves.len())
        };
        let kept = self.affinity.get_mut(at)?;
        kept.used = self.uses;
        if moves.len() - kept.seen > snapshot.nodes.len() {
            kept.scores = AffinityScores::new(input, classes)?;
            kept.seen = moves.len();
        }
        for moved in moves.get(kept.seen..).unwrap_or_default() {
            let of: (PodClass, NodeId) = (classes.of(moved.pod), moved.node);
            kept.scores.apply(input, classes, of, moved.comes);
        }
        kept.seen = moves.len();
        (!kept.scores.is_empty()).then_some(at)
    }

    /// Adds the scores of feasible nodes. O(nodes x constraints).
    pub(super) fn add(
        &self,
        (spread, affinity): Places,
        on: FitContext<'_>,
        weights: Option<PluginWeights>,
        nodes: &[NodeId],
        totals: &mut [i64],
    ) {
        let mut add = |plugin, scores: Vec<i64>| {
            let weight = weights.map_or(0, |weights| weights.of(plugin));
            for (total, score) in totals.iter_mut().zip(scores) {
                *total = total.saturating_add(score.saturating_mul(weight));
            }
        };
        if let Some(Some(scores)) = spread.and_then(|at| Some(&self.spread.get(at)?.scores)) {
            add(ScorePlugin::PodTopologySpread, scores.scores(nodes));
        }
        if let Some(kept) = affinity.and_then(|at| self.affinity.get(at))
            && let Some(classes) = on.snapshot.classes.as_deref()
        {
            add(
                ScorePlugin::InterPodAffinity,
                kept.scores.scores(classes, nodes),
            );
        }
    }
}

/// Where the counts of a further kind are.
fn keep<S>(all: &mut Vec<Kept<S>>, like: &PodInfo, scores: S, seen: usize) -> usize {
    let kept = Kept {
        like: like.clone(),
        scores,
        seen,
        used: 0,
    };
    if all.len() < MAX_KINDS {
        all.push(kept);
        return all.len() - 1;
    }
    let oldest = all.iter().enumerate().min_by_key(|(_, kept)| kept.used);
    let at = oldest.map_or(0, |(at, _)| at);
    all[at] = kept;
    at
}
