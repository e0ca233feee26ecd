//! What the plugin knows, and what of the cluster it is told when it starts.
//!
//! Source: `state.go` upstream, and "Deep dive into resource management" of the design document.

use std::sync::Arc;

use schedscope_objects::plugin_config::PluginConfig;
use schedscope_quantity::Quantity;

use crate::{
    amount::{PerResource, VmAmount},
    limits::{NodeLimits, slot_bytes},
    queue::HeapPositions,
};

/// One resource of a node: whole vCPUs or slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeResourceState {
    /// All there is.
    pub total: u32,
    /// Kept for what the plugin does not schedule.
    pub system: u32,
    /// Above so many reserved ones VMs migrate away.
    pub watermark: u32,
    /// What pods may use: the most they were permitted.
    pub reserved: u32,
    /// How much of `reserved` may be unused, since a start: nobody has said yet.
    pub buffer: u32,
    /// What was asked for and denied.
    pub capacity_pressure: u32,
    /// `reserved` and `capacity_pressure` of the pods that migrate away.
    pub pressure_accounted_for: u32,
}

impl NodeResourceState {
    /// What can still be reserved.
    pub fn remaining(&self) -> u32 {
        self.reservable().saturating_sub(self.reserved)
    }

    /// What may be reserved by all pods together.
    pub fn reservable(&self) -> u32 {
        self.total.saturating_sub(self.system)
    }

    /// The amounts of a node with these limits.
    pub fn set_limits(&mut self, limits: &NodeLimits) {
        self.total = limits.total;
        self.system = limits.system;
        self.watermark = limits.watermark;
    }
}

/// One resource of a VM's pod.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PodResourceState {
    /// What it may use.
    pub reserved: u32,
    /// How much of `reserved` may be unused.
    pub buffer: u32,
    /// What it asked for and was denied.
    pub capacity_pressure: u32,
}

/// What pods that are no VMs ask for on a node, in nanos of a vCPU and of a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OtherPods {
    /// The sum.
    pub raw: PerResource<i128>,
    /// The sum without the margin, rounded up.
    pub reserved: PerResource<u32>,
    /// What rounding the node's amounts left over.
    pub margin: PerResource<i128>,
}

/// A node that the plugin knows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeState {
    /// Its amounts.
    pub amounts: PerResource<NodeResourceState>,
    /// Its compute unit.
    pub unit: VmAmount,
    /// Its pods that are no VMs.
    pub others: OtherPods,
    /// Its pods by load, a heap.
    pub queue: Vec<u32>,
}

/// A VM, as its object describes it.
#[derive(Clone, Debug, PartialEq)]
pub struct VmSpec {
    /// The least it may use.
    pub min: VmAmount,
    /// What it uses.
    pub uses: VmAmount,
    /// The most it may use.
    pub max: VmAmount,
    /// The size of its slots; `None`: the plugin's.
    pub slot_size: Option<Quantity>,
    /// `schedulerName`; `None`: the plugin's.
    pub scheduler_name: Option<Arc<str>>,
    /// A label, for tests, has it migrate again and again.
    pub always_migrate: bool,
}

/// A pod that is no VM.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherSpec {
    /// What it asks for, in nanos; an error names the container and the resource without a value.
    pub raw: Result<PerResource<i128>, Arc<str>>,
    /// `schedulerName`; `None`: the plugin's.
    pub scheduler_name: Option<Arc<str>>,
}

impl OtherSpec {
    /// Sums what containers ask for: requests, else limits; zero is as good as none. Init containers
    /// do not count.
    pub fn new<'q>(
        containers: impl Iterator<Item = [PerResource<Option<&'q Quantity>>; 2]>,
        scheduler_name: Option<Arc<str>>,
    ) -> Self {
        let mut raw = Ok(PerResource::<i128>::default());
        for (index, [requests, limits]) in containers.enumerate() {
            let given = |quantity: Option<&'q Quantity>| quantity.filter(|q| q.sign() != 0);
            let asked = requests
                .zip(limits)
                .map(|(request, limit)| given(request).or(given(limit)));
            let missing = |what| Err(format!("container {index} has no {what}").into());
            raw = match (raw, asked.cpu, asked.memory) {
                (Err(missing), ..) => Err(missing),
                (_, None, _) => missing("CPU request or limit"),
                (_, _, None) => missing("memory limit"),
                (Ok(raw), Some(cpu), Some(memory)) => {
                    let nanos = |q: &Quantity| q.nanos().unwrap_or(i128::MAX / 4);
                    Ok(PerResource::new(
                        raw.cpu.saturating_add(nanos(cpu)),
                        raw.memory.saturating_add(nanos(memory)),
                    ))
                }
            };
        }
        Self {
            raw,
            scheduler_name,
        }
    }
}

/// What is to be scheduled.
#[derive(Clone, Debug, PartialEq)]
pub enum PodSpec {
    /// The pod of a VM.
    Vm(VmSpec),
    /// Any other pod.
    Other(OtherSpec),
}

