//! Placements: each is decided, and held against its expected decision.

use std::{collections::BTreeSet, fmt::Write as _};

use schedscope::answers::placement::{
    DecideOptions,
    rows::{ClusterOrder, ClusterState, FilterName, NotSelectedReason},
    spread::SpreadReport,
};
use schedscope_cel::evaluator::Evaluator;
use serde_json::{Map, Value, json};

use super::{examples, read_quietly};

/// The decision in the words of `examples/README.md`.
#[track_caller]
fn decided(text: &str, expected: &Value) -> Value {
    let mut scenario = read_quietly(text);
    let reading = scenario.reading();
    assert_eq!(reading.placements.len(), 1, "one placement a file");
    let options = DecideOptions::new(0, expected["now"].as_str().expect("a clock"));
    let mut evaluator = Evaluator::new();
    while let Some(question) = scenario.cel_question(0) {
        let answer = evaluator.answer(&question).expect("a question");
        scenario.cel_answer(&answer).expect("an answer");
    }
    let summary = scenario.decide(options).expect("a decision");
    let details = scenario.details().expect("details");
    let report = details.report();

    let mut excluded = Vec::new();
    let mut filtered = Map::new();
    let mut totals = Map::new();
    let mut scores: Map<String, Value> = Map::new();
    let mut weights = Map::new();
    for prioritizer in &summary.prioritizers {
        if prioritizer.weight != 0 {
            weights.insert(prioritizer.name.clone(), json!(prioritizer.weight));
            scores.insert(prioritizer.name.clone(), json!({}));
        }
    }
    for row in details.rows(ClusterOrder::Name, 0, usize::MAX, None).rows {
        match (row.state, &row.reason) {
            (ClusterState::Excluded, _) => excluded.push(row.name.clone()),
            (ClusterState::Filtered, Some(reason)) => {
                let filter = match reason {
                    NotSelectedReason::Predicate { .. }
                    | NotSelectedReason::Misconfigured {
                        filter: FilterName::Predicate,
                        ..
                    } => "Predicate",
                    NotSelectedReason::Taint { .. } | NotSelectedReason::Misconfigured { .. } => {
                        "TaintToleration"
                    }
                    other => panic!("`{}` was filtered by {other:?}", row.name),
                };
                filtered.insert(row.name.clone(), json!(filter));
            }
            _ => {
                totals.insert(row.name.clone(), json!(row.total));
            }
        }
        let explanation = details.explain(row.cluster).expect("an explanation");
        for term in explanation.scores {
            if let Some(raw) = term.raw {
                scores[&term.name][&row.name] = json!(raw);
            }
        }
    }
    let decisions = report.placement_decisions.iter().map(|object| {
        json!({
            "name": object.name,
            "groupIndex": object.labels.group_index.parse::<u32>().expect("an index"),
            "groupName": object.labels.group_name,
            "clusters": object.cluster_names,
        })
    });
    let mut decided = json!({
        "now": report.now,
        "profile": report.profile,
        "placement": format!("{}/{}", summary.placement.namespace, summary.placement.name),
        "status": summary.status.code,
        "validBindings": summary.valid_bindings,
        "eligibleClusterSets": summary.eligible_cluster_sets,
        "excluded": excluded,
        "filtered": filtered,
        "weights": weights,
        "scores": scores,
        "totals": totals,
        "selected": report.selected,
        "unscheduled": summary.unscheduled,
        "requeueTime": summary.requeue_time,
        "decisions": decisions.collect::<Vec<_>>(),
        "deletedPlacementDecisions": summary.deleted_placement_decisions,
        "conditions": summary.conditions,
    });
    if let Some(run) = &report.spread {
        decided["spread"] = spread(run);
    }
    decided
}

/// A run of spread, likewise.
fn spread(run: &SpreadReport) -> Value {
    let steps = run.steps.iter().map(|step| {
        let blocked = step.table.iter().filter(|row| row.blocked_by.is_some());
        json!({
            "picked": step.picked, "raw": step.raw, "spread": step.spread,
            "prioritizer": step.prioritizer, "final": step.final_score,
            "blocked": blocked.map(|row| row.name.as_str()).collect::<Vec<_>>(),
        })
    });
    let not_selected = run.not_selected.iter().map(|(name, why)| {
        let mut entry = json!({"reason": why.reason});
        if let Some(term) = why.term {
            entry["term"] = json!(term);
        }
        (name.clone(), entry)
    });
    let domains = run.domains.iter();
    let domains =
        domains.map(|domain| json!({"values": domain.values, "selected": domain.selected}));
    json!({
        "weight": run.weight,
        "steps": steps.collect::<Vec<_>>(),
        "notSelected": not_selected.collect::<Map<_, _>>(),
        "worstSkewPerTerm": run.worst_skew_per_term,
        "domains": domains.collect::<Vec<_>>(),
    })
}

/// Adds a line for every place where two values differ.
fn differ(path: &str, expected: &Value, actual: &Value, found: &mut String) {
    match (expected, actual) {
        (Value::Object(left), Value::Object(right)) => {
            for key in left.keys().chain(right.keys()).collect::<BTreeSet<_>>() {
                let below = format!("{path}.{key}");
                match (left.get(key), right.get(key)) {
                    (Some(left), Some(right)) => differ(&below, left, right, found),
                    (left, right) => {
                        let print = |value: Option<&Value>| {
                            value.map_or("nothing".to_owned(), Value::to_string)
                        };
                        let (left, right) = (print(left), print(right));
                        let _ = writeln!(found, "{below}: expected {left}, got {right}");
                    }
                }
            }
        }
        _ if expected == actual => {}
        _ => {
            let _ = writeln!(found, "{path}: expected {expected}, got {actual}");
        }
    }
}

#[test]
fn every_placement_is_decided_as_it_says() {
    let mut found = String::new();
    for (name, text, expected) in examples(&["placement"]) {
        differ(&name, &expected, &decided(&text, &expected), &mut found);
    }
    assert!(found.is_empty(), "\n{found}");
}
