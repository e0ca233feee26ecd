//! Events that fit what has happened so far, more or less.

use serde_json::{Value, json};

use super::{PODS, Step};
use crate::{
    dice::Dice,
    reference::vm::{Both, Kind, Twin, objects::key},
    settings::{SCHEDULER, Scale, config, node, spoil},
};

/// Makes one event after another.
pub(super) struct Maker {
    pub(super) scale: Scale,
    pub(super) slot: String,
    pub(super) nodes: Vec<String>,
    /// The plugin so far: what is worth asking depends on it.
    pub(super) twin: Twin,
}

impl Maker {
    pub(super) fn event(&mut self, step: Step, dice: &Dice) -> Value {
        let pod = json!(dice.pick(&PODS));
        match step {
            Step::Agent => self.ask(dice),
            Step::Reserve => self.about("reserve", dice, 0),
            Step::Other => self.about("reserve", dice, 100),
            Step::Filter => {
                let mut event = self.about("filter", dice, 40);
                if dice.chance(60) {
                    event["exclude"] = json!([self.someone(dice), self.someone(dice)]);
                }
                event
            }
            Step::Score => self.about("score", dice, 30),
            Step::Delete => json!({"op": dice.pick(&["delete", "unreserve"]), "pod": pod}),
            Step::Use => {
                let want = [self.amount(dice), self.amount(dice)];
                json!({"op": "vm_use", "pod": self.someone(dice), "want": want})
            }
            Step::Config => {
                let mut config = config(dice, self.scale, &self.slot);
                if dice.chance(35) {
                    config = spoil(dice, config);
                } else if dice.chance(12) {
                    let slots = ["2Gi", "1024Mi", "1073741824", "1Gi"];
                    config["memBlockSize"] = json!(dice.pick(&slots));
                } else if dice.chance(5) {
                    config["schedulerName"] = json!("another");
                }
                json!({"op": "config", "config": config})
            }
            Step::Restart => {
                let mut event = json!({"op": "restart"});
                if dice.chance(40) {
                    let mut config = config(dice, self.scale, &self.slot);
                    match dice.below(16) {
                        13 => config["memBlockSize"] = json!(dice.pick(&["2Gi", "1000Mi"])),
                        14 => config["schedulerName"] = json!("another"),
                        15 => config = spoil(dice, config),
                        _ => (),
                    }
                    event["config"] = config;
                }
                event
            }
            Step::Failed => json!({"op": "migration_end", "pod": self.migrating(dice)}),
            Step::Node => {
                // Some of them exist already or will never be asked about.
                let name = format!("x{}", self.nodes.len() % 4);
                let scale = if dice.chance(30) {
                    Scale::Odd
                } else {
                    self.scale
                };
                if self.twin.nodes.contains_key(&name) && dice.chance(70) {
                    return self.about("score", dice, 30);
                }
                self.nodes.push(name.clone());
                json!({"op": "add_node", "node": name, "total": node(dice, scale)})
            }
        }
    }

