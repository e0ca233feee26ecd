//! Scores of all nodes for pods that are alike.

use schedscope_objects::names::Names;
use schedscope_pods::{
    fit::fits,
    node::NodeInfo,
    score::Scorer,
    world::{PodInfo, World},
};

/// What a node scores that does not fit.
const NEVER: i64 = i64::MIN;
/// So many kinds of pods have a column; the one that was not used for longest makes room.
const MOST: usize = 64;

/// The scores of the nodes for one kind of pod.
struct Column {
    /// A pod of the kind, by index.
    like: u32,
    /// By the nodes' places in the order of their names.
    scores: Vec<i64>,
    /// How many changes it has seen.
    seen: usize,
    /// When it was last used.
    used: usize,
}

/// Columns of scores, and the changes that they have to follow.
pub struct Columns {
    scorer: Box<dyn Scorer>,
    known: Vec<Column>,
    /// The nodes that changed, one after another.
    changes: Vec<u32>,
    uses: usize,
}

/// Whether two pods fit the same nodes and score them alike.
pub fn is_alike(one: &PodInfo, two: &PodInfo) -> bool {
    let wanted = |info: &PodInfo| info.wanted;
    if wanted(one) != wanted(two) || one.request != two.request {
        return false;
    }
    let (one, two) = (&one.pod, &two.pod);
    std::sync::Arc::ptr_eq(one, two)
        || (one.tolerations == two.tolerations
            && one.node_selector == two.node_selector
            && one.node_affinity == two.node_affinity)
}

impl Columns {
    /// No column yet.
    pub fn new(scorer: Box<dyn Scorer>) -> Self {
        Self {
            scorer,
            known: Vec::new(),
            changes: Vec::new(),
            uses: 0,
        }
    }

    /// Something about a node has changed.
    pub fn changed(&mut self, node: u32) {
        self.changes.push(node);
    }

    /// The node with the best score that fits; of equal ones the first by name. O(nodes), and what
    /// changed since a pod like it was asked for.
    pub fn pick(&mut self, world: &World, info: &PodInfo, names: &Names) -> Option<u32> {
        self.uses += 1;
        let at = self.column(world, info, names);
        // Room that is kept for nominated pods depends on the priority: those nodes are asked each
        // time, and those who come later must ask again, too.
        for &pod in &world.nominated {
            let node = world.pods.get(pod as usize).and_then(|info| info.nominated);
            if let Some(node) = node {
                self.refresh(at, node, world, info, names);
                self.changes.push(node);
            }
        }
        let column = self.known.get_mut(at)?;
        column.used = self.uses;
        let mut best = (NEVER, 0);
        for (place, score) in column.scores.iter().enumerate() {
            if *score > best.0 {
                best = (*score, place);
            }
        }
        (best.0 > NEVER).then(|| world.nodes_by_name().get(best.1).copied())?
    }

    /// The column for a pod, up to date.
    fn column(&mut self, world: &World, info: &PodInfo, names: &Names) -> usize {
        let found = self.known.iter().position(|column| {
            let like = world.pods.get(column.like as usize);
            like.is_some_and(|like| is_alike(like, info))
        });
        let (at, seen) = match found {
            Some(at) => (at, self.known[at].seen),
            None => (self.new_column(world, info), 0),
        };
        let behind = self.changes.len() - seen;
        if found.is_none() || behind > world.nodes.len() {
            for node in 0..world.nodes.len() as u32 {
                self.refresh(at, node, world, info, names);
            }
        } else {
            for change in seen..self.changes.len() {
                let node = self.changes[change];
                self.refresh(at, node, world, info, names);
            }
        }
        self.known[at].seen = self.changes.len();
        at
    }

    fn new_column(&mut self, world: &World, info: &PodInfo) -> usize {
        let pods = world.pods.iter();
        let like = pods.take_while(|other| !std::ptr::eq(*other, info)).count();
        let column = Column {
            like: like as u32,
            scores: vec![NEVER; world.nodes.len()],
            seen: 0,
            used: 0,
        };
        if self.known.len() < MOST {
            self.known.push(column);
            return self.known.len() - 1;
        }
        let columns = self.known.iter().enumerate();
        let oldest = columns.min_by_key(|(_, column)| column.used);
        let at = oldest.map_or(0, |(at, _)| at);
        self.known[at] = column;
        at
    }

    fn refresh(&mut self, at: usize, node: u32, world: &World, info: &PodInfo, names: &Names) {
        let score = self.score(node, world, info, names);
        let place = world.name_rank(node);
        let slot = self
            .known
            .get_mut(at)
            .and_then(|column| column.scores.get_mut(place as usize));
        if let Some(slot) = slot {
            *slot = score;
        }
    }

    fn score(&self, node: u32, world: &World, info: &PodInfo, names: &Names) -> i64 {
        let Some(one) = world.nodes.get(node as usize) else {
            return NEVER;
        };
        if fits(world, info, node, names).is_err() {
            return NEVER;
        }
        let nodes: [&NodeInfo; 1] = [one];
        let scores = self.scorer.score(&info.request, &nodes);
        // A rule that does not apply likes all nodes alike.
        let score = scores.and_then(|scores| scores.first().copied());
        score.unwrap_or(0).max(NEVER + 1)
    }
}
