//! Objects that answers about pods depend on and the text lacks.

use schedscope_objects::{
    names::{Names, Symbol},
    objects::Objects,
    pod::Owner,
    policy::AdmittedPriority,
};
use schedscope_pods::snapshot::PodInfo;

use super::{ComputedDisruptions, Missing, MissingInput, MissingReason, storage};
use crate::{
    needs::{Needs, counted},
    uses::Scheduling,
};

/// The missing objects that the use of nodes and quotas depends on.
pub(crate) fn of_nodes(objects: &Objects, needs: &Needs) -> Vec<MissingInput> {
    let mut missing = Missing::default();
    needs.occupants(&objects.names, &mut missing);
    missing.0
}

/// The missing objects that an answer that schedules pods depends on. O(these pods, classes).
pub(crate) fn of_pods(objects: &Objects, needs: &Needs, of: &Scheduling<'_>) -> Vec<MissingInput> {
    let names = &objects.names;
    let pods = of.pods.iter().copied();
    let mut missing = Missing::default();
    if objects.nodes.is_empty() && pods.clone().next().is_some() {
        missing.add("Node", ("", ""), MissingReason::Nodes);
    }
    needs.occupants(names, &mut missing);
    for node in &needs.without_pods {
        missing.add("Node", ("", &names[*node]), MissingReason::AllocatablePods);
    }
    for info in pods.clone() {
        // The API server rejects new pods whose class does not exist.
        if of.ranks || of.evicts || !info.pod.is_stored {
            needs.priority(&info.pod, names, &mut missing);
        }
        let class = info.pod.priority_class;
        let is_own = info.pod.is_new() && info.pod.priority.is_some_and(|own| own != 0);
        let classes = &objects.priority_classes;
        if is_own && AdmittedPriority::of(class, classes, names).is_none() {
            let why = if class.is_empty() {
                MissingReason::DefaultClass
            } else {
                MissingReason::PriorityClass
            };
            missing.add("PriorityClass", ("", &names[class]), why);
        }
    }
    if of.evicts && !needs.has_all_classes {
        // The victims depend on their priorities.
        for class in counted(&needs.prioritized, names) {
            missing.add("PriorityClass", ("", class), MissingReason::PriorityClass);
        }
    }
    for info in pods.clone() {
        let class = info.pod.runtime_class;
        let has = |class: Symbol| objects.runtime_classes.iter().any(|one| one.name == class);
        if !info.pod.is_stored && !class.is_empty() && !has(class) {
            let name = ("", &names[class]);
            missing.add("RuntimeClass", name, MissingReason::RuntimeClass);
        }
    }
    storage::add(objects, pods.clone(), &mut missing);
    if needs.namespaces(pods.clone().map(|info| &*info.pod), objects) {
        missing.add("Namespace", ("", ""), MissingReason::NamespaceLabels);
    }
    let scored = pods.filter(|info| of.scores.has(&info.pod));
    owners(objects, needs, scored, &mut missing);
    // If the nodes are from a cluster, it may also have budgets.
    if of.victims && objects.disruption_budgets.is_empty() && needs.is_of_cluster() {
        missing.assume("PodDisruptionBudget", "", MissingReason::Budgets);
    }
    let mut missing = missing.without_none(objects);
    missing.extend(computed_budgets(of, names));
    // The answer says that the status counts pods that have ended.
    missing.retain(|row| {
        let of_quota = (&*row.namespace, &*row.name);
        row.why != MissingReason::QuotaPods || !of.explained.contains(&of_quota)
    });
    missing
}

/// The budgets whose status is computed, at most 10.
fn computed_budgets(of: &Scheduling<'_>, names: &Names) -> Vec<MissingInput> {
    let mut missing = Missing::default();
    for &(budget, computed) in &of.budgets {
        let of = (&names[budget.namespace], &names[budget.name]);
        let computed = ComputedDisruptions::new(budget, computed, names);
        missing.add_computed(of, computed);
    }
    missing.0
}

/// The owners by whose selectors the default profile spreads pods.
fn owners<'a>(
    objects: &Objects,
    needs: &Needs,
    pods: impl Iterator<Item = &'a PodInfo>,
    missing: &mut Missing,
) {
    let names = &objects.names;
    let selects = |owner: &Owner| match &names[owner.kind] {
        "ReplicationController" => names[owner.api_version] == *"v1",
        "ReplicaSet" | "StatefulSet" => names[owner.api_version] == *"apps/v1",
        _ => false,
    };
    // The owner of a pod that a workload of the text creates is in the text.
    for info in pods.filter(|info| info.replica.is_none()) {
        let pod = &info.pod;
        let constraints = pod.constraints.as_ref();
        let has_own = constraints.is_some_and(|of| !of.topology_spread.is_empty());
        let owner = pod.owner.filter(|owner| owner.controls && selects(owner));
        let Some(owner) = owner.filter(|_| !has_own) else {
            continue;
        };
        if !needs
            .workloads
            .contains(&(owner.kind, pod.namespace, owner.name))
        {
            let name = (&names[pod.namespace], &names[owner.name]);
            missing.add(&names[owner.kind], name, MissingReason::Owner);
        }
    }
}
