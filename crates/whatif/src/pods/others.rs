//! Tolerations, and edits of other objects: pods that are removed, nodes that are added or uncordoned.

use schedscope_objects::{
    diagnostic::ObjectName,
    names::Symbol,
    node::Node,
    order,
    taint::{CORDON, Taint, TaintEffect},
};
use schedscope_pods::{fit::is_hard, snapshot::PodInfo};

use super::{
    amounts,
    cluster::victims,
    drain::left_out,
    space::{EditSource, new_edit},
};
use crate::{Edit, Family, NodeModel, Step, StepSize, Value, edit::path, search::Candidate};

pub(super) const HOSTNAME: &str = "kubernetes.io/hostname";

pub(super) fn node_name(name: &str) -> ObjectName {
    ObjectName {
        kind: "Node".to_owned(),
        namespace: String::new(),
        name: name.to_owned(),
    }
}

/// The taints with which controllers mark nodes that cannot run pods. Controllers remove them when the state changes.
///
/// Source: `k8s.io/api/core/v1/well_known_taints.go` and `k8s.io/cloud-provider/api` of Kubernetes 1.35.
pub(super) const STATES: [&str; 9] = [
    "node.kubernetes.io/not-ready",
    "node.kubernetes.io/unreachable",
    "node.kubernetes.io/memory-pressure",
    "node.kubernetes.io/disk-pressure",
    "node.kubernetes.io/pid-pressure",
    "node.kubernetes.io/network-unavailable",
    "node.kubernetes.io/out-of-service",
    "node.cloudprovider.kubernetes.io/uninitialized",
    "node.cloudprovider.kubernetes.io/shutdown",
];

impl<'a> EditSource<'a> {
    /// For each node, tolerations of all hard taints, including the cordon; without duplicates.
    pub(super) fn tolerations(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let (object, spec) = self.spec(info);
        let mut candidates: Vec<Candidate> = Vec::new();
        for node in self.focal_nodes() {
            let tolerated = |taint: &Taint| {
                let mut own = info.pod.tolerations.iter();
                own.any(|toleration| toleration.matches(taint).is_ok())
            };
            let hard = node.taints.iter().filter(|taint| is_hard(taint));
            let hard = hard.filter(|taint| !tolerated(taint));
            let mut wanted: Vec<(&str, &str, &str)> = hard
                .map(|taint| {
                    let effect = match taint.effect {
                        TaintEffect::NoExecute => "NoExecute",
                        _ => "NoSchedule",
                    };
                    (&names[taint.key], &names[taint.value], effect)
                })
                .collect();
            if node.unschedulable {
                wanted.push((CORDON, "", "NoSchedule"));
            }
            order::sort(&mut wanted, Ord::cmp);
            wanted.dedup();
            // If a node cannot run pods now, tolerating its taints does not help.
            let is_state = |(key, ..): &(&str, &str, &str)| STATES.contains(key);
            if wanted.is_empty() || wanted.iter().any(is_state) {
                continue;
            }
            let edits = wanted.iter().enumerate().map(|(at, (key, value, effect))| {
                let mut way = spec.clone();
                way.push(Step::Key("tolerations".to_owned()));
                way.push(Step::Index(info.pod.tolerations.len() + at));
                let new = if value.is_empty() {
                    Value::map([
                        ("key", Value::text(key)),
                        ("operator", Value::text("Exists")),
                        ("effect", Value::text(effect)),
                    ])
                } else {
                    Value::map([
                        ("key", Value::text(key)),
                        ("operator", Value::text("Equal")),
                        ("value", Value::text(value)),
                        ("effect", Value::text(effect)),
                    ])
                };
                new_edit(Family::Toleration, object.clone(), way, new)
            });
            let candidate = edits.collect();
            if !candidates.contains(&candidate) {
                candidates.push(candidate);
            }
        }
        candidates
    }

