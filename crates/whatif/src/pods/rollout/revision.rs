//! Which pods of a workload have its current template, and the template of new ones.

use std::sync::Arc;

use schedscope_objects::{
    expansion::WorkloadIndex,
    id::{Id as _, PodId},
    labels::Labels,
    names::{Names, Symbol},
    objects::Objects,
    pod::{Container, Health, NodeRequirement, NodeSelectorTerm, Owner, Phase, Pod, Workload},
    selector::LabelSelector,
};

/// The label by which a pod names its `ReplicaSet`.
const TEMPLATE_HASH: &str = "pod-template-hash";
/// The label by which a pod names its revision.
const REVISION_HASH: &str = "controller-revision-hash";
/// The label by which a pod of a `DaemonSet` names the generation of its template.
const TEMPLATE_GENERATION: &str = "pod-template-generation";
/// The hash of a template that has none yet: real hashes have no `e`.
const NEW: &str = "new";
/// The field of a node that the pods of a `DaemonSet` name it by.
const NODE_NAME: &str = "metadata.name";

/// The pods of a workload by their template, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Revisions {
    pub(super) old: Vec<PodId>,
    pub(super) new: Vec<PodId>,
    /// The `ReplicaSet` of the current template, if the text has it.
    replica_set: Option<usize>,
    /// Whether all pods have the current template, as far as the text tells: they are all replaced, as after `kubectl
    /// rollout restart`.
    pub(super) is_restart: bool,
    /// Whether nothing but their fields tells that pods have an earlier template, and all name the same one by its
    /// hash: admission and autoscalers change pods, too.
    pub(super) is_doubtful: bool,
}

impl Revisions {
    /// O(pods x log(workloads)).
    pub(super) fn new(objects: &Objects, workload: usize) -> Self {
        let index = WorkloadIndex::new(objects);
        let is_member = |pod: &Pod| {
            !pod.phase.is_over() && !pod.deleting && index.controller(pod) == Some(workload)
        };
        let pods = objects.pods.iter().enumerate();
        let pods = pods.filter(|(_, pod)| is_member(pod));
        let members: Vec<PodId> = pods.map(|(at, _)| PodId::new(at)).collect();
        let sets: Vec<usize> = (0..objects.workloads.len()).collect();
        Self::of(objects, workload, &members, &sets)
    }

    /// The pods of a workload, with the workloads among which its `ReplicaSet`s are. O(pods + workloads).
    pub(super) fn of(
        objects: &Objects,
        workload: usize,
        members: &[PodId],
        among: &[usize],
    ) -> Self {
        let Some(of) = objects.workloads.get(workload) else {
            return Self::default();
        };
        let sets = replica_sets(objects, of, among);
        let replica_set = sets
            .iter()
            .copied()
            .filter(|set| {
                is_alike(
                    &objects.workloads[*set].template,
                    &of.template,
                    &objects.names,
                )
            })
            .min_by_key(|set| {
                let created = objects.workloads[*set].template.created;
                (created.is_none(), created, *set)
            });
        let mut revisions = Self {
            replica_set,
            ..Self::default()
        };
        let mut hashes = Vec::new();
        for id in members {
            let Some(pod) = objects.pods.get(id.index()) else {
                continue;
            };
            let is_new = if sets.is_empty() {
                let told = is_of_revision(pod, of, &objects.names);
                hashes.push(told.map_or_else(|| hash(pod, of, &objects.names), |_| None));
                told.unwrap_or_else(|| has_template(pod, &of.template))
            } else {
                let own = replica_set.map(|set| objects.workloads[set].name);
                own.is_some() && pod.owner.map(|owner| owner.name) == own
            };
            let list = if is_new {
                &mut revisions.new
            } else {
                &mut revisions.old
            };
            list.push(*id);
        }
        revisions.is_doubtful = hashes
            .first()
            .is_some_and(|first| first.is_some() && hashes.iter().all(|hash| hash == first));
        if revisions.old.is_empty() && !revisions.new.is_empty() {
            revisions.old = std::mem::take(&mut revisions.new);
            revisions.replica_set = None;
            revisions.is_restart = true;
        }
        revisions
    }

