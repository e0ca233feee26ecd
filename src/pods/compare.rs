//! Which node each scorer would pick for a pod, side by side.

use serde::Serialize;

use super::{
    amounts::ResourceId,
    exact::Exact,
    fit::{FitCode, Misfit, filter},
    score::{
        Scorer, Weighted,
        allocatable::{NodeResourcesAllocatable, Size},
        allocated::{LeastAllocated, MostAllocated},
        balanced::BalancedAllocation,
        limit_aware::{BestEffort, LimitAware, ResourceScore},
        ratio::RequestedToCapacityRatio,
    },
    world::{NodeInfo, PodInfo, World},
};
use crate::{kube::objects::Objects, order, placement::integer::Integer};

/// How pods are scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreOptions {
    /// Resource names with their weights.
    pub resources: Vec<(String, i64)>,
    /// What best-effort pods count as.
    pub best_effort: BestEffort,
    /// The curve of `RequestedToCapacityRatio`: utilisation (0 to 100), score (0 to 10).
    pub shape: Vec<(i64, i64)>,
}

impl Default for ScoreOptions {
    /// Cpu and memory alike.
    fn default() -> Self {
        Self {
            resources: vec![("cpu".to_owned(), 1), ("memory".to_owned(), 1)],
            best_effort: BestEffort::default(),
            shape: vec![(0, 0), (100, 10)],
        }
    }
}

/// The scorers' answers for one pod.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodComparison {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Every node, in the order of the text.
    pub nodes: Vec<NodeAnswer>,
    /// What every scorer says, limit-aware first.
    pub scorers: Vec<ScorerAnswer>,
    /// What must be said aloud.
    pub warnings: Vec<String>,
}

/// One node for one pod.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NodeAnswer {
    /// Its name.
    pub name: String,
    /// Why the pod does not fit; null where it does.
    pub misfit: Option<MisfitAnswer>,
    /// The resources that are scored.
    pub resources: Vec<ResourceAnswer>,
    /// The weighted sum, without the cut of integer division; null where the pod does not fit.
    pub exact: Option<f64>,
    /// The same from 0 to 100.
    pub normalized_exact: Option<f64>,
}

/// Why a pod does not fit a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MisfitAnswer {
    /// Whether preemption could help.
    pub code: FitCode,
    /// The plugin of Kubernetes that says so.
    pub plugin: &'static str,
    /// Kubernetes' own words.
    pub reasons: Vec<String>,
}

/// One resource of one node: cpu in milli-CPU, the rest in base units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ResourceAnswer {
    /// Its name.
    pub name: String,
    /// What the node can give.
    pub allocatable: Integer,
    /// What the pods on it ask for.
    pub requested: Integer,
    /// The limits of the pods on it.
    pub existing_limit: Integer,
    /// What the incoming pod asks for.
    pub pod_request: Integer,
    /// The limit of the incoming pod.
    pub pod_limit: Integer,
    /// The limit-aware score; null where the node has none of it.
    pub score: Option<Integer>,
}

/// What one scorer says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ScorerAnswer {
    /// Its name.
    pub name: &'static str,
    /// Whether the rule applies to the pod.
    pub applies: bool,
    /// The score of each node, parallel to the nodes; null where the pod does not fit.
    pub raw: Vec<Option<Integer>>,
    /// The same from 0 to 100, where the scorer normalises.
    pub normalized: Vec<Option<Integer>>,
    /// The nodes with the best score, by name: the first one is picked.
    pub best: Vec<String>,
    /// Those with the best score before normalisation.
    pub best_by_raw: Vec<String>,
    /// Those with the best exact score; null for scorers that have none.
    pub best_by_exact: Option<Vec<String>>,
}

/// The scorers' answers for a pod of a world, by its index. `None`: there is no such pod.
///
/// O(nodes x (resources + tolerations)); independent of the number of pods.
pub fn compare(
    world: &mut World,
    objects: &Objects,
    pod: u32,
    options: &ScoreOptions,
) -> Option<PodComparison> {
    let names = &objects.names;
    let resources = weighted(world, &options.resources);
    let info = world.pods.get(pod as usize)?;
    let fits = filter(world, info, names);
    let feasible: Vec<&NodeInfo> = world
        .nodes
        .iter()
        .zip(&fits)
        .filter(|(_, fit)| fit.is_ok())
        .map(|(node, _)| node)
        .collect();
    let limit_aware = LimitAware {
        resources: resources.clone(),
        best_effort: options.best_effort,
    };
    let (exact, normalised_exact) = exact(&limit_aware, info, &feasible);
    let scorers: [Box<dyn Scorer>; 7] = [
        Box::new(limit_aware.clone()),
        Box::new(LeastAllocated(resources.clone())),
        Box::new(MostAllocated(resources.clone())),
        Box::new(RequestedToCapacityRatio {
            resources: resources.clone(),
            shape: options.shape.clone(),
        }),
        Box::new(BalancedAllocation(resources)),
        Box::new(NodeResourcesAllocatable::with_defaults(Size::Least)),
        Box::new(NodeResourcesAllocatable::with_defaults(Size::Most)),
    ];
    let answers = scorers.iter().enumerate().map(|(index, scorer)| {
        let exact = (index == 0).then_some(exact.as_slice());
        answer(scorer.as_ref(), info, &feasible, &fits, exact)
    });
    let answers = answers.collect();
    let mut place = 0;
    let nodes = world.nodes.iter().zip(&fits).map(|(node, fit)| {
        let at = fit.is_ok().then_some(place);
        place += usize::from(fit.is_ok());
        NodeAnswer {
            name: node.name.clone(),
            misfit: fit
                .as_ref()
                .err()
                .map(|misfit| misfit_answer(misfit, world)),
            resources: limit_aware
                .resources(&info.request, node)
                .iter()
                .map(|score| resource_answer(world, node, info, score))
                .collect(),
            exact: at.and_then(|at| exact.get(at)).map(|value| value.to_f64()),
            normalized_exact: at
                .and_then(|at| normalised_exact.get(at))
                .map(|value| value.to_f64()),
        }
    });
    Some(PodComparison {
        pod: info.key.clone(),
        nodes: nodes.collect(),
        scorers: answers,
        warnings: warnings(world, info, options.best_effort),
    })
}

