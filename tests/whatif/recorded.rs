//! Searches as they were when each of their changes had been held against the twin: what is tried of every family, in
//! how many steps, and what is found. A search that no longer tries something finds nothing wrong, and only less.
//! `UPDATE_WHATIFS=1` writes the files; each changed line must make sense.

use std::{env, fmt::Write as _, fs};

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::ask;
use super::worlds::{Dice, NOW, world};
use reference::pod_sets::{self, Scope};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/whatif/recorded");

/// Searches end after so many decisions.
const STEPS: usize = 300;

/// Compares lines with those of a file, or writes it.
#[track_caller]
pub(crate) fn hold(name: &str, lines: &str) {
    let path = format!("{FOLDER}/{name}.txt");
    if env::var_os("UPDATE_WHATIFS").is_some() {
        fs::write(&path, lines).expect("a file");
    }
    let recorded = fs::read_to_string(&path).unwrap_or_default();
    for (line, recorded) in lines.lines().zip(recorded.lines()) {
        assert_eq!(line, recorded, "UPDATE_WHATIFS=1 writes {path}");
    }
    assert_eq!(lines.lines().count(), recorded.lines().count());
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

/// No change has all edits of a cheaper one: what is more in it is of no use.
fn tell_no_superset(answer: &Value) {
    let edits = |change: &Value| -> Vec<Value> {
        let edits = list(&change["edits"]);
        edits
            .map(|edit| json!([edit["object"], edit["path"], edit["new"]]))
            .collect()
    };
    for (at, change) in list(&answer["changes"]).enumerate() {
        let all = edits(change);
        for (other, less) in list(&answer["changes"]).enumerate() {
            let is_more = edits(less).iter().all(|edit| all.contains(edit));
            assert!(at <= other || !is_more, "{at} {other} {answer:#}");
        }
    }
}

/// A search in a line for what was tried, and one for each change.
fn record(lines: &mut String, title: &str, scenario: &mut Scenario, mut options: Value) {
    options["maxSteps"] = json!(STEPS);
    let answer = ask(scenario, "change", &options);
    let want = &options["want"];
    let ends = ["met", "steps", "depth", "complete", "stopped"].map(|key| &answer[key]);
    let [met, steps, depth, complete, stopped] = ends;
    write!(
        lines,
        "{title} {want} met={met} steps={steps} depth={depth} complete={complete} stopped={stopped}"
    )
    .expect("a text");
    for family in list(&answer["space"]) {
        let name = family["family"].as_str().expect("a name");
        let tried = match family["reason"].as_str() {
            Some(reason) => reason.to_owned(),
            None => family["candidates"].to_string(),
        };
        write!(lines, " {name}:{tried}").expect("a text");
    }
    lines.push('\n');
    tell_no_superset(&answer);
    for change in list(&answer["changes"]) {
        let cost = &change["cost"]["step"];
        write!(lines, "  {cost} +{}", change["asCheap"]).expect("a text");
        for edit in list(&change["edits"]) {
            let text = |value: &Value| value.as_str().expect("a text").to_owned();
            let object = ["namespace", "name"].map(|key| text(&edit["object"][key]));
            let (path, subject) = (text(&edit["path"]), text(&edit["subject"]));
            let [old, new, from, to] = ["old", "new", "from", "to"].map(|key| &edit[key]);
            write!(
                lines,
                " {} {path} {subject} {old}>{new} {from}>{to};",
                object.join("/")
            )
            .expect("a text");
        }
        for key in ["added", "removed", "cycle", "run"] {
            let value = &change[key];
            if !value.is_null() && *value != json!([]) {
                write!(lines, " {key}={value}").expect("a text");
            }
        }
        lines.push('\n');
    }
}

#[test]
fn searches_of_placements() {
    let mut lines = String::new();
    for seed in 7000..7040 {
        let mut dice = Dice::new(seed);
        let world = world(&mut dice);
        let clusters = world.clusters();
        let mut one = || clusters[dice.below(clusters.len())].clone();
        let wants = [
            json!({"selects": [one()]}),
            json!({"drops": [one()], "selects": [one()]}),
            json!({"selects": [one(), one()]}),
            json!({"drops": [world.selected().into_iter().next()]}),
            json!({"count": 1 + seed as usize % clusters.len()}),
            json!({"count": world.selected().len() + 1}),
        ];
        let mut scenario = Scenario::new(&world.text());
        for (at, want) in wants.into_iter().enumerate() {
            let is_other = at % 3 != seed as usize % 3;
            if is_other || want["drops"] == json!([null]) || want["drops"] == want["selects"] {
                continue;
            }
            let mut options = world.options();
            options["want"] = want;
            record(&mut lines, &format!("{seed}"), &mut scenario, options);
        }
    }
    hold("placements", &lines);
}

/// The namespace and the name of an object, or its name.
fn name(object: &Value) -> String {
    let parts = ["namespace", "name"].map(|key| object["metadata"][key].as_str());
    parts.into_iter().flatten().collect::<Vec<_>>().join("/")
}

fn is_named(object: &Value, pod: &str) -> bool {
    object["kind"] == "Pod" && name(object) == pod
}

/// What may be wanted of a pod among some objects.
fn wants(objects: &[Value], pod: &str) -> Vec<Value> {
    let named = |kind: &str| -> Vec<String> {
        let of = objects.iter().filter(|object| object["kind"] == kind);
        of.map(name).collect()
    };
    let mut wants = vec![
        json!({"pod": pod, "admitted": true}),
        json!({"pod": pod, "admitted": true, "evictsNobody": true}),
    ];
    wants.extend(
        named("Node")
            .into_iter()
            .take(2)
            .map(|node| json!({"pod": pod, "on": node})),
    );
    wants.extend(
        named("Pod")
            .into_iter()
            .filter(|other| other != pod)
            .take(1)
            .map(|other| json!({"pod": pod, "spares": other, "admitted": true})),
    );
    wants
}

#[test]
fn searches_of_pods() {
    const SMALL: Scope = Scope {
        nodes: 3,
        pods: 8,
        quotas: 3,
        unbound: 15,
    };
    let sets = pod_sets::sampled(26, &pod_sets::pod_set(SMALL)).into_iter();
    let constrained = pod_sets::sampled(24, &pod_sets::constrained(3, 8)).into_iter();
    let mut lines = String::new();
    for (number, mut pod_set) in sets.chain(constrained).enumerate() {
        let mut pods = pod_set.objects.iter_mut();
        if number % 4 == 1
            && let Some(pod) = pods.find(|object| is_named(object, &pod_set.asked))
        {
            pod["spec"]["nodeSelector"] = json!({"zone": "two", "rank": "high"});
        }
        let text: Vec<String> = pod_set.objects.iter().map(Value::to_string).collect();
        let mut scenario = Scenario::new(&text.join("\n"));
        let profile = ["Upstream", "Proposal"][number % 2];
        let wants = wants(&pod_set.objects, &pod_set.asked);
        for want in wants.into_iter().skip(number % 3).step_by(2) {
            let options = json!({"now": NOW, "profile": profile, "want": want});
            record(&mut lines, &format!("{number}"), &mut scenario, options);
        }
    }
    hold("pods", &lines);
}

/// More sums of requests than are listed: those of single pods, of the first, of all but some.
#[test]
fn searches_on_a_crowded_node() {
    let pod = |name: &str, milli: i64, priority: i64, node: &str| {
        let requests = json!({"cpu": format!("{milli}m"), "memory": "1Mi"});
        let container = json!({"name": "c", "resources": {"requests": requests}});
        let namespace = if node.is_empty() { "own" } else { "other" };
        json!({"apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": name, "namespace": namespace, "uid": name},
            "spec": {"nodeName": node, "priority": priority, "containers": [container]}})
    };
    let quota = |namespace: &str, min: &str, max: &str| {
        json!({"apiVersion": "scheduling.x-k8s.io/v1alpha1", "kind": "ElasticQuota",
            "metadata": {"name": "q", "namespace": namespace},
            "spec": {"min": {"cpu": min, "memory": "1Gi"}, "max": {"cpu": max, "memory": "1Gi"}}})
    };
    let mut lines = String::new();
    for (title, own, asked) in [
        ("max", ["900m", "1"], 1500),
        ("min", ["900m", "3"], 1500),
        ("room", ["3", "3"], 5000),
    ] {
        let mut objects = vec![
            json!({"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"},
                "status": {"allocatable": {"cpu": "6", "memory": "8Gi", "pods": "110"}}}),
            quota("own", own[0], own[1]),
            quota("other", "1", "9"),
            pod("asked", asked, 5, ""),
        ];
        // Every set of them has another sum.
        for place in 0..10_i64 {
            objects.push(pod(&format!("p{place}"), 1 << place, 9 - place, "n"));
        }
        let text: Vec<String> = objects.iter().map(Value::to_string).collect();
        let mut scenario = Scenario::new(&text.join("\n"));
        for want in wants(&objects, "own/asked") {
            let options = json!({"now": NOW, "profile": "Proposal", "want": want});
            record(&mut lines, title, &mut scenario, options);
        }
    }
    hold("crowded", &lines);
}

