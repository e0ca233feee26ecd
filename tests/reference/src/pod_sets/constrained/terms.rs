//! Random selectors, terms of affinity and spread constraints.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    super::{map, maybe, one_of},
    NAMESPACES,
};

/// A label selector of pods that is not empty.
pub(super) fn labels() -> BoxedStrategy<Value> {
    one_of(&[
        json!({"matchLabels": {"app": "web"}}),
        json!({"matchLabels": {"app": "web"}}),
        json!({"matchLabels": {"app": "db"}}),
        json!({"matchLabels": {"app": "web", "version": "v1"}}),
        json!({"matchExpressions": [{"key": "app", "operator": "In", "values": ["web", "db"]}]}),
        json!({"matchExpressions": [{"key": "tier", "operator": "DoesNotExist"}]}),
        json!({"matchExpressions": [{"key": "version", "operator": "NotIn", "values": ["v1"]}]}),
        json!({"matchLabels": {"app": "web"}, "matchExpressions": [{"key": "tier", "operator": "Exists"}]}),
    ])
}

/// One that is empty, or is not there, too.
fn any_labels() -> BoxedStrategy<Option<Value>> {
    prop_oneof![
        12 => labels().prop_map(Some), 2 => Just(Some(json!({}))), 1 => Just(None),
    ]
    .boxed()
}

fn key() -> BoxedStrategy<Value> {
    one_of(
        &[
            "kubernetes.io/hostname",
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/zone",
            "rack",
        ]
        .map(Value::from),
    )
}

fn term() -> BoxedStrategy<Value> {
    let names =
        prop::sample::subsequence(NAMESPACES.to_vec(), 0..=2).prop_map(|names| json!(names));
    let chosen = one_of(&[
        json!({}),
        json!({"matchLabels": {"env": "prod"}}),
        json!({"matchLabels": {"kubernetes.io/metadata.name": "team-b"}}),
        json!({"matchExpressions": [{"key": "env", "operator": "DoesNotExist"}]}),
        json!({"matchExpressions": [{"key": "env", "operator": "NotIn", "values": ["prod"]}]}),
        json!({"matchExpressions": [{"key": "env", "operator": "Exists"}]}),
    ]);
    (key(), any_labels(), maybe(20, names), maybe(35, chosen))
        .prop_map(|(key, labels, names, chosen)| {
            map([
                ("topologyKey", Some(key)),
                ("labelSelector", labels),
                ("namespaces", names),
                ("namespaceSelector", chosen),
            ])
        })
        .boxed()
}

fn weight() -> BoxedStrategy<Value> {
    one_of(&[1, 2, 7, 50, 100].map(Value::from))
}

/// Required and preferred terms of a kind.
pub(super) fn pod_affinity(kind: &str) -> BoxedStrategy<Value> {
    // Who must be near somebody rarely fits.
    let required = if kind == "podAffinity" { 45 } else { 65 };
    let preferred = (weight(), term())
        .prop_map(|(weight, term)| json!({"weight": weight, "podAffinityTerm": term}));
    (
        maybe(required, prop::collection::vec(term(), 1..3)),
        maybe(50, prop::collection::vec(preferred, 1..3)),
    )
        .prop_map(|(required, preferred)| {
            map([
                (
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    required.map(Value::Array),
                ),
                (
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    preferred.map(Value::Array),
                ),
            ])
        })
        .boxed()
}

fn node_term() -> BoxedStrategy<Value> {
    let field = |operator: &str, names: &[&str]| json!({"key": "metadata.name", "operator": operator, "values": names});
    let fields = |fields: &[Value]| json!({"matchFields": fields});
    let labels = |key: &str, operator: &str, values: &[&str]| {
        let expression = json!({"key": key, "operator": operator, "values": values});
        json!({"matchExpressions": [expression]})
    };
    let mut both = labels("disk", "Exists", &[]);
    both["matchFields"] = json!([field("NotIn", &["n0"])]);
    prop_oneof![
        4 => one_of(&[
            labels("topology.kubernetes.io/zone", "In", &["a", "b"]),
            labels("disk", "NotIn", &["hdd"]),
            labels("disk", "DoesNotExist", &[]),
            labels("gen", "Gt", &["1"]),
            labels("gen", "Lt", &["2"]),
            labels("rack", "Exists", &[]),
            both,
            json!({}),
        ]),
        3 => one_of(&[
            fields(&[field("In", &["n0"])]),
            fields(&[field("In", &["m1"])]),
            fields(&[field("In", &["gone"])]),
            fields(&[field("In", &["n0", "m1"])]),
            fields(&[field("In", &["n0"]), field("In", &["m1"])]),
            fields(&[field("In", &["z2"]), field("In", &["m1"])]),
            fields(&[field("NotIn", &["m1"])]),
        ]),
    ]
    .boxed()
}

pub(super) fn node_affinity() -> BoxedStrategy<Value> {
    let preferred = (weight(), node_term())
        .prop_map(|(weight, term)| json!({"weight": weight, "preference": term}));
    (
        maybe(50, prop::collection::vec(node_term(), 1..3)),
        maybe(65, prop::collection::vec(preferred, 0..3)),
    )
        .prop_map(|(required, preferred)| {
            map([
                (
                    "requiredDuringSchedulingIgnoredDuringExecution",
                    required.map(|terms| json!({"nodeSelectorTerms": terms})),
                ),
                (
                    "preferredDuringSchedulingIgnoredDuringExecution",
                    preferred.map(Value::Array),
                ),
            ])
        })
        .boxed()
}

/// Spread constraints, at most one of a key and an action.
pub(super) fn spread() -> BoxedStrategy<Value> {
    let policy = || one_of(&["Honor", "Ignore"].map(Value::from));
    let constraint = (
        key(),
        prop::sample::select(vec!["DoNotSchedule", "DoNotSchedule", "ScheduleAnyway"]),
        1..4_i32,
        any_labels(),
        maybe(20, (2..4_i32).prop_map(Value::from)),
        (maybe(25, policy()), maybe(30, policy())),
        maybe(25, Just(json!(["version"]))),
    );
    let constraint = constraint.prop_map(
        |(key, action, skew, labels, domains, (affinity, taints), keys)| {
            map([
                ("topologyKey", Some(key)),
                ("whenUnsatisfiable", Some(json!(action))),
                ("maxSkew", Some(json!(skew))),
                ("minDomains", domains.filter(|_| action == "DoNotSchedule")),
                ("nodeAffinityPolicy", affinity),
                ("nodeTaintsPolicy", taints),
                ("matchLabelKeys", keys.filter(|_| labels.is_some())),
                ("labelSelector", labels),
            ])
        },
    );
    prop::collection::vec(constraint, 1..3)
        .prop_map(|mut constraints| {
            let same = |one: &Value, other: &Value| {
                ["topologyKey", "whenUnsatisfiable"]
                    .iter()
                    .all(|field| one[*field] == other[*field])
            };
            if let [one, other] = &constraints[..]
                && same(one, other)
            {
                constraints.pop();
            }
            json!(constraints)
        })
        .boxed()
}
