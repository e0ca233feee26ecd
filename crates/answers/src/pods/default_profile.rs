//! What kube-scheduler's default profile scores, and the node that it takes.

use schedscope_objects::word::Word as _;
use schedscope_pods::{
    default_profile::{Choice, PluginWeights, ProfileScores, ScorePlugin},
    node_scan::TopNodes,
    snapshot::ClusterSnapshot,
};
use serde::Serialize;

/// The scores of the default profile of kube-scheduler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct DefaultProfileAnswer {
    /// The plugins that score nodes; their order is that of the scores of a node.
    pub plugins: Vec<ProfilePluginAnswer>,
    /// The node that the pod goes to; `null` if it fits no node.
    pub choice: Option<NodeChoice>,
}

/// A plugin of the default profile that scores nodes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ProfilePluginAnswer {
    /// The name of the plugin, as in Kubernetes.
    pub name: ScorePlugin,
    /// The weight of its scores; 0: the plugin is off.
    pub weight: i64,
    /// Whether it skips the pod, or is off: then it adds nothing to any node.
    pub skipped: bool,
}

/// The node that kube-scheduler takes of those that a pod fits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeChoice {
    /// The first by name of the nodes with the highest total.
    pub node: String,
    /// The highest total.
    pub total: i64,
    /// The other nodes with that total, sorted by name, at most `limit` or 9, whichever is more. Kubernetes takes any
    /// of them, at random.
    pub tied_with: Vec<String>,
    /// The number of all other nodes with that total.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub tied: usize,
    /// The nodes behind them; `null` if all nodes that the pod fits have the highest total.
    pub next: Option<NextChoice>,
}

/// The nodes with the second highest total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NextChoice {
    /// The total.
    pub total: i64,
    /// The nodes, sorted by name, at most `limit` or 10, whichever is more.
    pub nodes: Vec<String>,
    /// The number of all of them.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
}

/// The scores of one node by the default profile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeProfileScores {
    /// The score by each plugin, from 0 to 100; `null` if the plugin skips the pod or is off.
    pub scores: Vec<Option<i64>>,
    /// The sum of scores times weights.
    pub total: i64,
}

impl DefaultProfileAnswer {
    /// The plugins, and the node that they choose.
    pub fn new(
        scores: &ProfileScores,
        weights: PluginWeights,
        choice: Option<&Choice>,
        snapshot: &ClusterSnapshot,
    ) -> Self {
        let plugins = ScorePlugin::ALL.iter().zip(weights.0).zip(&scores.scores);
        let plugins = plugins.map(|(((name, _), weight), scores)| ProfilePluginAnswer {
            name: *name,
            weight,
            skipped: scores.is_none(),
        });
        Self {
            plugins: plugins.collect(),
            choice: choice.and_then(|choice| NodeChoice::new(choice, snapshot)),
        }
    }
}

impl NodeChoice {
    /// A choice with names.
    pub fn new(choice: &Choice, snapshot: &ClusterSnapshot) -> Option<Self> {
        let mut best = names_of(snapshot, &choice.best).into_iter();
        Some(Self {
            node: best.next()?,
            total: choice.total,
            tied_with: best.collect(),
            tied: choice.best.count.saturating_sub(1),
            next: choice.next.as_ref().map(|(total, nodes)| NextChoice {
                total: *total,
                nodes: names_of(snapshot, nodes),
                count: nodes.count,
            }),
        })
    }
}

impl NodeProfileScores {
    /// The scores of the feasible node at a position.
    pub fn at(scores: &ProfileScores, position: usize) -> Option<Self> {
        let of = |column: &Option<Vec<i64>>| {
            column
                .as_ref()
                .and_then(|column| column.get(position).copied())
        };
        Some(Self {
            scores: scores.scores.iter().map(of).collect(),
            total: *scores.totals.get(position)?,
        })
    }
}

/// The names of nodes.
pub(crate) fn names_of(snapshot: &ClusterSnapshot, first: &TopNodes) -> Vec<String> {
    let nodes = first.ranks.iter();
    let nodes = nodes.filter_map(|rank| snapshot.node_by_rank(*rank));
    nodes.map(|node| node.name.clone()).collect()
}
