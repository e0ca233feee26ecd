//! Candidates, predicates and taints.

use super::*;

#[test]
fn a_bad_toleration_empties_the_decisions_if_a_cluster_is_left() {
    let bad = json!({"tolerations": [{"key": "", "operator": "Equal", "value": "v"}]});
    let mut world = scenario(&bad, &plain(&["a"]));
    world["placementDecisions"] = json!([decided(&["a"])]);
    check(
        &world,
        "/report/status",
        &json!({
            "code": "Misconfigured", "plugin": "TaintToleration",
            "message": "If the key is empty, operator must be Exists.",
        }),
    );
    check(
        &world,
        "/report/filterResults",
        &json!([
            {"name": "Predicate", "filteredClusters": ["a"]},
        ]),
    );
    check(
        &world,
        "/report/placementDecisions/0/clusterNames",
        &json!([]),
    );
    check(
        &world,
        "/explain/a/reason",
        &json!({
            "type": "misconfigured", "filter": "TaintToleration",
            "message": "If the key is empty, operator must be Exists.",
        }),
    );
    let exists = json!({"tolerations": [{"key": "k", "operator": "Exists", "value": "v"}]});
    check(
        &scenario(&exists, &plain(&["a"])),
        "/report/status/message",
        &json!("If the operator is Exists, the value should be empty."),
    );
    check(
        &scenario(&bad, &[]),
        "/report/status/code",
        &json!("Success"),
    );
}

#[test]
fn the_time_to_look_again() {
    let tolerations = json!({"tolerations": [
        {"key": "k", "operator": "Exists", "tolerationSeconds": 300},
        {"key": "m", "operator": "Exists", "tolerationSeconds": 100},
        {"key": "m", "operator": "Exists", "tolerationSeconds": 1},
    ]});
    let taint = |key: &str, time: &str| json!({"key": key, "effect": K, "timeAdded": time});
    let at = |time: &str| format!("2025-06-01T{time}Z");
    let world = |clusters: &[Value], own: &[&str]| {
        let mut world = scenario(&tolerations, clusters);
        world["placementDecisions"] = json!([decided(own)]);
        world
    };
    let check = |clusters: &[Value], own: &[&str], expect: &Value| {
        check(&world(clusters, own), "/report/requeueTime", expect);
    };
    // Several taints: the earliest end, by the first toleration that holds.
    let both = cluster(
        "a",
        &json!([taint("k", &at("11:59:00")), taint("m", &at("11:59:30"))]),
    );
    check(
        std::slice::from_ref(&both),
        &["a"],
        &json!("2025-06-01T12:01:10Z"),
    );
    let swapped = cluster(
        "a",
        &json!([taint("m", &at("11:59:30")), taint("k", &at("11:59:00"))]),
    );
    check(&[swapped], &["a"], &json!("2025-06-01T12:01:10Z"));
    // Several clusters: the earliest.
    let late = cluster("b", &json!([taint("k", &at("11:59:50"))]));
    check(
        &[both.clone(), late.clone()],
        &["a", "b"],
        &json!("2025-06-01T12:01:10Z"),
    );
    check(
        &[late.clone(), both.clone()],
        &["b", "a"],
        &json!("2025-06-01T12:01:10Z"),
    );
    // Only those in the existing decisions, and only if all their taints are tolerated.
    check(
        &[both.clone(), late.clone()],
        &["b"],
        &json!("2025-06-01T12:04:50Z"),
    );
    let failing = cluster(
        "a",
        &json!([taint("k", &at("11:58:00")), taint("x", &at("11:59:00"))]),
    );
    check(
        &[failing, late.clone()],
        &["a", "b"],
        &json!("2025-06-01T12:04:50Z"),
    );
    // Where the first fitting toleration has ended, the next decides.
    let ended = cluster("a", &json!([taint("m", &at("11:58:20"))]));
    check(&[ended], &["a"], &Value::Null);
    // Feasible or not: a predicate does not matter.
    let mut filtered = world(&[late], &["b"]);
    filtered["placement"]["spec"]["predicates"] = json!([{"requiredClusterSelector":
        {"labelSelector": {"matchLabels": {"no": "body"}}}}]);
    self::check(
        &filtered,
        "/report/requeueTime",
        &json!("2025-06-01T12:04:50Z"),
    );
}

