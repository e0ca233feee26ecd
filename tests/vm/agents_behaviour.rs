//! Sequences of well-behaved agents: each asks for no more than its VM's maximum, keeps within its
//! last permit while the scheduler is away, and its first request after a restart is at most that.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use proptest::prelude::*;
use serde_json::{Value, json};

use reference::vm::{Both, Kind, State, Twin, objects::key};
use schedscope_fuzz::vm::random::{Choices, choices};
use schedscope_fuzz::vm::settings::{Scale, config, node};

/// What of the config changes on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changes {
    Nothing,
    /// Watermarks, compute units and whether anything migrates.
    Pressure,
    /// `system`, too.
    System,
}

#[derive(Clone)]
pub(crate) struct Story {
    pub(crate) line: Value,
    pub(crate) changes: Changes,
    /// The permits of the previous scheduler were within `total - system`, not just `total`.
    pub(crate) tight: bool,
    /// So many events, then all agents have been in touch and asked for what fits.
    pub(crate) settled: usize,
}

impl fmt::Debug for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (changes, tight, settled) = (self.changes, self.tight, self.settled);
        write!(f, "{}\n{changes:?}, {tight}, {settled}", self.line)
    }
}

pub(crate) fn stories() -> BoxedStrategy<Story> {
    let changes = prop::sample::select(vec![Changes::Nothing, Changes::Pressure, Changes::System]);
    let steps = || prop::collection::vec(choices(16), 0..30);
    (changes, any::<bool>(), choices(120), steps(), steps())
        .prop_map(|(changes, tight, start, before, after)| {
            story(changes, tight, &start, &before, &after)
        })
        .boxed()
}

const PODS: [&str; 8] = ["a", "b", "c", "d", "e", "f", "g", "h"];

fn story(
    changes: Changes,
    tight: bool,
    start: &Choices,
    before: &[Choices],
    after: &[Choices],
) -> Story {
    let nodes = (1..=1 + start.below(2)).map(|number| {
        let mut node = node(start, Scale::Small);
        node["name"] = json!(format!("n{number}"));
        node
    });
    let mut line = json!({
        "config": config(start, Scale::Small, "1Gi"), "nodes": nodes.collect::<Vec<_>>(),
        "initial": [], "events": [],
    });
    let mut agents = Agents {
        twin: Twin::start(&line).expect("small configs fit small nodes"),
        config: line["config"].clone(),
        permits: BTreeMap::new(),
        met: BTreeSet::new(),
        events: Vec::new(),
    };
    line["initial"] = agents.population(start, tight);
    agents.twin = Twin::start(&line).expect("the same");
    for choices in before {
        agents.act(changes, choices);
    }
    agents.settle(start);
    let settled = agents.events.len();
    for choices in after {
        let lasting = if changes == Changes::System {
            Changes::Pressure
        } else {
            changes
        };
        agents.act(lasting, choices);
    }
    line["events"] = json!(agents.events);
    Story {
        line,
        changes,
        tight,
        settled,
    }
}

struct Agents {
    twin: Twin,
    /// In force.
    config: Value,
    /// What each VM was allowed last.
    permits: BTreeMap<String, Both<i128>>,
    /// Who has been in touch since the last restart.
    met: BTreeSet<String>,
    events: Vec<Value>,
}

impl Agents {
    /// What the previous scheduler left.
    fn population(&mut self, choices: &Choices, tight: bool) -> Value {
        let mut pods = Vec::new();
        let known = self.twin.known.clone();
        for (name, known) in &known {
            let mut room =
                [0, 1].map(|r| known.limits[r].total - i128::from(tight) * known.limits[r].system);
            if choices.chance(40) {
                // One vCPU and one slot at most.
                let container = json!({"req": {"cpu": "900m", "mem": "700Mi"}});
                let pod = format!("other/{name}");
                pods.push(json!({"op": "", "pod": pod, "node": name, "containers": [container]}));
                room = room.map(|room| room - 1);
            }
            for pod in PODS {
                let taken = self.permits.contains_key(&key(&json!(pod)));
                if taken || choices.chance(45) {
                    continue;
                }
                let most = room.map(|room| room.max(0) as usize + 1);
                let permit = most.map(|most| choices.below(most.min(7)) as i64);
                let uses = permit.map(|permit| choices.below(permit as usize + 1) as i64);
                let [cpu, memory] =
                    [0, 1].map(|r| [0, uses[r], permit[r] + choices.below(6) as i64]);
                pods.push(json!({"op": "", "pod": pod, "node": name, "cpu": cpu, "mem": memory}));
                let permit = permit.map(i128::from);
                room = [0, 1].map(|r| room[r] - permit[r]);
                self.permits.insert(key(&json!(pod)), permit);
            }
        }
        json!(pods)
    }

    fn play(&mut self, event: Value) {
        let res = self.twin.play(&event);
        let pod = key(&event["pod"]);
        if res["status"] == 200 {
            let permit = [0, 1].map(|r| res["permit"][r].as_i64().expect("a number").into());
            self.permits.insert(pod, permit);
        } else if event["op"] == "reserve" && res["code"] == "Success" {
            if let Some(state) = state(&self.twin, &pod) {
                self.permits.insert(pod.clone(), state.vm.uses);
                self.met.insert(pod);
            }
        } else if event["op"] == "restart" && res["ok"] == true {
            self.met.clear();
        }
        if res["ok"] == true && event.get("config").is_some() {
            self.config = event["config"].clone();
        }
        self.events.push(event);
    }

