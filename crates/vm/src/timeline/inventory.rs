//! Nodes and pods as a run begins.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    id::{Id as _, IdVec},
    managed_cluster::Resources,
    names::{Names, Symbol},
    objects::Objects,
    order,
    pod::Pod,
    timeline::{Action, Agent, ObjectKey, Timeline},
    virtual_machine::{GuestAmount, VM_NAME_LABEL, VirtualMachine},
};
use schedscope_quantity::Quantity;

use crate::{
    amount::{PerResource, VmAmount},
    id::{TimelineEventId, VmNodeId, VmPodId},
    spec::{NodeSpec, OtherSpec, PodSpec, VmSpec},
};

/// The nodes and pods of a run.
#[derive(Clone, Debug, Default)]
pub struct RunInventory {
    /// The nodes and pods of the text.
    pub stated: Arc<Inventory>,
    /// The pods that migrations made; their ids follow those of the text.
    pub made: Vec<InventoryPod>,
}

/// The nodes and pods of a text.
#[derive(Debug, Default)]
pub struct Inventory {
    /// All nodes, also those that exist only later.
    pub nodes: IdVec<VmNodeId, Arc<NodeSpec>>,
    /// Whether a node exists from the start.
    pub exists: IdVec<VmNodeId, bool>,
    pub nodes_by_name: Vec<VmNodeId>,
    /// The pods of the text.
    pub pods: IdVec<VmPodId, InventoryPod>,
    /// The pods that the timeline's events name, by event: found once for all runs.
    event_pods: Vec<Option<VmPodId>>,
    node_numbers: FxHashMap<Symbol, VmNodeId>,
    pod_numbers: FxHashMap<ObjectKey, VmPodId>,
}

/// A pod of a run.
#[derive(Clone, Debug)]
pub struct InventoryPod {
    /// `namespace/name`.
    pub key: String,
    /// The VM that the pod runs.
    pub vm: Option<ObjectKey>,
    /// The pod's request.
    pub spec: PodSpec,
    /// The node that the pod is on from the start, if the plugin put it there.
    pub node: Option<VmNodeId>,
    /// The position of the timeline's agent that controls the VM from the start.
    pub agent: Option<usize>,
    /// Whether an agent controls the VM at some time.
    pub has_agent: bool,
}

impl Inventory {
    /// Reads nodes, pods and VMs; `scheduler` is the plugin's name. O(objects).
    pub fn new(objects: &Objects, timeline: Option<&Timeline>, scheduler: &str) -> Self {
        let names = &objects.names;
        let mut inventory = Self::default();
        inventory.read_nodes(objects, timeline);
        let label = names.get(VM_NAME_LABEL);
        let mut vms: FxHashMap<(Symbol, Symbol), (&VirtualMachine, bool)> = FxHashMap::default();
        let mut by_pod: FxHashMap<(Symbol, Symbol), (Symbol, Symbol)> = FxHashMap::default();
        for vm in &objects.virtual_machines {
            let key = (vm.namespace, vm.name);
            vms.insert(key, (vm, false));
            if !vm.pod_name.is_empty() {
                by_pod.insert((vm.namespace, vm.pod_name), key);
            }
        }
        for pod in &objects.pods {
            if pod.phase.is_over() {
                continue;
            }
            let labelled = label.and_then(|label| pod.labels.get(label));
            let labelled = labelled.map(|name| (pod.namespace, name));
            let key = labelled.or_else(|| by_pod.get(&(pod.namespace, pod.name)).copied());
            let spec = match key {
                None => Some((None, other_spec(pod, names))),
                Some(key) => vms.get_mut(&key).and_then(|(vm, has_pod)| {
                    *has_pod = true;
                    let vm_key = ObjectKey {
                        namespace: vm.namespace,
                        name: vm.name,
                    };
                    Some((Some(vm_key), vm_spec(vm, pod.scheduler_name, names)?))
                }),
            };
            // The plugin cannot start with a pod of a VM that is not there: it is left out.
            if let Some((vm, spec)) = spec {
                inventory.push(
                    pod.namespace,
                    pod.name,
                    vm,
                    spec,
                    pod.node,
                    names,
                    scheduler,
                );
            }
        }
        for vm in &objects.virtual_machines {
            let key = (vm.namespace, vm.name);
            if vms.get(&key).is_some_and(|(_, has_pod)| *has_pod) {
                continue;
            }
            if let Some(spec) = vm_spec(vm, Symbol::EMPTY, names) {
                let name = if vm.pod_name.is_empty() {
                    vm.name
                } else {
                    vm.pod_name
                };
                let vm_key = ObjectKey {
                    namespace: vm.namespace,
                    name: vm.name,
                };
                let vm_key = Some(vm_key);
                inventory.push(vm.namespace, name, vm_key, spec, vm.node, names, scheduler);
            }
        }
        if let Some(timeline) = timeline {
            inventory.read_agents(timeline, names);
            let pods = timeline.events.iter();
            let pods = pods.map(|event| inventory.pod(pod_named(&event.action)?));
            inventory.event_pods = pods.collect();
        }
        inventory
    }

