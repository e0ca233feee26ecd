//! Reads a `Placement` and applies the CRD's defaults, only where the parent object is present.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    names::Symbol,
    placement::{
        AddOnCoordinate, ClusterSelector, DISABLE_ANNOTATION, PRIORITIZERS, Placement,
        PlacementSpec, PrioritizerConfig, PrioritizerPolicy, RELEASED_PRIORITIZERS,
        ScoreCoordinate, SortBy, SpreadConstraint, TopologyKeyType, WhenUnsatisfiable,
        is_prioritizer,
    },
    placement_status::PlacementStatus,
};
use schedscope_text::tree::ValueId;

use crate::decode::{
    Decoder, FieldPath, Meta, clip, decision_strategy, placement_status, quoted, selector, taint,
};

/// A spread policy has at most this many terms.
const MAX_SPREAD_CONSTRAINTS: usize = 8;

/// Reads a placement; `meta`: its metadata.
pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Placement {
    let mut placement = Placement {
        namespace: meta.namespace,
        name: meta.name,
        deleting: meta.deleting,
        scheduling_disabled: meta.annotations.is_some_and(|annotations| {
            let value = d.tree.get(annotations, DISABLE_ANNOTATION, d.source);
            value.is_some_and(|value| d.tree.text(value, d.source) == "true")
        }),
        spec: PlacementSpec::default(),
        status: PlacementStatus::default(),
    };
    fields!(d, root, |d, field, node, path| match field {
        "spec" => placement.spec = spec(d, node, path),
        "status" => placement.status = placement_status::decode(d, node, path),
    });
    placement
}

