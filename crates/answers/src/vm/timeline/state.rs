//! Nodes and pods as they are at a moment, as data.

use schedscope_objects::{
    id::{Id as _, IdVec},
    order,
};
use schedscope_vm::{
    amount::{PerResource, VmAmount},
    id::{VmNodeId, VmPodId},
    plugin::Plugin,
    pressure::pressure,
    state::{NodeResourceState, NodeState, PluginPod, PodResourceState},
    timeline::inventory::RunInventory,
};
use serde::Serialize;

use crate::vm::event_results::{queue_index, raw_list};

/// A compute unit, a request, a permit, or what a VM uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "VmAmount"))]
pub struct VmAmountAnswer {
    /// Whole vCPUs.
    #[serde(rename = "vCPUs")]
    pub vcpus: u16,
    /// Memory slots.
    pub mem: u16,
}

impl From<VmAmount> for VmAmountAnswer {
    fn from(units: VmAmount) -> Self {
        Self {
            vcpus: units.cpu,
            mem: units.memory,
        }
    }
}

/// One resource of a node, in vCPUs or slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeResource {
    /// All there is.
    pub total: u32,
    /// Kept for what the plugin does not schedule.
    pub system: u32,
    /// Above so many reserved ones VMs migrate away.
    pub watermark: u32,
    /// What pods may use.
    pub reserved: u32,
    /// Of this, what may be unused since a start.
    pub buffer: u32,
    /// What was asked for and denied.
    pub capacity_pressure: u32,
    /// What migrations under way will free.
    pub pressure_accounted_for: u32,
}

impl From<NodeResourceState> for VmNodeResource {
    fn from(amounts: NodeResourceState) -> Self {
        Self {
            total: amounts.total,
            system: amounts.system,
            watermark: amounts.watermark,
            reserved: amounts.reserved,
            buffer: amounts.buffer,
            capacity_pressure: amounts.capacity_pressure,
            pressure_accounted_for: amounts.pressure_accounted_for,
        }
    }
}

/// One resource of a VM's pod, in vCPUs or slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmPodResource {
    /// What it may use.
    pub reserved: u32,
    /// Of this, what may be unused since a start.
    pub buffer: u32,
    /// What it asked for and was denied.
    pub capacity_pressure: u32,
}

impl From<PodResourceState> for VmPodResource {
    fn from(amounts: PodResourceState) -> Self {
        Self {
            reserved: amounts.reserved,
            buffer: amounts.buffer,
            capacity_pressure: amounts.capacity_pressure,
        }
    }
}

/// The pod of a VM.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmPodState {
    /// `namespace/name`.
    pub pod: String,
    /// The VM, as `namespace/name`.
    pub vm: String,
    /// vCPUs.
    pub cpu: VmPodResource,
    /// Memory slots.
    pub memory: VmPodResource,
    /// The compute unit that its agent was last told.
    pub compute_unit: Option<VmAmountAnswer>,
    /// Load averages of one and five minutes.
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<[schedscope_objects::types::Float; 2]>")
    )]
    pub load: Option<[f32; 2]>,
    /// Its place in the migration queue, or -1.
    pub queue_index: i32,
    /// It is leaving the node.
    pub migrating: bool,
    /// What its VM uses.
    #[serde(rename = "use")]
    pub uses: VmAmountAnswer,
}

/// A pod that is no VM.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmOtherPod {
    /// `namespace/name`.
    pub pod: String,
    /// Milli-CPU, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub cpu_milli: i64,
    /// Bytes, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub memory_bytes: i64,
}

/// What pods that are no VMs have of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmOthers {
    /// What they ask for, in milli-CPU, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub cpu_milli: i64,
    /// What they ask for, in bytes, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub memory_bytes: i64,
    /// Reserved for them: whole vCPUs.
    pub cpu: u32,
    /// Reserved for them: whole slots.
    pub memory: u32,
    /// What they have for free, in milli-CPU, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub margin_cpu_milli: i64,
    /// What they have for free, in bytes, rounded up.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub margin_bytes: i64,
}

