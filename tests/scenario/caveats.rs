//! What must be known before a decision is believed: the other profile, missing inputs, what is recorded.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

pub(super) const NOW: &str = "2025-11-22T12:00:00Z";
const DRIFT: &str = include_str!("../reality/drift.yaml");
const HUB: &str = include_str!("../reality/hub.yaml");
const MIN: &str = include_str!("../reality/min.yaml");
const NO_BINDING: &str = include_str!("../reality/nobind.yaml");

#[track_caller]
pub(super) fn decide_with(text: &str, options: &Value) -> Value {
    let mut asked = json!({"now": NOW});
    let fields = options.as_object().expect("options");
    let target = asked.as_object_mut().expect("an object");
    target.extend(fields.clone());
    let answer = Scenario::new(text).ask(&json!({"decide": asked}).to_string());
    serde_json::from_str(&answer.expect("a decision")).expect("JSON")
}

#[track_caller]
pub(super) fn decide(text: &str) -> Value {
    decide_with(text, &json!({}))
}

/// Clusters of two regions with amounts, and a placement with a spec.
pub(super) fn fleet(spec: &str) -> String {
    let clusters = [("a1", "eu", "8"), ("a2", "eu", "9"), ("b1", "us", "1")];
    let clusters = clusters.map(|(name, region, cpu)| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: {name}, labels: {{region: {region}}}}}\n\
             status: {{allocatable: {{cpu: \"{cpu}\"}}, capacity: {{cpu: \"10\"}}}}\n---\n"
        )
    });
    let mut text = clusters.concat();
    text.push_str(
        "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {name: web, namespace: apps}\nspec: ",
    );
    text.push_str(spec);
    text
}

const SPREAD: &str = "{numberOfClusters: 2, spreadPolicy: {spreadConstraints: [{topologyKey: region, \
                      topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}]}, prioritizerPolicy: {configurations: \
                      [{scoreCoordinate: {builtIn: ResourceAllocatableCPU}, weight: 5}]}}";

/// What differs, from each profile: the clusters that come in and go, and why.
#[track_caller]
fn check_profiles(text: &str, upstream: &Value, proposal: &Value) {
    for (profile, expect) in [("Proposal", upstream), ("Upstream", proposal)] {
        let other = decide_with(text, &json!({"profile": profile}))["otherProfile"].clone();
        let found = json!([
            other["in"],
            other["out"],
            other["selected"],
            other["status"],
            other["because"]
        ]);
        assert_ne!(other["profile"], json!(profile));
        assert_eq!(found, *expect, "asked of {profile}");
    }
}

#[test]
fn auto_is_the_released_hub_unless_the_placement_uses_what_only_a_design_document_has() {
    let policy = |configuration: &str| {
        format!("{{prioritizerPolicy: {{configurations: [{configuration}]}}}}")
    };
    let built_in = |name: &str, weight: i32| {
        let coordinate = format!("{{type: BuiltIn, builtIn: {name}}}");
        policy(&format!(
            "{{scoreCoordinate: {coordinate}, weight: {weight}}}"
        ))
    };
    let no_weights = json!({});
    for (spec, weights, expect) in [
        ("{}".to_owned(), &no_weights, "Upstream"),
        (built_in("Steady", 3), &no_weights, "Upstream"),
        (SPREAD.to_owned(), &no_weights, "Proposal"),
        (policy("{name: Steady, weight: 3}"), &no_weights, "Proposal"),
        (built_in("ResourceRatioCPU", 3), &no_weights, "Proposal"),
        (built_in("ResourceRatioCPU", 0), &no_weights, "Upstream"),
        (
            built_in("\"ResourceAllocatable(nvidia.com/gpu)\"", 3),
            &no_weights,
            "Proposal",
        ),
        // A misspelt name is none of a design document.
        (
            built_in("ResourceAllocatableMemry", 3),
            &no_weights,
            "Upstream",
        ),
        (
            "{}".to_owned(),
            &json!({"ResourceRatioMemory": 2}),
            "Proposal",
        ),
        (
            "{}".to_owned(),
            &json!({"ResourceRatioMemory": 0}),
            "Upstream",
        ),
        // The API server refuses long seconds; the released hub has a rule for them all the same.
        (
            "{tolerations: [{key: k, tolerationSeconds: 9223372036854775807}]}".to_owned(),
            &no_weights,
            "Upstream",
        ),
    ] {
        let found = decide_with(&fleet(&spec), &json!({"weights": weights}));
        assert_eq!(found["profile"], expect, "{spec} {weights}");
        for named in ["Upstream", "Proposal"] {
            let found = decide_with(
                &fleet(&spec),
                &json!({"weights": weights, "profile": named}),
            );
            assert_eq!(found["profile"], named, "{spec}");
        }
    }
}

