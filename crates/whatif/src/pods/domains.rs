//! Nodes in a domain that no node is in: what helps a pod that every domain of a topology keeps off.

use schedscope_objects::{names::Symbol, node::Node};
use schedscope_pods::snapshot::PodInfo;

use super::{
    amounts,
    others::{HOSTNAME, node_name},
    space::{EditSource, new_edit},
};
use crate::{Edit, Family, NodeModel, StepSize, search::Candidate};

impl EditSource<'_> {
    /// Adds a node like one of each kind, in a further domain of one topology key that the pod spreads over or keeps
    /// apart by. `kinds`: these nodes.
    pub(super) fn nodes_in_new_domains(self, info: &PodInfo, kinds: &[&Node]) -> Vec<Candidate> {
        let names = &self.objects.names;
        let mut edits = Vec::new();
        for key in self.keys_apart(info) {
            for like in kinds.iter().filter(|node| node.labels.get(key).is_some()) {
                let value = self.new_domain(&names[key]);
                let Some(name) = self.free_name(&names[like.name]) else {
                    continue;
                };
                let labels = [(&names[key], value.as_str())];
                let new = amounts::node_like(like, (&name, HOSTNAME), &labels, names);
                let edit = Edit {
                    subject: [&names[like.name], " with ", &names[key], "=", &value].concat(),
                    pods: 1,
                    model: Some(NodeModel {
                        node: names[like.name].to_owned(),
                        labels: vec![(names[key].to_owned(), value.clone())],
                    }),
                    // Another node in a domain that there is costs less.
                    step: StepSize::of(3),
                    ..new_edit(Family::Node, node_name(&name), Vec::new(), new)
                };
                let csi_node = self.csi_node_like(like, &name);
                edits.push(std::iter::once(edit).chain(csi_node).collect());
            }
        }
        edits
    }

    /// The topology keys of hard spread constraints and required anti-affinity, except `kubernetes.io/hostname`: every
    /// new node has a hostname of its own.
    fn keys_apart(self, info: &PodInfo) -> Vec<Symbol> {
        let Some(constraints) = &info.pod.constraints else {
            return Vec::new();
        };
        let spread = constraints.topology_spread.iter();
        let spread = spread.filter(|constraint| constraint.is_hard);
        let spread = spread.map(|constraint| constraint.topology_key);
        let apart = constraints.pod_anti_affinity.required.iter();
        let apart = apart.map(|term| term.topology_key);
        let mut keys: Vec<Symbol> = Vec::new();
        for key in spread.chain(apart) {
            if self.objects.names[key] != *HOSTNAME && !keys.contains(&key) {
                keys.push(key);
            }
        }
        keys
    }

    /// A value of a topology key that no node has: `zone-2`.
    fn new_domain(self, key: &str) -> String {
        let names = &self.objects.names;
        let last = key.rsplit('/').next().unwrap_or_default();
        let mut number = 1;
        loop {
            let value = format!("{last}-{number}");
            let known = names.get(&value);
            let has = |node: &Node| node.labels.0.iter().any(|(_, of)| Some(*of) == known);
            if !self.objects.nodes.iter().any(|node| has(node)) {
                return value;
            }
            number += 1;
        }
    }
}
