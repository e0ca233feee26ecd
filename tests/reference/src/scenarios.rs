//! Random scenarios in the vectors' form: few names, so that they meet.

use proptest::{option, prelude::*, sample};
use serde_json::{Map, Value, json};

/// How many cluster names there are.
pub const CLUSTERS: usize = 14;
const LABEL: &str = "cluster.open-cluster-management.io/placement";

fn one_of(texts: &'static [&'static str]) -> impl Strategy<Value = &'static str> + Clone {
    sample::select(texts)
}

fn some(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Option<Value>> {
    option::of(value)
}

/// An object of the fields that are there.
fn object(fields: Vec<(&str, Option<Value>)>) -> Value {
    let fields = fields.into_iter();
    let fields = fields.filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(fields.collect::<Map<_, _>>())
}

fn text(texts: &'static [&'static str]) -> impl Strategy<Value = Value> {
    one_of(texts).prop_map(Value::from)
}

fn many(item: impl Strategy<Value = Value>, most: usize) -> impl Strategy<Value = Value> {
    prop::collection::vec(item, 0..=most).prop_map(Value::from)
}

fn cluster_name(clusters: usize) -> impl Strategy<Value = String> {
    // One more than there can be clusters: decisions and scores may name one that is gone.
    (0..=clusters).prop_map(|number| format!("c{number}"))
}

fn labels() -> impl Strategy<Value = Value> {
    (
        some(text(&["s1", "s2", "s3"])),
        some(text(&["dev", "prod", ""])),
        some(text(&["eu", "us"])),
    )
        .prop_map(|(set, env, region)| {
            object(vec![
                ("cluster.open-cluster-management.io/clusterset", set),
                ("env", env),
                ("region", region),
            ])
        })
}

const TIMES: &[&str] = &[
    "2025-06-01T11:50:00Z",
    "2025-06-01T11:59:00Z",
    "2025-06-01T12:00:00Z",
    "2025-06-01T12:01:00Z",
];

/// The taints that follow the condition `ManagedClusterConditionAvailable`.
const HUB_TAINTS: &[&str] = &[
    "cluster.open-cluster-management.io/unavailable",
    "cluster.open-cluster-management.io/unreachable",
];

fn taint() -> impl Strategy<Value = Value> {
    (
        prop_oneof![6 => text(&["k1", "k2"]), 1 => text(HUB_TAINTS)],
        some(text(&["v1", "v2"])),
        text(&["NoSelect", "PreferNoSelect", "NoSelectIfNew"]),
        some(text(TIMES)),
    )
        .prop_map(|(key, value, effect, added)| {
            object(vec![
                ("key", Some(key)),
                ("value", value),
                ("effect", Some(effect)),
                ("timeAdded", added),
            ])
        })
}

const AMOUNTS: &[&str] = &[
    "0",
    "1",
    "2",
    "500m",
    "3.3",
    "7",
    "-1",
    "16Gi",
    "1e400",
    "-1e400",
    "9223372036854775807",
    "0.1",
    "100",
];

fn resources() -> impl Strategy<Value = Value> {
    (
        some(text(AMOUNTS)),
        some(text(AMOUNTS)),
        some(text(AMOUNTS)),
    )
        .prop_map(|(cpu, memory, gpu)| {
            object(vec![
                ("cpu", cpu),
                ("memory", memory),
                ("nvidia.com/gpu", gpu),
            ])
        })
}

fn cluster(name: String) -> impl Strategy<Value = Value> {
    let claim = (text(&["id", "zone"]), text(&["1", "2"]))
        .prop_map(|(name, value)| json!({"name": name, "value": value}));
    let taints = prop_oneof![3 => Just(json!([])), 2 => many(taint(), 2)];
    let deleted = prop::bool::weighted(0.1);
    (
        labels(),
        taints,
        many(claim, 3),
        resources(),
        resources(),
        deleted,
        option::weighted(0.15, text(&["True", "False", "Unknown"])),
    )
        .prop_map(
            move |(labels, taints, claims, allocatable, capacity, deleted, available)| {
                let mut metadata = json!({"name": name, "labels": labels});
                if deleted {
                    metadata["deletionTimestamp"] = json!("2025-06-01T11:00:00Z");
                }
                let mut cluster = json!({
                    "metadata": metadata, "spec": {"taints": taints},
                    "status": {"clusterClaims": claims, "allocatable": allocatable,
                               "capacity": capacity},
                });
                if let Some(status) = available {
                    cluster["status"]["conditions"] = json!([
                        {"type": "ManagedClusterConditionAvailable", "status": status},
                    ]);
                }
                cluster
            },
        )
}

