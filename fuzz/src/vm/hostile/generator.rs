//! Events that fit what has happened so far, more or less.

use serde_json::{Value, json};

use super::{PODS, Step};
use crate::vm::random::Choices;
use crate::vm::settings::{SCHEDULER, Scale, config, node, spoil};
use reference::vm::{Both, Kind, Twin, objects::key};

/// Makes one event after another.
pub(super) struct Generator {
    pub(super) scale: Scale,
    pub(super) slot: String,
    pub(super) nodes: Vec<String>,
    /// The plugin so far: what is worth asking depends on it.
    pub(super) twin: Twin,
}

impl Generator {
    pub(super) fn event(&mut self, step: Step, choices: &Choices) -> Value {
        let pod = json!(choices.pick(&PODS));
        match step {
            Step::Agent => self.ask(choices),
            Step::Reserve => self.about("reserve", choices, 0),
            Step::Other => self.about("reserve", choices, 100),
            Step::Filter => {
                let mut event = self.about("filter", choices, 40);
                if choices.chance(60) {
                    event["exclude"] = json!([self.someone(choices), self.someone(choices)]);
                }
                event
            }
            Step::Score => self.about("score", choices, 30),
            Step::Delete => json!({"op": choices.pick(&["delete", "unreserve"]), "pod": pod}),
            Step::Use => {
                let want = [self.amount(choices), self.amount(choices)];
                json!({"op": "vm_use", "pod": self.someone(choices), "want": want})
            }
            Step::Config => {
                let mut config = config(choices, self.scale, &self.slot);
                if choices.chance(35) {
                    config = spoil(choices, config);
                } else if choices.chance(12) {
                    let slots = ["2Gi", "1024Mi", "1073741824", "1Gi"];
                    config["memBlockSize"] = json!(choices.pick(&slots));
                } else if choices.chance(5) {
                    config["schedulerName"] = json!("another");
                }
                json!({"op": "config", "config": config})
            }
            Step::Restart => {
                let mut event = json!({"op": "restart"});
                if choices.chance(40) {
                    let mut config = config(choices, self.scale, &self.slot);
                    match choices.below(16) {
                        13 => config["memBlockSize"] = json!(choices.pick(&["2Gi", "1000Mi"])),
                        14 => config["schedulerName"] = json!("another"),
                        15 => config = spoil(choices, config),
                        _ => (),
                    }
                    event["config"] = config;
                }
                event
            }
            Step::Failed => json!({"op": "migration_end", "pod": self.migrating(choices)}),
            Step::Node => {
                // Some of them exist already or will never be asked about.
                let name = format!("x{}", self.nodes.len() % 4);
                let scale = if choices.chance(30) {
                    Scale::Odd
                } else {
                    self.scale
                };
                if self.twin.nodes.contains_key(&name) && choices.chance(70) {
                    return self.about("score", choices, 30);
                }
                self.nodes.push(name.clone());
                json!({"op": "add_node", "node": name, "total": node(choices, scale)})
            }
        }
    }

    /// A request, mostly one that can be permitted in part.
    fn ask(&self, choices: &Choices) -> Value {
        let pod = self.someone(choices);
        let key = key(&json!(pod));
        let state = self.twin.pods.get(&key).and_then(|pod| match &pod.kind {
            Kind::Vm(state) => Some((pod, state)),
            Kind::Other(_) => None,
        });
        let mut want: Both<i128> = [1, 4];
        if let Some((pod, state)) = state {
            let now = self.twin.known[&pod.node].unit;
            let unit = if choices.chance(5) {
                now
            } else {
                state.unit.unwrap_or(now)
            };
            let units = self.amount(choices);
            want = unit.map(|amount| (amount * i128::from(units)).min(0xffff));
            if state.migrating && choices.chance(60) || choices.chance(10) {
                want = [0, 1].map(|r| state.amounts[r].reserved.min(0xffff));
            }
        }
        if choices.chance(6) {
            want[0] = i128::from(*choices.pick(&[0, 1, 65535, 7]));
        }
        if choices.chance(6) {
            want[1] = i128::from(*choices.pick(&[0, 1, 65535, 9]));
        }
        let mut event = json!({"op": "agent", "pod": pod, "want": want.map(|want| want as i64)});
        // The last ones are the same in half the width.
        let loads = [
            1.0,
            2.0,
            2.0,
            3.0,
            0.5,
            0.1,
            0.0,
            16_777_216.0,
            16_777_217.0,
        ];
        if !choices.chance(15) {
            event["load"] = json!([choices.pick(&loads), choices.pick(&[0.5, 0.25, 22.750_977])]);
        }
        if choices.chance(8) {
            event["proto"] = json!(choices.pick(&[1, 2, 0, 3, 4, 1, 1]));
        }
        event
    }

