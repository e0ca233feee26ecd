//! The node that each scorer would pick for a pod, side by side.

mod columns;
mod faults;
mod notes;
mod options;

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::Id,
    names::{Names, Symbol},
    namespaced_name::NamespacedName,
    pod::Preemption,
};
use schedscope_options::Few;
use schedscope_pods::{
    exact::ExactScore,
    extremes::ScoreExtremes,
    fit::{
        CycleState, Faults, FitCode, FitContext, Misfit, NamedNodes, count_reasons, gates,
        named_nodes,
    },
    node::NodeInfo,
    node_scan::{FeasibleByNode, NodeScan, TopNodes},
    score::{
        ScoredResource, Scorer as _,
        limit_aware::{LimitAware, ResourceScore},
    },
    snapshot::{ClusterSnapshot, PodInfo},
    volumes::VolumeState,
};

use self::{
    columns::{ScorerColumn, columns, row_order},
    notes::notes,
};
pub use self::{
    faults::{OtherNodeProfile, ScoreFaultAnswer},
    notes::PodNote,
    options::{Curve, NodeOrder, ScoreNodesOptions, ScorerName, WeightedResource},
};
use crate::{
    pods::{
        default_profile::{
            DefaultProfileAnswer, DefaultProfileColumn, NodeProfileScores, names_of,
        },
        kubelet::KubeletRejectionAnswer,
        misfit::{MisfitAnswer, MisfitCount, misfit_counts},
        scheduler::{gate_names, scheduler_name, scheduler_profile},
        volume_misfit::VolumeRefusalAnswer,
        volume_ties::VolumeTiesAnswer,
        volumes::VolumeDependence,
    },
    quota::resource_quota::ResourceQuotaAnswer,
};

/// The number of nodes with the best score that are always named.
const NAMED: usize = 10;

/// The node that each scorer would pick for a pod, side by side, with all scores.
#[answer]
pub struct ScoreNodesAnswer {
    /// The pod.
    pub pod: NamespacedName,
    /// The `ResourceQuota` that refuses the new pod, before any scheduler sees it; the answer is what follows if it
    /// were admitted. `null`: none does.
    pub resource_quota: Option<ResourceQuotaAnswer>,
    /// Why the kubelet of the node that `spec.nodeName` names rejects the pod, which no scheduler sees. Absent: none
    /// does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubelet: Option<KubeletRejectionAnswer>,
    /// The scheduling gates of the pod, in order: kube-scheduler does not try it before they are removed, and the
    /// answer is what follows then.
    pub gates: Vec<String>,
    /// Whether the pod is being deleted: kube-scheduler skips it, and the answer is what follows if it was not.
    pub deleting: bool,
    /// The scheduler that the pod names; `null` if it names none or `default-scheduler`. Unless `schedulerProfile` is
    /// of that name, kube-scheduler does not look at the pod, and the answer is what follows if it did.
    pub scheduler_name: Option<String>,
    /// The `schedulerName` of the configured profile that scores. `null`: the default profile.
    pub scheduler_profile: Option<String>,
    /// The number of all nodes.
    pub nodes: usize,
    /// The number of nodes that the pod fits.
    pub feasible: usize,
    /// Why the pod does not fit the other nodes, with the number of nodes for each reason.
    pub misfits: Vec<MisfitCount>,
    /// Why the volumes of the pod keep it from every node, so that no node is filtered. Absent: they do not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_refusal: Option<VolumeRefusalAnswer>,
    /// Whether preemption could help, where the pod fits no node: evictions may make room on one, nothing holds the
    /// pod back, and its `preemptionPolicy` is not `Never`. `simulatePod` tries it.
    pub may_preempt: bool,
    /// The names of the scored resources.
    pub resources: Vec<String>,
    /// The result of each scorer, limit-aware scoring first.
    pub scorers: Vec<ScorerAnswer>,
    /// The picked nodes, in the order of the scorers, each once.
    pub picks: Vec<NodePick>,
    /// The node that the default profile of kube-scheduler takes, and by which plugins; `null` unless the option
    /// `defaultProfile` asks for it.
    pub default_profile: Option<DefaultProfileAnswer>,
    /// The faults of Kubernetes that decide which nodes the pod fits, or which one the default profile takes: by which
    /// `Upstream` and `Proposal` differ here.
    pub faults: Vec<ScoreFaultAnswer>,
    /// What the other profile decides; absent if it decides the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_profile: Option<OtherNodeProfile>,
    /// Notes on the pod or the nodes that the scores do not show.
    pub notes: Vec<PodNote>,
    /// The nodes from `offset`, at most `limit` of them, in the order of the option `order`.
    pub rows: Vec<NodeRow>,
    /// The volumes that the node depends on. Absent: the pod has none, or it fits no node.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_dependence: Option<VolumeDependence>,
    /// What Kubernetes leaves open about the volumes of the pod, on the node that the default profile takes, else the
    /// first picked one. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub volume_ties: Option<VolumeTiesAnswer>,
}