/// At most so many clusters of distinct names, in any order.
pub fn clusters_of(most: usize) -> impl Strategy<Value = Value> {
    let numbers = sample::subsequence((0..most).collect::<Vec<_>>(), 0..=most);
    numbers
        .prop_shuffle()
        .prop_flat_map(|numbers| {
            let clusters = numbers.into_iter().map(|n| cluster(format!("c{n}")));
            clusters.collect::<Vec<_>>()
        })
        .prop_map(Value::from)
}

/// A selector that is valid most of the time.
fn selector() -> impl Strategy<Value = Value> {
    let key = || text(&["env", "region", "none"]);
    let values = || many(text(&["dev", "prod", "eu", ""]), 2);
    let several =
        || prop::collection::vec(text(&["dev", "prod", "eu", ""]), 1..=2).prop_map(Value::from);
    let expression = prop_oneof![
        8 => (key(), text(&["In", "NotIn"]), several())
            .prop_map(|(key, operator, values)| {
                json!({"key": key, "operator": operator, "values": values})
            }),
        8 => (key(), text(&["Exists", "DoesNotExist"]))
            .prop_map(|(key, operator)| json!({"key": key, "operator": operator})),
        1 => (key(), text(&["In", "Exists", "Near"]), values())
            .prop_map(|(key, operator, values)| {
                json!({"key": key, "operator": operator, "values": values})
            }),
    ];
    let labels = some(text(&["dev", "prod"])).prop_map(|env| object(vec![("env", env)]));
    (some(labels), some(many(expression, 2))).prop_map(|(labels, expressions)| {
        object(vec![
            ("matchLabels", labels),
            ("matchExpressions", expressions),
        ])
    })
}

fn claim_selector() -> impl Strategy<Value = Value> {
    let expression = (
        text(&["id", "zone"]),
        text(&["In", "NotIn"]),
        text(&["1", "2"]),
    );
    let expression = expression.prop_map(
        |(key, operator, value)| json!({"key": key, "operator": operator, "values": [value]}),
    );
    many(expression, 1).prop_map(|expressions| json!({"matchExpressions": expressions}))
}

fn cluster_selector() -> impl Strategy<Value = Value> {
    (some(selector()), some(claim_selector())).prop_map(|(labels, claims)| {
        object(vec![("labelSelector", labels), ("claimSelector", claims)])
    })
}

/// Sets, each name at most once.
pub fn sets() -> impl Strategy<Value = Value> {
    let exclusive = || {
        text(&["", "ExclusiveClusterSetLabel"])
            .prop_map(|kind| json!({"clusterSelector": {"selectorType": kind}}))
    };
    let labels = || {
        some(selector()).prop_map(|selector| {
            let selector = object(vec![
                ("selectorType", Some(json!("LabelSelector"))),
                ("labelSelector", selector),
            ]);
            json!({"clusterSelector": selector})
        })
    };
    let spec = || {
        prop_oneof![
            20 => exclusive(),
            10 => labels(),
            10 => Just(json!({"clusterSelector": {"selectorType": "LabelSelector",
                                                  "labelSelector": {}}})),
            1 => Just(json!({"clusterSelector": {"selectorType": "Other"}})),
        ]
    };
    (some(spec()), some(spec()), some(spec())).prop_map(|(first, second, third)| {
        let sets = [("s1", first), ("s2", second), ("s3", third)];
        let sets = sets
            .into_iter()
            .filter_map(|(name, spec)| Some(json!({"metadata": {"name": name}, "spec": spec?})));
        sets.collect()
    })
}

/// Bindings, each at most once.
pub fn bindings() -> impl Strategy<Value = Value> {
    let all: Vec<(&str, &str)> = ["ns1", "ns2"]
        .into_iter()
        .flat_map(|namespace| ["s1", "s2", "s3", "gone"].map(|set| (namespace, set)))
        .collect();
    sample::subsequence(all, 0..=8)
        .prop_shuffle()
        .prop_map(|bindings| {
            let bindings = bindings.into_iter().map(|(namespace, set)| {
                json!({"metadata": {"namespace": namespace, "name": set},
                       "spec": {"clusterSet": set}})
            });
            bindings.collect()
        })
}