    /// Filter, Score or Reserve; of a pod that is no VM in so many cases of a hundred.
    fn about(&self, op: &str, choices: &Choices, others: usize) -> Value {
        let mut event = self.object(choices, others, 6);
        event["op"] = json!(op);
        event["pod"] = json!(choices.pick(&PODS));
        event["node"] = if choices.chance(5) {
            json!("nowhere")
        } else {
            json!(choices.pick(&self.nodes))
        };
        event
    }

    pub(super) fn object(&self, choices: &Choices, others: usize, faulty: usize) -> Value {
        if choices.chance(others) {
            let mut object = containers(choices, faulty);
            if choices.chance(faulty) {
                object["sched"] = json!("another");
            }
            return object;
        }
        let [mut cpu, mut memory] = [0, 1].map(|r| {
            let uses = self.amount(choices) * [1, 4][r];
            let max = uses + self.amount(choices) * [1, 4][r];
            [
                uses - choices.below(usize::from(uses > 0) + 1) as u32,
                uses,
                max,
            ]
            .map(|amount| amount.min(0xffff))
        });
        if choices.chance(faulty) {
            let resource = if choices.chance(50) {
                &mut cpu
            } else {
                &mut memory
            };
            resource.swap(choices.below(2), 2);
        }
        let mut object = json!({"cpu": cpu, "mem": memory});
        if choices.chance(faulty) {
            object["slot"] = json!(choices.pick(&["1Gi", "2Gi", "1024Mi", "1Gi"]));
        }
        if choices.chance(faulty) {
            object["sched"] = json!(choices.pick(&["another", SCHEDULER]));
        }
        if choices.chance(12) {
            object["alwaysMigrate"] = json!(true);
        }
        object
    }

    /// Compute units, vCPUs or quarters of slots.
    fn amount(&self, choices: &Choices) -> u32 {
        match self.scale {
            Scale::Small | Scale::Odd => *choices.pick(&[1, 2, 0, 3, 1, 4, 2, 6, 9]),
            Scale::Huge => *choices.pick(&[1, 100, 65535, 30000, 0, 16000, 8000, 65534, 4]),
        }
    }

    /// A pod, mostly one that there is.
    fn someone(&self, choices: &Choices) -> String {
        let keys: Vec<&String> = self.twin.pods.keys().collect();
        if keys.is_empty() || choices.chance(5) {
            return (*choices.pick(&PODS)).to_owned();
        }
        (*choices.pick(&keys)).clone()
    }

    fn migrating(&self, choices: &Choices) -> String {
        let migrating = self.twin.pods.iter().filter(|(_, pod)| match &pod.kind {
            Kind::Vm(state) => state.migrating,
            Kind::Other(_) => false,
        });
        let keys: Vec<&String> = migrating.map(|(key, _)| key).collect();
        if keys.is_empty() || choices.chance(10) {
            return self.someone(choices);
        }
        (*choices.pick(&keys)).clone()
    }
}

/// A pod that is no VM.
fn containers(choices: &Choices, faulty: usize) -> Value {
    let cpus = [
        "500m",
        "1",
        "1n",
        "333m",
        "100u",
        "999999999n",
        "1500m",
        "50m",
        "2",
        "3333333n",
    ];
    let memory = [
        "512Mi",
        "1Gi",
        "1",
        "500m",
        "700Mi",
        "128M",
        "2G",
        "1073741823",
        "1n",
        "1500Mi",
    ];
    let one = |_| {
        let mut container = json!({});
        let mut put = |resource: &str, from: &[&str]| {
            let limit = choices.chance(25);
            if limit && choices.chance(30) {
                container["req"][resource] = json!(choices.pick(&["0", "0m"]));
            }
            if !choices.chance(faulty) {
                let list = if limit { "lim" } else { "req" };
                container[list][resource] = json!(choices.pick(from));
            }
            if !limit && choices.chance(20) {
                container["lim"][resource] = json!(choices.pick(from));
            }
        };
        put("cpu", &cpus);
        put("mem", &memory);
        container
    };
    let count = choices.below(4);
    if count == 3 && choices.chance(50) {
        return json!({});
    }
    (0..count).map(one).collect::<Vec<_>>().into_iter().fold(
        json!({"containers": []}),
        |mut pod, container| {
            let list = pod["containers"].as_array_mut();
            list.expect("containers").push(container);
            pod
        },
    )
}
