//! VMs that migrate in a run and would not migrate today.

use rustc_hash::FxHashSet;
use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::Severity, namespaced_name::NamespacedName, timeline::ObjectKey,
    virtual_machine::AUTO_MIGRATION_LABEL,
};

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::after(Severity::Warning, rule);

/// VMs that migrate in a run, and lack the label without which no VM migrates since July 2024.
#[answer(Eq)]
pub struct UnlabelledVms {
    /// The label, whose value must be `true`.
    pub label: &'static str,
    /// The first VMs; at most 10.
    pub vms: Vec<NamespacedName>,
    /// The number of all of them.
    pub count: usize,
}

/// O(VMs), or O(1) without a migration.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Vms(vms) = &context.about else {
        return Vec::new();
    };
    if vms.migrating.is_empty() {
        return Vec::new();
    }
    let objects = context.reader.objects();
    let names = &objects.names;
    let label = names.get(AUTO_MIGRATION_LABEL).zip(names.get("true"));
    let machines = objects.virtual_machines.iter();
    let labelled = machines
        .filter(|vm| label.is_some_and(|(label, value)| vm.labels.get(label) == Some(value)));
    let labelled: FxHashSet<ObjectKey> = labelled
        .map(|vm| ObjectKey {
            namespace: vm.namespace,
            name: vm.name,
        })
        .collect();
    let lacking = vms.migrating.iter().filter(|vm| !labelled.contains(*vm));
    let count = lacking.clone().count();
    if count == 0 {
        return Vec::new();
    }
    let name = |vm: &ObjectKey| NamespacedName::new(vm.namespace, vm.name, names);
    let data = UnlabelledVms {
        label: AUTO_MIGRATION_LABEL,
        vms: lacking.take(MOST).map(name).collect(),
        count,
    };
    vec![Fact::VmLabel { data }]
}