#[test]
fn the_other_profile_in_both_directions() {
    check_profiles(
        &fleet(SPREAD),
        &json!([["a1"], ["b1"], 2, "Success", ["spread-policy"]]),
        &json!([["b1"], ["a1"], 2, "Success", ["spread-policy"]]),
    );
    let ratio = "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: \
                 ResourceRatioCPU}}]}}";
    check_profiles(
        &fleet(ratio),
        &json!([[], ["a2"], 0, "Misconfigured", ["prioritizer"]]),
        &json!([["a2"], [], 1, "Success", ["prioritizer"]]),
    );
    let short = "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{name: ResourceAllocatableCPU}]}}";
    check_profiles(
        &fleet(short),
        &json!([[], ["a2"], 0, "Misconfigured", ["short-form"]]),
        &json!([["a2"], [], 1, "Success", ["short-form"]]),
    );
    let infinite = fleet(
        "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: \
         ResourceAllocatableCPU}, weight: 1}]}}",
    )
    .replace("cpu: \"9\"", &format!("cpu: \"1{}E\"", "0".repeat(300)));
    let other = decide(&infinite)["otherProfile"].clone();
    assert_eq!(other["because"], json!(["arithmetic"]), "{other}");
}

/// A sentence names clusters also where a page asks for none.
#[test]
fn the_first_names_are_listed_whatever_the_limit() {
    let decision = decide_with(&fleet(SPREAD), &json!({"limit": 0}));
    assert_eq!(decision["selected"], json!([]));
    assert_eq!(decision["otherProfile"]["in"], json!(["a1"]));
    let drift = decide_with(DRIFT, &json!({"limit": 0}));
    assert_eq!(drift["recorded"]["out"], json!(["prod-2"]));
}

#[test]
fn long_seconds_differ_where_a_taint_needs_them() {
    let text = fleet("{tolerations: [{key: k, operator: Exists, tolerationSeconds: 9223372036854775807}]}")
        .replace(
            "status: {allocatable: {cpu: \"1\"",
            "spec: {taints: [{key: k, effect: NoSelect, timeAdded: \"2025-11-01T00:00:00Z\"}]}\nstatus: {allocatable: \
             {cpu: \"1\"",
        );
    check_profiles(
        &text,
        &json!([[], ["b1"], 2, "Success", ["toleration-seconds"]]),
        &json!([["b1"], [], 3, "Success", ["toleration-seconds"]]),
    );
}

#[test]
fn where_both_decide_the_same_only_a_preview_has_the_other_profile() {
    let same = SPREAD.replace("numberOfClusters: 2", "numberOfClusters: 3");
    let soft = same.replace("DoNotSchedule", "ScheduleAnyway");
    for spec in ["{}", "{numberOfClusters: 2}", &soft] {
        for profile in ["Upstream", "Proposal"] {
            let decision = decide_with(&fleet(spec), &json!({"profile": profile}));
            let other = &decision["otherProfile"];
            let is_preview = profile == "Proposal" && spec.contains("spreadPolicy");
            assert_eq!(other.is_object(), is_preview, "{spec}");
            assert_eq!(other["same"] == true, is_preview, "{spec}");
        }
    }
}

/// The other profile, asked in between, changes nothing of what is kept.
#[test]
fn a_resident_decision_is_that_of_a_new_one() {
    let text = fleet(SPREAD);
    let mut resident = Scenario::new(&text);
    for weight in [5, -3, 0, 7] {
        for profile in ["Upstream", "Proposal"] {
            let question = json!({"report": {"now": NOW, "profile": profile,
                "weights": {"ResourceAllocatableCPU": weight}}})
            .to_string();
            let expect = Scenario::new(&text).ask(&question);
            assert_eq!(resident.ask(&question), expect, "{question}");
        }
    }
}

/// One line a row: kind, namespace/name, why, whether it is assumed, and the command.
pub(super) fn missing(text: &str) -> Vec<String> {
    let decision = decide(text);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let rows = decision["missingInputs"].as_array().expect("a list").iter();
    rows.map(|row| {
        format!(
            "{} {}/{} {}{}: {}",
            word(&row["kind"]),
            word(&row["namespace"]),
            word(&row["name"]),
            word(&row["why"]),
            if row["assumed"] == json!(true) {
                " assumed"
            } else {
                ""
            },
            word(&row["command"]),
        )
    })
    .collect()
}

