//! The log of a run, given to the twin of the plugin step by step.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::{
    manifests::{Manifests, key_of},
    recording::{Recording, compact, list, number, pod, text},
};
use reference::vm::{Twin, shape as twin_shape};
use schedscope_fuzz::vm::shape;

/// What a run did, by the twin. A migration that a person starts is no event of the raw form: the
/// twin's VM gets the label for tests instead, until it migrates.
pub(crate) struct Player<'w> {
    manifests: &'w Manifests,
    twin: Twin,
    /// What pods are, in the raw form.
    objects: BTreeMap<String, Value>,
    exists: BTreeSet<String>,
    successors: BTreeMap<String, String>,
    /// Pods that a person wants to migrate.
    once: BTreeSet<String>,
}

impl<'w> Player<'w> {
    pub(crate) fn start(manifests: &'w Manifests, config: &Value) -> Result<Self, String> {
        let later: Vec<&Value> = events(manifests)
            .map(|event| &event["addNode"]["node"])
            .filter(|name| !name.is_null())
            .collect();
        let mut nodes = Vec::new();
        let mut exists = BTreeSet::new();
        for node in &manifests.nodes {
            let name = &node["metadata"]["name"];
            if !later.contains(&name) {
                let size = size(node);
                nodes.push(json!({"name": name, "cpu": size["cpu"], "mem": size["mem"]}));
                exists.insert(text(name).to_owned());
            }
        }
        let mut objects = BTreeMap::new();
        let mut initial = Vec::new();
        let scheduler = &config["schedulerName"];
        for (key, raw, node) in pods(manifests) {
            let is_ours = raw.get("sched").is_none_or(|name| name == scheduler);
            if is_ours && exists.contains(node) {
                let mut pod = raw.clone();
                pod["pod"] = json!(key);
                pod["node"] = json!(node);
                initial.push(pod);
            }
            objects.insert(key, raw);
        }
        let line = json!({"config": config, "nodes": nodes, "initial": initial});
        Ok(Self {
            manifests,
            twin: Twin::start(&line)?,
            objects,
            exists,
            successors: BTreeMap::new(),
            once: BTreeSet::new(),
        })
    }

    /// Where the twin's state is not that of a dump.
    pub(crate) fn difference(&self, dump: &Value) -> Option<String> {
        let mut nodes = Map::new();
        twin_shape::step(&self.twin, &json!({}), &mut nodes);
        let essence = |nodes: Map<String, Value>| shape::step(&json!({"res": {}, "d": nodes}));
        shape::difference("", &essence(nodes), &essence(compact(dump)))
    }

    /// Plays a step; `before` is the dump of the one before it.
    pub(crate) fn step(&mut self, recording: &Recording, step: usize) -> Result<(), TestCaseError> {
        let event = recording.event(step);
        if event["result"] == "away" {
            return Ok(());
        }
        let key = text(&event["pod"]).to_owned();
        let node = text(&event["node"]).to_owned();
        let stated = self.stated(event).clone();
        match text(&event["kind"]) {
            "load" | "scheduler-down" => {}
            "request" => self.request(recording, step, &key)?,
            kind @ ("reserve" | "filter" | "score") => self.point(event, kind)?,
            "schedule" => self.schedule(event)?,
            "migration-reserve" | "migration-waits" => self.migrate(recording, step)?,
            "unreserve" | "delete" => {
                self.once.remove(&key);
                self.twin.play(&json!({"op": "delete", "pod": key}));
            }
            "migration-done" => {
                let migrations = list(&recording.run["migrations"]);
                // One that is given up without a step ends with the one before.
                let ended = |migration: &&Value| {
                    migration["endStep"] == step && migration["failed"] == false
                };
                let migration = migrations.clone().find(ended).expect("a migration");
                prop_assert_eq!(&migration["pod"], &key);
                let target = text(&migration["target"]).to_owned();
                self.successors.insert(key.clone(), target);
                self.twin.play(&json!({"op": "delete", "pod": key}));
            }
            "use" => {
                let is_there = self.twin.vm(&key).is_some();
                prop_assert_eq!(event["result"] == "ok", is_there, "{}", event);
                if is_there {
                    let want = json!([event["want"]["vCPUs"], event["want"]["mem"]]);
                    self.twin
                        .play(&json!({"op": "vm_use", "pod": key, "want": want}));
                }
            }
            "migrate" => {
                let vm = self.twin.vm(&key);
                prop_assert_eq!(event["result"] == "ok", vm.is_some(), "{}", event);
                if let Some(state) = vm {
                    state.vm.always_migrate = true;
                    self.once.insert(key);
                }
            }
            "migration-failed" => {
                let res = self.twin.play(&json!({"op": "migration_end", "pod": key}));
                prop_assert_eq!(event["result"] == "ok", res["ok"] == true, "{}", event);
            }
            "add-node" => {
                let mut nodes = self.manifests.nodes.iter();
                let object = nodes.find(|object| object["metadata"]["name"] == node);
                if let Some(object) = object {
                    self.exists.insert(node.clone());
                    self.twin
                        .play(&json!({"op": "add_node", "node": node, "total": size(object)}));
                }
            }
            "config" => {
                let res = self
                    .twin
                    .play(&json!({"op": "config", "config": stated["config"]}));
                prop_assert_eq!(
                    event["result"] == "ok",
                    res["ok"] == true,
                    "{} {}",
                    event,
                    res
                );
            }
            "restart" => {
                let mut raw = json!({"op": "restart"});
                if let Some(config) = stated["restart"].get("config") {
                    raw["config"] = config.clone();
                }
                let res = self.twin.play(&raw);
                prop_assert_eq!(
                    event["result"] == "ok",
                    res["ok"] == true,
                    "{} {}",
                    event,
                    res
                );
                let over = list(&recording.run["overBudget"]).filter(|over| over["step"] == step);
                let over: BTreeSet<&str> = over.map(|over| text(&over["node"])).collect();
                let expected = res["overBudget"].as_object().into_iter().flatten();
                let expected: BTreeSet<&str> = expected.map(|(name, _)| name.as_str()).collect();
                prop_assert_eq!(over, expected);
            }
            other => prop_assert!(false, "unknown kind {other}"),
        }
        Ok(())
    }

