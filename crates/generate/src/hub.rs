//! What a hub holds besides its clusters.

use crate::{
    cluster::cluster,
    random::Random,
    text::{Node, map},
};

const NAMESPACE: &str = "apps";
/// The maximum number of clusters in a `PlacementDecision`.
const DECISION_LENGTH: usize = 100;
/// How many clusters, from the first one on, have add-on scores.
const SCORED_CLUSTERS: usize = 100;
/// The name of the scores.
const SCORES: &str = "resource-usage-score";
/// The stream of this module's own numbers, after those of all clusters.
const STREAM: u64 = u64::MAX;

/// Every object but the clusters, as documents, without a separator at the end.
pub(super) fn write_yaml(out: &mut String, seed: u64, clusters: usize) {
    let mut random = Random::new(seed, STREAM);
    cluster_set("fleet", &mut random).write_yaml(out, 0);
    let mut document = |node: Node| {
        out.push_str("---\n");
        node.write_yaml(out, 0);
    };
    document(cluster_set("lab", &mut random));
    document(binding("fleet", &mut random));
    document(placement(clusters, &mut random));

    let mut decided = (0..clusters)
        .map(|index| cluster(seed, index))
        .filter(|cluster| cluster.decided)
        .map(|cluster| cluster.name)
        .peekable();
    let mut number = 0;
    while decided.peek().is_some() {
        number += 1;
        let names = decided.by_ref().take(DECISION_LENGTH).collect();
        document(decision("web", number, names, &mut random));
    }
    // Two placements on clusters from the whole fleet, as input for Balance.
    let length = clusters.min(DECISION_LENGTH);
    let step = clusters / length.max(1);
    for (placement, every) in [("batch", 2), ("monitoring", 3)] {
        let names = (0..length)
            .step_by(every)
            .map(|index| cluster(seed, index * step).name)
            .collect();
        document(decision(placement, 1, names, &mut random));
    }
    for index in 0..clusters.min(SCORED_CLUSTERS) {
        document(scores(cluster(seed, index).name, &mut random));
    }
}

/// An object with `metadata` as the API server fills it in, and one more part.
fn object(
    version: &'static str,
    kind: &'static str,
    (name, namespace): (String, Option<Node>),
    labels: Option<Node>,
    (part, content): (&'static str, Node),
    random: &mut Random,
) -> Node {
    let metadata = map([
        ("creationTimestamp", Some(Node::from(random.time()))),
        ("labels", labels),
        ("name", Some(Node::from(name))),
        ("namespace", namespace),
        (
            "resourceVersion",
            Some(Node::from(random.resource_version())),
        ),
        ("uid", Some(Node::from(random.uid()))),
    ]);
    map([
        ("apiVersion", Node::from(version)),
        ("kind", Node::from(kind)),
        ("metadata", metadata),
        (part, content),
    ])
}

fn cluster_set(name: &'static str, random: &mut Random) -> Node {
    let selector = map([("selectorType", Node::from("ExclusiveClusterSetLabel"))]);
    object(
        "cluster.open-cluster-management.io/v1beta2",
        "ManagedClusterSet",
        (name.into(), None),
        None,
        ("spec", map([("clusterSelector", selector)])),
        random,
    )
}

fn binding(set: &'static str, random: &mut Random) -> Node {
    object(
        "cluster.open-cluster-management.io/v1beta2",
        "ManagedClusterSetBinding",
        (set.into(), Some(Node::from(NAMESPACE))),
        None,
        ("spec", map([("clusterSet", Node::from(set))])),
        random,
    )
}

fn placement(clusters: usize, random: &mut Random) -> Node {
    let built_in = |name: &'static str, weight| {
        let coordinate = map([
            ("builtIn", Node::from(name)),
            ("type", Node::from("BuiltIn")),
        ]);
        map([
            ("scoreCoordinate", coordinate),
            ("weight", Node::Number(weight)),
        ])
    };
    let coordinate = map([
        ("resourceName", Node::from(SCORES)),
        ("scoreName", Node::from("cpuAvailable")),
    ]);
    let coordinate = map([("addOn", coordinate), ("type", Node::from("AddOn"))]);
    let add_on = map([("scoreCoordinate", coordinate), ("weight", Node::Number(1))]);
    let policy = map([
        (
            "configurations",
            Node::List(vec![
                built_in("Steady", 3),
                built_in("Balance", 1),
                built_in("ResourceAllocatableMemory", 2),
                add_on,
            ]),
        ),
        ("mode", Node::from("Exact")),
    ]);
    let expression = map([
        ("key", Node::from("env")),
        ("operator", Node::from("In")),
        (
            "values",
            Node::List(vec![Node::from("prod"), Node::from("stage")]),
        ),
    ]);
    let selector = map([("matchExpressions", Node::List(vec![expression]))]);
    let predicate = map([(
        "requiredClusterSelector",
        map([("labelSelector", selector)]),
    )]);
    let toleration = map([
        ("key", Node::from("dedicated")),
        ("operator", Node::from("Equal")),
        ("value", Node::from("batch")),
    ]);
    object(
        "cluster.open-cluster-management.io/v1beta1",
        "Placement",
        ("web".into(), Some(Node::from(NAMESPACE))),
        None,
        (
            "spec",
            map([
                ("clusterSets", Node::List(vec![Node::from("fleet")])),
                (
                    "numberOfClusters",
                    Node::Number(clusters.div_ceil(10) as i64),
                ),
                ("predicates", Node::List(vec![predicate])),
                ("prioritizerPolicy", policy),
                ("tolerations", Node::List(vec![toleration])),
            ]),
        ),
        random,
    )
}

fn decision(
    placement: &'static str,
    number: usize,
    clusters: Vec<String>,
    random: &mut Random,
) -> Node {
    let labels = map([
        (
            "cluster.open-cluster-management.io/decision-group-index",
            Node::from("0"),
        ),
        (
            "cluster.open-cluster-management.io/decision-group-name",
            Node::from(""),
        ),
        (
            "cluster.open-cluster-management.io/placement",
            Node::from(placement),
        ),
    ]);
    let decisions = clusters
        .into_iter()
        .map(|name| {
            map([
                ("clusterName", Node::from(name)),
                ("reason", Node::from("")),
            ])
        })
        .collect();
    object(
        "cluster.open-cluster-management.io/v1beta1",
        "PlacementDecision",
        (
            format!("{placement}-decision-{number}"),
            Some(Node::from(NAMESPACE)),
        ),
        Some(labels),
        ("status", map([("decisions", Node::List(decisions))])),
        random,
    )
}

fn scores(cluster: String, random: &mut Random) -> Node {
    let mut score = |name: &'static str| {
        let value = i64::from(random.below(201)) - 100;
        map([("name", Node::from(name)), ("value", Node::Number(value))])
    };
    let scores = Node::List(vec![score("cpuAvailable"), score("memAvailable")]);
    object(
        "cluster.open-cluster-management.io/v1alpha1",
        "AddOnPlacementScore",
        (SCORES.into(), Some(Node::from(cluster))),
        None,
        ("status", map([("scores", scores)])),
        random,
    )
}
