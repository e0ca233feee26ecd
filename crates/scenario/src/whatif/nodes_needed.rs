//! More nodes of one shape for the pending pods.

use schedscope_answers::whatif::nodes_needed::{
    NodesNeededAnswer, NodesNeededOptions, nodes_needed_answer,
};
use schedscope_checks::uses::{PodsWithChoice, Says, Scheduling, Scored, Uses};
use schedscope_objects::{
    names::{HOST_NAME, Names, Symbol},
    node::Node,
    objects::Objects,
    taint::{Taint, TaintEffect, TaintUpkeep},
};
use schedscope_quantity::Quantity;
use schedscope_quota::queue::QueueStepOutcome;
use schedscope_whatif::pods::nodes_needed::{NodeShape, NodesNeeded};

use super::{
    sweep::wrong,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, ClusterStates, Pods, QuestionError};

/// The labels that a kubelet gives to every node, with the values of most nodes.
const KUBELET_LABELS: [(&str, &str); 2] = [
    ("kubernetes.io/os", "linux"),
    ("kubernetes.io/arch", "amd64"),
];

/// The labels that replaced others, with those: Kubernetes and its cloud providers set both to the same value.
///
/// Source: `updateDefaultLabels` in `pkg/kubelet/kubelet_node_status.go` of Kubernetes 1.35, and `labelReconcileInfo`
/// in `controllers/node/node_controller.go` of its `cloud-provider`.
const FORMER_LABELS: [(&str, &str); 5] = [
    ("kubernetes.io/os", "beta.kubernetes.io/os"),
    ("kubernetes.io/arch", "beta.kubernetes.io/arch"),
    (
        "node.kubernetes.io/instance-type",
        "beta.kubernetes.io/instance-type",
    ),
    (
        "topology.kubernetes.io/zone",
        "failure-domain.beta.kubernetes.io/zone",
    ),
    (
        "topology.kubernetes.io/region",
        "failure-domain.beta.kubernetes.io/region",
    ),
];

/// The number of pods that a kubelet allows by default.
const PODS: (&str, &str) = ("pods", "110");

/// What the names of new nodes begin with.
const NEW: &str = "new-node";

/// The effects of a node's taints.
const EFFECTS: [(&str, TaintEffect); 3] = [
    ("NoSchedule", TaintEffect::NoSchedule),
    ("PreferNoSchedule", TaintEffect::PreferNoSchedule),
    ("NoExecute", TaintEffect::NoExecute),
];

impl System<NodesNeededOptions> for ClusterStates {
    type Work = NodesNeeded;
    type Answer = NodesNeededAnswer;

    fn begin(
        engine: &mut Pods<'_>,
        options: &NodesNeededOptions,
    ) -> Result<NodesNeeded, QuestionError> {
        let version = engine.version(options.kubernetes_version);
        let mut objects = engine.input.objects().clone();
        let shape = shape(&mut objects, options)?;
        let settings = (options.settings(), version);
        Ok(NodesNeeded::new(objects, shape, settings, options.most))
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &NodesNeededOptions,
        found: &mut NodesNeeded,
    ) -> Result<Answered<NodesNeededAnswer>, QuestionError> {
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let answer = nodes_needed_answer(found, options);
        let steps = found.simulation().steps();
        let chosen = steps.iter().filter(|step| step.had_choice);
        let choosing = PodsWithChoice::these(chosen.map(|step| step.pod), found.snapshot());
        let is_bound = |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Bound(_));
        let preempts =
            |outcome: &QueueStepOutcome| matches!(outcome, QueueStepOutcome::Preempts(..));
        let uses = Scheduling {
            scores: Scored::Some(&choosing),
            evicts: steps.iter().any(|step| !is_bound(&step.outcome)),
            victims: steps.iter().any(|step| preempts(&step.outcome)),
            says: Says {
                volumes: true,
                ..Says::default()
            },
            ..Scheduling::queue(&cluster.snapshot)
        };
        Ok(cluster.answered(answer, input, None, Uses::Schedules(uses)))
    }
}

