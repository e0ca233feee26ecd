//! One step of a run, explained.

use schedscope_options::options;
use schedscope_vm::{
    id::{VmNodeId, VmPodId},
    plugin::Plugin,
    pressure::pressure,
    timeline::act::RunStep,
};
use serde::Serialize;

use crate::vm::{
    pressure::Pressure,
    timeline::{
        RunAnswers,
        agent::VmAgentState,
        answer::VmRunOptions,
        candidates::VmCandidate,
        event::VmStep,
        request::VmRequestExplanation,
        series::seconds,
        state::{VmDumpAnswer, VmNodeState, nodes},
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
    pub event: VmStep,
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

impl RunAnswers<'_> {
    /// The whole plugin after a step.
    pub fn dump(&self, step: usize) -> VmDumpAnswer {
        let plugin = self.run.plugin_at(narrow(step));
        VmDumpAnswer {
            nodes: self.states(&plugin, &self.run.inventory.stated.nodes_by_name),
        }
    }

    /// A step, explained. O(nodes + pods), and the steps since a checkpoint.
    pub fn step(&self, options: &VmStepOptions) -> VmStepAnswer {
        let step = narrow(options.step).min(self.run.steps.len() as u32);
        let event = self.event(step);
        let entry = self.run.step(step);
        let mut before = self.run.plugin_at(step.saturating_sub(1));
        let mut after = before.clone();
        if let Some(entry) = entry {
            self.run.repeat(&mut after, entry);
        }
        let by_name = |name: &str| {
            let found = self
                .run
                .inventory
                .stated
                .nodes_by_name
                .binary_search_by(|node| self.run.inventory.node_name(*node).cmp(name));
            found
                .ok()
                .map(|at| self.run.inventory.stated.nodes_by_name[at])
        };
        let wanted: Vec<VmNodeId> = match &options.nodes {
            Some(nodes) => nodes.iter().filter_map(|name| by_name(name)).collect(),
            None => event.node.iter().filter_map(|name| by_name(name)).collect(),
        };
        let about = |entry: &RunStep| match wanted.first() {
            Some(node) => self.is_about(entry, self.run.inventory.node_name(*node)),
            None => true,
        };
        let at = step as usize;
        let earlier = self
            .run
            .steps
            .get(..at.saturating_sub(1))
            .unwrap_or_default();
        let later = self.run.steps.get(at..).unwrap_or_default();
        let candidates = entry.map(|entry| self.candidates(&mut before, entry));
        let candidates = candidates.unwrap_or_default();
        VmStepAnswer {
            step,
            at: seconds(self.run.time(step)),
            request: entry.and_then(|entry| self.explain(&before, &after, entry, &event)),
            total_candidates: candidates.len() as u32,
            candidates: candidates.into_iter().take(CANDIDATES).collect(),
            pressure: wanted
                .iter()
                .filter_map(|node| {
                    let state = after.node(*node)?;
                    Some(VmNodePressure {
                        node: self.run.inventory.node_name(*node).to_owned(),
                        pressure: pressure(&state.amounts, &after.mitigations).into(),
                    })
                })
                .collect(),
            nodes: self.states(&after, &wanted),
            agents: self.agents(&after, step, &wanted),
            previous: earlier.iter().rposition(about).map(|at| at as u32 + 1),
            next: later
                .iter()
                .position(about)
                .map(|ahead| (at + ahead) as u32 + 1),
            event,
        }
    }

    fn states(&self, plugin: &Plugin, wanted: &[VmNodeId]) -> Vec<VmNodeState> {
        let names = self.names;
        let vm_name = |pod: VmPodId| {
            let vm = self.run.inventory.get(pod).and_then(|pod| pod.vm);
            vm.map(|vm| format!("{}/{}", &names[vm.namespace], &names[vm.name]))
                .unwrap_or_default()
        };
        nodes(plugin, &self.run.inventory, wanted, &vm_name)
    }
}

fn narrow(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(u32::MAX)
}
