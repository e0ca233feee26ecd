//! When a want is met, and that the input has the last word over the counted world.

use schedscope::{
    objects::{kubernetes_version::KubernetesVersion, objects::Objects, profile::Profile},
    scenario::Scenario,
    whatif::{
        Edit, Editor,
        pods::sweep::{PodParameter, PodSweep},
    },
};
use schedscope_cel::evaluator::Evaluator;
use serde_json::{Value, json};

use super::ask;

/// The scheduler of pods.
const READING: (Profile, KubernetesVersion) = (Profile::Upstream, KubernetesVersion::V1_36);

const NOW: &str = "2025-06-01T12:00:00Z";

fn cluster(name: &str, zone: &str) -> Value {
    json!({"apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
        "metadata": {"name": name, "labels": {"zone": zone}}})
}

/// A text with clusters and a placement that selects two of those that match.
fn text(clusters: &[(&str, &str)], selector: &Value) -> String {
    let mut lines: Vec<String> = (clusters.iter())
        .map(|(name, zone)| cluster(name, zone).to_string())
        .collect();
    let placement = json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "web", "namespace": "d"},
        "spec": {"numberOfClusters": 2, "predicates": [{"requiredClusterSelector": selector}]}});
    lines.push(placement.to_string());
    lines.join("\n")
}

#[test]
fn a_want_is_met_if_all_of_it_is() {
    let clusters = [("a", "z1"), ("b", "z1"), ("c", "z1"), ("far", "z2")];
    let in_zone = json!({"labelSelector": {"matchLabels": {"zone": "z1"}}});
    // Without a known operator nothing is selected.
    let unknown = json!({"key": "zone", "operator": "Near", "values": ["z1"]});
    let misconfigured = json!({"labelSelector": {"matchExpressions": [unknown]}});
    for (selector, want, met) in [
        (&in_zone, json!({"selects": ["a"]}), true),
        (&in_zone, json!({"selects": ["a", "b"]}), true),
        (&in_zone, json!({"selects": ["a", "c"]}), false),
        (&in_zone, json!({"selects": ["c", "far"]}), false),
        (&in_zone, json!({"drops": ["c", "far"]}), true),
        (&in_zone, json!({"drops": ["b", "c"]}), false),
        (&in_zone, json!({"count": 2}), true),
        (&in_zone, json!({"count": 3}), false),
        (&in_zone, json!({"selects": ["a"], "count": 3}), false),
        (&in_zone, json!({"selects": ["a"], "drops": ["b"]}), false),
        (
            &in_zone,
            json!({"selects": ["a"], "drops": ["c"], "count": 2}),
            true,
        ),
        (&misconfigured, json!({"selects": ["a"]}), false),
        (&misconfigured, json!({"drops": ["a"]}), true),
        (&misconfigured, json!({"count": 0}), true),
        (&misconfigured, json!({"count": 2}), false),
        (&misconfigured, json!({"selects": ["a"], "count": 0}), false),
        (&misconfigured, json!({"drops": ["a"], "count": 1}), false),
    ] {
        let mut scenario = Scenario::new(&text(&clusters, selector));
        let answer = ask(&mut scenario, "change", &json!({"now": NOW, "want": want}));
        assert_eq!(answer["met"], met, "{want} of {selector}");
    }
}

/// Asks after the expressions were evaluated.
pub(crate) fn asked(text: &str, question: &str, options: &Value) -> Value {
    let mut scenario = Scenario::new(text);
    let mut evaluator = Evaluator::new();
    while let Some(question) = scenario.cel_question(0) {
        let answer = evaluator.answer(&question).expect("a question");
        scenario.cel_answer(&answer).expect("an answer");
    }
    ask(&mut scenario, question, options)
}

#[test]
fn an_expression_that_fails_lies_outside() {
    let reason = |expression: &str, label: &str| {
        let cel = json!({"celExpressions": [expression]});
        let selector =
            json!({"celSelector": cel, "labelSelector": {"matchLabels": {"zone": label}}});
        let text = text(&[("a", "z1"), ("b", "z2")], &selector);
        let want = json!({"now": NOW, "want": {"selects": ["b"]}});
        let answer = asked(&text, "change", &want);
        let space = answer["space"].as_array().cloned().unwrap_or_default();
        let of = space.into_iter().find(|of| of["family"] == "predicate");
        of.expect("a family")["reason"].clone()
    };
    let fails = "managedCluster.status.version.kubernetes == 'x'";
    assert_eq!(reason(fails, "z2"), "cel-fails");
    // Another requirement fails as well, and leaving it out is tried.
    assert_eq!(reason(fails, "z1"), Value::Null);
}