/// Resources by number. A name that nothing mentions stays out: no node has any of it.
fn weighted(world: &World, resources: &[(String, i64)]) -> Vec<Weighted> {
    let known = resources.iter().filter_map(|(name, weight)| {
        Some(Weighted {
            resource: world.resources.get(name)?,
            weight: *weight,
        })
    });
    known.collect()
}

/// The sums without any cut, and the same from 0 to 100.
fn exact(scorer: &LimitAware, pod: &PodInfo, nodes: &[&NodeInfo]) -> (Vec<Exact>, Vec<Exact>) {
    let exact: Vec<Exact> = nodes
        .iter()
        .map(|node| scorer.exact(&pod.request, node))
        .collect();
    let lowest = exact
        .iter()
        .copied()
        .min_by(|a, b| a.compare(*b))
        .unwrap_or(Exact::ZERO);
    let highest = exact
        .iter()
        .copied()
        .max_by(|a, b| a.compare(*b))
        .unwrap_or(Exact::ZERO);
    let span = highest.minus(lowest);
    let level = span.compare(Exact::ZERO).is_eq();
    let normalise = |value: &Exact| {
        if level {
            return Exact::ZERO;
        }
        value.minus(lowest).times(Exact::new(100, 1)).over(span)
    };
    let normalised = exact.iter().map(normalise).collect();
    (exact, normalised)
}

fn answer(
    scorer: &dyn Scorer,
    pod: &PodInfo,
    feasible: &[&NodeInfo],
    fits: &[Result<(), Misfit>],
    exact: Option<&[Exact]>,
) -> ScorerAnswer {
    let answer = scorer.score(&pod.request, feasible);
    let applies = answer.is_some();
    let raw = answer.unwrap_or_default();
    let normalised = scorer.normalise(&raw);
    let spread = |values: &[i64]| -> Vec<Option<Integer>> {
        let mut values = values.iter();
        let spread = fits.iter().map(|fit| match fit {
            Ok(()) => values.next().map(|value| Integer(*value)),
            Err(_) => None,
        });
        spread.collect()
    };
    ScorerAnswer {
        name: scorer.name(),
        applies,
        raw: spread(&raw),
        normalized: spread(&normalised),
        best: best(feasible, &normalised, Ord::cmp),
        best_by_raw: best(feasible, &raw, Ord::cmp),
        best_by_exact: exact.map(|exact| best(feasible, exact, |a, b| a.compare(*b))),
    }
}

/// The nodes with the largest value, by name.
fn best<T>(
    nodes: &[&NodeInfo],
    values: &[T],
    compare: fn(&T, &T) -> std::cmp::Ordering,
) -> Vec<String> {
    let Some(top) = values.iter().max_by(|a, b| compare(a, b)) else {
        return Vec::new();
    };
    let tied = nodes
        .iter()
        .zip(values)
        .filter(|(_, value)| compare(value, top).is_eq());
    let mut names: Vec<String> = tied.map(|(node, _)| node.name.clone()).collect();
    order::sort(&mut names, String::cmp);
    names
}

fn misfit_answer(misfit: &Misfit, world: &World) -> MisfitAnswer {
    MisfitAnswer {
        code: misfit.code(),
        plugin: misfit.plugin(),
        reasons: misfit.reasons(world),
    }
}

fn resource_answer(
    world: &World,
    node: &NodeInfo,
    pod: &PodInfo,
    score: &ResourceScore,
) -> ResourceAnswer {
    let resource: ResourceId = score.weighted.resource;
    ResourceAnswer {
        name: world.resources.name(resource).to_owned(),
        allocatable: score.allocatable.into(),
        requested: node.requested.get(resource).into(),
        existing_limit: score.existing.into(),
        pod_request: pod.request.fit.get(resource).into(),
        pod_limit: score.pod.into(),
        score: score.score.map(Into::into),
    }
}

fn warnings(world: &World, pod: &PodInfo, best_effort: BestEffort) -> Vec<String> {
    let mut warnings = Vec::new();
    if pod.request.is_best_effort {
        let counts = match best_effort {
            BestEffort::Allocatable => "all that a node can give",
            BestEffort::Nothing => "nothing",
            BestEffort::Amount(_) => "a fixed amount",
        };
        warnings.push(format!(
            "the pod has neither requests nor limits: it counts {counts}"
        ));
    } else if pod.request.is_unbounded {
        warnings.push(
            "a container of the pod has no limit and counts 0: it looks free but is not bounded"
                .to_owned(),
        );
    }
    let unbounded: i64 = world.nodes.iter().map(|node| node.unbounded).sum();
    if unbounded > 0 {
        warnings.push(format!(
            "{unbounded} {} on the nodes a container without a limit, which counts 0: it looks free but is not bounded",
            if unbounded == 1 { "pod has" } else { "pods have" }
        ));
    }
    warnings
}
