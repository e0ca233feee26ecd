//! The engine's scores of the default profile against the twin's, on random clusters whose pods say where
//! they want to be.

use std::collections::BTreeMap;

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pod_sets::PodSet,
    pods::{
        ClusterSnapshot,
        default_profile::{Choice, choose},
        filters::Faults,
        fit::misfit_with,
        items, selector,
    },
};

/// The plugins that skip the pod, the scores and the total of each node, and the best nodes.
fn expected(choice: &Choice, feasible: &[String]) -> Value {
    let number = |number: i128| json!(i64::try_from(number).expect("a number of tests"));
    let skipped = choice.scores.iter().filter(|(_, scores)| scores.is_none());
    let skipped: Vec<&str> = skipped.map(|(name, _)| *name).collect();
    let nodes = feasible.iter().map(|node| {
        let scores = choice.scores.iter().filter_map(|(name, scores)| {
            let score = scores.as_ref()?.get(node)?;
            Some((*name, number(*score)))
        });
        let scores: BTreeMap<&str, Value> = scores.collect();
        let total = number(choice.total[node]);
        (node, json!({"scores": scores, "total": total}))
    });
    let nodes: BTreeMap<&String, Value> = nodes.collect();
    json!({"skipped": skipped, "nodes": nodes, "best": choice.best})
}

/// The same of an answer.
fn found(answer: &Value) -> Value {
    let profile = &answer["defaultProfile"];
    let name = |plugin: &Value| plugin["name"].as_str().expect("a name").to_owned();
    let plugins = items(&profile["plugins"]);
    let skipped = plugins.clone().filter(|plugin| plugin["skipped"] == true);
    let rows = items(&answer["rows"]).filter(|row| !row["defaultProfile"].is_null());
    let nodes = rows.map(|row| {
        let told = &row["defaultProfile"];
        let scores = plugins.clone().zip(items(&told["scores"]));
        let scores = scores.filter(|(_, score)| !score.is_null());
        let scores: BTreeMap<String, &Value> = scores
            .map(|(plugin, score)| (name(plugin), score))
            .collect();
        (name(row), json!({"scores": scores, "total": told["total"]}))
    });
    let nodes: BTreeMap<String, Value> = nodes.collect();
    let choice = &profile["choice"];
    let best = [&choice["node"]].into_iter().filter(|node| !node.is_null());
    let best: Vec<&Value> = best.chain(items(&choice["tiedWith"])).collect();
    json!({"skipped": skipped.map(name).collect::<Vec<_>>(), "nodes": nodes, "best": best})
}

pub(super) fn check(pod_set: &PodSet, proposal: bool) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read(&pod_set.objects);
    let (snapshot, pod) = snapshot.taken(&pod_set.asked);
    let profile = if proposal { "Proposal" } else { "Upstream" };
    let question = json!({"scoreNodes": {
        "pod": pod_set.asked, "defaultProfile": true, "profile": profile, "scorers": [], "limit": 1000,
    }});
    let mut scenario = Scenario::new(&text(&pod_set.objects));
    let answer = ask(&mut scenario, &question);
    let faults = Faults::of(proposal, snapshot.minor);
    let nodes = snapshot.nodes.iter();
    let fitting = nodes.filter(|node| misfit_with(&snapshot, node, &pod, faults).is_none());
    let mut feasible: Vec<String> = fitting.map(|node| node.name.clone()).collect();
    if let Some(nominated) = &pod.nominated
        && feasible.contains(nominated)
    {
        feasible.retain(|node| node == nominated);
    }
    let choice = choose(&snapshot, &pod, &feasible, faults);
    let (mut wanted, found) = (expected(&choice, &feasible), found(&answer));
    let unread = feasible.len() > 1 && !selector::preferred_parses(&pod.value["spec"]);
    let fails = items(&answer["notes"]).any(|note| note["code"] == "scoring-fails");
    prop_assert_eq!(fails, unread);
    if unread {
        wanted = json!({"nodes": {}, "best": []});
    }
    if feasible.is_empty() || unread {
        // Nobody is scored, so no plugin says that it skips the pod.
        wanted["skipped"] = found["skipped"].clone();
    }
    prop_assert_eq!(wanted, found);
    Ok(())
}