/// A node, whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodeState {
    /// Its name.
    pub name: String,
    /// vCPUs.
    pub cpu: VmNodeResource,
    /// Memory slots.
    pub memory: VmNodeResource,
    /// Its compute unit.
    pub compute_unit: VmAmountAnswer,
    /// Pods that are no VMs.
    pub other: VmOthers,
    /// The migration queue: a heap by load; the first migrates next.
    pub queue: Vec<String>,
    /// Whether it is under too much pressure.
    pub too_much_pressure: bool,
    /// VMs' pods, by namespace and name.
    pub pods: Vec<VmPodState>,
    /// Other pods, by namespace and name.
    pub others: Vec<VmOtherPod>,
}

/// The whole state of the plugin: nodes by name.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmDumpAnswer {
    /// The nodes that the plugin knows.
    pub nodes: Vec<VmNodeState>,
}

/// Some nodes, whole, in the order asked for. O(pods + what is given).
pub fn nodes(
    plugin: &Plugin,
    inventory: &RunInventory,
    wanted: &[VmNodeId],
    vm_name: &dyn Fn(VmPodId) -> String,
) -> Vec<VmNodeState> {
    let mut places: IdVec<VmNodeId, Option<usize>> = vec![None; plugin.nodes.len()].into();
    let mut found = Vec::new();
    for node in wanted {
        if let Some(state) = plugin.node(*node) {
            places[*node] = Some(found.len());
            found.push(node_state(plugin, inventory, *node, state));
        }
    }
    let place = |pod: VmPodId| *places.get(plugin.node_of(pod)?)?;
    let is_wanted = |pod: VmPodId| place(pod).is_some();
    let pods = plugin.pods.ids().filter(|pod| is_wanted(*pod));
    let mut pods: Vec<u32> = pods.map(|pod| pod.index() as u32).collect();
    let pod = |position: u32| VmPodId::new(position as usize);
    let by_name = |position| {
        let key = inventory.pod_key(pod(position));
        key.split_once('/').unwrap_or_default()
    };
    order::numbers(&mut pods, &mut |a, b| by_name(a).cmp(&by_name(b)));
    for pod in pods.into_iter().map(pod) {
        let node = place(pod);
        let Some(node) = node.and_then(|place| found.get_mut(place)) else {
            continue;
        };
        let name = inventory.pod_key(pod).to_owned();
        match plugin.pods.get(pod) {
            Some(PluginPod::Vm(vm)) => node.pods.push(VmPodState {
                pod: name,
                vm: vm_name(pod),
                cpu: vm.amounts.cpu.into(),
                memory: vm.amounts.memory.into(),
                compute_unit: vm.last_unit.map(Into::into),
                load: vm.load,
                queue_index: queue_index(vm.queue_index),
                migrating: vm.migrating,
                uses: vm.uses.into(),
            }),
            Some(PluginPod::Other(_, raw)) => {
                let [cpu_milli, memory_bytes] = raw_list(raw);
                node.others.push(VmOtherPod {
                    pod: name,
                    cpu_milli,
                    memory_bytes,
                });
            }
            _ => {}
        }
    }
    found
}

fn node_state(
    plugin: &Plugin,
    inventory: &RunInventory,
    node: VmNodeId,
    state: &NodeState,
) -> VmNodeState {
    let PerResource { cpu, memory } = state.amounts;
    let others = &state.others;
    let [cpu_milli, memory_bytes] = raw_list(&others.raw);
    let [margin_cpu_milli, margin_bytes] = raw_list(&others.margin);
    let name = |pod: &VmPodId| inventory.get(*pod).map(|pod| pod.key.clone());
    VmNodeState {
        name: inventory.node_name(node).to_owned(),
        cpu: cpu.into(),
        memory: memory.into(),
        compute_unit: state.unit.into(),
        other: VmOthers {
            cpu_milli,
            memory_bytes,
            cpu: others.reserved.cpu,
            memory: others.reserved.memory,
            margin_cpu_milli,
            margin_bytes,
        },
        queue: state.queue.iter().filter_map(name).collect(),
        too_much_pressure: pressure(&state.amounts, &plugin.mitigations).too_much,
        pods: Vec::new(),
        others: Vec::new(),
    }
}
