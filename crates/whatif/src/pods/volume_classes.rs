//! Edits of the classes of claims that get no volume: another class, and more values of `allowedTopologies`.

use schedscope_objects::{
    diagnostic::ObjectName,
    kind::ObjectKind,
    node::Node,
    storage::{CLASS_ANNOTATION, StorageClass},
};
use schedscope_pods::{
    fit::Misfit,
    snapshot::PodInfo,
    volumes::{BindingMisfit, ClaimState, NoVolume, ResolvedClaim, VolumeMisfit, VolumeRefusal},
};

use super::{
    space::{EditSource, new_edit},
    volumes::storage_object,
};
use crate::{Edit, Family, Step, Value, edit::path, search::Candidate};

/// The maximum number of classes that are tried.
const MOST_CLASSES: usize = 20;

impl EditSource<'_> {
    /// Another class for the claims that get no volume on some node, or keep the pod from every node, together.
    pub(super) fn volume_classes(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let claims = self.without_volume(info);
        let classes = self.objects.storage_classes.iter().take(MOST_CLASSES);
        let others = classes.filter_map(|class| {
            let edits = claims.iter().filter_map(|claim| {
                let stored = claim.stored().filter(|_| claim.class != class.name)?;
                let old = stored.spec.class.filter(|class| !class.is_empty());
                let mut way = path("spec.storageClassName");
                if stored.has_class_annotation {
                    way = path("metadata.annotations");
                    way.push(Step::Key(CLASS_ANNOTATION.to_owned()));
                }
                Some(Edit {
                    old: old.map(|class| Value::text(&names[class])),
                    ..new_edit(
                        Family::Volume,
                        ObjectName {
                            kind: ObjectKind::PersistentVolumeClaim.name().to_owned(),
                            namespace: names[stored.namespace].to_owned(),
                            name: names[stored.name].to_owned(),
                        },
                        way,
                        Value::text(&names[class.name]),
                    )
                })
            });
            let edits: Candidate = edits.collect();
            (!edits.is_empty()).then_some(edits)
        });
        others.collect()
    }

    /// The claims that have no volume for want of a class that gives them one, each once.
    fn without_volume(self, info: &PodInfo) -> Vec<ResolvedClaim> {
        let (Some(volumes), Some(storage)) = (&info.volumes, &self.cluster.snapshot.storage) else {
            return Vec::new();
        };
        if let Some(VolumeRefusal::Unbound(_)) = self.cycle.refusal {
            let claims = volumes.claims.iter();
            let claims = claims.filter_map(|claim| claim.resolve(storage));
            let is_open = |of: &ResolvedClaim| {
                of.state(&storage.world) == ClaimState::Immediate && of.spec().volume.is_empty()
            };
            return claims.filter(is_open).collect();
        }
        let misfits = self.cycle.filters.iter().flatten();
        let mut at: Vec<u16> = misfits
            .filter_map(|filter| match no_volume(filter)? {
                (_, NoVolume::SelectedNode) => None,
                (at, _) => Some(at),
            })
            .collect();
        at.sort_unstable();
        at.dedup();
        at.into_iter()
            .filter_map(|at| self.claim(info, at))
            .collect()
    }

    /// The values of a node that a term of `allowedTopologies` lacks, for each term and node.
    pub(super) fn topologies(self, info: &PodInfo) -> Vec<Candidate> {
        let mut candidates: Vec<Candidate> = Vec::new();
        for (node, filter) in self.cycle.filters.entries() {
            let Some((at, NoVolume::AllowedTopologies)) = filter.as_ref().and_then(no_volume)
            else {
                continue;
            };
            let class = self.claim(info, at).map(|claim| claim.class);
            let mut classes = self.objects.storage_classes.iter();
            let class = classes.find(|of| Some(of.name) == class);
            let node = self.cluster.snapshot.nodes.get(node);
            let (Some(class), Some(node)) = (class, node) else {
                continue;
            };
            for term in 0..class.allowed_topologies.len() {
                let edits = self.with_values(class, term, &node.node);
                let edits = edits.filter(|edits| !candidates.contains(edits));
                candidates.extend(edits);
            }
        }
        candidates
    }

    /// A term of `allowedTopologies` with the values of a node; `None`: the node has no value of a key.
    fn with_values(self, class: &StorageClass, term: usize, node: &Node) -> Option<Candidate> {
        let names = &self.objects.names;
        let mut edits = Candidate::new();
        let requirements = &class.allowed_topologies.get(term)?.0;
        for (index, (key, values)) in requirements.iter().enumerate() {
            let value = node.labels.get(*key)?;
            if values.contains(&value) {
                continue;
            }
            let mut way = path("allowedTopologies");
            way.push(Step::Index(term));
            way.extend(path("matchLabelExpressions"));
            way.push(Step::Index(index));
            way.extend(path("values"));
            way.push(Step::Index(values.len()));
            edits.push(Edit {
                subject: names[*key].to_owned(),
                ..new_edit(
                    Family::Volume,
                    storage_object(ObjectKind::StorageClass, &names[class.name]),
                    way,
                    Value::text(&names[value]),
                )
            });
        }
        Some(edits)
    }
}

/// The first claim that gets no volume on a node, by its index, and why.
fn no_volume(filter: &Result<(), Misfit>) -> Option<(u16, NoVolume)> {
    match filter {
        Err(Misfit::Volumes(VolumeMisfit::Binding(BindingMisfit { unbound, .. }))) => *unbound,
        _ => None,
    }
}
