//! One step of a run, explained.

use schedscope_answer_macro::answer;
use schedscope_objects::namespaced_name::NamespacedName;
use schedscope_options::{Few, options};
use schedscope_vm::{
    id::{VmNodeId, VmPodId},
    plugin::Plugin,
    pressure::pressure,
    timeline::act::RunStep,
};

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
    /// The step of a run to explain.
    pub struct VmStepOptions {
        ..run: VmRunOptions,
        /// The step after which the state is taken; 0 is the start. A number above the last step means the last step.
        step: usize [needed],
        /// The nodes whose state is included, at most 1,000. Default: the node of the step.
        nodes: Option<Few<String>>,
    }

    /// The step of a run to dump.
    pub struct VmDumpOptions {
        ..run: VmRunOptions,
        /// The step after which the state is taken; 0 is the start. A number above the last step means the last step.
        step: usize [needed],
    }
}

/// The pressure on a node.
#[answer(Eq)]
pub struct VmNodePressure {
    /// The node.
    pub node: String,
    /// Both sides of the inequality.
    #[serde(flatten)]
    #[ts(flatten)]
    pub pressure: Pressure,
}

/// A step of a run, with the state after it.
#[answer]
pub struct VmStepAnswer {
    /// The number of the step; 0 is the start.
    pub step: u32,
    /// The time from the start, in seconds.
    #[ts(as = "schedscope_objects::types::Float")]
    pub at: f64,
    /// The event.
    pub event: VmStep,
    /// The explanation of an agent's request; `null`: the event is not a request.
    pub request: Option<VmRequestExplanation>,
    /// The nodes that were scored if the event looked for one, best first; at most 50.
    pub candidates: Vec<VmCandidate>,
    /// The number of nodes that were scored.
    pub total_candidates: u32,
    /// The state of the wanted nodes.
    pub nodes: Vec<VmNodeState>,
    /// The pressure on these nodes.
    pub pressure: Vec<VmNodePressure>,
    /// The resources that the loads of VMs on these nodes need.
    pub agents: Vec<VmAgentState>,
    /// The last earlier step that is about the first of these nodes; `null`: none.
    pub previous: Option<u32>,
    /// The first later step that is about the first of these nodes; `null`: none.
    pub next: Option<u32>,
}

/// The greatest number of candidates in an answer.
const CANDIDATES: usize = 50;

impl RunAnswers<'_> {
    /// The state of the plugin after a step.
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
            Some(Few(nodes)) => nodes.iter().filter_map(|name| by_name(name)).collect(),
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
            vm.map(|vm| NamespacedName::new(vm.namespace, vm.name, names))
                .unwrap_or_default()
        };
        nodes(plugin, &self.run.inventory, wanted, &vm_name)
    }
}

fn narrow(step: usize) -> u32 {
    u32::try_from(step).unwrap_or(u32::MAX)
}
