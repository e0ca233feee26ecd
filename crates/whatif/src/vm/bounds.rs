//! Edits of the bounds of VMs.

use std::sync::Arc;

use schedscope_objects::{diagnostic::ObjectName, order, virtual_machine::VirtualMachine};
use schedscope_vm::{limits::slot_bytes, spec::NodeSpec};

use super::{
    pod_of,
    space::{EditSource, Kind, MOST},
};
use crate::{Edit, Family, StepSize, Value, edit::path, search::Candidate};

/// The maximum number of pairs of bounds to try before all other pairs.
const MOST_OF_ONE: usize = 4096;

impl EditSource<'_> {
    /// Every valid min and max of the VMs, up to the largest node. The max of the VM whose requests must be granted is
    /// never lowered: it would only ask for less.
    pub(super) fn bounds(&self) -> Kind {
        let focal = self.want.focal(self.run).into_iter();
        let focal: Vec<_> = focal
            .filter_map(|pod| self.run.inventory.get(pod)?.vm)
            .collect();
        let vms = self.objects.virtual_machines.iter();
        // VMs that the want is about come first.
        let is_focal = |vm: &&Arc<VirtualMachine>| {
            let mut focal = focal.iter();
            focal.any(|one| (one.namespace, one.name) == (vm.namespace, vm.name))
        };
        let (first, others): (Vec<_>, Vec<_>) = vms.partition(is_focal);
        let slot = slot_bytes(&self.config);
        let most = |amount: &dyn Fn(&NodeSpec) -> i64| {
            let nodes = &self.run.inventory.stated.nodes;
            let largest = nodes.iter().map(|node| amount(node)).max();
            largest.unwrap_or(0).clamp(0, i64::from(u16::MAX))
        };
        let most_cpu = most(&|node| node.allocatable.cpu.milli_value() / 1000);
        let most_memory = most(&|node| node.allocatable.memory.value() / slot);
        let granted = self.want.granted.as_ref();
        let granted = granted.and_then(|name| pod_of(&self.run.inventory, name));
        let granted = granted.and_then(|pod| self.run.inventory.get(pod)?.vm);
        let (mut list, mut whole) = (Vec::new(), true);
        for vm in first.into_iter().chain(others) {
            let kinds = [
                ("cpus", vm.cpus, most_cpu),
                ("memorySlots", vm.memory_slots, most_memory),
            ];
            for (key, amount, most) in kinds {
                let used = i64::from(amount.used.unwrap_or(1));
                for (bound, old, range) in [
                    ("min", amount.min, 1..=used),
                    ("max", amount.max, used..=most.max(used)),
                ] {
                    let old = i64::from(old.unwrap_or(1));
                    let asks = granted
                        .is_some_and(|one| (one.namespace, one.name) == (vm.namespace, vm.name));
                    let is_held = |new: i64| asks && bound == "max" && new < old;
                    for new in range.filter(|new| *new != old && !is_held(*new)) {
                        if list.len() >= 2 * MOST {
                            whole = false;
                            break;
                        }
                        list.push(vec![self.vm_edit(vm, (key, bound), (old, new))]);
                    }
                }
            }
        }
        (list, whole)
    }

    /// Two bounds of one VM, the cheapest pairs first: both resources bound what a VM asks for.
    pub(super) fn pairs_of_one(&self) -> Vec<Candidate> {
        let (bounds, _) = self.bounds();
        let mut bounds: Vec<Edit> = bounds.into_iter().flatten().collect();
        order::sort(&mut bounds, |a, b| a.step.cmp(&b.step));
        let mut pairs = Vec::new();
        // The larger step of a pair counts first.
        for (at, far) in bounds.iter().enumerate() {
            let of_one = |near: &&Edit| near.object == far.object && near.path != far.path;
            for near in bounds.iter().take(at).filter(of_one) {
                if pairs.len() == MOST_OF_ONE {
                    return pairs;
                }
                pairs.push(vec![near.clone(), far.clone()]);
            }
        }
        pairs
    }

    fn vm_edit(
        &self,
        vm: &VirtualMachine,
        (key, bound): (&str, &str),
        (old, new): (i64, i64),
    ) -> Edit {
        let names = &self.objects.names;
        let mut way = path("spec.guest");
        way.extend(path(key));
        way.extend(path(bound));
        Edit {
            family: Family::VmConfig,
            object: ObjectName {
                kind: "VirtualMachine".to_owned(),
                namespace: names[vm.namespace].to_owned(),
                name: names[vm.name].to_owned(),
            },
            path: way,
            old: Some(Value::Integer(old)),
            new: Some(Value::Integer(new)),
            subject: key.to_owned(),
            model: None,
            pods: 1,
            numbers: Some((Some(old), Some(new))),
            step: StepSize::share(old, new),
        }
    }
}