    /// The template of new pods. Adds the `ReplicaSet` of a new template to the objects.
    pub(super) fn template(&self, objects: &mut Objects, workload: usize) -> Pod {
        let Some(of) = objects.workloads.get(workload).map(Arc::clone) else {
            return Pod::default();
        };
        let kind = objects.names[of.kind].to_owned();
        match kind.as_str() {
            "Deployment" => self.of_deployment(objects, &of),
            "DaemonSet" => {
                let mut template = with_label(&of.template, REVISION_HASH, NEW, &mut objects.names);
                template.name = suffixed(of.name, &mut objects.names);
                owned(template, owner(&of))
            }
            _ => {
                let template = with_label(&of.template, REVISION_HASH, NEW, &mut objects.names);
                owned(template, owner(&of))
            }
        }
    }

    fn of_deployment(&self, objects: &mut Objects, of: &Workload) -> Pod {
        if let Some(set) = self.replica_set.and_then(|set| objects.workloads.get(set)) {
            return owned(set.template.clone(), owner(set));
        }
        let names = &mut objects.names;
        let template = with_label(&of.template, TEMPLATE_HASH, NEW, names);
        let name = suffixed(of.name, names);
        let mut selector = of.selector.clone().unwrap_or_default();
        let hash = (names.intern(TEMPLATE_HASH), names.intern(NEW));
        selector.match_labels.push(hash);
        let set = Workload {
            kind: names.intern("ReplicaSet"),
            name,
            uid: Symbol::EMPTY,
            owner: Some(owner(of)),
            replicas: 0,
            existing: 0,
            selector: Some(LabelSelector { ..selector }),
            template: Pod { name, ..template },
            ..of.clone()
        };
        let template = owned(set.template.clone(), owner(&set));
        objects.workloads.push(Arc::new(set));
        template
    }
}

/// The `ReplicaSet`s of a `Deployment` among some workloads, in the order of the text.
fn replica_sets(objects: &Objects, of: &Workload, among: &[usize]) -> Vec<usize> {
    let names = &objects.names;
    if names[of.kind] != *"Deployment" {
        return Vec::new();
    }
    let is_owner = |owner: Owner| {
        let is_same = owner.uid.is_empty() || of.uid.is_empty() || owner.uid == of.uid;
        (owner.kind, owner.name) == (of.kind, of.name) && is_same
    };
    let sets = among
        .iter()
        .filter_map(|at| Some((*at, objects.workloads.get(*at)?)));
    let sets = sets.filter(|(_, set)| {
        names[set.kind] == *"ReplicaSet"
            && set.namespace == of.namespace
            && set.owner.is_some_and(is_owner)
    });
    sets.map(|(index, _)| index).collect()
}

/// Whether the template of a `ReplicaSet` is that of its `Deployment`, as far as templates are read.
fn is_alike(set: &Pod, of: &Pod, names: &Names) -> bool {
    let mut set = set.clone();
    let labels = set.labels.0.iter().copied();
    set.labels = Labels(
        labels
            .filter(|(key, _)| names[*key] != *TEMPLATE_HASH)
            .collect(),
    );
    complete(&mut set);
    (set.name, set.created) = (of.name, of.created);
    set == *of
}

/// Whether a pod names the current revision of its workload; `None` if the text does not tell.
fn is_of_revision(pod: &Pod, of: &Workload, names: &Names) -> Option<bool> {
    let label = match &names[of.kind] {
        "DaemonSet" => TEMPLATE_GENERATION,
        _ => REVISION_HASH,
    };
    let own = names.get(label).and_then(|label| pod.labels.get(label))?;
    (!of.revision.is_empty()).then(|| own == of.revision)
}

/// The hash by which a pod names its template.
fn hash(pod: &Pod, of: &Workload, names: &Names) -> Option<Symbol> {
    let label = match &names[of.kind] {
        "Deployment" => TEMPLATE_HASH,
        _ => REVISION_HASH,
    };
    names.get(label).and_then(|label| pod.labels.get(label))
}

