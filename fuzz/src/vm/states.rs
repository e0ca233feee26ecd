//! The states that an answer goes through.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Cpu, then memory.
pub type Both<T> = [T; 2];

/// The state after one event, with what was answered to it.
#[derive(Clone, Debug)]
pub struct Moment {
    pub res: Value,
    /// Whether the answer says that something changed.
    pub changed: bool,
    pub nodes: BTreeMap<String, Node>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// total, system, watermark, reserved, buffer, capacityPressure, pressureAccountedFor
    pub amounts: Both<[i64; 7]>,
    pub unit: Value,
    /// Raw cpu and memory, reserved cpu and slots, margins.
    pub other: [i64; 6],
    pub queue: Vec<String>,
    pub hot: bool,
    pub pods: BTreeMap<String, Pod>,
    pub others: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Pod {
    /// reserved, buffer, capacityPressure
    pub amounts: Both<[i64; 3]>,
    pub unit: Value,
    pub load: Option<Both<f32>>,
    pub place: i64,
    pub migrating: bool,
}

impl Moment {
    /// A VM's pod with its node.
    pub fn find(&self, pod: &str) -> Option<(&Node, &Pod)> {
        let mut nodes = self.nodes.values();
        nodes.find_map(|node| Some((node, node.pods.get(pod)?)))
    }
}

impl Node {
    pub fn total(&self, r: usize) -> i64 {
        self.amounts[r][0]
    }

    pub fn reservable(&self, r: usize) -> i64 {
        self.amounts[r][0] - self.amounts[r][1]
    }

    pub fn reserved(&self, r: usize) -> i64 {
        self.amounts[r][3]
    }

    pub fn buffer(&self, r: usize) -> i64 {
        self.amounts[r][4]
    }

    /// All amounts of the node and of its pods, without metrics, queue and what was sent.
    pub fn bare(&self) -> Self {
        let mut bare = self.clone();
        bare.queue.clear();
        for pod in bare.pods.values_mut() {
            pod.load = None;
            pod.place = -1;
        }
        bare
    }

    pub fn update(&mut self, change: &Value) {
        self.amounts = ["cpu", "mem"].map(|resource| numbers(&change[resource]));
        self.unit = change["cu"].clone();
        self.other = numbers(&change["other"]);
        let queue = change["mq"].as_array().expect("a queue").iter();
        self.queue = queue.map(text).collect();
        self.hot = change["hot"].as_bool().expect("hot or not");
        for gone in change["gone"].as_array().into_iter().flatten() {
            let gone = text(gone);
            let was = self.pods.remove(&gone).is_some() | self.others.remove(&gone).is_some();
            assert!(was, "{gone} was not there");
        }
        for (name, pod) in change["pods"].as_object().into_iter().flatten() {
            let load = pod["load"].as_array();
            let pod = Pod {
                amounts: ["cpu", "mem"].map(|resource| numbers(&pod[resource])),
                unit: pod["cu"].clone(),
                load: load
                    .map(|load| [0, 1].map(|at: usize| load[at].as_f64().expect("a load") as f32)),
                place: pod["mq"].as_i64().expect("a place"),
                migrating: pod["mig"].as_bool().expect("migrating or not"),
            };
            self.pods.insert(name.clone(), pod);
        }
        for (name, raw) in change["others"].as_object().into_iter().flatten() {
            self.others.insert(name.clone(), raw.clone());
        }
    }
}

/// The start, then the state after each event.
pub fn moments(answer: &Value) -> Vec<Moment> {
    let mut nodes: BTreeMap<String, Node> = BTreeMap::new();
    let out = answer["out"].as_array().expect("answers");
    let moments: Vec<Moment> = [&answer["start"]]
        .into_iter()
        .chain(out)
        .map(|step| {
            for (name, change) in step["d"].as_object().into_iter().flatten() {
                nodes.entry(name.clone()).or_default().update(change);
            }
            Moment {
                res: step["res"].clone(),
                changed: step["d"].as_object().is_some_and(|d| !d.is_empty()),
                nodes: nodes.clone(),
            }
        })
        .collect();
    // The changes add up to the end.
    let mut last: BTreeMap<String, Node> = BTreeMap::new();
    for (name, node) in answer["final"].as_object().expect("nodes") {
        last.entry(name.clone()).or_default().update(node);
    }
    assert_eq!(nodes, last);
    moments
}

fn numbers<const N: usize>(list: &Value) -> [i64; N] {
    let list = list.as_array().expect("numbers");
    assert_eq!(list.len(), N);
    std::array::from_fn(|at| list[at].as_i64().expect("a whole number"))
}

fn text(value: &Value) -> String {
    value.as_str().expect("a name").to_owned()
}
