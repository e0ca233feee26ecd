//! Whose pod template an edit of a pod is of, and where the amount is from that it changes.

use schedscope_objects::{
    diagnostic::ObjectName,
    expansion::WorkloadIndex,
    namespaced_name::NamespacedName,
    objects::Objects,
    pod::{Owner, Pod},
};
use schedscope_whatif::{Edit, Family, edit::Step};

use super::eviction_block::owner_name;

/// The pod of the text that an edit is of.
fn edited_pod<'o>(objects: &'o Objects, edit: &Edit) -> Option<&'o Pod> {
    let names = &objects.names;
    let is_it = |namespace, name| {
        names[namespace] == *edit.object.namespace && names[name] == *edit.object.name
    };
    if edit.object.kind == "Pod" {
        let mut pods = objects.pods.iter();
        return pods
            .find(|pod| is_it(pod.namespace, pod.name))
            .map(|pod| &**pod);
    }
    let mut workloads = objects.workloads.iter();
    let workload =
        workloads.find(|of| names[of.kind] == *edit.object.kind && is_it(of.namespace, of.name));
    workload.map(|of| &of.template)
}

/// The workload that creates the pod of an edit of its spec: that of the text, else the one that the pod names.
/// Scheduling gates are removed from the pods themselves.
pub(super) fn template_of(objects: &Objects, edit: &Edit) -> Option<ObjectName> {
    let is_key = |step: Option<&Step>, key: &str| matches!(step, Some(Step::Key(of)) if of == key);
    if edit.object.kind != "Pod"
        || !is_key(edit.path.first(), "spec")
        || is_key(edit.path.get(1), "schedulingGates")
    {
        return None;
    }
    let names = &objects.names;
    let pod = edited_pod(objects, edit).filter(|pod| !pod.is_mirror)?;
    let workload = WorkloadIndex::new(objects).controller(pod);
    let workload = workload.and_then(|index| objects.workloads.get(index));
    let owner = match workload {
        Some(workload) => workload.owner.unwrap_or(Owner {
            kind: workload.kind,
            name: workload.name,
            ..Owner::default()
        }),
        None => pod.owner.filter(|owner| owner.controls)?,
    };
    let mut object = owner_name(&owner, pod.namespace, names);
    // A controller of replica sets writes the label, and names them by it.
    let hash = names
        .get("pod-template-hash")
        .and_then(|label| pod.labels.get(label));
    let deployment = hash.and_then(|hash| {
        let name = object.name.strip_suffix(&names[hash])?;
        Some(name.strip_suffix('-')?.to_owned())
    });
    if let Some(deployment) = deployment.filter(|_| object.kind == "ReplicaSet") {
        "Deployment".clone_into(&mut object.kind);
        object.name = deployment;
    }
    Some(object)
}

/// The limit range that gives a container the amount that an edit changes, where the text does not have it.
pub(super) fn limit_range_of(objects: &Objects, edit: &Edit) -> Option<NamespacedName> {
    if edit.family != Family::Request || edit.old.is_none() {
        return None;
    }
    let names = &objects.names;
    let pod = edited_pod(objects, edit).filter(|pod| pod.is_new())?;
    let [
        ..,
        Step::Key(of),
        Step::Index(at),
        _,
        Step::Key(list),
        Step::Key(resource),
    ] = &edit.path[..]
    else {
        return None;
    };
    let containers = if of == "containers" {
        &pod.containers
    } else {
        &pod.init_containers
    };
    let container = containers.get(*at)?;
    let resource = names.get(resource)?;
    let is_limit = list == "limits";
    let own = if is_limit {
        &container.limits
    } else {
        &container.requests
    };
    if own.get(resource).is_some() {
        return None;
    }
    let mut ranges = objects.limit_ranges.iter();
    let range = ranges.find(|range| {
        let defaults = if is_limit {
            &range.limits
        } else {
            &range.requests
        };
        range.namespace == pod.namespace && defaults.get(resource).is_some()
    })?;
    Some(NamespacedName::new(range.namespace, range.name, names))
}
