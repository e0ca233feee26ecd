//! Adding pods to nodes and removing them.

use crate::{
    amount::PerResource,
    id::{VmNodeId, VmPodId},
    plugin::Plugin,
    queue,
    spec::{OtherSpec, PodSpec, VmSpec},
    state::{NodeState, PluginPod, PodResourceState, VmPod},
};

impl Plugin {
    /// Puts a pod on a node without any check: it was there before the plugin started, or was checked. A pod that the
    /// plugin cannot use is left out.
    pub fn place(&mut self, pod: VmPodId, node: VmNodeId, spec: &PodSpec) {
        self.admit(pod);
        match spec {
            PodSpec::Vm(spec) => self.put_vm(pod, node, spec, false),
            PodSpec::Other(spec) => self.put_other(pod, node, spec),
        }
    }

    /// Removes a pod from its node and from the cluster: it was deleted, or is not bound after all. A pod on no node
    /// stays as it is. O(log VMs of the node).
    pub fn remove(&mut self, pod: VmPodId) {
        let Some(slot) = self.pods.get_mut(pod) else {
            return;
        };
        match slot {
            PluginPod::Absent => {}
            PluginPod::UnseenVm(_) | PluginPod::UnseenOther(..) => *slot = PluginPod::Absent,
            PluginPod::Other(node, asked) => {
                let (node, asked) = (*node, *asked);
                *slot = PluginPod::Absent;
                self.add_others(node, asked.map(|asked| -asked));
            }
            PluginPod::Vm(vm) => {
                let gone = *vm;
                if let Some(Some(node)) = self.nodes.get_mut(gone.node) {
                    queue::remove(&mut node.queue, pod, &mut self.positions);
                    for (amounts, gone) in [
                        (&mut node.amounts.cpu, gone.amounts.cpu),
                        (&mut node.amounts.memory, gone.amounts.memory),
                    ] {
                        amounts.reserved -= u32::from(gone.reserved);
                        amounts.buffer -= u32::from(gone.buffer);
                        amounts.capacity_pressure -= u32::from(gone.capacity_pressure);
                    }
                    if gone.migrating {
                        settle(node, &gone.amounts);
                    }
                }
                self.pods[pod] = PluginPod::Absent;
            }
        }
    }

    /// Puts a VM's pod on a node. When the plugin starts, it reserves the maximum, because the use may be any below it.
    pub(crate) fn put_vm(&mut self, pod: VmPodId, node: VmNodeId, spec: &VmSpec, anew: bool) {
        let most = if anew { spec.max } else { spec.uses };
        let amounts = most.zip(spec.uses).map(|(most, uses)| PodResourceState {
            reserved: most,
            buffer: most.saturating_sub(uses),
            capacity_pressure: 0,
        });
        if let Some(state) = self.node_mut(node) {
            for (node, pod) in [
                (&mut state.amounts.cpu, amounts.cpu),
                (&mut state.amounts.memory, amounts.memory),
            ] {
                node.reserved += u32::from(pod.reserved);
                node.buffer += u32::from(pod.buffer);
            }
        }
        let slot_size = &self.config.slot_size;
        let other_size = spec
            .slot_size
            .as_ref()
            .filter(|size| size.compare(slot_size).is_ne());
        let slots_fit = other_size.is_none();
        if let Some(place) = self.positions.get_mut(pod) {
            *place = None;
        }
        if let Some(slot) = self.pods.get_mut(pod) {
            *slot = PluginPod::Vm(VmPod {
                node,
                amounts,
                last_unit: None,
                load: None,
                migrating: false,
                min: spec.min,
                uses: spec.uses,
                max: spec.max,
                slots_fit,
                always_migrate: spec.always_migrate,
                migrate_once: false,
                denied: PerResource::default(),
            });
        }
    }

    /// Puts any other pod on a node.
    fn put_other(&mut self, pod: VmPodId, node: VmNodeId, spec: &OtherSpec) {
        let Ok(raw) = spec.raw else { return };
        self.add_others(node, raw);
        if let Some(slot) = self.pods.get_mut(pod) {
            *slot = PluginPod::Other(node, raw);
        }
    }

    /// Adds to the requests of a node's other pods, and rounds their sum again.
    pub(crate) fn add_others(&mut self, node: VmNodeId, more: PerResource<i128>) {
        let Some(state) = self.node(node) else { return };
        let others = state.others;
        let raw = others.raw.zip(more);
        let raw = raw.map(|(sum, more)| sum.saturating_add(more));
        let new = self.rounded(raw, others.margin);
        if let Some(state) = self.node_mut(node) {
            state.others.raw = raw;
            set_others(state, new);
        }
    }
}

/// Ends a migration: the pressure that it would have freed no longer counts.
pub(crate) fn settle(node: &mut NodeState, pod: &PerResource<PodResourceState>) {
    for (node, pod) in [
        (&mut node.amounts.cpu, &pod.cpu),
        (&mut node.amounts.memory, &pod.memory),
    ] {
        node.pressure_accounted_for -= pod.accounted_for();
    }
}

/// Sets the amounts that a node's other pods have reserved.
pub(crate) fn set_others(state: &mut NodeState, new: PerResource<u32>) {
    let old = state.others.reserved;
    state.others.reserved = new;
    let amounts = &mut state.amounts;
    amounts.cpu.reserved = amounts.cpu.reserved - old.cpu + new.cpu;
    amounts.memory.reserved = amounts.memory.reserved - old.memory + new.memory;
}
