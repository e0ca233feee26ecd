//! The arguments of plugins, `pluginConfig`.

use schedscope_objects::{
    names::Symbol,
    pod::TopologySpreadConstraint,
    scheduler_configuration::{PluginArgs, ScoringStrategy, ScoringStrategyKind},
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, affinity,
    constraints::{REQUIRED, spread_constraint},
};

/// One of `pluginConfig`.
pub(super) fn plugin_config(
    args: &mut PluginArgs,
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) {
    let mut plugin = "";
    let mut given = None;
    fields!(d, at, path, |d, field, at, path| match field {
        "name" => plugin = d.string(at, path).unwrap_or_default(),
        "args" => given = Some(at),
    });
    if plugin.is_empty() {
        let message = "a plugin's configuration needs its `name`";
        d.missing(at, path, "name", message);
    }
    let Some(at) = given else { return };
    let path = &path.field("args");
    match plugin {
        "InterPodAffinity" => fields!(d, at, path, |d, field, at, path| match field {
            "hardPodAffinityWeight" => args.hard_pod_affinity_weight = d.int32(at, path, 0..=100),
            "ignorePreferredTermsOfExistingPods" =>
                args.ignores_preferred_terms = d.boolean(at, path) == Some(true),
        }),
        "PodTopologySpread" => args.default_constraints = spread_defaults(d, at, path),
        "NodeAffinity" => d.field(at, path, "addedAffinity", |d, at, path| {
            d.field(at, path, REQUIRED, |d, at, path| {
                args.added_affinity = Some(affinity::terms(d, at, path).into());
            });
        }),
        "NodeResourcesFit" => fields!(d, at, path, |d, field, at, path| match field {
            "scoringStrategy" => args.scoring_strategy = Some(strategy(d, at, path)),
            "ignoredResources" => args.ignored[0] = d.symbols(at, path),
            "ignoredResourceGroups" => args.ignored[1] = d.symbols(at, path),
        }),
        "NodeResourcesBalancedAllocation" => d.field(at, path, "resources", |d, at, path| {
            let resources = resources(d, at, path);
            let names = resources.iter().map(|(name, _)| *name);
            args.balanced_resources = (!resources.is_empty()).then(|| names.collect());
        }),
        _ => {}
    }
}

/// `PodTopologySpreadArgs`: the soft constraints of a list; `None`: those of the system.
fn spread_defaults(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
) -> Option<Box<[TopologySpreadConstraint]>> {
    let mut constraints = Vec::new();
    let mut list = None;
    let mut is_list = false;
    fields!(d, at, path, |d, field, at, path| match field {
        "defaultConstraints" => {
            list = Some(at);
            d.items(at, path, |d, at, path| {
                constraints.push(spread_constraint(d, at, path));
            });
        }
        "defaultingType" => is_list = d.word(at, path, &["System", "List"]) == Some("List"),
    });
    if let (Some(at), false, false) = (list, is_list, constraints.is_empty()) {
        let message = "when `defaultingType` is `System`, there are no `defaultConstraints`";
        d.refuse(at, &path.field("defaultConstraints"), message.to_owned());
    }
    constraints.retain(|constraint| !constraint.is_hard);
    is_list.then(|| constraints.into_boxed_slice())
}

fn strategy(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> ScoringStrategy {
    let mut strategy = ScoringStrategy::default();
    let kinds = [
        "LeastAllocated",
        "MostAllocated",
        "RequestedToCapacityRatio",
    ];
    fields!(d, at, path, |d, field, at, path| match field {
        "type" => {
            strategy.kind = match d.word(at, path, &kinds) {
                Some("MostAllocated") => ScoringStrategyKind::MostAllocated,
                Some("RequestedToCapacityRatio") => ScoringStrategyKind::RequestedToCapacityRatio,
                _ => ScoringStrategyKind::LeastAllocated,
            };
        }
        "resources" => strategy.resources = resources(d, at, path).into(),
        "requestedToCapacityRatio" => d.field(at, path, "shape", |d, at, path| {
            let mut points = Vec::new();
            d.items(at, path, |d, at, path| {
                let mut point = (0, 0);
                fields!(d, at, path, |d, field, at, path| match field {
                    "utilization" => point.0 = in_range(d, at, path, 100),
                    "score" => point.1 = in_range(d, at, path, 10),
                });
                points.push(point);
            });
            strategy.shape = points.into();
        }),
    });
    strategy
}

/// A whole number from 0; one that is out of range is reported and clamped.
fn in_range(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, most: i32) -> i32 {
    let number = d.int32(at, path, 0..=most).unwrap_or_default();
    number.clamp(0, most)
}

/// Names and weights of resources; a weight of 0 or an absent one is 1.
fn resources(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) -> Vec<(Symbol, i32)> {
    let mut resources = Vec::new();
    d.items(at, path, |d, at, path| {
        let (mut name, mut weight) = (Symbol::EMPTY, 0);
        fields!(d, at, path, |d, field, at, path| match field {
            "name" => name = d.symbol(at, path).unwrap_or_default(),
            "weight" => weight = in_range(d, at, path, 100),
        });
        resources.push((name, weight.max(1)));
    });
    resources
}
