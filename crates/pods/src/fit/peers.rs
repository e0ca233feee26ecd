//! The filters that look at other pods: ports of the node, spread constraints, pod affinity.

use schedscope_objects::{
    id::{NodeId, PodId},
    names::{Names, Symbol},
    pod::HostPort,
};
use smallvec::SmallVec;

use super::{
    Fault, Faults, Filter, Misfit,
    inter_pod_affinity::{AffinityDelta, AffinityState},
    is_on, node_ports,
    pod_topology_spread::{SpreadDelta, SpreadState},
};
use crate::{
    classes::PodClasses,
    snapshot::{ClusterSnapshot, PodInfo},
};

/// The input of the filters.
#[derive(Clone, Copy, Debug)]
pub struct FitContext<'a> {
    /// Nodes and pods, without the pod.
    pub snapshot: &'a ClusterSnapshot,
    pub pod: &'a PodInfo,
    /// The texts of symbols.
    pub names: &'a Names,
    /// The faults of Kubernetes to reproduce.
    pub faults: Faults,
}

/// The counts over other pods by which a pod is judged. A plugin that Kubernetes would skip has none.
#[derive(Clone, Debug)]
pub struct PeerState {
    wants_ports: bool,
    /// The address that stands for all.
    any: Option<Symbol>,
    spread: Option<SpreadState>,
    affinity: Option<AffinityState>,
    /// No plugin looks at other pods.
    is_empty: bool,
}

/// The other pods of a node, with some counted in or out.
#[derive(Clone, Debug, Default)]
pub(super) struct PeerDelta {
    spread: SpreadDelta,
    affinity: AffinityDelta,
    /// The ports that are taken; `None`: those of the node as it is.
    ports: Option<Vec<(PodId, HostPort)>>,
    /// Nominated pods, which Kubernetes adds whenever it asks, after pods were taken out.
    extra: SmallVec<[PodId; 2]>,
    out: SmallVec<[PodId; 8]>,
}

impl Default for PeerState {
    /// No filter looks at other pods.
    fn default() -> Self {
        Self {
            wants_ports: false,
            any: None,
            spread: None,
            affinity: None,
            is_empty: true,
        }
    }
}

impl PeerState {
    /// The counts for a pod. O(1) if no pod of the text has such fields; else O(classes + nodes x constraints).
    pub fn new(on: FitContext<'_>) -> Self {
        let Some(classes) = &on.snapshot.classes else {
            return Self::default();
        };
        let with = |filter| is_on(on.pod, filter);
        let mut state = Self {
            wants_ports: with(Filter::NodePorts) && !node_ports::ports_of(on.pod).is_empty(),
            any: on.names.get("0.0.0.0"),
            spread: with(Filter::PodTopologySpread)
                .then(|| SpreadState::new(on, classes))
                .flatten(),
            affinity: with(Filter::InterPodAffinity).then(|| AffinityState::new(on, classes)),
            is_empty: false,
        };
        state.settle();
        state
    }

    fn settle(&mut self) {
        let skipped = self.affinity.as_ref().is_none_or(AffinityState::is_skipped);
        self.is_empty = !self.wants_ports && self.spread.is_none() && skipped;
    }

