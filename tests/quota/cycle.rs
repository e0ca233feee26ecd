//! A cycle of the engine against one of the twin.

use std::collections::BTreeMap;

use proptest::{
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use schedscope::scenario::Scenario;
use serde_json::json;

use crate::{
    reference::{
        answers::{ask, difference, text},
        crowds::{self, Crowd},
        pods::World,
        quota::{Cycle, cycle, victims::Attempt},
    },
    shape,
};

/// What happened in a cycle, in words that can be counted.
fn events(cycle: &Cycle) -> Vec<String> {
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
                Attempt::Contradiction(_) => "contradiction",
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

/// A world of a fixed sequence.
pub(crate) fn sampled(count: usize, strategy: &BoxedStrategy<Crowd>) -> Vec<Crowd> {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let sample = |_| strategy.new_tree(&mut runner).expect("a world").current();
    (0..count).map(sample).collect()
}

/// Whatever can come of a cycle comes of some of the worlds that the other tests use.
#[test]
fn worlds_reach_everything() {
    // Of a hundred worlds, so many at least.
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
    for crowd in sampled(count, &crowds::for_cycle()) {
        let world = World::read(&crowd.objects);
        let (world, pod) = world.taken(&crowd.asked);
        for event in events(&cycle(&world, &pod, false)) {
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
pub(crate) fn check(crowd: &Crowd, proposal: bool) -> Result<(), TestCaseError> {
    let world = World::read(&crowd.objects);
    let (world, pod) = world.taken(&crowd.asked);
    let expected = cycle(&world, &pod, proposal);
    let mut scenario = Scenario::new(&text(&crowd.objects));
    let profile = if proposal { "Proposal" } else { "Upstream" };
    let found = ask(
        &mut scenario,
        &json!({"simulatePod": {"pod": crowd.asked, "profile": profile, "limit": 1000}}),
    );
    let shape = shape::answer(&world, &pod, &expected);
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
    fn upstream(crowd in crowds::for_cycle()) {
        check(&crowd, false)?;
    }

    #[test]
    fn proposal(crowd in crowds::for_cycle()) {
        check(&crowd, true)?;
    }
}
