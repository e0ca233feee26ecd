//! Sequences of events that nobody would send, and some that everybody does.

mod generator;

use std::{collections::BTreeSet, fmt};

use generator::Generator;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::random::{Choices, choices};
use super::settings::{SCHEDULER, Scale, config, node, spoil};
use reference::vm::Twin;

/// A question `vmEvents`: `config`, `nodes`, `initial` and `events`.
#[derive(Clone)]
pub struct Line(pub Value);

impl fmt::Debug for Line {
    /// As a line of vectors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Line {
    /// The fewest events and pods with which something still goes wrong.
    pub fn smallest(&self, wrong: impl Fn(&Self) -> bool) -> Self {
        let mut smallest = self.clone();
        let mut size = usize::MAX;
        while size > smallest.size() {
            size = smallest.size();
            for list in ["events", "initial"] {
                for at in (0..smallest.list(list).len()).rev() {
                    let mut fewer = smallest.clone();
                    fewer.list(list).remove(at);
                    if wrong(&fewer) {
                        smallest = fewer;
                    }
                }
            }
        }
        smallest
    }

    fn size(&mut self) -> usize {
        self.list("events").len() + self.list("initial").len()
    }

    fn list(&mut self, name: &str) -> &mut Vec<Value> {
        self.0[name].as_array_mut().expect("a list")
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Step {
    Agent,
    Reserve,
    Other,
    Delete,
    Filter,
    Score,
    Use,
    Config,
    Restart,
    Failed,
    Node,
}

use Step::{Agent, Config, Delete, Failed, Filter, Node, Other, Reserve, Restart, Score, Use};

/// What happens how often.
const FLAVOURS: [&[(u32, Step)]; 4] = [
    // A queue that is always in motion.
    &[
        (30, Agent),
        (4, Reserve),
        (1, Other),
        (2, Delete),
        (2, Failed),
        (1, Restart),
    ],
    &[
        (8, Agent),
        (4, Reserve),
        (3, Other),
        (3, Delete),
        (3, Filter),
        (2, Score),
        (1, Use),
        (2, Config),
        (2, Restart),
        (1, Failed),
        (2, Node),
    ],
    // Pods that are no VMs, under margins that move.
    &[
        (3, Agent),
        (2, Reserve),
        (8, Other),
        (3, Delete),
        (3, Filter),
        (5, Config),
        (1, Restart),
    ],
    // A scheduler that cannot stay up.
    &[
        (10, Agent),
        (2, Reserve),
        (1, Delete),
        (2, Use),
        (4, Restart),
        (1, Config),
        (1, Other),
    ],
];

pub fn lines() -> BoxedStrategy<Line> {
    lines_of(45)
}

/// Lines of fewer than so many events.
pub fn lines_of(most: usize) -> BoxedStrategy<Line> {
    let flavour = prop::sample::select(FLAVOURS.to_vec());
    let scale = prop_oneof![
        4 => Just(Scale::Small),
        2 => Just(Scale::Odd),
        1 => Just(Scale::Huge),
    ];
    (flavour, scale)
        .prop_flat_map(move |(flavour, scale)| {
            let kinds = flavour.iter().map(|(weight, step)| (*weight, Just(*step)));
            let step = prop::strategy::Union::new_weighted(kinds.collect());
            let steps = prop::collection::vec((step, choices(24)), 1..most);
            (Just(scale), choices(250), steps)
        })
        .prop_map(|(scale, start, steps)| line(scale, &start, &steps))
        .boxed()
}

/// One node, many VMs that take next to nothing: a deep queue, whose order is all that changes.
pub fn queues() -> BoxedStrategy<Line> {
    queues_of(60..120)
}

/// The same of so many events.
pub fn queues_of(count: std::ops::Range<usize>) -> BoxedStrategy<Line> {
    let step = (0..24_u8, 0..8_u8, 0..14_u8);
    let steps = prop::collection::vec(step, count);
    let line = |steps: Vec<(u8, u8, u8)>| {
        let mut present = BTreeSet::new();
        let events = steps.into_iter().map(|(pod, what, load)| {
            let name = format!("p{pod}");
            if present.insert(pod) {
                let amounts = [0, 0, 0];
                json!({"op": "reserve", "pod": name, "node": "n", "cpu": amounts, "mem": amounts})
            } else if what == 0 {
                present.remove(&pod);
                json!({"op": "delete", "pod": name})
            } else {
                let mut event = json!({"op": "agent", "pod": name, "want": [0, 0]});
                if load > 1 {
                    event["load"] = json!([load, 0]);
                }
                event
            }
        });
        let events: Vec<Value> = events.collect();
        let resource = |system: &str| json!({"watermark": 0.5, "system": system});
        let defaults = json!({
            "cpu": resource("1"), "memory": resource("1Gi"),
            "computeUnit": {"vCPUs": 1, "mem": 1},
        });
        Line(json!({
            "config": {
                "memBlockSize": "1Gi", "nodeDefaults": defaults, "nodeOverrides": [],
                "schedulerName": SCHEDULER,
            },
            "nodes": [{"name": "n", "cpu": "4", "mem": "4Gi"}], "initial": [], "events": events,
        }))
    };
    steps.prop_map(line).boxed()
}

/// Names; two are the same.
const PODS: [&str; 12] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "other/a",
    "other/b",
    "h",
    "default/a",
    "never",
];
const SLOTS: [&str; 4] = ["1Gi", "512Mi", "1G", "1024Mi"];

fn line(scale: Scale, start: &Choices, steps: &[(Step, Choices)]) -> Line {
    let slot = if scale == Scale::Huge {
        "1Gi"
    } else {
        *start.pick(&SLOTS)
    };
    let mut line = json!({"initial": [], "events": []});
    // Not the end of the story if the config and a node do not go together.
    for _ in 0..6 {
        line["config"] = config(start, scale, slot);
        let nodes = (1..=1 + start.below(3)).map(|number| {
            let mut node = node(start, scale);
            node["name"] = json!(format!("n{number}"));
            node
        });
        line["nodes"] = nodes.collect();
        if Twin::start(&line).is_ok() {
            break;
        }
    }
    let mut nodes: Vec<String> = vec!["n1".to_owned()];
    if Twin::start(&line).is_err() {
        line["config"]["nodeOverrides"] = json!([]);
        line["config"]["nodeDefaults"] = json!({
            "cpu": {"watermark": 0.7, "system": "1"},
            "memory": {"watermark": 0.7, "system": "1Gi"},
            "computeUnit": {"vCPUs": 1, "mem": 4},
        });
    }
    for node in &line["nodes"].as_array().expect("nodes")[1..] {
        nodes.push(node["name"].as_str().expect("a name").to_owned());
    }
    let mut generator = Generator {
        scale,
        slot: slot.to_owned(),
        nodes,
        twin: Twin::start(&line).expect("a config that every node fits"),
    };
    let count = start.below(9);
    line["initial"] = PODS[..count]
        .iter()
        .map(|pod| {
            let mut object = generator.object(start, 15, 0);
            object["op"] = json!("");
            object["pod"] = json!(pod);
            // Some are on a node that comes later, or never.
            object["node"] = if start.chance(4) {
                json!("x1")
            } else {
                json!(start.pick(&generator.nodes))
            };
            object
        })
        .collect();
    generator.twin = Twin::start(&line).expect("a config that every node fits");
    line["events"] = steps
        .iter()
        .map(|(step, choices)| {
            let event = generator.event(*step, choices);
            generator.twin.play(&event);
            event
        })
        .collect();
    if start.chance(3) {
        // Nothing of it happens.
        let small = json!({"name": "small", "cpu": "8", "mem": "1000"});
        line["nodes"].as_array_mut().expect("nodes").push(small);
    } else if start.chance(2) {
        line["config"] = spoil(start, line["config"].clone());
    }
    Line(line)
}
