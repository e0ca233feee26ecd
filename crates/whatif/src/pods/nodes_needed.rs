//! How many more nodes of one shape the pending pods need.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    labels::Labels,
    names::{HOST_NAME, Symbol},
    node::Node,
    objects::Objects,
    storage::CsiNode,
    taint::CORDON,
    words,
};
use schedscope_pods::{
    amount_sum::AmountSum,
    amounts::Amounts,
    fit::{CycleState, Faults, Misfit, NamedNodes, fits_resources, fits_statically},
    snapshot::{ClusterSnapshot, SnapshotInput},
};
use schedscope_quota::{
    admission::{QuotaRejection, admit},
    disruption::Budgets,
    ledger::Ledger,
    queue::{QueueSettings, QueueSimulation},
    resource_quota::{ResourceQuotaRefusal, counted},
};

use super::{
    daemons::{AddedNode, start_first_pods},
    drain::{DrainedKind, left_out},
    others::STATES,
};

/// What the nodes are like that are added.
#[derive(Clone, Debug, Default)]
pub struct NodeShape {
    /// A node with the allocatable amounts, labels and taints. The names of the nodes begin with its name. If it has
    /// the label `kubernetes.io/hostname`, each node has its own name there.
    pub node: Node,
    /// The drivers and limits of the node.
    pub csi_node: Option<CsiNode>,
    /// The name of the node that it is like: its static pods run on the new nodes, too.
    pub model: Option<Symbol>,
}

/// Whether a taint is not of a node that cannot run pods now.
pub(super) fn is_lasting(key: &str) -> bool {
    key != CORDON && !STATES.contains(&key)
}

impl NodeShape {
    /// A new node like one of the text: without the cordon and the taints that controllers add to nodes that cannot run
    /// pods. `None`: the text does not have the node. O(nodes).
    pub fn like(objects: &Objects, name: &str) -> Option<Self> {
        let name = objects.names.get(name)?;
        let node = objects.nodes.iter().find(|node| node.name == name)?;
        let mut node = Node::clone(node);
        let taints = node.taints.iter();
        let taints = taints.filter(|taint| is_lasting(&objects.names[taint.key]));
        node.taints = taints.cloned().collect();
        node.unschedulable = false;
        node.is_unready = false;
        node.images = Box::default();
        let mut drivers = objects.csi_nodes.iter();
        let csi_node = drivers.find(|of| of.name == name);
        Some(Self {
            node,
            csi_node: csi_node.map(|of| CsiNode::clone(of)),
            model: Some(name),
        })
    }
}

words! {
    /// Why no more nodes are added.
    pub enum NodesNeededEnd {
        /// More nodes help no pod.
        Enough = "enough",
        /// More nodes help, and `most` are added.
        Most = "most",
        /// Pods preempt each other for ever, or there are too many steps.
        Endless = "endless",
    }
}

/// Why nodes of the shape do not help a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotHelpedReason {
    /// It does not fit a new node, which has only the pods of `DaemonSet`s, and static ones.
    Misfit(Box<Misfit>),
    /// Its affinity names nodes, and not the new one.
    OtherNode,
    /// Its quota rejects it.
    Quota(Box<QuotaRejection>),
    /// A `ResourceQuota` refuses it, before any scheduler sees it.
    Refused(Vec<ResourceQuotaRefusal>),
    /// Scheduling gates hold it back.
    Gated,
    /// A `StatefulSet` creates it once an earlier pod is on a node.
    Held,
    /// The scheduler fails with an error.
    Error,
}

/// What a new node has for pods of the queue.
#[derive(Clone, Debug, Default)]
pub struct NewNodeRoom {
    /// What it can allocate.
    pub allocatable: Amounts,
    /// The number of pods that it can hold.
    pub allowed_pods: i64,
    /// What the pods request that it has first.
    pub taken: AmountSum,
    /// Those of `DaemonSet`s.
    pub daemon_pods: Vec<PodId>,
    /// Static pods, as on the node that it is like; `None`: it is like none.
    pub static_pods: Option<Vec<PodId>>,
}

/// A new node on which pods are tried.
#[derive(Debug)]
struct Trial {
    node: NodeId,
    /// The pods that wait, in the order of the queue, and how many of them are tried.
    pods: Vec<PodId>,
    tried: usize,
    /// The number of pods on the node before.
    before: usize,
}

/// What is computed next.
#[derive(Debug)]
enum Stage {
    /// The queue, after which a node is added or the trial continues.
    Queue,
    /// The queue with all nodes from the beginning.
    AtOnce(Box<QueueSimulation>),
    Done,
}

