//! The state of nodes and pods after a step, as data.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::{Id as _, IdVec},
    order,
};
use schedscope_vm::{
    amount::PerResource,
    id::{VmNodeId, VmPodId},
    plugin::Plugin,
    pressure::pressure,
    state::{NodeResourceState, NodeState, PluginPod, PodResourceState, QueuedPod},
    timeline::inventory::RunInventory,
};

use crate::vm::{
    amount::VmAmountAnswer,
    event_results::{queue_index, raw_list},
};

/// One resource of a node, in vCPUs or slots.
#[answer(Copy, Default, Eq)]
pub struct VmNodeResource {
    /// The amount that the node has.
    pub total: u32,
    /// The amount that is kept for pods that the plugin does not schedule.
    pub system: u32,
    /// The watermark: VMs migrate away when more than this is reserved.
    pub watermark: u32,
    /// The amount that pods may use.
    pub reserved: u32,
    /// The part of `reserved` that may be unused since a start.
    pub buffer: u32,
    /// The amount that agents asked for and were denied.
    pub capacity_pressure: u32,
    /// The amount that the migrations under way will free.
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
#[answer(Copy, Default, Eq)]
pub struct VmPodResource {
    /// The amount that the pod may use.
    pub reserved: u32,
    /// The part of `reserved` that may be unused since a start.
    pub buffer: u32,
    /// The amount that the agent asked for and was denied.
    pub capacity_pressure: u32,
}

impl From<PodResourceState> for VmPodResource {
    fn from(amounts: PodResourceState) -> Self {
        Self {
            reserved: amounts.reserved.into(),
            buffer: amounts.buffer.into(),
            capacity_pressure: amounts.capacity_pressure.into(),
        }
    }
}

/// The pod of a VM.
#[answer(Default)]
pub struct VmPodState {
    /// The pod, `namespace/name`.
    pub pod: String,
    /// The VM, `namespace/name`.
    pub vm: String,
    /// The amounts of CPU, in vCPUs.
    pub cpu: VmPodResource,
    /// The amounts of memory, in slots.
    pub memory: VmPodResource,
    /// The compute unit last sent to the agent; `null`: none yet.
    pub compute_unit: Option<VmAmountAnswer>,
    /// The load averages of 1 and 5 minutes; `null`: no metrics.
    #[ts(as = "Option<[schedscope_objects::types::Float; 2]>")]
    pub load: Option<[f32; 2]>,
    /// The index in the migration queue; -1: not queued.
    pub queue_index: i32,
    /// Whether the VM is migrating away.
    pub migrating: bool,
    /// The amount that the VM uses.
    #[serde(rename = "use")]
    pub uses: VmAmountAnswer,
}

/// A pod that is not a VM.
#[answer(Default, Eq)]
pub struct VmOtherPod {
    /// The pod, `namespace/name`.
    pub pod: String,
    /// The requested milli-CPU, rounded up.
    pub cpu_milli: i64,
    /// The requested bytes, rounded up.
    pub memory_bytes: i64,
}

/// The amounts of a node that its pods other than VMs have.
#[answer(Default, Eq)]
pub struct VmOthers {
    /// The requested milli-CPU, rounded up.
    pub cpu_milli: i64,
    /// The requested bytes, rounded up.
    pub memory_bytes: i64,
    /// The reserved vCPUs.
    pub cpu: u32,
    /// The reserved memory slots.
    pub memory: u32,
    /// The milli-CPU that are free for them, rounded up.
    pub margin_cpu_milli: i64,
    /// The bytes that are free for them, rounded up.
    pub margin_bytes: i64,
}

/// The state of a node.
#[answer(Default)]
pub struct VmNodeState {
    /// The name of the node.
    pub name: String,
    /// The amounts of CPU, in vCPUs.
    pub cpu: VmNodeResource,
    /// The amounts of memory, in slots.
    pub memory: VmNodeResource,
    /// The compute unit of the node.
    pub compute_unit: VmAmountAnswer,
    /// The sums of the pods that are not VMs.
    pub other: VmOthers,
    /// The migration queue: a heap by load; the first pod migrates next.
    pub queue: Vec<String>,
    /// Whether the node is under too much pressure.
    pub too_much_pressure: bool,
    /// The pods of VMs, by namespace and name.
    pub pods: Vec<VmPodState>,
    /// Other pods, by namespace and name.
    pub others: Vec<VmOtherPod>,
}

/// The state of the plugin: all known nodes.
#[answer(Default)]
pub struct VmDumpAnswer {
    /// The nodes that the plugin knows, by name.
    pub nodes: Vec<VmNodeState>,
}

/// The state of some nodes, in the order of `wanted`. O(pods + pods of the nodes).
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
                queue_index: queue_index(plugin.queue_index(pod)),
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
    let name = |queued: &QueuedPod| Some(inventory.get(queued.pod)?.key.clone());
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
