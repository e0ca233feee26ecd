//! The queue of the engine against the twin's, which schedules on a snapshot that is counted anew at
//! each step.

use proptest::prelude::*;
use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::shape;
use reference::{
    answers::{ask, difference, text},
    pod_sets::{PodSet, Scope, pod_set},
    pods::{
        ClusterSnapshot,
        filters::Named,
        fit::requested,
        items,
        scores::{SCORERS, Scorer},
    },
    quota::queue::{Outcome, Played, Step, ledger, play},
};

pub const SHORT: Scope = Scope {
    nodes: 4,
    pods: 14,
    quotas: 4,
    unbound: 45,
};

const LONG: Scope = Scope {
    nodes: 6,
    pods: 60,
    quotas: 4,
    unbound: 60,
};

/// Sets for the queue; one of forty has many pods.
pub fn sets() -> BoxedStrategy<PodSet> {
    prop_oneof![39 => pod_set(SHORT), 1 => pod_set(LONG)].boxed()
}

/// Longer queues are stopped.
const MOST: usize = 120;

fn step(index: usize, step: &Step) -> Value {
    let (outcome, node, victims) = match &step.outcome {
        Outcome::Bound(node) => ("Bound", Some(node), &[][..]),
        Outcome::Preempt(node, victims) => ("Preempt", Some(node), &victims[..]),
        Outcome::Unschedulable => ("Unschedulable", None, &[][..]),
        Outcome::Error => ("Error", None, &[][..]),
    };
    let mut answer = json!({
        "step": index + 1, "pod": step.pod.key, "priority": step.pod.priority,
        "outcome": outcome, "node": node, "victims": victims,
    });
    // The terms of node affinity contradict each other: CapacityScheduling is not asked (spec/filters.md).
    // Nor is it where the volumes refuse the pod.
    let asked = step.cycle.named != Named::Conflict && step.cycle.refusal.is_none();
    let rejection = step.cycle.admission.rejection.as_ref().filter(|_| asked);
    if let Some((total, best)) = &step.best {
        let total = i64::try_from(*total).expect("a number of tests");
        answer["tie"] = match best.as_slice() {
            [_] => Value::Null,
            best => {
                let others: Vec<&String> = best.iter().skip(1).take(9).collect();
                json!({"total": total, "tiedWith": others, "tied": best.len() - 1})
            }
        };
    }
    if step.outcome == Outcome::Unschedulable || matches!(step.outcome, Outcome::Bound(_)) {
        answer["rejection"] = json!(rejection.map(shape::rejection));
    }
    answer
}

fn answer(played: &Played) -> Value {
    let count = |what: fn(&Outcome) -> usize| {
        let steps = played.steps.iter();
        steps.map(|step| what(&step.outcome)).sum::<usize>()
    };
    let steps = played.steps.iter().enumerate();
    json!({
        "stepsTotal": played.steps.len(), "stopped": played.stopped, "waiting": played.waiting,
        "bound": count(|outcome| usize::from(matches!(outcome, Outcome::Bound(_)))),
        "preemptions": count(|outcome| usize::from(matches!(outcome, Outcome::Preempt(..)))),
        "evictions": count(|outcome| match outcome {
            Outcome::Preempt(_, victims) => victims.len(),
            _ => 0,
        }),
        "steps": steps.map(|(index, one)| step(index, one)).collect::<Vec<_>>(),
    })
}

/// The snapshot after a step, counted anew.
fn moment(step: usize, snapshot: &ClusterSnapshot) -> Value {
    let quotas = ledger(snapshot);
    let quotas = quotas
        .iter()
        .map(|(namespace, used)| shape::quota(snapshot, namespace, used));
    let nodes = snapshot.nodes.iter().map(|node| {
        let kept = snapshot.nominated();
        let kept = kept.filter(|pod| pod.nominated.as_ref() == Some(&node.name));
        let pods: Vec<&String> = snapshot.on(&node.name).map(|pod| &pod.key).collect();
        json!({
            "node": node.name, "requested": shape::named(&requested(snapshot, &node.name)),
            "pods": pods, "podsTotal": pods.len(),
            "nominated": kept.map(|pod| &pod.key).collect::<Vec<_>>(),
        })
    });
    let unbound = snapshot
        .pods
        .iter()
        .filter(|pod| pod.live && pod.node.is_none());
    let unbound: Vec<&String> = unbound.map(|pod| &pod.key).collect();
    json!({
        "step": step, "quotas": quotas.collect::<Vec<_>>(), "nodes": nodes.collect::<Vec<_>>(),
        "unbound": unbound, "unboundTotal": unbound.len(),
    })
}

