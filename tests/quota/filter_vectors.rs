//! The twin against what the real plugin printed with all default filters around it.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::vectors::{lines, objects};
use reference::{
    pods::{
        ClusterSnapshot,
        filters::{Faults, Named},
        fit::Misfit,
        items, version,
    },
    quota::{Cycle, cycle_with, ledger, quotas::Rejection, victims::Attempt},
};
use schedscope_fuzz::quota::shape;

/// Reasons as they are compared: those of `NodeResourcesFit` in any order.
fn reasons(plugin: &Value, reasons: &Value) -> Value {
    let mut reasons: Vec<Value> = items(reasons).cloned().collect();
    if plugin == "NodeResourcesFit" {
        reasons.sort_by_key(Value::to_string);
    }
    json!(reasons)
}

fn misfit(misfit: &Misfit) -> Value {
    let plugin = json!(misfit.plugin);
    let reasons = reasons(&plugin, &json!(misfit.reasons));
    json!({"code": misfit.code(), "plugin": plugin, "reasons": reasons})
}

/// What a vector says of each node, with the reasons in one order.
fn by_node(entries: &Value) -> Value {
    let entries = entries.as_object().into_iter().flatten();
    let entries = entries.map(|(node, entry)| {
        let plugin = entry.get("plugin").cloned().unwrap_or(json!(""));
        let reasons = reasons(&plugin, &entry["reasons"]);
        let entry = json!({"code": entry["code"], "plugin": plugin, "reasons": reasons});
        (node.clone(), entry)
    });
    Value::Object(entries.collect())
}

/// What came of evicting others, as a vector has it: the candidates and the other nodes.
fn attempts(cycle: &Cycle) -> (Value, Value) {
    let (mut candidates, mut rejected) = (Map::new(), Map::new());
    for (node, attempt) in cycle.preemption.iter().flat_map(|found| &found.attempts) {
        let answer = shape::attempt(node, &cycle.pod, attempt);
        if let Attempt::Candidate(_) = attempt {
            let candidate = json!({
                "node": node, "victims": answer["victims"],
                "numPDBViolations": answer["numPDBViolations"],
            });
            candidates.insert(node.clone(), candidate);
        } else {
            let why = match attempt {
                Attempt::Misfit(why) => misfit(why),
                _ => {
                    json!({"code": attempt.code(), "plugin": "", "reasons": answer["reasons"]})
                }
            };
            rejected.insert(node.clone(), why);
        }
    }
    (Value::Object(candidates), Value::Object(rejected))
}

fn quotas(snapshot: &ClusterSnapshot) -> Value {
    let quotas = ledger(snapshot).into_iter().map(|(namespace, used)| {
        let mut entry = shape::quota(snapshot, &namespace, &used);
        let fields = entry.as_object_mut().expect("an object");
        fields.retain(|field, _| field != "namespace" && field != "name");
        // A quota without a list has no bound at all.
        for basic in reference::quota::BASIC {
            if entry["max"].get(basic).is_none() {
                entry["max"][basic] = json!(i64::MAX);
            }
        }
        (namespace, entry)
    });
    Value::Object(quotas.collect())
}

/// The twin's cycle in the words of the vectors.
fn answer(snapshot: &ClusterSnapshot, found: &Cycle) -> Value {
    let admission = &found.admission;
    let mut answer = json!({
        "podRequest": shape::named(&admission.request), "outcome": found.outcome,
        "quotas": quotas(snapshot), "feasible": [], "filters": {},
    });
    if !found.gates.is_empty() {
        let reason = format!("waiting for scheduling gates: [{}]", found.gates.join(" "));
        answer["preEnqueue"] = json!({
            "code": "UnschedulableAndUnresolvable", "plugin": "SchedulingGates",
            "reasons": [reason],
        });
        return answer;
    }
    let rejection =
        |rejection: &Rejection| ("Unschedulable", rejection.reason, "CapacityScheduling");
    let mut prefilter = ("Success", "", "");
    if found.named == Named::Conflict {
        prefilter = (
            "UnschedulableAndUnresolvable",
            "NodeAffinityConflict",
            "NodeAffinity",
        );
    } else if let Some((plugin, _)) = &found.refusal {
        prefilter = ("UnschedulableAndUnresolvable", *plugin, *plugin);
    } else {
        prefilter = admission.rejection.as_ref().map_or(prefilter, rejection);
        if admission.has_quota {
            answer["overMinWithPod"] = json!(admission.over_min);
            answer["nominatedPodsReqInEQWithPodReq"] = shape::named(&admission.own);
            answer["nominatedPodsReqWithPodReq"] = shape::named(&admission.all);
        }
    }
    answer["prefilter"] =
        json!({"code": prefilter.0, "reason": prefilter.1, "plugin": prefilter.2});
    if let Some((_, reason)) = &found.refusal {
        answer["prefilter"]["reasons"] = json!([reason]);
    }
    let volumes = snapshot.nodes.iter().filter_map(|node| {
        let found = shape::volumes(snapshot, node, &found.pod, found)?;
        let mut entry = Map::new();
        if !found.bind.is_empty() {
            let bind = found.bind.into_iter();
            let bind = bind.map(|(claim, volume)| (claim, json!(volume)));
            entry.insert("bind".to_owned(), Value::Object(bind.collect()));
        }
        if !found.provision.is_empty() {
            entry.insert("provision".to_owned(), json!(found.provision));
        }
        Some((node.name.clone(), Value::Object(entry)))
    });
    let volumes: Map<String, Value> = volumes.collect();
    if !volumes.is_empty() {
        answer["volumes"] = Value::Object(volumes);
    }
    if let Some(names) = found.node_names() {
        answer["prefilter"]["nodeNames"] = json!(names);
    }
    let mut feasible: Vec<&String> = found.feasible().collect();
    feasible.sort();
    answer["feasible"] = json!(feasible);
    let misfits = found.filters.iter().filter_map(|(node, why)| {
        let why = why.as_ref()?;
        Some((node.clone(), misfit(why)))
    });
    answer["filters"] = Value::Object(misfits.collect());
    if let Some(preemption) = &found.preemption {
        let mut postfilter = json!({"eligible": preemption.ineligible.is_none()});
        if preemption.ineligible.is_none() {
            let mut tried: Vec<&String> =
                preemption.attempts.iter().map(|(node, _)| node).collect();
            tried.sort();
            let (candidates, rejected) = attempts(found);
            postfilter["potentialNodes"] = json!(tried);
            postfilter["candidates"] = candidates;
            postfilter["rejectedNodes"] = rejected;
            postfilter["chosenAnyOf"] = json!(preemption.best);
        }
        answer["postfilter"] = postfilter;
    }
    answer
}

