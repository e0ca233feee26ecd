//! The plugin driven by hand: a cluster, a sequence of events, and what each of them changed.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use schedscope_objects::{
    by_name::ByName,
    config_map::ReadConfig,
    id::{Id as _, IdVec},
    plugin_config::PluginConfig,
};
use schedscope_vm::{
    amount::{PerResource, VmAmount},
    id::{VmNodeId, VmPodId},
    lifecycle::StartRefusal,
    plugin::Plugin,
    pressure::pressure,
    request::AgentRequest,
    spec::{NodeSpec, PodSpec},
    state::{NodeState, PluginPod},
};

use crate::vm::event_results::{
    VmEventResult, VmEventsAnswer, VmNodeDump, VmPodDump, VmReply, node_list, pod_list,
    queue_index, raw_list,
};
use crate::vm::problem::VmProblem;

/// A question about a sequence of events.
#[derive(Clone, Debug)]
pub struct VmEvents {
    /// The config at the start.
    pub config: ReadConfig,
    /// The nodes that exist at the start.
    pub nodes: Vec<NodeSpec>,
    /// The pods that are on nodes at the start: pod, node, spec.
    pub initial: Vec<(String, String, PodSpec)>,
    /// The events, in order.
    pub events: Vec<VmEvent>,
}

/// An event. It names pods and nodes; a pod's name without `/` is in the namespace `default`.
#[derive(Clone, Debug, PartialEq)]
pub enum VmEvent {
    /// Reserves a pod on a node.
    Reserve(String, String, PodSpec),
    /// Filters a node for a pod, without the pods to be preempted.
    Filter(String, PodSpec, Vec<String>),
    /// Scores a node for a pod.
    Score(String, PodSpec),
    /// A pod is deleted or unreserved.
    Remove(String),
    /// An agent sends a request.
    Agent {
        /// The pod.
        pod: String,
        /// The amount that the agent asks for.
        want: VmAmount,
        /// The load averages of 1 and 5 minutes; `None`: no metrics.
        load: Option<[f32; 2]>,
        /// The protocol version: 0 is invalid, 1 is v1.0, 2 is v1.1, greater numbers are not supported.
        protocol: u32,
    },
    /// The use of a VM changes without a request.
    Use(String, VmAmount),
    /// A node is added.
    AddNode(NodeSpec),
    /// The config is replaced.
    Config(ReadConfig),
    /// A migration failed.
    MigrationFailed(String),
    /// The plugin restarts, with a new config if there is one.
    Restart(Option<ReadConfig>),
}

impl VmEvent {
    /// The pod and the node that it names.
    fn names(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Reserve(pod, node, _) => (Some(pod), Some(node)),
            Self::Filter(node, ..) | Self::Score(node, _) => (None, Some(node)),
            Self::Agent { pod, .. }
            | Self::Remove(pod)
            | Self::Use(pod, _)
            | Self::MigrationFailed(pod) => (Some(pod), None),
            Self::AddNode(info) => (None, Some(&info.name)),
            Self::Config(_) | Self::Restart(_) => (None, None),
        }
    }
}

/// Plays events. An event is O(pods of its node), a new config and a restart are O(all pods).
pub fn apply_events(question: &VmEvents) -> VmEventsAnswer {
    let config = match &question.config {
        Ok(config) => Arc::clone(config),
        Err(problem) => {
            let step = VmEventResult {
                res: VmReply::config(problem),
                d: ByName::default(),
            };
            return VmEventsAnswer {
                out: vec![step.clone(); question.events.len()],
                start: step,
                ..VmEventsAnswer::default()
            };
        }
    };
    let mut player = EventPlayer::new(config, question);
    let start = player.start(question);
    let start = player.step(start);
    if start.res.error.is_some() {
        // It does not run, and answers nothing.
        return VmEventsAnswer {
            out: vec![start.clone(); question.events.len()],
            start,
            ..VmEventsAnswer::default()
        };
    }
    let events = question.events.iter();
    VmEventsAnswer {
        start,
        out: events.map(|event| player.happen(event)).collect(),
        max: player.plugin.largest.array(),
        end: player.known(),
    }
}

struct EventPlayer {
    plugin: Plugin,
    nodes: IdVec<VmNodeId, Arc<str>>,
    pods: IdVec<VmPodId, String>,
    pod_ids: FxHashMap<String, VmPodId>,
    node_ids: FxHashMap<String, VmNodeId>,
    /// The nodes as they were after the last event, where the plugin knows them.
    before: IdVec<VmNodeId, Option<VmNodeDump>>,
    /// The pods of each node.
    pods_of: IdVec<VmNodeId, Vec<VmPodId>>,
}

