//! What must be known before a decision is believed: the other profile, missing inputs, what is recorded.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::profiles::SPREAD;

pub(super) const NOW: &str = "2025-11-22T12:00:00Z";
pub(super) const DRIFT: &str = include_str!("../reality/drift.yaml");
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
    reference::answers::read(&answer.expect("a decision"))
}

/// The data of an answer's findings of a code.
pub(super) fn found(answer: &Value, code: &str) -> Vec<Value> {
    let findings = answer["findings"].as_array().expect("findings").iter();
    let of_code = findings.filter(|finding| finding["code"] == code);
    of_code.map(|finding| finding["data"].clone()).collect()
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
    let rows = missing_inputs(&decision).into_iter();
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
    assert!(missing_inputs(&given).is_empty());
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
            drift["added"],
            drift["removed"],
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
