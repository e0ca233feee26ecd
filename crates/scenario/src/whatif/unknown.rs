//! Errors about names that the text does not have, with the existing names.

use schedscope_objects::{
    clusters::Cluster,
    diagnostic::ObjectName,
    labels::LabelSlice,
    names::{Names, Symbol},
    objects::Objects,
    order,
    placement::Placement,
};

use schedscope_reader::decode::clip_to;

use crate::{
    QuestionError,
    questions::{LONGEST_NAME, NameOf},
};

fn unknown(what: NameOf, lack: &[&str], known: Vec<String>) -> QuestionError {
    let lack = lack.iter().map(|part| clip_to(part, LONGEST_NAME));
    QuestionError::Unknown {
        what,
        lack: lack.collect(),
        known,
    }
}

/// Each name once, sorted.
fn listed(names: &Names, symbols: impl Iterator<Item = Symbol>) -> Vec<String> {
    let mut all: Vec<&str> = symbols.map(|symbol| &names[symbol]).collect();
    order::sort(&mut all, Ord::cmp);
    all.dedup();
    all.into_iter().map(str::to_owned).collect()
}

/// The error for a label, `key` or `key=value`, that no cluster has; lists the values of the key, or the existing keys.
pub(super) fn cluster_label(objects: &Objects, label: &str) -> QuestionError {
    let labels = objects.clusters.iter().map(Cluster::labels);
    no_label("cluster", label, &objects.names, labels)
}

/// The error for a label that no node has; lists the values of the key, or the existing keys.
pub(super) fn node_label(objects: &Objects, label: &str) -> QuestionError {
    let labels = objects.nodes.iter().map(|node| node.labels.as_slice());
    no_label("node", label, &objects.names, labels)
}

fn no_label<'a>(
    kind: &str,
    label: &str,
    names: &Names,
    labels: impl Iterator<Item = LabelSlice<'a>> + Clone,
) -> QuestionError {
    let key = label.split_once('=').map_or(label, |(key, _)| key);
    let values = labels
        .clone()
        .filter_map(|labels| labels.get(names.get(key)?));
    let values = listed(names, values);
    let known = if values.is_empty() {
        listed(
            names,
            labels.flat_map(|labels| labels.0.iter().map(|(key, _)| *key)),
        )
    } else {
        values
            .iter()
            .map(|value| [key, "=", value].concat())
            .collect()
    };
    let lack = ["no ", kind, " has the label `", label, "`"];
    unknown(NameOf::Label, &lack, known)
}

/// The error for a spread constraint that the placement does not have.
pub(crate) fn constraint(names: &Names, placement: &Placement, why: &str) -> QuestionError {
    let terms = placement.spec.spread_constraints.iter();
    let known = terms
        .map(|term| names[term.topology_key].to_owned())
        .collect();
    unknown(NameOf::Constraint, &[why], known)
}

/// The error for an unknown `ElasticQuota`; without a name, for a pod whose namespace has no quota.
pub(super) fn quota(objects: &Objects, wanted: Option<&str>, pod: &str) -> QuestionError {
    let names = &objects.names;
    let full = |namespace: Symbol, name: Symbol| [&names[namespace], "/", &names[name]].concat();
    let quotas = objects.quotas.iter();
    let known = quotas
        .map(|quota| full(quota.namespace, quota.name))
        .collect();
    let Some(name) = wanted else {
        let namespace = pod.split_once('/').map_or("", |(namespace, _)| namespace);
        let lack = ["namespace `", namespace, "` has no ElasticQuota"];
        return unknown(NameOf::Quota, &lack, known);
    };
    unknown(
        NameOf::Quota,
        &["there is no ElasticQuota `", name, "`"],
        known,
    )
}

/// The error for a resource that no object names; lists the resources of quotas and nodes.
pub(super) fn resource(objects: &Objects, wanted: &str) -> QuestionError {
    let quotas = objects.quotas.iter();
    let bounds = quotas.flat_map(|quota| quota.min.iter().chain(&quota.max));
    let nodes = objects.nodes.iter().map(|node| &node.allocatable);
    let all = bounds.chain(nodes).flat_map(|list| list.0.iter());
    let known = listed(&objects.names, all.map(|(name, _)| *name));
    let lack = ["no object of the input names the resource `", wanted, "`"];
    unknown(NameOf::Resource, &lack, known)
}

/// The error for a resource that no container of a pod requests; lists the requested ones.
pub(super) fn request(objects: &Objects, pod: &str, wanted: &str) -> QuestionError {
    let names = &objects.names;
    let pods = objects.pods.iter();
    let mut own = pods.filter(|one| [&names[one.namespace], "/", &names[one.name]].concat() == pod);
    let containers = own.next().into_iter().flat_map(|pod| pod.containers.iter());
    let requests = containers.flat_map(|container| container.requests.0.iter());
    let known = listed(names, requests.map(|(name, _)| *name));
    let lack = ["no container of ", pod, " requests `", wanted, "`"];
    unknown(NameOf::Resource, &lack, known)
}

/// The error for a workload that the text does not have, or that is of none of `kinds`; lists those that it has.
pub(super) fn workload(objects: &Objects, wanted: &ObjectName, kinds: &[&str]) -> QuestionError {
    let names = &objects.names;
    let known = objects.workloads.iter();
    let known = known.filter(|of| kinds.contains(&&names[of.kind]));
    let full = |kind: &str, namespace: &str, name: &str| [kind, " ", namespace, "/", name].concat();
    let known = known.map(|of| full(&names[of.kind], &names[of.namespace], &names[of.name]));
    let known = known.collect();
    let wanted = full(&wanted.kind, &wanted.namespace, &wanted.name);
    let lack = ["there is no ", &kinds.join(", "), " `", &wanted, "`"];
    unknown(NameOf::Workload, &lack, known)
}