#[test]
fn what_an_export_leaves_out() {
    assert_eq!(
        missing(HUB),
        [
            "AddOnPlacementScore /net some-scores assumed: kubectl get addonplacementscores -A -o yaml"
        ]
    );
    assert_eq!(
        missing(MIN),
        [
            "ManagedClusterSet /prod set-wanted: kubectl get managedclustersets prod -o yaml",
            "ManagedClusterSetBinding prod-apps/prod not-bound: \
             kubectl get managedclustersetbindings prod -n prod-apps -o yaml",
            "AddOnPlacementScore /net scores: kubectl get addonplacementscores -A -o yaml",
            "PlacementDecision prod-apps/web-decision-1 recorded: \
             kubectl get placementdecisions web-decision-1 -n prod-apps -o yaml",
            "PlacementDecision / history: kubectl get placementdecisions -A -o yaml",
        ]
    );
    assert_eq!(
        missing(NO_BINDING)[..2],
        [
            "ManagedClusterSet /prdo set-wanted: kubectl get managedclustersets prdo -o yaml",
            "ManagedClusterSetBinding apps/prdo not-bound: \
             kubectl get managedclustersetbindings prdo -n apps -o yaml",
        ]
    );
}

#[test]
fn what_a_text_by_hand_does_without_is_assumed() {
    assert_eq!(
        missing(&fleet("{numberOfClusters: 2}")),
        [
            "ManagedClusterSet / no-sets assumed: kubectl get managedclustersets -o yaml",
            "ManagedClusterSetBinding apps/ no-sets assumed: \
             kubectl get managedclustersetbindings -n apps -o yaml",
            "PlacementDecision / history assumed: kubectl get placementdecisions -A -o yaml",
        ]
    );
    // Where all feasible clusters are taken, nobody's decisions matter; neither do sets that are not asked for.
    assert_eq!(missing(&fleet("{}")).len(), 2);
    let given = decide_with(&fleet("{}"), &json!({"candidates": "given"}));
    assert_eq!(given["missingInputs"], json!([]));
    let seen = fleet("{}") + "\nstatus: {numberOfSelectedClusters: 3}\n";
    assert_eq!(
        missing(&seen),
        [
            "ManagedClusterSet / no-sets: kubectl get managedclustersets -o yaml",
            "ManagedClusterSetBinding apps/ no-sets: \
             kubectl get managedclustersetbindings -n apps -o yaml",
            "PlacementDecision apps/ recorded: kubectl get placementdecisions -n apps -o yaml",
        ]
    );
}

#[test]
fn sets_without_bindings_and_scores_of_cel() {
    let set = "\n---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\n\
               metadata: {name: all}\nspec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {}}}\n";
    assert_eq!(
        missing(&(fleet("{}") + set))[..1],
        [
            "ManagedClusterSetBinding apps/ not-bound: kubectl get managedclustersetbindings -n apps -o yaml"
        ]
    );
    let binding = "\n---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n\
                   metadata: {name: gone, namespace: apps}\nspec: {clusterSet: gone}\n";
    assert_eq!(
        missing(&(fleet("{}") + binding))[..1],
        ["ManagedClusterSet /gone set-bound: kubectl get managedclustersets gone -o yaml"]
    );
    let cel = "{predicates: [{requiredClusterSelector: {celSelector: {celExpressions: \
               ['managedCluster.scores( \"net\").size() > 0']}}}]}";
    assert!(missing(&fleet(cel)).iter().any(|row| row
        == "AddOnPlacementScore /net cel-scores: kubectl get addonplacementscores -A -o yaml"));
    let clusters = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                    metadata: {name: web, namespace: apps}\nspec: {}\n";
    assert_eq!(
        missing(clusters)[0],
        "ManagedCluster / clusters: kubectl get managedclusters -o yaml"
    );
}

/// The comparison with what is recorded; its causes as `code object time`.
#[track_caller]
pub(super) fn recorded(text: &str, options: &Value) -> (Value, Vec<String>) {
    let recorded = decide_with(text, options)["recorded"].clone();
    let word = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let causes = recorded["causes"].as_array().into_iter().flatten();
    let causes = causes.map(|cause| {
        format!(
            "{} {} {}",
            word(&cause["code"]),
            word(&cause["object"]["name"]),
            word(&cause["time"])
        )
    });
    let causes = causes.collect();
    (recorded, causes)
}

