//! Recorded decisions that differ in groups or in number, and why.

use serde_json::{Value, json};

use super::caveats::{fleet, recorded};

/// A recorded `PlacementDecision` of `apps/web`: a decision group, its index and name, and its clusters.
fn group_of(index: usize, name: &str, clusters: &[&str]) -> String {
    let clusters = clusters
        .iter()
        .map(|name| format!("{{clusterName: {name}}}"));
    let clusters = clusters.collect::<Vec<_>>().join(", ");
    let prefix = "cluster.open-cluster-management.io";
    format!(
        "\n---\napiVersion: {prefix}/v1beta1\nkind: PlacementDecision\nmetadata: {{name: web-decision-{}, \
         namespace: apps, labels: {{{prefix}/placement: web, {prefix}/decision-group-index: '{index}', \
         {prefix}/decision-group-name: '{name}'}}}}\nstatus: {{decisions: [{clusters}]}}\n",
        index + 1
    )
}

/// The order of a rollout is that of the groups.
#[test]
fn the_same_clusters_in_other_groups_are_another_decision() {
    let spec = "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2, decisionGroups: [{groupName: west, \
                groupClusterSelector: {labelSelector: {matchLabels: {region: us}}}}]}}}";
    let check = |decisions: &[(&str, &[&str])], group: Value| {
        let mut text = fleet(spec);
        for (index, (name, clusters)) in decisions.iter().enumerate() {
            text += &group_of(index, name, clusters);
        }
        let (found, _) = recorded(&text, &json!({}));
        assert_eq!(found["same"], json!(group.is_null()), "{found}");
        assert_eq!(found["group"], group);
    };
    check(&[("west", &["b1"]), ("", &["a1", "a2"])], Value::Null);
    check(
        &[("", &["a1", "a2"]), ("west", &["b1"])],
        json!({
            "index": 0,
            "recorded": {"name": "", "clusters": 2, "members": ["a1", "a2"]},
            "decided": {"name": "west", "clusters": 1, "members": ["b1"]},
        }),
    );
    check(
        &[("west", &["a1"]), ("", &["a2", "b1"])],
        json!({
            "index": 0,
            "recorded": {"name": "west", "clusters": 1, "members": ["a1"]},
            "decided": {"name": "west", "clusters": 1, "members": ["b1"]},
        }),
    );
}

/// No hub records more clusters than are wanted, nor is content with fewer.
#[test]
fn another_number_of_clusters_is_a_cause() {
    let satisfied = "\nstatus: {conditions: [{type: PlacementSatisfied, status: 'True', reason: \
                     AllDecisionsScheduled}]}\n";
    let causes = |spec: &str, status: &str, clusters: &[&str]| {
        let text = fleet(spec) + status + &group_of(0, "", clusters);
        let (_, causes) = recorded(&text, &json!({}));
        causes.first().cloned().unwrap_or_default()
    };
    let changed = "number-changed web -";
    assert_eq!(causes("{numberOfClusters: 1}", "", &["a1", "b1"]), changed);
    assert_eq!(causes("{numberOfClusters: 0}", "", &["a1"]), changed);
    assert_eq!(causes("{numberOfClusters: 2}", satisfied, &["a1"]), changed);
    assert_ne!(causes("{numberOfClusters: 2}", "", &["a1"]), changed);
    assert_ne!(causes("{numberOfClusters: 1}", satisfied, &["b1"]), changed);
    let what_if = json!({"numberOfClusters": 1});
    let text = fleet("{}") + &group_of(0, "", &["a1", "b1"]);
    assert_eq!(recorded(&text, &what_if).1[0], "what-if - -");
}

/// `Steady` speaks for a recorded cluster: it is no cause where a filter keeps that one out.
#[test]
fn steady_does_not_explain_a_cluster_that_is_filtered_out() {
    let spec = "{numberOfClusters: 1, predicates: [{requiredClusterSelector: {labelSelector: {matchLabels: {region: \
                us}}}}]}";
    let (found, causes) = recorded(&(fleet(spec) + &group_of(0, "", &["a1"])), &json!({}));
    assert_eq!(
        json!([found["added"], found["removed"]]),
        json!([["b1"], ["a1"]])
    );
    assert_eq!(causes, [""; 0]);
}