impl LongWork for NodesNeeded {
    fn advance(&mut self, _: WorkInput<'_>, turns: usize) -> bool {
        self.advance(turns)
    }

    fn progress(&self) -> (u64, u64) {
        self.progress()
    }
}

/// What the new nodes are like.
fn shape(objects: &mut Objects, options: &NodesNeededOptions) -> Result<NodeShape, QuestionError> {
    let mut shape = match &options.like {
        Some(like) => {
            NodeShape::like(objects, like).ok_or_else(|| QuestionError::NoNode(like.clone()))?
        }
        None if options.shape.is_empty() => {
            return Err(wrong("nodesNeeded: name `shape` or `like`"));
        }
        None => {
            let names = &mut objects.names;
            let mut node = Node {
                name: names.intern(NEW),
                ..Node::default()
            };
            set(
                &mut node.allocatable.0,
                names.intern(PODS.0),
                amount(PODS.1, PODS.0)?,
            );
            let host = (HOST_NAME, NEW);
            for (key, value) in KUBELET_LABELS.into_iter().chain([host]) {
                label(&mut node, (key, value), names);
            }
            NodeShape {
                node,
                csi_node: None,
                model: None,
            }
        }
    };
    let names = &mut objects.names;
    let node = &mut shape.node;
    for (resource, written) in &options.shape {
        let amount = amount(written, resource)?;
        set(&mut node.allocatable.0, names.intern(resource), amount);
    }
    // What is given for a former label wins.
    let is_former = |key: &str| FORMER_LABELS.iter().any(|(_, former)| *former == key);
    let labels = options.labels.iter();
    let (former, others): (Vec<_>, Vec<_>) = labels.partition(|(key, _)| is_former(key));
    for (key, value) in others.into_iter().chain(former) {
        label(node, (key, value), names);
    }
    let mut taints = node.taints.to_vec();
    for written in &options.taints {
        let taint = taint(written, names).ok_or_else(|| {
            QuestionError::Invalid(format!(
                "nodesNeeded.taints: expected `key=value:effect` with the effect `NoSchedule`, `PreferNoSchedule` or \
                 `NoExecute`, found `{written}`"
            ))
        })?;
        taints.push(taint);
    }
    node.taints = taints.into();
    Ok(shape)
}

/// Sets a label, and the one that it replaced.
fn label(node: &mut Node, (key, value): (&str, &str), names: &mut Names) {
    let former = FORMER_LABELS.iter().filter(|(known, _)| *known == key);
    for key in std::iter::once(key).chain(former.map(|(_, former)| *former)) {
        let (key, value) = (names.intern(key), names.intern(value));
        set(&mut node.labels.0, key, value);
    }
}

/// Sets the value of a key, in place of the one that it has.
fn set<T>(list: &mut Box<[(Symbol, T)]>, key: Symbol, value: T) {
    let mut all = std::mem::take(list).into_vec();
    match all.iter_mut().find(|(known, _)| *known == key) {
        Some((_, slot)) => *slot = value,
        None => all.push((key, value)),
    }
    *list = all.into();
}

fn amount(written: &str, resource: &str) -> Result<Quantity, QuestionError> {
    let quantity = Quantity::parse(written).ok();
    let quantity = quantity.filter(|quantity| quantity.to_f64() >= 0.0);
    quantity.ok_or_else(|| {
        QuestionError::Invalid(format!(
            "nodesNeeded.shape.{resource}: expected a quantity such as `4` or `16Gi`, found `{written}`"
        ))
    })
}

/// A taint as kubectl writes it.
fn taint(written: &str, names: &mut Names) -> Option<Taint> {
    let (key, effect) = written.rsplit_once(':')?;
    let (key, value) = key.split_once('=').unwrap_or((key, ""));
    let (_, effect) = EFFECTS.iter().find(|(name, _)| *name == effect)?;
    (!key.is_empty()).then(|| Taint {
        key: names.intern(key),
        value: names.intern(value),
        effect: *effect,
        time_added: None,
        upkeep: TaintUpkeep::Kept,
    })
}