    /// Whether no filter looks at other pods.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    fn affinity(&self) -> Option<&AffinityState> {
        self.affinity.as_ref().filter(|state| !state.is_skipped())
    }

    /// Whether the pod wants ports of the node.
    pub fn wants_ports(&self) -> bool {
        self.wants_ports
    }

    /// Whether the pod has a hard spread constraint, and whether one has an empty selector.
    pub fn spreads(&self) -> (bool, bool) {
        let empty = self.spread.as_ref().map(SpreadState::has_empty_selector);
        (empty.is_some(), empty == Some(true))
    }

    /// Adds or removes a pod on a node permanently.
    pub fn apply(
        &mut self,
        classes: &PodClasses,
        (pod, terminating): (PodId, bool),
        node: NodeId,
        comes: bool,
    ) {
        let class = classes.of(pod);
        if let Some(spread) = &mut self.spread {
            spread.apply(classes, (node, class, terminating), comes);
        }
        if let Some(affinity) = &mut self.affinity {
            affinity.apply(classes, (node, class), comes);
        }
        self.settle();
    }

    /// The other pods of a node as they are.
    pub(super) fn no_delta(&self) -> PeerDelta {
        PeerDelta {
            spread: self
                .spread
                .as_ref()
                .map(SpreadState::no_delta)
                .unwrap_or_default(),
            affinity: self
                .affinity()
                .map(AffinityState::no_delta)
                .unwrap_or_default(),
            ..PeerDelta::default()
        }
    }

    /// Counts a pod in or out on a node, as the dry run of preemption does it.
    pub(super) fn change(
        &self,
        delta: &mut PeerDelta,
        on: FitContext<'_>,
        (node, pod): (NodeId, PodId),
        comes: bool,
    ) {
        let Some(classes) = &on.snapshot.classes else {
            return;
        };
        let class = classes.of(pod);
        // Most pods are of no class that counts, and lie far away in memory.
        let counts = self.wants_ports
            || self
                .spread
                .as_ref()
                .is_some_and(|spread| spread.matches(class))
            || self
                .affinity()
                .is_some_and(|affinity| affinity.touches(class));
        if !counts {
            return;
        }
        let Some(info) = on.snapshot.pods.get(pod) else {
            return;
        };
        if let Some(spread) = &self.spread {
            let counted = (node, class, info.terminating);
            spread.change(&mut delta.spread, on, counted, comes);
        }
        if let Some(affinity) = self.affinity() {
            affinity.change(&mut delta.affinity, classes, (node, class), comes);
        }
        let is_on_node = info.node() == Some(node);
        if comes == is_on_node {
            delta.out.retain(|other| *other != pod);
            delta.extra.retain(|other| *other != pod);
        } else if comes {
            delta.extra.push(pod);
        } else {
            delta.out.push(pod);
        }
        let ports = node_ports::ports_of(info);
        if self.wants_ports && !ports.is_empty() {
            let used = delta
                .ports
                .get_or_insert_with(|| classes.ports(node).to_vec());
            let is_set = on.faults.has(Fault::PortSet);
            node_ports::change(used, (pod, ports), comes, is_set, &delta.extra);
        }
    }

    /// A wanted port that is taken on a node.
    pub(super) fn ports_misfit(
        &self,
        on: FitContext<'_>,
        node: NodeId,
        delta: Option<&PeerDelta>,
    ) -> Option<Misfit> {
        if !self.wants_ports {
            return None;
        }
        let classes = on.snapshot.classes.as_ref()?;
        let used = delta.and_then(|delta| delta.ports.as_deref());
        let used = used.unwrap_or_else(|| classes.ports(node));
        node_ports::conflict(node_ports::ports_of(on.pod), used, self.any).map(Misfit::Ports)
    }

    /// Whether spread constraints and pod affinity hold on a node.
    pub(super) fn domains_fit(
        &self,
        classes: &PodClasses,
        node: NodeId,
        delta: Option<&PeerDelta>,
    ) -> bool {
        let spread = delta.map(|delta| &delta.spread);
        let affinity = delta.map(|delta| &delta.affinity);
        self.spread
            .as_ref()
            .is_none_or(|state| state.misfit(classes, node, spread).is_none())
            && self
                .affinity()
                .is_none_or(|state| state.misfit(classes, node, affinity).is_none())
    }

    /// Why they do not hold.
    pub(super) fn domains_misfit(
        &self,
        on: FitContext<'_>,
        node: NodeId,
        delta: Option<&PeerDelta>,
    ) -> Option<Misfit> {
        let classes = on.snapshot.classes.as_ref()?;
        if let Some(state) = &self.spread
            && let Some(misfit) = state.misfit(classes, node, delta.map(|delta| &delta.spread))
        {
            return Some(Misfit::Spread(Box::new(misfit)));
        }
        let state = self.affinity()?;
        let mut misfit = state.misfit(classes, node, delta.map(|delta| &delta.affinity))?;
        let changed = delta.map_or((&[][..], &[][..]), |delta| (&delta.extra, &delta.out));
        state.blame(&mut misfit, on, classes, (node, changed.0, changed.1));
        Some(Misfit::PodAffinity(Box::new(misfit)))
    }
}
