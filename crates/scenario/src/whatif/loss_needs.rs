//! More nodes for the pods that a loss of nodes leaves waiting.

use schedscope_answers::whatif::without_nodes::{NodeLoss, NodesForLoss};
use schedscope_objects::{
    kubernetes_version::KubernetesVersion, names::Symbol, node::Node, objects::Objects,
};
use schedscope_quota::queue::QueueSettings;
use schedscope_whatif::pods::{
    alike_nodes::first_alike,
    drain::lost,
    nodes_needed::{NodeShape, NodesNeeded},
};

/// The maximum number of shapes that are tried, and of nodes that are added.
const SHAPES: usize = 8;
const MOST: usize = 1000;

/// A loss for which nodes of one shape after another are counted.
#[derive(Debug)]
pub(super) struct LossNeeds {
    loss: NodeLoss,
    objects: Objects,
    settings: (QueueSettings, KubernetesVersion),
    /// The nodes whose shapes are tried, the current one last.
    likes: Vec<Symbol>,
    count: Option<NodesNeeded>,
}

impl LossNeeds {
    /// # Errors
    /// No pod waits, or no node is left that another one could be like.
    pub(super) fn new(
        loss: NodeLoss,
        (objects, nodes): (&Objects, &[Symbol]),
        settings: (QueueSettings, KubernetesVersion),
    ) -> Result<Self, Box<NodeLoss>> {
        if loss.waiting == 0 || loss.stopped {
            return Err(Box::new(loss));
        }
        let objects = lost(objects, nodes, settings.1);
        let open = objects.nodes.iter().filter(|node| !node.unschedulable);
        let open: Vec<&Node> = open.map(|node| &**node).collect();
        let firsts = first_alike(open.iter().copied(), &objects.names);
        let shapes = (firsts.iter().enumerate()).filter(|(at, first)| at == *first);
        let shapes = shapes.filter_map(|(at, _)| Some(open.get(at)?.name));
        let mut likes: Vec<Symbol> = shapes.take(SHAPES).collect();
        likes.reverse();
        if likes.is_empty() {
            return Err(Box::new(loss));
        }
        Ok(Self {
            loss,
            objects,
            settings,
            likes,
            count: None,
        })
    }

    /// Schedules at most `turns` more pods, and takes them from `turns`; the loss once all shapes are tried.
    pub(super) fn advance(&mut self, turns: &mut usize) -> Option<NodeLoss> {
        while let Some(like) = self.likes.last() {
            let name = self.objects.names[*like].to_owned();
            let begin = || {
                let shape = NodeShape::like(&self.objects, &name)?;
                let settings = (self.settings.0.clone(), self.settings.1);
                Some(NodesNeeded::new(
                    self.objects.clone(),
                    shape,
                    settings,
                    MOST,
                ))
            };
            let Some(mut count) = self.count.take().or_else(begin) else {
                self.likes.pop();
                continue;
            };
            let before = count.progress().0;
            let is_over = count.advance(*turns);
            let steps = count.progress().0.saturating_sub(before);
            *turns = turns.saturating_sub(usize::try_from(steps).unwrap_or(usize::MAX).max(1));
            if !is_over {
                self.count = Some(count);
                return None;
            }
            let found = NodesForLoss {
                like: name,
                nodes: count.nodes.len(),
                waiting: count.left.len() + count.not_helped.len(),
            };
            let key = |of: &NodesForLoss| (of.waiting, of.nodes);
            if self
                .loss
                .needed
                .as_ref()
                .is_none_or(|best| key(&found) < key(best))
            {
                self.loss.needed = Some(found);
            }
            self.likes.pop();
            if *turns == 0 && !self.likes.is_empty() {
                return None;
            }
        }
        Some(self.loss.clone())
    }
}