#[test]
fn what_remains_keeps_its_verdicts() {
    let zones = ["z1", "z2", "z1", "z3", "z1", "z2"];
    let names = ["a", "b", "c", "d", "e", "f"];
    let all: Vec<(&str, &str)> = names.into_iter().zip(zones).collect();
    let selector = json!({"celSelector": {"celExpressions":
        ["managedCluster.metadata.labels.zone != 'z2'", "managedCluster.metadata.name != 'c'"]}});
    let spread = json!({"spreadConstraints":
        [{"topologyKey": "zone", "topologyKeyType": "Label", "maxSkew": 1}]});
    // With a run of spread all is decided again, with the verdicts of the clusters that remain.
    for spread in [json!({}), spread] {
        let text = |clusters: &[(&str, &str)]| {
            let with = format!("\"spreadPolicy\":{spread},\"predicates\"");
            text(clusters, &selector).replace("\"predicates\"", &with)
        };
        let options = |more: Value| {
            let mut options = json!({"now": NOW, "profile": "Proposal"});
            if let (Value::Object(options), Value::Object(more)) = (&mut options, more) {
                options.extend(more);
            }
            options
        };
        let selected = |clusters: &[(&str, &str)]| -> Vec<String> {
            let report = asked(&text(clusters), "report", &options(json!({})));
            serde_json::from_value(report["selected"].clone()).expect("names")
        };
        let before = selected(&all);
        assert_eq!(before, ["a", "d"]);
        for gone in names {
            let options = options(json!({"cluster": gone}));
            let answer = asked(&text(&all), "without", &options);
            let loss = &answer["losses"][0];
            let remain: Vec<(&str, &str)> = (all.iter().copied())
                .filter(|(name, _)| *name != gone)
                .collect();
            let after = selected(&remain);
            let comes: Vec<&String> = after.iter().filter(|one| !before.contains(one)).collect();
            assert_eq!(loss["added"], json!(comes), "without {gone}");
            assert_eq!(loss["selected"], after.len(), "without {gone}");
            let skews = loss["skews"].as_array().map(Vec::len);
            assert_eq!(skews, Some(usize::from(spread != json!({}))));
        }
    }
}

/// What is decided without a cluster is decided with the verdicts of those that stay: c and the clusters of z2 stay
/// out, wherever they stand after the removal.
#[test]
fn a_cluster_is_removed_beside_expressions() {
    let zones = ["z1", "z1", "z2", "z3", "z1", "z2"];
    let names = ["a", "c", "b", "d", "e", "f"];
    let all: Vec<(&str, &str)> = names.into_iter().zip(zones).collect();
    let selector = json!({"celSelector": {"celExpressions":
        ["managedCluster.metadata.labels.zone != 'z2'", "managedCluster.metadata.name != 'c'"]}});
    let spread = json!({"spreadConstraints":
        [{"topologyKey": "zone", "topologyKeyType": "Label", "maxSkew": 1}]});
    for spread in [json!({}), spread] {
        let with = format!("\"spreadPolicy\":{spread},\"predicates\"");
        let text = text(&all, &selector).replace("\"predicates\"", &with);
        let options = |more: Value| {
            let mut options = json!({"now": NOW, "profile": "Proposal"});
            if let (Value::Object(options), Value::Object(more)) = (&mut options, more) {
                options.extend(more);
            }
            options
        };
        let question = options(json!({"want": {"selects": ["e"]}, "families": ["release"]}));
        let answer = asked(&text, "change", &question);
        let change = &answer["changes"][0];
        let told = ["added", "removed"].map(|key| &change[key]);
        assert_eq!(told, [&json!(["e"]), &json!(["a"])], "{answer:#}");
        assert_eq!(change["edits"][0]["object"]["name"], "a", "{answer:#}");
        // Without d it is selected, too, and without one that is out it is not.
        assert_eq!(change["asCheap"], 1, "{answer:#}");
        let space = answer["space"].as_array().expect("families").iter();
        let tried: Vec<&Value> = space
            .filter(|of| of["family"] == "release")
            .map(|of| &of["candidates"])
            .collect();
        assert_eq!(tried, [&json!(2)], "{answer:#}");
        let after = super::edited(&text, &super::text_edits(change));
        let report = asked(&after, "report", &options(json!({})));
        assert_eq!(report["selected"], json!(["d", "e"]), "{after}");
    }
}

