//! Changes with which a rollout that stops completes. Only those count that were rolled out again.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    labels::Labels,
    names::{HOST_NAME, Symbol},
    node::Node,
    objects::Objects,
    pod::Pod,
    policy::IntOrPercent,
    storage::CsiNode,
    taint::CORDON,
    update_strategy::{RollingUpdate, UpdateStrategy},
};
use schedscope_pods::amounts::ResourceId;
use schedscope_quantity::Quantity;
use schedscope_quota::{
    queue::QueueSettings,
    resource_quota::{ResourceQuotaRefusal, ResourceQuotaRule},
};

use super::{Rollout, RolloutEnd, RolloutInput, WorkloadKind};
use crate::{Value, pods::amounts};

/// A change with which a rollout completes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RolloutFix {
    /// No surge, and one unavailable pod: an old pod goes before a new one comes.
    NoSurge,
    /// The strategy `Recreate`.
    Recreate,
    /// This node is not cordoned any more.
    Uncordon(NodeId),
    /// This node has the labels of the `nodeSelector` of the template.
    Labels(NodeId),
    /// The template has no `nodeSelector`.
    NoSelector,
    /// One more node like this one, with the pods of every `DaemonSet`.
    Node(NodeId),
    /// The bounds of the `ResourceQuota`s that refuse pods are raised: [`Rollouts::raised`].
    Hard,
    /// The pods of the text that are not ready become ready.
    Ready,
}

/// A raised bound of a `ResourceQuota`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RaisedHard {
    /// The namespace of the quota.
    pub namespace: Symbol,
    pub name: Symbol,
    /// The key of `spec.hard`.
    pub key: Symbol,
    /// The new bound, in milli-CPU or base units.
    pub hard: i64,
    /// The same as the field spells it.
    pub value: String,
}

/// How often bounds are raised at most: each time by what the next pods lack.
const MOST_RAISES: usize = 8;
/// The maximum number of nodes that are tried: cordoned ones, ones without labels, and ones to add.
const MOST_NODES: usize = 3;

impl RolloutFix {
    /// Of each kind of changes, the first that helps counts.
    fn is_like(self, other: Self) -> bool {
        let kind = |fix| match fix {
            Self::NoSurge | Self::Recreate | Self::Ready => 0,
            Self::Uncordon(_) => 1,
            Self::Node(_) => 2,
            Self::Labels(_) => 3,
            Self::NoSelector => 4,
            Self::Hard => 5,
        };
        kind(self) == kind(other)
    }

    pub(super) fn strategy(self) -> Option<UpdateStrategy> {
        match self {
            Self::NoSurge => Some(UpdateStrategy::Rolling(RollingUpdate {
                max_surge: Some(IntOrPercent::Int(0)),
                max_unavailable: Some(IntOrPercent::Int(1)),
                partition: 0,
            })),
            Self::Recreate => Some(UpdateStrategy::Recreate),
            _ => None,
        }
    }

    /// Edits the node or the template and the new pods, if they are to be.
    pub(super) fn edit(self, objects: &mut Objects, template: &mut Pod, new: &[PodId]) {
        match self {
            Self::Uncordon(node) => {
                let key = objects.names.get(CORDON);
                if let Some(node) = objects.nodes.get_mut(node.index()) {
                    let node = Arc::make_mut(node);
                    node.unschedulable = false;
                    let taints = node.taints.iter().filter(|taint| Some(taint.key) != key);
                    node.taints = taints.cloned().collect();
                }
            }
            Self::Labels(node) => {
                if let Some(node) = objects.nodes.get_mut(node.index()) {
                    let node = Arc::make_mut(node);
                    let wanted = template.node_selector.0.iter().copied();
                    let others = node.labels.0.iter().copied();
                    let others =
                        others.filter(|(key, _)| template.node_selector.get(*key).is_none());
                    node.labels = Labels(others.chain(wanted).collect());
                }
            }
            Self::NoSelector => {
                template.node_selector = Labels::default();
                for pod in new {
                    if let Some(pod) = objects.pods.get_mut(pod.index()) {
                        Arc::make_mut(pod).node_selector = Labels::default();
                    }
                }
            }
            _ => {}
        }
    }

