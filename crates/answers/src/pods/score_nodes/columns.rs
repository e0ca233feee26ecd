//! What each scorer says of every feasible node, and the order of the rows by it.

use schedscope_objects::{
    id::{Id, NodeId},
    kubernetes_version::KubernetesVersion,
    order,
};
use schedscope_pods::{
    node_scan::{FeasibleByNode, NodeScan},
    score::{SCORERS, Scorer, ScorerSettings, limit_aware::LimitAware},
    snapshot::{ClusterSnapshot, PodInfo},
};

use crate::pods::score_nodes::{Curve, NodeOrder, ScoreNodesOptions, ScorerName};

/// A scorer's answer for every feasible node.
pub(super) struct ScorerColumn {
    pub(super) scorer: Box<dyn Scorer>,
    pub(super) raw: Option<Vec<i64>>,
    pub(super) normalised: Vec<i64>,
}

/// What the scorers that are wanted say.
pub(super) fn columns(
    limit_aware: &LimitAware,
    info: &PodInfo,
    scan: &NodeScan<'_>,
    (options, version): (&ScoreNodesOptions, KubernetesVersion),
) -> Vec<ScorerColumn> {
    let mut settings = ScorerSettings {
        resources: limit_aware.resources.clone(),
        best_effort: limit_aware.best_effort,
        ..ScorerSettings::new(version)
    };
    if let Some(Curve(points)) = &options.shape {
        settings.shape.clone_from(points);
    }
    let is_wanted = |name: &str| {
        let scorers = options.scorers.as_ref();
        scorers.is_none_or(|scorers| scorers.iter().any(|wanted| wanted.0 == name))
    };
    let mut columns = Vec::new();
    for (name, make) in SCORERS {
        if is_wanted(name) {
            let scorer = make(&settings);
            let raw = if scorer.name() == limit_aware.name() {
                Some(scan.raw.clone())
            } else {
                scorer.score(&info.request, &scan.feasible)
            };
            let normalised = scorer.normalise(raw.as_deref().unwrap_or_default());
            columns.push(ScorerColumn {
                scorer,
                raw,
                normalised,
            });
        }
    }
    columns
}

/// The nodes in the order of the rows; `totals`: of the default profile.
pub(super) fn row_order(
    snapshot: &ClusterSnapshot,
    columns: &[ScorerColumn],
    totals: Option<&[i64]>,
    feasible: &FeasibleByNode,
    options: &ScoreNodesOptions,
) -> Vec<NodeId> {
    let count = snapshot.nodes.len();
    let id = |at: u32| NodeId::new(at as usize);
    let name = |at: u32| snapshot.nodes.get(id(at)).map(|node| &node.name);
    let positions = match options.order {
        NodeOrder::Text => (0..count as u32).collect(),
        NodeOrder::Name => order::positions(count, &mut |a, b| name(a).cmp(&name(b))),
        NodeOrder::Scorer(_) | NodeOrder::Total => {
            let column = match options.order {
                NodeOrder::Scorer(ScorerName(scorer)) => columns
                    .iter()
                    .find(|column| column.scorer.name() == scorer)
                    .map(|column| column.normalised.as_slice()),
                _ => totals,
            };
            let column = column.unwrap_or_default();
            // Nodes that do not fit come last.
            let score = |at: u32| feasible.position(id(at)).and_then(|at| column.get(at));
            order::positions(count, &mut |a, b| {
                score(b).cmp(&score(a)).then_with(|| name(a).cmp(&name(b)))
            })
        }
    };
    positions.into_iter().map(id).collect()
}
