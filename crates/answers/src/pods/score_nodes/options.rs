//! How nodes are scored for a pod.

use schedscope_objects::{
    kubernetes_version::KubernetesVersion, namespaced_name::NamedObject, profile::ProfileChoice,
};
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{
    Argument, Fault, Few, Ranged as _, Source, options, scalar, source::Types,
};
use schedscope_pods::score::{SCORER_NAMES, limit_aware::BestEffort};

/// A scorer, by its name in Kubernetes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScorerName(pub &'static str);

impl Argument for ScorerName {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let index = scalar::word(from, &SCORER_NAMES)?;
        Ok(Self(SCORER_NAMES[index]))
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
        let docs = "A scorer, by its name in Kubernetes.";
        declarations.union("ScorerName", docs, &SCORER_NAMES);
    }
}

/// The order of the nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NodeOrder {
    /// The order of the input.
    #[default]
    Text,
    /// By name.
    Name,
    /// By the total of the default profile, best first.
    Total,
    /// By the score of a scorer, best first.
    Scorer(ScorerName),
}

impl Argument for NodeOrder {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let words = [&["text", "name", "total"], &SCORER_NAMES[..]].concat();
        let index = scalar::word(from, &words)?;
        Ok(match index {
            0 => Self::Text,
            1 => Self::Name,
            2 => Self::Total,
            scorer => Self::Scorer(ScorerName(SCORER_NAMES[scorer - 3])),
        })
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("\"text\" | \"name\" | \"total\" | ScorerName")
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

/// What a point of a curve is.
const POINT: &str = "a point: utilisation (0 to 100) and score (0 to 10)";

/// A point of a curve.
struct Point((i64, i64));

impl Argument for Point {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let mut numbers = Vec::new();
        from.one_of(Types {
            expected: POINT,
            item: Some(&mut |from| {
                let value = scalar::read(from)?;
                numbers.push(match numbers.len() {
                    0 => i64::within(&value, 0..=100)?,
                    1 => i64::within(&value, 0..=10)?,
                    _ => return Err(format!("expected {POINT}").into()),
                });
                Ok(())
            }),
            ..Types::default()
        })?;
        match numbers[..] {
            [utilisation, score] => Ok(Self((utilisation, score))),
            _ => Err(format!("expected {POINT}").into()),
        }
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("[utilisation: number, score: number]")
    }
}

impl Argument for Curve {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let points = Vec::<Point>::read(from)?;
        let curve: Vec<_> = points.into_iter().map(|Point(point)| point).collect();
        if curve.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err("the utilisation of the points must ascend".into());
        }
        Ok(Self(curve))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("[utilisation: number, score: number][]")
    }
}

options! {
    /// A resource to score.
    pub struct WeightedResource {
        /// The name of the resource.
        name: String [needed],
        /// The weight of the resource, 1 to 100 as in Kubernetes.
        weight: i64 [1..=100] = 1,
    }

    /// Options of `scoreNodes`.
    pub struct ScoreNodesOptions {
        /// The pod. A pod on a node is scheduled as if it were pending.
        pod: NamedObject [needed],
        /// The resources to score, at most 1,000. Default: `cpu` and `memory`, each with weight 1.
        resources: Option<Few<WeightedResource>>,
        /// The shape of `RequestedToCapacityRatio`: points of utilisation (0 to 100) and score (0 to 10), in ascending
        /// order. Default: `[[0, 0], [100, 10]]`.
        shape: Option<Curve>,
        /// The limits that a best-effort pod counts with.
        best_effort: BestEffort,
        /// The scorers to run. Default: all.
        scorers: Option<Vec<ScorerName>>,
        /// Whether to score by the default profile of kube-scheduler, too.
        default_profile: bool,
        /// The scheduler to reproduce. The default profile of `Upstream` has the faults of its version of Kubernetes.
        profile: ProfileChoice,
        /// The version of Kubernetes. Default: the newest that nodes report; else 1.36.
        kubernetes_version: Option<KubernetesVersion>,
        /// The order of the rows. As in the `text`, by `name`, by the `total` of the default profile, or by the score
        /// of a scorer, best first. `total` turns `defaultProfile` on.
        order: NodeOrder,
        /// How many rows to skip.
        offset: usize,
        /// The maximum number of rows to list.
        limit: usize = 100,
    }
}

impl ScoreNodesOptions {
    /// Whether the scores of the default profile are wanted.
    pub(super) fn scores_by_default_profile(&self) -> bool {
        self.default_profile || self.order == NodeOrder::Total
    }
}
