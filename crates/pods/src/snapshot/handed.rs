//! Pods that name their node and have not started: its kubelet admits them one after another.

use std::cmp::Reverse;

use schedscope_objects::{
    id::{NodeId, PodId},
    names::{Names, Symbol},
    order,
};

use super::{ClusterSnapshot, PodInfo, PodLocation, insert};
use crate::fit::{KubeletRejection, admit};

impl PodInfo {
    /// Whether it names its node and has not started: the kubelet of that node has still to admit it.
    pub(super) fn is_handed(&self) -> bool {
        !self.wanted.is_empty() && !self.pod.phase.is_over()
    }
}

impl ClusterSnapshot {
    /// Lets the kubelets admit the pods of all nodes. O(pods log pods).
    pub(super) fn admit_all(&mut self, names: &Names) {
        let handed = self.pods.entries().filter(|(_, info)| info.is_handed());
        self.handed = handed.map(|(pod, _)| pod).collect();
        self.admit_in_turn(self.handed.clone(), false, names);
    }

    /// Lets the kubelets of two nodes admit their pods again, as after a change of a pod there. `false`: another pod
    /// than `changed` is rejected or admitted that was not before. O(pods that name their node and have not started).
    pub(super) fn admit_again(
        &mut self,
        nodes: [Option<NodeId>; 2],
        changed: PodId,
        names: &Names,
    ) -> bool {
        let of = |info: &PodInfo| {
            let node = self.node(info.wanted);
            info.is_handed() && (node.is_none() || nodes.contains(&node))
        };
        let handed = self.handed.iter().copied();
        let handed: Vec<PodId> = handed
            .filter(|pod| self.pods.get(*pod).is_some_and(of))
            .collect();
        let rejected = |snapshot: &Self| -> Vec<bool> {
            let others = handed.iter().filter(|pod| **pod != changed);
            let infos = others.filter_map(|pod| snapshot.pods.get(*pod));
            infos.map(|info| info.rejected.is_some()).collect()
        };
        let before = rejected(self);
        for pod in &handed {
            self.take(*pod);
            if let Some(info) = self.pods.get_mut(*pod) {
                info.rejected = None;
            }
        }
        self.admit_in_turn(handed.clone(), true, names);
        before == rejected(self)
    }

    /// Hands the replacement of an evicted pod to the kubelet of the node that its template names: no scheduler sees
    /// the new pod. O(pods of the node).
    pub fn replace_on(&mut self, node: Symbol, pod: PodId, names: &Names) {
        if let Some(info) = self.pods.get_mut(pod) {
            info.wanted = node;
            insert(&mut self.handed, pod);
        }
        self.hand(pod, node, true, names);
    }

    /// Pods that are created first arrive first, those that are still to be created last.
    fn admit_in_turn(&mut self, mut handed: Vec<PodId>, ranked: bool, names: &Names) {
        let key = |pod: PodId| {
            let created = self.pods.get(pod).and_then(|info| info.pod.created);
            (Reverse(created.is_some()), created, pod)
        };
        order::sort(&mut handed, |a, b| key(*a).cmp(&key(*b)));
        for pod in handed {
            let node = self.pods.get(pod).map(|info| info.pod.node);
            self.hand(pod, node.unwrap_or_default(), ranked, names);
        }
    }

    /// Lets the kubelet of a node admit a pod.
    fn hand(&mut self, pod: PodId, node: Symbol, ranked: bool, names: &Names) {
        let Some(info) = self.pods.get(pod) else {
            return;
        };
        let id = self.node(node);
        let verdict = match id.and_then(|id| self.nodes.get(id)) {
            Some(node) => admit(info, node, self, names),
            // A text without nodes says nothing about them.
            None if self.nodes.is_empty() => Ok(()),
            None => Err(KubeletRejection::NoNode),
        };
        if let Err(rejection) = verdict {
            if let Some(info) = self.pods.get_mut(pod) {
                info.rejected = Some(Box::new(rejection));
            }
            return;
        }
        let place = id.map_or(PodLocation::Unknown, PodLocation::Node);
        self.put(pod, place, ranked);
    }
}