    pub(super) fn node(self) -> Option<NodeId> {
        match self {
            Self::Node(node) => Some(node),
            _ => None,
        }
    }
}

/// A rollout, and if it stops the changes with which it completes, scheduled in parts.
#[derive(Debug)]
pub struct Rollouts {
    pub rollout: Rollout,
    /// The changes that let it complete: at most one of the strategy, and one of each other kind.
    /// Each with the number of its pods whose node depends on volumes.
    pub fixes: Vec<(RolloutFix, usize)>,
    /// Those that are still to be tried, the next one last; `None` before the rollout has ended.
    left: Option<Vec<RolloutFix>>,
    /// The bounds that are raised, for [`RolloutFix::Hard`].
    pub raised: Vec<RaisedHard>,
    /// How often they were raised.
    raises: usize,
    trial: Option<(RolloutFix, Rollout)>,
    workload: usize,
    settings: QueueSettings,
    version: KubernetesVersion,
    /// The steps of the queue in trials that have ended.
    tried: usize,
}

impl Rollouts {
    /// Before the first step. `None` if the object has no rollouts. O(pods + nodes).
    pub fn new(input: &RolloutInput<'_>) -> Option<Self> {
        Some(Self {
            rollout: Rollout::new(input, None)?,
            fixes: Vec::new(),
            left: None,
            raised: Vec::new(),
            raises: 0,
            trial: None,
            workload: input.workload,
            settings: input.settings.clone(),
            version: input.version,
            tried: 0,
        })
    }

    /// Schedules up to `turns` more pods; returns whether all is decided. `objects`: those of the rollout.
    pub fn advance(&mut self, objects: &Objects, turns: usize) -> bool {
        let mut left = turns;
        while left > 0 {
            if self.rollout.end.is_none() {
                left = self.rollout.advance_by(left);
                continue;
            }
            if let Some((fix, trial)) = &mut self.trial {
                left = trial.advance_by(left);
                if let Some(end) = trial.end {
                    self.tried += trial.simulation.steps().len();
                    if end == RolloutEnd::Completes {
                        let fix = *fix;
                        self.fixes.push((fix, trial.volume_dependent()));
                        if let Some(others) = &mut self.left {
                            others.retain(|other| !other.is_like(fix));
                        }
                    } else if *fix == RolloutFix::Hard
                        && self.raises < MOST_RAISES
                        && raise(&mut self.raised, trial, usize::MAX)
                        && let Some(others) = &mut self.left
                    {
                        others.push(RolloutFix::Hard);
                    }
                    self.trial = None;
                }
                continue;
            }
            if self.left.is_none() {
                self.left = Some(self.candidates());
            }
            let Some(next) = self.left.as_mut().and_then(Vec::pop) else {
                return true;
            };
            let raised = (next == RolloutFix::Hard).then(|| {
                self.raises += 1;
                with_hard(objects, &self.raised)
            });
            let input = RolloutInput {
                objects: raised.as_ref().unwrap_or(objects),
                workload: self.workload,
                settings: &self.settings,
                version: self.version,
            };
            let trial = Rollout::new(&input, Some(next));
            self.trial = trial.map(|trial| (next, trial));
        }
        self.is_decided()
    }

    fn is_decided(&self) -> bool {
        let is_over = self
            .rollout
            .end
            .is_some_and(|end| !matches!(end, RolloutEnd::Stops | RolloutEnd::Waits));
        let has_none = self.left.as_ref().is_some_and(Vec::is_empty);
        is_over || has_none && self.trial.is_none()
    }

