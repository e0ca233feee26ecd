//! `NodeResourcesAllocatable`: the smallest node, or the largest.

use crate::{
    amounts::ResourceId,
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, min_max, times},
};

/// Which nodes score best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllocatableMode {
    /// Small ones.
    Least,
    /// Large ones.
    Most,
}

/// `-/+ sum w * allocatable / sum w`, then spread from 0 to 100.
///
/// Source: scheduler-plugins, `NodeResourcesAllocatable`.
#[derive(Clone, Debug)]
pub struct NodeResourcesAllocatable {
    /// Which nodes score best.
    pub size: AllocatableMode,
    pub resources: Vec<ScoredResource>,
}

impl NodeResourcesAllocatable {
    /// With the plugin's default weights: a milli-CPU is worth a mebibyte.
    pub fn with_defaults(size: AllocatableMode) -> Self {
        let weighted = |resource, weight| ScoredResource { resource, weight };
        Self {
            size,
            resources: vec![
                weighted(ResourceId::CPU, 1 << 20),
                weighted(ResourceId::MEMORY, 1),
            ],
        }
    }
}

impl Scorer for NodeResourcesAllocatable {
    fn name(&self) -> &'static str {
        match self.size {
            AllocatableMode::Least => "NodeResourcesAllocatableLeast",
            AllocatableMode::Most => "NodeResourcesAllocatableMost",
        }
    }

    fn score(&self, _: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        let of = |node: &&NodeInfo| {
            let (mut sum, mut weights) = (0_i64, 0_i64);
            for weighted in &self.resources {
                let amount = node.allocatable.get(weighted.resource);
                sum = sum.saturating_add(times(amount, weighted.weight));
                weights = weights.saturating_add(weighted.weight);
            }
            let size = sum / weights.max(1);
            match self.size {
                AllocatableMode::Least => size.saturating_neg(),
                AllocatableMode::Most => size,
            }
        };
        Some(nodes.iter().map(of).collect())
    }

    fn normalizes(&self) -> bool {
        true
    }

    fn normalise(&self, raw: &[i64]) -> Vec<i64> {
        min_max(raw)
    }
}
