//! The objects that timelines refer to, and whether the text contains them.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};
use schedscope_objects::{
    config_map::CONFIG_KEYS,
    names::{Names, Symbol},
    objects::Objects,
    pod::Pod,
    timeline::{Action, Agent, ObjectKey, Timeline, VmPattern},
    virtual_machine::{VM_NAME_LABEL, VirtualMachine},
};

/// A reference of a timeline to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    Pod(ObjectKey),
    Node(Symbol),
    ConfigMap(ObjectKey),
    Vms(VmPattern),
}

impl Reference {
    /// The reference as symbols and a number for its kind.
    pub(super) fn parts(self) -> (Symbol, Symbol, i64) {
        match self {
            Self::Pod(key) => (key.namespace, key.name, 1),
            Self::Node(name) => (Symbol::EMPTY, name, 2),
            Self::ConfigMap(key) => (key.namespace, key.name, 3),
            Self::Vms(pattern) => (pattern.namespace, pattern.name, 4),
        }
    }

    /// As timelines write it, but always with the namespace.
    fn text(self, names: &Names) -> String {
        let (namespace, name, _) = self.parts();
        if namespace.is_empty() {
            names[name].to_owned()
        } else {
            format!("{}/{}", &names[namespace], &names[name])
        }
    }
}

/// The path of a reference in a timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelinePath {
    /// `configMap`.
    ConfigMap,
    /// The agent, and which of its VMs.
    Agent(usize, usize),
    /// The event, and the field.
    Event(u32, &'static str),
    /// The event, the field, and the item in it.
    Item(u32, &'static str, usize),
}

impl fmt::Display for TimelinePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ConfigMap => f.write_str("spec.configMap"),
            Self::Agent(agent, vm) => write!(f, "spec.agents[{agent}].vms[{vm}]"),
            Self::Event(event, field) => write!(f, "spec.events[{event}].{field}"),
            Self::Item(event, field, item) => write!(f, "spec.events[{event}].{field}[{item}]"),
        }
    }
}

/// Calls `visit` with every reference of a timeline, in the order of its fields.
pub fn references(timeline: &Timeline, visit: &mut dyn FnMut(Reference, TimelinePath)) {
    if let Some(key) = timeline.config_map {
        visit(Reference::ConfigMap(key), TimelinePath::ConfigMap);
    }
    for (index, agent) in timeline.agents.iter().enumerate() {
        vms(agent, &mut |pattern, item| {
            visit(Reference::Vms(pattern), TimelinePath::Agent(index, item));
        });
    }
    for event in &timeline.events {
        let (index, pod_at, node_at) = (event.index, TimelinePath::Event, TimelinePath::Event);
        let mut both = |pod: ObjectKey, pod_field, node: Option<(Symbol, &'static str)>| {
            visit(Reference::Pod(pod), pod_at(index, pod_field));
            if let Some((node, field)) = node {
                visit(Reference::Node(node), node_at(index, field));
            }
        };
        match &event.action {
            Action::Request(request) => both(request.pod, "request.pod", None),
            Action::Reserve(pod, node) => both(*pod, "reserve.pod", Some((*node, "reserve.node"))),
            Action::Score(pod, node) => both(*pod, "score.pod", Some((*node, "score.node"))),
            Action::Filter(filter) => {
                both(filter.pod, "filter.pod", Some((filter.node, "filter.node")));
                for (item, pod) in filter.exclude.iter().enumerate() {
                    visit(
                        Reference::Pod(*pod),
                        TimelinePath::Item(index, "filter.exclude", item),
                    );
                }
            }
            Action::Schedule(pod) => both(*pod, "schedule.pod", None),
            Action::Unreserve(pod) => both(*pod, "unreserve.pod", None),
            Action::Delete(pod) => both(*pod, "delete.pod", None),
            Action::Use(pod, _) => both(*pod, "use.pod", None),
            Action::Migrate(pod) => both(*pod, "migrate.pod", None),
            Action::MigrationFailed(pod) => both(*pod, "migrationFailed.pod", None),
            Action::AddNode(node) => {
                visit(
                    Reference::Node(*node),
                    TimelinePath::Event(index, "addNode.node"),
                );
            }
            Action::Load(agent) => vms(agent, &mut |pattern, item| {
                visit(
                    Reference::Vms(pattern),
                    TimelinePath::Item(index, "load.vms", item),
                );
            }),
            Action::Config(_) | Action::Restart(_) => {}
        }
    }
}

fn vms(agent: &Agent, visit: &mut dyn FnMut(VmPattern, usize)) {
    for (item, pattern) in agent.vms.iter().enumerate() {
        visit(*pattern, item);
    }
}

/// The maximum number of comparisons of patterns with names; beyond it every pattern counts as matching.
const MOST_TRIALS: usize = 10_000_000;

/// The objects that timelines may refer to.
#[derive(Default)]
pub(super) struct NameableObjects {
    pods: FxHashSet<ObjectKey>,
    /// The namespace of the first VM or pod of each name.
    namespaces: FxHashMap<Symbol, Symbol>,
    /// The pod of each VM, and whether the text contains it.
    vms: FxHashMap<ObjectKey, (Symbol, bool)>,
    nodes: FxHashSet<Symbol>,
    /// Whether each holds a config of the plugin.
    config_maps: FxHashMap<ObjectKey, bool>,
    trials: usize,
}

/// Why an object that a timeline refers to is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MissingReason {
    /// The text has no object with this name.
    Unknown,
    /// A VM with this name exists, and runs in another pod.
    PodOfVm(Symbol),
    /// A VM or pod with this name is in another namespace; the reference is to `default`, as one without a namespace.
    Elsewhere(Symbol),
    /// The `ConfigMap` exists, without a config of the plugin.
    NoConfig,
}

