//! Counts over other pods for equivalent pods, updated as the queue runs.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
};
use schedscope_pods::{
    fit::{CycleState, Faults, FitContext, PeerState},
    snapshot::{ClusterSnapshot, PodInfo},
};

/// How many kinds of pods have counts; the least recently used ones make room.
const MAX_KINDS: usize = 64;

/// A pod that was added to a node or removed from it.
#[derive(Clone, Copy)]
pub(super) struct Move {
    pub(super) pod: PodId,
    pub(super) terminating: bool,
    pub(super) node: NodeId,
    pub(super) comes: bool,
}

/// The counts for one kind of pod.
struct PeerCounts {
    /// A pod of the kind.
    like: PodId,
    state: PeerState,
    /// How many moves it has seen.
    seen: usize,
    /// When it was last used.
    used: usize,
}

/// The counts of several kinds, and the moves that they have to follow.
pub(super) struct PeerCountCache {
    faults: Faults,
    known: Vec<PeerCounts>,
    moves: Vec<Move>,
    uses: usize,
}

/// Whether filters that look at other pods return the same for two pods.
pub(super) fn is_alike(one: &PodInfo, two: &PodInfo) -> bool {
    let constraints = |info: &'_ PodInfo| info.pod.constraints.is_some();
    one.class == two.class
        && one.filters_off == two.filters_off
        && (std::sync::Arc::ptr_eq(&one.pod, &two.pod)
            || (!constraints(one) && !constraints(two))
            || match (&one.pod.constraints, &two.pod.constraints) {
                (Some(one), Some(two)) => {
                    one.topology_spread == two.topology_spread && one.host_ports == two.host_ports
                }
                _ => false,
            })
}

impl PeerCountCache {
    pub(super) fn new(faults: Faults) -> Self {
        Self {
            faults,
            known: Vec::new(),
            moves: Vec::new(),
            uses: 0,
        }
    }

    pub(super) fn moved(&mut self, pod: PodId, terminating: bool, node: NodeId, comes: bool) {
        self.moves.push(Move {
            pod,
            terminating,
            node,
            comes,
        });
    }

    /// All moves so far, in order.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The current counts for a pod, and its volumes; `None` if no filter looks at other pods or at volumes. O(moves
    /// since the last equivalent pod), or the cost of a recount.
    pub(super) fn of<'a>(
        &'a mut self,
        snapshot: &'a ClusterSnapshot,
        pod: PodId,
        names: &'a Names,
    ) -> Option<AskedPeers<'a>> {
        let on = FitContext {
            snapshot,
            pod: snapshot.pods.get(pod)?,
            names,
            faults: self.faults,
        };
        let mut home = self.counted(on, pod);
        if home.is_none() && on.pod.pod.volumes.is_empty() {
            return None;
        }
        let taken = home.as_mut().map(|home| std::mem::take(*home));
        let state = CycleState::of_peers(on, taken.unwrap_or_default());
        if state.is_alone() {
            return None;
        }
        Some(AskedPeers {
            #[cfg(debug_assertions)]
            anew: CycleState::of_peers(on, PeerState::new(on)),
            state,
            home,
        })
    }

    /// The current counts for a pod; `None` if no filter looks at other pods.
    fn counted(&mut self, on: FitContext<'_>, pod: PodId) -> Option<&mut PeerState> {
        let (snapshot, info) = (on.snapshot, on.pod);
        let classes = snapshot.classes.as_ref()?;
        self.uses += 1;
        let known = self.known.iter().position(|known| {
            let like = snapshot.pods.get(known.like);
            like.is_some_and(|like| is_alike(like, info))
        });
        let at = known.unwrap_or_else(|| self.place());
        let is_known = known.is_some_and(|at| {
            let seen = self.known.get(at).map_or(0, |counts| counts.seen);
            self.moves.len() - seen <= snapshot.nodes.len()
        });
        if is_known {
            let counts = self.known.get_mut(at)?;
            for moved in self.moves.get(counts.seen..).unwrap_or_default() {
                let of = (moved.pod, moved.terminating);
                counts.state.apply(classes, of, moved.node, moved.comes);
            }
        } else {
            let counts = PeerCounts {
                like: pod,
                state: PeerState::new(on),
                seen: 0,
                used: 0,
            };
            match self.known.get_mut(at) {
                Some(slot) => *slot = counts,
                None => self.known.push(counts),
            }
        }
        let counts = self.known.get_mut(at)?;
        (counts.seen, counts.used) = (self.moves.len(), self.uses);
        (!counts.state.is_empty()).then_some(&mut counts.state)
    }

    /// The index for the counts of another kind.
    fn place(&self) -> usize {
        if self.known.len() < MAX_KINDS {
            return self.known.len();
        }
        let oldest = self
            .known
            .iter()
            .enumerate()
            .min_by_key(|(_, known)| known.used);
        oldest.map_or(0, |(at, _)| at)
    }
}

/// The filters that look at other pods and at volumes, for one pod. Dropping it returns the counts to the cache.
pub(super) struct AskedPeers<'a> {
    state: CycleState<'a>,
    /// A recount; all filters must return the same with it.
    #[cfg(debug_assertions)]
    anew: CycleState<'a>,
    home: Option<&'a mut PeerState>,
}

impl AskedPeers<'_> {
    /// Whether these filters accept a node that the others accept.
    pub(super) fn accept(&mut self, node: NodeId) -> bool {
        let accepts = self.state.accepts_peers(node);
        #[cfg(debug_assertions)]
        debug_assert_eq!(accepts, self.anew.fits(node).is_ok(), "{node:?}");
        accepts
    }
}

impl Drop for AskedPeers<'_> {
    fn drop(&mut self) {
        if let Some(home) = self.home.as_mut() {
            **home = std::mem::take(&mut self.state.peers);
        }
    }
}