/// Without one of two clusters of a name there is the other one, so only b can make room.
#[test]
fn a_cluster_that_the_text_has_twice_stays() {
    let clusters = [("a", "z1"), ("b", "z1"), ("c", "z1"), ("a", "z1")];
    let in_zone = json!({"labelSelector": {"matchLabels": {"zone": "z1"}}});
    let question = json!({"now": NOW, "want": {"selects": ["c"]}, "families": ["release"]});
    let answer = asked(&text(&clusters, &in_zone), "change", &question);
    let change = &answer["changes"][0];
    let told = (&change["edits"][0]["object"]["name"], &change["asCheap"]);
    assert_eq!(told, (&json!("b"), &json!(0)), "{answer:#}");
}

/// A weight of -10 alone lets a in: both scores of b then add up to nothing, and a is the first by name.
#[test]
fn the_least_weight_is_tried() {
    let score = |cluster: &str, name: &str, value: i32| {
        json!({"apiVersion": "cluster.open-cluster-management.io/v1alpha1", "kind": "AddOnPlacementScore",
            "metadata": {"name": name, "namespace": cluster},
            "status": {"scores": [{"name": "s", "value": value}]}})
    };
    let weighed = |name: &str| {
        json!({"weight": 10, "scoreCoordinate":
            {"type": "AddOn", "addOn": {"resourceName": name, "scoreName": "s"}}})
    };
    let placement = json!({"apiVersion": "cluster.open-cluster-management.io/v1beta1", "kind": "Placement",
        "metadata": {"name": "web", "namespace": "d"}, "spec": {"numberOfClusters": 1,
            "prioritizerPolicy": {"mode": "Exact", "configurations": [weighed("x"), weighed("y")]}}});
    let mut lines = vec![cluster("a", "z").to_string(), cluster("b", "z").to_string()];
    for name in ["x", "y"] {
        lines.push(score("a", name, 0).to_string());
        lines.push(score("b", name, 10).to_string());
    }
    lines.push(placement.to_string());
    let options = json!({"now": NOW, "want": {"selects": ["a"]}, "families": ["weight"]});
    let answer = ask(&mut Scenario::new(&lines.join("\n")), "change", &options);
    let change = &answer["changes"][0];
    assert_eq!(change["cost"]["edits"], 1, "{answer:#}");
    let told = ["from", "to"].map(|key| &change["edits"][0][key]);
    assert_eq!(told, [&json!(10), &json!(-10)], "{answer:#}");
    assert_eq!(change["asCheap"], 1, "{answer:#}");
}

/// Says that it makes edits, and makes none.
struct Stubborn<'a>(&'a Objects);

impl Editor for Stubborn<'_> {
    fn objects(&self) -> &Objects {
        self.0
    }

    fn apply(&mut self, _: &[Edit]) -> bool {
        true
    }

    fn undo(&mut self) {}

    fn takes(&self, _: &[Edit]) -> bool {
        true
    }
}

#[test]
fn a_sweep_follows_the_input_where_the_counted_world_differs() {
    let pod = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "p", "namespace": "own", "uid": "p"},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "3"}}}]}});
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "6", "memory": "8Gi", "pods": "110"}}});
    let quota = |namespace: &str, min: &str, max: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "q", "namespace": namespace},
            "spec": {"min": {"cpu": min}, "max": {"cpu": max}}})
    };

    let all = [pod, node, quota("own", "2", "4"), quota("other", "9", "9")];
    let text = all.map(|object| object.to_string()).join("\n");
    let scenario = Scenario::new(&text);
    let objects = scenario.reader().objects();
    let parameter = PodParameter::Bound {
        quota: None,
        is_max: true,
        resource: "cpu",
    };
    let mut sweep = PodSweep::new(objects, "own/p", parameter, READING).expect("a quota");
    assert!(sweep.advance(&mut Stubborn(objects), usize::MAX));
    // With a max of less than 3 the pod would be rejected, if the input had it.
    let stretches: Vec<_> = (sweep.stretches.iter())
        .map(|stretch| (stretch.from, stretch.end.rejection))
        .collect();
    assert_eq!(stretches, [(0, None)]);
    // An honest editor shows both.
    let mut scenario = Scenario::new(&text);
    let options = json!({"now": NOW, "pod": "own/p", "max": "cpu"});
    let answer = ask(&mut scenario, "sweep", &options);
    let intervals = answer["intervals"].as_array();
    assert_eq!(intervals.map(Vec::len), Some(2), "{answer:#}");
}

