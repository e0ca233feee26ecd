//! Edits of what volumes depend on: the binding mode of a class, the limit of a driver on a node, and nodes where a
//! volume can be used.

use schedscope_objects::{
    diagnostic::ObjectName,
    kind::ObjectKind,
    names::Symbol,
    node::Node,
    storage::{CsiNode, PersistentVolume},
};
use schedscope_pods::{
    fit::Misfit,
    snapshot::PodInfo,
    volumes::{
        BindingMisfit, ClaimState, NoVolume, ResolvedClaim, VolumeMisfit, VolumeRefusal, ZONE_KEYS,
    },
};

use super::{
    amounts,
    others::{HOSTNAME, node_name},
    space::{EditSource, new_edit},
};
use crate::{Edit, Family, NodeModel, Step, StepSize, Value, edit::path, search::Candidate};

/// The annotation by which kube-scheduler asks for the volume of a claim on a node.
const SELECTED_NODE: &str = "volume.kubernetes.io/selected-node";

/// The object of a kind of storage without a namespace.
pub(super) fn storage_object(kind: ObjectKind, name: &str) -> ObjectName {
    ObjectName {
        kind: kind.name().to_owned(),
        namespace: String::new(),
        name: name.to_owned(),
    }
}

impl<'o> EditSource<'o> {
    /// Lets the class of a claim that has to be bound wait for the pod; and raises the limits that keep the pod from
    /// nodes, each to what the pod needs.
    pub(super) fn volumes(self, info: &PodInfo) -> Vec<Candidate> {
        let mut candidates = self.waiting_class(info);
        candidates.extend(self.unselected(info));
        for (node, filter) in self.cycle.filters.entries() {
            let Some(Err(Misfit::Volumes(VolumeMisfit::Limit {
                driver, held, new, ..
            }))) = filter
            else {
                continue;
            };
            let node = self.cluster.snapshot.nodes.get(node);
            let node = node.filter(|node| {
                let wanted = self.want.on.as_ref();
                wanted.is_none_or(|wanted| *wanted == node.name)
            });
            let edit = node.and_then(|node| self.limit(&node.node, *driver, held + new));
            candidates.extend(edit.map(|edit| vec![edit]));
        }
        candidates
    }

    /// A claim of the pod, by its index.
    pub(super) fn claim(self, info: &PodInfo, at: u16) -> Option<ResolvedClaim> {
        let claim = info.volumes.as_ref()?.claims.get(usize::from(at))?;
        claim.resolve(self.cluster.snapshot.storage.as_ref()?)
    }

    /// `volumeBindingMode: WaitForFirstConsumer` for the classes of all claims that have to be bound, together: each of
    /// them refuses the pod.
    fn waiting_class(self, info: &PodInfo) -> Vec<Candidate> {
        let (Some(VolumeRefusal::Unbound(_)), Some(volumes), Some(storage)) = (
            self.cycle.refusal,
            &info.volumes,
            &self.cluster.snapshot.storage,
        ) else {
            return Vec::new();
        };
        let claims = volumes.claims.iter();
        let claims = claims.filter_map(|claim| claim.resolve(storage));
        let unbound = claims.filter(|of| of.state(&storage.world) == ClaimState::Immediate);
        let unbound: Vec<Symbol> = unbound.map(|claim| claim.class).collect();
        let names = &self.objects.names;
        let classes = self.objects.storage_classes.iter();
        let classes = classes.filter(|of| unbound.contains(&of.name) && !of.waits_for_consumer);
        let edits = classes.map(|class| Edit {
            old: Some(Value::text("Immediate")),
            ..new_edit(
                Family::Volume,
                storage_object(ObjectKind::StorageClass, &names[class.name]),
                path("volumeBindingMode"),
                Value::text("WaitForFirstConsumer"),
            )
        });
        let edits: Candidate = edits.collect();
        if edits.is_empty() {
            Vec::new()
        } else {
            vec![edits]
        }
    }