impl EventPlayer {
    fn new(config: Arc<PluginConfig>, question: &VmEvents) -> Self {
        let infos = question
            .nodes
            .iter()
            .cloned()
            .map(|info| Some(Arc::new(info)));
        Self {
            plugin: Plugin::new(config, infos.collect(), 0),
            nodes: question
                .nodes
                .iter()
                .map(|info| Arc::clone(&info.name))
                .collect(),
            pods: IdVec::new(),
            pod_ids: FxHashMap::default(),
            node_ids: question
                .nodes
                .iter()
                .enumerate()
                .map(|(at, info)| (info.name.to_string(), VmNodeId::new(at)))
                .collect(),
            before: IdVec::new(),
            pods_of: IdVec::new(),
        }
    }

    fn start(&mut self, question: &VmEvents) -> VmReply {
        for (pod, node, spec) in &question.initial {
            let (pod, node) = (self.pod(pod), self.node(node));
            self.plugin.place(pod, node, spec);
        }
        self.restart(None)
    }

    fn restart(&mut self, config: Option<Arc<PluginConfig>>) -> VmReply {
        if let Err(refusal) = self.plugin.restart(config) {
            let fatal = matches!(refusal, StartRefusal::Vm(_)).then_some(true);
            let error = VmProblem::start(&refusal, |pod| {
                self.pods.get(pod).map_or("", String::as_str)
            });
            return VmReply {
                fatal,
                ..VmReply::error(error)
            };
        }
        let mut result = VmReply::ok();
        for over in self.plugin.over_budget() {
            let name = self.nodes[over.node].to_string();
            let mut excesses = result.over_budget.get(&name).cloned().unwrap_or_default();
            excesses.push(over.into());
            result.over_budget.insert(name, excesses);
        }
        result
    }

    fn event(&mut self, event: &VmEvent) -> VmReply {
        match event {
            VmEvent::Reserve(pod, node, spec) => {
                let (pod, node) = (self.pod(pod), self.node(node));
                VmReply::point(self.plugin.reserve(pod, Some(node), spec))
            }
            VmEvent::Filter(node, spec, gone) => {
                let gone: Vec<VmPodId> = gone.iter().map(|pod| self.pod(pod)).collect();
                let node = self.node(node);
                VmReply::point(self.plugin.filter(Some(node), spec, &gone))
            }
            VmEvent::Score(node, spec) => {
                let node = self.node(node);
                match self.plugin.score(Some(node), spec) {
                    Ok(score) => VmReply {
                        score: Some(score),
                        ..VmReply::point(Ok(()))
                    },
                    Err(refusal) => VmReply {
                        score: Some(0),
                        ..VmReply::point(Err(refusal))
                    },
                }
            }
            VmEvent::Remove(pod) => {
                let pod = self.pod(pod);
                self.plugin.remove(pod);
                VmReply::default()
            }
            VmEvent::Agent {
                pod,
                want,
                load,
                protocol,
            } => {
                let pod = self.pod_ids.get(&key(pod)).copied();
                VmReply::answer(self.plugin.request(&AgentRequest {
                    pod,
                    want: *want,
                    load: *load,
                    protocol: *protocol,
                }))
            }
            VmEvent::Use(pod, uses) => {
                let pod = self.pod(pod);
                self.plugin.note_use(pod, *uses);
                VmReply::default()
            }
            VmEvent::AddNode(info) => {
                let node = self.node(&info.name);
                self.plugin.add_node(node, Arc::new(info.clone()));
                VmReply::default()
            }
            VmEvent::Config(config) => match config {
                Ok(config) => match self.plugin.change_config(Arc::clone(config)) {
                    Ok(()) => VmReply::ok(),
                    Err(problem) => VmReply::config(&problem),
                },
                Err(problem) => VmReply::config(problem),
            },
            VmEvent::MigrationFailed(pod) => {
                let pod = self.pod(pod);
                match self.plugin.migration_failed(pod) {
                    Ok(()) => VmReply::ok(),
                    Err(problem) => VmReply::error(problem.into()),
                }
            }
            VmEvent::Restart(None) => self.restart(None),
            VmEvent::Restart(Some(Ok(config))) => self.restart(Some(Arc::clone(config))),
            VmEvent::Restart(Some(Err(problem))) => VmReply::config(problem),
        }
    }

    /// Applies an event, and compares the nodes that it may have changed.
    fn happen(&mut self, event: &VmEvent) -> VmEventResult {
        let (pod, node) = event.names();
        let pod = pod.map(|pod| self.pod(pod));
        let node = node.map(|node| self.node(node));
        let before = pod.and_then(|pod| self.plugin.node_of(pod));
        let res = self.event(event);
        if matches!(event, VmEvent::Config(_) | VmEvent::Restart(_)) {
            return self.step(res);
        }
        let after = pod.and_then(|pod| self.plugin.node_of(pod));
        self.resize();
        if let (Some(pod), true) = (pod, before != after) {
            if let Some(before) = before {
                self.pods_of[before].retain(|other| *other != pod);
            }
            if let Some(after) = after {
                self.pods_of[after].push(pod);
            }
        }
        let mut d = ByName::default();
        for node in [before, after, node].into_iter().flatten() {
            self.compare(node, &mut d);
        }
        VmEventResult { res, d }
    }

