//! A cycle of the engine against one of the twin.

use std::collections::BTreeMap;

use proptest::{prelude::*, test_runner::Config};
use schedscope::scenario::Scenario;
use serde_json::json;

use crate::{
    reference::{
        answers::{ask, difference, text},
        pod_sets::{self, PodSet, sampled},
        pods::ClusterSnapshot,
        quota::{Cycle, cycle, victims::Attempt},
    },
    shape,
};

/// What happened in a cycle, in words that can be counted.
pub(crate) fn events(cycle: &Cycle) -> Vec<String> {
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

/// Whatever can come of a cycle comes of some of the sets that the other tests use.
#[test]
fn sets_reach_everything() {
    // Of a hundred sets, so many at least.
    let least = [
        ("Schedulable", 10.0),
        ("Preempt", 12.0),
        ("Preempt over min", 4.0),
        ("Preempt within min", 0.8),
        ("Preempt without a quota", 5.0),
        ("Unschedulable", 30.0),
        ("Error", 0.5),
        ("error", 1.0),
        ("OverMax", 8.0),
        ("OverAggregatedMin", 8.0),
        ("NodeUnschedulable", 2.0),
        ("NodeName", 0.2),
        ("TaintToleration", 2.0),
        ("NodeAffinity", 1.0),
        ("NodeResourcesFit", 30.0),
        ("Policy", 2.0),
        ("Terminating", 0.4),
        ("no victims", 10.0),
        ("misfit", 10.0),
        ("quota", 4.0),
        ("several victims", 5.0),
        ("reprieved", 10.0),
        ("violations", 0.5),
        ("nominated of the quota", 4.0),
        ("nominated of others", 4.0),
    ];
    let count = 1000;
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for pod_set in sampled(count, &pod_sets::for_cycle()) {
        let snapshot = ClusterSnapshot::read(&pod_set.objects);
        let (snapshot, pod) = snapshot.taken(&pod_set.asked);
        for event in events(&cycle(&snapshot, &pod, false)) {
            *counts.entry(event).or_default() += 1;
        }
    }
    for (event, least) in least {
        let found = counts.get(event).copied().unwrap_or_default();
        let share = found as f64 * 100.0 / count as f64;
        assert!(share >= least, "{event}: {found} of {count}, {counts:?}");
    }
}

/// Holds a cycle of the engine against one of the twin.
pub(crate) fn check(pod_set: &PodSet, proposal: bool) -> Result<(), TestCaseError> {
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

proptest! {
    #![proptest_config(Config { max_shrink_iters: 4000, ..Config::default() })]

    #[test]
    fn upstream(pod_set in pod_sets::for_cycle()) {
        check(&pod_set, false)?;
    }

    #[test]
    fn proposal(pod_set in pod_sets::for_cycle()) {
        check(&pod_set, true)?;
    }

    #[test]
    fn some_pods_without_a_start_time(
        pod_set in pod_sets::partly_started(),
        proposal in any::<bool>(),
    ) {
        check(&pod_set, proposal)?;
    }
}