    /// No `volume.kubernetes.io/selected-node` for the claims that keep the pod from nodes by it, together.
    fn unselected(self, info: &PodInfo) -> Option<Candidate> {
        let names = &self.objects.names;
        let mut edits = Candidate::new();
        for filter in self.cycle.filters.iter().flatten() {
            let Err(Misfit::Volumes(VolumeMisfit::Binding(BindingMisfit {
                unbound: Some((at, NoVolume::SelectedNode)),
                ..
            }))) = filter
            else {
                continue;
            };
            let Some((claim, node)) = self.claim(info, *at).and_then(|claim| {
                let claim = claim.stored()?;
                Some((claim.name, claim.selected_node?))
            }) else {
                continue;
            };
            let edit = Edit {
                old: Some(Value::text(&names[node])),
                new: None,
                ..new_edit(
                    Family::Volume,
                    ObjectName {
                        kind: ObjectKind::PersistentVolumeClaim.name().to_owned(),
                        namespace: names[info.pod.namespace].to_owned(),
                        name: names[claim].to_owned(),
                    },
                    [
                        path("metadata.annotations"),
                        vec![Step::Key(SELECTED_NODE.to_owned())],
                    ]
                    .concat(),
                    Value::text(""),
                )
            };
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
        (!edits.is_empty()).then_some(edits)
    }

    /// The limit of a driver on a node.
    fn limit(self, node: &Node, driver: Symbol, limit: i64) -> Option<Edit> {
        let csi_node = self.csi_node(node)?;
        let mut drivers = csi_node.drivers.iter();
        let at = drivers.position(|of| of.name == driver)?;
        let old = i64::from(csi_node.drivers.get(at)?.limit?);
        let mut way = path("spec.drivers");
        way.push(Step::Index(at));
        way.extend(path("allocatable.count"));
        Some(Edit {
            family: Family::Volume,
            object: storage_object(ObjectKind::CsiNode, &self.objects.names[node.name]),
            path: way,
            old: Some(Value::Integer(old)),
            new: Some(Value::Integer(limit)),
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: Some((Some(old), Some(limit))),
            step: StepSize::of(limit.abs_diff(old)),
        })
    }

    /// The labels of nodes that the volumes of the pod require and that keep it from nodes, of each requirement its
    /// first value: those of bound volumes, and `allowedTopologies` of the classes of the others.
    fn required_labels(self, info: &PodInfo) -> Vec<(Symbol, Symbol)> {
        let mut labels: Vec<(Symbol, Symbol)> = Vec::new();
        for filter in self.cycle.filters.iter().flatten() {
            let required = match filter {
                Err(Misfit::Volumes(VolumeMisfit::Binding(misfit))) => match misfit {
                    BindingMisfit {
                        bound: Some(at), ..
                    } => self.affinity_labels(info, *at),
                    BindingMisfit {
                        unbound: Some((at, NoVolume::AllowedTopologies)),
                        ..
                    } => self.topology_labels_of(info, *at),
                    _ => None,
                },
                Err(Misfit::Volumes(VolumeMisfit::Zone(at))) => self.zone_labels_of(info, *at),
                _ => None,
            };
            for (key, value) in required.into_iter().flatten() {
                if labels.iter().all(|(known, _)| *known != key) {
                    labels.push((key, value));
                }
            }
        }
        labels
    }

    fn volume(self, info: &PodInfo, claim: u16) -> Option<&'o PersistentVolume> {
        let name = self.claim(info, claim)?.spec().volume;
        let mut volumes = self.objects.persistent_volumes.iter();
        volumes.find(|of| of.name == name).map(|of| &**of)
    }

    /// The labels of the first term of the node affinity of a claim's volume.
    fn affinity_labels(self, info: &PodInfo, claim: u16) -> Option<Vec<(Symbol, Symbol)>> {
        let terms = self.volume(info, claim)?.node_affinity.as_deref()?;
        let labels = terms.first()?.labels.iter();
        let required = labels.filter(|one| self.objects.names[one.operator] == *"In");
        let first = required.filter_map(|one| Some((one.key, *one.values.first()?)));
        Some(first.collect())
    }

