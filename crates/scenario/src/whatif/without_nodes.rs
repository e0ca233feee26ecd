//! Nodes gone.

use schedscope_answers::whatif::{
    drain::{DrainOptions, drain_answer},
    without_nodes::{NodeLoss, WithoutNodesAnswer, WithoutNodesOptions},
};
use schedscope_objects::{names::Symbol, order};
use schedscope_whatif::pods::drain::{by_label, lose};

use super::sweep::wrong;
use crate::{
    QuestionError, Scenario,
    missing::{Asks, of_pods},
    not_looked_at::of_queue,
};

/// The level of single nodes.
const NODE: &str = "node";

impl Scenario {
    /// Where pods land without some nodes, worst first.
    ///
    /// # Errors
    /// Not one loss is named; the text has no such node, or no node with the label.
    pub fn without_nodes(
        &mut self,
        options: &WithoutNodesOptions,
    ) -> Result<WithoutNodesAnswer, QuestionError> {
        let encoding = self.encoding;
        let (desk, reader) = self.desk_and_reader();
        let objects = reader.objects();
        let names = &objects.names;
        let single = |node: Symbol| (names[node].to_owned(), vec![node]);
        let nodes = || objects.nodes.iter().map(|node| node.name);
        let gone: Vec<(String, Vec<Symbol>)> = match (&options.node, &options.label, &options.each)
        {
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
        let asked = DrainOptions {
            node: String::new(),
            profile: options.profile,
            offset: 0,
            limit: options.limit,
        };
        let mut not_looked_at = Vec::new();
        let mut missing_inputs = Vec::new();
        let mut losses: Vec<NodeLoss> = Vec::with_capacity(gone.len());
        for (index, (name, nodes)) in gone.iter().enumerate() {
            let drained = lose(objects, nodes, &asked.settings());
            if index == 0 {
                not_looked_at = of_queue(reader, &drained.snapshot, encoding);
                let pending = drained.snapshot.pods.iter().filter(|pod| pod.is_pending());
                let asks = Asks {
                    scores: true,
                    evicts: true,
                    victims: true,
                };
                missing_inputs = of_pods(objects, &desk.needs, pending, asks);
            }
            let answer = drain_answer(&drained, names, &asked);
            losses.push(NodeLoss::new(name, nodes.len(), answer));
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