/// A run of spread that would not select the recorded clusters whatever was decided before has another cause.
#[test]
fn steady_does_not_explain_what_no_run_of_spread_selects() {
    let causes = |when: &str, clusters: &[&str]| {
        let spec = format!(
            "{{numberOfClusters: 2, spreadPolicy: {{spreadConstraints: [{{topologyKey: region, topologyKeyType: Label, \
             maxSkew: 1, whenUnsatisfiable: {when}}}]}}, prioritizerPolicy: {{configurations: [{{weight: -3, \
             scoreCoordinate: {{builtIn: ResourceAllocatableCPU}}}}]}}}}"
        );
        let (found, causes) = recorded(&(fleet(&spec) + &group_of(0, "", clusters)), &json!({}));
        assert_eq!(found["same"], false, "{found}");
        causes
    };
    assert_eq!(causes("DoNotSchedule", &["a1", "a2"]), [""; 0]);
    assert_eq!(causes("ScheduleAnyway", &["a1", "a2"]), [""; 0]);
}

/// d1 was recorded first, and kept c1 with it: beside both, a1 is the better one of the region of c1.
#[test]
fn steady_explains_picks_that_depend_on_each_other() {
    let prefix = "cluster.open-cluster-management.io";
    let placement = format!(
        "apiVersion: {prefix}/v1beta1\nkind: Placement\nmetadata: {{name: web, namespace: apps}}\nspec: \
         {{numberOfClusters: 2, spreadPolicy: {{spreadConstraints: [{{topologyKey: region, topologyKeyType: Label, \
         maxSkew: 2, whenUnsatisfiable: DoNotSchedule}}]}}, prioritizerPolicy: {{mode: Exact, configurations: \
         [{{weight: 3, scoreCoordinate: {{builtIn: Steady}}}}, {{weight: -1, scoreCoordinate: {{builtIn: Spread}}}}, \
         {{weight: 2, scoreCoordinate: {{type: AddOn, addOn: {{resourceName: room, scoreName: free}}}}}}]}}}}\n"
    );
    let clusters = [
        ("a1", "eu", 68),
        ("b1", "eu", 6),
        ("c1", "eu", 92),
        ("d1", "us", 2),
    ];
    let clusters = clusters.map(|(name, region, score)| {
        format!(
            "---\napiVersion: {prefix}/v1\nkind: ManagedCluster\nmetadata: {{name: {name}, labels: {{region: \
             {region}}}}}\n---\napiVersion: {prefix}/v1alpha1\nkind: AddOnPlacementScore\nmetadata: {{name: room, \
             namespace: {name}}}\nstatus: {{scores: [{{name: free, value: {score}}}]}}\n"
        )
    });
    let text = placement + &clusters.concat();
    let causes = |clusters: &[&str]| {
        let (found, causes) = recorded(&(text.clone() + &group_of(0, "", clusters)), &json!({}));
        assert_eq!(
            json!([found["addedCount"], found["removedCount"]]),
            json!([1, 1]),
            "{found}"
        );
        causes
    };
    assert_eq!(causes(&["c1", "d1"]), ["steady - -"]);
    assert_eq!(causes(&["b1", "d1"]), [""; 0]);
}

/// A taint that keeps a recorded cluster out explains it where it was added after the hub decided; one from before does
/// not, nor one whose time nobody knows.
#[test]
fn a_taint_is_a_cause_where_it_was_added_since() {
    let taint = |added: &str, key: &str| format!("{{key: {key}, effect: NoSelect{added}}}");
    let added = |time: &str| taint(&format!(", timeAdded: '{time}'"), "lost");
    let (early, late) = ("2025-06-01T08:00:00Z", "2025-06-01T10:00:00Z");
    let recorded_at = "2025-06-01T09:00:00Z";
    let causes = |taints: &[String], labels: &str, at: Option<&str>, spec: &str| {
        let tainted = format!("\nspec: {{taints: [{}]}}\nstatus:", taints.join(", "));
        let text = fleet(spec).replacen("\nstatus:", &tainted, 1);
        let text = text.replacen("labels: {region: eu}", labels, 1);
        let mut decision = group_of(0, "", &["a1", "a2", "b1"]);
        if let Some(at) = at {
            let managed = format!(
                "namespace: apps, managedFields: [{{manager: hub, operation: Update, subresource: status, time: \
                 '{at}'}}],"
            );
            decision = decision.replacen("namespace: apps,", &managed, 1);
        }
        let (found, causes) = recorded(&(text + &decision), &json!({}));
        assert_eq!(
            json!([found["added"], found["removed"]]),
            json!([[], ["a1"]]),
            "{found}"
        );
        let taint = found["causes"][0]["taint"].as_str().unwrap_or_default();
        (
            causes.first().cloned().unwrap_or_default(),
            taint.to_owned(),
        )
    };
    let eu = "labels: {region: eu}";
    let cause = |time: &str| (format!("taint-added a1 {time}"), "lost:NoSelect".to_owned());
    let none = (String::new(), String::new());
    // That the cluster changed is all that can be told.
    let changed = (format!("changed-since a1 {late}"), String::new());
    assert_eq!(
        causes(&[added(late)], eu, Some(recorded_at), "{}"),
        cause(late)
    );
    assert_eq!(causes(&[added(early)], eu, Some(recorded_at), "{}"), none);
    // Nothing tells when the hub decided.
    assert_eq!(causes(&[added(early)], eu, None, "{}"), cause(early));
    assert_eq!(causes(&[taint("", "lost")], eu, None, "{}"), none);
    // The first of several; one from before kept it out already.
    assert_eq!(
        causes(
            &[added(late), added("2025-06-01T11:00:00Z")],
            eu,
            Some(recorded_at),
            "{}"
        ),
        cause(late)
    );
    assert_eq!(
        causes(
            &[added(late), taint("", "old")],
            eu,
            Some(recorded_at),
            "{}"
        ),
        changed
    );
    let tolerated = "{tolerations: [{key: old, operator: Exists}]}";
    assert_eq!(
        causes(
            &[added(late), taint("", "old")],
            eu,
            Some(recorded_at),
            tolerated
        ),
        cause(late)
    );
    // A predicate keeps it out, too.
    let predicate = "{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: region, \
                     operator: Exists}]}}}]}";
    assert_eq!(
        causes(&[added(late)], "labels: {}", Some(recorded_at), predicate),
        changed
    );
}