    /// The zone and the region in the labels of a claim's volume, of several the first.
    fn zone_labels_of(self, info: &PodInfo, claim: u16) -> Option<Vec<(Symbol, Symbol)>> {
        let names = &self.objects.names;
        let labels = self.volume(info, claim)?.labels.0.iter();
        let zones = labels.filter(|(key, _)| ZONE_KEYS.contains(&&names[*key]));
        let first = zones.filter_map(|(key, value)| {
            let (first, _) = names[*value]
                .split_once("__")
                .unwrap_or((&names[*value], ""));
            Some((*key, names.get(first.trim())?))
        });
        Some(first.collect())
    }

    /// The first of `allowedTopologies` of the class of a claim.
    fn topology_labels_of(self, info: &PodInfo, claim: u16) -> Option<Vec<(Symbol, Symbol)>> {
        let class = self.claim(info, claim)?.class;
        let mut classes = self.objects.storage_classes.iter();
        let class = classes.find(|of| of.name == class)?;
        let requirements = class.allowed_topologies.first()?.0.iter();
        let first = requirements.filter_map(|(key, values)| Some((*key, *values.first()?)));
        Some(first.collect())
    }

    /// The `CSINode` of a further node, like that of another one, where the volumes of the pod depend on it: its
    /// kubelet registers the same drivers, with the same limits.
    pub(super) fn csi_node_like(self, like: &Node, name: &str) -> Option<Edit> {
        let info = self.cluster.snapshot.pods.get(self.cluster.pod)?;
        info.volumes.as_ref()?;
        let names = &self.objects.names;
        let csi_node = self.csi_node(like)?;
        let drivers = csi_node.drivers.iter().map(|driver| {
            let keys = driver.topology_keys.iter();
            let keys = keys.map(|key| Value::text(&names[*key]));
            let mut fields = vec![
                ("name".to_owned(), Value::text(&names[driver.name])),
                ("nodeID".to_owned(), Value::text(name)),
                ("topologyKeys".to_owned(), Value::List(keys.collect())),
            ];
            if let Some(limit) = driver.limit {
                let count = Value::map([("count", Value::Integer(i64::from(limit)))]);
                fields.push(("allocatable".to_owned(), count));
            }
            Value::Map(fields)
        });
        let new = Value::map([
            ("apiVersion", Value::text("storage.k8s.io/v1")),
            ("kind", Value::text(ObjectKind::CsiNode.name())),
            ("metadata", Value::map([("name", Value::text(name))])),
            (
                "spec",
                Value::map([("drivers", Value::List(drivers.collect()))]),
            ),
        ]);
        Some(Edit {
            subject: names[like.name].to_owned(),
            ..new_edit(
                Family::Node,
                storage_object(ObjectKind::CsiNode, name),
                Vec::new(),
                new,
            )
        })
    }

    /// The `CSINode` of a node.
    pub(super) fn csi_node(self, of: &Node) -> Option<&'o CsiNode> {
        let mut csi_nodes = self.objects.csi_nodes.iter();
        csi_nodes.find(|csi| csi.name == of.name).map(|csi| &**csi)
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
        let different = labels
            .iter()
            .filter(|(key, value)| like.labels.get(*key) != Some(*value));
        let different = different.map(|(key, value)| (names[*key].into(), names[*value].into()));
        let model = NodeModel {
            node: names[like.name].to_owned(),
            labels: different.collect(),
        };
        node.labels.0 = labels.into();
        let Some(name) = self.free_name(&names[like.name]) else {
            return Vec::new();
        };
        let new = amounts::node_like(&node, (&name, HOSTNAME), &[], names);
        let edit = Edit {
            subject: [&names[like.name], " with ", &written].concat(),
            model: Some(model),
            pods: 1,
            ..new_edit(Family::Node, node_name(&name), Vec::new(), new)
        };
        let csi_node = self.csi_node_like(like, &name);
        vec![std::iter::once(edit).chain(csi_node).collect()]
    }
}
