//! Removal of other VMs and pods.

use std::sync::Arc;

use schedscope_objects::{
    diagnostic::ObjectName, names::Symbol, pod::Pod, virtual_machine::VM_NAME_LABEL,
};
use schedscope_vm::{id::VmPodId, timeline::inventory::InventoryPod};

use super::space::{EditSource, Kind, MOST};
use crate::{Edit, search::Candidate};

impl EditSource<'_> {
    /// Removes each VM, with its pods, and each pod that occupies room, except those that the want is about: the named
    /// one, and the VMs that leave the named node.
    pub(super) fn releases(&self) -> Kind {
        let stated = &self.run.inventory.stated.pods;
        let kept = self.want.focal(self.run);
        let is_kept = |(id, pod): (VmPodId, &InventoryPod)| {
            kept.iter().any(|kept| {
                let vm = self.run.inventory.get(*kept).and_then(|kept| kept.vm);
                *kept == id || (pod.vm.is_some() && vm == pod.vm)
            })
        };
        let mut list: Vec<Candidate> = Vec::new();
        for (_, pod) in stated.entries().filter(|one| !is_kept(*one)) {
            let candidate = self.release(pod);
            // A VM is removed with all its pods.
            if list.len() < MOST && !list.contains(&candidate) {
                list.push(candidate);
            }
        }
        let whole = list.len() < MOST;
        (list, whole)
    }

    /// Removes a VM with its pods, or a pod without a VM.
    fn release(&self, pod: &InventoryPod) -> Candidate {
        let names = &self.objects.names;
        let object = |kind: &str, namespace: Symbol, name: Symbol| ObjectName {
            kind: kind.to_owned(),
            namespace: names[namespace].to_owned(),
            name: names[name].to_owned(),
        };
        let label = names.get(VM_NAME_LABEL);
        let is_own = |one: &&Arc<Pod>| {
            let runs = || {
                let name = label.and_then(|label| one.labels.get(label));
                pod.vm.map(|vm| (vm.namespace, Some(vm.name))) == Some((one.namespace, name))
            };
            let key = (&names[one.namespace], &names[one.name]);
            !one.phase.is_over() && (pod.key.split_once('/') == Some(key) || runs())
        };
        let vm = pod
            .vm
            .map(|vm| object("VirtualMachine", vm.namespace, vm.name));
        let pods = self.objects.pods.iter().filter(is_own);
        let pods = pods.map(|one| object("Pod", one.namespace, one.name));
        vm.into_iter().chain(pods).map(Edit::removal).collect()
    }
}
