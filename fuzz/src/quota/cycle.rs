//! A cycle of the engine against one of the twin.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::json;

use super::shape;
use reference::{
    answers::{ask, difference, text},
    pod_sets::PodSet,
    pods::ClusterSnapshot,
    quota::{Cycle, cycle, victims::Attempt},
};

/// What happened in a cycle, in words that can be counted.
pub fn events(cycle: &Cycle) -> Vec<String> {
    let mut events = vec![cycle.outcome.to_owned()];
    let admission = &cycle.admission;
    events.extend(admission.rejection.iter().map(|r| r.reason.to_owned()));
    if admission.has_quota {
        events.push("with a quota".to_owned());
        if cycle.outcome == "Preempt" {
            let over = if admission.over_min {
                "over min"
            } else {
                "within min"
            };
            events.push(format!("Preempt {over}"));
        }
    } else if cycle.outcome == "Preempt" {
        events.push("Preempt without a quota".to_owned());
    }
    if admission.own != admission.request {
        events.push("nominated of the quota".to_owned());
    }
    if admission.all != admission.own {
        events.push("nominated of others".to_owned());
    }
    for (_, misfit) in &cycle.filters {
        if let Some(misfit) = misfit {
            events.push(misfit.plugin.to_owned());
        }
    }
    if let Some(preemption) = &cycle.preemption {
        events.extend(preemption.ineligible.map(|why| format!("{why:?}")));
        for (_, attempt) in &preemption.attempts {
            let word = match attempt {
                Attempt::Candidate(_) => "candidate",
                Attempt::NoVictims => "no victims",
                Attempt::Misfit(_) => "misfit",
                Attempt::Quota(_) => "quota",
                Attempt::Failed(_) => "failed",
                Attempt::Error(_) => "error",
                Attempt::Contradiction(..) => "contradiction",
            };
            events.push(word.to_owned());
            if let Attempt::Candidate(candidate) = attempt {
                let found = [
                    ("violations", candidate.violations > 0),
                    ("reprieved", !candidate.reprieved.is_empty()),
                    ("several victims", candidate.victims.len() > 1),
                ];
                let found = found.iter().filter(|(_, found)| *found);
                events.extend(found.map(|(word, _)| (*word).to_owned()));
            }
        }
        if preemption.best.len() > 1 {
            events.push("tied".to_owned());
        }
    }
    events.sort();
    events.dedup();
    events
}

/// Holds a cycle of the engine against one of the twin.
pub fn check(pod_set: &PodSet, proposal: bool) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read_as(&pod_set.objects, proposal);
    let (snapshot, pod) = snapshot.taken(&pod_set.asked);
    let expected = cycle(&snapshot, &pod, proposal);
    let mut scenario = Scenario::new(&text(&pod_set.objects));
    let profile = if proposal { "Proposal" } else { "Upstream" };
    let found = ask(
        &mut scenario,
        &json!({"simulatePod": {"pod": pod_set.asked, "profile": profile, "limit": 1000}}),
    );
    let shape = shape::answer(&snapshot, &pod, &expected);
    if let Some(difference) = difference("", &shape, &found) {
        return Err(TestCaseError::fail(difference));
    }
    if expected.outcome == "Schedulable" {
        let node = found["node"].as_str().unwrap_or_default();
        prop_assert!(expected.feasible().any(|one| one == node), "{node}");
    }
    Ok(())
}