#[test]
fn what_is_recorded_is_held_against_the_decision() {
    let (hub, _) = recorded(HUB, &json!({}));
    assert_eq!(hub["same"], json!(true), "{hub}");
    let (drift, causes) = recorded(DRIFT, &json!({}));
    assert_eq!(
        json!([
            drift["same"],
            drift["in"],
            drift["out"],
            drift["clusters"],
            drift["at"]
        ]),
        json!([false, ["prod-4"], ["prod-2"], 2, "2025-11-20T10:00:00Z"])
    );
    assert_eq!(causes, ["changed-since prod-1 2025-11-20T10:11:12Z"]);
    let (min, causes) = recorded(MIN, &json!({}));
    assert_eq!(min["clusters"], json!(null), "{min}");
    assert_eq!(causes, [""; 0], "{min}");
    assert_eq!(recorded(NO_BINDING, &json!({})).0, Value::Null);
}

#[test]
fn what_can_be_told_of_the_cause() {
    let check = |text: &str, options: Value, expect: &[&str]| {
        let (found, causes) = recorded(text, &options);
        assert_eq!(causes, expect, "{found}");
    };
    let prod_1 = "changed-since prod-1 2025-11-20T10:11:12Z";
    check(
        DRIFT,
        json!({"weights": {"Balance": 3}}),
        &["what-if - -", prod_1],
    );
    // A cluster that differs was written after the decision.
    let later = DRIFT.replace(
        "resourceVersion: \"88123904\"",
        "resourceVersion: \"88125000\"",
    );
    check(&later, json!({}), &["changed-since prod-4 -", prod_1]);
    let later = DRIFT.replace(
        "    resourceVersion: \"88123904\"\n",
        "    managedFields:\n    - {manager: x, subresource: status, time: \"2025-11-21T00:00:00Z\"}\n",
    );
    check(
        &later,
        json!({}),
        &["changed-since prod-4 2025-11-21T00:00:00Z", prod_1],
    );
    let expired = DRIFT.replace("2025-11-01T00:00:00Z", "2025-11-21T00:00:00Z");
    // With its score the recorded cluster is not selected either; it is if the score weighs more.
    check(&expired, json!({}), &[prod_1]);
    let heavy = expired.replace(
        "scoreName: bandwidth}\n        weight: 1",
        "scoreName: bandwidth}\n        weight: 9",
    );
    // The score is of a cluster that differs; prod-1 is in both selections.
    check(
        &heavy,
        json!({}),
        &["score-expired net 2025-11-21T00:00:00Z", prod_1],
    );
    let lacking = DRIFT.replace("[web-decision-1]", "[web-decision-1, web-decision-2]");
    check(
        &lacking.replace("numberOfSelectedClusters: 2", "numberOfSelectedClusters: 3"),
        json!({}),
        &["number-changed web -", "missing-input - -", prod_1],
    );
    // The hub of today ignores what decides here.
    let decision = "\n---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n\
                    metadata: {name: web-decision-1, namespace: apps, labels: \
                    {cluster.open-cluster-management.io/placement: web}}\n\
                    status: {decisions: [{clusterName: a1}, {clusterName: a2}]}\n";
    check(
        &(fleet(SPREAD) + decision),
        json!({}),
        &["other-profile - -"],
    );
    check(
        &(fleet(SPREAD) + decision),
        json!({"profile": "Upstream"}),
        &[],
    );
}

#[test]
fn conditions_and_numbers_count() {
    let check = |status: &str, expect: Value| {
        let (found, _) = recorded(&(fleet("{}") + "\nstatus: " + status + "\n"), &json!({}));
        assert_eq!(
            json!([found["same"], found["conditions"]]),
            expect,
            "{status}"
        );
    };
    check("{numberOfSelectedClusters: 3}", json!([true, []]));
    check("{numberOfSelectedClusters: 4}", json!([false, []]));
    check("{numberOfSelectedClusters: 0}", json!([false, []]));
    // As a program in Go prints a placement that no hub has seen.
    let zero = "{numberOfSelectedClusters: 0, decisionGroups: null, conditions: null}";
    check(zero, json!([null, null]));
    check(
        "{numberOfSelectedClusters: 0, conditions: []}",
        json!([null, null]),
    );
    check(&zero.replace(": 0", ": 4"), json!([false, []]));
    check(
        &zero.replace("null, c", "[{clusterCount: 0}], c"),
        json!([false, []]),
    );
    check(
        "{conditions: [{type: PlacementSatisfied, status: 'True', reason: AllDecisionsScheduled}]}",
        json!([true, []]),
    );
    check(
        "{conditions: [{type: PlacementSatisfied, status: 'False', reason: NoIntersection}, {type: Mine}]}",
        json!([false, [{"type": "PlacementSatisfied", "status": "False", "reason": "NoIntersection",
                        "decided": "AllDecisionsScheduled"}]]),
    );
    // Nothing of a status that is not one is a finding.
    for status in [
        "7",
        "{conditions: 7, decisionGroups: [7, {decisions: 7}]}",
        "{}",
    ] {
        let text = fleet("{}") + "\nstatus: " + status + "\n";
        let mut scenario = Scenario::new(&text);
        assert_eq!(scenario.reading().diagnostics, [], "{status}");
        assert!(decide(&text).get("recorded").is_none(), "{status}");
        assert!(
            scenario
                .ask(&json!({"report": {"now": NOW}}).to_string())
                .is_ok()
        );
    }
}

