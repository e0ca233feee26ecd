//! The arguments of plugins, `pluginConfig`.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    names::Symbol,
    pod::TopologySpreadConstraint,
    scheduler_configuration::{PluginArgs, ScoringStrategy, ScoringStrategyKind},
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, affinity, constraints, constraints::spread_constraint, pod::missing,
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
    d.fields(at, path, &["name", "args"], |d, field, at, path| {
        if field == "name" {
            plugin = d.string(at, path).unwrap_or_default();
        } else {
            given = Some(at);
        }
    });
    if plugin.is_empty() {
        missing(
            d,
            at,
            path,
            "name",
            "a plugin's configuration needs its `name`",
        );
    }
    let Some(at) = given else { return };
    let path = &path.field("args");
    match plugin {
        "InterPodAffinity" => {
            let known = [
                "hardPodAffinityWeight",
                "ignorePreferredTermsOfExistingPods",
            ];
            d.fields(at, path, &known, |d, field, at, path| {
                if field == "hardPodAffinityWeight" {
                    args.hard_pod_affinity_weight = d.int32(at, path, 0..=100);
                } else {
                    args.ignores_preferred_terms = d.boolean(at, path) == Some(true);
                }
            });
        }
        "PodTopologySpread" => args.default_constraints = spread_defaults(d, at, path),
        "NodeAffinity" => d.fields(at, path, &["addedAffinity"], |d, _, at, path| {
            let known = &constraints::AFFINITY[..1];
            d.fields(at, path, known, |d, _, at, path| {
                args.added_affinity = Some(affinity::terms(d, at, path).into());
            });
        }),
        "NodeResourcesFit" => {
            let known = [
                "scoringStrategy",
                "ignoredResources",
                "ignoredResourceGroups",
            ];
            d.fields(at, path, &known, |d, field, at, path| match field {
                "scoringStrategy" => args.scoring_strategy = Some(strategy(d, at, path)),
                "ignoredResources" => args.ignored[0] = d.symbols(at, path),
                _ => args.ignored[1] = d.symbols(at, path),
            });
        }
        "NodeResourcesBalancedAllocation" => {
            d.fields(at, path, &["resources"], |d, _, at, path| {
                let resources = resources(d, at, path);
                let names = resources.iter().map(|(name, _)| *name);
                args.balanced_resources = (!resources.is_empty()).then(|| names.collect());
            });
        }
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
    let known = ["defaultConstraints", "defaultingType"];
    d.fields(at, path, &known, |d, field, at, path| {
        if field == "defaultingType" {
            is_list = d.word(at, path, &["System", "List"]) == Some("List");
        } else {
            list = Some(at);
            d.items(at, path, |d, at, path| {
                constraints.push(spread_constraint(d, at, path));
            });
        }
    });
    if let (Some(at), false, false) = (list, is_list, constraints.is_empty()) {
        d.report(
            Severity::Error,
            DiagnosticCode::InvalidValue,
            at,
            &path.field("defaultConstraints"),
            "when `defaultingType` is `System`, there are no `defaultConstraints`".to_owned(),
        );
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
    let known = ["type", "resources", "requestedToCapacityRatio"];
    d.fields(at, path, &known, |d, field, at, path| match field {
        "type" => {
            strategy.kind = match d.word(at, path, &kinds) {
                Some("MostAllocated") => ScoringStrategyKind::MostAllocated,
                Some("RequestedToCapacityRatio") => ScoringStrategyKind::RequestedToCapacityRatio,
                _ => ScoringStrategyKind::LeastAllocated,
            };
        }
        "resources" => strategy.resources = resources(d, at, path).into(),
        _ => d.fields(at, path, &["shape"], |d, _, at, path| {
            let mut points = Vec::new();
            d.items(at, path, |d, at, path| {
                let mut point = (0, 0);
                d.fields(at, path, &["utilization", "score"], |d, field, at, path| {
                    if field == "score" {
                        point.1 = in_range(d, at, path, 10);
                    } else {
                        point.0 = in_range(d, at, path, 100);
                    }
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
        d.fields(at, path, &["name", "weight"], |d, field, at, path| {
            if field == "name" {
                name = d.symbol(at, path).unwrap_or_default();
            } else {
                weight = in_range(d, at, path, 100);
            }
        });
        resources.push((name, weight.max(1)));
    });
    resources
}
