//! One step of a run, explained.

use schedscope_objects::{
    names::Names,
    timeline::{Action, Agent, Load, ObjectKey, Timeline},
};
use schedscope_options::options;
use serde::Serialize;

use crate::{
    plugin::Code,
    pressure::{Pressure, pressure},
    request::{Answer, MigrationChoice},
    state::{NodeAmounts, Plugin, PodAmounts},
    timeline::{
        act::{Act, Entry, NONE, Outcome, moved},
        agents::Curve,
        answer::VmRunOptions,
        event::VmEvent,
        load::{Draw, units},
        run::Run,
        state::{VmDumpAnswer, VmNodeState, VmUnits, nodes},
    },
};

options! {
    /// Which step of a run is explained.
    pub struct VmStepOptions {
        ..run: VmRunOptions,
        /// After which step; 0 is the start. Beyond the last it is the last.
        step: usize [needed],
        /// Which nodes are given whole. Default: the one that the step is about.
        nodes: Option<Vec<String>>,
    }

    /// Which step of a run is dumped.
    pub struct VmDumpOptions {
        ..run: VmRunOptions,
        /// After which step; 0 is the start. Beyond the last it is the last.
        step: usize [needed],
    }
}

/// What became of one resource of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmGranted {
    /// What the VM is to have.
    pub asked: u16,
    /// Reserved for it before.
    pub before: u32,
    /// Reserved for it after.
    pub after: u32,
    /// What the node had left before.
    pub room: u32,
    /// By how much more it was given; 0 where it gave back.
    pub granted: u32,
    /// By how much it was denied.
    pub denied: u32,
    /// What of `before` may have been unused since a start; no longer after this.
    pub buffer_before: u32,
    /// Why.
    pub rule: VmGrantRule,
}

/// Why a resource was granted or denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum VmGrantRule {
    /// It asks for what it has.
    Unchanged,
    /// It gives back, which is always done exactly.
    Decrease,
    /// There is room for all.
    Granted,
    /// There is room for some.
    Partly,
    /// There is no room.
    NothingLeft,
    /// A VM that leaves gets no more.
    MigrationStarts,
}

/// Whether a migration starts with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmMigrationChoice {
    /// What decides it.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub choice: MigrationChoice,
    /// It starts.
    pub starts: bool,
}

/// Where a pod was and is in the migration queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmQueueMove {
    /// Its place before, or -1.
    pub before: i32,
    /// Its place after, or -1.
    pub after: i32,
    /// Who was first before.
    pub head_before: Option<String>,
    /// Who is first after.
    pub head_after: Option<String>,
    /// How many are in the queue after.
    pub length: u32,
}

/// Why an agent's request was answered so.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmRequestExplanation {
    /// The pod.
    pub pod: String,
    /// Its node; empty where the plugin knows no such pod.
    pub node: String,
    /// What the VM is to have.
    pub want: VmUnits,
    /// The load averages that came with it.
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<[schedscope_objects::types::Float; 2]>")
    )]
    pub load: Option<[f32; 2]>,
    /// The protocol's number: 1 is v1.0, 2 is v1.1.
    pub protocol: u32,
    /// 200, 400 or 404.
    pub status: u16,
    /// Why it was refused.
    pub error: Option<String>,
    /// What the VM may have.
    pub permit: Option<VmUnits>,
    /// The compute unit that the agent is told.
    pub compute_unit: Option<VmUnits>,
    /// The VM is to migrate.
    pub migrate: bool,
    /// The compute unit that the agent was told before: the request has to be a multiple of it.
    pub last_compute_unit: Option<VmUnits>,
    /// CPU; `null` where nothing was settled.
    pub cpu: Option<VmGranted>,
    /// Memory; `null` where nothing was settled.
    pub memory: Option<VmGranted>,
    /// The node before the request.
    pub pressure: Option<Pressure>,
    /// Whether a migration starts.
    pub migration: VmMigrationChoice,
    /// Its place in the queue.
    pub queue: VmQueueMove,
}