    fn act(&mut self, changes: Changes, choices: &Choices) {
        let vms = self.vms();
        let vm = || vms.get(choices.below(vms.len())).cloned();
        let event = match choices.below(20) {
            0..=8 => vm().map(|pod| self.ask(&pod, choices)),
            9 | 10 => vm().map(|pod| {
                let uses = self.permits[&pod].map(|most| choices.below(most as usize + 1));
                json!({"op": "vm_use", "pod": pod, "want": uses})
            }),
            11..=13 => {
                let [cpu, memory] = [0, 1].map(|r| {
                    let uses = choices.below(4) * [1, 4][r];
                    [0, uses, uses + choices.below(12)]
                });
                let (pod, node) = (choices.pick(&PODS), choices.pick(&["n1", "n2"]));
                Some(json!({"op": "reserve", "pod": pod, "node": node, "cpu": cpu, "mem": memory}))
            }
            14 => {
                let cpu = choices.pick(&["1n", "700m", "2"]);
                let container = json!({"req": {"cpu": cpu, "mem": choices.pick(&["1", "700Mi"])}});
                let (pod, node) = (choices.pick(&["x", "y", "z"]), choices.pick(&["n1", "n2"]));
                let containers = [container];
                Some(json!({"op": "reserve", "pod": pod, "node": node, "containers": containers}))
            }
            15 => vm().map(|pod| json!({"op": "delete", "pod": pod})),
            16 => Some(json!({"op": "unreserve", "pod": choices.pick(&["x", "y", "z"])})),
            17 => vm().map(|pod| json!({"op": "migration_end", "pod": pod})),
            18 => Some(json!({"op": "restart"})),
            _ => self.change(changes, choices),
        };
        if let Some(event) = event {
            self.play(event);
        }
    }

    fn vms(&self) -> Vec<String> {
        let vms = self.twin.pods.iter();
        let vms = vms.filter(|(_, pod)| matches!(pod.kind, Kind::Vm(_)));
        vms.map(|(key, _)| key.clone()).collect()
    }

    fn ask(&self, pod: &str, choices: &Choices) -> Value {
        let state = state(&self.twin, pod).expect("a VM");
        let unit = state
            .unit
            .unwrap_or(self.twin.known[&self.twin.pods[pod].node].unit);
        let max = state.vm.max;
        let units = choices.below(9) as i128;
        let mut units = units.min((max[0] / unit[0]).min(max[1] / unit[1]));
        if !self.met.contains(pod) {
            let most = self.permits[pod];
            units = units.min((most[0] / unit[0]).min(most[1] / unit[1]));
        }
        let mut want = unit.map(|amount| amount * units);
        if state.migrating {
            want = [0, 1].map(|r| state.amounts[r].reserved);
        }
        request(pod, want, choices)
    }

    fn change(&self, changes: Changes, choices: &Choices) -> Option<Value> {
        let mut config = config(choices, Scale::Small, "1Gi");
        match changes {
            Changes::Nothing => return None,
            Changes::System => (),
            Changes::Pressure => {
                let new = config["nodeDefaults"].clone();
                config["nodeOverrides"] = self.config["nodeOverrides"].clone();
                config["nodeDefaults"] = self.config["nodeDefaults"].clone();
                take_over(&mut config["nodeDefaults"], &new);
                for one in config["nodeOverrides"].as_array_mut().expect("overrides") {
                    take_over(&mut one["config"], &new);
                }
            }
        }
        Some(json!({"op": choices.pick(&["config", "restart"]), "config": config}))
    }

    /// Everybody asks for what fits beside the pods that are no VMs; who migrates is gone.
    fn settle(&mut self, choices: &Choices) {
        let nodes: Vec<String> = self.twin.known.keys().cloned().collect();
        for node in nodes {
            let sums = self.twin.sums(&node);
            let known = &self.twin.known[&node];
            let reservable = [0, 1].map(|r| known.limits[r].total - known.limits[r].system);
            let current = known.unit;
            let mut room = [0, 1].map(|r| (reservable[r] - sums[r].other).max(0));
            for pod in self.vms() {
                if self.twin.pods[&pod].node != node {
                    continue;
                }
                let state = state(&self.twin, &pod).expect("a VM");
                if state.migrating {
                    self.play(json!({"op": "delete", "pod": pod}));
                    continue;
                }
                let unit = state.unit.unwrap_or(current);
                let most = [0, 1].map(|r| room[r].min(self.permits[&pod][r]) / unit[r]);
                let units = choices.below(most[0].min(most[1]) as usize + 1) as i128;
                let want = unit.map(|amount| amount * units);
                room = [0, 1].map(|r| room[r] - want[r]);
                let event = request(&pod, want, choices);
                self.play(event);
            }
        }
    }
}

/// Watermarks and the compute unit of a new config, `system` of the old one.
fn take_over(old: &mut Value, new: &Value) {
    old["cpu"]["watermark"] = new["cpu"]["watermark"].clone();
    old["memory"]["watermark"] = new["memory"]["watermark"].clone();
    old["computeUnit"] = new["computeUnit"].clone();
}

fn request(pod: &str, want: Both<i128>, choices: &Choices) -> Value {
    let mut event = json!({"op": "agent", "pod": pod, "want": want.map(|want| want as i64)});
    if !choices.chance(20) {
        event["load"] = json!([choices.pick(&[1, 2, 2, 3]), 0]);
    }
    event
}

fn state<'a>(twin: &'a Twin, pod: &str) -> Option<&'a State> {
    match &twin.pods.get(pod)?.kind {
        Kind::Vm(state) => Some(state),
        Kind::Other(_) => None,
    }
}