    /// The nodes that the want allows.
    pub(super) fn focal_nodes(self) -> impl Iterator<Item = &'a Node> {
        let nodes = self.cluster.snapshot.nodes.iter();
        let wanted = self.want.on.as_deref();
        let is_meant = move |name: &str| wanted.is_none_or(|wanted| wanted == name);
        nodes.filter_map(move |info| is_meant(&info.name).then_some(&*info.node))
    }

    /// Removes each other pod that occupies or reserves room, or that counts against a `ResourceQuota` that rejects the
    /// pod, except pods that their owner recreates on the same node. `subject`: the controller that recreates the pod.
    pub(super) fn releases(self) -> Vec<Candidate> {
        let snapshot = &self.cluster.snapshot;
        let names = &self.objects.names;
        // Removing a pod does not spare it.
        let evicted = if self.want.evicts_nobody {
            victims(self.cycle)
        } else {
            &[]
        };
        let own = snapshot.pods.get(self.cluster.pod);
        let own = own.filter(|_| self.cluster.is_refused);
        let counts = |pod: &PodInfo| {
            own.is_some_and(|own| own.pod.namespace == pod.pod.namespace) && !pod.pod.is_new()
        };
        let others = snapshot.pods.entries().filter(|(id, pod)| {
            *id != self.cluster.pod
                && pod.replica.is_none()
                && pod.is_live()
                && (pod.is_bound() || pod.nominated.is_some() || counts(pod))
                && !evicted.contains(id)
                && left_out(&pod.pod, names).is_none()
        });
        let edits = others.map(|(_, pod)| {
            let owner = pod.pod.owner.filter(|owner| owner.controls);
            vec![Edit {
                subject: owner.map_or_else(String::new, |owner| {
                    [&names[owner.kind], " ", &names[owner.name]].concat()
                }),
                ..Edit::removal(pod.object(self.objects))
            }]
        });
        edits.collect()
    }

    /// Uncordons nodes: removes the cordon, and the taint that comes with it.
    pub(super) fn uncordoned(self) -> Vec<Candidate> {
        let names = &self.objects.names;
        let nodes = self.focal_nodes().filter(|node| node.unschedulable);
        let open = nodes.map(|node| {
            let edit = |way: Vec<Step>, old, new| Edit {
                old: Some(old),
                new,
                ..new_edit(
                    Family::Node,
                    node_name(&names[node.name]),
                    way,
                    Value::Integer(0),
                )
            };
            let value = |is_closed: bool| Value::Plain(is_closed.to_string());
            let way = path("spec.unschedulable");
            let mut edits = vec![edit(way, value(true), Some(value(false)))];
            let is_cordon = |taint: &Taint| {
                names[taint.key] == *CORDON && taint.effect == TaintEffect::NoSchedule
            };
            for (at, taint) in node.taints.iter().enumerate() {
                if is_cordon(taint) {
                    let mut way = path("spec.taints");
                    way.push(Step::Index(at));
                    edits.push(edit(way, amounts::taint_value(taint, names), None));
                }
            }
            edits
        });
        open.collect()
    }

    /// A name for a node like another one.
    pub(super) fn free_name(self, like: &str) -> Option<String> {
        let names = &self.objects.names;
        let mut name = (2..).map(|number: u32| [like, "-", &number.to_string()].concat());
        name.find(|name| {
            let taken = names.get(name);
            taken
                .and_then(|taken| self.cluster.snapshot.node(taken))
                .is_none()
        })
    }

    /// Adds one node of each kind, also in a further domain.
    pub(super) fn nodes(self, info: &PodInfo) -> Vec<Candidate> {
        let names = &self.objects.names;
        let hostname = names.get(HOSTNAME);
        let labels = |node: &Node| {
            let labels = node.labels.0.iter();
            let labels = labels.filter(|(key, _)| Some(*key) != hostname);
            labels.copied().collect::<Vec<(Symbol, Symbol)>>()
        };
        let drivers = |node: &Node| self.csi_node(node).map(|of| &of.drivers);
        let mut kinds: Vec<&Node> = Vec::new();
        let mut edits = Vec::new();
        for node in &self.objects.nodes {
            let is_known = |other: &&&Node| {
                other.allocatable == node.allocatable
                    && other.taints == node.taints
                    && other.unschedulable == node.unschedulable
                    && labels(other) == labels(node)
                    && drivers(other) == drivers(node)
            };
            if node.unschedulable || kinds.iter().find(is_known).is_some() {
                continue;
            }
            kinds.push(node);
            let like = &names[node.name];
            let Some(name) = self.free_name(like) else {
                continue;
            };
            let new = amounts::node_like(node, (&name, HOSTNAME), &[], names);
            let edit = Edit {
                subject: like.to_owned(),
                pods: 1,
                model: Some(NodeModel {
                    node: like.to_owned(),
                    labels: Vec::new(),
                }),
                // It costs more than to uncordon one.
                step: StepSize::of(2),
                ..new_edit(Family::Node, node_name(&name), Vec::new(), new)
            };
            let csi_node = self.csi_node_like(node, &name);
            edits.push(std::iter::once(edit).chain(csi_node).collect());
        }
        edits.extend(self.nodes_in_new_domains(info, &kinds));
        edits
    }
}
