//! VMs and other pods that are removed.

use schedscope_objects::{diagnostic::ObjectName, names::Symbol};
use schedscope_vm::timeline::inventory::InventoryPod;

use super::{
    pod_of,
    space::{Ground, MOST},
};
use crate::{
    Edit, Family, StepSize, Value,
    search::{Absence, Candidate, Space},
};

impl Ground<'_> {
    /// Each other VM with the pod that runs it, and each pod that runs none.
    pub(super) fn releases(&self) -> Space {
        let named = self.want.granted.iter().chain(&self.want.no_migration);
        let meant: Vec<&InventoryPod> = named
            .filter_map(|name| self.run.inventory.get(pod_of(self.run, name)?))
            .collect();
        let is_meant = |pod: &InventoryPod| {
            let mut meant = meant.iter();
            meant.any(|one| one.key == pod.key || (one.vm.is_some() && one.vm == pod.vm))
        };
        let pods = self.run.inventory.stated.pods.iter();
        let others = pods.filter(|pod| !is_meant(pod));
        let all = others.map(|pod| self.without(pod));
        let candidates: Vec<Candidate> = all.filter(|edits| !edits.is_empty()).collect();
        let whole = candidates.len() <= MOST;
        let candidates: Vec<Candidate> = candidates.into_iter().take(MOST).collect();
        Space {
            family: Family::Release,
            candidates: if candidates.is_empty() {
                Err(Absence::Nothing)
            } else {
                Ok(candidates)
            },
            whole,
        }
    }

    /// The edits that remove a pod, and the VM that it runs.
    fn without(&self, pod: &InventoryPod) -> Candidate {
        let names = &self.objects.names;
        let is_it = |namespace: Symbol, name: Symbol| {
            let key = pod.key.split_once('/');
            key.is_some_and(|key| key == (&names[namespace], &names[name]))
        };
        let mut pods = self.objects.pods.iter();
        let stated = pods.find(|one| is_it(one.namespace, one.name));
        let removed = |kind: &str, namespace: Symbol, name: Symbol| Edit {
            family: Family::Release,
            object: ObjectName {
                kind: kind.to_owned(),
                namespace: names[namespace].to_owned(),
                name: names[name].to_owned(),
            },
            path: Vec::new(),
            old: None,
            new: None::<Value>,
            subject: String::new(),
            numbers: None,
            step: StepSize::of(1),
        };
        let vm = pod
            .vm
            .map(|vm| removed("VirtualMachine", vm.namespace, vm.name));
        let own = stated.map(|one| removed("Pod", one.namespace, one.name));
        vm.into_iter().chain(own).collect()
    }
}