#[test]
fn clusters_without_sets_are_all_considered_and_the_answer_says_so() {
    let mut going = cluster("b", &json!([]));
    going["metadata"]["deletionTimestamp"] = json!("2025-06-01T11:00:00Z");
    let mut world = scenario(&json!({}), &[cluster("a", &json!([])), going]);
    let (objects, mut options) = load(&world);
    options.candidates = CandidateMode::Auto;
    let answer = ask(&objects, &options);
    assert_eq!(answer["summary"]["allClustersConsidered"], true);
    assert_eq!(
        answer["summary"]["notes"][0]["code"],
        "all-clusters-considered"
    );
    assert_eq!(answer["report"]["selected"], json!(["a"]));
    assert_eq!(
        answer["report"]["conditions"][1]["reason"],
        "AllDecisionsScheduled"
    );
    assert_eq!(answer["explain"]["b"]["reason"]["type"], "deleting");
    assert_eq!(
        answer["explain"]["a"]["candidate"],
        json!({
            "is": true, "why": "all-clusters", "sets": [],
        })
    );
    // One set is enough to go by sets.
    world["managedClusterSets"] = json!([{"metadata": {"name": "s"}}]);
    let (objects, _) = load(&world);
    let answer = ask(&objects, &options);
    assert_eq!(answer["summary"]["allClustersConsidered"], false);
    assert_eq!(
        answer["report"]["conditions"][1]["reason"],
        "NoManagedClusterSetBindings"
    );
    assert_eq!(answer["explain"]["b"]["reason"]["type"], "no-set");
}

#[test]
fn a_set_with_a_wrong_selector_stops_the_hub() {
    let mut world = scenario(&json!({}), &plain(&["a"]));
    world["mode"] = json!("sync");
    world["managedClusterSets"] = json!([{"metadata": {"name": "s"}, "spec": {"clusterSelector":
        {"selectorType": "LabelSelector", "labelSelector": {"matchExpressions":
            [{"key": "x", "operator": "In"}]}}}}]);
    world["managedClusterSetBindings"] =
        json!([{"metadata": {"name": "s", "namespace": "ns"}, "spec": {"clusterSet": "s"}}]);
    check(&world, "/summary/outcome", &json!("sync-error"));
    check(
        &world,
        "/summary/error",
        &json!(
            "failed to get clusters from ClusterSet \"s\": values: Invalid value: null: \
             for 'in', 'notin' operators, values set can't be empty"
        ),
    );
    check(&world, "/explain/a/state", &json!("excluded"));
    check(&world, "/explain/a/reason", &Value::Null);
}

#[test]
fn cel_needs_verdicts() {
    let spec = json!({"predicates": [{"requiredClusterSelector":
        {"celSelector": {"celExpressions": ["x", "y"]}}}]});
    let world = scenario(&spec, &plain(&["a", "b", "c"]));
    let path = "spec.predicates[0].requiredClusterSelector.celSelector.celExpressions[0]";
    check(&world, "/summary/outcome", &json!("invalid"));
    check(&world, "/summary/invalidPath", &json!(path));
    check(&world, "/summary/problem/code", &json!("cel-not-evaluated"));
    check(&world, "/summary/notes/0/code", &json!("cel-not-evaluated"));
    check(
        &scenario(&spec, &[]),
        "/summary/outcome",
        &json!("scheduled"),
    );
    let (objects, mut options) = load(&world);
    let column = |expression: &str, result| CelColumn {
        expression: expression.to_owned(),
        result,
        errors: vec!["no such key: a".to_owned()],
        costs: Vec::new(),
        skipped: 0,
    };
    let verdicts = |y| CelVerdicts {
        revision: 1,
        columns: vec![
            column("y", y),
            column(
                "x",
                Ok(vec![
                    CelVerdict::True,
                    CelVerdict::Error(0),
                    CelVerdict::True,
                ]),
            ),
        ],
    };
    let yes = vec![CelVerdict::True, CelVerdict::True, CelVerdict::False];
    options.cel = Some(Arc::new(verdicts(Ok(yes))));
    let answer = ask(&objects, &options);
    assert_eq!(answer["report"]["selected"], json!(["a"]));
    assert_eq!(
        answer["explain"]["b"]["predicates"][0]["requirements"][0],
        json!({
            "on": "cel", "key": "x", "operator": "", "values": [], "actual": "error",
            "holds": false, "path": path, "error": "no such key: a", "overdrawn": null,
        })
    );
    assert_eq!(
        answer["explain"]["b"]["reason"],
        json!({
            "type": "predicate", "others": 0,
            "requirement": answer["explain"]["b"]["predicates"][0]["requirements"][0],
        })
    );
    let requirement = &answer["explain"]["c"]["reason"]["requirement"];
    assert_eq!(
        (&requirement["key"], &requirement["actual"]),
        (&json!("y"), &json!("false"))
    );
    options.cel = Some(Arc::new(verdicts(Err(CelError {
        message: "no".to_owned(),
        problem: "no".to_owned(),
        line: 1,
        column: 1,
        offset: 0,
    }))));
    let answer = ask(&objects, &options);
    assert_eq!(
        answer["report"]["status"],
        json!({
            "code": "Misconfigured", "plugin": "Predicate", "message": "compilation failed: no",
        })
    );
    assert_eq!(
        answer["explain"]["a"]["reason"],
        json!({"type": "misconfigured", "filter": "Predicate", "message": "compilation failed: no"})
    );
    // The hub checks nothing of it.
    assert_eq!(answer["explain"]["a"]["predicates"], json!([]));
}