/// Existing decisions of this placement and others, names distinct.
pub fn decisions_of(clusters: usize) -> impl Strategy<Value = Value> {
    let decision = (
        one_of(&["ns1", "ns1", "ns2"]),
        option::of(one_of(&["p1", "p1", "p2"])),
        prop::collection::vec(cluster_name(clusters), 0..4),
    );
    prop::collection::vec(decision, 0..4).prop_map(|decisions| {
        let decisions = decisions.into_iter().enumerate();
        let decisions = decisions.map(|(index, (namespace, placement, clusters))| {
            let mut labels = json!({});
            if let Some(placement) = placement {
                labels[LABEL] = json!(placement);
            }
            let clusters: Vec<Value> = clusters
                .into_iter()
                .map(|name| json!({"clusterName": name, "reason": ""}))
                .collect();
            json!({
                "metadata": {"namespace": namespace, "labels": labels,
                             "name": format!("p1-decision-{}", index + 1)},
                "status": {"decisions": clusters},
            })
        });
        decisions.collect()
    })
}

/// Scores of add-ons, each object at most once.
pub fn scores_of(clusters: usize) -> impl Strategy<Value = Value> {
    let score = || {
        (text(&["s", "t"]), prop_oneof![-120..120, any::<i32>()])
            .prop_map(|(name, value)| json!({"name": name, "value": value}))
    };
    let object_of = |cluster: usize| {
        (many(score(), 3), some(text(TIMES))).prop_map(move |(scores, until)| {
            let status = object(vec![("scores", Some(scores)), ("validUntil", until)]);
            json!({"metadata": {"namespace": format!("c{cluster}"), "name": "demo"},
                   "status": status})
        })
    };
    let objects: Vec<_> = (0..=clusters).map(|n| some(object_of(n))).collect();
    objects.prop_map(|objects| objects.into_iter().flatten().collect())
}

fn configuration() -> impl Strategy<Value = Value> {
    let built_in = || {
        prop_oneof![
            20 => text(&["Steady", "Balance", "ResourceAllocatableCPU",
                         "ResourceAllocatableMemory"]),
            1 => text(&["ResourceRatioCPU", "ResourceRatioMemory", "Spread", "Nope",
                        "ResourceAllocatable(nvidia.com/gpu)", "ResourceRatio(nvidia.com/gpu)",
                        "ResourceAllocatable()"]),
        ]
    };
    let proposed = text(&[
        "ResourceRatioCPU",
        "ResourceRatioMemory",
        "ResourceAllocatable(nvidia.com/gpu)",
        "ResourceRatio(nvidia.com/gpu)",
    ]);
    let what = prop_oneof![
        20 => built_in().prop_map(|name| {
            json!({"scoreCoordinate": {"type": "BuiltIn", "builtIn": name}})
        }),
        4 => proposed.prop_map(|name| json!({"scoreCoordinate": {"builtIn": name}})),
        10 => text(&["s", "t", "u"]).prop_map(|score| {
            json!({"scoreCoordinate": {"type": "AddOn",
                   "addOn": {"resourceName": "demo", "scoreName": score}}})
        }),
        1 => built_in().prop_map(|name| json!({"name": name})),
        1 => Just(json!({"scoreCoordinate": {"type": "AddOn"}})),
        1 => Just(json!({})),
    ];
    let weight = prop_oneof![8 => -10..=10_i32, 1 => any::<i32>()];
    (what, option::of(weight)).prop_map(|(mut configuration, weight)| {
        if let Some(weight) = weight {
            configuration["weight"] = json!(weight);
        }
        configuration
    })
}

fn policy() -> impl Strategy<Value = Value> {
    let mode = prop_oneof![
        10 => text(&["Additive", "Exact", ""]),
        1 => text(&["Other"]),
    ];
    (some(mode), many(configuration(), 3)).prop_map(|(mode, configurations)| {
        object(vec![
            ("mode", mode),
            ("configurations", Some(configurations)),
        ])
    })
}

