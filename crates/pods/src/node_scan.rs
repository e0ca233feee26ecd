//! One pass over all nodes for a pod.

use schedscope_objects::{
    id::{IdVec, NodeId},
    names::{Names, Symbol},
};

use crate::{
    fit::{CycleState, Faults, FitContext, Misfit, NamedNodes, PeerState, gates},
    node::NodeInfo,
    request::UnboundedPods,
    score::limit_aware::LimitAware,
    snapshot::{ClusterSnapshot, NameRank, PodInfo},
    volumes::filter_error,
};

/// The results of one pass over all nodes. Nodes are far apart in memory, so that the pass is most of the time.
#[derive(Debug)]
pub struct NodeScan<'a> {
    /// Whether the pod fits each node.
    pub fits: IdVec<NodeId, Result<(), Misfit>>,
    /// The nodes that it fits.
    pub feasible: Vec<&'a NodeInfo>,
    /// Their places in the order of the names.
    pub ranks: Vec<NameRank>,
    /// Their limit-aware scores.
    pub raw: Vec<i64>,
    /// The same without the rounding of integer division, in doubles.
    pub near: Vec<f64>,
    /// The kind of each node in `feasible`: adjacent nodes with the same number have equal score terms.
    pub kinds: Vec<u32>,
    /// The size of the largest terms of those.
    pub size: f64,
    /// How many pods have a container without a limit, by the resources of which it has none.
    pub unbounded: UnboundedPods,
    /// How many pods have limits as a whole, which no scorer counts.
    pub whole_limits: i64,
    /// How many pods on the nodes have neither requests nor limits.
    pub best_effort: i64,
    /// How many nodes have none of each scored resource.
    pub without: Vec<usize>,
    /// The only nodes that kube-scheduler looks at, by name: the nominated one, which the pod fits, or those that its
    /// affinity names; `None`: all.
    pub only: Option<Box<[Symbol]>>,
    /// The counts over other pods by which the pod was judged.
    pub peers: PeerState,
}

impl<'a> NodeScan<'a> {
    /// Scans all nodes. O(nodes x (resources + tolerations)).
    pub fn new(
        snapshot: &'a ClusterSnapshot,
        info: &PodInfo,
        names: &Names,
        scorer: &LimitAware,
        faults: Faults,
    ) -> Self {
        let count = snapshot.nodes.len();
        let mut fits_of = Vec::with_capacity(count);
        let mut scan = Self {
            fits: IdVec::new(),
            feasible: Vec::with_capacity(count),
            ranks: Vec::with_capacity(count),
            raw: Vec::with_capacity(count),
            near: Vec::with_capacity(count),
            kinds: Vec::with_capacity(count),
            size: 0.0,
            unbounded: UnboundedPods::default(),
            whole_limits: 0,
            best_effort: 0,
            without: vec![0; scorer.resources.len()],
            only: None,
            peers: PeerState::default(),
        };
        let state = CycleState::new(snapshot, info, names, faults);
        // Adjacent nodes are often equal, and a comparison is cheaper than a division.
        let (mut parts, mut last) = (Vec::new(), Vec::new());
        let (mut kind, mut sums) = (0, (0, 0.0, 0.0));
        for (id, node) in snapshot.nodes.entries() {
            scan.unbounded.add(&node.unbounded);
            scan.whole_limits += node.whole_limits;
            scan.best_effort += node.best_effort;
            for (count, weighted) in scan.without.iter_mut().zip(&scorer.resources) {
                *count += usize::from(node.allocatable.get(weighted.resource) == 0);
            }
            let fit = state.fits(id);
            if fit.is_ok() {
                scorer.parts(&info.request, node, &mut parts);
                if parts != last {
                    sums = scorer.sums(&parts);
                    scan.size = scan.size.max(sums.2);
                    kind += 1;
                    std::mem::swap(&mut parts, &mut last);
                }
                scan.feasible.push(node);
                scan.ranks.push(snapshot.name_rank(id));
                scan.raw.push(sums.0);
                scan.near.push(sums.1);
                scan.kinds.push(kind);
            }
            fits_of.push(fit);
        }
        scan.fits = IdVec::from(fits_of);
        scan.peers = state.peers;
        let fits = |node: &NodeId| matches!(scan.fits.get(*node), Some(Ok(())));
        // A gate keeps the nomination out of the queue; without the gate the pod's cycle would read it.
        let is_gated = info.is_pending() && !gates(&info.pod).is_empty();
        let gated = is_gated
            .then(|| snapshot.node(info.pod.nominated))
            .flatten();
        let nominated = info.nominated.or(gated).filter(fits);
        scan.only = match (
            nominated.and_then(|node| snapshot.nodes.get(node)),
            state.named,
        ) {
            (Some(node), _) => Some([node.node.name].into()),
            (None, NamedNodes::Only { names, .. }) => Some(names.into()),
            (None, NamedNodes::Conflict) => Some([].into()),
            (None, NamedNodes::Any) => None,
        };
        scan
    }