    fn point(&mut self, event: &Value, kind: &str) -> Result<(), TestCaseError> {
        let key = text(&event["pod"]).to_owned();
        let stated = self.stated(event).clone();
        let Some(mut raw) = self.objects.get(&key).cloned() else {
            prop_assert_eq!(&event["result"], "error");
            return Ok(());
        };
        raw["op"] = json!(kind);
        raw["pod"] = json!(key);
        raw["node"] = stated[kind]["node"].clone();
        let gone = list(&stated["filter"]["exclude"]);
        raw["exclude"] = gone.map(|name| json!(self.named(name))).collect();
        let res = self.twin.play(&raw);
        prop_assert_eq!(&event["result"], &res["code"], "{}", event);
        if kind == "score" && res["code"] == "Success" {
            prop_assert_eq!(&event["score"], &res["score"]);
        }
        Ok(())
    }

    fn schedule(&mut self, event: &Value) -> Result<(), TestCaseError> {
        let key = text(&event["pod"]).to_owned();
        let node = text(&event["node"]).to_owned();
        let Some(raw) = self.objects.get(&key).cloned() else {
            prop_assert_eq!(&event["result"], "error");
            return Ok(());
        };
        if self.twin.pods.contains_key(&key) {
            prop_assert_eq!(&event["result"], "Error");
            return Ok(());
        }
        let best = self.best(&raw, "");
        let found = (event["result"] == "Success").then_some(node);
        prop_assert_eq!(&found, &best);
        self.take(raw, &key, found.as_deref())
    }

    /// A node is looked for, for a VM that migrates.
    fn migrate(&mut self, recording: &Recording, step: usize) -> Result<(), TestCaseError> {
        let event = recording.event(step);
        let before = &recording.dumps[step - 1];
        let kind = text(&event["kind"]);
        let key = text(&event["pod"]).to_owned();
        let node = text(&event["node"]).to_owned();
        let migration = list(&recording.run["migrations"]).find(|migration| {
            if kind == "migration-waits" {
                let ended = migration["endStep"].as_u64();
                migration["pod"] == key && ended.is_none_or(|ended| ended > step as u64)
            } else {
                migration["target"] == key
            }
        });
        let migration = migration.expect("a migration");
        let source = text(&migration["pod"]).to_owned();
        let mut raw = self.objects[&source].clone();
        let (from, vm) = pod(before, &source).expect("the pod that leaves");
        for (resource, name) in [("cpu", "vCPUs"), ("mem", "mem")] {
            raw[resource][1] = vm["use"][name].clone();
        }
        prop_assert_eq!(&from["name"], &migration["from"]);
        let best = self.best(&raw, text(&from["name"]));
        let found = (kind == "migration-reserve").then_some(node);
        prop_assert_eq!(&found, &best, "{}", event);
        if found.is_some() {
            self.objects.insert(key.clone(), raw.clone());
        }
        self.take(raw, &key, found.as_deref())
    }

