//! Scorers: rules that rate the feasible nodes. One file each.

pub mod allocatable;
pub mod allocated;
pub mod balanced;
pub mod limit_aware;
pub mod ratio;

use schedscope_objects::kubernetes_version::KubernetesVersion;

use self::{
    allocatable::{AllocatableMode, NodeResourcesAllocatable},
    allocated::{LeastAllocated, MostAllocated},
    balanced::BalancedAllocation,
    limit_aware::{BestEffort, LimitAware},
    ratio::RequestedToCapacityRatio,
};
use crate::{
    amount_sum::saturated,
    amounts::{Amounts, ResourceId},
    node::NodeInfo,
    request::Request,
};

/// A resource that is scored, with its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredResource {
    pub resource: ResourceId,
    pub weight: i64,
}

/// A rule that rates nodes.
pub trait Scorer {
    /// Its name, as Kubernetes and its plugins spell it.
    fn name(&self) -> &'static str;

    /// The score of each node, not normalised; `None` if the rule does not apply to the pod.
    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>>;

    /// Whether scores are normalised.
    fn normalizes(&self) -> bool {
        false
    }

    /// The scores from 0 to 100 if the rule normalises, else unchanged.
    fn normalise(&self, raw: &[i64]) -> Vec<i64> {
        raw.to_vec()
    }
}

/// The settings of scorers; each uses some of them.
#[derive(Clone, Debug)]
pub struct ScorerSettings {
    pub resources: Vec<ScoredResource>,
    /// What best-effort pods count as.
    pub best_effort: BestEffort,
    /// The curve of `RequestedToCapacityRatio`: points of the requested share in percent and the score up to 10.
    pub shape: Vec<(i64, i64)>,
    pub version: KubernetesVersion,
}

impl ScorerSettings {
    /// The defaults: cpu and memory with equal weights.
    pub fn new(version: KubernetesVersion) -> Self {
        let weighted = |resource| ScoredResource {
            resource,
            weight: 1,
        };
        Self {
            resources: vec![weighted(ResourceId::CPU), weighted(ResourceId::MEMORY)],
            best_effort: BestEffort::default(),
            shape: vec![(0, 0), (100, 10)],
            version,
        }
    }
}

/// Makes a scorer from the settings.
pub type MakeScorer = fn(&ScorerSettings) -> Box<dyn Scorer>;

/// All scorers by name, limit-aware scoring first.
pub const SCORERS: [(&str, MakeScorer); 7] = [
    ("LimitAware", |of| {
        Box::new(LimitAware {
            resources: of.resources.clone(),
            best_effort: of.best_effort,
        })
    }),
    ("LeastAllocated", |of| {
        Box::new(LeastAllocated(of.resources.clone()))
    }),
    ("MostAllocated", |of| {
        Box::new(MostAllocated(of.resources.clone()))
    }),
    ("RequestedToCapacityRatio", |of| {
        Box::new(RequestedToCapacityRatio {
            resources: of.resources.clone(),
            shape: of.shape.clone(),
        })
    }),
    ("BalancedAllocation", |of| {
        Box::new(BalancedAllocation {
            resources: of.resources.clone(),
            version: of.version,
        })
    }),
    ("NodeResourcesAllocatableLeast", |_| {
        Box::new(NodeResourcesAllocatable::with_defaults(
            AllocatableMode::Least,
        ))
    }),
    ("NodeResourcesAllocatableMost", |_| {
        Box::new(NodeResourcesAllocatable::with_defaults(
            AllocatableMode::Most,
        ))
    }),
];

/// The names of [`SCORERS`].
pub const SCORER_NAMES: [&str; SCORERS.len()] = {
    let mut names = [""; SCORERS.len()];
    let mut at = 0;
    while at < SCORERS.len() {
        names[at] = SCORERS[at].0;
        at += 1;
    }
    names
};

/// The scorer of a name with the default settings. Unknown names select `LeastAllocated`, as in Kubernetes.
pub fn scorer_named(name: &str, version: KubernetesVersion) -> Box<dyn Scorer> {
    let settings = ScorerSettings::new(version);
    match SCORERS.iter().find(|(known, _)| *known == name) {
        Some((_, make)) => make(&settings),
        None => Box::new(LeastAllocated(settings.resources)),
    }
}