/// Nodes that are added one after another, each once the queue of the pending pods has come to its end, as long as they
/// help: a new node has the pods of every `DaemonSet` and the static pods of the node that it is like first, then the
/// pods that wait and fit it, in the order of the queue. Pods that are on nodes stay there, but those that pending pods
/// evict.
#[derive(Debug)]
pub struct NodesNeeded {
    /// The objects, with the nodes that are added.
    pub objects: Objects,
    /// The nodes that help, in the order in which they are added.
    pub nodes: Vec<NodeId>,
    /// Why no more are added; `None`: it is not at its end.
    pub end: Option<NodesNeededEnd>,
    /// The number of pods that the queue binds before the first node is added.
    pub bound_before: usize,
    /// The number of pods that wait then.
    pub waiting_before: usize,
    /// What a new node has; `None`: none was tried.
    pub room: Option<NewNodeRoom>,
    /// The pods that `most` leaves waiting and that another node would help, in the order of the queue.
    pub left: Vec<PodId>,
    /// The pods that no such node helps: first those that the scheduler tries, in the order of the queue.
    pub not_helped: Vec<(PodId, NotHelpedReason)>,
    /// The node that helps none of them; `None`: no pod waited any more.
    pub probe: Option<NodeId>,
    /// The number of pods that wait if all these nodes are there from the beginning; `None`: not decided, or there are
    /// none.
    pub waiting_at_once: Option<usize>,
    shape: NodeShape,
    simulation: QueueSimulation,
    budgets: Budgets,
    settings: QueueSettings,
    version: KubernetesVersion,
    most: usize,
    trial: Option<Trial>,
    stage: Stage,
    /// The number of pods before the first node: those after it are of `DaemonSet`s, or static.
    pods: usize,
    /// The number in the name of the last node.
    number: usize,
    is_begun: bool,
}

/// The queue of all pending pods, with the pods that some of the nodes, which are like `model`, have first.
fn queue(
    objects: &Objects,
    (new, model): (&[Symbol], Option<Symbol>),
    (settings, version): (&QueueSettings, KubernetesVersion),
) -> QueueSimulation {
    let names = &objects.names;
    let mut snapshot = ClusterSnapshot::new(&SnapshotInput::of(objects, version));
    let mut ledger = Ledger::new(&objects.quotas, &mut snapshot, names);
    ledger.read_as(settings.profile);
    let model = model.and_then(|name| snapshot.node(name));
    let nodes = new.iter().filter_map(|name| snapshot.node(*name));
    let nodes: Vec<AddedNode> = nodes.map(|node| AddedNode { node, model }).collect();
    start_first_pods(objects, (&mut snapshot, &mut ledger), &nodes);
    let quotas = counted(objects, None);
    let mut simulation = QueueSimulation::new(&snapshot, &ledger, names, settings, quotas);
    simulation.lose_bare_pods();
    simulation
}

impl NodesNeeded {
    /// Before the first step of the queue; at most `most` nodes are added. O(pods + nodes).
    pub fn new(
        objects: Objects,
        shape: NodeShape,
        (settings, version): (QueueSettings, KubernetesVersion),
        most: usize,
    ) -> Self {
        let simulation = queue(&objects, (&[], None), (&settings, version));
        Self {
            nodes: Vec::new(),
            end: None,
            bound_before: 0,
            waiting_before: 0,
            room: None,
            left: Vec::new(),
            not_helped: Vec::new(),
            probe: None,
            waiting_at_once: None,
            pods: simulation.snapshot().pods.len(),
            budgets: Budgets::new(&objects),
            objects,
            shape,
            simulation,
            settings,
            version,
            most,
            trial: None,
            stage: Stage::Queue,
            number: 0,
            is_begun: false,
        }
    }

    /// The nodes and pods in the end.
    pub fn snapshot(&self) -> &ClusterSnapshot {
        self.simulation.snapshot()
    }

    /// The queue in the end.
    pub fn simulation(&self) -> &QueueSimulation {
        &self.simulation
    }

