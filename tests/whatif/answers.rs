//! Answers to the questions about what could be otherwise, as they were when they had been held against twins and brute
//! force: whole, for some worlds. `UPDATE_WHATIFS=1` writes the files; each changed line must make sense.

use std::fmt::Write as _;

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::recorded::hold;
use super::worlds::{Dice, NOW, world};
use reference::pod_sets::{self, Scope};

/// A line for a question with its answer, or with why there is none.
fn record(
    lines: &mut String,
    title: usize,
    scenario: &mut Scenario,
    question: &str,
    options: &Value,
) {
    let answer = scenario
        .ask(&json!({ question: options }).to_string())
        .unwrap_or_else(|refusal| refusal.to_string());
    writeln!(lines, "{title} {question} {options} {answer}").expect("a text");
}

#[test]
fn answers_about_placements() {
    let mut lines = String::new();
    for seed in 9000..9012 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let clusters = world.clusters();
        let cluster = &clusters[dice.below(clusters.len())];
        let weight = ["Steady", "ResourceAllocatableCPU", "x/s"][seed as usize % 3];
        let weight = weight.replace("x/s", "AddOn/x/s");
        let mut scenario = Scenario::new(&world.text());
        let mut ask = |question: &str, more: Value| {
            let mut options = world.options();
            for (key, value) in more.as_object().expect("options") {
                options[key] = value.clone();
            }
            record(&mut lines, seed as usize, &mut scenario, question, &options);
        };
        match seed % 3 {
            0 => ask("sweep", json!({"weight": weight, "cluster": cluster})),
            1 => ask("sweep", json!({"count": true})),
            _ => ask("sweep", json!({"weight": weight, "rank": cluster})),
        }
        ask("sweep", json!({"stability": true}));
        if seed % 2 == 0 {
            ask("without", json!({"each": "zone"}));
        } else {
            ask("without", json!({"cluster": cluster}));
        }
    }
    hold("placement-answers", &lines);
}

#[test]
fn answers_about_pods() {
    const SMALL: Scope = Scope {
        nodes: 3,
        pods: 7,
        quotas: 2,
        unbound: 30,
    };
    let sets = pod_sets::sampled(8, &pod_sets::pod_set(SMALL)).into_iter();
    let constrained = pod_sets::sampled(8, &pod_sets::constrained(3, 7)).into_iter();
    let mut lines = String::new();
    for (number, pod_set) in sets.chain(constrained).enumerate() {
        let text: Vec<String> = pod_set.objects.iter().map(Value::to_string).collect();
        let mut scenario = Scenario::new(&text.join("\n"));
        let profile = ["Upstream", "Proposal"][number % 2];
        let pod = &pod_set.asked;
        let first = |kind: &str| pod_set.objects.iter().find(|object| object["kind"] == kind);
        let node = &first("Node").expect("a node")["metadata"]["name"];
        let quota = first("ElasticQuota").map(|quota| {
            let part = |key: &str| quota["metadata"][key].as_str().expect("a name");
            format!("{}/{}", part("namespace"), part("name"))
        });
        let mut ask = |question: &str, mut options: Value| {
            options["profile"] = json!(profile);
            record(&mut lines, number, &mut scenario, question, &options);
        };
        let about = json!({"now": NOW, "pod": pod});
        let with = |key: &str, value: Value| {
            let mut options = about.clone();
            options[key] = value;
            if let ("min" | "max", Some(quota)) = (key, &quota) {
                options["quota"] = json!(quota);
            }
            options
        };
        match number % 4 {
            0 => ask("sweep", with("request", json!("cpu"))),
            1 => ask("sweep", with("priority", json!(true))),
            2 => ask("sweep", with("min", json!("cpu"))),
            _ => ask("sweep", with("max", json!("memory"))),
        }
        ask("drain", json!({ "node": node }));
        ask("more", json!({"pod": pod, "most": 30}));
        ask("withoutNodes", json!({"node": node}));
    }
    hold("pod-answers", &lines);
}

#[test]
fn a_resource_that_no_object_names_any_longer_is_swept_as_one_that_none_ever_named() {
    let pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: shop}\nspec:\n  containers:\n  - \
               {name: c, resources: {requests: {cpu: 1}}}\n";
    let quota = "---\napiVersion: scheduling.sigs.k8s.io/v1alpha1\nkind: ElasticQuota\n\
                 metadata: {name: q, namespace: shop}\nspec: {max: {memory: 1Gi}}\n";
    let text = format!("{pod}{quota}");
    let mut edited = Scenario::new(&text);
    let at = text.find("cpu").expect("a request");
    edited.edit(at, at + 3, "memory");
    let mut fresh = Scenario::new(&edited.text());
    for swept in [
        json!({"request": "cpu"}),
        json!({"max": "cpu"}),
        json!({"min": "cpu"}),
    ] {
        let mut options = json!({"now": NOW, "pod": "shop/a"});
        let fields = options.as_object_mut().expect("an object");
        fields.extend(swept.as_object().cloned().unwrap_or_default());
        let question = json!({"sweep": options}).to_string();
        assert_eq!(edited.ask(&question), fresh.ask(&question), "{question}");
    }
}