fn toleration() -> impl Strategy<Value = Value> {
    let key = prop_oneof![12 => text(&["k1", "k2"]), 2 => text(HUB_TAINTS), 1 => text(&[""])];
    let rule = prop_oneof![
        6 => Just((Some(json!("Exists")), None)),
        6 => some(text(&["v1", "v2", ""])).prop_map(|value| (Some(json!("Equal")), value)),
        2 => some(text(&["v1", "v2"])).prop_map(|value| (None, value)),
        1 => Just((Some(json!("Exists")), Some(json!("v1")))),
    ];
    let seconds = prop_oneof![
        5 => sample::select(vec![30_i64, 60, 300, 600, 0, -1]),
        1 => any::<i64>(),
    ];
    (
        key,
        rule,
        some(text(&["NoSelect", "NoSelectIfNew", ""])),
        option::of(seconds),
    )
        .prop_map(|(key, (operator, value), effect, seconds)| {
            object(vec![
                ("key", Some(key)),
                ("operator", operator),
                ("value", value),
                ("effect", effect),
                ("tolerationSeconds", seconds.map(Value::from)),
            ])
        })
}

fn strategy() -> impl Strategy<Value = Value> {
    let length = prop_oneof![
        8 => text(&["50%", "34%", "7%", "100%", "0%", "33.4%"]),
        4 => (-1..8_i64).prop_map(Value::from),
        1 => text(&["10", "abc", "%", "nan%"]),
    ];
    let group =
        (text(&["canary", "rest", ""]), some(cluster_selector())).prop_map(|(name, selector)| {
            object(vec![
                ("groupName", Some(name)),
                ("groupClusterSelector", selector),
            ])
        });
    (some(length), some(many(group, 3))).prop_map(|(length, groups)| {
        json!({"groupStrategy": object(vec![
            ("clustersPerDecisionGroup", length),
            ("decisionGroups", groups),
        ])})
    })
}

/// `spec` of a placement, valid most of the time.
pub fn spec() -> impl Strategy<Value = Value> {
    let number = prop_oneof![20 => 0..20_i64, 1 => -2..0_i64];
    let predicate =
        cluster_selector().prop_map(|selector| json!({"requiredClusterSelector": selector}));
    (
        prop_oneof![2 => Just(None), 1 => some(many(text(&["s1", "s2", "gone"]), 2))],
        option::of(number),
        prop_oneof![1 => Just(None), 1 => some(many(predicate, 2))],
        some(policy()),
        some(many(toleration(), 3)),
        some(strategy()),
    )
        .prop_map(
            |(sets, number, predicates, policy, tolerations, strategy)| {
                object(vec![
                    ("clusterSets", sets),
                    ("numberOfClusters", number.map(Value::from)),
                    ("predicates", predicates),
                    ("prioritizerPolicy", policy),
                    ("tolerations", tolerations),
                    ("decisionStrategy", strategy),
                ])
            },
        )
}

/// `metadata` of a placement; rarely one that is left alone.
pub fn metadata() -> impl Strategy<Value = Value> {
    prop_oneof![
        20 => Just(json!({"name": "p1", "namespace": "ns1"})),
        6 => Just(json!({"name": "p2", "namespace": "ns1"})),
        2 => Just(json!({"name": "p1", "namespace": "ns2"})),
        1 => Just(json!({"name": "p1", "namespace": "ns1",
                         "deletionTimestamp": "2025-06-01T11:00:00Z"})),
        1 => Just(json!({"name": "p1", "namespace": "ns1", "annotations":
            {"cluster.open-cluster-management.io/experimental-scheduling-disable": "true"}})),
    ]
}

/// The clock.
pub fn now() -> impl Strategy<Value = Value> {
    text(&[
        "2025-06-01T12:00:00Z",
        "2025-06-01T12:00:00.5Z",
        "2025-06-01T11:59:30Z",
        "2025-06-01T12:01:00Z",
    ])
}

/// `sync` or `schedule`.
pub fn mode() -> impl Strategy<Value = Value> {
    text(&["sync", "schedule"])
}

/// A whole scenario.
pub fn scenario() -> impl Strategy<Value = Value> {
    scenario_of(CLUSTERS)
}

/// One of at most so many clusters.
pub fn scenario_of(clusters: usize) -> impl Strategy<Value = Value> {
    let objects = (
        clusters_of(clusters),
        sets(),
        bindings(),
        decisions_of(clusters),
        scores_of(clusters),
    );
    ((mode(), now(), metadata(), spec()), objects).prop_map(
        |((mode, now, metadata, spec), objects)| {
            let (clusters, sets, bindings, decisions, scores) = objects;
            json!({
                "mode": mode, "now": now, "placement": {"metadata": metadata, "spec": spec},
                "managedClusters": clusters, "managedClusterSets": sets,
                "managedClusterSetBindings": bindings, "placementDecisions": decisions,
                "addOnPlacementScores": scores,
            })
        },
    )
}