/// The result of one scorer.
#[answer(Eq)]
pub struct ScorerAnswer {
    /// The name of the scorer, as in Kubernetes.
    #[ts(type = "ScorerName")]
    pub name: &'static str,
    /// Whether the scorer applies to the pod; if not, it picks no node.
    pub applies: bool,
    /// Whether the scorer normalises its scores to 0 to 100.
    pub normalizes: bool,
    /// The nodes with the best score, sorted by name, at most `limit` or 10, whichever is more. The first one is
    /// picked.
    pub best: Vec<String>,
    /// The number of all nodes with the best score.
    pub best_count: usize,
    /// The nodes with the best score before normalisation.
    pub best_by_raw: Vec<String>,
    /// The nodes with the best score without integer truncation; `null` for all scorers but `LimitAware`.
    pub best_by_exact: Option<Vec<String>>,
}

/// A node that one or several scorers pick.
#[answer(Eq)]
pub struct NodePick {
    /// The name of the node.
    pub node: String,
    /// The names of the scorers that pick it.
    #[ts(type = "string[]")]
    pub scorers: Vec<&'static str>,
    /// The scored resources of the node, without the pod and with it.
    pub resources: Vec<ResourceAnswer>,
}

/// One node for one pod.
#[answer]
pub struct NodeRow {
    /// The index of the node in the input, from 0.
    pub index: u32,
    /// The name of the node.
    pub name: String,
    /// The number of live pods on it.
    pub pods: usize,
    /// The number of pods that it can hold.
    pub allowed_pods: i64,
    /// Why the pod does not fit; `null` if it fits.
    pub misfit: Option<MisfitAnswer>,
    /// The scored resources.
    pub resources: Vec<ResourceAnswer>,
    /// The raw score of each scorer, in their order; `null` if the scorer does not apply or the pod does not fit.
    pub raw: Vec<Option<i64>>,
    /// The score of each scorer, in their order, from 0 to 100 if the scorer normalises; `null` as for `raw`.
    pub normalized: Vec<Option<i64>>,
    /// The limit-aware raw score without integer truncation; `null` if the pod does not fit.
    #[ts(as = "Option<schedscope_objects::types::Float>")]
    pub exact: Option<f64>,
    /// The same, normalised to 0 to 100; `null` if the pod does not fit.
    #[ts(as = "Option<schedscope_objects::types::Float>")]
    pub normalized_exact: Option<f64>,
    /// The scores by the default profile of kube-scheduler; `null` if the pod does not fit, or without the option
    /// `defaultProfile`.
    pub default_profile: Option<NodeProfileScores>,
}

/// One resource of one node; amounts in milli-CPU or base units.
#[answer(Eq)]
pub struct ResourceAnswer {
    /// The name of the resource.
    pub name: String,
    /// The amount that the node can give to pods.
    pub allocatable: i64,
    /// The sum of the requests of the pods on the node.
    pub requested: i64,
    /// The sum of the limits of the pods on the node.
    pub existing_limit: i64,
    /// The request of the incoming pod.
    pub pod_request: i64,
    /// The limit of the incoming pod.
    pub pod_limit: i64,
    /// The limit-aware score of this resource: at most 100, below 0 if the limits exceed the node; `null` if the
    /// node has none of it.
    pub score: Option<i64>,
}

/// Why the volumes of a pod keep it from every node, before nodes are filtered.
fn refusal(on: FitContext<'_>) -> Option<VolumeRefusalAnswer> {
    if named_nodes(on) == NamedNodes::Conflict {
        return None;
    }
    let refusal = VolumeState::new(on)?.refusal?;
    Some(VolumeRefusalAnswer::new(
        refusal,
        on.snapshot,
        on.names,
        on.pod,
    ))
}

