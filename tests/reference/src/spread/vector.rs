//! A run in the form of the vectors.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{NotSelected, Run, clamp, domain_counts::skews};

/// A run as the vectors have it; `listed`: with the names of blocked clusters and all candidates.
pub fn of(run: &Run, listed: bool) -> Value {
    let steps = run.steps.iter().map(|step| {
        let row = &step.rows[&step.picked];
        let mut of = json!({
            "picked": step.picked, "raw": row.raw, "spread": row.spread,
            "prioritizer": run.clusters[&step.picked].total, "final": clamp(row.final_score),
        });
        let blocked = step.rows.iter().filter(|(_, row)| row.blocked_by.is_some());
        if listed {
            of["blocked"] = blocked.map(|(name, _)| name.as_str()).collect();
            let free = step.rows.iter().filter(|(_, row)| row.blocked_by.is_none());
            let free = free.map(|(name, row)| {
                let numbers = json!({"raw": row.raw, "spread": row.spread,
                                     "final": clamp(row.final_score)});
                (name.clone(), numbers)
            });
            of["candidates"] = Value::Object(free.collect());
        } else {
            of["blocked"] = json!(blocked.count());
        }
        of
    });
    let steps: Vec<Value> = steps.collect();
    let totals = run.clusters.values().map(|c| (c.name.as_str(), c.total));
    let reasons = run.not_selected.iter().map(|(name, reason)| {
        let reason = match reason {
            NotSelected::MissingTopologyKey { term, .. } => {
                json!({"reason": "MissingTopologyKey", "term": term})
            }
            NotSelected::MaxSkew { term } => json!({"reason": "MaxSkew", "term": term}),
            NotSelected::NotReached => json!({"reason": "NotReached"}),
        };
        (name.as_str(), reason)
    });
    let counts = run
        .counts
        .iter()
        .map(|(domain, count)| (domain.join("/"), count));
    json!({
        "feasible": run.clusters.keys().collect::<Vec<_>>(),
        "spreadWeight": run.weight,
        "prioritizerScores": totals.collect::<BTreeMap<_, _>>(),
        "selected": run.selected(),
        "unscheduled": run.unscheduled,
        "steps": steps,
        "notSelected": reasons.collect::<BTreeMap<_, _>>(),
        "worstSkewPerTerm": skews(run.terms.len(), &run.counts),
        "selectedCount": counts.collect::<BTreeMap<_, _>>(),
    })
}
