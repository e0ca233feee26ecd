//! Limit-aware scoring: the node whose limits are least over-subscribed.

use schedscope_options::{Argument, Fault, Source, options, read_or_text, scalar};

use crate::{
    exact::ExactScore,
    node::NodeInfo,
    request::Request,
    score::{ScoredResource, Scorer, min_max, percent_left, times},
};

#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};

/// The limits that a best-effort pod counts with. `allocatable`: all that the node can give, because nothing keeps the
/// pod from using it; `nothing`: 0; or a fixed amount of every resource.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "types",
    ts(
        type = "\"allocatable\" | \"nothing\" | {\n/** The amount, in milli-CPU or base units. */\namount: number }"
    )
)]
pub enum BestEffort {
    /// All that the node can give, because nothing keeps the pod from using it.
    #[default]
    Allocatable,
    Nothing,
    /// This amount of every resource, in milli-CPU or base units.
    Amount(i64),
}

options! {
    /// A fixed amount of every resource.
    pub struct FixedAmount {
        /// The amount, in milli-CPU or base units.
        amount: i64 [needed, 0..=i64::MAX],
    }
}

impl Argument for BestEffort {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let expected = "`allocatable`, `nothing` or an object with `amount`";
        let mut word = Self::default();
        let object = read_or_text(from, expected, &mut |text| {
            word = match scalar::index_of(text, &["allocatable", "nothing"])? {
                0 => Self::Allocatable,
                _ => Self::Nothing,
            };
            Ok(())
        })?;
        Ok(object.map_or(word, |FixedAmount { amount }| Self::Amount(amount)))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("BestEffort")
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        (*self == Self::Allocatable).then(|| "\"allocatable\"".to_owned())
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ts_rs::TypeVisitor::visit::<Self>(declarations);
    }
}

impl BestEffort {
    /// The amount of a resource that such a pod counts on a node with this allocatable amount.
    pub fn amount(self, allocatable: i64) -> i64 {
        match self {
            Self::Allocatable => allocatable,
            Self::Nothing => 0,
            Self::Amount(amount) => amount,
        }
    }
}

/// Per resource `trunc((allocatable - existing - pod) * 100 / allocatable)`, weighted and summed; then
/// spread from 0 to 100. Below 0 where limits exceed the node.
///
/// The limits on a node are updated incrementally, so that a node costs O(resources), independent of its pods.
///
/// Source: "Limit aware scheduling".
#[derive(Clone, Debug)]
pub struct LimitAware {
    pub resources: Vec<ScoredResource>,
    /// What best-effort pods count as.
    pub best_effort: BestEffort,
}

/// One resource of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResourceScore {
    /// The resource and its weight.
    pub weighted: ScoredResource,
    /// The allocatable amount of the node.
    pub allocatable: i64,
    /// The limits of the pods on it.
    pub existing: i64,
    /// The limit of the incoming pod.
    pub pod: i64,
    /// The score; `None` if the node lacks the resource, which is then skipped.
    pub score: Option<i64>,
}

impl ResourceScore {
    /// The score, not rounded.
    pub fn exact(&self) -> ExactScore {
        let left = i128::from(self.allocatable) - i128::from(self.existing) - i128::from(self.pod);
        match self.score {
            Some(_) => ExactScore::new(left * 100, i128::from(self.allocatable)),
            None => ExactScore::ZERO,
        }
    }
}

impl LimitAware {
    /// The score of each resource of a node.
    pub fn resources(&self, request: &Request, node: &NodeInfo) -> Vec<ResourceScore> {
        let resources = self.resources.iter();
        resources
            .map(|weighted| self.resource(*weighted, request, node))
            .collect()
    }

    /// The inputs of a node's score, written to `parts`: for each resource the allocatable amount, the limits on the
    /// node, and the limit of the pod.
    pub fn parts(&self, request: &Request, node: &NodeInfo, parts: &mut Vec<[i64; 3]>) {
        parts.clear();
        for weighted in &self.resources {
            parts.push(self.amounts(*weighted, request, node));
        }
    }

    #[inline]
    fn amounts(&self, weighted: ScoredResource, request: &Request, node: &NodeInfo) -> [i64; 3] {
        let allocatable = node.allocatable.get(weighted.resource);
        let mut existing = node.limits.get(weighted.resource);
        if node.best_effort != 0 {
            let all = times(self.best_effort.amount(allocatable), node.best_effort);
            existing = existing.saturating_add(all);
        }
        let pod = if request.is_best_effort {
            self.best_effort.amount(allocatable)
        } else {
            request.incoming_limits.get(weighted.resource)
        };
        [allocatable, existing, pod]
    }

    #[inline]
    fn resource(
        &self,
        weighted: ScoredResource,
        request: &Request,
        node: &NodeInfo,
    ) -> ResourceScore {
        let [allocatable, existing, pod] = self.amounts(weighted, request, node);
        ResourceScore {
            weighted,
            allocatable,
            existing,
            pod,
            score: (allocatable != 0).then(|| percent_left(allocatable, existing, pod)),
        }
    }

    /// From a node's [`Self::parts`]: the weighted sum; the same in doubles, not rounded; and the sum of the terms'
    /// absolute values.
    pub fn sums(&self, parts: &[[i64; 3]]) -> (i64, f64, f64) {
        let (mut raw, mut near, mut size) = (0_i64, 0.0, 0.0);
        for (weighted, [allocatable, existing, pod]) in self.resources.iter().zip(parts) {
            if *allocatable == 0 {
                continue;
            }
            let points = percent_left(*allocatable, *existing, *pod);
            raw = raw.saturating_add(times(points, weighted.weight));
            let left = *allocatable as f64 - *existing as f64 - *pod as f64;
            let term = left * 100.0 / *allocatable as f64 * weighted.weight as f64;
            near += term;
            size += term.abs();
        }
        (raw, near, size)
    }

    /// The weighted sum, not rounded.
    pub fn exact(&self, request: &Request, node: &NodeInfo) -> ExactScore {
        let scores = self.resources(request, node).into_iter();
        scores.fold(ExactScore::ZERO, |sum, score| {
            let weight = ExactScore::new(i128::from(score.weighted.weight), 1);
            sum.plus(score.exact().times(weight))
        })
    }
}

impl Scorer for LimitAware {
    fn name(&self) -> &'static str {
        "LimitAware"
    }

    fn score(&self, request: &Request, nodes: &[&NodeInfo]) -> Option<Vec<i64>> {
        let mut parts = Vec::new();
        let score = |node: &&NodeInfo| {
            self.parts(request, node, &mut parts);
            self.sums(&parts).0
        };
        Some(nodes.iter().map(score).collect())
    }

    fn normalizes(&self) -> bool {
        true
    }

    fn normalise(&self, raw: &[i64]) -> Vec<i64> {
        min_max(raw)
    }
}
