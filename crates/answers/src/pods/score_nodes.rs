//! Which node each scorer would pick for a pod, side by side.

mod columns;
mod notes;
mod options;

use schedscope_objects::{id::Id, names::Names};
use schedscope_pods::{
    exact::ExactScore,
    extremes::ScoreExtremes,
    fit::count_reasons,
    node::NodeInfo,
    node_scan::{FeasibleByNode, NodeScan, TopNodes},
    score::{
        ScoredResource, Scorer as _,
        limit_aware::{LimitAware, ResourceScore},
    },
    snapshot::{ClusterSnapshot, PodInfo},
};
use serde::Serialize;

use self::{
    columns::{columns, row_order},
    notes::notes,
};
pub use self::{
    notes::PodNote,
    options::{Curve, NodeOrder, ScoreNodesOptions, ScorerName, WeightedResource},
};
use crate::pods::misfit::{MisfitAnswer, MisfitCount, misfit_counts};

/// At least so many tied nodes are named.
const NAMED: usize = 10;

/// Which node each scorer would pick for a pod, side by side, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScoreNodesAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// How many nodes there are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub nodes: usize,
    /// How many the pod fits.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub feasible: usize,
    /// Why it does not fit the others, with how many say so.
    pub misfits: Vec<MisfitCount>,
    /// The resources that are scored.
    pub resources: Vec<String>,
    /// What each scorer says, limit-aware first.
    pub scorers: Vec<ScorerAnswer>,
    /// The nodes that are picked, each once, in the order of the scorers.
    pub picks: Vec<NodePick>,
    /// What scores do not show.
    pub notes: Vec<PodNote>,
    /// A page of the nodes, in the order that was asked for.
    pub rows: Vec<NodeRow>,
}

/// What one scorer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ScorerAnswer {
    /// Its name, as Kubernetes and its plugins spell it.
    #[cfg_attr(feature = "types", ts(type = "ScorerName"))]
    pub name: &'static str,
    /// Whether the rule applies to the pod.
    pub applies: bool,
    /// Whether scores are normalised to 0 to 100.
    pub normalizes: bool,
    /// The nodes with the best score, by name, as many as rows but at least ten: the first one is
    /// picked.
    pub best: Vec<String>,
    /// How many they are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub best_count: usize,
    /// Those with the best score before normalisation.
    pub best_by_raw: Vec<String>,
    /// Those with the best score without the cut of integer division; null for scorers that have no
    /// such score.
    pub best_by_exact: Option<Vec<String>>,
}

/// A node that some scorer picks, with what the pod would make of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodePick {
    /// The node.
    pub node: String,
    /// Who picks it.
    #[cfg_attr(feature = "types", ts(type = "string[]"))]
    pub scorers: Vec<&'static str>,
    /// Requests and limits on it, without the pod and with it.
    pub resources: Vec<ResourceAnswer>,
}

/// One node for one pod.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeRow {
    /// Its place in the text, from 0.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// How many live pods are on it.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub pods: usize,
    /// How many it can hold.
    pub allowed_pods: i64,
    /// Why the pod does not fit; null where it does.
    pub misfit: Option<MisfitAnswer>,
    /// The resources that are scored.
    pub resources: Vec<ResourceAnswer>,
    /// The score of each scorer that applies, in their order; null where the pod does not fit.
    pub raw: Vec<Option<i64>>,
    /// The same from 0 to 100, where the scorer normalises.
    pub normalized: Vec<Option<i64>>,
    /// The limit-aware sum without the cut of integer division; null where the pod does not fit.
    #[cfg_attr(feature = "types", ts(as = "Option<schedscope_objects::types::Float>"))]
    pub exact: Option<f64>,
    /// The same from 0 to 100.
    #[cfg_attr(feature = "types", ts(as = "Option<schedscope_objects::types::Float>"))]
    pub normalized_exact: Option<f64>,
}

/// One resource of one node: cpu in milli-CPU, the rest in base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ResourceAnswer {
    /// Its name.
    pub name: String,
    /// What the node can give.
    pub allocatable: i64,
    /// What the pods on it ask for.
    pub requested: i64,
    /// The limits of the pods on it.
    pub existing_limit: i64,
    /// What the incoming pod asks for.
    pub pod_request: i64,
    /// The limit of the incoming pod.
    pub pod_limit: i64,
    /// The limit-aware score; null where the node has none of it.
    pub score: Option<i64>,
}

