//! Loss of nodes.

use schedscope_answers::whatif::{
    drain::{DrainOptions, drain_answer},
    without_nodes::{
        NodeLoss, WithoutNodesAnswer, WithoutNodesOptions, lost_workloads, spread_over_lost,
        waiting,
    },
};
use schedscope_checks::uses::{
    PodsWithChoice, Says, Scheduling, Scored, Uses, has_victims, preempts,
};
use schedscope_objects::{
    kubernetes_version::KubernetesVersion, names::Symbol, objects::Objects, order,
};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_whatif::pods::drain::{Drained, Draining, by_label};

use super::{
    loss_needs::LossNeeds,
    sweep::wrong,
    unknown,
    works::{LongWork, System, WorkInput},
};
use crate::{Answered, ClusterStates, Pods, QuestionError};

/// The level of single nodes.
const NODE: &str = "node";

/// Computes one loss of nodes after another, each with its queue.
#[derive(Debug)]
pub(crate) struct LosingNodes {
    asked: DrainOptions,
    version: KubernetesVersion,
    gone: Vec<(String, Vec<Symbol>)>,
    /// Whether the losses are the values of a label, or all nodes.
    is_each: bool,
    /// The queue of the next loss.
    queue: Option<Draining>,
    /// A loss that is decided but for the queue while the nodes remain.
    outage: Option<(NodeLoss, Draining)>,
    /// A loss that is decided but for the nodes that its pods need.
    needs: Option<Box<LossNeeds>>,
    /// The queue without a loss, for comparison; `None` before the first loss is decided, and if no pod is pending.
    before: Option<Box<Drained>>,
    /// The losses decided so far.
    losses: Vec<NodeLoss>,
    /// The nodes and pods after the first loss.
    first: Option<ClusterSnapshot>,
    /// The pods with several feasible nodes in some loss.
    choosing: PodsWithChoice,
    /// Whether a pod finds no node in some loss. `has_victims`: whether a pod evicts others.
    evicts: bool,
    has_victims: bool,
}

impl LongWork for LosingNodes {
    /// Schedules at most `turns` more pods. Returns whether all losses are decided.
    fn advance(&mut self, on: WorkInput<'_>, turns: usize) -> bool {
        let objects = on.objects;
        let names = &objects.names;
        let mut left = turns;
        while left > 0 {
            let Some((name, nodes)) = self.gone.get(self.losses.len()) else {
                break;
            };
            if let Some(mut needs) = self.needs.take() {
                match needs.advance(&mut left) {
                    Some(loss) => self.losses.push(loss),
                    None => self.needs = Some(needs),
                }
                continue;
            }
            if let Some((mut loss, mut queue)) = self.outage.take() {
                let before = queue.progress().0;
                if !queue.advance(names, left) {
                    self.outage = Some((loss, queue));
                    break;
                }
                left = left.saturating_sub((queue.progress().0 - before).max(1));
                loss.waiting_in_outage = Some(waiting(&queue.finish(names)));
                let nodes = nodes.clone();
                self.decided(loss, objects, &nodes);
                continue;
            }
            let is_first = self.losses.is_empty();
            let begin = || {
                let settings = self.asked.settings();
                Draining::lose(objects, nodes, (&settings, self.version), is_first)
            };
            let mut queue = self.queue.take().unwrap_or_else(begin);
            let before = queue.progress().0;
            if !queue.advance(names, left) {
                self.queue = Some(queue);
                break;
            }
            left = left.saturating_sub((queue.progress().0 - before).max(1));
            let mut drained = queue.finish(names);
            if is_first && let Some(before) = &drained.before {
                self.choosing.add(&before.run, &before.snapshot);
                self.evicts |= preempts(&before.run);
                self.has_victims |= has_victims(&before.run);
            }
            if !is_first {
                drained.before = self.before.take();
            }
            let mut answer = drain_answer(&drained, names, &self.asked);
            self.before = drained.before.take();
            if self.is_each {
                answer.others.truncate(answer.others_lost);
            }
            let workloads = lost_workloads(&drained, objects);
            let spread = spread_over_lost(&drained, objects, nodes);
            let loss = NodeLoss::new((name, nodes.len()), answer, workloads, spread);
            if spread > 0 {
                let settings = self.asked.settings();
                let queue = Draining::outage(objects, nodes, (&settings, self.version));
                self.outage = Some((loss, queue));
            } else {
                let nodes = nodes.clone();
                self.decided(loss, objects, &nodes);
            }
            self.choosing.add(&drained.run, &drained.snapshot);
            self.evicts |= preempts(&drained.run);
            self.has_victims |= has_victims(&drained.run);
            self.first.get_or_insert(drained.snapshot);
        }
        self.losses.len() == self.gone.len()
    }

