//! Scores of all nodes for equivalent pods.

use std::mem;

use schedscope_objects::{
    id::{Id as _, IdVec, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::Names,
};
use schedscope_pods::{
    default_profile::{KeptScores, PluginWeights, ScoreInput},
    fit::{CycleState, Faults, FitContext},
    node::NodeInfo,
    node_scan::TopNodes,
    snapshot::{ClusterSnapshot, NameRank, PodInfo},
};

/// The score of a node that the pod does not fit.
const NEVER: i64 = i64::MIN;
/// How many kinds of pods have a column; the least recently used one makes room.
const MAX_COLUMNS: usize = 64;
/// How many nodes of a [`NodePick`] are kept.
const KEPT: usize = 10;

/// The scores of the nodes for one kind of pod.
struct NodeScoreColumn {
    /// A pod of the kind.
    like: PodId,
    /// In the order of the nodes' names: the scores by the only scorer, or the part of the default profile's total that
    /// does not depend on other nodes.
    scores: RankedScores,
    /// Those by several scorers, which are 0 where the pod does not fit.
    others: Vec<IdVec<NameRank, i64>>,
    /// What the plugins keep.
    kept: Option<KeptScores>,
    /// How many changes it has seen.
    seen: usize,
    /// When it was last used.
    used: usize,
}

mod best;
mod blend;
mod peer_counts;
mod peer_scores;
mod ranked;

use self::{
    best::Best, blend::Blend, peer_counts::PeerCountCache, peer_scores::PeerScoreCache,
    ranked::RankedScores,
};

/// The best feasible nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodePick {
    /// Their score: the sum of scores times weights; of a single scorer its score before it is normalised.
    pub total: i64,
    /// The nodes, of which the first by name is taken; at most 10 are kept.
    pub best: TopNodes,
    /// Whether several nodes were feasible, so that scores decided.
    pub has_choice: bool,
}

/// The columns of scores, and the changes that they have to follow.
pub struct NodeScoreCache {
    by: Blend,
    faults: Faults,
    known: Vec<NodeScoreColumn>,
    /// The nodes that changed, one after another.
    changes: Vec<NodeId>,
    uses: usize,
    peers: PeerCountCache,
    peer_scores: PeerScoreCache,
}

/// Whether two pods fit the same nodes.
pub fn is_alike(one: &PodInfo, two: &PodInfo, snapshot: &ClusterSnapshot) -> bool {
    let volumes = match &snapshot.storage {
        Some(storage) => storage.is_alike(one, two),
        None => one.pod.volumes.is_empty() && two.pod.volumes.is_empty(),
    };
    volumes && is_alike_alone(one, two) && peer_counts::is_alike(one, two)
}

/// Whether they do as far as no filter looks at other pods.
fn is_alike_alone(one: &PodInfo, two: &PodInfo) -> bool {
    let wanted = |info: &PodInfo| info.wanted;
    if wanted(one) != wanted(two)
        || one.request != two.request
        || one.filters_off != two.filters_off
        || one.added_affinity != two.added_affinity
    {
        return false;
    }
    selects_alike(one, two)
}

/// Whether the API objects of two pods ask for the same nodes.
fn selects_alike(one: &PodInfo, two: &PodInfo) -> bool {
    let (one, two) = (&one.pod, &two.pod);
    std::sync::Arc::ptr_eq(one, two)
        || (one.tolerations == two.tolerations
            && one.node_selector == two.node_selector
            && one.node_affinity == two.node_affinity)
}