/// Whether a pod has what a template gives it: labels, node selector, images, requests and limits. What admission adds
/// is no difference.
fn has_template(pod: &Pod, template: &Pod) -> bool {
    let has = |own: &Labels, wanted: &Labels| {
        let mut wanted = wanted.0.iter();
        wanted.all(|(key, value)| own.get(*key) == Some(*value))
    };
    let runs = |own: &[Container], wanted: &[Container]| {
        own.len() >= wanted.len()
            && own.iter().zip(wanted).all(|(own, wanted)| {
                let lists = [
                    (&own.requests, &wanted.requests),
                    (&own.limits, &wanted.limits),
                ];
                own.image == wanted.image
                    && lists.into_iter().all(|(own, wanted)| {
                        let mut wanted = wanted.0.iter();
                        wanted.all(|(resource, amount)| own.get(*resource) == Some(amount))
                    })
            })
    };
    has(&pod.labels, &template.labels)
        && has(&pod.node_selector, &template.node_selector)
        && runs(&pod.containers, &template.containers)
}

/// The template of an old pod: that of its `ReplicaSet`, if the text has it, else the pod itself before it had a node.
pub(super) fn old_template(pod: &Pod, objects: &Objects) -> Pod {
    let name = pod.owner.map(|owner| owner.name);
    let mut sets = objects.workloads.iter();
    let set = sets.find(|set| {
        let own = (set.namespace, Some(set.name));
        own == (pod.namespace, name) && objects.names[set.kind] == *"ReplicaSet"
    });
    if let Some(set) = set {
        return owned(set.template.clone(), owner(set));
    }
    let mut constraints = pod.constraints.clone();
    if let Some(of) = &mut constraints {
        of.resized = Box::default();
        of.resized_whole = None;
        of.resize_infeasible = false;
    }
    Pod {
        name: name.unwrap_or(pod.name),
        uid: Symbol::EMPTY,
        is_stored: false,
        created: None,
        node: Symbol::EMPTY,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        health: Health::Unstated,
        nodes_tried: None,
        verdict: Symbol::EMPTY,
        started: None,
        constraints,
        ..pod.clone()
    }
}

fn owner(of: &Workload) -> Owner {
    Owner {
        kind: of.kind,
        name: of.name,
        uid: of.uid,
        api_version: Symbol::EMPTY,
        controls: true,
    }
}

fn owned(template: Pod, owner: Owner) -> Pod {
    Pod {
        owner: Some(owner),
        created: None,
        ..template
    }
}

fn suffixed(name: Symbol, names: &mut Names) -> Symbol {
    let name = format!("{}-{NEW}", &names[name]);
    names.intern(&name)
}

fn with_label(template: &Pod, key: &str, value: &str, names: &mut Names) -> Pod {
    let (key, value) = (names.intern(key), names.intern(value));
    let labels = template.labels.0.iter().copied();
    let labels = labels.filter(|(other, _)| *other != key);
    let mut labelled = Pod {
        labels: Labels(labels.chain([(key, value)]).collect()),
        ..template.clone()
    };
    complete(&mut labelled);
    labelled
}

/// Completes the terms of pod affinity with the labels of the template.
fn complete(template: &mut Pod) {
    let Pod {
        labels,
        constraints,
        ..
    } = template;
    let terms = constraints
        .iter_mut()
        .flat_map(|of| of.affinity_terms_mut());
    terms.for_each(|term| term.complete(labels));
}

/// The template of the pod of a `DaemonSet` for a node: its affinity names the node, and nothing else.
pub(super) fn for_node(template: &Pod, node: Symbol, names: &mut Names) -> Pod {
    let field = NodeRequirement {
        key: names.intern(NODE_NAME),
        operator: names.intern("In"),
        values: vec![node],
        unparsable: false,
    };
    let term = NodeSelectorTerm {
        labels: Vec::new(),
        fields: vec![field],
    };
    Pod {
        node_affinity: Some([term].into()),
        ..template.clone()
    }
}
