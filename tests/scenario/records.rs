//! Other records than OCM's `PlacementDecision`s: SIG Multicluster's, and what Argo CD makes of them.

use crate::findings::missing_inputs;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

const NOW: &str = "2026-08-21T12:00:00Z";
const SAME: &str = include_str!("../reality/multicluster-same.yaml");
const DIFFERS: &str = include_str!("../reality/multicluster-differs.yaml");
const DEBUG: &str = include_str!("../reality/debug-result.yaml");
const ARGO: &str = include_str!("../reality/application-set.yaml");
const ARGO_EMPTY: &str = include_str!("../reality/application-set-empty.yaml");

#[track_caller]
fn decide(text: &str) -> Value {
    let mut scenario = Scenario::new(text);
    let answer = scenario.ask(&json!({"decide": {"now": NOW}}).to_string());
    reference::answers::read(&answer.expect("a decision"))
}

fn findings(text: &str) -> Vec<String> {
    let diagnostics = Scenario::new(text).reading().diagnostics;
    diagnostics.into_iter().map(|one| one.message).collect()
}

#[test]
fn the_form_of_sig_multicluster_is_a_record() {
    assert_eq!(findings(SAME), [""; 0]);
    let decision = decide(SAME);
    let recorded = &decision["recorded"];
    assert_eq!(
        json!([recorded["same"], recorded["form"], recorded["clusters"]]),
        json!([true, "multicluster", 2]),
        "{recorded}"
    );
    assert!(missing_inputs(&decision).is_empty());
    assert_eq!(decision["deletedPlacementDecisions"], json!([]));
    // Steady counts it: without it the clusters have no score of it.
    let other = SAME.replace("placement-key: web", "placement-key: api");
    let lacking = decide(&other);
    assert_eq!(lacking["recorded"]["form"], json!(null));
    assert_eq!(missing_inputs(&lacking)[0]["name"], json!("web-decision-1"));
    let gap = SAME.replace("decision-index: \"0\"", "decision-index: \"1\"");
    let gap = decide(&gap);
    assert_eq!(gap["recorded"]["clusters"], json!(null));
    assert_eq!(missing_inputs(&gap)[0]["kind"], json!("PlacementDecision"));
    // A slice behind the last one of the text: the status counts more clusters.
    let fewer = SAME.replace("numberOfSelectedClusters: 2", "numberOfSelectedClusters: 3");
    assert_ne!(fewer, SAME);
    let fewer = decide(&fewer);
    assert_eq!(fewer["recorded"]["clusters"], json!(null));
    assert_eq!(
        missing_inputs(&fewer)[0]["kind"],
        json!("PlacementDecision")
    );
}

#[test]
fn both_forms_are_held_against_each_other() {
    assert_eq!(findings(DIFFERS), [""; 0]);
    let recorded = &decide(DIFFERS)["recorded"];
    assert_eq!(
        json!([recorded["same"], recorded["form"], recorded["otherForm"]]),
        json!([true, "ocm", {"onlyOcm": ["west-1"], "onlyMulticluster": ["east-2"]}])
    );
}

/// A hub leaves slices of other schedulers alone: they are no record, and neither `Steady` nor `Balance` counts them.
#[test]
fn slices_of_another_scheduler_count_for_nothing() {
    let text = |labels: &str, scheduler: &str, of: &str| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
             metadata: {{name: web, namespace: ns}}\nspec: {{numberOfClusters: 1}}\n---\n\
             apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: a}}\n---\n\
             apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: b}}\n---\n\
             apiVersion: multicluster.x-k8s.io/v1alpha1\nkind: PlacementDecision\n\
             metadata: {{name: d, namespace: ns, labels: {{{labels}multicluster.x-k8s.io/placement-key: {of}, \
             multicluster.x-k8s.io/decision-key: k, multicluster.x-k8s.io/decision-index: '0'}}}}\n\
             {scheduler}decisions: [{{clusterProfileRef: {{name: b}}}}]\n"
        )
    };
    let hub = "x-k8s.io/cluster-manager: open-cluster-management, ";
    let other = "x-k8s.io/cluster-manager: other, ";
    for (labels, scheduler, counts) in [
        (hub, "schedulerName: open-cluster-management\n", true),
        // The label alone decides, as on the hub.
        (hub, "schedulerName: other\n", true),
        (other, "schedulerName: open-cluster-management\n", false),
        (other, "", false),
        ("", "schedulerName: other\n", false),
        ("", "schedulerName: open-cluster-management\n", true),
        ("", "schedulerName: ''\n", true),
        ("", "", true),
    ] {
        let own = text(labels, scheduler, "web");
        assert_eq!(findings(&own), [""; 0]);
        let own = decide(&own);
        let (selected, form) = if counts {
            ("b", json!("multicluster"))
        } else {
            ("a", json!(null))
        };
        assert_eq!(own["selected"], json!([selected]), "{labels}{scheduler}");
        assert_eq!(own["recorded"]["form"], form, "{labels}{scheduler}");
        let is_told = |answer: &Value| {
            let mut notes = answer["notes"].as_array().expect("a list").iter();
            notes.any(|note| note["code"] == "foreign-decision")
        };
        assert_eq!(is_told(&own), !counts, "{labels}{scheduler}");
        // Of another placement: Balance counts it, or lacks what others chose.
        let others = decide(&text(labels, scheduler, "api"));
        assert!(!is_told(&others), "{labels}{scheduler}");
        let prioritizers = others["prioritizers"].as_array().expect("a list");
        let balance = prioritizers.iter().find(|one| one["name"] == "Balance");
        let least = if counts { -100 } else { 100 };
        assert_eq!(
            balance.expect("it")["min"],
            json!(least),
            "{labels}{scheduler}"
        );
        let missing = missing_inputs(&others);
        let lacks = missing.iter().any(|one| one["why"] == "history");
        assert_eq!(lacks, !counts, "{labels}{scheduler}: {missing:?}");
    }
}