    fn read_nodes(&mut self, objects: &Objects, timeline: Option<&Timeline>) {
        let names = &objects.names;
        let [cpu, memory] = ["cpu", "memory"].map(|name| names.get(name));
        for node in &objects.nodes {
            let amount = |name: Option<Symbol>| allocatable(&node.allocatable, name);
            let info = NodeSpec {
                name: names[node.name].into(),
                allocatable: PerResource::new(amount(cpu), amount(memory)),
            };
            let id = self.nodes.push(Arc::new(info));
            self.node_numbers.insert(node.name, id);
            self.exists.push(true);
        }
        for event in timeline.iter().flat_map(|timeline| &timeline.events) {
            if let Action::AddNode(name) = &event.action
                && let Some(node) = self.node_numbers.get(name)
            {
                self.exists[*node] = false;
            }
        }
        let nodes = &self.nodes;
        let name = |position: u32| &nodes[VmNodeId::new(position as usize)].name;
        let by_name = order::positions(nodes.len(), &mut |a, b| name(a).cmp(name(b)));
        let by_name = by_name.into_iter();
        self.nodes_by_name = by_name.map(|at| VmNodeId::new(at as usize)).collect();
    }

    fn read_agents(&mut self, timeline: &Timeline, names: &Names) {
        let later = timeline
            .events
            .iter()
            .filter_map(|event| match &event.action {
                Action::Load(agent) => Some(agent.as_ref()),
                _ => None,
            });
        let later: Vec<&Agent> = later.collect();
        for pod in &mut self.pods {
            let Some(vm) = pod.vm else { continue };
            let speaks = |agent: &Agent| agent.speaks_for(vm, names);
            let agent = timeline.agents.iter().position(speaks);
            pod.agent = agent;
            pod.has_agent = agent.is_some() || later.iter().any(|agent| speaks(agent));
        }
    }

    #[allow(clippy::too_many_arguments)] // The parts of a pod.
    fn push(
        &mut self,
        namespace: Symbol,
        name: Symbol,
        vm: Option<ObjectKey>,
        spec: PodSpec,
        node: Symbol,
        names: &Names,
        scheduler: &str,
    ) {
        let is_ours = spec
            .scheduler_name()
            .is_none_or(|name| **name == *scheduler);
        let node = self.node_numbers.get(&node).copied();
        let node = node.filter(|_| is_ours);
        let key = ObjectKey { namespace, name };
        let id = self.pods.push(InventoryPod {
            key: format!("{}/{}", &names[namespace], &names[name]),
            vm,
            spec,
            node,
            agent: None,
            has_agent: false,
        });
        self.pod_numbers.insert(key, id);
    }

    /// A pod of the text.
    pub fn pod(&self, key: ObjectKey) -> Option<VmPodId> {
        self.pod_numbers.get(&key).copied()
    }

    /// Whether the text has a pod of that `namespace/name`.
    pub(super) fn has_pod(&self, names: &Names, key: &str) -> bool {
        let parts = key.split_once('/');
        let symbols = parts.and_then(|(namespace, name)| {
            Some(ObjectKey {
                namespace: names.get(namespace)?,
                name: names.get(name)?,
            })
        });
        symbols.is_some_and(|key| self.pod(key).is_some())
    }

    /// The pod of the text that an event names.
    pub(super) fn event_pod(&self, event: TimelineEventId) -> Option<VmPodId> {
        *self.event_pods.get(event.index())?
    }