#[test]
fn searches_of_timelines() {
    let mut lines = String::new();
    // One node with a config of its own.
    let own = r#""nodeOverrides": [{"nodes": ["n1"], "config": {
        "cpu": {"watermark": 0.5, "system": "1"}, "memory": {"watermark": 0.75, "system": "7Gi"},
        "computeUnit": {"vCPUs": 1, "mem": 2}}}]"#;
    for (name, old, new) in [
        ("vm-watermark-crossed", "", ""),
        ("vm-capacity-runs-out", "", ""),
        ("vm-over-correction", "", ""),
        ("vm-system-raised", "", ""),
        ("vm-watermark-crossed", "\"nodeOverrides\": []", own),
        // Another size than that of the VMs.
        (
            "vm-watermark-crossed",
            "\"memBlockSize\": \"1Gi\"",
            "\"memBlockSize\": \"512Mi\"",
        ),
    ] {
        let path = format!("{}/../examples/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(path).expect("an example");
        assert!(text.contains(old), "{name} {old}");
        let text = text.replacen(old, new, 1);
        let mut scenario = Scenario::new(&text);
        let run = ask(&mut scenario, "vmTimeline", &json!({"limit": 100_000}));
        let mut wants: Vec<Value> = Vec::new();
        for one in list(&run["migrations"]) {
            wants.extend(["from", "pod"].map(|key| json!({"noMigration": one[key]})));
        }
        for step in list(&run["steps"]).filter(|step| step["kind"] == "request") {
            wants.push(json!({"granted": step["pod"]}));
        }
        wants.sort_by_key(Value::to_string);
        wants.dedup();
        for want in wants.into_iter().step_by(2) {
            record(
                &mut lines,
                name,
                &mut scenario,
                json!({"now": NOW, "want": want}),
            );
        }
    }
    hold("timelines", &lines);
}
