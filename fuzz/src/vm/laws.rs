//! What must hold whatever happens, read off the engine's answers.

use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use super::engine;
use super::hostile::Line;
use super::random::Choices;
use super::settings::spoil;
use super::states::{Moment, Node, moments};
use reference::vm::objects::{key, name};

/// A node's amounts are the sums of its pods', and its queue is a heap of pods that stay.
pub fn node_holds(node: &Node) -> Result<(), TestCaseError> {
    for r in 0..2 {
        let sum = |amount: &dyn Fn(&super::states::Pod) -> i64| -> i64 {
            node.pods.values().map(amount).sum()
        };
        let [_, _, _, reserved, buffer, pressure, accounted_for] = node.amounts[r];
        prop_assert_eq!(reserved, sum(&|pod| pod.amounts[r][0]) + node.other[2 + r]);
        prop_assert_eq!(buffer, sum(&|pod| pod.amounts[r][1]));
        prop_assert_eq!(pressure, sum(&|pod| pod.amounts[r][2]));
        let leaving = |pod: &super::states::Pod| {
            i64::from(pod.migrating) * (pod.amounts[r][0] + pod.amounts[r][2])
        };
        prop_assert_eq!(accounted_for, sum(&leaving));
    }
    for pod in node.pods.values() {
        for [reserved, buffer, _] in pod.amounts {
            prop_assert!(0 <= buffer && buffer <= reserved);
        }
        prop_assert!(!pod.migrating || pod.place == -1);
    }
    let queued = node.pods.values().filter(|pod| pod.place >= 0).count();
    prop_assert_eq!(queued, node.queue.len());
    for (at, queued) in node.queue.iter().enumerate() {
        prop_assert_eq!(node.pods[queued].place, at as i64);
        if at > 0 {
            let [pod, parent] = [at, (at - 1) / 2].map(|at| &node.pods[&node.queue[at]]);
            let before = match (pod.load, parent.load) {
                (Some(pod), Some(parent)) => pod[0] < parent[0],
                (pod, parent) => pod.is_some() && parent.is_none(),
            };
            prop_assert!(!before, "{queued} should go before its parent");
        }
    }
    Ok(())
}

/// A request that was answered with 200.
fn permitted(event: &Value, before: &Moment, after: &Moment) -> Result<(), TestCaseError> {
    let key = key(&event["pod"]);
    let pod = name(&key);
    let (node, now) = after.find(pod).expect("a pod");
    let (_, was) = before.find(pod).expect("a pod");
    let migrate = after.res["migrate"] == true;
    prop_assert_eq!(&after.res["cu"], &node.unit);
    prop_assert_eq!(&now.unit, &node.unit);
    prop_assert_eq!(now.migrating, was.migrating || migrate);
    prop_assert_eq!(now.place >= 0, !now.migrating);
    for r in 0..2 {
        let want = event["want"][r].as_i64().expect("a number");
        let permit = after.res["permit"][r].as_i64().expect("a number");
        let [old, _, old_pressure] = was.amounts[r];
        prop_assert_eq!(now.amounts[r][0], permit);
        prop_assert!(permit >= old.min(want) && permit <= old.max(want));
        prop_assert_eq!(now.amounts[r][1], 0);
        if was.migrating {
            prop_assert_eq!(permit, old);
            prop_assert_eq!(now.amounts[r][2], old_pressure);
            prop_assert!(!migrate);
        } else {
            if want <= old {
                prop_assert_eq!(permit, want);
            } else if migrate {
                prop_assert_eq!(permit, old);
            }
            prop_assert_eq!(now.amounts[r][2], want - permit);
        }
    }
    Ok(())
}

fn step_holds(event: &Value, before: &Moment, after: &Moment) -> Result<(), TestCaseError> {
    let op = event["op"].as_str().expect("what happens");
    let failed = !after.res["error"].is_null()
        || after.res["code"]
            .as_str()
            .is_some_and(|code| code != "Success");
    for (name, now) in &after.nodes {
        let Some(was) = before.nodes.get(name) else {
            let known = ["filter", "score", "reserve", "restart"].contains(&op);
            prop_assert!(known, "{op} made {name} known");
            continue;
        };
        if failed || op == "filter" || op == "score" {
            prop_assert_eq!(now.bare(), was.bare(), "{} changed {}", op, name);
        }
        if failed && op != "agent" {
            prop_assert_eq!(now, was);
        }
        for r in 0..2 {
            if op == "agent" || op == "reserve" {
                let most = was.reserved(r).max(was.reservable(r));
                prop_assert!(now.reserved(r) <= most, "{op} raised {name} too far");
            }
            if op == "config" {
                let moved = now.reserved(r) - was.reserved(r);
                prop_assert!(moved.abs() <= 1, "{name} moved by {moved}");
            }
        }
    }
    if ["vm_use", "add_node", "filter", "score"].contains(&op) {
        prop_assert!(
            after.nodes.len() > before.nodes.len() || !after.changed,
            "{op}"
        );
    }
    if op == "agent" {
        if after.res["status"] == 200 {
            permitted(event, before, after)?;
        } else if after.res["status"] == 404 || event["proto"].as_i64().is_some_and(|p| p != 2) {
            // Only from the fifth step on are metrics and queue up to date.
            let late = before.find(name(&key(&event["pod"]))).is_some()
                && event["proto"] == 1
                && !event["load"].is_null();
            prop_assert!(late || !after.changed);
        }
    }
    Ok(())
}