/// A step that evicts has the verdicts on all pods of its node before it; those it evicts are the victims.
fn check_verdicts(step: usize, played: &Played, found: &Value) -> Result<(), TestCaseError> {
    let taken = step.checked_sub(1).map(|before| &played.steps[before]);
    let Some(Outcome::Preempt(node, victims)) = taken.map(|step| &step.outcome) else {
        prop_assert!(found["verdicts"].is_null(), "{found}");
        return Ok(());
    };
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let verdicts: Vec<&Value> = items(&found["verdicts"]).collect();
    let evicted = verdicts.iter().filter(|pod| pod["verdict"] == "victim");
    let mut evicted: Vec<String> = evicted.map(|pod| text(&pod["pod"])).collect();
    evicted.sort();
    let mut expected = victims.clone();
    expected.sort();
    prop_assert_eq!(evicted, expected, "step {}", step);
    // All pods of the node before the step: those that stay, and the victims.
    let at = items(&found["nodes"]).find(|one| one["node"] == node.as_str());
    let stay = at.map_or(0, |one| items(&one["pods"]).count());
    prop_assert_eq!(verdicts.len(), stay + victims.len(), "step {}", step);
    Ok(())
}

/// A queue that was played on for two rounds after it repeats itself, without these.
fn repeated(
    mut played: Played,
    first: usize,
    count: usize,
    total: usize,
) -> Result<Played, TestCaseError> {
    let what = |step: &Step| (step.pod.key.clone(), step.outcome.clone());
    let rounds = played.steps[first - 1..].iter();
    for (step, later) in rounds.zip(&played.steps[first - 1 + count..]) {
        prop_assert_eq!(what(step), what(later));
    }
    let after = |steps: usize| moment(0, &played.steps[steps - 1].snapshot);
    prop_assert_eq!(after(total), after(total + count));
    played.steps.truncate(total);
    played.stopped = false;
    let last = &played.steps[total - 1].snapshot;
    let unbound = last
        .pods
        .iter()
        .filter(|pod| pod.live && pod.node.is_none() && !pod.terminating);
    played.waiting = unbound.count();
    Ok(played)
}

/// The scorers, and the default profile.
pub fn scorers() -> Vec<(Option<Scorer>, &'static str)> {
    let scorers = SCORERS.iter().map(|(scorer, name)| (Some(*scorer), *name));
    scorers.chain([(None, "DefaultProfile")]).collect()
}

/// No pod has gates, which the twin's queue does not know, and none was resized: new pods are not. Every second one
/// waits, and with it two that are alike: what is kept for pods that are alike has to follow the queue.
pub fn all_queued(mut pod_set: PodSet) -> PodSet {
    let is_pod = |object: &&mut Value| object["kind"] == "Pod";
    let mut more = Vec::new();
    for (at, pod) in pod_set.objects.iter_mut().filter(is_pod).enumerate() {
        let Some(spec) = pod["spec"].as_object_mut() else {
            continue;
        };
        spec.remove("schedulingGates");
        if let Some(status) = pod["status"].as_object_mut() {
            for list in ["conditions", "containerStatuses", "initContainerStatuses"] {
                status.remove(list);
            }
        }
        let Some(spec) = pod["spec"].as_object_mut() else {
            continue;
        };
        if at % 2 == 0 {
            spec.remove("nodeName");
            pod["status"] = json!({"phase": "Pending"});
            for number in 1..=2 {
                let mut other = pod.clone();
                for name in ["name", "uid"] {
                    let text = other["metadata"][name].as_str().unwrap_or_default();
                    other["metadata"][name] = json!(format!("{text}-{number}"));
                }
                more.push(other);
            }
        }
    }
    pod_set.objects.extend(more);
    pod_set
}

pub fn check(
    pod_set: &PodSet,
    proposal: bool,
    scorer: (Option<Scorer>, &str),
) -> Result<(), TestCaseError> {
    let snapshot = ClusterSnapshot::read_as(&pod_set.objects, proposal);
    let (scorer, name) = scorer;
    let profile = if proposal { "Proposal" } else { "Upstream" };
    let options = json!({
        "profile": profile, "scorer": name, "maxSteps": MOST, "limit": MOST,
    });
    let mut scenario = Scenario::new(&text(&pod_set.objects));
    let found = ask(&mut scenario, &json!({"queue": options}));
    let played = match found["repeats"]["steps"].as_u64() {
        None => play(&snapshot, proposal, scorer, MOST),
        Some(steps) => {
            let number = |value: &Value| value.as_u64().expect("a number") as usize;
            let (first, total) = (
                number(&found["repeats"]["first"]),
                number(&found["stepsTotal"]),
            );
            let played = play(&snapshot, proposal, scorer, total + 2 * steps as usize);
            repeated(played, first, steps as usize, total)?
        }
    };
    let expected = answer(&played);
    // The first step that differs says most.
    for (step, (expected, found)) in items(&expected["steps"])
        .zip(items(&found["steps"]))
        .enumerate()
    {
        if let Some(difference) = difference(&format!("/{step}"), expected, found) {
            return Err(TestCaseError::fail(difference));
        }
    }
    if let Some(difference) = difference("", &expected, &found) {
        return Err(TestCaseError::fail(difference));
    }
    let snapshots = [&snapshot]
        .into_iter()
        .chain(played.steps.iter().map(|step| &step.snapshot));
    for (step, snapshot) in snapshots.enumerate() {
        let question = json!({"queueStep": {"queue": options, "step": step, "limit": 100}});
        let found = ask(&mut scenario, &question);
        check_verdicts(step, &played, &found)?;
        if let Some(difference) = difference("", &moment(step, snapshot), &found) {
            return Err(TestCaseError::fail(format!(
                "after {step} steps: {difference}"
            )));
        }
    }
    Ok(())
}