    fn request(
        &mut self,
        recording: &Recording,
        step: usize,
        key: &str,
    ) -> Result<(), TestCaseError> {
        let event = recording.event(step);
        let told = &recording.moments[step]["request"];
        let mut raw = json!({
            "op": "agent", "pod": key, "proto": told["protocol"],
            "want": [event["want"]["vCPUs"], event["want"]["mem"]],
        });
        if !told["load"].is_null() {
            raw["load"] = told["load"].clone();
        }
        let res = self.twin.play(&raw);
        prop_assert_eq!(
            text(&event["result"]),
            res["status"].to_string(),
            "{}",
            event
        );
        prop_assert_eq!(
            event["migrate"] == true,
            res["migrate"] == true,
            "{}",
            event
        );
        let units =
            |units: &Value| (!units.is_null()).then(|| json!([units["vCPUs"], units["mem"]]));
        prop_assert_eq!(units(&event["permit"]), res.get("permit").cloned());
        prop_assert_eq!(units(&told["computeUnit"]), res.get("cu").cloned());
        if res["migrate"] == true && self.once.remove(key) {
            let object = &self.objects[key];
            let vm = self.twin.vm(key).expect("a VM");
            vm.vm.always_migrate = object["alwaysMigrate"] == true;
        }
        Ok(())
    }

    /// The first by name of the nodes with room that score highest; all but one are asked.
    fn best(&mut self, raw: &Value, except: &str) -> Option<String> {
        let mut best: Option<(i64, String)> = None;
        for node in self.exists.clone() {
            if node == except {
                continue;
            }
            let mut raw = raw.clone();
            raw["node"] = json!(node);
            raw["op"] = json!("filter");
            if self.twin.play(&raw)["code"] != "Success" {
                continue;
            }
            raw["op"] = json!("score");
            let score = number(&self.twin.play(&raw)["score"]);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, node));
            }
        }
        best.map(|(_, node)| node)
    }

    fn take(&mut self, mut raw: Value, key: &str, node: Option<&str>) -> Result<(), TestCaseError> {
        if let Some(node) = node {
            raw["op"] = json!("reserve");
            raw["pod"] = json!(key);
            raw["node"] = json!(node);
            let res = self.twin.play(&raw);
            prop_assert_eq!(&res["code"], "Success");
        }
        Ok(())
    }

    /// The pod that a name of the timeline stands for.
    fn named(&self, name: &Value) -> String {
        let mut key = text(name).to_owned();
        if !key.contains('/') {
            key = format!("default/{key}");
        }
        let mut pod = &key;
        while !self.twin.pods.contains_key(pod) {
            match self.successors.get(pod) {
                Some(next) => pod = next,
                None => return key,
            }
        }
        pod.clone()
    }

    /// What the timeline says of a step.
    fn stated(&self, event: &Value) -> &Value {
        let path = text(&event["path"]);
        let at = path
            .strip_prefix("spec.events[")
            .and_then(|rest| rest.strip_suffix(']'));
        let at: Option<usize> = at.and_then(|at| at.parse().ok());
        at.map_or(&Value::Null, |at| &self.manifests.spec["events"][at])
    }
}

fn events(manifests: &Manifests) -> impl Iterator<Item = &Value> {
    list(&manifests.spec["events"])
}

fn size(node: &Value) -> Value {
    let of = &node["status"]["allocatable"];
    json!({"cpu": of["cpu"], "mem": of["memory"]})
}

/// Pods, what they are in the raw form, and their nodes.
fn pods(manifests: &Manifests) -> Vec<(String, Value, &str)> {
    let mut pods = Vec::new();
    for vm in &manifests.vms {
        let guest = &vm["spec"]["guest"];
        let three = |of: &Value| json!([of["min"], of["use"], of["max"]]);
        let mut raw = json!({
            "cpu": three(&guest["cpus"]), "mem": three(&guest["memorySlots"]),
            "slot": guest.get("memorySlotSize").unwrap_or(&json!("1Gi")),
            "alwaysMigrate": vm["metadata"]["labels"].is_object(),
        });
        if let Some(scheduler) = vm["spec"].get("schedulerName") {
            raw["sched"] = scheduler.clone();
        }
        pods.push((key_of(vm), raw, text(&vm["status"]["node"])));
    }
    for pod in &manifests.pods {
        let containers = list(&pod["spec"]["containers"]).map(|container| {
            let asked = &container["resources"]["requests"];
            json!({"req": {"cpu": asked["cpu"], "mem": asked["memory"]}})
        });
        let containers: Vec<Value> = containers.collect();
        let raw = json!({"containers": containers, "sched": pod["spec"]["schedulerName"]});
        let name = text(&pod["metadata"]["name"]);
        pods.push((
            format!("default/{name}"),
            raw,
            text(&pod["spec"]["nodeName"]),
        ));
    }
    pods
}
