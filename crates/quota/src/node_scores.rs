//! Scores of all nodes for pods that are alike.

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::Names,
};
use schedscope_pods::{
    fit::{CycleState, Faults},
    node::NodeInfo,
    score::scorer_named,
    snapshot::{ClusterSnapshot, NameRank, PodInfo},
};

/// The score of a node that the pod does not fit.
const NEVER: i64 = i64::MIN;
/// How many kinds of pods have a column; the least recently used one makes room.
const MAX_COLUMNS: usize = 64;

/// The scores of the nodes for one kind of pod.
struct NodeScoreColumn {
    /// A pod of the kind.
    like: PodId,
    /// The scores by the first scorer, in the order of the nodes' names.
    scores: IdVec<NameRank, i64>,
    /// Those by the others, which are 0 where the pod does not fit.
    others: Vec<IdVec<NameRank, i64>>,
    /// How many changes it has seen.
    seen: usize,
    /// When it was last used.
    used: usize,
}

mod peer_counts;
mod weighted;

use self::{
    peer_counts::PeerCountCache,
    weighted::{WeightedScorer, best_by_sum},
};

/// The columns of scores, and the changes that they have to follow.
pub struct NodeScoreCache {
    first: WeightedScorer,
    /// Further scorers, whose scores are added.
    others: Vec<WeightedScorer>,
    known: Vec<NodeScoreColumn>,
    /// The nodes that changed, one after another.
    changes: Vec<NodeId>,
    uses: usize,
    peers: PeerCountCache,
}

/// Whether two pods fit the same nodes and score them alike.
pub fn is_alike(one: &PodInfo, two: &PodInfo) -> bool {
    is_alike_alone(one, two) && peer_counts::is_alike(one, two)
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
    let (one, two) = (&one.pod, &two.pod);
    std::sync::Arc::ptr_eq(one, two)
        || (one.tolerations == two.tolerations
            && one.node_selector == two.node_selector
            && one.node_affinity == two.node_affinity)
}

impl NodeScoreCache {
    /// No column yet. Without a scorer, `LeastAllocated`.
    pub fn new(scorers: &[(&'static str, i64)], faults: Faults) -> Self {
        let mut scorers = scorers.iter().map(|(name, weight)| WeightedScorer {
            scorer: scorer_named(Some(name)),
            weight: *weight,
        });
        let first = scorers.next().unwrap_or_else(|| WeightedScorer {
            scorer: scorer_named(None),
            weight: 1,
        });
        Self {
            first,
            others: scorers.collect(),
            known: Vec::new(),
            changes: Vec::new(),
            uses: 0,
            peers: PeerCountCache::new(faults),
        }
    }

    /// Notes that a node has changed.
    pub fn changed(&mut self, node: NodeId) {
        self.changes.push(node);
    }

    /// Notes that a pod came to a node, or has gone from it.
    pub fn moved(&mut self, pod: PodId, terminating: bool, node: NodeId, comes: bool) {
        self.peers.moved(pod, terminating, node, comes);
    }

    /// The feasible node with the best score; of equal ones the first by name. O(nodes), and the changes since a pod
    /// like it was asked for.
    pub fn pick(
        &mut self,
        snapshot: &ClusterSnapshot,
        pod: PodId,
        names: &Names,
    ) -> Option<NodeId> {
        let info = snapshot.pods.get(pod)?;
        self.uses += 1;
        let at = self.column(snapshot, pod, info, names);
        // Room that is kept for nominated pods depends on the priority: those nodes are scored each time, and count as
        // changed for the pods that come later.
        for &pod in &snapshot.nominated {
            let node = snapshot.pods.get(pod).and_then(|info| info.nominated);
            if let Some(node) = node {
                self.refresh(at, node, snapshot, info, names);
                self.changes.push(node);
            }
        }
        let column = self.known.get_mut(at)?;
        column.used = self.uses;
        // Counts over other pods are asked only of nodes that would be chosen.
        let mut peers = self.peers.of(snapshot, pod, names);
        let by_name = snapshot.nodes_by_name();
        if !self.others.is_empty() {
            let accepts = |node| peers.as_mut().is_none_or(|peers| peers.accept(node));
            return best_by_sum((&self.first, &self.others), column, by_name, accepts);
        }
        let mut best = (NEVER, None);
        for (node, score) in by_name.iter().zip(column.scores.iter()) {
            if *score > best.0 && peers.as_mut().is_none_or(|peers| peers.accept(*node)) {
                best = (*score, Some(*node));
            }
        }
        best.1
    }

    /// The column for a pod, up to date.
    fn column(
        &mut self,
        snapshot: &ClusterSnapshot,
        pod: PodId,
        info: &PodInfo,
        names: &Names,
    ) -> usize {
        let found = self.known.iter().position(|column| {
            let like = snapshot.pods.get(column.like);
            like.is_some_and(|like| is_alike_alone(like, info))
        });
        let (at, seen) = match found {
            Some(at) => (at, self.known[at].seen),
            None => (self.new_column(snapshot, pod), 0),
        };
        let behind = self.changes.len() - seen;
        if found.is_none() || behind > snapshot.nodes.len() {
            for node in snapshot.nodes.ids() {
                self.refresh(at, node, snapshot, info, names);
            }
        } else {
            for change in seen..self.changes.len() {
                let node = self.changes[change];
                self.refresh(at, node, snapshot, info, names);
            }
        }
        self.known[at].seen = self.changes.len();
        at
    }

    fn new_column(&mut self, snapshot: &ClusterSnapshot, pod: PodId) -> usize {
        let column = NodeScoreColumn {
            like: pod,
            scores: IdVec::from(vec![NEVER; snapshot.nodes.len()]),
            others: vec![IdVec::from(vec![0; snapshot.nodes.len()]); self.others.len()],
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

    fn refresh(
        &mut self,
        at: usize,
        node: NodeId,
        snapshot: &ClusterSnapshot,
        info: &PodInfo,
        names: &Names,
    ) {
        let one = snapshot.nodes.get(node);
        let fits = CycleState::alone(snapshot, info, names).fits(node).is_ok();
        let one = one.filter(|_| fits);
        let rank = snapshot.name_rank(node);
        let Some(column) = self.known.get_mut(at) else {
            return;
        };
        if let Some(slot) = column.scores.get_mut(rank) {
            *slot = one.map_or(NEVER, |one| score(&self.first, info, one));
        }
        for (other, scores) in self.others.iter().zip(&mut column.others) {
            if let Some(slot) = scores.get_mut(rank) {
                *slot = one.map_or(0, |one| score(other, info, one));
            }
        }
    }
}

/// The score of a node that the pod fits.
fn score(by: &WeightedScorer, info: &PodInfo, node: &NodeInfo) -> i64 {
    let scores = by.scorer.score(&info.request, &[node]);
    // A scorer that does not apply scores all nodes alike.
    let score = scores.and_then(|scores| scores.first().copied());
    score.unwrap_or(0).max(NEVER + 1)
}