pub fn check(line: &Line) -> Result<(), TestCaseError> {
    let answer = engine::events(&line.0);
    let moments = moments(&answer);
    let events = line.0["events"].as_array().expect("events");
    prop_assert_eq!(moments.len(), events.len() + 1);
    for moment in &moments {
        for node in moment.nodes.values() {
            node_holds(node)?;
        }
    }
    for (event, pair) in events.iter().zip(moments.windows(2)) {
        step_holds(event, &pair[0], &pair[1])
            .map_err(|error| TestCaseError::fail(format!("{error}: {event}")))?;
    }
    let nodes = &moments.last().expect("the end").nodes;
    let largest = [0, 1].map(|r| {
        nodes
            .values()
            .map(|node| node.reservable(r))
            .max()
            .unwrap_or(0)
    });
    prop_assert_eq!(&answer["max"], &json!(largest));
    prop_assert_eq!(
        answer,
        engine::events(&line.0),
        "same question, same answer"
    );
    Ok(())
}

/// The states at the end of the events up to a place, and after each of some more.
fn after(line: &Line, until: Index, more: &[Value]) -> Vec<Moment> {
    let mut line = line.clone();
    let events = line.0["events"].as_array_mut().expect("events");
    events.truncate(until.index(events.len() + 1));
    let count = events.len();
    events.extend(more.iter().cloned());
    moments(&engine::events(&line.0)).split_off(count)
}

pub fn nothing_remains(line: &Line, until: Index, choices: &Choices) -> Result<(), TestCaseError> {
    let mut pod = if choices.chance(50) {
        json!({"cpu": [0, choices.below(4), 9], "mem": [0, choices.below(9), 9]})
    } else {
        let cpu = choices.pick(&["1n", "1", "300m", "2500m"]);
        json!({"containers": [{"req": {"cpu": cpu, "mem": choices.pick(&["1", "1Gi", "700Mi"])}}]})
    };
    pod["op"] = json!("reserve");
    pod["pod"] = json!("fresh");
    pod["node"] = json!("n1");
    let unreserve = json!({"op": "unreserve", "pod": "fresh"});
    let moments = after(line, until, &[pod, unreserve.clone(), unreserve]);
    prop_assert_eq!(&moments[0].nodes, &moments[2].nodes);
    prop_assert_eq!(moments[1].changed, moments[1].res["code"] == "Success");
    prop_assert!(!moments[3].changed);
    Ok(())
}

pub fn restart_is_idempotent(line: &Line, until: Index) -> Result<(), TestCaseError> {
    let restart = json!({"op": "restart"});
    let moments = after(line, until, &[restart.clone(), restart]);
    prop_assert_eq!(&moments[1].nodes, &moments[2].nodes);
    prop_assert_eq!(&moments[1].res, &moments[2].res);
    prop_assert!(!moments[2].changed);
    if !moments[1].res["error"].is_null() {
        // A node came that the config does not go with: the old scheduler stays.
        prop_assert!(!moments[1].changed);
        return Ok(());
    }
    for pod in moments[1]
        .nodes
        .values()
        .flat_map(|node| node.pods.values())
    {
        prop_assert!(pod.unit.is_null() && pod.load.is_none() && !pod.migrating);
    }
    Ok(())
}

/// A bad config, then the one in force once more: neither changes a thing, nor does a restart
/// between them see anything of the bad one.
pub fn bad_config_changes_nothing(
    line: &Line,
    until: Index,
    choices: &Choices,
) -> Result<(), TestCaseError> {
    let mut bad = line.0["config"].clone();
    // With overrides, defaults may be too large for any node.
    bad["nodeOverrides"] = json!([]);
    match choices.below(10) {
        8 => bad["memBlockSize"] = json!("3Gi"),
        9 => bad["schedulerName"] = json!("a third one"),
        _ => bad = spoil(choices, bad),
    }
    let bad = json!({"op": "config", "config": bad});
    let restart = json!({"op": "restart"});
    let moments = after(line, until, &[restart.clone(), bad, restart]);
    prop_assert!(
        moments[2].res["error"]["code"] == "config",
        "{}",
        moments[2].res
    );
    prop_assert!(!moments[2].changed);
    prop_assert_eq!(&moments[1].res, &moments[3].res);
    prop_assert!(!moments[3].changed);
    Ok(())
}