fn spec(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> PlacementSpec {
    let mut spec = PlacementSpec::default();
    fields!(d, node, path, |d, field, node, path| match field {
        "clusterSets" => {
            spec.cluster_sets.clear();
            d.items(node, path, |d, item, path| {
                spec.cluster_sets.extend(d.symbol(item, path));
            });
        }
        "numberOfClusters" =>
            spec.number_of_clusters = d.int32(node, path, 0..=i32::MAX).map(i64::from),
        "predicates" => {
            spec.predicates.clear();
            d.items(node, path, |d, item, path| {
                let mut selector = ClusterSelector::default();
                d.field(item, path, "requiredClusterSelector", |d, node, path| {
                    selector = cluster_selector(d, node, path);
                });
                spec.predicates.push(selector);
            });
        }
        "prioritizerPolicy" => spec.prioritizer_policy = Some(prioritizer_policy(d, node, path)),
        "spreadPolicy" => d.field(node, path, "spreadConstraints", |d, node, path| {
            spec.spread_constraints = spread_constraints(d, node, path);
        }),
        "tolerations" =>
            spec.tolerations = taint::tolerations(d, node, path, &taint::CLUSTER_EFFECTS),
        "decisionStrategy" => d.field(node, path, "groupStrategy", |d, node, path| {
            spec.group_strategy = Some(decision_strategy::group_strategy(d, node, path));
        }),
        "sortBy" => {
            spec.sort_by = match d.word(node, path, &["ClusterName", "Score"]) {
                Some("ClusterName") => Some(SortBy::ClusterName),
                Some("Score") => Some(SortBy::Score),
                _ => None,
            };
        }
        "scoreRateLimit" =>
            spec.score_rate_limit = decision_strategy::score_rate_limit(d, node, path),
    });
    spec
}

pub(super) fn cluster_selector(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> ClusterSelector {
    let mut selector = ClusterSelector::default();
    fields!(d, node, path, |d, field, node, path| match field {
        "labelSelector" => {
            selector.labels = selector::decode(d, node, path);
            selector::check(&selector.labels, d, node, path);
        }
        "claimSelector" => {
            selector.claims = selector::decode_claims(d, node, path);
            selector::check(&selector.claims, d, node, path);
        }
        "celSelector" => d.field(node, path, "celExpressions", |d, node, path| {
            selector.cel_expressions.clear();
            d.items(node, path, |d, item, path| {
                selector
                    .cel_expressions
                    .extend(d.string(item, path).map(str::to_owned));
            });
        }),
    });
    selector
}

fn prioritizer_policy(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> PrioritizerPolicy {
    let mut policy = PrioritizerPolicy {
        mode: "Additive".to_owned(),
        configurations: Vec::new(),
    };
    fields!(d, node, path, |d, field, node, path| match field {
        "mode" =>
            if let Some(mode) = d.word(node, path, &["Additive", "Exact", ""]) {
                mode.clone_into(&mut policy.mode);
            },
        "configurations" => {
            policy.configurations.clear();
            d.items(node, path, |d, item, path| {
                let config = prioritizer_config(d, item, path);
                let is_same = |other: &PrioritizerConfig| {
                    (&other.name, &other.score_coordinate)
                        == (&config.name, &config.score_coordinate)
                };
                if policy.configurations.iter().any(is_same) {
                    let of_add_on = |it: &ScoreCoordinate| it.add_on.is_some();
                    let counts = if config.score_coordinate.as_ref().is_some_and(of_add_on) {
                        "both weights count"
                    } else {
                        "the last weight counts"
                    };
                    let message = format!("this prioritizer is configured twice: {counts}");
                    d.warn(DiagnosticCode::InvalidValue, item, path, message);
                }
                policy.configurations.push(config);
            });
        }
    });
    policy
}

fn prioritizer_config(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> PrioritizerConfig {
    let mut config = PrioritizerConfig {
        name: None,
        score_coordinate: None,
        weight: 1,
    };
    fields!(d, node, path, |d, field, node, path| match field {
        "name" => {
            let name = d.string(node, path);
            known_prioritizer(d, name.unwrap_or_default(), node, path);
            config.name = name.map(str::to_owned);
        }
        "scoreCoordinate" => config.score_coordinate = Some(score_coordinate(d, node, path)),
        "weight" => config.weight = d.int32(node, path, -10..=10).unwrap_or(1),
    });
    if config.name.is_none() && config.score_coordinate.is_none() {
        d.missing(
            node,
            path,
            "scoreCoordinate",
            "a prioritizer configuration needs a `scoreCoordinate`, or a `name` in the short form",
        );
    }
    config
}

fn score_coordinate(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>) -> ScoreCoordinate {
    let mut coordinate = ScoreCoordinate {
        kind: "BuiltIn".to_owned(),
        built_in: String::new(),
        add_on: None,
    };
    fields!(d, node, path, |d, field, node, path| match field {
        "type" => {
            if let Some(kind) = d.word(node, path, &["BuiltIn", "AddOn"]) {
                kind.clone_into(&mut coordinate.kind);
            }
        }
        "builtIn" => {
            let name = d.string(node, path).unwrap_or_default();
            known_prioritizer(d, name, node, path);
            name.clone_into(&mut coordinate.built_in);
        }
        "addOn" => {
            let mut add_on = AddOnCoordinate {
                resource_name: Symbol::EMPTY,
                score_name: Symbol::EMPTY,
            };
            fields!(d, node, path, |d, field, node, path| match field {
                "resourceName" => add_on.resource_name = d.symbol(node, path).unwrap_or_default(),
                "scoreName" => add_on.score_name = d.symbol(node, path).unwrap_or_default(),
            });
            for (name, field) in [
                (add_on.resource_name, "resourceName"),
                (add_on.score_name, "scoreName"),
            ] {
                if name.is_empty() {
                    let message = format!("an add-on's score needs a `{field}`");
                    d.missing(node, path, field, &message);
                }
            }
            coordinate.add_on = Some(add_on);
        }
    });
    if coordinate.kind == "AddOn" && coordinate.add_on.is_none() {
        let message = "a score coordinate of type `AddOn` needs an `addOn`";
        d.missing(node, path, "addOn", message);
    }
    coordinate
}

/// Warns of a prioritizer that is not built in: the API server accepts any name, and the placement then selects no
/// clusters.
fn known_prioritizer(d: &mut Decoder<'_>, name: &str, node: ValueId, path: &FieldPath<'_>) {
    if name.is_empty() || is_prioritizer(name) {
        return;
    }
    let (released, designed) = PRIORITIZERS.split_at(RELEASED_PRIORITIZERS);
    let message = format!(
        "no built-in prioritizer `{}`; available: {}; only in design documents: {}",
        clip(name),
        quoted(released, ", "),
        quoted(designed, ", ")
    );
    d.warn(DiagnosticCode::InvalidValue, node, path, message);
}

fn spread_constraints(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> Vec<SpreadConstraint> {
    let mut constraints = Vec::new();
    d.items(node, path, |d, item, path| {
        let (mut key, mut kind) = (None, None);
        let (mut max_skew, mut when) = (1, WhenUnsatisfiable::default());
        fields!(d, item, path, |d, field, node, path| match field {
            "topologyKey" =>
                if let Some(text) = d.string(node, path) {
                    check_topology_key(d, node, path, text);
                    key = Some(d.names.intern(text));
                },
            "topologyKeyType" => {
                kind = match d.word(node, path, &["Label", "Claim"]) {
                    Some("Claim") => Some(TopologyKeyType::Claim),
                    Some(_) => Some(TopologyKeyType::Label),
                    None => None,
                };
            }
            "maxSkew" => max_skew = d.int32(node, path, 1..=i32::MAX).unwrap_or(1),
            "whenUnsatisfiable" => {
                let policy = d.word(node, path, &["DoNotSchedule", "ScheduleAnyway"]);
                if policy == Some("DoNotSchedule") {
                    when = WhenUnsatisfiable::DoNotSchedule;
                }
            }
        });
        for (missing, field) in [
            (key.is_none(), "topologyKey"),
            (kind.is_none(), "topologyKeyType"),
        ] {
            if missing {
                let message = format!("a spread constraint needs a `{field}`");
                d.missing(item, path, field, &message);
            }
        }
        let Some(topology_key) = key else { return };
        if constraints.len() == MAX_SPREAD_CONSTRAINTS {
            let most = MAX_SPREAD_CONSTRAINTS;
            let message = format!("at most {most} spread constraints are allowed");
            d.error(DiagnosticCode::OutOfRange, item, path, message);
        }
        constraints.push(SpreadConstraint {
            index: path.index(),
            topology_key,
            topology_key_type: kind.unwrap_or(TopologyKeyType::Label),
            max_skew,
            when_unsatisfiable: when,
        });
    });
    constraints
}

fn check_topology_key(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, text: &str) {
    if !is_topology_key(text) {
        let message = format!(
            "`{}` is not a key: letters, digits, `-`, `_` and `.`, with an optional DNS name and `/` \
             before it, at most 316 characters",
            clip(text)
        );
        d.refuse(node, path, message);
    }
}

/// The CRD's pattern for topology keys: an optional DNS name and `/`, then a qualified name.
fn is_topology_key(text: &str) -> bool {
    let (prefix, name) = match text.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, text),
    };
    let is_end = |b: Option<&u8>| b.is_some_and(u8::is_ascii_alphanumeric);
    let is_name = |text: &str, inner: &[u8]| {
        let bytes = text.as_bytes();
        is_end(bytes.first())
            && is_end(bytes.last())
            && bytes
                .iter()
                .all(|b| b.is_ascii_alphanumeric() || inner.contains(b))
    };
    text.len() <= 316
        && is_name(name, b"-_.")
        && prefix.is_none_or(|prefix| prefix.split('.').all(|label| is_name(label, b"-")))
}
