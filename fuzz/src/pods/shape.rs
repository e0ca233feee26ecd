//! What the twin finds, in the shape of the engine's answers.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use reference::pods::{
    ClusterSnapshot, Pod,
    exact::Fraction,
    fit::{misfit, requested},
    of,
    scores::{Rules, SCORERS, Scored, exact, limits, scored},
};

fn number(number: i128) -> Value {
    json!(i64::try_from(number).expect("a number of tests"))
}

/// The nodes with the best exact sum, and the sums from 0 to 100.
fn exact_scores(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    feasible: &[String],
    rules: &Rules,
) -> (Vec<String>, BTreeMap<String, (f64, f64)>) {
    let sums = feasible.iter().map(|name| {
        let node = snapshot.node(name).expect("a node");
        (name, exact(snapshot, node, pod, rules))
    });
    let sums: Vec<(&String, Fraction)> = sums.collect();
    let (Some(lowest), Some(highest)) = (
        sums.iter().map(|(_, sum)| sum).min(),
        sums.iter().map(|(_, sum)| sum).max(),
    ) else {
        return (Vec::new(), BTreeMap::new());
    };
    let range = highest.minus(lowest);
    let normalized = |sum: &Fraction| {
        if highest == lowest {
            0.0
        } else {
            sum.minus(lowest).times(100).over(&range).to_f64()
        }
    };
    let mut best: Vec<String> = sums
        .iter()
        .filter(|(_, sum)| sum == highest)
        .map(|(name, _)| (*name).clone())
        .collect();
    best.sort();
    let sums = sums
        .iter()
        .map(|(name, sum)| ((*name).clone(), (sum.to_f64(), normalized(sum))));
    (best, sums.collect())
}

/// What all scorers say, in the shape of a placement; doubles stand beside it, by node.
pub fn placement(
    snapshot: &ClusterSnapshot,
    pod: &Pod,
    rules: &Rules,
) -> (Value, BTreeMap<String, (f64, f64)>) {
    let misfits: Vec<_> = snapshot
        .nodes
        .iter()
        .map(|node| misfit(snapshot, node, pod))
        .collect();
    let fitting = snapshot.nodes.iter().zip(&misfits);
    let fitting = fitting.filter(|(_, misfit)| misfit.is_none());
    let feasible: Vec<String> = fitting.map(|(node, _)| node.name.clone()).collect();
    let (best_by_exact, exact) = exact_scores(snapshot, pod, &feasible, rules);
    let all: Vec<(&str, Scored)> = SCORERS
        .iter()
        .map(|(scorer, name)| (*name, scored(snapshot, pod, &feasible, rules, *scorer)))
        .collect();
    let scorers = all.iter().map(|(name, scored)| {
        json!({
            "name": name, "applies": scored.applies,
            "best": scored.best, "bestCount": scored.best.len(), "bestByRaw": scored.best_by_raw,
            "bestByExact": (*name == "LimitAware").then_some(&best_by_exact),
        })
    });
    let rows = snapshot.nodes.iter().zip(&misfits).enumerate();
    let rows = rows.map(|(index, (node, misfit))| {
        let resources = rules.resources.iter().map(|(name, _)| {
            let limits = limits(snapshot, node, pod, name, rules);
            json!({
                "name": name, "allocatable": number(limits.allocatable),
                "existingLimit": number(limits.existing), "podLimit": number(limits.pod),
                "requested": number(of(&requested(snapshot, &node.name), name)),
                "podRequest": number(of(&pod.request, name)),
                "score": limits.score().map(number),
            })
        });
        let of_each = |of: &dyn Fn(&Scored) -> Option<i128>| -> Value {
            all.iter()
                .map(|(_, scored)| of(scored).map_or(Value::Null, number))
                .collect()
        };
        json!({
            "index": index, "name": node.name, "pods": snapshot.on(&node.name).count(),
            "allowedPods": number(of(&node.allocatable, "pods")),
            "misfit": misfit.as_ref().map(|misfit| json!({
                "code": misfit.code(), "plugin": misfit.plugin, "reasons": misfit.reasons,
            })),
            "resources": resources.collect::<Vec<_>>(),
            "raw": of_each(&|scored| scored.raw.get(&node.name).copied()),
            "normalized": of_each(&|scored| scored.normalized.get(&node.name).copied()),
        })
    });
    let answer = json!({
        "pod": pod.key, "nodes": snapshot.nodes.len(), "feasible": feasible.len(),
        "scorers": scorers.collect::<Vec<_>>(), "rows": rows.collect::<Vec<_>>(),
    });
    (answer, exact)
}