/// The scores of all nodes for a pod without a node, and the names of the nodes that it fits and that are not ready.
///
/// O(nodes x (resources + tolerations)); independent of the number of pods on the nodes.
pub fn score_nodes(
    snapshot: &ClusterSnapshot,
    info: &PodInfo,
    names: &Names,
    options: &ScoreNodesOptions,
) -> (ScoreNodesAnswer, Vec<Symbol>) {
    let wanted = wanted(options);
    let limit_aware = LimitAware {
        resources: weighted(snapshot, &wanted),
        best_effort: options.best_effort,
    };
    let faults = Faults::of(options.profile.of_pods(), snapshot.version);
    let scan = NodeScan::new(snapshot, info, names, &limit_aware, faults);
    let NodeScan { fits, feasible, .. } = &scan;
    let columns = columns(&limit_aware, info, &scan, (options, snapshot.version));
    let misfits = count_reasons(fits.iter().filter_map(|fit| fit.as_ref().err()));
    let most = options.limit.max(NAMED);
    let on = FitContext {
        snapshot,
        pod: info,
        names,
        faults,
    };
    let volume_refusal = refusal(on);
    let is_filtered = volume_refusal.is_none();
    let misfits = is_filtered.then(|| misfit_counts(&misfits, on.into()));
    let is_asked = options.scores_by_default_profile();
    let by_profile = is_asked.then(|| DefaultProfileColumn::new(on, &scan, most));
    let by_profile = by_profile.as_ref();
    let by_limits = (&limit_aware, most);
    let passing = passing(on, &scan);
    let deciding = faults::faults(on, &scan, by_profile, by_limits);
    let unready = feasible.iter().filter(|node| node.node.is_unready);
    let unready = unready.map(|node| node.node.name).collect();
    let mut placement = ScoreNodesAnswer {
        other_profile: faults::other_profile(on, &scan, by_profile, by_limits, &deciding),
        volume_dependence: VolumeDependence::of(info, (snapshot, names), &passing),
        pod: info.namespaced_name(names),
        resource_quota: None,
        kubelet: KubeletRejectionAnswer::of(info, snapshot, names),
        gates: gate_names(gates(&info.pod), names),
        deleting: info.terminating,
        scheduler_name: scheduler_name(info, names).map(str::to_owned),
        scheduler_profile: scheduler_profile(snapshot, info, names),
        nodes: snapshot.nodes.len(),
        feasible: feasible.len(),
        misfits: misfits.unwrap_or_default(),
        volume_refusal,
        volume_ties: None,
        may_preempt: feasible.is_empty() && !passing.is_empty(),
        resources: wanted.iter().map(|(name, _)| name.clone()).collect(),
        scorers: Vec::new(),
        picks: Vec::new(),
        default_profile: by_profile.map(|column| column.answer(snapshot, names)),
        faults: deciding,
        notes: notes(on, (&scan, &limit_aware, &wanted)),
        rows: Vec::new(),
    };
    let exact = ScoreExtremes::of(&limit_aware, info, &scan);
    let resources = |node: &NodeInfo| resource_answers(snapshot, &limit_aware, info, node);
    for column in &columns {
        let first = scan.best(&column.normalised, most);
        let mut scorer = scorer_answer(snapshot, column, &scan, (&first, most));
        if scorer.name == limit_aware.name() {
            scorer.best_by_exact = Some(names_of(snapshot, &exact.best(&scan, most)));
        }
        // By number: a search by name would read every node.
        let pick = first.ranks.first().filter(|_| scorer.applies);
        if let Some(node) = pick.and_then(|rank| snapshot.node_by_rank(*rank)) {
            add_pick(&mut placement.picks, node, scorer.name, &resources);
        }
        placement.scorers.push(scorer);
    }
    placement.volume_ties = volume_ties(on, &placement);
    if options.limit == 0 {
        return (placement, unready);
    }
    let feasible_by_node = FeasibleByNode::new(fits);
    let totals = by_profile.map(DefaultProfileColumn::totals);
    let totals = totals.as_deref();
    let order = row_order(snapshot, &columns, totals, &feasible_by_node, options);
    let page = order.iter().skip(options.offset).take(options.limit);
    for (id, node) in page.filter_map(|id| Some((*id, snapshot.nodes.get(*id)?))) {
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
                .map(|misfit| MisfitAnswer::new(misfit, snapshot, names, (info, id))),
            resources: resources(node),
            raw: columns.iter().map(|c| value(c.raw.as_deref())).collect(),
            normalized: columns
                .iter()
                .map(|c| value(c.raw.as_ref().map(|_| c.normalised.as_slice())))
                .collect(),
            exact: score.map(ExactScore::to_f64),
            normalized_exact: score.map(|score| exact.normalise(score).to_f64()),
            default_profile: by_profile.and_then(|column| column.at(at?)),
        });
    }
    (placement, unready)
}

