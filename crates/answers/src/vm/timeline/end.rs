//! The nodes and pods of a run in the end.

use schedscope_answer_macro::answer;
use schedscope_objects::id::Id as _;
use schedscope_vm::pressure::pressure;

use crate::vm::timeline::{MAX_LISTED, RunAnswers, state::VmNodeResource};

/// The final state of a node.
#[answer(Eq)]
pub struct VmNodeEnd {
    /// The name of the node.
    pub name: String,
    /// The amounts of CPU, in vCPUs.
    pub cpu: VmNodeResource,
    /// The amounts of memory, in slots.
    pub memory: VmNodeResource,
    /// Whether the node is under too much pressure.
    pub too_much_pressure: bool,
    /// The number of pods of VMs on the node.
    pub vms: u32,
    /// The number of steps that name the node.
    pub steps: u32,
}

impl RunAnswers<'_> {
    pub(super) fn ends(&self) -> Vec<VmNodeEnd> {
        let nodes = self.run.inventory.stated.nodes.len();
        let mut vms = vec![0; nodes];
        for pod in self.run.end.pods.ids() {
            if let Some(vm) = self.run.end.vm(pod) {
                vms[vm.node.index()] += 1;
            }
        }
        let mut steps = vec![0; nodes];
        for entry in &self.run.steps {
            if let Some(node) = entry.node {
                steps[node.index()] += 1;
            }
        }
        let mut ends = Vec::new();
        for node in self
            .run
            .inventory
            .stated
            .nodes_by_name
            .iter()
            .take(MAX_LISTED)
        {
            let Some(state) = self.run.end.node(*node) else {
                continue;
            };
            ends.push(VmNodeEnd {
                name: self.run.inventory.node_name(*node).to_owned(),
                cpu: state.amounts.cpu.into(),
                memory: state.amounts.memory.into(),
                too_much_pressure: pressure(&state.amounts, &self.run.end.mitigations).too_much,
                vms: vms[node.index()],
                steps: steps[node.index()],
            });
        }
        ends
    }
}