    /// The number of steps of the queue so far, and the total if no more pods are queued again.
    pub fn progress(&self) -> (u64, u64) {
        let (mut done, mut of) = self.rollout.simulation.progress();
        if let Some((_, trial)) = &self.trial {
            let own = trial.simulation.progress();
            (done, of) = (done + own.0, of + own.1);
        }
        let tried = self.tried;
        ((done + tried) as u64, (of + tried) as u64)
    }

    /// The changes that are tried, the first one last.
    fn candidates(&mut self) -> Vec<RolloutFix> {
        let rollout = &self.rollout;
        let mut candidates = Vec::new();
        if rollout.end == Some(RolloutEnd::Waits) {
            candidates.push(RolloutFix::Ready);
        }
        if rollout.end != Some(RolloutEnd::Stops) {
            return candidates;
        }
        let surges = rollout.bounds().is_some_and(|bounds| bounds.max_surge > 0);
        if surges {
            candidates.push(RolloutFix::NoSurge);
        }
        let is_rolling = matches!(rollout.strategy, UpdateStrategy::Rolling(_));
        if is_rolling && rollout.kind == WorkloadKind::Deployment {
            candidates.push(RolloutFix::Recreate);
        }
        if raise(&mut self.raised, rollout, 1) {
            candidates.push(RolloutFix::Hard);
        }
        // The pods of a DaemonSet tolerate the taint.
        if rollout.kind != WorkloadKind::DaemonSet {
            let nodes = rollout.objects.nodes.iter().enumerate();
            let cordoned = nodes.filter(|(_, node)| node.unschedulable);
            let cordoned = cordoned.map(|(at, _)| RolloutFix::Uncordon(NodeId::new(at)));
            candidates.extend(cordoned.take(MOST_NODES));
            candidates.extend(self.unselected());
            candidates.extend(self.shapes().into_iter().map(RolloutFix::Node));
        }
        candidates.reverse();
        candidates
    }

    /// Labels for nodes that the `nodeSelector` of the template does not select, and no such selector. O(nodes).
    fn unselected(&self) -> Vec<RolloutFix> {
        let selector = &self.rollout.template.node_selector;
        let lacks = |node: &Node| {
            let mut wanted = selector.0.iter();
            wanted.any(|(key, value)| node.labels.get(*key) != Some(*value))
        };
        let nodes = self.rollout.objects.nodes.iter().enumerate();
        let nodes = nodes.filter(|(_, node)| !node.unschedulable && lacks(node));
        let nodes = nodes.map(|(at, _)| RolloutFix::Labels(NodeId::new(at)));
        let mut fixes: Vec<RolloutFix> = nodes.take(MOST_NODES).collect();
        fixes.extend((!selector.0.is_empty()).then_some(RolloutFix::NoSelector));
        fixes
    }

    /// One node of each shape, those with pods of the workload first. O(pods + nodes).
    fn shapes(&self) -> Vec<NodeId> {
        let (nodes, snapshot) = (&self.rollout.objects.nodes, self.rollout.snapshot());
        let members = self.rollout.members.iter();
        let own = members.filter_map(|member| snapshot.pods.get(member.pod)?.node());
        let mut shapes: Vec<(NodeId, &Arc<Node>)> = Vec::new();
        for id in own.chain(snapshot.nodes.ids()) {
            let Some(node) = nodes.get(id.index()) else {
                continue;
            };
            if shapes.len() >= MOST_NODES {
                break;
            }
            if !shapes
                .iter()
                .any(|(_, known)| is_alike(known, node, &self.rollout.objects))
            {
                shapes.push((id, node));
            }
        }
        shapes.into_iter().map(|(id, _)| id).collect()
    }
}

