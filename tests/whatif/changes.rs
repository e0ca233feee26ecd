//! Changes of a placement, in texts that a person wrote.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::edited;
use super::text_edits;

const NOW: &str = "2025-06-01T12:00:00Z";

/// Clusters a, b, c with scores 90, 60, 30 of an add-on, as a person writes them.
const FLEET: &str = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: web, namespace: default}
spec:
  numberOfClusters: 1 # one is enough
  prioritizerPolicy:
    mode: Exact
    configurations:
    - scoreCoordinate: {type: AddOn, addOn: {resourceName: load, scoreName: free}}
      weight: 2 # the usual
  predicates:
  - requiredClusterSelector:
      labelSelector:
        matchLabels: {tier: prod}
        matchExpressions:
        - {key: zone, operator: In, values: [z1]}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: a, labels: {tier: prod, zone: z1}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: b, labels: {tier: prod, zone: z1}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  name: c
  labels:
    tier: prod
    # near the sea
    zone: z2
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: d, labels: {tier: prod, zone: z1}}
spec:
  taints:
  - {key: gpu, value: old, effect: NoSelect}
";

fn score(cluster: &str, free: i32) -> String {
    format!(
        "---\napiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n\
         metadata: {{name: load, namespace: {cluster}}}\n\
         status: {{scores: [{{name: free, value: {free}}}]}}\n"
    )
}

fn text() -> String {
    let scores = [("a", 90), ("b", 60), ("c", 95), ("d", 99)];
    let scores: String = scores
        .iter()
        .map(|(cluster, free)| score(cluster, *free))
        .collect();
    FLEET.to_owned() + &scores
}

/// Asks for changes, holds each to its text, and gives the answer.
#[track_caller]
fn changes(text: &str, want: &Value) -> Value {
    let mut scenario = Scenario::new(text);
    let answer = ask(&mut scenario, "change", &json!({"now": NOW, "want": want}));
    for change in answer["changes"].as_array().expect("changes") {
        let edits = text_edits(change);
        let mut after = Scenario::new(&edited(text, &edits));
        assert_eq!(after.reading().counts.error, 0, "{}", after.text());
        let selected = &ask(&mut after, "report", &json!({"now": NOW}))["selected"];
        let has = |name: &Value| selected.as_array().expect("names").contains(name);
        for name in want["selects"].as_array().into_iter().flatten() {
            assert!(has(name), "{name} after {edits} of {}", after.text());
        }
        for name in want["drops"].as_array().into_iter().flatten() {
            assert!(!has(name), "{name} after {edits}");
        }
        for name in change["added"].as_array().expect("names") {
            assert!(has(name));
        }
        assert_eq!(change["verified"], true);
    }
    answer
}

/// The first edit of each change: its family, path, old and new value.
fn first(answer: &Value) -> Vec<Value> {
    let changes = answer["changes"].as_array().expect("changes").iter();
    let edits = changes.map(|change| {
        let edit = &change["edits"][0];
        json!([edit["family"], edit["path"], edit["old"], edit["new"]])
    });
    edits.collect()
}

#[test]
fn a_rival_comes_in_by_weight_or_number() {
    let answer = changes(&text(), &json!({"selects": ["b"]}));
    let weight = "spec.prioritizerPolicy.configurations[0].weight";
    assert_eq!(
        first(&answer),
        [
            json!(["count", "spec.numberOfClusters", 1, 2]),
            json!(["weight", weight, 2, -1]),
            json!(["release", "", null, null]),
        ]
    );
    let removed = &answer["changes"][2];
    assert_eq!(removed["edits"][0]["object"]["name"], "a");
    assert_eq!(removed["removed"], json!(["a"]));
    assert_eq!(removed["added"], json!(["b"]));
    assert_eq!(answer["changes"][0]["added"], json!(["b"]));
    assert_eq!(answer["changes"][0]["removed"], json!([]));
    assert_eq!(answer["changes"][1]["removed"], json!(["a"]));
    assert_eq!(
        (&answer["complete"], &answer["met"]),
        (&json!(true), &json!(false))
    );
}

