//! How kube-scheduler's default profile scores the nodes that a pod fits: one file for each plugin.
//!
//! Each plugin scores nodes from 0 to 100, or skips the pod. The pod is bound to a node with the highest sum of scores
//! times weights; of several, Kubernetes picks one at random.
//!
//! Source: `filters.md`, "Scores"; Kubernetes 1.35.

mod balanced_allocation;
mod image_locality;
mod inter_pod_affinity;
mod kept;
mod least_allocated;
mod node_affinity;
mod pod_topology_spread;
mod profile;
mod taint_toleration;

use schedscope_objects::{id::NodeId, words};

pub use self::{
    inter_pod_affinity::AffinityScores,
    kept::KeptScores,
    node_affinity::pre_score_error,
    pod_topology_spread::{SoftConstraints, SpreadScores},
    profile::{Preempting, ScoringProfile},
};
use crate::{fit::FitContext, node::NodeInfo, node_scan::TopNodes, snapshot::NameRank};

words! {
    /// A plugin of the default profile that scores nodes.
    pub enum ScorePlugin {
        /// Taints with the effect `PreferNoSchedule`.
        TaintToleration = "TaintToleration",
        /// Preferred node affinity.
        NodeAffinity = "NodeAffinity",
        /// Topology spread constraints that may be violated.
        PodTopologySpread = "PodTopologySpread",
        /// Preferred pod affinity and anti-affinity.
        InterPodAffinity = "InterPodAffinity",
        /// The free share of cpu and memory.
        NodeResourcesFit = "NodeResourcesFit",
        /// Equal shares of cpu and memory.
        NodeResourcesBalancedAllocation = "NodeResourcesBalancedAllocation",
        /// Images that a node has.
        ImageLocality = "ImageLocality",
    }
}

/// The scorer name that stands for all plugins of the pod's profile.
pub const DEFAULT_PROFILE: &str = "DefaultProfile";

/// How many plugins score nodes.
pub const PLUGINS: usize = 7;

/// The weight of each plugin, in the order of [`ScorePlugin`]; 0: the plugin is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PluginWeights(pub [i64; PLUGINS]);

impl PluginWeights {
    /// The weight of a plugin.
    pub fn of(&self, plugin: ScorePlugin) -> i64 {
        self.0.get(plugin as usize).copied().unwrap_or(0)
    }
}

impl Default for PluginWeights {
    /// The weights of the default profile.
    fn default() -> Self {
        Self([3, 2, 2, 2, 1, 1, 1])
    }
}

/// What plugins look at.
#[derive(Clone, Copy, Debug)]
pub struct ScoreInput<'a> {
    /// The pod, which is on no node, all nodes and pods, and the faults to reproduce.
    pub on: FitContext<'a>,
    /// The nodes that it fits.
    pub nodes: &'a [&'a NodeInfo],
    /// The settings of the pod's scheduler; `None`: those of the default profile.
    pub profile: Option<&'a ScoringProfile>,
}

impl<'a> ScoreInput<'a> {
    /// The plugins look at a pod as its scheduler is configured.
    pub fn new(on: FitContext<'a>, nodes: &'a [&'a NodeInfo]) -> Self {
        Self {
            on,
            nodes,
            profile: on.snapshot.profile_of(&on.pod.pod),
        }
    }

    fn ids(&self) -> Vec<NodeId> {
        let node = |node: &&NodeInfo| self.on.snapshot.node(node.node.name);
        self.nodes.iter().filter_map(node).collect()
    }

    /// The weights of the plugins.
    pub fn weights(&self) -> PluginWeights {
        let profile = self.profile;
        profile.map_or_else(PluginWeights::default, |profile| profile.weights)
    }
}

/// The scores of the nodes that a pod fits, in their order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileScores {
    /// The scores by each plugin, from 0 to 100, in the order of [`ScorePlugin`]; `None`: the plugin skips the pod or
    /// is off.
    pub scores: [Option<Vec<i64>>; PLUGINS],
    /// The sums of scores times weights.
    pub totals: Vec<i64>,
}

impl ProfileScores {
    /// Scores the nodes. O(nodes x terms + classes of pods x terms), and O(pods) for a pod without spread constraints
    /// that Services or its controller select.
    pub fn new(input: &ScoreInput<'_>) -> Self {
        let mut all = Self {
            scores: Default::default(),
            totals: vec![0; input.nodes.len()],
        };
        let plugins = <ScorePlugin as schedscope_objects::word::Word>::ALL;
        for ((slot, weight), (plugin, _)) in
            all.scores.iter_mut().zip(input.weights().0).zip(plugins)
        {
            if weight == 0 {
                continue;
            }
            *slot = match plugin {
                ScorePlugin::TaintToleration => Some(taint_toleration::scores(input)),
                ScorePlugin::NodeAffinity => node_affinity::scores(input),
                ScorePlugin::PodTopologySpread => pod_topology_spread::scores(input),
                ScorePlugin::InterPodAffinity => inter_pod_affinity::scores(input),
                ScorePlugin::NodeResourcesFit => Some(least_allocated::scores(input)),
                ScorePlugin::NodeResourcesBalancedAllocation => balanced_allocation::scores(input),
                ScorePlugin::ImageLocality => Some(image_locality::scores(input)),
            };
            for (total, score) in all.totals.iter_mut().zip(slot.iter().flatten()) {
                *total = total.saturating_add(score.saturating_mul(weight));
            }
        }
        all
    }

    /// The nodes with the highest total and with the next lower one, at most `limit` of each. `ranks`: the ranks of the
    /// nodes by name. `None` without nodes. O(nodes x limit) at worst.
    pub fn choice(&self, ranks: &[NameRank], limit: usize) -> Option<Choice> {
        let total = *self.totals.iter().max()?;
        let below = self.totals.iter().filter(|other| **other < total).max();
        let with = |wanted: i64| {
            let mut nodes = TopNodes::default();
            for (rank, other) in ranks.iter().zip(&self.totals) {
                if *other == wanted {
                    nodes.take(*rank, limit);
                }
            }
            nodes
        };
        Some(Choice {
            total,
            best: with(total),
            next: below.map(|below| (*below, with(*below))),
        })
    }
}

/// The nodes that the default profile likes best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The highest total.
    pub total: i64,
    /// The nodes with it. Kubernetes takes any of them; here, the first by name is taken.
    pub best: TopNodes,
    /// The next lower total and its nodes, if any.
    pub next: Option<(i64, TopNodes)>,
}

/// Raw scores as shares of the largest, in percent: all 0 where that is 0. Reversed, the largest is the worst.
fn share_of_largest(raw: &[i64], is_reversed: bool) -> Vec<i64> {
    let largest = raw.iter().copied().max().unwrap_or(0);
    let share = |value: &i64| {
        let share = if largest == 0 {
            0
        } else {
            100 * value / largest
        };
        if is_reversed { 100 - share } else { share }
    };
    raw.iter().map(share).collect()
}
