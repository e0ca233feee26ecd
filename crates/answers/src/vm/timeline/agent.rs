//! The loads of VMs at a step.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    id::Id as _,
    names::Names,
    timeline::{Action, Agent, Load, ObjectKey, Timeline},
};
use schedscope_vm::{
    id::{TimelineEventId, VmNodeId},
    plugin::Plugin,
    timeline::{
        act::Act,
        actors::CurveSource,
        load::{NoiseKey, units},
    },
};

use crate::vm::timeline::RunAnswers;

/// The resources that the load of a VM needs.
#[answer]
pub struct VmAgentState {
    /// The pod of the VM.
    pub pod: String,
    /// The needed number of compute units, without noise.
    #[ts(as = "schedscope_objects::types::Float")]
    pub units: f64,
    /// The needed number of vCPUs: `units` times the vCPUs of the node's compute unit.
    #[serde(rename = "neededVCPUs")]
    #[ts(as = "schedscope_objects::types::Float")]
    pub needed_vcpus: f64,
}

impl RunAnswers<'_> {
    /// The loads of the VMs of some nodes after a step.
    pub(super) fn agents(
        &self,
        plugin: &Plugin,
        step: u32,
        wanted: &[VmNodeId],
    ) -> Vec<VmAgentState> {
        let Some(timeline) = self.run.timeline.as_deref() else {
            return Vec::new();
        };
        let entries = self.run.steps.get(..step as usize).unwrap_or_default();
        let changed = entries.iter().filter(|entry| entry.act == Act::Load);
        let changed: Vec<TimelineEventId> = changed.filter_map(|entry| entry.event).collect();
        let mut found = Vec::new();
        for pod in plugin.pods.ids() {
            let Some(vm) = plugin.vm(pod).filter(|vm| wanted.contains(&vm.node)) else {
                continue;
            };
            let owner = self.run.inventory.get(pod).and_then(|pod| pod.vm);
            let curve = owner.and_then(|vm| curve(timeline, &changed, vm, self.names));
            let Some(load) = curve.and_then(|curve| curve.load(timeline)) else {
                continue;
            };
            let calm = Load {
                noise: 0.0,
                ..load.clone()
            };
            let units = units(&calm, self.run.time(step), NoiseKey::default());
            let unit = plugin.node(vm.node).map_or(1, |node| node.unit.cpu);
            found.push(VmAgentState {
                pod: self.run.inventory.pod_key(pod).to_owned(),
                units,
                needed_vcpus: units * f64::from(unit),
            });
        }
        found
    }
}

/// The load curve of a VM when some events have changed loads.
fn curve(
    timeline: &Timeline,
    changed: &[TimelineEventId],
    vm: ObjectKey,
    names: &Names,
) -> Option<CurveSource> {
    let names_vm = |agent: &Agent| agent.speaks_for(vm, names);
    let last = changed.iter().rev().find(|event| {
        let event = timeline.events.get(event.index());
        matches!(event.map(|event| &event.action), Some(Action::Load(agent)) if names_vm(agent))
    });
    let stated = || {
        timeline
            .agents
            .iter()
            .position(names_vm)
            .map(CurveSource::Agent)
    };
    last.map(|event| CurveSource::Event(*event)).or_else(stated)
}
