//! Requests of agents, and the plugin's responses.
//!
//! Source: `run.go` and `trans.go` upstream. One request is O(log VMs of the node).

use schedscope_objects::id::Id as _;

use crate::{
    amount::{PerResource, VmAmount},
    id::{HeapIndex, VmPodId},
    plugin::{Plugin, pair},
    pressure::pressure,
    queue,
    state::{NodeResourceState, PluginPod, PodResourceState, QueuedPod},
};

/// An agent's request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AgentRequest {
    /// The pod; `None` if it does not exist.
    pub pod: Option<VmPodId>,
    /// The amount that the VM is to have.
    pub want: VmAmount,
    /// Load averages of one and five minutes; `None`: the request has no metrics.
    pub load: Option<[f32; 2]>,
    /// The version of the protocol: 1 is v1.0, 2 is v1.1, 0 is invalid.
    pub protocol: u32,
}

/// The response to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PluginResponse {
    /// 200.
    Permit {
        /// The amount that the VM may have.
        permit: VmAmount,
        /// The VM is to migrate.
        migrate: bool,
        /// The node's compute unit: the next request has to be a multiple of it.
        unit: VmAmount,
    },
    /// 400 or 404.
    Refused(RequestFault),
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestFault {
    /// The version of the protocol is invalid.
    InvalidProtocol,
    /// The version of the protocol is not supported.
    UnsupportedProtocol,
    /// A request without metrics needs v1.1.
    MetricsNeeded,
    /// The pod is unknown.
    NoPod,
    /// The pod is not of a VM.
    NoVm,
    /// The pod migrates, and its resources stay as they are.
    Migrating,
    /// The request is not a multiple of the compute unit that the agent was told last.
    NotMultiple(VmAmount),
}

impl RequestFault {
    /// The HTTP status.
    pub fn status(self) -> u16 {
        match self {
            Self::NoPod | Self::NoVm => 404,
            _ => 400,
        }
    }
}

/// The conditions that decide whether a migration starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // Five independent conditions.
pub struct MigrationChoice {
    /// The pod was first in the queue, before the request.
    pub was_head: bool,
    /// The node was under too much pressure, before the request.
    pub was_too_much_pressure: bool,
    /// The VM must migrate regardless of the pressure, and the plugin has its metrics.
    pub forced: bool,
    /// The VM is already migrating.
    pub already: bool,
    /// Migrations are enabled.
    pub enabled: bool,
}

impl MigrationChoice {
    /// Whether a migration starts.
    pub fn starts(self) -> bool {
        ((self.was_head && self.was_too_much_pressure) || self.forced)
            && !self.already
            && self.enabled
    }
}

const V1_0: u32 = 1;
const V1_1: u32 = 2;

impl Plugin {
    /// Answers a request.
    pub fn request(&mut self, request: &AgentRequest) -> PluginResponse {
        if request.protocol == 0 {
            return PluginResponse::Refused(RequestFault::InvalidProtocol);
        }
        if !(V1_0..=V1_1).contains(&request.protocol) {
            return PluginResponse::Refused(RequestFault::UnsupportedProtocol);
        }
        if request.load.is_none() && request.protocol < V1_1 {
            return PluginResponse::Refused(RequestFault::MetricsNeeded);
        }
        let Some(pod) = request.pod else {
            return PluginResponse::Refused(RequestFault::NoPod);
        };
        match self.pods.get(pod) {
            None
            | Some(PluginPod::Absent | PluginPod::UnseenVm(_) | PluginPod::UnseenOther(..)) => {
                return PluginResponse::Refused(RequestFault::NoPod);
            }
            Some(PluginPod::Other(..)) => return PluginResponse::Refused(RequestFault::NoVm),
            Some(PluginPod::Vm(_)) => {}
        }
        let mut choice = self.migration_conditions(pod);
        // Pressure is judged only where it decides something.
        choice.was_too_much_pressure = choice.was_head && self.is_pressed(pod);
        self.note_metrics(pod, request.load);
        let needs_sustained = self.mitigations.sustained_requests;
        if let Some(fault) = self.fault(pod, request.want) {
            return PluginResponse::Refused(fault);
        }
        let starts = choice.starts();
        if starts {
            self.leave_queue(pod);
        }
        let Some((node, vm)) = pair(&mut self.nodes, &mut self.pods, pod) else {
            return PluginResponse::Refused(RequestFault::NoPod);
        };
        vm.last_unit = Some(node.unit);
        if choice.already {
            vm.uses = request.want;
            return PluginResponse::Permit {
                permit: request.want,
                migrate: false,
                unit: node.unit,
            };
        }
        let settle =
            |node: &mut NodeResourceState, pod: &mut PodResourceState, want, denied: &mut u16| {
                let pressure = transfer(node, pod, want, starts);
                *denied = if pressure > 0 {
                    denied.saturating_add(1)
                } else {
                    0
                };
                let counts = needs_sustained.is_none_or(|needed| *denied >= needed);
                let counted = if counts { pressure } else { 0 };
                node.capacity_pressure -= u32::from(pod.capacity_pressure);
                node.capacity_pressure += u32::from(counted);
                pod.capacity_pressure = counted;
                node.buffer -= u32::from(pod.buffer);
                pod.buffer = 0;
                if starts {
                    node.pressure_accounted_for += pod.accounted_for();
                }
                pod.reserved
            };
        let (amounts, pods) = (&mut node.amounts, &mut vm.amounts);
        let permit = PerResource {
            cpu: settle(
                &mut amounts.cpu,
                &mut pods.cpu,
                request.want.cpu,
                &mut vm.denied.cpu,
            ),
            memory: settle(
                &mut amounts.memory,
                &mut pods.memory,
                request.want.memory,
                &mut vm.denied.memory,
            ),
        };
        vm.uses = permit;
        vm.migrating = starts;
        vm.migrate_once &= !starts;
        PluginResponse::Permit {
            permit,
            migrate: starts,
            unit: node.unit,
        }
    }