#[test]
fn a_label_or_a_predicate_lets_a_cluster_in() {
    let answer = changes(&text(), &json!({"selects": ["c"]}));
    let zone = "spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0]";
    let requirement = json!({"key": "zone", "operator": "In", "values": ["z1"]});
    assert_eq!(
        first(&answer),
        [
            json!(["predicate", format!("{zone}.values[1]"), null, "z2"]),
            json!(["label", "metadata.labels.zone", "z2", "z1"]),
        ]
    );
    let lines = text_edits(&answer["changes"][1]);
    let after = edited(&text(), &lines);
    assert!(
        after.contains("    # near the sea\n    zone: z1\n"),
        "{after}"
    );
    let only = json!({"now": NOW, "want": {"selects": ["c"]}, "families": ["predicate"]});
    let answer = ask(
        &mut Scenario::new(&text().replace("zone: z2", "place: z2")),
        "change",
        &only,
    );
    assert_eq!(
        first(&answer),
        [json!(["predicate", zone, requirement, null])]
    );
}

#[test]
fn a_toleration_lets_a_cluster_in() {
    let answer = changes(&text(), &json!({"selects": ["d"], "drops": ["a"]}));
    let toleration =
        json!({"key": "gpu", "operator": "Equal", "value": "old", "effect": "NoSelect"});
    assert_eq!(
        first(&answer),
        [json!([
            "toleration",
            "spec.tolerations[0]",
            null,
            toleration
        ])]
    );
}

