//! The slow twin of `schedscope::vm`: the plugin of autoscaled VMs as its specification tells it, on
//! the events of the vectors. No sum is kept: what a node holds is counted from its pods each time.

pub mod config;
pub mod objects;
pub mod plugin;
pub mod queue;
pub mod request;
pub mod shape;

use std::collections::BTreeMap;

use config::{Config, Limits};
use objects::{Object, Vm, key, pair, quantity};
use serde_json::{Value, json};

/// Cpu, then memory.
pub type Both<T> = [T; 2];

/// A pod that the plugin counts.
#[derive(Clone, Debug)]
pub struct Pod {
    pub node: String,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub enum Kind {
    Vm(Box<State>),
    /// Raw cpu and memory in nanos.
    Other(Both<i128>),
}

/// A VM, and what the plugin knows of its pod.
#[derive(Clone, Debug)]
pub struct State {
    pub vm: Vm,
    pub amounts: Both<Amount>,
    /// The compute unit that was sent last.
    pub unit: Option<Both<i128>>,
    pub load: Option<Both<f32>>,
    pub migrating: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    pub reserved: i128,
    pub buffer: i128,
    pub pressure: i128,
}

/// What the pods of a node come to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sums {
    pub all: Amount,
    pub accounted_for: i128,
    /// Of the pods that are no VMs.
    pub other: i128,
    pub raw: i128,
}

/// A node that the plugin knows.
#[derive(Clone, Debug)]
pub struct Known {
    pub limits: Both<Limits>,
    pub unit: Both<i128>,
    pub queue: Vec<String>,
}

/// What a start answers that fails.
pub fn refused(error: &str) -> Value {
    if error == FATAL {
        return json!({"error": error, "fatal": true});
    }
    json!({"error": error})
}

/// Why a plugin stays away: a VM that is read at a start.
const FATAL: &str = "a VM outside of its bounds, or with slots of another size";

#[derive(Clone, Debug)]
pub struct Twin {
    pub config: Config,
    /// Allocatable cpu and memory in nanos of the nodes that exist.
    pub nodes: BTreeMap<String, Both<i128>>,
    pub known: BTreeMap<String, Known>,
    pub pods: BTreeMap<String, Pod>,
    /// Pods on nodes that did not exist when the plugin started: it learns of them when it does so
    /// again.
    pub unseen: BTreeMap<String, Pod>,
}

impl Twin {
    /// The plugin as it starts, with `config`, `nodes` and `initial` of a vector.
    pub fn start(line: &Value) -> Result<Self, String> {
        let mut twin = Self {
            config: Config::read(&line["config"])?,
            nodes: BTreeMap::new(),
            known: BTreeMap::new(),
            pods: BTreeMap::new(),
            unseen: BTreeMap::new(),
        };
        for node in line["nodes"].as_array().into_iter().flatten() {
            let name = node["name"].as_str().expect("a name").to_owned();
            twin.nodes.insert(name, allocatable(node));
        }
        for pod in line["initial"].as_array().into_iter().flatten() {
            let kind = match objects::read(pod, &twin.config) {
                Object::Vm(vm) => Kind::Vm(Box::new(State::new(vm))),
                Object::Other(Ok(raw)) => Kind::Other(raw),
                // What it asks for cannot be told: it is never counted.
                Object::Other(Err(_)) => continue,
            };
            let node = pod["node"].as_str().expect("a node").to_owned();
            twin.pods.insert(key(&pod["pod"]), Pod { node, kind });
        }
        let config = twin.config.clone();
        twin.bring_up(config)?;
        Ok(twin)
    }

    /// Start and restart: all nodes that exist and all pods, with nothing known of before.
    fn bring_up(&mut self, config: Config) -> Result<(), String> {
        let mut known = BTreeMap::new();
        for (name, allocatable) in &self.nodes {
            known.insert(name.clone(), Known::new(&config, name, allocatable)?);
        }
        for pod in self.pods.values().chain(self.unseen.values()) {
            let Kind::Vm(state) = &pod.kind else { continue };
            let vm = &state.vm;
            let within = |r: usize| vm.min[r] <= vm.uses[r] && vm.uses[r] <= vm.max[r];
            if !within(0) || !within(1) || vm.slot != config.slot {
                return Err(FATAL.to_owned());
            }
        }
        self.config = config;
        self.known = known;
        self.pods.append(&mut self.unseen);
        let nodes = &self.nodes;
        let seen = |_: &String, pod: &mut Pod| nodes.contains_key(&pod.node);
        self.unseen = self.pods.clone();
        self.pods.retain(seen);
        self.unseen.retain(|key, _| !self.pods.contains_key(key));
        for pod in self.pods.values_mut() {
            if let Kind::Vm(state) = &mut pod.kind {
                **state = State::new(state.vm.clone());
            }
        }
        Ok(())
    }

    /// One event of a vector; what `out` has as `res`.
    pub fn play(&mut self, event: &Value) -> Value {
        let pod = key(&event["pod"]);
        match event["op"].as_str().expect("what happens") {
            "reserve" => self.reserve(event),
            "filter" => self.filter(event),
            "score" => self.score(event),
            "unreserve" | "delete" => {
                self.forget(&pod);
                json!({})
            }
            "agent" => self.request(event),
            "vm_use" => {
                let found = self.pods.get_mut(&pod).or(self.unseen.get_mut(&pod));
                if let Some(Pod {
                    kind: Kind::Vm(state),
                    ..
                }) = found
                {
                    state.vm.uses = pair(&event["want"]);
                }
                json!({})
            }
            "add_node" => {
                let name = event["node"].as_str().expect("a name").to_owned();
                self.nodes.insert(name, allocatable(&event["total"]));
                json!({})
            }
            "config" => ended(self.reconfigure(&event["config"])),
            "migration_end" => ended(self.migration_failed(&pod)),
            "restart" => {
                let config = match event.get("config") {
                    Some(config) => Config::read(config),
                    None => Ok(self.config.clone()),
                };
                match config.and_then(|config| self.bring_up(config)) {
                    Ok(()) => self.started(),
                    Err(error) => refused(&error),
                }
            }
            other => panic!("unknown event {other}"),
        }
    }