    /// The conditions that decide whether a migration starts with the next request of a VM's pod.
    pub fn migration_choice(&self, pod: VmPodId) -> MigrationChoice {
        MigrationChoice {
            was_too_much_pressure: self.is_pressed(pod),
            ..self.migration_conditions(pod)
        }
    }

    /// Whether the node of a VM's pod is under too much pressure.
    fn is_pressed(&self, pod: VmPodId) -> bool {
        let node = self.vm(pod).and_then(|vm| self.node(vm.node));
        node.is_some_and(|node| pressure(&node.amounts, &self.mitigations).too_much)
    }

    /// The conditions without the pressure.
    fn migration_conditions(&self, pod: VmPodId) -> MigrationChoice {
        let Some(vm) = self.vm(pod) else {
            return MigrationChoice::default();
        };
        MigrationChoice {
            was_head: self.queue_index(pod) == Some(HeapIndex::new(0)),
            was_too_much_pressure: false,
            forced: (vm.always_migrate || vm.migrate_once) && vm.load.is_some(),
            already: vm.migrating,
            enabled: self.config.do_migration,
        }
    }

    /// Why a request of a VM's pod is refused, before anything is counted.
    fn fault(&self, pod: VmPodId, want: VmAmount) -> Option<RequestFault> {
        let vm = self.vm(pod)?;
        if vm.migrating {
            let is_same = want.zip(vm.amounts).all(|(want, pod)| want == pod.reserved);
            return (!is_same).then_some(RequestFault::Migrating);
        }
        let unit = vm.last_unit?;
        (!is_multiple(want, unit)).then_some(RequestFault::NotMultiple(unit))
    }

    fn leave_queue(&mut self, pod: VmPodId) {
        let node = self.vm(pod).map(|vm| vm.node);
        if let Some(Some(node)) = node.and_then(|node| self.nodes.get_mut(node)) {
            queue::remove(&mut node.queue, pod, &mut self.positions);
        }
    }

    /// Stores metrics, and queues the pod by its load.
    fn note_metrics(&mut self, pod: VmPodId, load: Option<[f32; 2]>) {
        let Some(PluginPod::Vm(vm)) = self.pods.get_mut(pod) else {
            return;
        };
        vm.load = load;
        if vm.migrating {
            return;
        }
        let node = vm.node;
        if let Some(Some(node)) = self.nodes.get_mut(node) {
            let entry = QueuedPod {
                pod,
                load: load.map(|[one_minute, _]| one_minute),
            };
            queue::update(&mut node.queue, entry, &mut self.positions);
        }
    }
}

/// Whether both amounts are the same whole number of compute units.
fn is_multiple(want: VmAmount, unit: VmAmount) -> bool {
    let PerResource { cpu, memory } = want.zip(unit).map(|(want, unit)| {
        let unit = unit.max(1);
        (want / unit, want % unit)
    });
    cpu.1 == 0 && memory.1 == 0 && cpu.0 == memory.0
}

/// Increases a pod's amount up to the room of the node, or reclaims what the VM releases. Returns the denied amount.
fn transfer(
    node: &mut NodeResourceState,
    pod: &mut PodResourceState,
    want: u16,
    starts: bool,
) -> u16 {
    if want <= pod.reserved {
        node.reserved -= u32::from(pod.reserved - want);
        pod.reserved = want;
        return 0;
    }
    let increase = want - pod.reserved;
    let permitted = if starts {
        0
    } else {
        u16::try_from(node.remaining()).map_or(increase, |left| increase.min(left))
    };
    node.reserved += u32::from(permitted);
    pod.reserved += permitted;
    increase - permitted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_node_has_left_may_be_more_than_any_amount() {
        for (total, permit) in [
            (65_535, 65_535),
            (65_541, 65_535),
            (200_000, 65_535),
            (9, 9),
        ] {
            let mut node = NodeResourceState {
                total,
                reserved: 2,
                ..NodeResourceState::default()
            };
            let mut pod = PodResourceState {
                reserved: 2,
                ..PodResourceState::default()
            };
            let denied = transfer(&mut node, &mut pod, u16::MAX, false);
            assert_eq!(
                (pod.reserved, denied),
                (permit, u16::MAX - permit),
                "{total}"
            );
            assert_eq!(node.reserved, u32::from(permit), "{total}");
        }
    }
}