/// How a node did when a place was looked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmCandidate {
    /// The node.
    pub node: String,
    /// Its code.
    pub code: Code,
    /// Why not.
    pub message: Option<String>,
    /// From 0 to 100.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub score: Option<u64>,
    /// It was taken.
    pub chosen: bool,
}

/// The pressure on a node.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmNodePressure {
    /// The node.
    pub node: String,
    /// Both sides of the inequality.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub pressure: Pressure,
}

/// What the load of a VM needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmAgentState {
    /// The pod of the VM.
    pub pod: String,
    /// Compute units, without noise.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub units: f64,
    /// The same in vCPUs of the node's compute unit.
    #[serde(rename = "usedVCPUs")]
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub used_vcpus: f64,
}

/// A moment of a run: after a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmStepAnswer {
    /// The step.
    pub step: u32,
    /// Seconds from the start.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub at: f64,
    /// What happened.
    pub event: VmEvent,
    /// Why a request was answered so.
    pub request: Option<VmRequestExplanation>,
    /// Where a place was looked for, how nodes did, best first; at most 50.
    pub candidates: Vec<VmCandidate>,
    /// How many nodes were looked at.
    pub total_candidates: u32,
    /// Nodes, whole.
    pub nodes: Vec<VmNodeState>,
    /// The pressure on these nodes.
    pub pressure: Vec<VmNodePressure>,
    /// What the loads of their VMs need.
    pub agents: Vec<VmAgentState>,
    /// The last step before that is about the first of these nodes.
    pub previous: Option<u32>,
    /// The first step after that is about it.
    pub next: Option<u32>,
}

/// At most so many candidates are given.
const CANDIDATES: usize = 50;

impl Run {
    /// The whole plugin after a step.
    pub fn dump(&self, step: usize, names: &Names) -> VmDumpAnswer {
        let plugin = self.plugin_at(narrow(step));
        VmDumpAnswer {
            nodes: self.states(&plugin, &self.cast.roster.nodes_by_name, names),
        }
    }

    /// A step, explained. O(nodes + pods), and the steps since a checkpoint.
    pub fn moment(&self, options: &VmStepOptions, names: &Names) -> VmStepAnswer {
        let step = narrow(options.step).min(self.entries.len() as u32);
        let event = self.event(step, names);
        let entry = step
            .checked_sub(1)
            .and_then(|at| self.entries.get(at as usize));
        let mut before = self.plugin_at(step.saturating_sub(1));
        let mut after = before.clone();
        if let Some(entry) = entry {
            self.repeat(&mut after, entry);
        }
        let by_name = |name: &str| {
            let found = self
                .cast
                .roster
                .nodes_by_name
                .binary_search_by(|node| self.cast.node_name(*node).cmp(name));
            found.ok().map(|at| self.cast.roster.nodes_by_name[at])
        };
        let wanted: Vec<u32> = match &options.nodes {
            Some(nodes) => nodes.iter().filter_map(|name| by_name(name)).collect(),
            None => event.node.iter().filter_map(|name| by_name(name)).collect(),
        };
        let about = |entry: &Entry| match wanted.first() {
            Some(node) => self.is_about(entry, self.cast.node_name(*node), names),
            None => true,
        };
        let at = step as usize;
        let earlier = self.entries.get(..at.saturating_sub(1)).unwrap_or_default();
        let later = self.entries.get(at..).unwrap_or_default();
        let candidates = entry.map(|entry| self.candidates(&mut before, entry));
        let candidates = candidates.unwrap_or_default();
        VmStepAnswer {
            step,
            at: crate::timeline::series::seconds(self.time(step)),
            request: entry.and_then(|entry| self.explain(&before, &after, entry, &event)),
            total_candidates: candidates.len() as u32,
            candidates: candidates.into_iter().take(CANDIDATES).collect(),
            pressure: wanted
                .iter()
                .filter_map(|node| {
                    let state = after.node(*node)?;
                    Some(VmNodePressure {
                        node: self.cast.node_name(*node).to_owned(),
                        pressure: pressure(&state.amounts, &after.mitigations),
                    })
                })
                .collect(),
            nodes: self.states(&after, &wanted, names),
            agents: self.agents(&after, step, &wanted, names),
            previous: earlier.iter().rposition(about).map(|at| at as u32 + 1),
            next: later
                .iter()
                .position(about)
                .map(|ahead| (at + ahead) as u32 + 1),
            event,
        }
    }

