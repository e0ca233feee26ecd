//! Why requests were answered so, by the states before and after.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    manifests::{Manifests, key_of},
    recording::{Recording, amounts, list, node, number, pod, text},
};

/// Looks at steps one after another, and remembers what no dump has.
pub(crate) struct Witness<'w> {
    manifests: &'w Manifests,
    /// Of the config in force.
    migrates: bool,
    /// Pods that a person wants to migrate.
    once: BTreeSet<String>,
    mitigations: Value,
}

impl<'w> Witness<'w> {
    pub(crate) fn new(manifests: &'w Manifests, config: &Value, recording: &Recording) -> Self {
        Self {
            manifests,
            migrates: config["doMigration"] != false,
            once: BTreeSet::new(),
            mitigations: recording.run["mitigations"].clone(),
        }
    }

    pub(crate) fn step(&mut self, recording: &Recording, step: usize) -> Result<(), TestCaseError> {
        let event = recording.event(step);
        let told = &recording.moments[step]["request"];
        let key = text(&event["pod"]).to_owned();
        let done = event["result"] == "ok";
        match text(&event["kind"]) {
            "request" if event["result"] != "away" => {
                self.request(recording, step, told)
                    .map_err(|error| TestCaseError::fail(format!("{error}: {told}")))?;
                if event["migrate"] == true {
                    self.once.remove(&key);
                }
                return Ok(());
            }
            "migrate" if done => {
                self.once.insert(key);
            }
            "delete" | "unreserve" | "migration-done" if event["result"] != "away" => {
                self.once.remove(&key);
            }
            kind @ ("config" | "restart") if done => {
                let path = text(&event["path"]);
                let at = path
                    .trim_start_matches("spec.events[")
                    .trim_end_matches(']');
                let stated = &self.manifests.spec["events"][at.parse::<usize>().expect("a place")];
                let config = match kind {
                    "config" => &stated["config"],
                    _ => &stated["restart"]["config"],
                };
                if config.is_object() {
                    self.migrates = config["doMigration"] != false;
                }
            }
            _ => {}
        }
        prop_assert!(told.is_null(), "{} at {}", told, step);
        Ok(())
    }

    fn request(
        &self,
        recording: &Recording,
        step: usize,
        told: &Value,
    ) -> Result<(), TestCaseError> {
        let event = recording.event(step);
        let (dump, after) = (&recording.dumps[step - 1], &recording.dumps[step]);
        for field in ["pod", "want", "permit", "migrate"] {
            prop_assert_eq!(&told[field], &event[field]);
        }
        prop_assert_eq!(told["status"].to_string(), text(&event["result"]));
        prop_assert_eq!(&told["problem"], &event["problem"]);
        prop_assert_eq!(told["problem"].is_null(), told["status"] == 200);
        let key = text(&told["pod"]);
        let Some((was, vm)) = pod(dump, key) else {
            prop_assert!(told["status"] != 200);
            for field in [
                "cpu",
                "memory",
                "pressure",
                "computeUnit",
                "lastComputeUnit",
            ] {
                prop_assert!(told[field].is_null(), "{}", field);
            }
            return Ok(());
        };
        let (now, vm_now) = pod(after, key).expect("the same pod");
        prop_assert_eq!(&told["node"], &was["name"]);
        prop_assert_eq!(&told["lastComputeUnit"], &vm["computeUnit"]);
        let permitted = told["status"] == 200;
        let unit = if permitted {
            &now["computeUnit"]
        } else {
            &Value::Null
        };
        prop_assert_eq!(&told["computeUnit"], unit);
        self.pressure(&told["pressure"], was)?;

        let object = self.manifests.vms.iter().find(|vm| stem(key) == key_of(vm));
        let labelled = object.is_some_and(|vm| vm["metadata"]["labels"].is_object());
        let forced = (labelled || self.once.contains(key)) && !vm["load"].is_null();
        let was_head = vm["queueIndex"] == 0;
        let hot = was["tooMuchPressure"] == true;
        let already = vm["migrating"] == true;
        let starts = ((was_head && hot) || forced) && !already && self.migrates && permitted;
        prop_assert_eq!(
            &told["migration"],
            &json!({
                "wasHead": was_head, "wasTooMuchPressure": hot, "forced": forced, "already": already,
                "enabled": self.migrates, "starts": starts,
            })
        );
        prop_assert_eq!(&told["migrate"], starts);
        prop_assert_eq!(
            &told["queue"],
            &json!({
                "before": vm["queueIndex"], "after": vm_now["queueIndex"],
                "headBefore": was["queue"][0], "headAfter": now["queue"][0],
                "length": list(&now["queue"]).count(),
            })
        );
        for (resource, name) in [("cpu", "vCPUs"), ("memory", "mem")] {
            let settled = &told[resource];
            if !permitted || already {
                prop_assert!(settled.is_null());
                continue;
            }
            let [total, system, _, reserved, ..] = amounts(&was[resource]);
            let room = (total - system - reserved).max(0);
            let want = number(&told["want"][name]);
            let before = number(&vm[resource]["reserved"]);
            let given = if want <= before {
                want
            } else if starts {
                before
            } else {
                before + room.min(want - before)
            };
            prop_assert_eq!(&told["permit"][name], given);
            prop_assert_eq!(&vm_now[resource]["reserved"], given);
            let rule = match want - before {
                0 => "unchanged",
                more if more < 0 => "decrease",
                _ if starts => "migration-starts",
                more if room >= more => "in-full",
                _ if room > 0 => "in-part",
                _ => "nothing-left",
            };
            prop_assert_eq!(
                settled,
                &json!({
                    "asked": want, "before": before, "permit": given, "remaining": room,
                    "increase": (given - before).max(0), "denied": (want - given).max(0),
                    "bufferBefore": vm[resource]["buffer"], "rule": rule,
                })
            );
        }
        Ok(())
    }