    /// The error with which a filter fails on one of the nodes that kube-scheduler looks at, so the pod waits
    /// even if it fits nodes. `on`: the context of the scan.
    pub fn filter_error(&self, on: FitContext<'_>) -> Option<String> {
        let nodes = &on.snapshot.nodes;
        let is_looked_at = |node: NodeId| {
            let name = nodes.get(node).map(|info| info.node.name);
            let only = self.only.as_ref();
            only.is_none_or(|only| name.is_some_and(|name| only.contains(&name)))
        };
        let misfits = self.fits.entries();
        let misfits = misfits.filter_map(|(node, fit)| Some((node, fit.as_ref().err()?)));
        let misfits = misfits.filter(|(node, _)| is_looked_at(*node));
        filter_error(misfits, on.snapshot, on.names)
    }

    /// How many of the feasible nodes kube-scheduler looks at. O(nodes x named nodes).
    pub fn looked_at(&self) -> usize {
        let Some(only) = self.only.as_deref() else {
            return self.feasible.len();
        };
        let nodes = self.feasible.iter();
        nodes.filter(|node| only.contains(&node.node.name)).count()
    }

    /// The nodes with the largest value, given for each feasible one: the first `limit` of them.
    pub fn best(&self, values: &[i64], limit: usize) -> TopNodes {
        let mut first = TopNodes::default();
        let Some(top) = values.iter().max() else {
            return first;
        };
        for (rank, value) in self.ranks.iter().zip(values) {
            if value == top {
                first.take(*rank, limit);
            }
        }
        first
    }
}

/// The first ones by name of some nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TopNodes {
    /// Their places in the order of the names, ascending.
    pub ranks: Vec<NameRank>,
    /// How many nodes there are in all.
    pub count: usize,
}

impl TopNodes {
    /// Counts one more node; at most `limit` are kept.
    pub(super) fn take(&mut self, rank: NameRank, limit: usize) {
        self.count += 1;
        let ranks = &mut self.ranks;
        if ranks.len() < limit || ranks.last().is_some_and(|last| rank < *last) {
            let at = ranks.partition_point(|other| *other < rank);
            ranks.insert(at, rank);
            ranks.truncate(limit);
        }
    }
}

/// Which of the feasible nodes each node is.
#[derive(Debug)]
pub struct FeasibleByNode(IdVec<NodeId, Option<u32>>);

impl FeasibleByNode {
    /// Numbers the nodes that fit, in the order of the text. O(nodes).
    pub fn new(fits: &IdVec<NodeId, Result<(), Misfit>>) -> Self {
        let mut next = 0;
        let positions = fits.iter().map(|fit| {
            let position = fit.is_ok().then_some(next);
            next += u32::from(fit.is_ok());
            position
        });
        Self(positions.collect())
    }

    /// The position of a node among the feasible ones; `None` where the pod does not fit.
    pub fn position(&self, node: NodeId) -> Option<usize> {
        self.0.get(node).copied().flatten().map(|at| at as usize)
    }
}