/// The pod of a VM on a node.
#[derive(Clone, Debug, PartialEq)]
pub struct VmPod {
    /// The node's number.
    pub node: u32,
    /// What it may use.
    pub amounts: PerResource<PodResourceState>,
    /// The compute unit that its agent was last told.
    pub last_unit: Option<VmAmount>,
    /// Load averages of one and five minutes.
    pub load: Option<[f32; 2]>,
    /// Its place in the node's queue; -1: it is not in it.
    pub queue_index: i32,
    /// It is leaving the node.
    pub migrating: bool,
    /// What its object says it uses: a start begins with it.
    pub uses: VmAmount,
    /// The most it may use.
    pub max: VmAmount,
    /// Its object has the label for tests.
    pub always_migrate: bool,
    /// It is to migrate with its next request. This product's own reading of a migration that a
    /// person starts.
    pub migrate_once: bool,
    /// How many times in a row it was denied something.
    pub denied: PerResource<u16>,
}

/// A pod on a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum PluginPod {
    /// Not in the cluster, or on no node.
    #[default]
    Absent,
    /// Of a VM.
    Vm(VmPod),
    /// Any other: its node's number, and what it asks for, in nanos.
    Other(u32, Box<PerResource<i128>>),
    /// In the cluster, on a node that did not exist when the plugin started: it does not know the
    /// pod. What it would be is kept for the next start.
    Unseen(Box<PluginPod>),
}

/// A node of the cluster.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeSpec {
    /// Its name.
    pub name: Arc<str>,
    /// `status.allocatable`.
    pub allocatable: PerResource<Quantity>,
}

/// The plugin and the cluster around it. Nodes and pods have numbers; who calls knows their names.
#[derive(Clone, Debug)]
pub struct Plugin {
    /// The config in force.
    pub config: Arc<PluginConfig>,
    /// Ideas of the design document that are switched on.
    pub mitigations: Mitigations,
    /// The nodes of the cluster, where they exist.
    pub infos: Vec<Option<Arc<NodeSpec>>>,
    /// The nodes that the plugin knows.
    pub nodes: Vec<Option<NodeState>>,
    /// The pods.
    pub pods: Vec<PluginPod>,
    /// The largest reservable amounts of any known node.
    pub largest: PerResource<u32>,
}

/// What the design document suggests against over-correction; off by default, never upstream.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mitigations {
    /// Agents raise by at most so many compute units at once.
    pub largest_step: Option<u16>,
    /// Only this fraction of the capacity pressure counts, but never nothing of something; above 0,
    /// at most 1.
    pub capacity_pressure_factor: Option<f64>,
    /// A pod's capacity pressure counts after so many denials in a row.
    pub sustained_requests: Option<u16>,
}

impl Plugin {
    /// A plugin that has not started.
    pub fn new(config: Arc<PluginConfig>, infos: Vec<Option<Arc<NodeSpec>>>, pods: usize) -> Self {
        Self {
            config,
            mitigations: Mitigations::default(),
            nodes: vec![None; infos.len()],
            infos,
            pods: vec![PluginPod::Absent; pods],
            largest: PerResource::default(),
        }
    }

    /// A node that the plugin knows.
    pub fn node(&self, node: u32) -> Option<&NodeState> {
        self.nodes.get(node as usize)?.as_ref()
    }

    /// A VM's pod.
    pub fn vm(&self, pod: u32) -> Option<&VmPod> {
        match self.pods.get(pod as usize)? {
            PluginPod::Vm(vm) => Some(vm),
            _ => None,
        }
    }

    /// The node of a pod that the plugin knows.
    pub fn node_of(&self, pod: u32) -> Option<u32> {
        match self.pods.get(pod as usize)? {
            PluginPod::Absent | PluginPod::Unseen(_) => None,
            PluginPod::Vm(vm) => Some(vm.node),
            PluginPod::Other(node, _) => Some(*node),
        }
    }

    /// Whole units of both resources that an amount in nanos takes, beyond the margin. Amounts that no
    /// node can have are all the same.
    pub fn rounded(&self, raw: PerResource<i128>, margin: PerResource<i128>) -> PerResource<u32> {
        let exact = self.rounded_exactly(raw, margin);
        exact.map(|units| units.min(u128::from(u32::MAX / 4)) as u32)
    }

    /// The same, whatever it is.
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

/// The pods as the queue sees them.
pub struct PluginPods<'p>(pub(crate) &'p mut [PluginPod]);

impl HeapPositions for PluginPods<'_> {
    fn vm(&mut self, pod: u32) -> Option<&mut VmPod> {
        match self.0.get_mut(pod as usize)? {
            PluginPod::Vm(vm) => Some(vm),
            _ => None,
        }
    }
}

/// The node and the VM's pod, both to be changed.
pub fn pair<'s>(
    nodes: &'s mut [Option<NodeState>],
    pods: &'s mut [PluginPod],
    pod: u32,
) -> Option<(&'s mut NodeState, &'s mut VmPod)> {
    let PluginPod::Vm(vm) = pods.get_mut(pod as usize)? else {
        return None;
    };
    let node = nodes.get_mut(vm.node as usize)?.as_mut()?;
    Some((node, vm))
}