    /// The result of an event that may have changed any node.
    fn step(&mut self, res: VmReply) -> VmEventResult {
        self.pods_of = IdVec::new();
        self.resize();
        for pod in self.plugin.pods.ids() {
            if let Some(node) = self.plugin.node_of(pod) {
                self.pods_of[node].push(pod);
            }
        }
        let mut d = ByName::default();
        for node in self.nodes.ids() {
            self.compare(node, &mut d);
        }
        VmEventResult { res, d }
    }

    fn resize(&mut self) {
        self.pods_of.resize(self.nodes.len(), Vec::new());
        self.before.resize(self.nodes.len(), None);
    }

    /// Adds the changes of a node since the last event.
    fn compare(&mut self, node: VmNodeId, d: &mut ByName<VmNodeDump>) {
        let new = self.dump(node);
        let old = &self.before[node];
        if *old == new {
            return;
        }
        if let Some(new) = &new {
            let mut changed = new.clone();
            if let Some(old) = old {
                let (pods, others) = (&mut changed.pods, &mut changed.others);
                pods.retain(|pod, new| old.pods.get(pod) != Some(new));
                others.retain(|pod, new| old.others.get(pod) != Some(new));
                let (vms, others) = (old.pods.iter(), old.others.iter());
                let before = vms.map(|(pod, _)| pod).chain(others.map(|(pod, _)| pod));
                let is_gone =
                    |pod: &&String| new.pods.get(pod).is_none() && new.others.get(pod).is_none();
                changed.gone = before.filter(is_gone).cloned().collect();
            }
            d.insert(self.nodes[node].to_string(), changed);
        }
        self.before[node] = new;
    }

    /// The nodes that the plugin knows, by name.
    fn known(self) -> ByName<VmNodeDump> {
        let named = self.nodes.into_iter().zip(self.before);
        let known = named.filter_map(|(name, node)| Some((name.to_string(), node?)));
        known.collect::<Vec<_>>().into()
    }

    /// A node with its pods; `None`: the plugin does not know it.
    fn dump(&self, node: VmNodeId) -> Option<VmNodeDump> {
        let mut dump = self.dump_node(self.plugin.node(node)?);
        let (mut vms, mut others) = (Vec::new(), Vec::new());
        for &pod in &self.pods_of[node] {
            let name = self.pods[pod].clone();
            match &self.plugin.pods[pod] {
                PluginPod::Absent | PluginPod::UnseenVm(_) | PluginPod::UnseenOther(..) => {}
                PluginPod::Vm(vm) => {
                    let pod = VmPodDump {
                        cpu: pod_list(vm.amounts.cpu),
                        mem: pod_list(vm.amounts.memory),
                        cu: vm.last_unit.map(PerResource::array),
                        load: vm.load,
                        mq: queue_index(self.plugin.queue_index(pod)),
                        mig: vm.migrating,
                    };
                    vms.push((name, pod));
                }
                PluginPod::Other(_, raw) => {
                    others.push((name, raw_list(raw)));
                }
            }
        }
        (dump.pods, dump.others) = (vms.into(), others.into());
        Some(dump)
    }

    fn dump_node(&self, node: &NodeState) -> VmNodeDump {
        let others = &node.others;
        let (raw, margin) = (raw_list(&others.raw), raw_list(&others.margin));
        let reserved = others.reserved.map(i64::from);
        VmNodeDump {
            cpu: node_list(&node.amounts.cpu),
            mem: node_list(&node.amounts.memory),
            cu: node.unit.array(),
            other: [
                raw[0],
                raw[1],
                reserved.cpu,
                reserved.memory,
                margin[0],
                margin[1],
            ],
            mq: node
                .queue
                .iter()
                .map(|queued| self.pods[queued.pod].clone())
                .collect(),
            hot: pressure(&node.amounts, &self.plugin.mitigations).too_much,
            pods: ByName::default(),
            others: ByName::default(),
            gone: Vec::new(),
        }
    }

    /// The id of a node; new names get new ids.
    fn node(&mut self, name: &str) -> VmNodeId {
        if let Some(known) = self.node_ids.get(name) {
            return *known;
        }
        let id = self.nodes.push(name.into());
        self.node_ids.insert(name.to_owned(), id);
        id
    }

    /// The id of a pod; new names get new ids.
    fn pod(&mut self, name: &str) -> VmPodId {
        let key = key(name);
        if let Some(known) = self.pod_ids.get(&key) {
            return *known;
        }
        let id = self.pods.push(key.clone());
        self.pod_ids.insert(key, id);
        id
    }
}

/// A pod's name, without the namespace `default`.
fn key(name: &str) -> String {
    name.strip_prefix("default/").unwrap_or(name).to_owned()
}