    /// A node of the text.
    pub fn node(&self, name: Symbol) -> Option<VmNodeId> {
        self.node_numbers.get(&name).copied()
    }
}

impl RunInventory {
    /// The inventory at the start of a run.
    pub fn new(stated: Arc<Inventory>) -> Self {
        let made = Vec::new();
        Self { stated, made }
    }

    /// How many pods there are.
    pub fn count(&self) -> usize {
        self.stated.pods.len() + self.made.len()
    }

    pub fn get(&self, pod: VmPodId) -> Option<&InventoryPod> {
        let pods = &self.stated.pods;
        let made = || self.made.get(pod.index() - pods.len());
        pods.get(pod).or_else(made)
    }

    /// Adds a pod that a migration made.
    pub(super) fn add(&mut self, pod: InventoryPod) {
        self.made.push(pod);
    }

    /// The id of the next pod that a migration makes.
    pub(super) fn next_pod(&self) -> VmPodId {
        VmPodId::new(self.count())
    }

    pub fn ids(&self) -> impl Iterator<Item = VmPodId> + use<> {
        (0..self.count()).map(VmPodId::new)
    }

    /// The name of a node; empty for an unknown node.
    pub fn node_name(&self, node: VmNodeId) -> &str {
        let node = self.stated.nodes.get(node);
        node.map_or("", |node| &node.name)
    }

    /// `namespace/name` of a pod; empty for an unknown pod.
    pub fn pod_key(&self, pod: VmPodId) -> &str {
        self.get(pod).map_or("", |pod| &pod.key)
    }
}

/// The pod that an event is about.
pub(super) fn pod_named(action: &Action) -> Option<ObjectKey> {
    match action {
        Action::Request(request) => Some(request.pod),
        Action::Filter(filter) => Some(filter.pod),
        Action::Reserve(key, _)
        | Action::Schedule(key)
        | Action::Score(key, _)
        | Action::Unreserve(key)
        | Action::Delete(key)
        | Action::Use(key, _)
        | Action::Migrate(key)
        | Action::MigrationFailed(key) => Some(*key),
        Action::Config(_) | Action::Restart(_) | Action::Load(_) | Action::AddNode(_) => None,
    }
}

fn allocatable(resources: &Resources, name: Option<Symbol>) -> Quantity {
    let amount = name.and_then(|name| resources.get(name));
    amount.cloned().unwrap_or_default()
}

fn scheduler_name(name: Symbol, names: &Names) -> Option<Arc<str>> {
    (!name.is_empty()).then(|| names[name].into())
}

fn other_spec(pod: &Pod, names: &Names) -> PodSpec {
    let [cpu, memory] = ["cpu", "memory"].map(|name| names.get(name));
    let amounts = |resources: &'_ Resources| {
        PerResource::new(cpu, memory).map(|name| name.and_then(|name| resources.get(name)).cloned())
    };
    let containers: Vec<[PerResource<Option<Quantity>>; 2]> = pod
        .containers
        .iter()
        .map(|container| [amounts(&container.requests), amounts(&container.limits)])
        .collect();
    let containers = containers.iter().map(|asked| {
        let [requests, limits] = asked;
        [requests, limits].map(|both| both.as_ref().map(Option::as_ref))
    });
    let scheduler = scheduler_name(pod.scheduler_name, names);
    PodSpec::Other(OtherSpec::new(containers, scheduler))
}

/// `None`: the VM states too little for the plugin.
fn vm_spec(vm: &VirtualMachine, of_pod: Symbol, names: &Names) -> Option<PodSpec> {
    let amount = |which: fn(&GuestAmount) -> Option<u16>| -> Option<VmAmount> {
        Some(PerResource::new(which(&vm.cpus)?, which(&vm.memory_slots)?))
    };
    let scheduler = if vm.scheduler_name.is_empty() {
        of_pod
    } else {
        vm.scheduler_name
    };
    Some(PodSpec::Vm(VmSpec {
        min: amount(|guest| guest.min)?,
        uses: amount(|guest| guest.used)?,
        max: amount(|guest| guest.max)?,
        slot_size: Some(vm.memory_slot_size.clone()),
        scheduler_name: scheduler_name(scheduler, names),
        always_migrate: vm.always_migrate,
    }))
}