    /// Both sides of the inequality, from the node's amounts.
    fn pressure(&self, told: &Value, state: &Value) -> Result<(), TestCaseError> {
        let mut exceeds = false;
        for resource in ["cpu", "memory"] {
            let [_, _, watermark, reserved, buffer, pressure, accounted_for] =
                amounts(&state[resource]);
            let logical = (reserved - watermark).max(0);
            let below = (watermark - reserved).max(0);
            // Of something, never nothing.
            let capacity = match self.mitigations["capacityPressureFactor"].as_f64() {
                Some(factor) if pressure > 0 => ((pressure as f64 * factor) as i64).max(1),
                _ => pressure,
            };
            let (left, right) = (logical + capacity, accounted_for + buffer + below);
            exceeds |= left > right;
            prop_assert_eq!(
                &told[resource],
                &json!({
                    "watermark": watermark, "reserved": reserved, "logicalPressure": logical,
                    "capacityPressure": capacity, "pressureAccountedFor": accounted_for, "buffer": buffer,
                    "below": below, "left": left, "right": right, "exceeds": left > right,
                })
            );
        }
        let [cpu, memory] = ["cpu", "memory"].map(|resource| amounts(&state[resource]));
        let below = cpu[3] <= cpu[2] && memory[3] < memory[2];
        prop_assert_eq!(&told["belowWatermarks"], below);
        prop_assert_eq!(&told["tooMuchPressure"], !below && exceeds);
        prop_assert_eq!(&told["tooMuchPressure"], &state["tooMuchPressure"]);
        Ok(())
    }
}

/// The pod of the text that a pod goes back to.
fn stem(key: &str) -> &str {
    match key.rsplit_once("-m") {
        Some((stem, digits)) if digits.parse::<u32>().is_ok() => stem,
        _ => key,
    }
}

/// The pressure that a moment has of its nodes is that after the step.
pub(crate) fn pressure_after(recording: &Recording, step: usize) -> Result<(), TestCaseError> {
    for told in list(&recording.moments[step]["pressure"]) {
        let state = node(&recording.dumps[step], text(&told["node"])).expect("a node");
        prop_assert_eq!(&told["tooMuchPressure"], &state["tooMuchPressure"]);
        for resource in ["cpu", "memory"] {
            prop_assert_eq!(&told[resource]["reserved"], &state[resource]["reserved"]);
        }
    }
    Ok(())
}