    /// Schedules up to `turns` more pods; returns whether all is decided.
    pub fn advance(&mut self, turns: usize) -> bool {
        let mut left = turns;
        while left > 0 {
            match &mut self.stage {
                Stage::Done => return true,
                Stage::AtOnce(queue) => {
                    let before = queue.steps().len();
                    let is_over = queue.advance(&self.budgets, &self.objects.names, left);
                    left = left.saturating_sub((queue.steps().len() - before).max(1));
                    if is_over {
                        let waits = queue.waiting(&self.objects.names).len() + queue.held().len();
                        self.waiting_at_once = Some(waits).filter(|_| !queue.is_endless());
                        self.stage = Stage::Done;
                    }
                }
                Stage::Queue => {
                    let queue = &mut self.simulation;
                    let before = queue.steps().len();
                    if !queue.advance(&self.budgets, &self.objects.names, left) {
                        return false;
                    }
                    left = left.saturating_sub((queue.steps().len() - before).max(1));
                    if queue.is_endless() {
                        self.end(NodesNeededEnd::Endless);
                    } else {
                        self.go_on();
                    }
                }
            }
        }
        matches!(self.stage, Stage::Done)
    }

    /// The number of steps of the queues so far, and the total if nothing helps any more pods.
    pub fn progress(&self) -> (u64, u64) {
        let (done, of) = self.simulation.progress();
        let at_once = match &self.stage {
            Stage::AtOnce(queue) => queue.progress(),
            _ => (0, 0),
        };
        ((done + at_once.0) as u64, (of + at_once.1) as u64)
    }

    /// Continues where the queue is at its end: tries the next pod on the new node, or adds another one.
    fn go_on(&mut self) {
        if !self.is_begun {
            self.is_begun = true;
            self.waiting_before = self.waits();
            let is_placed = |pod: &&PodId| {
                let info = self.snapshot().pods.get(**pod);
                info.is_some_and(|info| info.node().is_some())
            };
            let mut tried: Vec<PodId> = self.simulation.steps().iter().map(|of| of.pod).collect();
            tried.sort_unstable();
            tried.dedup();
            self.bound_before = tried.iter().filter(is_placed).count();
        }
        if let Some(mut trial) = self.trial.take() {
            while let Some(pod) = trial.pods.get(trial.tried).copied() {
                trial.tried += 1;
                if self.fits(pod, trial.node).is_ok() {
                    self.simulation.retry(pod, &self.objects.names);
                    self.trial = Some(trial);
                    return;
                }
            }
            let helps = self.pods_on(trial.node) > trial.before;
            if !helps {
                self.probe = Some(trial.node);
                return self.end(NodesNeededEnd::Enough);
            }
            self.nodes.push(trial.node);
        }
        let pods = self.simulation.waiting(&self.objects.names);
        if pods.is_empty() {
            return self.end(NodesNeededEnd::Enough);
        }
        let node = self.add_node();
        if self.nodes.len() == self.most {
            self.probe = Some(node);
            let helped = pods.into_iter().filter(|pod| self.fits(*pod, node).is_ok());
            self.left = helped.collect();
            return self.end(if self.left.is_empty() {
                NodesNeededEnd::Enough
            } else {
                NodesNeededEnd::Most
            });
        }
        self.trial = Some(Trial {
            node,
            pods,
            tried: 0,
            before: self.pods_on(node),
        });
    }

    fn waits(&self) -> usize {
        self.simulation.waiting(&self.objects.names).len() + self.simulation.held().len()
    }

    fn pods_on(&self, node: NodeId) -> usize {
        let node = self.snapshot().nodes.get(node);
        node.map_or(0, |node| node.pods.len())
    }

    /// Whether a pod that waits would be bound to a node as it is.
    fn fits(&self, pod: PodId, node: NodeId) -> Result<(), NotHelpedReason> {
        let snapshot = self.snapshot();
        let (Some(info), Some(on)) = (snapshot.pods.get(pod), snapshot.nodes.get(node)) else {
            return Err(NotHelpedReason::Error);
        };
        if !info.is_pending() {
            return Err(NotHelpedReason::Error);
        }
        if let Some(rejection) = admit(snapshot, self.simulation.ledger(), info).rejection {
            return Err(NotHelpedReason::Quota(Box::new(rejection)));
        }
        let names = &self.objects.names;
        let misfit = |misfit| NotHelpedReason::Misfit(Box::new(misfit));
        // The others look at all nodes.
        fits_statically(info, on, names).map_err(misfit)?;
        fits_resources(&info.request, on, &on.requested, on.pods.len() as i64).map_err(misfit)?;
        let faults = Faults::of(self.settings.profile, self.version);
        let state = CycleState::new(snapshot, info, names, faults);
        if state.named == NamedNodes::Conflict || !state.named.has(node) {
            return Err(NotHelpedReason::OtherNode);
        }
        state.fits(node).map_err(misfit)
    }