/// The scorers' answers for a pod that is on no node.
///
/// O(nodes x (resources + tolerations)); independent of the number of pods on the nodes.
pub fn score_nodes(
    snapshot: &ClusterSnapshot,
    info: &PodInfo,
    names: &Names,
    options: &ScoreNodesOptions,
) -> ScoreNodesAnswer {
    let wanted = wanted(options);
    let limit_aware = LimitAware {
        resources: weighted(snapshot, &wanted),
        best_effort: options.best_effort,
    };
    let scan = NodeScan::new(snapshot, info, names, &limit_aware);
    let NodeScan { fits, feasible, .. } = &scan;
    let columns = columns(&limit_aware, info, &scan, options);
    let misfits = count_reasons(fits.iter().filter_map(|fit| fit.as_ref().err()));
    let mut placement = ScoreNodesAnswer {
        pod: info.key(names),
        nodes: snapshot.nodes.len(),
        feasible: feasible.len(),
        misfits: misfit_counts(&misfits, &snapshot.resources),
        resources: wanted.iter().map(|(name, _)| name.clone()).collect(),
        scorers: Vec::new(),
        picks: Vec::new(),
        notes: notes(snapshot, info, &wanted, &scan, &limit_aware),
        rows: Vec::new(),
    };
    let limit = options.limit;
    let most = limit.max(NAMED);
    let exact = ScoreExtremes::of(&limit_aware, info, &scan);
    for (index, column) in columns.iter().enumerate() {
        let raw = column.raw.as_deref().unwrap_or_default();
        let first = scan.best(&column.normalised, most);
        let best = names_of(snapshot, &first);
        let is_limit_aware = column.scorer.name() == limit_aware.name();
        if let Some(pick) = best.first().filter(|_| column.raw.is_some()) {
            let scorer = columns[index].scorer.name();
            match placement.picks.iter_mut().find(|other| other.node == *pick) {
                Some(other) => other.scorers.push(scorer),
                None => placement.picks.push(NodePick {
                    node: pick.clone(),
                    scorers: vec![scorer],
                    resources: Vec::new(),
                }),
            }
        }
        placement.scorers.push(ScorerAnswer {
            name: column.scorer.name(),
            applies: column.raw.is_some(),
            normalizes: column.scorer.normalizes(),
            best,
            best_count: first.count,
            best_by_raw: names_of(snapshot, &scan.best(raw, most)),
            best_by_exact: is_limit_aware.then(|| names_of(snapshot, &exact.best(&scan, most))),
        });
    }
    let resources = |node: &NodeInfo| -> Vec<ResourceAnswer> {
        let scores = limit_aware.resources(&info.request, node);
        let scores = scores.iter();
        scores
            .map(|score| resource_answer(snapshot, node, info, score))
            .collect()
    };
    for pick in &mut placement.picks {
        if let Some(node) = feasible.iter().find(|node| node.name == pick.node) {
            pick.resources = resources(node);
        }
    }
    let feasible_by_node = FeasibleByNode::new(fits);
    let order = row_order(snapshot, &columns, &feasible_by_node, options);
    for &id in order.iter().skip(options.offset).take(limit) {
        let Some(node) = snapshot.nodes.get(id) else {
            continue;
        };
        let at = feasible_by_node.position(id);
        let value = |values: Option<&[i64]>| values.and_then(|values| values.get(at?).copied());
        let score = at.map(|_| limit_aware.exact(&info.request, node));
        placement.rows.push(NodeRow {
            index: id.index() as u32,
            name: node.name.clone(),
            pods: node.pods.len(),
            allowed_pods: node.allowed_pods,
            misfit: fits
                .get(id)
                .and_then(|fit| fit.as_ref().err())
                .map(|misfit| MisfitAnswer::new(misfit, &snapshot.resources, names)),
            resources: resources(node),
            raw: columns.iter().map(|c| value(c.raw.as_deref())).collect(),
            normalized: columns
                .iter()
                .map(|c| value(c.raw.as_ref().map(|_| c.normalised.as_slice())))
                .collect(),
            exact: score.map(ExactScore::to_f64),
            normalized_exact: score.map(|score| exact.normalise(score).to_f64()),
        });
    }
    placement
}

/// The resources with their weights.
fn wanted(options: &ScoreNodesOptions) -> Vec<(String, i64)> {
    match &options.resources {
        Some(resources) => {
            let resources = resources.iter();
            resources.map(|r| (r.name.clone(), r.weight)).collect()
        }
        None => vec![("cpu".to_owned(), 1), ("memory".to_owned(), 1)],
    }
}

/// Resources by number. A name that nothing mentions stays out: no node has any of it.
fn weighted(snapshot: &ClusterSnapshot, resources: &[(String, i64)]) -> Vec<ScoredResource> {
    let known = resources.iter().filter_map(|(name, weight)| {
        Some(ScoredResource {
            resource: snapshot.resources.get(name)?,
            weight: *weight,
        })
    });
    known.collect()
}

/// The names of nodes.
fn names_of(snapshot: &ClusterSnapshot, first: &TopNodes) -> Vec<String> {
    let nodes = first.ranks.iter();
    let nodes = nodes.filter_map(|rank| snapshot.node_by_rank(*rank));
    nodes.map(|node| node.name.clone()).collect()
}

fn resource_answer(
    snapshot: &ClusterSnapshot,
    node: &NodeInfo,
    pod: &PodInfo,
    score: &ResourceScore,
) -> ResourceAnswer {
    let resource = score.weighted.resource;
    ResourceAnswer {
        name: snapshot.resources.name(resource).to_owned(),
        allocatable: score.allocatable,
        requested: node.requested.get(resource),
        existing_limit: score.existing,
        pod_request: pod.request.fit.get(resource),
        pod_limit: score.pod,
        score: score.score,
    }
}