/// Makes edits of the max of a quota up to 5 CPUs, and none of more.
struct Deaf {
    text: String,
    edited: Scenario,
}

/// The max in force.
const MAX: &str = r#""cpu":"2500m""#;

impl Editor for Deaf {
    fn objects(&self) -> &Objects {
        self.edited.reader().objects()
    }

    fn apply(&mut self, edits: &[Edit]) -> bool {
        let numbers = edits.iter().filter_map(|edit| edit.numbers?.1);
        for number in numbers.filter(|number| *number <= 5000) {
            let new = format!(r#""cpu":"{number}m""#);
            self.edited = Scenario::new(&self.text.replace(MAX, &new));
        }
        true
    }

    fn undo(&mut self) {
        self.edited = Scenario::new(&self.text);
    }

    fn takes(&self, _: &[Edit]) -> bool {
        true
    }
}

/// Of a stretch whose first value the input agrees with, it is asked about the last one, too.
#[test]
fn a_sweep_follows_the_input_at_the_last_value_of_a_stretch() {
    let quota = |namespace: &str, min: &str, max: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "q", "namespace": namespace},
            "spec": {"min": {"cpu": min}, "max": {"cpu": max}}})
    };
    let pod = json!({"apiVersion": "v1", "kind": "Pod",
        "metadata": {"name": "p", "namespace": "own", "uid": "p"},
        "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "3"}}}]}});
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "6", "memory": "8Gi", "pods": "110"}}});
    let all = [
        pod,
        node,
        quota("own", "2", "2500m"),
        quota("other", "9", "9"),
    ];
    let text = all.map(|object| object.to_string()).join("\n");
    assert_eq!(text.matches(MAX).count(), 1);
    let scenario = Scenario::new(&text);
    let parameter = PodParameter::Bound {
        quota: None,
        is_max: true,
        resource: "cpu",
    };
    let objects = scenario.reader().objects();
    let mut sweep = PodSweep::new(objects, "own/p", parameter, READING).expect("a quota");
    let edited = Scenario::new(&text);
    let mut editor = Deaf { text, edited };
    assert!(sweep.advance(&mut editor, usize::MAX));
    let stretches: Vec<_> = (sweep.stretches.iter())
        .map(|stretch| (stretch.from, stretch.end.rejection.is_some()))
        .collect();
    // The last value is 6 CPUs, the largest node.
    assert_eq!(stretches, [(0, true), (3000, false), (6000, true)]);
}

#[test]
fn a_trial_in_counted_worlds_counts_less_than_one_that_counts_anew() {
    let node = json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
        "status": {"allocatable": {"cpu": "6", "memory": "8Gi", "pods": "9000"}}});
    let quota = |namespace: &str, min: &str, max: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "q", "namespace": namespace},
            "spec": {"min": {"cpu": min}, "max": {"cpu": max}}})
    };
    let pod = |name: &str, namespace: &str, node: &str, cpu: &str| {
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": namespace, "uid": name},
            "spec": {"nodeName": node,
                "containers": [{"name": "c", "resources": {"requests": {"cpu": cpu}}}]}})
    };
    let mut objects = vec![node, quota("own", "2", "2"), quota("other", "9", "9")];
    objects.push(pod("p", "own", "", "3"));
    for at in 0..4_500 {
        objects.push(pod(&format!("other-{at}"), "free", "n", "0"));
    }
    let text: Vec<String> = objects.iter().map(Value::to_string).collect();
    let options =
        json!({"now": NOW, "families": ["quota"], "want": {"pod": "own/p", "admitted": true}});
    let answer = ask(&mut Scenario::new(&text.join("\n")), "change", &options);
    let edit = &answer["changes"][0]["edits"][0];
    assert_eq!(edit["new"], "3", "{answer:#}");
    // With 4,502 objects a decision in the counted world is 2 steps, and the one in the input 5.
    assert_eq!(answer["steps"], 7, "{answer:#}");
}