    /// Adds a node of the shape, with the pods that it has first.
    fn add_node(&mut self) -> NodeId {
        let name = self.free_name();
        let objects = &mut self.objects;
        let host = objects.names.intern(HOST_NAME);
        let labels = self.shape.node.labels.0.iter().copied();
        let labels = labels.map(|(key, value)| (key, if key == host { name } else { value }));
        let node = Arc::new(Node {
            name,
            labels: Labels(labels.collect()),
            ..self.shape.node.clone()
        });
        objects.nodes.push(Arc::clone(&node));
        if let Some(csi_node) = &self.shape.csi_node {
            objects.csi_nodes.push(Arc::new(CsiNode {
                name,
                ..csi_node.clone()
            }));
        }
        let objects = &self.objects;
        let id = self.simulation.change(|snapshot, ledger| {
            let node = snapshot.add_node(&node, objects);
            let model = self.shape.model.and_then(|name| snapshot.node(name));
            start_first_pods(objects, (snapshot, ledger), &[AddedNode { node, model }]);
            node
        });
        if self.room.is_none()
            && let Some(info) = self.simulation.snapshot().nodes.get(id)
        {
            let is_static = |pod: &PodId| {
                let info = self.simulation.snapshot().pods.get(*pod);
                info.and_then(|info| left_out(&info.pod, &self.objects.names))
                    == Some(DrainedKind::Mirror)
            };
            let first = info.pods.iter().map(|pod| pod.pod);
            let (static_pods, daemon_pods) = first.partition(is_static);
            self.room = Some(NewNodeRoom {
                allocatable: info.allocatable.clone(),
                allowed_pods: info.allowed_pods,
                taken: info.requested.clone(),
                daemon_pods,
                static_pods: self.shape.model.map(|_| static_pods),
            });
        }
        id
    }

    fn free_name(&mut self) -> Symbol {
        loop {
            self.number += 1;
            let names = &mut self.objects.names;
            let name = format!("{}-{}", &names[self.shape.node.name], self.number);
            let known = names.get(&name);
            let is_taken = known.is_some_and(|known| {
                let mut nodes = self.objects.nodes.iter();
                nodes.any(|node| node.name == known)
            });
            if !is_taken {
                return self.objects.names.intern(&name);
            }
        }
    }

    fn end(&mut self, end: NodesNeededEnd) {
        self.end = Some(end);
        self.stage = Stage::Done;
        if end == NodesNeededEnd::Endless {
            return;
        }
        self.not_helped = self.list_not_helped();
        if self.nodes.is_empty() {
            return;
        }
        let name = |node: &NodeId| Some(self.snapshot().nodes.get(*node)?.node.name);
        let new: Vec<Symbol> = self.nodes.iter().filter_map(name).collect();
        if self.probe.is_some() {
            // It is the last one.
            let added = self.objects.nodes.pop();
            let of = |of: &Arc<CsiNode>| added.as_ref().is_some_and(|node| node.name == of.name);
            self.objects.csi_nodes.retain(|csi_node| !of(csi_node));
        }
        let new = (new.as_slice(), self.shape.model);
        let queue = queue(&self.objects, new, (&self.settings, self.version));
        self.stage = Stage::AtOnce(Box::new(queue));
    }

    fn list_not_helped(&self) -> Vec<(PodId, NotHelpedReason)> {
        let simulation = &self.simulation;
        let waiting = simulation.waiting(&self.objects.names).into_iter();
        let waiting = waiting.filter(|pod| !self.left.contains(pod));
        let waiting = waiting.map(|pod| {
            let fits = self.probe.map(|node| self.fits(pod, node));
            let why = fits.and_then(Result::err);
            (pod, why.unwrap_or(NotHelpedReason::Error))
        });
        let mut held = simulation.held().to_vec();
        held.sort_unstable();
        let held = held.into_iter().map(|pod| (pod, NotHelpedReason::Held));
        let gated = simulation.gated().iter();
        let gated = gated.map(|pod| (*pod, NotHelpedReason::Gated));
        let refused = simulation.refused().iter().cloned();
        let refused = refused.map(|(pod, of)| (pod, NotHelpedReason::Refused(of)));
        waiting.chain(held).chain(gated).chain(refused).collect()
    }

    /// The pods of the queue on a new node.
    pub fn new_pods(&self, node: NodeId) -> impl Iterator<Item = PodId> + '_ {
        let on = self.snapshot().nodes.get(node);
        let pods = on.into_iter().flat_map(|on| on.pods.iter());
        let pods = pods.map(|bound| bound.pod);
        pods.filter(|pod| pod.index() < self.pods)
    }
}
