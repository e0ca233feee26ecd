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
use schedscope_quota::queue::QueueSettings;

use super::{Rollout, RolloutEnd, RolloutInput, WorkloadKind};

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
    /// The pods of the text that are not ready become ready.
    Ready,
}

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
    /// The rollout.
    pub rollout: Rollout,
    /// The changes that let it complete: at most one of the strategy, and one of each other kind.
    /// Each with the number of its pods whose node depends on volumes.
    pub fixes: Vec<(RolloutFix, usize)>,
    /// Those that are still to be tried, the next one last; `None` before the rollout has ended.
    left: Option<Vec<RolloutFix>>,
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
                    }
                    self.trial = None;
                }
                continue;
            }
            let candidates = self.candidates();
            let Some(next) = self.left.get_or_insert(candidates).pop() else {
                return true;
            };
            let input = RolloutInput {
                objects,
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
    fn candidates(&self) -> Vec<RolloutFix> {
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
