//! Agents: what each asks for, and when.
//!
//! An agent's first request, at the start and after each restart, is its VM's use. Later requests are whole compute
//! units, as many as the load needs, within the VM's bounds. While the scheduler is away, an agent stays within its
//! last permit. A VM that migrates does not ask.

use schedscope_objects::{
    id::Id as _,
    names::Names,
    timeline::{Action, Load, ObjectKey, Timeline},
};

use crate::{
    amount::VmAmount,
    id::{AgentId, TimelineEventId, VmPodId},
    timeline::{
        act::{Act, RunStep},
        actors::Actors,
        load::{NoiseKey, units},
        run::TimelineRun,
    },
};

/// The source of an agent's load curve in the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveSource {
    /// `spec.agents[]`, by position.
    Agent(usize),
    /// A `load` event.
    Event(TimelineEventId),
}

impl CurveSource {
    /// The load curve.
    pub fn load(self, timeline: &Timeline) -> Option<&Load> {
        match self {
            Self::Agent(at) => timeline.agents.get(at).map(|agent| &agent.load),
            Self::Event(event) => match &timeline.events.get(event.index())?.action {
                Action::Load(agent) => Some(&agent.load),
                _ => None,
            },
        }
    }
}

#[derive(Debug)]
pub(super) struct AgentState {
    /// The agent's VM.
    pub(super) vm: ObjectKey,
    /// The pod that runs the VM now.
    pub(super) pod: VmPodId,
    /// The load of the VM; `None`: the agent does not act.
    pub(super) curve: Option<CurveSource>,
    /// The last permit.
    pub(super) permit: VmAmount,
    /// The compute unit that the agent was told; `None`: it has to report its VM's use first.
    pub(super) unit: Option<VmAmount>,
    /// The number of its requests.
    pub(super) asked: u32,
    /// The compute units that the load needed at the last request.
    pub(super) needed: Option<f64>,
}

impl Actors {
    /// An agent's turn.
    pub(super) fn ask(
        &mut self,
        run: &mut TimelineRun,
        timeline: &Timeline,
        at: u64,
        number: AgentId,
        names: &Names,
    ) {
        let Some(agent) = self.agents.get_mut(number) else {
            return;
        };
        let Some(load) = agent.curve.and_then(|curve| curve.load(timeline)) else {
            return;
        };
        let Some(vm) = run.end.vm(agent.pod) else {
            // If the VM returns, on any node, the agent must report its use first.
            agent.unit = None;
            return;
        };
        if vm.migrating {
            return;
        }
        if vm.last_unit.is_none() {
            // The pod was removed and added again between two turns: the plugin has not sent the agent a unit yet.
            agent.unit = None;
        }
        let noise = NoiseKey {
            seed: timeline.seed,
            pod: agent.pod.index() as u32,
            count: agent.asked,
        };
        let needed = units(load, at, noise);
        agent.asked += 1;
        let goal = |unit: VmAmount| {
            let step = run.setup.mitigations.largest_step;
            goal(needed, unit, (vm.min, vm.max), agent.permit, step)
        };
        if self.is_away {
            let Some(unit) = agent.unit else { return };
            let within = goal(unit).zip(agent.permit);
            let uses = within.map(|(goal, permit)| goal.min(permit));
            if uses != vm.uses {
                let step = RunStep::new(at, Act::Use(uses), agent.pod);
                run.record(step);
            }
            return;
        }
        let want = agent.unit.map_or(vm.uses, goal);
        // The load of a VM does not depend on the unit that its agent was told.
        let told = agent.unit.or(run.end.node(vm.node).map(|node| node.unit));
        let one = told.map_or(1, |unit| unit.cpu);
        let averages = [needed, agent.needed.replace(needed).unwrap_or(needed)];
        let load = averages.map(|units| finite(units * f64::from(one)));
        let pod = agent.pod;
        let outcome = run.record(RunStep::new(at, Act::request(want, load), pod));
        self.note_response(run, at, pod, outcome, names);
    }
}

/// A load average in 32 bits. Loads may be any number; averages are never infinite.
fn finite(average: f64) -> f32 {
    average.min(f64::from(f32::MAX)) as f32
}

/// The amount that an agent asks for: the compute units that the load needs, within the VM's bounds, and at most a
/// step above the permit.
fn goal(
    needed: f64,
    unit: VmAmount,
    (min, max): (VmAmount, VmAmount),
    permit: VmAmount,
    step: Option<u16>,
) -> VmAmount {
    let unit = unit.map(|unit| unit.max(1));
    let least = min.zip(unit).map(|(min, unit)| min.div_ceil(unit));
    let least = least.cpu.max(least.memory);
    let most = max.zip(unit).map(|(max, unit)| max / unit);
    let most = most.cpu.min(most.memory).max(least);
    // Casting a double saturates.
    let mut count = (libm::ceil(needed) as u16).clamp(least, most);
    if let Some(step) = step {
        let has = permit.zip(unit).map(|(permit, unit)| permit / unit);
        let has = has.cpu.min(has.memory);
        count = count.min(has.saturating_add(step)).max(least);
    }
    unit.map(|unit| unit.saturating_mul(count))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use schedscope_reader::Reader;

    use super::*;
    use crate::timeline::{
        inventory::Inventory,
        setup::{PluginSetup, RunSettings},
    };

    const TWO_VCPUS_A_UNIT: &str = r#"
apiVersion: v1
kind: ConfigMap
metadata: { name: config }
data:
  autoscaler-enforcer-config.json: |
    { "memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler", "nodeDefaults": {
      "cpu": { "watermark": 0.9, "system": "1" }, "memory": { "watermark": 0.9, "system": "1Gi" },
      "computeUnit": { "vCPUs": 2, "mem": 4 } } }
---
{ apiVersion: v1, kind: Node, metadata: { name: n1 }, status: { allocatable: { cpu: 8, memory: 32Gi } } }
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: { name: a }
spec: { guest: { cpus: { min: 2, use: 4, max: 6 }, memorySlots: { min: 4, use: 8, max: 12 } } }
status: { node: n1 }
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: { name: t }
spec: { duration: 10s, agentPeriod: 10s, agents: [{ vms: [a], load: { constant: 2 } }] }
"#;

    #[test]
    fn load_averages_are_of_vcpus_from_the_first_request_on() {
        let reader = Reader::new(TWO_VCPUS_A_UNIT);
        let objects = reader.objects();
        let timeline = objects.timelines.first();
        let stated = timeline.map(Arc::as_ref);
        let setup = PluginSetup::new(objects, stated, &RunSettings::default());
        let inventory = Inventory::new(objects, stated, "autoscale-scheduler");
        let run = TimelineRun::new(objects, timeline, setup, Arc::new(inventory));
        let loads = run.steps.iter().filter_map(|step| match step.act {
            Act::Request { load, .. } => load,
            _ => None,
        });
        let loads: Vec<[u32; 2]> = loads.map(|load| load.map(f32::to_bits)).collect();
        assert_eq!(loads, [[4.0_f32.to_bits(); 2]; 2]);
    }
}