    /// A request, mostly one that can be granted in part.
    fn ask(&self, dice: &Dice) -> Value {
        let pod = self.someone(dice);
        let key = key(&json!(pod));
        let state = self.twin.pods.get(&key).and_then(|pod| match &pod.kind {
            Kind::Vm(state) => Some((pod, state)),
            Kind::Other(_) => None,
        });
        let mut want: Both<i128> = [1, 4];
        if let Some((pod, state)) = state {
            let now = self.twin.known[&pod.node].unit;
            let unit = if dice.chance(5) {
                now
            } else {
                state.unit.unwrap_or(now)
            };
            let units = self.amount(dice);
            want = unit.map(|amount| (amount * i128::from(units)).min(0xffff));
            if state.migrating && dice.chance(60) || dice.chance(10) {
                want = [0, 1].map(|r| state.amounts[r].reserved.min(0xffff));
            }
        }
        if dice.chance(6) {
            want[0] = i128::from(*dice.pick(&[0, 1, 65535, 7]));
        }
        if dice.chance(6) {
            want[1] = i128::from(*dice.pick(&[0, 1, 65535, 9]));
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
        if !dice.chance(15) {
            event["load"] = json!([dice.pick(&loads), dice.pick(&[0.5, 0.25, 22.750_977])]);
        }
        if dice.chance(8) {
            event["proto"] = json!(dice.pick(&[1, 2, 0, 3, 4, 1, 1]));
        }
        event
    }

    /// Filter, Score or Reserve; of a pod that is no VM in so many cases of a hundred.
    fn about(&self, op: &str, dice: &Dice, others: usize) -> Value {
        let mut event = self.object(dice, others, 6);
        event["op"] = json!(op);
        event["pod"] = json!(dice.pick(&PODS));
        event["node"] = if dice.chance(5) {
            json!("nowhere")
        } else {
            json!(dice.pick(&self.nodes))
        };
        event
    }

    pub(super) fn object(&self, dice: &Dice, others: usize, faulty: usize) -> Value {
        if dice.chance(others) {
            let mut object = containers(dice, faulty);
            if dice.chance(faulty) {
                object["sched"] = json!("another");
            }
            return object;
        }
        let [mut cpu, mut memory] = [0, 1].map(|r| {
            let uses = self.amount(dice) * [1, 4][r];
            let max = uses + self.amount(dice) * [1, 4][r];
            [
                uses - dice.below(usize::from(uses > 0) + 1) as u32,
                uses,
                max,
            ]
            .map(|amount| amount.min(0xffff))
        });
        if dice.chance(faulty) {
            let resource = if dice.chance(50) {
                &mut cpu
            } else {
                &mut memory
            };
            resource.swap(dice.below(2), 2);
        }
        let mut object = json!({"cpu": cpu, "mem": memory});
        if dice.chance(faulty) {
            object["slot"] = json!(dice.pick(&["1Gi", "2Gi", "1024Mi", "1Gi"]));
        }
        if dice.chance(faulty) {
            object["sched"] = json!(dice.pick(&["another", SCHEDULER]));
        }
        if dice.chance(12) {
            object["alwaysMigrate"] = json!(true);
        }
        object
    }

    /// Compute units, vCPUs or quarters of slots.
    fn amount(&self, dice: &Dice) -> u32 {
        match self.scale {
            Scale::Small | Scale::Odd => *dice.pick(&[1, 2, 0, 3, 1, 4, 2, 6, 9]),
            Scale::Huge => *dice.pick(&[1, 100, 65535, 30000, 0, 16000, 8000, 65534, 4]),
        }
    }

    /// A pod, mostly one that there is.
    fn someone(&self, dice: &Dice) -> String {
        let keys: Vec<&String> = self.twin.pods.keys().collect();
        if keys.is_empty() || dice.chance(5) {
            return (*dice.pick(&PODS)).to_owned();
        }
        (*dice.pick(&keys)).clone()
    }

    fn migrating(&self, dice: &Dice) -> String {
        let migrating = self.twin.pods.iter().filter(|(_, pod)| match &pod.kind {
            Kind::Vm(state) => state.migrating,
            Kind::Other(_) => false,
        });
        let keys: Vec<&String> = migrating.map(|(key, _)| key).collect();
        if keys.is_empty() || dice.chance(10) {
            return self.someone(dice);
        }
        (*dice.pick(&keys)).clone()
    }
}

/// A pod that is no VM.
fn containers(dice: &Dice, faulty: usize) -> Value {
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
            let limit = dice.chance(25);
            if limit && dice.chance(30) {
                container["req"][resource] = json!(dice.pick(&["0", "0m"]));
            }
            if !dice.chance(faulty) {
                let list = if limit { "lim" } else { "req" };
                container[list][resource] = json!(dice.pick(from));
            }
            if !limit && dice.chance(20) {
                container["lim"][resource] = json!(dice.pick(from));
            }
        };
        put("cpu", &cpus);
        put("mem", &memory);
        container
    };
    let count = dice.below(4);
    if count == 3 && dice.chance(50) {
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