#[test]
fn sets_let_a_cluster_in() {
    let kind = |version: &str, kind: &str, name: &str, rest: &str| {
        format!(
            "---\napiVersion: cluster.open-cluster-management.io/{version}\nkind: {kind}\n\
             metadata: {{name: {name}{rest}}}\n"
        )
    };
    let set = |name: &str| kind("v1beta2", "ManagedClusterSet", name, "");
    let binding = |name: &str| {
        kind(
            "v1beta2",
            "ManagedClusterSetBinding",
            name,
            ", namespace: default",
        ) + &format!("spec: {{clusterSet: {name}}}\n")
    };
    let key = "cluster.open-cluster-management.io/clusterset";
    let text = text()
        .replace("zone: z1}}", &format!("zone: z1, {key}: one}}}}"))
        .replace("    zone: z2", &format!("    zone: z1\n    {key}: two"))
        + &set("one")
        + &set("two")
        + &binding("one");
    let first_of = |text: &str| {
        let options = json!({"now": NOW, "want": {"selects": ["c"]}, "families": ["set"]});
        let answer = ask(&mut Scenario::new(text), "change", &options);
        let edits = answer["changes"][0]["edits"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let facts = edits.into_iter().map(|edit| {
            json!([
                edit["object"]["kind"],
                edit["path"],
                edit["old"],
                edit["new"]
            ])
        });
        facts.collect::<Vec<Value>>()
    };
    // The scores of c and a want are below; as many as there are.
    let text = text.replace("numberOfClusters: 1", "numberOfClusters: 9");
    let label = json!([
        "ManagedCluster",
        format!("metadata.labels[{key}]"),
        "two",
        "one"
    ]);
    assert_eq!(first_of(&text), [label]);
    // Without a set that the placement has, or that a label leads to, its own set is opened: an entry, and a binding.
    let opened = |text: &str| {
        // Without a selector it takes none.
        let one = set("one") + "spec: {clusterSelector: {selectorType: LabelSelector}}\n";
        let two = set("two")
            + "spec: {clusterSelector: {selectorType: LabelSelector, labelSelector: {matchLabels: {far: x}}}}\n";
        let text = text
            .replace(&set("two"), &two)
            .replace(&format!("    {key}: two"), "    far: x")
            .replace(&set("one"), &one);
        text.replace(&binding("one"), "").replace(
            "  numberOfClusters",
            "  clusterSets: [one]\n  numberOfClusters",
        )
    };
    let bound = json!({
        "apiVersion": "cluster.open-cluster-management.io/v1beta2", "kind": "ManagedClusterSetBinding",
        // As `read` has the names of objects.
        "metadata": "default/two", "spec": {"clusterSet": "two"},
    });
    let entry = json!(["Placement", "spec.clusterSets[1]", null, "two"]);
    let binding = json!(["ManagedClusterSetBinding", "", null, bound]);
    assert_eq!(first_of(&opened(&text)), [entry, binding]);
}

/// A cluster in no set, and a namespace without a binding: the binding and the label are one change.
#[test]
fn a_set_without_a_binding_is_opened_with_the_label_that_leads_into_it() {
    let key = "cluster.open-cluster-management.io/clusterset";
    let set = |name: &str, selector: &str| {
        format!(
            "---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\n\
             metadata: {{name: {name}}}\nspec: {{clusterSelector: {selector}}}\n"
        )
    };
    let exclusive = set("own", "{selectorType: ExclusiveClusterSetLabel}");
    let labelled = set(
        "byenv",
        "{selectorType: LabelSelector, labelSelector: {matchLabels: {env: prod}}}",
    );
    let text = |spec: &str| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
             metadata: {{name: web, namespace: default}}\nspec: {{{spec}}}\n---\n\
             apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: c}}\n\
             {exclusive}{labelled}"
        )
    };
    let options = json!({"now": NOW, "want": {"selects": ["c"]}, "families": ["set"]});
    let first = |spec: &str| {
        let answer = ask(&mut Scenario::new(&text(spec)), "change", &options);
        let after = edited(&text(spec), &text_edits(&answer["changes"][0]));
        let again = ask(&mut Scenario::new(&after), "change", &options);
        assert_eq!(again["met"], true, "{after}");
        let edits = answer["changes"][0]["edits"].as_array().cloned();
        let facts = edits.unwrap_or_default().into_iter();
        let facts = facts.map(|edit| json!([edit["object"]["name"], edit["path"], edit["family"]]));
        facts.collect::<Vec<Value>>()
    };
    let binding = |name: &str| json!([name, "", "set"]);
    let label = |key: &str| json!(["c", key, "set"]);
    let env = label("metadata.labels.env");
    assert_eq!(first("clusterSets: [byenv]"), [binding("byenv"), env]);
    let own = label(&format!("metadata.labels[{key}]"));
    assert_eq!(first("clusterSets: [own]"), [binding("own"), own.clone()]);
    // Where the placement names none and may use none, it is any set of the text.
    assert_eq!(
        first("numberOfClusters: 1"),
        [binding("byenv"), label("metadata.labels.env")]
    );
}

#[test]
fn labels_let_a_cluster_into_a_set() {
    let set = "---\napiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\n\
               metadata: {name: tiers}\nspec: {clusterSelector: {selectorType: LabelSelector, labelSelector: \
               {matchLabels: {tier: prod}, matchExpressions: [{key: sea, operator: In, values: [north, east]}, \
               {key: old, operator: DoesNotExist}]}}}\n---\n\
               apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n\
               metadata: {name: tiers, namespace: default}\nspec: {clusterSet: tiers}\n";
    let predicates = FLEET.find("  predicates:").expect("predicates");
    let clusters = FLEET.find("---").expect("clusters");
    let fleet = [&FLEET[..predicates], &FLEET[clusters..]].concat();
    let fleet = fleet.replace("zone: z1}}", "zone: z1, sea: north}}") + set;
    let text = fleet.replace("    zone: z2", "    zone: z2\n    old: x") + &score("c", 99);
    let answer = changes(&text, &json!({"selects": ["c"]}));
    let edits = |answer: &Value| {
        let edits = answer["changes"][0]["edits"].as_array().cloned();
        let edits = edits
            .unwrap_or_default()
            .into_iter()
            .map(|edit| json!([edit["family"], edit["path"], edit["old"], edit["new"]]));
        edits.collect::<Vec<Value>>()
    };
    let sea = json!(["label", "metadata.labels.sea", null, "north"]);
    assert_eq!(
        edits(&answer),
        [
            sea.clone(),
            json!(["label", "metadata.labels.old", "x", null])
        ]
    );
    // What the cluster needs for a predicate, too, is another edit.
    let placement = FLEET.replace("zone: z1}}", "zone: z1, sea: north}}") + set + &score("c", 99);
    let answer = changes(&placement, &json!({"selects": ["c"]}));
    assert_eq!(
        edits(&answer),
        [
            sea,
            json!([
                "predicate",
                "spec.predicates[0].requiredClusterSelector.labelSelector\
                    .matchExpressions[0].values[1]",
                null,
                "z2"
            ]),
        ]
    );
    let mut scenario = Scenario::new(&text);
    let reason = |scenario: &mut Scenario, cluster: &str| {
        ask(scenario, "decide", &json!({"now": NOW}));
        ask(scenario, "explainCluster", &json!({"cluster": cluster}))["reason"].clone()
    };
    let asked = &reason(&mut scenario, "c")["asked"];
    let requirement = &asked["requirement"];
    assert_eq!(
        json!([
            asked["set"],
            requirement["key"],
            requirement["actual"],
            asked["others"]
        ]),
        json!(["tiers", "sea", null, 0])
    );
}

