//! The plugin: the state of the cluster as it knows it.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, IdVec},
    plugin_config::PluginConfig,
};

use crate::{
    amount::PerResource,
    id::{HeapIndex, VmNodeId, VmPodId},
    limits::slot_bytes,
    queue::Positions,
    spec::NodeSpec,
    state::{NodeState, PluginPod, VmPod},
};

/// The plugin and the cluster around it. Nodes and pods have ids; the caller knows their names.
#[derive(Clone, Debug)]
pub struct Plugin {
    /// The config in force.
    pub config: Arc<PluginConfig>,
    /// The mitigations that are switched on.
    pub mitigations: Mitigations,
    /// The nodes of the cluster; `None`: the node does not exist yet.
    pub infos: IdVec<VmNodeId, Option<Arc<NodeSpec>>>,
    /// The nodes that the plugin knows.
    pub nodes: IdVec<VmNodeId, Option<NodeState>>,
    pub pods: IdVec<VmPodId, PluginPod>,
    /// The positions of the pods in the queues of their nodes.
    pub(crate) positions: Positions,
    /// The largest reservable amounts of any known node.
    pub largest: PerResource<u32>,
    /// How many nodes exist.
    pub(crate) existing: usize,
    /// How many of them the plugin knows.
    pub(crate) known: usize,
}

/// Measures that the design document suggests against over-correction. They are off by default; upstream has none.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mitigations {
    /// Agents raise the requested amount by at most this many compute units per request.
    pub largest_step: Option<u16>,
    /// Only this fraction of the capacity pressure counts, above 0 and at most 1. At least 1 of a pressure above 0
    /// counts.
    pub capacity_pressure_factor: Option<f64>,
    /// A pod's capacity pressure counts after this many denials in a row.
    pub sustained_requests: Option<u16>,
}

impl Plugin {
    /// A plugin that has not started.
    pub fn new(
        config: Arc<PluginConfig>,
        infos: IdVec<VmNodeId, Option<Arc<NodeSpec>>>,
        pods: usize,
    ) -> Self {
        Self {
            config,
            mitigations: Mitigations::default(),
            nodes: vec![None; infos.len()].into(),
            existing: infos.iter().flatten().count(),
            known: 0,
            infos,
            pods: vec![PluginPod::Absent; pods].into(),
            positions: vec![None; pods].into(),
            largest: PerResource::default(),
        }
    }

    /// A node that the plugin knows.
    pub fn node(&self, node: VmNodeId) -> Option<&NodeState> {
        self.nodes.get(node)?.as_ref()
    }

    /// A node that the plugin knows, to be changed.
    pub(crate) fn node_mut(&mut self, node: VmNodeId) -> Option<&mut NodeState> {
        self.nodes.get_mut(node)?.as_mut()
    }

    /// Whether a node exists, known to the plugin or not.
    pub(crate) fn exists(&self, node: VmNodeId) -> bool {
        self.infos.get(node).is_some_and(Option::is_some)
    }

    /// The pod of a VM.
    pub fn vm(&self, pod: VmPodId) -> Option<&VmPod> {
        match self.pods.get(pod)? {
            PluginPod::Vm(vm) => Some(vm),
            _ => None,
        }
    }

    /// The node of a pod that the plugin knows.
    pub fn node_of(&self, pod: VmPodId) -> Option<VmNodeId> {
        match self.pods.get(pod)? {
            PluginPod::Absent | PluginPod::UnseenVm(_) | PluginPod::UnseenOther(..) => None,
            PluginPod::Vm(vm) => Some(vm.node),
            PluginPod::Other(node, _) => Some(*node),
        }
    }

    /// The position of a pod in the queue of its node; `None`: it is not queued.
    pub fn queue_index(&self, pod: VmPodId) -> Option<HeapIndex> {
        *self.positions.get(pod)?
    }

    /// Makes room for a pod in the list of pods.
    pub(crate) fn admit(&mut self, pod: VmPodId) {
        if self.pods.len() <= pod.index() {
            self.pods.resize(pod.index() + 1, PluginPod::Absent);
            self.positions.resize(pod.index() + 1, None);
        }
    }

    /// Rounds an amount in nanos, less the margin, up to vCPUs and slots. Amounts that exceed every node are equal.
    pub fn rounded(&self, raw: PerResource<i128>, margin: PerResource<i128>) -> PerResource<u32> {
        let exact = self.rounded_exactly(raw, margin);
        exact.map(|units| units.min(u128::from(u32::MAX / 4)) as u32)
    }

    /// Rounds an amount in nanos, less the margin, up to vCPUs and slots, however large it is.
    pub fn rounded_exactly(
        &self,
        raw: PerResource<i128>,
        margin: PerResource<i128>,
    ) -> PerResource<u128> {
        let slot = slot_bytes(&self.config).unsigned_abs();
        let units = PerResource::new(1_000_000_000, u128::from(slot) * 1_000_000_000);
        let over = raw
            .zip(margin)
            .map(|(raw, margin)| raw.saturating_sub(margin).max(0).unsigned_abs());
        over.zip(units).map(|(over, unit)| over.div_ceil(unit))
    }
}

/// The pod of a VM and its node, both to be changed.
pub(crate) fn pair<'s>(
    nodes: &'s mut IdVec<VmNodeId, Option<NodeState>>,
    pods: &'s mut IdVec<VmPodId, PluginPod>,
    pod: VmPodId,
) -> Option<(&'s mut NodeState, &'s mut VmPod)> {
    let PluginPod::Vm(vm) = pods.get_mut(pod)? else {
        return None;
    };
    let node = nodes.get_mut(vm.node)?.as_mut()?;
    Some((node, vm))
}
