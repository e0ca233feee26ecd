//! All nodes, looked at once for a pod.

use schedscope_objects::names::Names;

use crate::{
    fit::{Misfit, fits},
    node::NodeInfo,
    score::limit_aware::LimitAware,
    world::{PodInfo, World},
};

/// What one look at all nodes shows: nodes are far apart in memory, and one look is most of the time.
#[derive(Debug)]
pub struct Sight<'a> {
    /// Whether the pod fits each node.
    pub fits: Vec<Result<(), Misfit>>,
    /// The nodes that it fits.
    pub feasible: Vec<&'a NodeInfo>,
    /// Their places in the order of the names.
    pub ranks: Vec<u32>,
    /// Their limit-aware scores.
    pub raw: Vec<i64>,
    /// The same, as nearly as doubles say it without the cut of integer division.
    pub near: Vec<f64>,
    /// The size of the largest terms of those.
    pub size: f64,
    /// How many pods have a container without a limit.
    pub unbounded: i64,
    /// How many nodes have nothing of each resource that is scored.
    pub without: Vec<usize>,
}

impl<'a> Sight<'a> {
    /// Looks. O(nodes x (resources + tolerations)).
    pub fn new(world: &'a World, info: &PodInfo, names: &Names, scorer: &LimitAware) -> Self {
        let count = world.nodes.len();
        let mut sight = Self {
            fits: Vec::with_capacity(count),
            feasible: Vec::with_capacity(count),
            ranks: Vec::with_capacity(count),
            raw: Vec::with_capacity(count),
            near: Vec::with_capacity(count),
            size: 0.0,
            unbounded: 0,
            without: vec![0; scorer.resources.len()],
        };
        for (index, node) in world.nodes.iter().enumerate() {
            sight.unbounded += node.unbounded;
            for (count, weighted) in sight.without.iter_mut().zip(&scorer.resources) {
                *count += usize::from(node.allocatable.get(weighted.resource) == 0);
            }
            let fit = fits(world, info, index as u32, names);
            if fit.is_ok() {
                let (raw, near, size) = scorer.sums(&info.request, node);
                sight.feasible.push(node);
                sight.ranks.push(world.name_rank(index as u32));
                sight.raw.push(raw);
                sight.near.push(near);
                sight.size = sight.size.max(size);
            }
            sight.fits.push(fit);
        }
        sight
    }

    /// The nodes with the largest value, given for each feasible one: the first `most` of them.
    pub fn best(&self, values: &[i64], most: usize) -> First {
        let mut first = First::default();
        let Some(top) = values.iter().max() else {
            return first;
        };
        for (rank, value) in self.ranks.iter().zip(values) {
            if value == top {
                first.take(*rank, most);
            }
        }
        first
    }
}

/// The first ones by name of some nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct First {
    /// Their places in the order of the names, ascending.
    pub ranks: Vec<u32>,
    /// How many nodes there are in all.
    pub count: usize,
}

impl First {
    /// One more node; at most `most` are kept.
    pub(super) fn take(&mut self, rank: u32, most: usize) {
        self.count += 1;
        let ranks = &mut self.ranks;
        if ranks.len() < most || ranks.last().is_some_and(|last| rank < *last) {
            let at = ranks.partition_point(|other| *other < rank);
            ranks.insert(at, rank);
            ranks.truncate(most);
        }
    }
}
