//! What the score of one cluster is computed from, so that a person can compute it again.

use schedscope_objects::{
    addon_placement_score::AddOnPlacementScore,
    clusters::Cluster,
    diagnostic::ObjectName,
    id::{ClusterId, Id},
    kind::ObjectKind,
    names::Symbol,
};
use schedscope_placement::{
    column::FeasiblePlace,
    prioritizer::{ClusterResources, PlannedPrioritizer, PrioritizerKind},
};
use serde::Serialize;

use crate::placement::{DecisionDetails, integer::Integer};

/// What a score is computed from, by the kind of its prioritizer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(
    tag = "type",
    rename_all = "kebab-case",
    rename_all_fields = "camelCase"
)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum ScoreInputs {
    /// 100 if the recorded decisions of this placement have the cluster, else 0.
    Steady {
        /// Whether they have it.
        recorded: bool,
    },
    /// `2 × trunc(100 × (0.5 - decisions / most))`; 100 without decisions.
    Balance {
        /// The number of entries in the recorded decisions of all other placements that name the cluster.
        decisions: u32,
        /// The largest such number of any cluster, including clusters that are not candidates or do not exist.
        most: u32,
    },
    /// `trunc(((allocatable - least) / (most - least) - 0.5) × 2 × 100)`; 100 if least and most are equal.
    ResourceAllocatable {
        /// The resource.
        resource: String,
        /// `status.allocatable` of the cluster in base units (cores, bytes); `null` without it or without capacity.
        allocatable: Option<f64>,
        /// `status.capacity` of the cluster in base units; `null` likewise. Its amount does not matter.
        capacity: Option<f64>,
        /// The least allocatable of the feasible clusters that report both; `null` if none does.
        least: Option<f64>,
        /// The most allocatable of these clusters.
        most: Option<f64>,
    },
    /// `trunc(200 × allocatable / capacity - 100)` of the exact amounts, from -100 to 100.
    ResourceRatio {
        /// The resource.
        resource: String,
        /// `status.allocatable` of the cluster in base units (cores, bytes); `null` without it or without capacity.
        allocatable: Option<f64>,
        /// `status.capacity` of the cluster in base units; `null` likewise.
        capacity: Option<f64>,
    },
    /// The value itself; 0 if it has expired, or without one.
    AddOn {
        /// The `AddOnPlacementScore` of the cluster; `null` if the input does not have it.
        object: Option<ObjectName>,
        /// The value in it, in score points; the last one of several; `null` without one.
        value: Option<i32>,
        /// `status.validUntil`, RFC 3339; `null`: the value does not expire.
        valid_until: Option<String>,
        /// When its status was last written, RFC 3339; `null` if its `managedFields` do not tell.
        updated: Option<String>,
    },
    /// `200 × (raw - lowest) / (highest - lowest) - 100`, rounded down; 0 if lowest and highest are equal.
    Spread {
        /// The step that these numbers are of: the one that picked the cluster, else the last one.
        step: usize,
        /// The raw spread score of the cluster: its term scores joined.
        raw: Integer,
        /// The smallest raw spread score of the candidates in the step.
        lowest: Integer,
        /// The largest raw spread score of the candidates in the step.
        highest: Integer,
    },
}

impl DecisionDetails<'_> {
    /// Returns the inputs of a score; `None` without a score to compute. O(feasible) for allocatable resources,
    /// O(scores) for add-ons.
    pub(super) fn score_inputs(
        &self,
        entry: &PlannedPrioritizer,
        cluster: ClusterId,
        place: FeasiblePlace,
    ) -> Option<ScoreInputs> {
        let recorded = &self.decision.recorded;
        let resource = entry.resource().unwrap_or_default().to_owned();
        Some(match entry.kind {
            PrioritizerKind::Steady => ScoreInputs::Steady {
                recorded: recorded.is_own(cluster),
            },
            PrioritizerKind::Balance => ScoreInputs::Balance {
                decisions: recorded.others.get(cluster.index()).copied()?,
                most: recorded.most,
            },
            PrioritizerKind::Allocatable(symbol) => {
                let feasible = self.decision.feasible();
                let clusters = &self.objects.clusters;
                let amounts = ClusterResources::read(symbol.into_iter(), clusters, feasible);
                let count = feasible.len();
                let range = amounts.range(symbol, count);
                let own = amounts.of(symbol, count).nth(place.index()).flatten();
                ScoreInputs::ResourceAllocatable {
                    resource,
                    allocatable: own.map(|(allocatable, _)| allocatable),
                    capacity: own.map(|(_, capacity)| capacity),
                    least: range.map(|(least, _)| least),
                    most: range.map(|(_, most)| most),
                }
            }
            PrioritizerKind::Ratio(symbol) => {
                let clusters = &self.objects.clusters;
                let amounts = ClusterResources::read(symbol.into_iter(), clusters, &[cluster]);
                let own = amounts.of(symbol, 1).next().flatten();
                ScoreInputs::ResourceRatio {
                    resource,
                    allocatable: own.map(|(allocatable, _)| allocatable),
                    capacity: own.map(|(_, capacity)| capacity),
                }
            }
            PrioritizerKind::AddOn { resource, score } => {
                self.add_on_inputs(resource, score, cluster)
            }
            PrioritizerKind::Spread => self.spread_inputs(cluster)?,
            PrioritizerKind::Unknown | PrioritizerKind::AddOnMissing => return None,
        })
    }

    /// The object that decides: the last one with the value that has not expired, else the last one.
    fn add_on_inputs(
        &self,
        resource: Option<Symbol>,
        score: Option<Symbol>,
        cluster: ClusterId,
    ) -> ScoreInputs {
        let name = self.objects.clusters.get(cluster).map(Cluster::name);
        let value = |object: &AddOnPlacementScore| {
            let mut values = object.scores.iter().rev();
            let (_, value) = values.find(|(name, _)| Some(*name) == score)?;
            Some(*value)
        };
        let now = self.decision.options.now;
        let counts = |object: &AddOnPlacementScore| {
            value(object).is_some() && object.valid_until.is_none_or(|until| until >= now)
        };
        let objects = self.objects.scores.iter();
        let mut own =
            objects.filter(|one| Some(one.name) == resource && Some(one.namespace) == name);
        let last = own.clone().next_back();
        let object = own.rfind(|object| counts(object)).or(last);
        let names = &self.objects.names;
        ScoreInputs::AddOn {
            object: object.map(|object| ObjectName {
                kind: ObjectKind::AddOnPlacementScore.name().to_owned(),
                namespace: names[object.namespace].to_owned(),
                name: names[object.name].to_owned(),
            }),
            value: object.and_then(|object| value(object)),
            valid_until: object.and_then(|object| Some(object.valid_until?.to_string())),
            updated: None,
        }
    }
}