/// Scores scaled to 0 to 100 between their minimum and maximum, by integer division; 0 if all are equal.
pub fn min_max(raw: &[i64]) -> Vec<i64> {
    let lowest = raw.iter().copied().min().unwrap_or(0);
    let highest = raw.iter().copied().max().unwrap_or(0);
    if lowest == highest {
        return vec![0; raw.len()];
    }
    // Division of 128 bits is slow; scores seldom need it.
    if let Some(span) = highest.checked_sub(lowest)
        && span.checked_mul(100).is_some()
    {
        return raw
            .iter()
            .map(|value| (value - lowest) * 100 / span)
            .collect();
    }
    let span = i128::from(highest) - i128::from(lowest);
    let score = |value: i64| (i128::from(value) - i128::from(lowest)) * 100 / span;
    raw.iter().map(|value| score(*value) as i64).collect()
}

/// The requests on a node with the pod, and the amount that the node can allocate; `None` if the resource is skipped,
/// because the node lacks it or the pod does not request this extended resource.
pub fn requested(
    weighted: ScoredResource,
    request: &Request,
    node: &NodeInfo,
    non_zero: bool,
) -> Option<(i64, i64)> {
    let resource = weighted.resource;
    let asked = request.fit.get(resource);
    if !resource.is_basic() && asked == 0 {
        return None;
    }
    let capacity = node.allocatable.get(resource);
    if capacity == 0 {
        return None;
    }
    let basic = resource.0 as usize;
    let full = node.non_zero.get(basic).zip(request.non_zero.get(basic));
    let sum = match full.filter(|_| non_zero) {
        Some((held, asked)) => held.saturating_add(*asked),
        None => node.requested.get(resource).saturating_add(asked),
    };
    Some((sum, capacity))
}

/// `a * b / c`, truncated toward zero, without overflow on the way.
#[inline]
pub fn scale(a: i64, b: i64, c: i64) -> i64 {
    if is_small(a, b) {
        return (a * b).wrapping_div(c.max(1));
    }
    scale_wide(i128::from(a), b, c)
}

/// `a * b`, saturating.
#[inline]
pub fn times(a: i64, b: i64) -> i64 {
    if is_small(a, b) {
        return a * b;
    }
    a.saturating_mul(b)
}

/// Whether a product surely fits in 64 bits. WebAssembly has no instruction for overflow, and the check in software
/// costs more than the scorer.
#[inline]
fn is_small(a: i64, b: i64) -> bool {
    a.unsigned_abs().leading_zeros() + b.unsigned_abs().leading_zeros() >= 66
}

#[cold]
fn scale_wide(a: i128, b: i64, c: i64) -> i64 {
    saturated(a * i128::from(b) / i128::from(c).max(1))
}

/// The share of a capacity that two amounts leave, in percent, truncated toward zero: exact for all amounts.
#[inline]
pub fn percent_left(capacity: i64, held: i64, asked: i64) -> i64 {
    let left = capacity.checked_sub(held);
    if let Some(left) = left.and_then(|left| left.checked_sub(asked)) {
        return scale(left, 100, capacity);
    }
    let left = i128::from(capacity) - i128::from(held) - i128::from(asked);
    scale_wide(left, 100, capacity)
}

/// Whether a list asks for any of the resources.
pub fn asks_for_any(amounts: &Amounts, resources: &[ScoredResource]) -> bool {
    resources
        .iter()
        .any(|weighted| amounts.get(weighted.resource) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_exact() {
        assert_eq!(percent_left(4000, 1000, 1000), 50);
        assert_eq!(percent_left(3, 5, 0), -66);
        // The difference is more than 64 bits.
        assert_eq!(percent_left(i64::MAX, i64::MIN, 0), 200);
        assert_eq!(percent_left(i64::MAX, i64::MAX, i64::MAX), -100);
        assert_eq!(percent_left(1, i64::MIN, i64::MIN), i64::MAX);
    }
}