impl NodeScoreCache {
    /// No column yet. Without a scorer, the default profile.
    pub fn new(
        scorers: &[(&'static str, i64)],
        faults: Faults,
        version: KubernetesVersion,
    ) -> Self {
        Self {
            by: Blend::new(scorers, version),
            faults,
            known: Vec::new(),
            changes: Vec::new(),
            uses: 0,
            peers: PeerCountCache::new(faults),
            peer_scores: PeerScoreCache::default(),
        }
    }

    /// Notes that a node has changed.
    pub fn changed(&mut self, node: NodeId) {
        self.changes.push(node);
    }

    /// Records that a pod was added to a node or removed from it.
    pub fn moved(&mut self, pod: PodId, terminating: bool, node: NodeId, comes: bool) {
        self.peers.moved(pod, terminating, node, comes);
    }

    /// The feasible nodes with the best score; of equal ones the first by name is taken. O(nodes), plus the changes
    /// since the last equivalent pod.
    pub fn pick(
        &mut self,
        snapshot: &ClusterSnapshot,
        pod: PodId,
        names: &Names,
    ) -> Option<(NodeId, NodePick)> {
        let (pick, _) = self.pick_of(snapshot, pod, None, names)?;
        let node = *snapshot.nodes_by_name().get(*pick.best.ranks.first()?)?;
        Some((node, pick))
    }

    /// The feasible nodes with the best score, and the score of `node`, which is `None` if it is not feasible.
    /// O(nodes), plus the changes since the last equivalent pod.
    pub fn pick_beside(
        &mut self,
        snapshot: &ClusterSnapshot,
        pod: PodId,
        node: NodeId,
        names: &Names,
    ) -> Option<(NodePick, Option<i64>)> {
        let (pick, beside) = self.pick_of(snapshot, pod, Some(node), names)?;
        pick.best.ranks.first()?;
        Some((pick, beside))
    }

    fn pick_of(
        &mut self,
        snapshot: &ClusterSnapshot,
        pod: PodId,
        beside: Option<NodeId>,
        names: &Names,
    ) -> Option<(NodePick, Option<i64>)> {
        let beside = beside.map(|node| snapshot.name_rank(node));
        let mut of_beside = None;
        let on = FitContext {
            snapshot,
            pod: snapshot.pods.get(pod)?,
            names,
            faults: self.faults,
        };
        self.uses += 1;
        let weights = self.by.weights(on);
        let at = self.column(on, pod, weights);
        // Room that is kept for nominated pods depends on the priority: those nodes are scored each time, and count as
        // changed for the pods that come later.
        for &pod in &snapshot.nominated {
            let node = snapshot.pods.get(pod).and_then(|info| info.nominated);
            if let Some(node) = node {
                self.refresh(at, &[node], on);
                self.changes.push(node);
            }
        }
        let column = self.known.get_mut(at)?;
        column.used = self.uses;
        let moves = self.peers.moves();
        let places = self.peer_scores.of(on, weights, moves);
        // Counts over other pods and volumes are checked only for nodes that would be chosen.
        let mut peers = self.peers.of(snapshot, pod, names);
        let has_peers = peers.is_some();
        let mut accepts = |node| peers.as_mut().is_none_or(|peers| peers.accept(node));
        let by_name = snapshot.nodes_by_name();
        let constant = column.kept.as_ref().map_or(Some(0), KeptScores::constant);
        let alone = constant.filter(|_| column.others.is_empty() && places == (None, None));
        let mut best = Best::default();
        let feasible_nodes: usize;
        if alone.is_some() && !has_peers {
            best = Best::of(&column.scores);
            let scores = column.scores.as_slice();
            let mut feasible = scores.iter().filter(|score| **score != NEVER);
            feasible_nodes = feasible.by_ref().take(2).count();
            let score = beside.and_then(|rank| column.scores.get(rank));
            of_beside = score.filter(|score| *score != NEVER);
        } else if alone.is_some() {
            let mut accepts = |rank| by_name.get(rank).is_some_and(|node| accepts(*node));
            (best, feasible_nodes) = Best::accepted(&column.scores, &mut accepts);
            let score = beside.and_then(|rank| Some((rank, column.scores.get(rank)?)));
            let score = score.filter(|(rank, score)| *score != NEVER && accepts(*rank));
            of_beside = score.map(|(_, score)| score);
        } else {
            let feasible = by_name.entries().filter(|(rank, node)| {
                let score = column.scores.get(*rank);
                score.is_some_and(|score| score != NEVER) && accepts(**node)
            });
            let (ranks, nodes): (Vec<usize>, Vec<NodeId>) =
                feasible.map(|(rank, node)| (rank.index(), *node)).unzip();
            feasible_nodes = ranks.len();
            let mut totals = self.by.totals(column, &ranks);
            self.peer_scores
                .add(places, on, weights, &nodes, &mut totals);
            for (rank, total) in ranks.iter().zip(totals) {
                let rank = NameRank::new(*rank);
                if beside == Some(rank) {
                    of_beside = Some(total);
                }
                if best.may_take(total) {
                    best.take(rank, total);
                }
            }
        }
        let constant = alone.unwrap_or(0);
        let of_beside = of_beside.map(|score| score.saturating_add(constant));
        let pick = NodePick {
            has_choice: feasible_nodes > 1,
            ..best.pick(constant)
        };
        Some((pick, of_beside))
    }

    /// The column for a pod, up to date.
    fn column(&mut self, on: FitContext<'_>, pod: PodId, weights: Option<PluginWeights>) -> usize {
        let snapshot = on.snapshot;
        let found = self.known.iter().position(|column| {
            let like = snapshot.pods.get(column.like);
            like.is_some_and(|like| {
                is_alike_alone(like, on.pod) && (weights.is_none() || blend::is_alike(like, on.pod))
            })
        });
        let (at, seen) = match found {
            Some(at) => (at, self.known[at].seen),
            None => (self.new_column(on, pod, weights), 0),
        };
        let behind = self.changes.len() - seen;
        if found.is_none() || behind > snapshot.nodes.len() {
            let nodes: Vec<NodeId> = snapshot.nodes.ids().collect();
            self.refresh(at, &nodes, on);
        } else {
            let changes = mem::take(&mut self.changes);
            self.refresh(at, &changes[seen..], on);
            self.changes = changes;
        }
        self.known[at].seen = self.changes.len();
        at
    }

    fn new_column(
        &mut self,
        on: FitContext<'_>,
        pod: PodId,
        weights: Option<PluginWeights>,
    ) -> usize {
        let snapshot = on.snapshot;
        let count = snapshot.nodes.len();
        let kept = weights.map(|weights| {
            let nodes = snapshot.nodes_by_name().iter();
            let nodes = nodes.filter_map(|node| snapshot.nodes.get(*node));
            let nodes: Vec<&NodeInfo> = nodes.collect();
            KeptScores::new(&ScoreInput::new(on, &nodes), weights)
        });
        let column = NodeScoreColumn {
            like: pod,
            scores: RankedScores::new(count),
            others: vec![IdVec::from(vec![0; count]); self.by.added().len()],
            kept,
            seen: 0,
            used: 0,
        };
        if self.known.len() < MAX_COLUMNS {
            self.known.push(column);
            return self.known.len() - 1;
        }
        let columns = self.known.iter().enumerate();
        let oldest = columns.min_by_key(|(_, column)| column.used);
        let at = oldest.map_or(0, |(at, _)| at);
        self.known[at] = column;
        at
    }

    /// Scores nodes again.
    fn refresh(&mut self, at: usize, nodes: &[NodeId], on: FitContext<'_>) {
        let Some(column) = self.known.get_mut(at) else {
            return;
        };
        let input = ScoreInput::new(on, &[]);
        let filters = CycleState::alone(on.snapshot, on.pod, on.names);
        for node in nodes {
            let one = on.snapshot.nodes.get(*node);
            let one = one.filter(|_| filters.fits(*node).is_ok());
            let rank = on.snapshot.name_rank(*node);
            let score = one.map_or(NEVER, |one| {
                let score = match &column.kept {
                    Some(kept) => kept.own(rank.index(), &input, one),
                    None => self.by.score(on.pod, one),
                };
                score.max(NEVER + 1)
            });
            column.scores.set(rank, score);
            for (other, scores) in self.by.added().iter().zip(&mut column.others) {
                if let Some(slot) = scores.get_mut(rank) {
                    *slot = one.map_or(0, |one| other.score(on.pod, one));
                }
            }
        }
    }
}
