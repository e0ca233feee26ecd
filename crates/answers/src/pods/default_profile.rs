//! What kube-scheduler's default profile scores, and the node that it takes.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    names::{Names, Symbol},
    word::Word as _,
};
use schedscope_pods::{
    default_profile::{
        Choice, PluginWeights, ProfileScores, ScoreInput, ScorePlugin, pre_score_error,
    },
    fit::FitContext,
    node_scan::{NodeScan, TopNodes},
    snapshot::ClusterSnapshot,
};

/// The scores of the default profile of kube-scheduler.
#[answer(Eq)]
pub struct DefaultProfileAnswer {
    /// The plugins that score nodes; their order is that of the scores of a node.
    pub plugins: Vec<ProfilePluginAnswer>,
    /// The node that the pod goes to; `null` if it fits no node, or no node is scored (`scoring-fails` in `notes`).
    pub choice: Option<NodeChoice>,
    /// The only nodes that kube-scheduler looks at: the nominated one, or those of its node affinity. `null`: all.
    pub only_nodes: Option<Vec<String>>,
}

/// A plugin of the default profile that scores nodes.
#[answer(Eq)]
pub struct ProfilePluginAnswer {
    /// The name of the plugin, as in Kubernetes.
    pub name: ScorePlugin,
    /// The weight of its scores; 0: the plugin is off.
    pub weight: i64,
    /// Whether it skips the pod, or is off: then it adds nothing to any node.
    pub skipped: bool,
}

/// The node that kube-scheduler takes of those that a pod fits.
#[answer(Eq)]
pub struct NodeChoice {
    /// The first by name of the nodes with the highest total.
    pub node: String,
    /// The highest total.
    pub total: i64,
    /// The other nodes with that total, sorted by name, at most `limit` or 9, whichever is more. Kubernetes takes any
    /// of them, at random.
    pub tied_with: Vec<String>,
    /// The number of all other nodes with that total.
    pub tied: usize,
    /// The nodes behind them; `null` if all nodes that the pod fits have the highest total.
    pub next: Option<NextChoice>,
}

/// The nodes with the second highest total.
#[answer(Eq)]
pub struct NextChoice {
    /// The total.
    pub total: i64,
    /// The nodes, sorted by name, at most `limit` or 10, whichever is more.
    pub nodes: Vec<String>,
    /// The number of all of them.
    pub count: usize,
}

/// The scores of one node by the default profile.
#[answer(Eq)]
pub struct NodeProfileScores {
    /// The score by each plugin, from 0 to 100; `null` if the plugin skips the pod or is off.
    pub scores: Vec<Option<i64>>,
    /// The sum of scores times weights.
    pub total: i64,
}

/// The scores of the default profile for the nodes that a pod fits.
pub(crate) struct DefaultProfileColumn {
    weights: PluginWeights,
    scores: ProfileScores,
    choice: Option<Choice>,
    /// The place among the scored nodes, of each node that the pod fits.
    places: Vec<Option<usize>>,
    only: Option<Box<[Symbol]>>,
}

impl DefaultProfileColumn {
    /// Scores the nodes that kube-scheduler would score; at most `most` best ones are kept.
    pub(crate) fn new(on: FitContext<'_>, scan: &NodeScan<'_>, most: usize) -> Self {
        let (mut nodes, mut ranks, mut places) = (Vec::new(), Vec::new(), Vec::new());
        for (node, rank) in scan.feasible.iter().zip(&scan.ranks) {
            let only = scan.only.as_ref();
            let counts = only.is_none_or(|only| only.contains(&node.node.name));
            places.push(counts.then_some(nodes.len()));
            if counts {
                nodes.push(*node);
                ranks.push(*rank);
            }
        }
        let input = ScoreInput::new(on, &nodes);
        let fails =
            scan.filter_error(on).is_some() || (nodes.len() > 1 && pre_score_error(on).is_some());
        let scores = if fails {
            ProfileScores::default()
        } else {
            ProfileScores::new(&input)
        };
        Self {
            weights: input.weights(),
            choice: scores.choice(&ranks, most),
            scores,
            places,
            only: scan.only.clone(),
        }
    }

    /// The plugins, and the node that they choose.
    pub(crate) fn answer(&self, snapshot: &ClusterSnapshot, names: &Names) -> DefaultProfileAnswer {
        let plugins = ScorePlugin::ALL.iter().zip(self.weights.0);
        let plugins = plugins.zip(&self.scores.scores);
        let plugins = plugins.map(|(((name, _), weight), scores)| ProfilePluginAnswer {
            name: *name,
            weight,
            skipped: scores.is_none(),
        });
        let choice = self.choice.as_ref();
        let texts = |only: &[Symbol]| only.iter().map(|name| names[*name].to_owned()).collect();
        DefaultProfileAnswer {
            plugins: plugins.collect(),
            choice: choice.and_then(|choice| NodeChoice::new(choice, snapshot)),
            only_nodes: self.only.as_deref().map(texts),
        }
    }

    /// The nodes with the highest totals.
    pub(crate) fn choice(&self) -> Option<&Choice> {
        self.choice.as_ref()
    }

    /// The totals of the nodes that the pod fits; those that are not scored come last.
    pub(crate) fn totals(&self) -> Vec<i64> {
        let total = |place: &Option<usize>| self.scores.totals.get((*place)?).copied();
        let totals = self.places.iter();
        totals
            .map(|place| total(place).unwrap_or(i64::MIN))
            .collect()
    }

    /// The scores of the node at a position among those that the pod fits.
    pub(crate) fn at(&self, position: usize) -> Option<NodeProfileScores> {
        let place = self.places.get(position).copied().flatten()?;
        let of = |column: &Option<Vec<i64>>| column.as_ref()?.get(place).copied();
        Some(NodeProfileScores {
            scores: self.scores.scores.iter().map(of).collect(),
            total: *self.scores.totals.get(place)?,
        })
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

/// The names of nodes.
pub(crate) fn names_of(snapshot: &ClusterSnapshot, first: &TopNodes) -> Vec<String> {
    let nodes = first.ranks.iter();
    let nodes = nodes.filter_map(|rank| snapshot.node_by_rank(*rank));
    nodes.map(|node| node.name.clone()).collect()
}
