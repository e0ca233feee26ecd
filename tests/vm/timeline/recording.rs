//! A run as the engine answers it: the log, and every moment.

use std::collections::BTreeMap;

use schedscope::scenario::Scenario;
use serde_json::{Map, Value, json};

use reference::answers::ask;
use schedscope_fuzz::vm::states::Node;

pub(crate) struct Recording {
    /// The answer to `vmTimeline`, with all steps and the series of all nodes.
    pub(crate) run: Value,
    /// The state after each step; the first is the start.
    pub(crate) dumps: Vec<Value>,
    /// Each step explained, with the node that it is about.
    pub(crate) moments: Vec<Value>,
}

/// Which run, besides what the text says.
pub(crate) fn question(options: &Value, more: &Value) -> Value {
    let mut question = options.clone();
    for (name, value) in more.as_object().into_iter().flatten() {
        question[name] = value.clone();
    }
    question
}

pub(crate) fn whole_run(scenario: &mut Scenario, nodes: &[Value], options: &Value) -> Value {
    let more = json!({"limit": 1_000_000, "series": nodes, "points": 1_000_000, "heat": true});
    ask(scenario, &json!({"vmTimeline": question(options, &more)}))
}

impl Recording {
    pub(crate) fn new(text: &str, options: &Value) -> Self {
        let mut scenario = Scenario::new(text);
        let run = ask(
            &mut scenario,
            &json!({"vmTimeline": question(options, &json!({"limit": 0}))}),
        );
        let nodes: Vec<Value> = list(&run["nodes"])
            .map(|node| node["name"].clone())
            .collect();
        let run = whole_run(&mut scenario, &nodes, options);
        let steps = run["stepsTotal"].as_u64().expect("steps") as usize;
        let mut at = |kind: &str, step: usize| {
            ask(
                &mut scenario,
                &json!({kind: question(options, &json!({"step": step}))}),
            )
        };
        Self {
            dumps: (0..=steps).map(|step| at("vmDump", step)).collect(),
            moments: (0..=steps).map(|step| at("vmStep", step)).collect(),
            run,
        }
    }

    /// What happened in a step, which is not the start.
    pub(crate) fn event(&self, step: usize) -> &Value {
        &self.run["steps"][step - 1]
    }

    pub(crate) fn steps(&self) -> usize {
        self.dumps.len() - 1
    }
}

pub(crate) fn list(value: &Value) -> impl DoubleEndedIterator<Item = &Value> + Clone {
    value.as_array().map_or(&[][..], Vec::as_slice).iter()
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

pub(crate) fn number(value: &Value) -> i64 {
    value.as_i64().expect("a whole number")
}

/// A node of a dump.
pub(crate) fn node<'d>(dump: &'d Value, name: &str) -> Option<&'d Value> {
    list(&dump["nodes"]).find(|node| node["name"] == name)
}

/// A VM's pod in a dump, with its node.
pub(crate) fn pod<'d>(dump: &'d Value, name: &str) -> Option<(&'d Value, &'d Value)> {
    list(&dump["nodes"]).find_map(|node| {
        let pod = list(&node["pods"]).find(|pod| pod["pod"] == name)?;
        Some((node, pod))
    })
}

const NODE: [&str; 7] = [
    "total",
    "system",
    "watermark",
    "reserved",
    "buffer",
    "capacityPressure",
    "pressureAccountedFor",
];

/// What a node has of a resource, as the vectors list it.
pub(crate) fn amounts(of: &Value) -> [i64; 7] {
    NODE.map(|name| number(&of[name]))
}

/// A dump in the compact form of the vectors.
pub(crate) fn compact(dump: &Value) -> Map<String, Value> {
    let name = |key: &Value| json!(text(key).strip_prefix("default/").unwrap_or(text(key)));
    let units = |units: &Value| match units {
        Value::Null => Value::Null,
        units => json!([units["vCPUs"], units["mem"]]),
    };
    let mut nodes = Map::new();
    for node in list(&dump["nodes"]) {
        let other = &node["other"];
        let other = [
            "cpuMilli",
            "memoryBytes",
            "cpu",
            "memory",
            "marginCpuMilli",
            "marginBytes",
        ]
        .map(|name| other[name].clone());
        let queue: Vec<Value> = list(&node["queue"]).map(name).collect();
        let mut whole = json!({
            "cpu": amounts(&node["cpu"]), "mem": amounts(&node["memory"]),
            "cu": units(&node["computeUnit"]), "other": other, "mq": queue,
            "hot": node["tooMuchPressure"],
        });
        for pod in list(&node["pods"]) {
            let amounts =
                |of: &Value| json!([of["reserved"], of["buffer"], of["capacityPressure"]]);
            let key = name(&pod["pod"]);
            whole["pods"][text(&key)] = json!({
                "cpu": amounts(&pod["cpu"]), "mem": amounts(&pod["memory"]),
                "cu": units(&pod["computeUnit"]), "load": pod["load"], "mq": pod["queueIndex"],
                "mig": pod["migrating"],
            });
        }
        for pod in list(&node["others"]) {
            let key = name(&pod["pod"]);
            whole["others"][text(&key)] = json!([pod["cpuMilli"], pod["memoryBytes"]]);
        }
        nodes.insert(text(&node["name"]).to_owned(), whole);
    }
    nodes
}

/// The same as the laws of the plugin look at it.
pub(crate) fn states(dump: &Value) -> BTreeMap<String, Node> {
    let nodes = compact(dump).into_iter();
    let states = nodes.map(|(name, whole)| {
        let mut node = Node::default();
        node.update(&whole);
        (name, node)
    });
    states.collect()
}
