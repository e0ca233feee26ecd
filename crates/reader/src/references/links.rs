//! The inputs of findings about references between objects.

use schedscope_objects::{
    names::Symbol, object::Object, objects::Objects, pod::Pod, virtual_machine::VM_NAME_LABEL,
};

use super::{
    admission::{of_class, own_runtime},
    priority::own_priority,
    timeline::references,
};
use crate::{Reader, read_piece::ReadPiece};

/// The kind of a link; links of different kinds are never equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LinkKind {
    Node,
    NominatedNode,
    OwnPriority,
    New,
    OwnRuntime,
    Runtime,
    Namespace,
    Vm,
    Workload,
    PriorityClass,
    VirtualMachine,
    ConfigMap,
    SlotSize,
    Timeline,
}

/// Two names, and a number for the rest.
pub(crate) type Link = (LinkKind, (Symbol, Symbol, i64));

impl Reader {
    /// All inputs of reference findings about the objects of the pieces `[start, end)`, except the objects' names.
    pub(crate) fn links(&self, start: usize, end: usize) -> Vec<Link> {
        let pieces = self.pieces[start..end].iter();
        let located = pieces.flat_map(ReadPiece::objects);
        let label = self.objects.names.get(VM_NAME_LABEL);
        let mut links = Vec::new();
        for located in located {
            match &located.object {
                Object::Pod(pod) if !pod.phase.is_over() => {
                    links.push((LinkKind::Node, (pod.node, needed_class(pod), 0)));
                    links.extend(own_priority(pod, false).map(|own| (LinkKind::OwnPriority, own)));
                    links.extend(new(pod, pod.is_new()));
                    if !pod.nominated.is_empty() {
                        let nominated = (pod.nominated, Symbol::EMPTY, 0);
                        links.push((LinkKind::NominatedNode, nominated));
                    }
                    let vm = label.and_then(|label| pod.labels.get(label));
                    links.extend(vm.map(|vm| (LinkKind::Vm, (vm, Symbol::EMPTY, 0))));
                }
                Object::Workload(_, workload) => {
                    links.extend(new(&workload.template, workload.uid.is_empty()));
                    let own = own_priority(&workload.template, true);
                    links.extend(own.map(|own| (LinkKind::OwnPriority, own)));
                    let class = needed_class(&workload.template);
                    let replicas = i64::from(workload.replicas);
                    links.push((LinkKind::Workload, (Symbol::EMPTY, class, replicas)));
                }
                Object::PriorityClass(class) => {
                    let value = 4 * i64::from(class.value)
                        + 2 * i64::from(class.global_default)
                        + class.preemption as i64;
                    let told = (Symbol::EMPTY, Symbol::EMPTY, value);
                    links.push((LinkKind::PriorityClass, told));
                }
                Object::RuntimeClass(class) => links.push((LinkKind::Runtime, of_class(class))),
                Object::Namespace(namespace) => {
                    let told = (Symbol::EMPTY, Symbol::EMPTY, i64::from(namespace.deleting));
                    links.push((LinkKind::Namespace, told));
                }
                Object::VirtualMachine(vm) => {
                    let told = (vm.pod_name, vm.node, vm.memory_slot_size.value());
                    links.push((LinkKind::VirtualMachine, told));
                }
                Object::ConfigMap(map) => {
                    let number = |number| (Symbol::EMPTY, Symbol::EMPTY, number);
                    let has_config = i64::from(map.config.is_some());
                    links.push((LinkKind::ConfigMap, number(has_config)));
                    if let Some(Ok(config)) = &map.config {
                        links.push((LinkKind::SlotSize, number(config.slot_size.value())));
                    }
                }
                Object::Timeline(timeline) => {
                    references(timeline, &mut |reference, _| {
                        links.push((LinkKind::Timeline, reference.parts()));
                    });
                }
                _ => {}
            }
        }
        links
    }
}

/// The inputs of the checks of a new pod.
fn new(pod: &Pod, is_new: bool) -> impl Iterator<Item = Link> {
    let runtime = own_runtime(pod).filter(|_| is_new);
    let runtime = runtime.map(|own| (LinkKind::OwnRuntime, own));
    let told = (Symbol::EMPTY, Symbol::EMPTY, 0);
    let is_new = is_new.then_some((LinkKind::New, told));
    is_new.into_iter().chain(runtime)
}

/// The size of memory slots that the VM plugin requires, in bytes, if the text has exactly one config.
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

/// The class that determines a pod's priority; empty if it requires no class.
pub(super) fn needed_class(pod: &Pod) -> Symbol {
    match pod.priority {
        Some(_) => Symbol::EMPTY,
        None => pod.priority_class,
    }
}
