//! Explanations and the debug form.

use super::*;

/// One cluster of each fate.
fn fates() -> Value {
    let spec = json!({
        "numberOfClusters": 1,
        "predicates": [
            {"requiredClusterSelector": {
                "labelSelector": {"matchLabels": {"env": "prod"}},
                "claimSelector": {"matchExpressions":
                    [{"key": "a/b", "operator": "NotIn", "values": ["x", "y"]}]},
            }},
            {"requiredClusterSelector": {"labelSelector": {"matchLabels": {"a.b/c": "d"}}}},
        ],
        "tolerations": [
            {"key": "other", "operator": "Exists"},
            {"key": "k", "value": "w"},
            {"key": "k", "operator": "Exists", "effect": "NoSelectIfNew"},
            {"key": "k", "operator": "Exists", "tolerationSeconds": 60},
        ],
    });
    let prod = |name: &str, taints: Value| {
        let metadata = json!({"name": name, "labels": {"env": "prod"}});
        json!({"metadata": metadata, "spec": {"taints": taints}})
    };
    let mut claims = prod("claims", json!([]));
    claims["status"] = json!({"clusterClaims": [{"name": "a/b", "value": "y"}]});
    let added = |time: &str| json!([{"key": "k", "value": "v", "effect": K, "timeAdded": time}]);
    let clusters = [
        prod("a", json!([])),
        prod("b", added("2025-06-01T11:59:30Z")),
        prod("c", added("2025-06-01T11:59:00Z")),
        prod(
            "d",
            json!([{"key": "k", "effect": K}, {"key": "z", "effect": "PreferNoSelect"}]),
        ),
        claims,
        cluster("e", &json!([])),
    ];
    let mut world = scenario(&spec, &clusters);
    world["placementDecisions"] = json!([decided(&["a"])]);
    world
}

#[test]
fn predicates_name_their_requirements() {
    let world = fates();
    check(
        &world,
        "/explain/e/reason",
        &json!({
            "type": "predicate",
            "requirement": {
                "on": "label", "key": "env", "operator": "=", "values": ["prod"], "actual": null,
                "error": null, "overdrawn": null, "holds": false,
                "path": "spec.predicates[0].requiredClusterSelector.labelSelector.matchLabels.env",
            },
            "others": 1,
        }),
    );
    check(
        &world,
        "/explain/claims/predicates/0",
        &json!({
            "matches": false,
            "requirements": [
                {"on": "label", "key": "env", "operator": "=", "values": ["prod"], "actual": "prod",
                 "error": null, "overdrawn": null, "holds": true,
                 "path": "spec.predicates[0].requiredClusterSelector.labelSelector.matchLabels.env"},
                {"on": "claim", "key": "a/b", "operator": "NotIn", "values": ["x", "y"],
                 "actual": "y", "error": null, "overdrawn": null, "holds": false,
                 "path": "spec.predicates[0].requiredClusterSelector.claimSelector.\
                          matchExpressions[0]"},
            ],
            "path": "spec.predicates[0].requiredClusterSelector",
        }),
    );
    check(
        &world,
        "/explain/claims/predicates/1/requirements/0/path",
        &json!("spec.predicates[1].requiredClusterSelector.labelSelector.matchLabels[a.b/c]"),
    );
}

#[test]
fn taints_gaps_and_ranks() {
    let world = fates();
    check(
        &world,
        "/explain/b/taints/0",
        &json!({
            "key": "k", "value": "v", "effect": "NoSelect", "path": "spec.taints[0]",
            "tolerated": true, "toleration": 3, "expires": "2025-06-01T12:00:30Z",
            "rejected": [
                {"toleration": 0, "why": "key"}, {"toleration": 1, "why": "value"},
                {"toleration": 2, "why": "effect"},
            ],
        }),
    );
    check(
        &world,
        "/explain/c/taints/0/rejected/3",
        &json!({"toleration": 3, "why": "expired"}),
    );
    check(
        &world,
        "/explain/c/reason",
        &json!({
            "type": "taint", "key": "k", "value": "v", "effect": "NoSelect", "path": "spec.taints[0]",
            "expired": {"toleration": 3, "ended": "2025-06-01T12:00:00Z"},
        }),
    );
    check(
        &world,
        "/explain/d/reason/expired",
        &json!({"toleration": 3, "ended": null}),
    );
    check(
        &world,
        "/explain/d/taints/1",
        &json!({
            "key": "z", "value": "", "effect": "PreferNoSelect", "path": "spec.taints[1]",
            "tolerated": true, "toleration": null, "expires": null, "rejected": [],
        }),
    );
    check(
        &world,
        "/explain/b/gap",
        &json!({
            "to": "a", "total": 100,
            "terms": [{"name": "Steady", "difference": 100}, {"name": "Balance", "difference": 0}],
        }),
    );
    check(
        &world,
        "/explain/b/reason",
        &json!({"type": "not-reached", "gap": 100}),
    );
    check(&world, "/explain/a/rank", &json!(1));
}

#[test]
fn details_are_those_of_the_objects_that_were_decided() {
    let (mut objects, options) = load(&scenario(&json!({}), &plain(&["a"])));
    let mut session = Session::new();
    assert!(session.latest(&objects).is_none());
    session.decide(&objects, &options).expect("a placement");
    let decision = session.latest(&objects).expect("the decision");
    let details = DecisionDetails::new(decision, &objects);
    assert!(details.explain(7).is_none());
    assert_eq!(details.cluster_index("b"), None);
    objects.clusters.clear();
    objects.revisions.clusters += 1;
    assert!(session.latest(&objects).is_none());
    let mut elsewhere = options.clone();
    elsewhere.placement = 3;
    let error = session
        .decide(&objects, &elsewhere)
        .expect_err("no placement");
    assert_eq!(
        error.to_string(),
        "there is no placement `3`: the input has 1"
    );
}