/// Raises the bounds that refuse the first pods of a rollout by what these lack; returns whether there are any, and
/// nothing else refuses the pods.
fn raise(raised: &mut Vec<RaisedHard>, rollout: &Rollout, pods: usize) -> bool {
    let names = &rollout.objects.names;
    let refused = rollout.pending().into_iter().map(|(_, refusals)| refusals);
    let refused = refused.filter(|refusals| !refusals.is_empty()).take(pods);
    let refusals: Vec<ResourceQuotaRefusal> = refused.flatten().collect();
    let is_bound = |of: &ResourceQuotaRefusal| of.rule == ResourceQuotaRule::Exceeded;
    if refusals.is_empty() || !refusals.iter().all(is_bound) {
        return false;
    }
    let mut wanted: Vec<RaisedHard> = Vec::new();
    for of in &refusals {
        let key = (of.namespace, of.name, of.key);
        let known = |one: &&mut RaisedHard| (one.namespace, one.name, one.key) == key;
        if let Some(one) = wanted.iter_mut().find(known) {
            one.hard = one.hard.saturating_add(of.requested);
            continue;
        }
        wanted.push(RaisedHard {
            namespace: of.namespace,
            name: of.name,
            key: of.key,
            hard: of.used.saturating_add(of.requested),
            value: String::new(),
        });
    }
    for mut one in wanted {
        // `requests.cpu` is an amount of `cpu`.
        let key = &names[one.key];
        let resource = key.rsplit_once('.').map_or(key, |(_, resource)| resource);
        let id = if resource == "cpu" {
            ResourceId::CPU
        } else {
            ResourceId::MEMORY
        };
        if let Value::Text(value) = amounts::value(id, resource, one.hard) {
            one.value = value;
        }
        raised.retain(|other| {
            (other.namespace, other.name, other.key) != (one.namespace, one.name, one.key)
        });
        raised.push(one);
    }
    true
}

/// The objects with raised bounds.
fn with_hard(objects: &Objects, raised: &[RaisedHard]) -> Objects {
    let mut objects = objects.clone();
    for one in raised {
        let mut quotas = objects.resource_quotas.iter_mut();
        let quota = quotas.find(|of| (of.namespace, of.name) == (one.namespace, one.name));
        if let (Some(quota), Ok(value)) = (quota, Quantity::parse(&one.value)) {
            let hard = Arc::make_mut(quota)
                .hard
                .0
                .iter_mut()
                .filter(|(key, _)| *key == one.key);
            hard.for_each(|(_, hard)| *hard = value.clone());
        }
    }
    objects
}

/// Whether two nodes differ only in their names.
fn is_alike(one: &Node, two: &Node, objects: &Objects) -> bool {
    let own = |node: &Node| {
        let labels = node.labels.0.iter().copied();
        let labels = labels.filter(|(key, _)| objects.names[*key] != *HOST_NAME);
        labels.collect::<Vec<_>>()
    };
    one.allocatable == two.allocatable
        && one.unschedulable == two.unschedulable
        && one.taints == two.taints
        && own(one) == own(two)
}

/// Adds a node like another one; returns its name. `None`: that one does not exist.
pub(super) fn add_node(objects: &mut Objects, like: NodeId) -> Option<Symbol> {
    let like = Arc::clone(objects.nodes.get(like.index())?);
    let mut number = 2;
    let name = loop {
        let name = format!("{}-{number}", &objects.names[like.name]);
        let known = objects.names.get(&name);
        let is_taken = |node: &Arc<Node>| Some(node.name) == known;
        if !objects.nodes.iter().any(is_taken) {
            break objects.names.intern(&name);
        }
        number += 1;
    };
    let mut csi_nodes = objects.csi_nodes.iter();
    if let Some(csi_node) = csi_nodes.find(|of| of.name == like.name) {
        let csi_node = CsiNode {
            name,
            ..CsiNode::clone(csi_node)
        };
        objects.csi_nodes.push(Arc::new(csi_node));
    }
    let host = objects.names.intern(HOST_NAME);
    let labels = like.labels.0.iter().copied();
    let labels = labels.map(|(key, value)| (key, if key == host { name } else { value }));
    objects.nodes.push(Arc::new(Node {
        name,
        labels: Labels(labels.collect()),
        images: Box::default(),
        ..Node::clone(&like)
    }));
    Some(name)
}