/// What is written can be read again, and is the same.
#[test]
fn what_is_written_is_read() {
    let mut scenario = Scenario::new(SAME);
    let mut ask = |question: &str| -> Value {
        serde_json::from_str(&scenario.ask(question).expect("an answer")).expect("JSON")
    };
    ask(&json!({"decide": {"now": NOW}}).to_string());
    let written = ask(r#"{"decisionsYaml": {"form": "multicluster"}}"#);
    let written = written.as_str().expect("a text");
    let start = SAME
        .find("- apiVersion: multicluster.x-k8s.io")
        .expect("it");
    let end = SAME.find("kind: List").expect("its end");
    let text = format!("{}{}---\n{written}", &SAME[..start], &SAME[end..]);
    assert_eq!(findings(&text), [""; 0]);
    assert_eq!(
        decide(&text)["recorded"],
        json!({"same": true, "clusters": 2, "form": "multicluster", "added": [], "removed": [],
            "addedCount": 0, "removedCount": 0,
               "numberOfSelectedClusters": 2, "conditions": [], "at": null, "causes": []})
    );
}

/// What a hub answers at `/debug/placements` is no object: a finding says so, and the decision is as without it.
#[test]
fn a_debug_result_is_not_read() {
    let (hub, _) = DEBUG.split_once("---\n").expect("two documents");
    assert_eq!(
        findings(DEBUG),
        ["an object needs a `kind` and an `apiVersion`"]
    );
    assert_eq!(decide(DEBUG), decide(hub));
}

#[test]
fn applications() {
    assert_eq!(findings(ARGO), [""; 0]);
    let made = &decide(ARGO)["applications"];
    assert_eq!(
        *made,
        json!([{
            "applicationSet": {"kind": "ApplicationSet", "namespace": "argocd", "name": "guestbook"},
            "configMap": "argocd/ocm-placement", "problem": null, "inside": "alone", "notModelled": [],
            "template": {"name": "guestbook-{{name}}", "cluster": "", "server": "{{server}}",
                         "namespace": "guestbook-{{values.tier}}"},
            "goTemplate": false, "values": [["tier", "prod"]], "elements": [], "requeueAfterSeconds": 30,
            "preservesResources": false, "policy": "sync",
            "clusters": ["east-1", "west-1"], "clusterCount": 2, "gone": [], "goneCount": 0,
            "assumesSecrets": true, "withoutSecret": [], "withoutSecretCount": 0,
        }])
    );
    let empty = &decide(ARGO_EMPTY)["applications"][0];
    assert_eq!(
        json!([empty["clusterCount"], empty["gone"], empty["goneCount"]]),
        json!([0, ["east-1", "west-1"], 2])
    );
    assert!(decide(SAME).get("applications").is_none());
}

/// A field of the only answer about Applications, of a text with replacements.
#[track_caller]
fn made(replace: &[(&str, &str)], field: &str) -> Value {
    let mut text = ARGO.to_owned();
    for (from, to) in replace {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    assert_eq!(findings(&text), [""; 0]);
    decide(&text)["applications"][0][field].clone()
}

#[test]
fn which_applications() {
    let label = "cluster.open-cluster-management.io/placement: web\n        requeue";
    let with = |more: &str| {
        format!("cluster.open-cluster-management.io/placement: web\n{more}        requeue")
    };
    // Other labels of the decision objects choose among its groups.
    for (labels, count) in [
        (
            "            cluster.open-cluster-management.io/decision-group-index: '0'\n",
            2,
        ),
        (
            "            cluster.open-cluster-management.io/decision-group-index: '1'\n",
            0,
        ),
    ] {
        assert_eq!(
            made(&[(label, &with(labels))], "clusterCount"),
            json!(count)
        );
    }
    let expressions = with("          matchExpressions: []\n");
    assert_eq!(
        made(&[(label, &expressions)], "notModelled"),
        json!(["matchExpressions"])
    );
    let selector = "labelSelector:\n          matchLabels:\n            \
                    cluster.open-cluster-management.io/placement: web\n";
    let named = |name: &str| format!("name: {name}\n");
    assert_eq!(
        made(&[(selector, &named("web-decision-1"))], "clusterCount"),
        json!(2)
    );
    assert_eq!(
        made(&[(selector, &named("web-decision-2"))], "clusterCount"),
        json!(null)
    );
    // Another placement, another namespace.
    assert_eq!(
        made(&[(label, &label.replace("web", "api"))], "clusters"),
        json!(null)
    );
    // The config map.
    for (from, to, problem) in [
        (
            "matchKey: clusterName",
            "matchKey: cluster",
            "config-map-keys",
        ),
        (
            "statusListKey: decisions",
            "statusListKey: list",
            "config-map-keys",
        ),
        (
            "kind: placementdecisions",
            "kind: placementrules",
            "config-map-kind",
        ),
    ] {
        assert_eq!(made(&[(from, to)], "problem"), json!(problem));
        assert_eq!(made(&[(from, to)], "clusterCount"), json!(0));
    }
    let (missing, _) = ARGO
        .split_once("- apiVersion: v1\n  data:")
        .expect("a config map");
    let decision = decide(&(missing.to_owned() + "kind: List\n"));
    assert_eq!(
        decision["applications"][0]["problem"],
        json!("config-map-missing")
    );
    assert_eq!(decision["applications"][0]["clusterCount"], json!(2));
    assert_eq!(
        json!(missing_inputs(&decision)),
        json!([{"kind": "ConfigMap", "namespace": "argocd", "name": "ocm-placement", "why": "applications",
                "assumed": true, "command": "kubectl get configmaps ocm-placement -n argocd -o yaml"}])
    );
}

#[test]
fn generators_inside_of_others() {
    let set = |generators: &str| {
        let (hub, _) = DEBUG.split_once("---\n").expect("two documents");
        format!(
            "{hub}---\napiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {{name: s, namespace: shop}}\n\
             spec: {{goTemplate: true, syncPolicy: {{applicationsSync: create-only, preserveResourcesOnDeletion: \
             true}}, generators: [{generators}]}}\n"
        )
    };
    let decisions = "{clusterDecisionResource: {configMapRef: c, labelSelector: {matchLabels: \
                     {cluster.open-cluster-management.io/placement: web}}}}";
    let check = |generators: String, expect: Value| {
        let text = set(&generators);
        assert_eq!(findings(&text), [""; 0]);
        let made = &decide(&text)["applications"][0];
        let found = json!([
            made["inside"],
            made["elements"],
            made["notModelled"],
            made["requeueAfterSeconds"]
        ]);
        assert_eq!(found, expect, "{generators}");
        assert_eq!(
            json!([
                made["policy"],
                made["preservesResources"],
                made["goTemplate"]
            ]),
            json!(["create-only", true, true])
        );
    };
    check(
        format!(
            "{{matrix: {{generators: [{decisions}, {{list: {{elements: [{{env: a}}, {{env: b}}]}}}}]}}}}"
        ),
        json!(["matrix", [[["env", "a"]], [["env", "b"]]], [], 180]),
    );
    check(
        format!("{{matrix: {{generators: [{{git: {{}}}}, {decisions}]}}}}"),
        json!(["matrix", [], ["git"], 180]),
    );
    check(
        format!(
            "{{merge: {{mergeKeys: [name], generators: [{decisions}, {{list: {{elements: [{{name: a}}]}}}}]}}}}"
        ),
        json!(["merge", [], ["list"], 180]),
    );
    check(
        format!(
            "{{matrix: {{generators: [{decisions}, {{merge: {{generators: [{decisions}]}}}}]}}}}"
        ),
        json!(["matrix", [], ["merge"], 180]),
    );
}

/// What the hub leaves alone is in force as it is recorded.
#[test]
fn the_recorded_decision_of_a_placement_that_the_hub_skips_is_kept() {
    assert_eq!(decide(SAME)["kept"], json!(null));
    let metadata = "kind: Placement\n  metadata:\n";
    assert!(SAME.contains(metadata), "{SAME}");
    let disabled = "cluster.open-cluster-management.io/experimental-scheduling-disable";
    for added in [
        format!("    annotations: {{{disabled}: \"true\"}}\n"),
        "    deletionTimestamp: \"2026-08-21T00:00:00Z\"\n".to_owned(),
    ] {
        let skipped = SAME.replace(metadata, &format!("{metadata}{added}"));
        let decision = decide(&skipped);
        assert_eq!(decision["outcome"], json!("skipped"));
        assert_eq!(decision["recorded"], json!(null));
        let kept = json!({"clusters": ["east-1", "west-1"], "isWhole": true});
        assert_eq!(decision["kept"], kept);
    }
}