    /// What start and restart answer.
    pub fn started(&self) -> Value {
        let mut over = serde_json::Map::new();
        for (name, known) in &self.known {
            let sums = self.sums(name);
            let above = |r: &usize| sums[*r].all.reserved - sums[*r].all.buffer;
            if (0..2).any(|r| above(&r) > known.limits[r].total) {
                over.insert(name.clone(), json!("over its budget"));
            }
        }
        if over.is_empty() {
            json!({"ok": true})
        } else {
            json!({"ok": true, "overBudget": over})
        }
    }

    pub fn vm(&mut self, pod: &str) -> Option<&mut State> {
        match &mut self.pods.get_mut(pod)?.kind {
            Kind::Vm(state) => Some(state),
            Kind::Other(_) => None,
        }
    }

    /// Unreserve and deletion.
    fn forget(&mut self, pod: &str) {
        self.unseen.remove(pod);
        let Some(gone) = self.pods.get(pod).cloned() else {
            return;
        };
        self.leave_queue(&gone.node, pod);
        self.pods.remove(pod);
    }

    fn reconfigure(&mut self, config: &Value) -> Result<(), String> {
        let config = Config::read(config)?;
        if config.slot != self.config.slot {
            return Err("the slot size may not change".to_owned());
        }
        if config.scheduler != self.config.scheduler {
            return Err("the scheduler name may not change".to_owned());
        }
        let mut changed = BTreeMap::new();
        for (name, known) in &self.known {
            let mut new = Known::new(&config, name, &self.nodes[name])?;
            new.queue.clone_from(&known.queue);
            changed.insert(name.clone(), new);
        }
        self.known = changed;
        self.config = config;
        Ok(())
    }

    fn migration_failed(&mut self, pod: &str) -> Result<(), String> {
        let state = self.vm(pod).filter(|state| state.migrating);
        state.ok_or("pod is not migrating")?.migrating = false;
        Ok(())
    }

    /// What the pods of a known node come to.
    pub fn sums(&self, node: &str) -> Both<Sums> {
        let known = &self.known[node];
        let mut sums = [Sums::default(); 2];
        for pod in self.pods.values().filter(|pod| pod.node == node) {
            for (r, sum) in sums.iter_mut().enumerate() {
                match &pod.kind {
                    Kind::Vm(state) => {
                        let amount = state.amounts[r];
                        sum.all.reserved += amount.reserved;
                        sum.all.buffer += amount.buffer;
                        sum.all.pressure += amount.pressure;
                        if state.migrating {
                            sum.accounted_for += amount.reserved + amount.pressure;
                        }
                    }
                    Kind::Other(raw) => sum.raw += raw[r],
                }
            }
        }
        for (sum, limits) in sums.iter_mut().zip(&known.limits) {
            sum.other = limits.rounded(sum.raw);
            sum.all.reserved += sum.other;
        }
        sums
    }

    /// What is left of a known node.
    pub fn remaining(&self, node: &str) -> Both<i128> {
        let sums = self.sums(node);
        let limits = &self.known[node].limits;
        [0, 1].map(|r| (limits[r].total - limits[r].system - sums[r].all.reserved).max(0))
    }

    pub fn too_much_pressure(&self, node: &str) -> bool {
        let sums = self.sums(node);
        let limits = &self.known[node].limits;
        let [cpu, memory] = [0, 1].map(|r| (sums[r].all.reserved, limits[r].watermark));
        if cpu.0 <= cpu.1 && memory.0 < memory.1 {
            return false;
        }
        (0..2).any(|r| {
            let Sums {
                all, accounted_for, ..
            } = sums[r];
            let logical = (all.reserved - limits[r].watermark).max(0);
            let below = (limits[r].watermark - all.reserved).max(0);
            logical + all.pressure > accounted_for + all.buffer + below
        })
    }

    /// The largest reservable cpu and slots of any known node.
    pub fn largest(&self) -> Both<i128> {
        [0, 1].map(|r| {
            let reservable = self.known.values().map(|known| known.limits[r].reservable);
            reservable.max().unwrap_or(0)
        })
    }
}

impl Known {
    pub fn new(config: &Config, name: &str, allocatable: &Both<i128>) -> Result<Self, String> {
        let of = config.of(name);
        Ok(Self {
            limits: [
                Limits::cpu(allocatable[0], &of.resources[0])?,
                Limits::memory(allocatable[1], &of.resources[1], config.slot)?,
            ],
            unit: of.unit,
            queue: Vec::new(),
        })
    }
}

impl State {
    /// A VM as a start finds it.
    fn new(vm: Vm) -> Self {
        let amount = |r: usize| Amount {
            reserved: vm.max[r].max(vm.uses[r]),
            buffer: (vm.max[r] - vm.uses[r]).max(0),
            pressure: 0,
        };
        Self {
            amounts: [amount(0), amount(1)],
            vm,
            unit: None,
            load: None,
            migrating: false,
        }
    }
}

fn allocatable(amounts: &Value) -> Both<i128> {
    ["cpu", "mem"].map(|resource| quantity(&amounts[resource]).expect("a quantity"))
}

fn ended(result: Result<(), String>) -> Value {
    match result {
        Ok(()) => json!({"ok": true}),
        Err(error) => json!({"error": error}),
    }
}