/// Each expression spends from what those before it in its predicate left; nothing is left after the one that
/// overdraws.
#[test]
fn expressions_share_a_budget() {
    let predicate = |expressions: &[&str]| {
        let selector = json!({"celExpressions": expressions});
        json!({"requiredClusterSelector": {"celSelector": selector}})
    };
    let spec = json!({"predicates": [predicate(&["x", "y", "x", "z"]), predicate(&["y", "x"])]});
    let (objects, mut options) = load(&scenario(&spec, &plain(&["a", "b", "c", "d"])));
    let column = |expression: &str, verdicts: [CelVerdict; 4], costs: [u32; 4]| CelColumn {
        expression: expression.to_owned(),
        result: Ok(verdicts.to_vec()),
        errors: vec!["no such key: a".to_owned()],
        costs: costs.to_vec(),
        skipped: 0,
    };
    let (yes, error) = (CelVerdict::True, CelVerdict::Error(0));
    let over = CelVerdict::Overdrawn(CelBudget::Expression);
    options.cel = Some(Arc::new(CelVerdicts {
        revision: 1,
        columns: vec![
            column(
                "x",
                [yes, yes, yes, over],
                [4_000_000, 4_000_000, 5_000_000, 1_000_001],
            ),
            column("y", [yes, yes, error, yes], [1_999_999, 2_000_000, 1, 1]),
            column("z", [yes, yes, yes, yes], [1, 1, 1, 1]),
        ],
    }));
    let answer = ask(&objects, &options);
    assert_eq!(answer["report"]["selected"], json!(["a", "b"]));
    let seen = |cluster: &str, predicate: usize| {
        let requirements = &answer["explain"][cluster]["predicates"][predicate]["requirements"];
        let requirements = requirements.as_array().expect("requirements").iter();
        let seen = requirements.map(|one| {
            let overdrawn = one["overdrawn"].as_str();
            overdrawn
                .or_else(|| one["actual"].as_str())
                .expect("a result")
                .to_owned()
        });
        seen.collect::<Vec<_>>()
    };
    assert_eq!(seen("a", 0), ["true", "true", "true", "true"]);
    assert_eq!(seen("b", 0), ["true", "true", "true", "predicate"]);
    assert_eq!(seen("b", 1), ["true", "true"]);
    assert_eq!(seen("c", 0), ["true", "error", "predicate", "predicate"]);
    assert_eq!(seen("d", 0), ["expression", "true", "expression", "true"]);
    assert_eq!(
        answer["explain"]["d"]["reason"]["requirement"]["actual"],
        "error"
    );
    assert_eq!(
        answer["explain"]["d"]["reason"]["requirement"]["error"],
        Value::Null
    );
}
