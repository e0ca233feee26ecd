//! What findings about objects that name each other follow from.

use schedscope_objects::{
    names::Symbol, object::Object, objects::Objects, pod::Pod, virtual_machine::VM_NAME_LABEL,
};

use super::{priority::own_priority, timeline::references};
use crate::{Reader, read_piece::ReadPiece};

impl Reader {
    /// All that findings about the objects of the pieces `[start, end)` follow from, besides their
    /// names.
    pub(crate) fn links(&self, start: usize, end: usize) -> Vec<(Symbol, Symbol, i64)> {
        let pieces = self.pieces[start..end].iter();
        let located = pieces.flat_map(ReadPiece::objects);
        let label = self.objects.names.get(VM_NAME_LABEL);
        let mut links = Vec::new();
        for located in located {
            match &located.object {
                Object::Pod(pod) if !pod.phase.is_over() => {
                    links.push((pod.node, needed_class(pod), 0));
                    links.extend(own_priority(pod, false));
                    if !pod.nominated.is_empty() {
                        links.push((pod.nominated, Symbol::EMPTY, 1));
                    }
                    let vm = label.and_then(|label| pod.labels.get(label));
                    links.extend(vm.map(|vm| (vm, Symbol::EMPTY, 0)));
                }
                Object::Workload(_, workload) => {
                    links.extend(own_priority(&workload.template, true));
                    let class = needed_class(&workload.template);
                    links.push((Symbol::EMPTY, class, i64::from(workload.replicas)));
                }
                Object::PriorityClass(class) => {
                    let value = 4 * i64::from(class.value)
                        + 2 * i64::from(class.global_default)
                        + class.preemption as i64;
                    links.push((Symbol::EMPTY, Symbol::EMPTY, value));
                }
                Object::VirtualMachine(vm) => {
                    links.push((vm.pod_name, vm.node, vm.memory_slot_size.value()));
                }
                Object::ConfigMap(map) => {
                    let has_config = i64::from(map.config.is_some());
                    links.push((Symbol::EMPTY, Symbol::EMPTY, has_config));
                    if let Some(Ok(config)) = &map.config {
                        links.push((Symbol::EMPTY, Symbol::EMPTY, config.slot_size.value()));
                    }
                }
                Object::Timeline(timeline) => {
                    references(timeline, &mut |reference, _| links.push(reference.parts()));
                }
                _ => {}
            }
        }
        links
    }
}

/// The size of memory slots that the VM plugin asks for, in bytes, where the text has one config of it.
pub(super) fn slot_size(objects: &Objects) -> Option<i64> {
    let mut configs = objects
        .config_maps
        .iter()
        .filter_map(|map| map.config.as_ref());
    match (configs.next(), configs.next()) {
        (Some(Ok(config)), None) => Some(config.slot_size.value()),
        _ => None,
    }
}

/// The class that a pod has its priority from; empty: it needs none.
pub(super) fn needed_class(pod: &Pod) -> Symbol {
    match pod.priority {
        Some(_) => Symbol::EMPTY,
        None => pod.priority_class,
    }
}