/// What a line expects, with only what is compared.
fn expected(line: &Value) -> Value {
    let mut expected = line["expected"].clone();
    // Texts that are compared where the engine is.
    if let Some(expected) = expected.as_object_mut() {
        expected.retain(|field, _| field != "message" && field != "preemptionMessage");
    }
    expected["filters"] = by_node(&expected["filters"]);
    let skipped = expected.get_mut("prefilter").and_then(Value::as_object_mut);
    if let Some(prefilter) = skipped {
        prefilter.retain(|field, _| field != "skipped" && field != "message");
    }
    if let Some(postfilter) = expected.get_mut("postfilter") {
        if postfilter["eligible"] == true {
            let by_name = items(&postfilter["candidates"]).map(|candidate| {
                let node = candidate["node"].as_str().expect("a name").to_owned();
                (node, candidate.clone())
            });
            let sorted: BTreeMap<String, Value> = by_name.collect();
            postfilter["candidates"] = json!(sorted);
            postfilter["rejectedNodes"] = by_node(&postfilter["rejectedNodes"]);
        }
        let fields = postfilter.as_object_mut().expect("an object");
        let informative = [
            "ineligibleReason",
            "status",
            "message",
            "hasResult",
            "dryRunError",
        ];
        fields.retain(|field, _| !informative.contains(&field.as_str()));
    }
    expected
}

/// Every place where two values differ.
fn differences(path: &str, expected: &Value, found: &Value, all: &mut Vec<String>) {
    if let (Some(wanted), Some(has)) = (expected.as_object(), found.as_object()) {
        let mut keys: Vec<&String> = wanted.keys().chain(has.keys()).collect();
        keys.sort();
        keys.dedup();
        for key in keys {
            differences(&format!("{path}/{key}"), &expected[key], &found[key], all);
        }
    } else if expected != found {
        all.push(format!("{path}: expected {expected}, found {found}"));
    }
}

/// How a line differs from what the twin finds with some faults.
fn differing(line: &Value, faults: Faults) -> Vec<String> {
    let snapshot = ClusterSnapshot::read_by(&objects(line), version::of_line(line));
    let (snapshot, pod) = snapshot.taken(&snapshot.pods.last().expect("a pod").key.clone());
    let found = answer(&snapshot, &cycle_with(&snapshot, &pod, false, faults));
    let mut all = Vec::new();
    differences("", &expected(line), &found, &mut all);
    all
}

fn check(file: &str, count: usize) {
    let lines = lines(file);
    assert_eq!(lines.len(), count);
    let mut failed = Vec::new();
    for text in lines {
        let line: Value = serde_json::from_str(&text).expect("JSON");
        let all = differing(&line, Faults::of(false, version::of_line(&line)));
        if !all.is_empty() {
            failed.push(format!("{}\n  {}", line["name"], all.join("\n  ")));
        }
    }
    assert!(
        failed.is_empty(),
        "{} of {count} differ:\n{}",
        failed.len(),
        failed.join("\n")
    );
}

/// A fault decides the lines that say so, and no others.
#[test]
fn faults() {
    let all = Faults::of(false, 35);
    let (mut namespaces, mut spread, mut ports) = (all, all, all);
    namespaces.ns_selector = false;
    spread.spread_dry_run = false;
    ports.port_set = false;
    for text in lines("quota/filters.jsonl") {
        let line: Value = serde_json::from_str(&text).expect("JSON");
        for (name, faults) in [
            ("fault:nsSelector", namespaces),
            ("fault:spreadDryRun", spread),
            ("fault:portSet", ports),
        ] {
            let said = items(&line["features"]).any(|feature| feature == name);
            let found = differing(&line, faults);
            assert_eq!(
                said,
                !found.is_empty(),
                "{name}: {} {found:?}",
                line["name"]
            );
        }
    }
}

#[test]
fn filters() {
    check("quota/filters.jsonl", 313);
}

#[test]
fn volumes() {
    check("quota/volumes.jsonl", 300);
    check("quota/volumes-probes.jsonl", 15);
}

#[test]
fn ties() {
    check("quota/ties.jsonl", 120);
}

#[test]
fn start_times() {
    check("quota/starttimes.jsonl", 400);
}

#[test]
fn random() {
    check("quota/random.jsonl", 150);
}