impl MissingReason {
    pub(super) fn message(self, reference: Reference, names: &Names) -> String {
        let name = reference.text(names);
        match (self, reference) {
            (Self::NoConfig, _) => format!(
                "ConfigMap `{name}` has no config of the plugin, which belongs under `{}`",
                CONFIG_KEYS[0]
            ),
            (Self::PodOfVm(pod), _) => {
                format!(
                    "there is no pod `{name}`: the VM runs in pod `{}`",
                    &names[pod]
                )
            }
            (Self::Elsewhere(namespace), _) => {
                let (_, own, _) = reference.parts();
                format!(
                    "pod `{name}` is not in the input, but `{}/{}` is: a name without a namespace is of `default`",
                    &names[namespace], &names[own]
                )
            }
            (Self::Unknown, Reference::Pod(_)) => format!("pod `{name}` is not in the input"),
            (Self::Unknown, Reference::Node(_)) => format!("node `{name}` is not in the input"),
            (Self::Unknown, Reference::ConfigMap(_)) => {
                format!("ConfigMap `{name}` is not in the input")
            }
            (Self::Unknown, Reference::Vms(_)) => {
                format!("no VirtualMachine of the input is called `{name}`")
            }
        }
    }
}

impl NameableObjects {
    pub(super) fn of(objects: &Objects) -> Self {
        let key = |namespace, name| ObjectKey { namespace, name };
        let mut pods = FxHashSet::default();
        let mut running = FxHashMap::default();
        let label = objects.names.get(VM_NAME_LABEL);
        for pod in objects.pods.iter().filter(|pod| !pod.phase.is_over()) {
            pods.insert(key(pod.namespace, pod.name));
            if let Some(vm) = label.and_then(|label| pod.labels.get(label)) {
                running.insert(key(pod.namespace, vm), pod.name);
            }
        }
        let pod_of = |vm: &VirtualMachine| {
            let named = key(vm.namespace, vm.pod_name);
            let running = running.get(&key(vm.namespace, vm.name)).copied();
            running.or_else(|| pods.contains(&named).then_some(vm.pod_name))
        };
        // A VM without a pod counts as a pod.
        let vms = objects.virtual_machines.iter().map(|vm| {
            let stands_for = if vm.pod_name.is_empty() {
                vm.name
            } else {
                vm.pod_name
            };
            let pod = pod_of(vm);
            let pod = (pod.unwrap_or(stands_for), pod.is_some());
            (key(vm.namespace, vm.name), pod)
        });
        let vms: FxHashMap<_, _> = vms.collect();
        pods.extend(vms.iter().map(|(vm, (pod, _))| key(vm.namespace, *pod)));
        let mut namespaces = FxHashMap::default();
        let named = objects.virtual_machines.iter();
        let named = named.map(|vm| (vm.name, vm.namespace));
        let named = named.chain(objects.pods.iter().map(|pod| (pod.name, pod.namespace)));
        for (name, namespace) in named {
            namespaces.entry(name).or_insert(namespace);
        }
        Self {
            pods,
            namespaces,
            vms,
            nodes: objects.nodes.iter().map(|node| node.name).collect(),
            config_maps: objects
                .config_maps
                .iter()
                .map(|map| (key(map.namespace, map.name), map.config.is_some()))
                .collect(),
            trials: 0,
        }
    }

    /// The VM that a pod's label names, if the text lacks it.
    pub(super) fn missing_vm(&self, pod: &Pod, names: &Names) -> Option<Symbol> {
        let name = pod.labels.get(names.get(VM_NAME_LABEL)?)?;
        let namespace = pod.namespace;
        let is_missing = !self.vms.contains_key(&ObjectKey { namespace, name });
        is_missing.then_some(name)
    }

    /// Whether a VM counts as a pod that the text lacks.
    pub(super) fn stands_alone(&self, vm: &VirtualMachine) -> bool {
        let key = ObjectKey {
            namespace: vm.namespace,
            name: vm.name,
        };
        self.vms.get(&key).is_some_and(|(_, has_pod)| !has_pod)
    }

    /// Why the object of a reference is missing; `None` if the text contains it. O(1), or O(VMs) for a pattern with a
    /// `*`.
    pub(super) fn lacks(&mut self, reference: Reference, names: &Names) -> Option<MissingReason> {
        let is_known = match reference {
            Reference::Pod(key) => {
                let known = self.pods.contains(&key);
                if let (false, Some((pod, _))) = (known, self.vms.get(&key)) {
                    return Some(MissingReason::PodOfVm(*pod));
                }
                let elsewhere = self.namespaces.get(&key.name);
                let elsewhere = elsewhere.filter(|_| &names[key.namespace] == "default");
                if let (false, Some(namespace)) = (known, elsewhere) {
                    return Some(MissingReason::Elsewhere(*namespace));
                }
                known
            }
            Reference::Node(name) => self.nodes.contains(&name),
            Reference::ConfigMap(key) => match self.config_maps.get(&key) {
                Some(false) => return Some(MissingReason::NoConfig),
                known => known.is_some(),
            },
            Reference::Vms(pattern) if pattern.is_open(names) => {
                self.trials += self.vms.len();
                let fits = |vm: &ObjectKey| pattern.matches(names, vm.namespace, vm.name);
                self.trials > MOST_TRIALS || self.vms.keys().any(fits)
            }
            Reference::Vms(VmPattern { namespace, name }) => {
                self.vms.contains_key(&ObjectKey { namespace, name })
            }
        };
        (!is_known).then_some(MissingReason::Unknown)
    }
}