#[test]
fn what_is_so_already_needs_no_change() {
    let answer = changes(&text(), &json!({"selects": ["a"], "count": 1}));
    assert_eq!(
        (&answer["met"], &answer["changes"]),
        (&json!(true), &json!([]))
    );
    let error =
        Scenario::new(&text()).ask(r#"{"change": {"now": "2025-06-01T12:00:00Z", "want": {}}}"#);
    assert_eq!(
        error.expect_err("nothing is wanted").code(),
        "invalid-argument"
    );
}

#[test]
fn a_text_that_cannot_take_an_edit_is_decided_all_the_same() {
    let (from, to) = (
        text().find("spec:").expect("a spec"),
        text().find("---").expect("an end"),
    );
    let policy = "mode: Exact, configurations: [{scoreCoordinate: {type: AddOn, addOn: \
                  {resourceName: load, scoreName: free}}, weight: 2}]";
    let spec = format!(
        "shared: &policy {{{policy}}}\nspec: {{numberOfClusters: 1, prioritizerPolicy: *policy}}\n"
    );
    let text = text()[..from].to_owned() + &spec + &text()[to..];
    let want = json!({"now": NOW, "want": {"selects": ["b"]}, "families": ["weight", "count"]});
    let answer = ask(&mut Scenario::new(&text), "change", &want);
    let [count, weight] = [0, 1].map(|at| &answer["changes"][at]["edits"][0]);
    assert_eq!((&weight["new"], &count["new"]), (&json!(-1), &json!(3)));
    assert_eq!(
        (&weight["writable"], &count["writable"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(weight["textEdits"], json!([]));
    let at = |key: &str| weight["range"][key]["offset"].as_u64().expect("a place") as usize;
    // The weight itself, in the policy that is shared.
    assert_eq!(&text[at("start")..at("end")], "2");
}

#[test]
fn what_was_decided_stays() {
    let mut scenario = Scenario::new(&text());
    let decided = ask(&mut scenario, "decide", &json!({"now": NOW}));
    let row = json!({"order": "rank"});
    let rows = ask(&mut scenario, "clusters", &row);
    let question = json!({"now": NOW, "want": {"selects": ["c"]}});
    let first = ask(&mut scenario, "change", &question);
    assert_eq!(ask(&mut scenario, "clusters", &row), rows);
    assert_eq!(ask(&mut scenario, "change", &question), first);
    assert_eq!(ask(&mut scenario, "decide", &json!({"now": NOW})), decided);
    assert_eq!(scenario.text(), text());
}

/// Weights are not tried for a cluster that is filtered out: the decisions suffice for what can help.
#[test]
fn what_only_ranks_is_not_tried_for_a_cluster_that_is_filtered_out() {
    let cluster = |name: &str, taints: Value| {
        json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
            "metadata": {"name": name}, "spec": {"taints": taints}})
    };
    let placement = json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "p", "namespace": "d"}, "spec": {"numberOfClusters": 1}});
    let tainted = cluster("b", json!([{"key": "gpu", "effect": "NoSelect"}]));
    let items = [placement, cluster("a", json!([])), tainted];
    let text = json!({"apiVersion": "v1", "kind": "List", "items": items}).to_string();
    let options = json!({"now": NOW, "want": {"selects": ["b"]}, "maxSteps": 300});
    let answer = ask(&mut Scenario::new(&text), "change", &options);
    let edits = answer["changes"][0]["edits"].as_array().expect("edits");
    let families: Vec<&Value> = edits.iter().map(|edit| &edit["family"]).collect();
    assert_eq!(families, ["count", "toleration"], "{answer:#}");
}

