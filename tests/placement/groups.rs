//! Decision groups, objects, and how many.

use super::*;

#[test]
fn a_wrong_group_selector() {
    let good = json!({"groupName": "g", "groupClusterSelector":
        {"labelSelector": {"matchExpressions": [{"key": "x", "operator": "DoesNotExist"}]}}});
    let bad = json!({"groupName": "h", "groupClusterSelector":
        {"labelSelector": {"matchExpressions": [{"key": "x", "operator": "In"}]}}});
    let world = |groups: Value| {
        let spec = json!({"decisionStrategy": {"groupStrategy": {"decisionGroups": groups}}});
        let mut world = scenario(&spec, &plain(&["a"]));
        world["placementDecisions"] = json!([decided(&["a"])]);
        world
    };
    let first = world(json!([bad, good]));
    check(&first, "/report/status/code", &json!("Misconfigured"));
    check(&first, "/report/placementDecisions", &json!([]));
    check(
        &first,
        "/report/deletedPlacementDecisions",
        &json!(["p-decision-1"]),
    );
    check(
        &first,
        "/report/conditions/1/reason",
        &json!("AllDecisionsScheduled"),
    );
    // The hub keeps the groups before the wrong one.
    let second = world(json!([good, bad]));
    let groups = "/report/decisionGroups";
    check_in(
        Profile::Upstream,
        &second,
        "/report/status/code",
        &json!("Misconfigured"),
    );
    check_in(
        Profile::Upstream,
        &second,
        groups,
        &json!([
            {"decisionGroupIndex": 0, "decisionGroupName": "g", "decisions": ["p-decision-1"],
             "clusterCount": 1},
        ]),
    );
    check_in(Profile::Proposal, &second, groups, &json!([]));
    // It is noticed even where another part is misconfigured or no cluster is left.
    let mut empty = world(json!([bad]));
    empty["managedClusters"] = json!([]);
    check(&empty, "/report/status/code", &json!("Misconfigured"));
}

#[test]
fn more_than_a_hundred_clusters_take_several_objects() {
    let names: Vec<String> = (0..250).map(|number| format!("c{number:03}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let spec = json!({"decisionStrategy": {"groupStrategy": {"clustersPerDecisionGroup": 120}}});
    let mut world = scenario(&spec, &plain(&names));
    let mut old = decided(&[]);
    old["metadata"]["name"] = json!("p-decision-6");
    world["placementDecisions"] = json!([decided(&[]), old]);
    let groups = [
        (0, json!(["p-decision-1", "p-decision-2"]), 120),
        (1, json!(["p-decision-3", "p-decision-4"]), 120),
        (2, json!(["p-decision-5"]), 10),
    ];
    for (index, decisions, clusters) in groups {
        check(
            &world,
            &format!("/summary/decisionGroups/{index}"),
            &json!({
                "decisionGroupIndex": index, "decisionGroupName": "", "decisions": decisions,
                "clusterCount": clusters,
            }),
        );
    }
    check(
        &world,
        "/report/placementDecisions/1/clusterNames/0",
        &json!("c100"),
    );
    check(
        &world,
        "/report/placementDecisions/2/clusterNames/0",
        &json!("c120"),
    );
    check(
        &world,
        "/report/deletedPlacementDecisions",
        &json!(["p-decision-6"]),
    );
}

#[test]
fn a_negative_number_has_no_decision() {
    let world = scenario(&json!({"numberOfClusters": -1}), &plain(&["a"]));
    check(&world, "/summary/outcome", &json!("invalid"));
    check(
        &world,
        "/summary/invalidPath",
        &json!("spec.numberOfClusters"),
    );
    check(&world, "/summary/status/code", &json!("Error"));
    check(&world, "/report/conditions", &json!([]));
    check(&world, "/report/placementDecisions", &json!([]));
    // What is misconfigured is misconfigured before anybody counts.
    let mut spec = built_in("Nope");
    spec["numberOfClusters"] = json!(-1);
    let world = scenario(&spec, &plain(&["a"]));
    check(&world, "/summary/outcome", &json!("scheduled"));
}