    fn states(&self, plugin: &Plugin, wanted: &[u32], names: &Names) -> Vec<VmNodeState> {
        let vm_name = |pod: u32| {
            let vm = self.cast.get(pod).and_then(|pod| pod.vm);
            vm.map(|vm| format!("{}/{}", &names[vm.namespace], &names[vm.name]))
                .unwrap_or_default()
        };
        nodes(plugin, &self.cast, wanted, &vm_name)
    }

    /// How nodes do where a place is looked for.
    fn candidates(&self, before: &mut Plugin, entry: &Entry) -> Vec<VmCandidate> {
        let cast = &self.cast;
        let (spec, except) = match entry.act {
            Act::Schedule => (cast.get(entry.pod).map(|pod| pod.spec.clone()), NONE),
            Act::MigrationReserve => {
                let migration = self
                    .migrations
                    .iter()
                    .find(|migration| migration.target == entry.pod);
                let spec = cast.get(entry.pod).map(|pod| pod.spec.clone());
                (spec, migration.map_or(NONE, |migration| migration.from))
            }
            Act::MigrationWaits => {
                let vm = before.vm(entry.pod);
                let spec = vm.zip(cast.get(entry.pod));
                let spec = spec.map(|(vm, pod)| moved(&pod.spec, vm.uses));
                (spec, entry.node)
            }
            _ => return Vec::new(),
        };
        let Some(spec) = spec else {
            return Vec::new();
        };
        let is_taken = matches!(entry.outcome, Outcome::Code(Code::Success));
        let found = cast.survey(before, &spec, except);
        let found = found.into_iter().map(|candidate| {
            let (code, message, score) = match candidate.score {
                Ok(score) => (Code::Success, None, Some(score)),
                Err(refusal) => (refusal.code, Some(refusal.reason.to_string()), None),
            };
            VmCandidate {
                node: cast.node_name(candidate.node).to_owned(),
                code,
                message,
                score,
                chosen: is_taken && candidate.node == entry.node,
            }
        });
        found.collect()
    }

    fn explain(
        &self,
        before: &Plugin,
        after: &Plugin,
        entry: &Entry,
        event: &VmEvent,
    ) -> Option<VmRequestExplanation> {
        let Act::Request {
            want,
            load,
            protocol,
        } = entry.act
        else {
            return None;
        };
        let Outcome::Answer(answer) = entry.outcome else {
            return None;
        };
        let (vm_before, vm_after) = (before.vm(entry.pod), after.vm(entry.pod));
        let node = vm_before.map(|vm| vm.node);
        let state = |plugin: &'_ Plugin| node.and_then(|node| plugin.node(node).cloned());
        let (node_before, node_after) = (state(before), state(after));
        let choice = before.migration_choice(entry.pod);
        let (status, error, permit, unit, migrate) = match answer {
            Answer::Granted {
                permit,
                migrate,
                unit,
            } => (200, None, Some(permit), Some(unit), migrate),
            Answer::Refused(fault) => (fault.status(), Some(fault.to_string()), None, None, false),
        };
        let is_settled = status == 200 && !choice.already;
        let settled = vm_before
            .zip(vm_after)
            .zip(node_before.as_ref())
            .filter(|_| is_settled);
        let settled = settled.map(|((before, after), node)| {
            let all = want.zip(node.amounts.zip(before.amounts.zip(after.amounts)));
            all.map(|(want, (node, (before, after)))| {
                granted(want, &node, (before, after), migrate)
            })
        });
        let head = |node: &Option<crate::state::NodeState>| {
            let head = node.as_ref().and_then(|node| node.queue.first());
            head.map(|pod| self.cast.pod_key(*pod).to_owned())
        };
        Some(VmRequestExplanation {
            pod: event.pod.clone().unwrap_or_default(),
            node: event.node.clone().unwrap_or_default(),
            want: want.into(),
            load,
            protocol,
            status,
            error,
            permit: permit.map(Into::into),
            compute_unit: unit.map(Into::into),
            migrate,
            last_compute_unit: vm_before.and_then(|vm| vm.last_unit).map(Into::into),
            cpu: settled.map(|both| both.cpu),
            memory: settled.map(|both| both.memory),
            pressure: node_before
                .as_ref()
                .map(|node| pressure(&node.amounts, &before.mitigations)),
            migration: VmMigrationChoice {
                choice,
                starts: migrate,
            },
            queue: VmQueueMove {
                before: vm_before.map_or(-1, |vm| vm.queue_index),
                after: vm_after.map_or(-1, |vm| vm.queue_index),
                head_before: head(&node_before),
                head_after: head(&node_after),
                length: node_after.map_or(0, |node| node.queue.len() as u32),
            },
        })
    }