    /// The number of losses decided, and the total.
    fn progress(&self) -> (u64, u64) {
        (self.losses.len() as u64, self.gone.len() as u64)
    }
}

impl LosingNodes {
    /// Goes on with the nodes that the pods of a loss need, if one loss is asked about.
    fn decided(&mut self, loss: NodeLoss, objects: &Objects, nodes: &[Symbol]) {
        if self.is_each {
            return self.losses.push(loss);
        }
        let settings = (self.asked.settings(), self.version);
        match LossNeeds::new(loss, (objects, nodes), settings) {
            Ok(needs) => self.needs = Some(Box::new(needs)),
            Err(loss) => self.losses.push(*loss),
        }
    }
}

impl System<WithoutNodesOptions> for ClusterStates {
    type Work = LosingNodes;
    type Answer = WithoutNodesAnswer;

    fn begin(
        engine: &mut Pods<'_>,
        options: &WithoutNodesOptions,
    ) -> Result<LosingNodes, QuestionError> {
        let version = engine.version(options.kubernetes_version);
        Ok(LosingNodes {
            asked: DrainOptions {
                node: String::new(),
                profile: options.profile,
                kubernetes_version: options.kubernetes_version,
                offset: 0,
                limit: options.limit,
            },
            version,
            is_each: options.each.is_some(),
            gone: nodes_gone(engine.input.objects(), options)?,
            queue: None,
            outage: None,
            needs: None,
            before: None,
            losses: Vec::new(),
            first: None,
            choosing: PodsWithChoice::default(),
            evicts: false,
            has_victims: false,
        })
    }

    fn answer(
        engine: &mut Pods<'_>,
        options: &WithoutNodesOptions,
        found: &mut LosingNodes,
    ) -> Result<Answered<WithoutNodesAnswer>, QuestionError> {
        let mut losses = found.losses.clone();
        order::sort(&mut losses, |a, b| {
            let key = |loss: &NodeLoss| (loss.lost(), loss.evicted);
            key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
        });
        let count = losses.len();
        losses.truncate(options.limit);
        let (cluster, input) = engine.cluster(options.kubernetes_version);
        let uses = found.first.as_ref().map_or(Uses::Lists, |snapshot| {
            Uses::Schedules(Scheduling {
                scores: Scored::Some(&found.choosing),
                evicts: found.evicts,
                victims: found.has_victims,
                says: Says {
                    volumes: true,
                    ..Says::default()
                },
                ..Scheduling::queue(snapshot)
            })
        });
        let answer = WithoutNodesAnswer { losses, count };
        Ok(cluster.answered(answer, input, None, uses))
    }
}

/// The losses by name, each with its nodes.
fn nodes_gone(
    objects: &Objects,
    options: &WithoutNodesOptions,
) -> Result<Vec<(String, Vec<Symbol>)>, QuestionError> {
    let names = &objects.names;
    let single = |node: Symbol| (names[node].to_owned(), vec![node]);
    let nodes = || objects.nodes.iter().map(|node| node.name);
    let gone = match (&options.node, &options.label, &options.each) {
        (Some(name), None, None) => {
            let node = nodes().find(|node| names[*node] == **name);
            vec![single(
                node.ok_or_else(|| QuestionError::NoNode(name.clone()))?,
            )]
        }
        (None, Some(label), None) => {
            let (key, value) = label.split_once('=').unwrap_or((label, ""));
            let mut all = by_label(objects, key);
            all.retain(|(known, _)| known == value);
            all
        }
        (None, None, Some(key)) if key == NODE => nodes().map(single).collect(),
        (None, None, Some(key)) => by_label(objects, key),
        _ => {
            return Err(wrong(
                "withoutNodes: name one of `node`, `label` and `each`",
            ));
        }
    };
    if gone.is_empty() && options.each.as_deref() != Some(NODE) {
        let label = options.label.as_ref().or(options.each.as_ref());
        return Err(unknown::node_label(
            objects,
            label.map_or("", |label| label),
        ));
    }
    Ok(gone)
}
