//! How nodes are scored for a pod.

#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Source, options};
use schedscope_pods::score::limit_aware::BestEffort;

/// The scorers, limit-aware scoring first.
const SCORERS: [&str; 7] = [
    "LimitAware",
    "LeastAllocated",
    "MostAllocated",
    "RequestedToCapacityRatio",
    "BalancedAllocation",
    "NodeResourcesAllocatableLeast",
    "NodeResourcesAllocatableMost",
];

/// A scorer, by the name that Kubernetes and its plugins give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorerName(pub &'static str);

impl Argument for ScorerName {
    fn read(from: &mut dyn Source) -> Option<Self> {
        SCORERS.get(from.word(&SCORERS)?).copied().map(Self)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("ScorerName")
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        Some(format!("\"{}\"", self.0))
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        let docs = "A scorer, by the name that Kubernetes and its plugins give it.";
        declarations.union("ScorerName", docs, &SCORERS);
    }
}

/// By what nodes are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeOrder {
    /// As in the text.
    #[default]
    Text,
    /// By name.
    Name,
    /// By a scorer's score, best first.
    Scorer(ScorerName),
}

impl Argument for NodeOrder {
    fn read(from: &mut dyn Source) -> Option<Self> {
        let words = [&["text", "name"], &SCORERS[..]].concat();
        Some(match from.word(&words)? {
            0 => Self::Text,
            1 => Self::Name,
            scorer => Self::Scorer(ScorerName(SCORERS.get(scorer - 2)?)),
        })
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("\"text\" | \"name\" | ScorerName")
    }

    #[cfg(feature = "types")]
    fn shown(&self) -> Option<String> {
        (*self == Self::Text).then(|| "\"text\"".to_owned())
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ScorerName::declare(declarations);
    }
}

/// Points of a curve, by the first number ascending: utilisation (0 to 100) and score (0 to 10).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Curve(pub Vec<(i64, i64)>);

impl Argument for Curve {
    fn read(from: &mut dyn Source) -> Option<Self> {
        let mut curve = Vec::new();
        from.items(&mut |from| {
            let mut point = Vec::new();
            from.items(&mut |from| {
                let most = if from.index() == 0 { 100 } else { 10 };
                point.push(from.whole(0, most).unwrap_or_default());
            });
            match point.as_slice() {
                [utilisation, score] => curve.push((*utilisation, *score)),
                _ => from.wrong("expected a point: utilisation (0 to 100) and score (0 to 10)"),
            }
        });
        if curve.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            from.wrong("the utilisation of the points must ascend");
        }
        Some(Self(curve))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("[utilisation: number, score: number][]")
    }
}

options! {
    /// A resource that is scored.
    pub struct WeightedResource {
        /// Its name.
        name: String [needed],
        /// Its weight, as Kubernetes allows it.
        weight: i64 [1..=100] = 1,
    }

    /// How nodes are scored for a pod.
    pub struct ScoreNodesOptions {
        /// The pod, as `namespace/name`. One that is on a node is placed anew.
        pod: String [needed],
        /// The resources that are scored. Default: `cpu` and `memory` alike.
        resources: Option<Vec<WeightedResource>>,
        /// The curve of `RequestedToCapacityRatio`: points of utilisation (0 to 100) and score (0 to 10), by
        /// utilisation ascending. Default: `[[0, 0], [100, 10]]`.
        shape: Option<Curve>,
        /// What a pod counts that has neither requests nor limits.
        best_effort: BestEffort,
        /// The scorers to ask. Default: all.
        scorers: Option<Vec<ScorerName>>,
        /// By what rows are ordered: the order of the `text`, the `name`, or the score of a scorer, best
        /// first.
        order: NodeOrder,
        /// How many rows are passed over.
        offset: usize,
        /// How many rows are given at most.
        limit: usize = 100,
    }
}
