//! Edits of what volumes depend on: the binding mode of a class, the limit of a driver on a node, and nodes where a
//! volume can be used.

use schedscope_objects::{diagnostic::ObjectName, kind::ObjectKind, names::Symbol, node::Node};
use schedscope_pods::{
    fit::Misfit,
    snapshot::PodInfo,
    volumes::{ResolvedClaim, VolumeMisfit, VolumeRefusal},
};

use super::{
    amounts,
    others::{HOSTNAME, node_name},
    space::{Ground, new_edit},
};
use crate::{Edit, Family, Step, StepSize, Value, edit::path, search::Candidate};

/// The object of a kind of storage without a namespace.
fn storage(kind: ObjectKind, name: &str) -> ObjectName {
    ObjectName {
        kind: kind.name().to_owned(),
        namespace: String::new(),
        name: name.to_owned(),
    }
}

impl Ground<'_> {
    /// Lets the class of a claim that has to be bound wait for the pod; and raises the limits that keep the pod from
    /// nodes, each to what the pod needs.
    pub(super) fn volumes(self, info: &PodInfo) -> Vec<Candidate> {
        let mut candidates = self.waiting_class(info);
        for (node, filter) in self.cycle.filters.entries() {
            let Some(Err(Misfit::Volumes(VolumeMisfit::Limit {
                driver, held, new, ..
            }))) = filter
            else {
                continue;
            };
            let node = self.world.snapshot.nodes.get(node);
            let node = node.filter(|node| {
                let wanted = self.want.on.as_ref();
                wanted.is_none_or(|wanted| *wanted == node.name)
            });
            let edit = node.and_then(|node| self.limit(&node.node, *driver, held + new));
            candidates.extend(edit.map(|edit| vec![edit]));
        }
        candidates
    }

    fn claim(self, info: &PodInfo, at: u16) -> Option<ResolvedClaim> {
        let claim = info.volumes.as_ref()?.claims.get(usize::from(at))?;
        claim.resolve(self.world.snapshot.storage.as_ref()?)
    }

    /// `volumeBindingMode: WaitForFirstConsumer` for the class of an unbound claim.
    fn waiting_class(self, info: &PodInfo) -> Vec<Candidate> {
        let Some(VolumeRefusal::Unbound(at)) = self.cycle.refusal else {
            return Vec::new();
        };
        let names = &self.objects.names;
        let class = self.claim(info, at).map(|claim| claim.class);
        let mut classes = self.objects.storage_classes.iter();
        let class = classes.find(|of| Some(of.name) == class && !of.waits_for_consumer);
        let edit = class.map(|class| Edit {
            old: Some(Value::text("Immediate")),
            ..new_edit(
                Family::Volume,
                storage(ObjectKind::StorageClass, &names[class.name]),
                path("volumeBindingMode"),
                Value::text("WaitForFirstConsumer"),
            )
        });
        edit.map(|edit| vec![edit]).into_iter().collect()
    }

    /// The limit of a driver on a node.
    fn limit(self, node: &Node, driver: Symbol, limit: i64) -> Option<Edit> {
        let mut csi_nodes = self.objects.csi_nodes.iter();
        let csi_node = csi_nodes.find(|of| of.name == node.name)?;
        let mut drivers = csi_node.drivers.iter();
        let at = drivers.position(|of| of.name == driver)?;
        let old = i64::from(csi_node.drivers.get(at)?.limit?);
        let mut way = path("spec.drivers");
        way.push(Step::Index(at));
        way.extend(path("allocatable.count"));
        Some(Edit {
            family: Family::Volume,
            object: storage(ObjectKind::CsiNode, &self.objects.names[node.name]),
            path: way,
            old: Some(Value::Integer(old)),
            new: Some(Value::Integer(limit)),
            subject: String::new(),
            numbers: Some((Some(old), Some(limit))),
            step: StepSize::of(limit.abs_diff(old)),
        })
    }

    /// The labels of nodes that the bound volumes of the pod require and that keep it from nodes: of each requirement
    /// its first value.
    fn required_labels(self, info: &PodInfo) -> Vec<(Symbol, Symbol)> {
        let mut labels = Vec::new();
        let filters = self.cycle.filters.iter().flatten();
        for filter in filters {
            let Err(Misfit::Volumes(VolumeMisfit::Binding(misfit))) = filter else {
                continue;
            };
            let volume = misfit.bound.and_then(|at| self.claim(info, at));
            let name = volume.map(|claim| claim.spec().volume);
            let mut volumes = self.objects.persistent_volumes.iter();
            let volume = volumes.find(|of| Some(of.name) == name);
            let terms = volume.and_then(|of| of.node_affinity.as_deref());
            let term = terms.and_then(<[_]>::first);
            for one in term.into_iter().flat_map(|term| &term.labels) {
                if let Some(value) = one.values.first()
                    && self.objects.names[one.operator] == *"In"
                    && labels.iter().all(|(key, _)| *key != one.key)
                {
                    labels.push((one.key, *value));
                }
            }
        }
        labels
    }

    /// Adds a node like the first one, with the labels that the volumes of the pod require.
    pub(super) fn nodes_for_volumes(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let required = self.required_labels(info);
        let hostname = names.get(HOSTNAME);
        // No further node has the name of a node.
        let is_of_host = required.iter().any(|(key, _)| Some(*key) == hostname);
        let mut nodes = self.objects.nodes.iter();
        let Some(like) = nodes.find(|node| !node.unschedulable) else {
            return Vec::new();
        };
        // A node like it is added anyway.
        let has_all = required
            .iter()
            .all(|(key, value)| like.labels.get(*key) == Some(*value));
        if required.is_empty() || is_of_host || has_all {
            return Vec::new();
        }
        let mut node = Node::clone(like);
        let mut labels = node.labels.0.to_vec();
        labels.retain(|(key, _)| required.iter().all(|(one, _)| one != key));
        // The zone by its common label, too.
        let zones: Vec<Symbol> = required
            .iter()
            .filter(|(key, _)| names[*key].ends_with("/zone"))
            .map(|(_, value)| *value)
            .collect();
        if let [zone] = zones[..] {
            for label in &mut labels {
                if names[label.0].ends_with("/zone") {
                    label.1 = zone;
                }
            }
        }
        let written = required.iter();
        let written = written.map(|(key, value)| format!("{}={}", &names[*key], &names[*value]));
        let written = written.collect::<Vec<String>>().join(" and ");
        labels.extend(required);
        node.labels.0 = labels.into();
        let Some(name) = self.free_name(&names[like.name]) else {
            return Vec::new();
        };
        let new = amounts::node_like(&node, &name, HOSTNAME, names);
        let edit = Edit {
            subject: [&names[like.name], " with ", &written].concat(),
            ..new_edit(Family::Node, node_name(&name), Vec::new(), new)
        };
        vec![vec![edit]]
    }
}