/// Of clusters with the same scores as then, `Steady` exchanges none unless its weight is negative; and only those that
/// are selected after another decision: b1 after none, a1 after b1, a2 never.
#[test]
fn steady_exchanges_clusters_under_a_negative_weight_only() {
    let causes = |weight: i32, name: &str| {
        let spec = format!(
            "{{numberOfClusters: 1, prioritizerPolicy: {{configurations: [{{weight: {weight}, scoreCoordinate: \
             {{builtIn: Steady}}}}, {{weight: -1, scoreCoordinate: {{builtIn: ResourceAllocatableCPU}}}}]}}}}"
        );
        let changed = "name: a2, managedFields: [{manager: x, time: '2025-06-01T10:00:00Z'}],";
        let text = fleet(&spec).replace("name: a2,", changed) + &group_of(0, "", &[name]);
        let text = text.replacen(
            "namespace: apps,",
            "namespace: apps, managedFields: [{manager: hub, operation: Update, time: '2025-06-01T09:00:00Z'}],",
            1,
        );
        let (found, causes) = recorded(&text, &json!({}));
        (found["same"] == false).then_some(causes)
    };
    let changed = "changed-since a2 2025-06-01T10:00:00Z";
    let is = |weight, name, expected: &[&str]| {
        assert_eq!(
            causes(weight, name).unwrap_or_default(),
            expected,
            "{weight} {name}"
        );
    };
    is(-2, "b1", &["steady - -", changed]);
    is(-2, "a1", &["steady - -", changed]);
    is(-2, "a2", &[changed]);
    is(1, "a1", &[changed]);
    assert_eq!(causes(1, "b1"), None);
}

/// A taint that the placement tolerates changes nothing; a cluster that does not differ is the last that is blamed.
#[test]
fn what_differs_is_blamed_before_what_does_not() {
    let hub = include_str!("../reality/tolerated-taint.yaml");
    let check = |text: &str, now: &str, expected: &[&str]| {
        let (found, causes) = recorded(text, &json!({"now": now}));
        assert_eq!(causes, expected, "{found}");
    };
    let (before, after) = ("2026-11-26T09:59:00Z", "2026-11-26T11:30:00Z");
    let expired = "score-expired latency 2026-11-26T10:00:00Z";
    check(hub, before, &[]);
    check(hub, after, &[expired]);
    // ams-01 is in neither selection before, and comes in after.
    let changed = hub.replace(
        "name: ams-01\n",
        "name: ams-01\n    managedFields: [{manager: x, time: '2026-11-26T09:00:00Z'}]\n",
    );
    let ams = "changed-since ams-01 2026-11-26T09:00:00Z";
    check(&changed, before, &[ams]);
    check(&changed, after, &[expired, ams]);
}

/// No set that is missing keeps a cluster in that a taint keeps out.
#[test]
fn a_taint_is_told_before_what_is_missing() {
    let options = json!({"now": "2026-11-26T12:00:00Z"});
    let (_, causes) = recorded(include_str!("taint-and-missing.yaml"), &options);
    assert!(causes[0].starts_with("taint-added a2 "), "{causes:?}");
    assert!(
        causes.contains(&"missing-input - -".to_owned()),
        "{causes:?}"
    );
}