    /// What the loads of the VMs of some nodes need after a step.
    fn agents(
        &self,
        plugin: &Plugin,
        step: u32,
        wanted: &[u32],
        names: &Names,
    ) -> Vec<VmAgentState> {
        let Some(timeline) = self.timeline.as_deref() else {
            return Vec::new();
        };
        let entries = self.entries.get(..step as usize).unwrap_or_default();
        let changed: Vec<u32> = entries
            .iter()
            .filter(|entry| entry.act == Act::Load)
            .map(|entry| entry.event)
            .collect();
        let mut found = Vec::new();
        for pod in 0..plugin.pods.len() as u32 {
            let Some(vm) = plugin.vm(pod).filter(|vm| wanted.contains(&vm.node)) else {
                continue;
            };
            let owner = self.cast.get(pod).and_then(|pod| pod.vm);
            let curve = owner.and_then(|vm| curve(timeline, &changed, vm, names));
            let Some(load) = curve.and_then(|curve| curve.load(timeline)) else {
                continue;
            };
            let calm = Load {
                noise: 0.0,
                ..load.clone()
            };
            let units = units(&calm, self.time(step), Draw::default());
            let unit = plugin.node(vm.node).map_or(1, |node| node.unit.cpu);
            found.push(VmAgentState {
                pod: self.cast.pod_key(pod).to_owned(),
                units,
                used_vcpus: units * f64::from(unit),
            });
        }
        found
    }
}

/// The load curve of a VM when some events have changed loads.
fn curve(timeline: &Timeline, changed: &[u32], vm: ObjectKey, names: &Names) -> Option<Curve> {
    let names_vm = |agent: &Agent| agent.speaks_for(vm, names);
    let last = changed.iter().rev().find(|event| {
        let event = timeline.events.get(**event as usize);
        matches!(event.map(|event| &event.action), Some(Action::Load(agent)) if names_vm(agent))
    });
    let stated = || timeline.agents.iter().position(names_vm).map(Curve::Agent);
    last.map(|event| Curve::Event(*event)).or_else(stated)
}

fn granted(
    asked: u16,
    node: &NodeAmounts,
    (before, after): (PodAmounts, PodAmounts),
    starts: bool,
) -> VmGranted {
    let want = u32::from(asked);
    let granted = after.reserved.saturating_sub(before.reserved);
    let denied = want.saturating_sub(after.reserved);
    let rule = if want == before.reserved {
        VmGrantRule::Unchanged
    } else if want < before.reserved {
        VmGrantRule::Decrease
    } else if starts {
        VmGrantRule::MigrationStarts
    } else if denied == 0 {
        VmGrantRule::Granted
    } else if granted > 0 {
        VmGrantRule::Partly
    } else {
        VmGrantRule::NothingLeft
    };
    VmGranted {
        asked,
        before: before.reserved,
        after: after.reserved,
        room: node.remaining(),
        granted,
        denied,
        buffer_before: before.buffer,
        rule,
    }
}

fn narrow(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(u32::MAX)
}