/// Any of the pods that fill a node makes room; of more than 20 others it is not told how many.
#[test]
fn changes_that_are_as_cheap_are_counted_up_to_a_bound() {
    for (pods, others) in [(1, 0), (2, 1), (20, 19), (21, 20), (22, 20), (30, 20)] {
        let pod = |name: String, node: &str| {
            let container = json!({"name": "c", "resources": {"requests": {"cpu": "1"}}});
            json!({"apiVersion": "v1", "kind": "Pod",
                "metadata": {"name": name, "namespace": "d", "uid": name},
                "spec": {"nodeName": node, "containers": [container]}})
        };
        let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
            "status": {"allocatable": {"cpu": pods, "memory": "8Gi", "pods": "110"}}});
        let mut items = vec![node, pod("asked".to_owned(), "")];
        items.extend((0..pods).map(|at| pod(format!("p{at:02}"), "n")));
        let text: Vec<String> = items.iter().map(Value::to_string).collect();
        let text = text.join("\n");
        let want = json!({"pod": "d/asked", "admitted": true});
        let options = json!({"now": NOW, "want": want, "families": ["release"]});
        let answer = ask(&mut Scenario::new(&text), "change", &options);
        let change = &answer["changes"][0];
        assert_eq!(change["edits"][0]["object"]["name"], "p00");
        assert_eq!(change["asCheap"], others, "{pods}");
        assert!(answer["changes"][1].is_null());
    }
}

#[test]
fn what_the_other_profile_makes_of_a_change_is_said_where_it_is_not_what_is_wanted() {
    let cluster = |name: &str, cpu: &str, ratio: &str| {
        format!(
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {{name: {name}}}\n\
             status: {{allocatable: {{cpu: {cpu}}}, capacity: {{cpu: {ratio}}}}}\n"
        )
    };
    let placement = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                     metadata: {name: web, namespace: default}\nspec:\n  numberOfClusters: 1\n  \
                     prioritizerPolicy:\n    mode: Exact\n    configurations:\n    - \
                     scoreCoordinate: {type: BuiltIn, builtIn: ResourceAllocatableCPU}\n      weight: 1\n";
    let clusters = [("a", "9", "90"), ("b", "8", "8"), ("c", "0", "8")];
    let clusters = clusters.map(|(name, cpu, of)| cluster(name, cpu, of));
    let text = placement.to_owned() + &clusters.concat();
    let options = json!({"now": NOW, "profile": "Proposal", "want": {"selects": ["b"]}});
    let answer = ask(&mut Scenario::new(&text), "change", &options);
    let changes = answer["changes"].as_array().expect("changes");
    let by_ratio = |change: &&Value| change["edits"][0]["subject"] == "ResourceRatioCPU";
    // Today's hub has no such prioritizer.
    let change = changes.iter().find(by_ratio).expect("a ratio");
    assert_eq!(change["otherProfile"]["status"], "Misconfigured");
    assert_eq!(change["otherProfile"]["selected"], 0);
    let by_count = changes
        .iter()
        .find(|change| change["edits"][0]["family"] == "count");
    assert!(by_count.expect("a number")["otherProfile"].is_null());
}