/// Clusters with a score each, as an add-on gives it, a placement, and a recorded decision.
fn scored(scores: &[(&str, i64)], weights: &Value, recorded: &[&str]) -> String {
    let group = "cluster.open-cluster-management.io";
    let mut objects: Vec<Value> = (scores.iter())
        .flat_map(|(name, value)| {
            let score = json!({"apiVersion": format!("{group}/v1alpha1"), "kind": "AddOnPlacementScore",
                "metadata": {"name": "load", "namespace": name},
                "status": {"scores": [{"name": "free", "value": value}]}});
            [cluster(name, "z1"), score]
        })
        .collect();
    let prioritizer = |(name, weight): (&String, &Value)| {
        let coordinate = if name == "free" {
            json!({"type": "AddOn", "addOn": {"resourceName": "load", "scoreName": "free"}})
        } else {
            json!({"type": "BuiltIn", "builtIn": name})
        };
        json!({"scoreCoordinate": coordinate, "weight": weight})
    };
    let weights = weights.as_object().expect("weights").iter();
    let configurations: Vec<Value> = weights.map(prioritizer).collect();
    objects.push(
        json!({"apiVersion": format!("{group}/v1beta1"), "kind": "Placement",
        "metadata": {"name": "web", "namespace": "d"},
        "spec": {"numberOfClusters": 1,
            "prioritizerPolicy": {"mode": "Exact", "configurations": configurations}}}),
    );
    let decisions: Vec<Value> = (recorded.iter())
        .map(|name| json!({"clusterName": name, "reason": ""}))
        .collect();
    objects.push(json!({"apiVersion": format!("{group}/v1beta1"), "kind": "PlacementDecision",
        "metadata": {"name": "web-decision-1", "namespace": "d", "labels": {format!("{group}/placement"): "web"}},
        "status": {"decisions": decisions}}));
    let lines: Vec<String> = objects.iter().map(Value::to_string).collect();
    lines.join("\n")
}

#[test]
fn a_change_that_does_not_last_says_so() {
    let text = scored(&[("a", 0), ("b", 0)], &json!({"Steady": 1}), &["a"]);
    let answer = ask(
        &mut Scenario::new(&text),
        "change",
        &json!({"now": NOW, "want": {"selects": ["b"]}}),
    );
    let changes = answer["changes"].as_array().expect("changes");
    let steady = changes
        .iter()
        .find(|change| change["edits"][0]["subject"] == "Steady");
    let steady = steady.expect("a change of Steady");
    assert_eq!(steady["edits"][0]["to"], -1);
    assert_eq!(steady["alternates"], true, "{answer:#}");
    let others = changes.iter().filter(|change| change["alternates"] == true);
    assert_eq!(others.count(), 1, "{answer:#}");
}

#[test]
fn beyond_the_radius_comes_who_is_first_there() {
    // At weight 0 all totals are equal, and below it `a` leads: `c` passes `b` there, too, behind `a`.
    let text = scored(
        &[("a", -100), ("b", 100), ("c", -33)],
        &json!({"free": 1}),
        &[],
    );
    let options = json!({"now": NOW, "stability": true});
    let answer = &ask(&mut Scenario::new(&text), "sweep", &options)["stability"];
    assert_eq!(answer["radius"]["radius"]["part"], 1, "{answer:#}");
    assert_eq!(
        (&answer["radius"]["added"], &answer["radius"]["removed"]),
        (&json!("a"), &json!("b"))
    );
}

#[test]
fn an_edit_of_the_number_of_clusters_overrules_the_one_of_the_question() {
    let text = scored(&[("a", 10), ("b", 0)], &json!({"free": 1}), &[]);
    let options = json!({"now": NOW, "want": {"selects": ["b"]}, "numberOfClusters": 1, "families": ["count"]});
    let answer = ask(&mut Scenario::new(&text), "change", &options);
    let edit = &answer["changes"][0]["edits"][0];
    assert_eq!(
        (&edit["family"], &edit["to"]),
        (&json!("count"), &json!(2)),
        "{answer:#}"
    );
}

#[test]
fn a_smaller_request_is_asked_of_resource_quotas_again() {
    let text = json!({"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
            "status": {"allocatable": {"cpu": "8", "memory": "8Gi", "pods": "10"}}},
        {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "r", "namespace": "a"},
            "spec": {"hard": {"requests.cpu": "1"}}},
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p", "namespace": "a"},
            "spec": {"containers": [{"name": "c", "image": "i", "resources": {"requests": {"cpu": "2"}}}]}},
    ]});
    let options =
        json!({"now": NOW, "want": {"pod": "a/p", "admitted": true}, "families": ["request"]});
    let answer = ask(&mut Scenario::new(&text.to_string()), "change", &options);
    let edit = &answer["changes"][0]["edits"][0];
    assert_eq!(edit["family"], "request", "{answer:#}");
}