/// What is open about the volumes of the pod, on the node that is taken.
fn volume_ties(on: FitContext<'_>, placement: &ScoreNodesAnswer) -> Option<VolumeTiesAnswer> {
    on.pod.volumes.as_ref()?;
    let profile = placement.default_profile.as_ref();
    let chosen = profile.and_then(|profile| profile.choice.as_ref());
    let chosen = chosen.map(|choice| &choice.node);
    let chosen = chosen.or_else(|| placement.picks.first().map(|pick| &pick.node));
    let node = chosen.and_then(|name| on.snapshot.node(on.names.get(name)?));
    let state = CycleState::new(on.snapshot, on.pod, on.names, on.faults);
    VolumeTiesAnswer::of(&state, node)
}

/// The nodes that the pod fits, else those where evictions may make room; none where a filter fails the cycle.
fn passing<'s>(on: FitContext<'s>, scan: &NodeScan<'s>) -> Vec<&'s NodeInfo> {
    if scan.filter_error(on).is_some() {
        return Vec::new();
    }
    if !scan.feasible.is_empty() || !may_preempt(on.pod) {
        return scan.feasible.clone();
    }
    let curable = scan.fits.entries().filter(|(_, fit)| is_curable(fit));
    let curable = curable.filter_map(|(node, _)| on.snapshot.nodes.get(node));
    curable.collect()
}

/// The scored resources of a node.
fn resource_answers(
    snapshot: &ClusterSnapshot,
    limit_aware: &LimitAware,
    info: &PodInfo,
    node: &NodeInfo,
) -> Vec<ResourceAnswer> {
    let scores = limit_aware.resources(&info.request, node);
    let scores = scores.iter();
    scores
        .map(|score| resource_answer(snapshot, node, info, score))
        .collect()
}

/// Whether the scheduler tries the pod, and may evict others for it.
fn may_preempt(info: &PodInfo) -> bool {
    gates(&info.pod).is_empty() && !info.terminating && info.preemption != Preemption::Never
}

/// Whether evictions may make a pod fit.
fn is_curable(fit: &Result<(), Misfit>) -> bool {
    matches!(fit, Err(misfit) if misfit.code() == FitCode::Unschedulable)
}

/// The best nodes of a scorer; those by exact scores are left out.
fn scorer_answer(
    snapshot: &ClusterSnapshot,
    column: &ScorerColumn,
    scan: &NodeScan<'_>,
    (first, most): (&TopNodes, usize),
) -> ScorerAnswer {
    let raw = column.raw.as_deref().unwrap_or_default();
    ScorerAnswer {
        name: column.scorer.name(),
        applies: column.raw.is_some(),
        normalizes: column.scorer.normalizes(),
        best: names_of(snapshot, first),
        best_count: first.count,
        best_by_raw: names_of(snapshot, &scan.best(raw, most)),
        best_by_exact: None,
    }
}

/// Notes that a scorer picks a node.
fn add_pick(
    picks: &mut Vec<NodePick>,
    node: &NodeInfo,
    scorer: &'static str,
    resources: &dyn Fn(&NodeInfo) -> Vec<ResourceAnswer>,
) {
    match picks.iter_mut().find(|other| other.node == node.name) {
        Some(other) => other.scorers.push(scorer),
        None => picks.push(NodePick {
            node: node.name.clone(),
            scorers: vec![scorer],
            resources: resources(node),
        }),
    }
}

/// The resources with their weights.
fn wanted(options: &ScoreNodesOptions) -> Vec<(String, i64)> {
    match &options.resources {
        Some(Few(resources)) => {
            let resources = resources.iter();
            resources.map(|r| (r.name.clone(), r.weight)).collect()
        }
        None => vec![("cpu".to_owned(), 1), ("memory".to_owned(), 1)],
    }
}

/// Resources by number. A name that no object mentions is left out: no node has any of it.
fn weighted(snapshot: &ClusterSnapshot, resources: &[(String, i64)]) -> Vec<ScoredResource> {
    let known = resources.iter().filter_map(|(name, weight)| {
        Some(ScoredResource {
            resource: snapshot.resources.get(name)?,
            weight: *weight,
        })
    });
    known.collect()
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
