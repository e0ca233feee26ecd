//! The candidate edits for a pod, by family.

use schedscope_objects::{
    diagnostic::ObjectName, id::NodeId, kind::ObjectKind, objects::Objects, order,
};
use schedscope_pods::{node::BoundPod, snapshot::PodInfo};
use schedscope_quota::cycle::Cycle;

use super::{PodCluster, PodWant};
use crate::{
    Edit, Family, Step, StepSize, Value,
    edit::path,
    search::{Absence, Candidate, Space},
};

/// The families of a pod, in order.
pub(super) const FAMILIES: [Family; 11] = [
    Family::Name,
    Family::Skew,
    Family::Toleration,
    Family::Label,
    Family::Predicate,
    Family::Request,
    Family::Quota,
    Family::Volume,
    Family::Priority,
    Family::Release,
    Family::Node,
];

/// The highest priority that users can set.
pub(super) const MOST_PRIORITY: i32 = 1_000_000_000;

/// What candidates are derived from.
#[derive(Clone, Copy)]
pub(super) struct EditSource<'a> {
    pub(super) objects: &'a Objects,
    /// The pod is on no node.
    pub(super) cluster: &'a PodCluster,
    pub(super) cycle: &'a Cycle,
    pub(super) want: &'a PodWant,
}

impl<'a> EditSource<'a> {
    /// The candidates of a family, each kind separately.
    pub(super) fn spaces(self, family: Family) -> Vec<Space> {
        let mut whole = true;
        let mut more = Vec::new();
        let candidates = match self.cluster.snapshot.pods.get(self.cluster.pod) {
            None => Vec::new(),
            Some(info) => match family {
                Family::Name => self.spellings(info),
                Family::Skew => {
                    let found = self.spreads(info);
                    more.push(found.soft);
                    more.push(found.skews);
                    more.push(found.domains);
                    found.honors
                }
                Family::Toleration => self.tolerations(info),
                Family::Label => {
                    more.push(self.topology_labels(info));
                    self.labels(info, &mut whole)
                }
                Family::Predicate => self.predicates(info),
                Family::Request => self.requests(info, &mut whole),
                Family::Quota => {
                    more.push(self.hard(info));
                    self.quotas(info, &mut whole)
                }
                Family::Volume => {
                    more.push(self.volume_classes(info));
                    more.push(self.topologies(info));
                    self.volumes(info)
                }
                Family::Priority => self.priorities(info),
                Family::Release => {
                    // Recreated pods may take the room back.
                    let is_bare =
                        |edits: &Candidate| edits.iter().all(|edit| edit.subject.is_empty());
                    let (bare, anew) = self.releases().into_iter().partition(is_bare);
                    more.push(anew);
                    bare
                }
                Family::Node => {
                    more.push(self.nodes(info));
                    more.push(self.nodes_for_volumes(info));
                    self.uncordoned()
                }
                _ => Vec::new(),
            },
        };
        let kinds = std::iter::once(candidates).chain(more);
        let spaces = kinds.map(|candidates| Space {
            family,
            candidates: if candidates.is_empty() {
                Err(Absence::Nothing)
            } else {
                Ok(candidates)
            },
            whole,
        });
        spaces.collect()
    }

    /// The object that defines the pod, and the path of the pod's spec in it.
    pub(super) fn spec(self, info: &PodInfo) -> (ObjectName, Vec<Step>) {
        let object = info.object(self.objects);
        let spec = match info.replica {
            Some(_) if object.kind == ObjectKind::CronJob.name() => {
                "spec.jobTemplate.spec.template.spec"
            }
            Some(_) => "spec.template.spec",
            None => "spec",
        };
        (object, path(spec))
    }

    /// Priorities just above those of other pods and, for those below, equal to them. Empty if the pod names a class:
    /// the API server rejects a priority that differs from that of the class.
    fn priorities(self, info: &PodInfo) -> Vec<Candidate> {
        if !info.pod.priority_class.is_empty() {
            return Vec::new();
        }
        let own = info.priority;
        let snapshot = &self.cluster.snapshot;
        let others = snapshot.pods.entries().filter(|(id, pod)| {
            *id != self.cluster.pod && pod.is_live() && (pod.is_bound() || pod.nominated.is_some())
        });
        let values = others.map(|(_, pod)| pod.priority);
        let values = values.map(|other| {
            if other < own {
                other
            } else {
                other.saturating_add(1)
            }
        });
        let most = MOST_PRIORITY.max(own);
        let mut values: Vec<i32> = values.filter(|new| *new != own && *new <= most).collect();
        order::sort(&mut values, Ord::cmp);
        values.dedup();
        let edits = values.into_iter();
        edits.map(|new| vec![self.priority(info, new)]).collect()
    }

    /// The edit that sets the priority of the pod.
    pub(super) fn priority(self, info: &PodInfo, new: i32) -> Edit {
        let (object, mut way) = self.spec(info);
        way.push(Step::Key("priority".to_owned()));
        Edit {
            family: Family::Priority,
            object,
            path: way,
            old: info.pod.priority.map(|old| Value::Integer(i64::from(old))),
            new: Some(Value::Integer(i64::from(new))),
            subject: String::new(),
            model: None,
            pods: 1,
            numbers: Some((Some(i64::from(info.priority)), Some(i64::from(new)))),
            step: StepSize::of(u64::from(new.abs_diff(info.priority))),
        }
    }

    pub(super) fn pods_on(self, node: NodeId) -> &'a [BoundPod] {
        let node = self.cluster.snapshot.nodes.get(node);
        node.map_or(&[], |node| &node.pods)
    }
}

/// An edit that adds something.
pub(super) fn new_edit(family: Family, object: ObjectName, path: Vec<Step>, new: Value) -> Edit {
    Edit {
        family,
        object,
        path,
        old: None,
        new: Some(new),
        subject: String::new(),
        model: None,
        pods: 1,
        numbers: None,
        step: StepSize::of(1),
    }
}
