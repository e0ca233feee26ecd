//! Objects that runs of timelines depend on and the text lacks.

use std::sync::Arc;

use rustc_hash::FxHashSet;
use schedscope_objects::{
    diagnostic::ObjectName,
    objects::Objects,
    pod::Pod,
    timeline::Timeline,
    virtual_machine::{VM_NAME_LABEL, VirtualMachine},
};

use super::{Missing, MissingInput, MissingReason};
use crate::needs::Needs;

/// The missing objects that a run of a timeline depends on; `assumed`: the input has no config. O(pods + nodes + VMs).
pub(crate) fn of_vms(
    objects: &Objects,
    assumed: bool,
    timeline: Option<&Timeline>,
) -> Vec<MissingInput> {
    let names = &objects.names;
    let mut missing = Missing::default();
    Needs::of(objects).occupants(names, &mut missing);
    if let Some(label) = names.get(VM_NAME_LABEL) {
        let pods = objects.pods.iter().filter(|pod| !pod.phase.is_over());
        let vm = |pod: &Arc<Pod>| pod.labels.get(label).map(|name| (pod.namespace, name));
        let mut labelled = pods.filter_map(vm).peekable();
        // Without such pods, the set of VMs is not required.
        let machines = labelled
            .peek()
            .map_or(&[][..], |_| &objects.virtual_machines);
        let known: FxHashSet<_> = machines.iter().map(|vm| (vm.namespace, vm.name)).collect();
        for (namespace, name) in labelled.filter(|of| !known.contains(of)) {
            let name = (&names[namespace], &names[name]);
            missing.add("VirtualMachine", name, MissingReason::Vm);
        }
    }
    if let Some(timeline) = timeline {
        agents(objects, timeline, &mut missing);
    }
    if assumed && !objects.config_maps.iter().any(|map| map.is_rewritten()) {
        missing.add("ConfigMap", ("kube-system", ""), MissingReason::VmConfig);
    }
    missing.0
}

/// Adds the VMs that agents of a timeline refer to and the input lacks. O(VMs × patterns with a `*`), at most about
/// [`MOST_TRIALS`] comparisons.
fn agents(objects: &Objects, timeline: &Timeline, missing: &mut Missing) {
    let names = &objects.names;
    let machines = || objects.virtual_machines.iter();
    // Built only for a pattern without a `*`, which most timelines lack.
    let mut known: Option<FxHashSet<_>> = None;
    let mut trials = 0;
    for pattern in timeline.agents.iter().flat_map(|agent| &agent.vms) {
        let is_known = if pattern.is_open(names) {
            trials += objects.virtual_machines.len();
            trials > MOST_TRIALS
                || machines().any(|vm| pattern.matches(names, vm.namespace, vm.name))
        } else {
            let of_text = || machines().map(|vm| (vm.namespace, vm.name)).collect();
            let known = known.get_or_insert_with(of_text);
            known.contains(&(pattern.namespace, pattern.name))
        };
        if is_known {
            continue;
        }
        let of = (&names[pattern.namespace], &names[pattern.name]);
        if missing.0.iter().any(|row| row.is_of("VirtualMachine", of)) {
            continue;
        }
        trials += objects.virtual_machines.len();
        let alike = machines().filter(|vm| vm.name == pattern.name && trials <= MOST_TRIALS);
        let name = |vm: &Arc<VirtualMachine>| ObjectName {
            kind: "VirtualMachine".to_owned(),
            namespace: names[vm.namespace].to_owned(),
            name: of.1.to_owned(),
        };
        missing.add_agent_vm(of, alike.take(MOST_NEAR).map(name).collect());
    }
}

/// The maximum number of comparisons of agents' patterns with VMs; beyond it every pattern with a `*` counts as known.
const MOST_TRIALS: usize = 1_000_000;
/// The maximum number of VMs with the same name that are listed.
const MOST_NEAR: usize = 3;