#[test]
fn labels_tell_that_there_are_sets() {
    let labelled = fleet("{}").replace(
        "region: eu",
        "region: eu, cluster.open-cluster-management.io/clusterset: default",
    );
    assert_eq!(
        missing(&labelled),
        [
            "ManagedClusterSet / no-sets: kubectl get managedclustersets -o yaml",
            "ManagedClusterSetBinding apps/ no-sets: \
             kubectl get managedclustersetbindings -n apps -o yaml",
        ]
    );
}

#[test]
fn scores_of_some_clusters() {
    let spec = "{numberOfClusters: 1, prioritizerPolicy: {mode: Exact, configurations: [{scoreCoordinate: {type: \
                AddOn, addOn: {resourceName: net, scoreName: free}}}]}}";
    let score = |cluster: &str| {
        format!(
            "\n---\napiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n\
             metadata: {{name: net, namespace: {cluster}}}\nstatus: {{scores: [{{name: free, value: 7}}]}}\n"
        )
    };
    let some =
        "AddOnPlacementScore /net some-scores assumed: kubectl get addonplacementscores -A -o yaml";
    let rows = |clusters: &[&str]| {
        let scores: Vec<String> = clusters.iter().map(|cluster| score(cluster)).collect();
        let found = missing(&(fleet(spec) + &scores.concat()));
        found.into_iter().filter(|row| row.contains("/net"))
    };
    assert_eq!(rows(&["a1", "a2"]).collect::<Vec<_>>(), [some]);
    assert_eq!(rows(&["a1", "a2", "b1"]).count(), 0);
    let scores = "AddOnPlacementScore /net scores: kubectl get addonplacementscores -A -o yaml";
    assert_eq!(rows(&[]).collect::<Vec<_>>(), [scores]);
}

#[test]
fn decision_groups_of_the_status() {
    let spec = "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 2, decisionGroups: [{groupName: west, \
                groupClusterSelector: {labelSelector: {matchLabels: {region: us}}}}]}}}";
    let group = |status: &str| {
        let text = format!("{}\nstatus: {{decisionGroups: [{status}]}}\n", fleet(spec));
        let decisions = "\n---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: PlacementDecision\n\
                         metadata: {name: web-decision-1, namespace: apps, labels: \
                         {cluster.open-cluster-management.io/placement: web}}\nstatus: {decisions: [{clusterName: a1}, \
                         {clusterName: a2}, {clusterName: b1}]}\n";
        let (found, _) = recorded(&(text + decisions), &json!({}));
        assert_eq!(found["same"], json!(found.get("group").is_none()));
        found["group"].clone()
    };
    let west = "{decisionGroupName: west, clusterCount: 1}";
    let rest = "{decisionGroupName: '', clusterCount: 2}";
    let both = |first: &str, second: &str| group(&format!("{first}, {second}"));
    let of =
        |name: &str, clusters: usize| json!({"name": name, "clusters": clusters, "members": []});
    assert_eq!(both(west, rest), Value::Null);
    assert_eq!(both(west, "{}"), Value::Null);
    assert_eq!(group(""), Value::Null);
    assert_eq!(
        both(rest, west),
        json!({"index": 0, "recorded": of("", 2), "decided": of("west", 1)})
    );
    assert_eq!(
        both(west, "{clusterCount: 3}"),
        json!({"index": 1, "recorded": of("", 3), "decided": of("", 2)})
    );
    assert_eq!(
        group(west),
        json!({"index": 1, "recorded": null, "decided": of("", 2)})
    );
    assert_eq!(
        group(&format!("{west}, {rest}, {rest}")),
        json!({"index": 2, "recorded": of("", 2), "decided": null})
    );
}
