//! Nodes gone.

use schedscope_answers::whatif::{
    drain::{DrainOptions, drain_answer},
    without_nodes::{NodeLoss, WithoutNodesAnswer, WithoutNodesOptions},
};
use schedscope_objects::{names::Symbol, objects::Objects, order};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_whatif::pods::drain::{by_label, lose};

use super::sweep::wrong;
use crate::{
    Progress, QuestionError, Scenario,
    missing::{Asks, of_pods},
    not_looked_at::of_queue,
    playing::{Played, Playing, Turns, WAITS},
};

/// The level of single nodes.
const NODE: &str = "node";

/// How many finished questions are kept.
const KEPT: usize = 4;

/// Losses of nodes in progress, and those at their end, of one text.
#[derive(Debug, Default)]
pub(crate) struct NodeLosses {
    /// The revision of the text.
    of: Option<u64>,
    playing: Playing<WithoutNodesOptions, Losing>,
    /// The latest last.
    lost: Vec<(WithoutNodesOptions, Losing)>,
}

/// Losses, one after another.
#[derive(Debug)]
struct Losing {
    asked: DrainOptions,
    gone: Vec<(String, Vec<Symbol>)>,
    /// Those that are decided.
    losses: Vec<NodeLoss>,
    /// The nodes and pods without the first of them.
    first: Option<ClusterSnapshot>,
}

impl Played for Losing {
    type On<'a> = &'a Objects;

    fn play(&mut self, objects: &Objects, turns: usize) -> bool {
        let names = &objects.names;
        for (name, nodes) in self.gone.iter().skip(self.losses.len()).take(turns) {
            let drained = lose(objects, nodes, &self.asked.settings());
            let answer = drain_answer(&drained, names, &self.asked);
            self.losses.push(NodeLoss::new(name, nodes.len(), answer));
            self.first.get_or_insert(drained.snapshot);
        }
        self.losses.len() == self.gone.len()
    }

    fn progress(&self) -> (u64, u64) {
        (self.losses.len() as u64, self.gone.len() as u64)
    }
}

impl Scenario {
    /// Decides at most so many more losses; with 0 gives the question up. `None`: all are decided, or it is given up.
    ///
    /// # Errors
    /// As [`Scenario::without_nodes`].
    pub(crate) fn advance_without_nodes(
        &mut self,
        options: &WithoutNodesOptions,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let objects = self.reader.objects();
        let revision = Some(self.reader.revision());
        if self.node_losses.of != revision {
            self.node_losses = NodeLosses {
                of: revision,
                ..NodeLosses::default()
            };
        }
        let NodeLosses { playing, lost, .. } = &mut self.node_losses;
        if let Some(at) = lost.iter().position(|(known, _)| known == options) {
            let latest = lost.remove(at);
            lost.push(latest);
            return Ok(None);
        }
        if turns == 0 {
            playing.retain(|known| known != options);
            return Ok(None);
        }
        let gone = nodes_gone(objects, options)?;
        let begin = || Losing {
            asked: DrainOptions {
                node: String::new(),
                profile: options.profile,
                offset: 0,
                limit: options.limit,
            },
            gone,
            losses: Vec::new(),
            first: None,
        };
        Ok(match playing.advance(options, begin, objects, turns) {
            Turns::GoesOn(progress) => Some(Progress::new(progress)),
            Turns::Ended(ended, losing) => {
                let waits = ended != *options;
                if lost.len() >= KEPT {
                    lost.remove(0);
                }
                lost.push((ended, losing));
                waits.then(|| Progress::new(WAITS))
            }
        })
    }

    /// Where pods land without some nodes, worst first.
    ///
    /// # Errors
    /// Not one loss is named; the text has no such node, or no node with the label.
    pub fn without_nodes(
        &mut self,
        options: &WithoutNodesOptions,
    ) -> Result<WithoutNodesAnswer, QuestionError> {
        self.advance_without_nodes(options, usize::MAX)?;
        let encoding = self.encoding;
        let lost = self.node_losses.lost.last();
        let mut losses = lost.map_or(Vec::new(), |(_, losing)| losing.losses.clone());
        let (mut not_looked_at, mut missing_inputs) = (Vec::new(), Vec::new());
        if let Some(first) = self.node_losses.lost.pop() {
            if let Some(snapshot) = &first.1.first {
                let (desk, reader) = self.desk_and_reader();
                not_looked_at = of_queue(reader, snapshot, encoding);
                let pending = snapshot.pods.iter().filter(|pod| pod.is_to_schedule());
                let asks = Asks {
                    scores: true,
                    evicts: true,
                    victims: true,
                };
                missing_inputs = of_pods(reader.objects(), &desk.needs, pending, asks);
            }
            self.node_losses.lost.push(first);
        }
        order::sort(&mut losses, |a, b| {
            let key = |loss: &NodeLoss| (loss.waiting + loss.lost, loss.evicted);
            key(b).cmp(&key(a)).then_with(|| a.name.cmp(&b.name))
        });
        let count = losses.len();
        losses.truncate(options.limit);
        Ok(WithoutNodesAnswer {
            losses,
            count,
            missing_inputs,
            not_looked_at,
        })
    }
}

/// What is lost each time, with its nodes.
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
        return Err(wrong("withoutNodes: no node has the label"));
    }
    Ok(gone)
}
