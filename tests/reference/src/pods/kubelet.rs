//! The kubelet's admission of pods that name their node and have not started. A pod that it rejects fails: it holds no
//! room and is charged to no quota.

use super::{
    ClusterSnapshot, Node, Pod,
    filters::{Faults, View, ports},
    fit, items, of, selector,
};

/// Whether the kubelet of a node takes a pod that is not in the snapshot.
fn admits(snapshot: &ClusterSnapshot, node: &Node, pod: &Pod) -> bool {
    let spec = &pod.value["spec"];
    let annotation = |key: &str| &pod.value["metadata"]["annotations"][key];
    let source = annotation("kubernetes.io/config.source");
    let is_static = !source.is_null() && *source != "api";
    // An extended resource that the node does not list is not asked for.
    let is_extended = |name: &str| name.contains('/') && !name.contains("kubernetes.io/");
    let mut asked = pod.clone();
    let request = pod.request.iter();
    let request = request
        .filter(|(name, _)| !is_extended(name) || node.allocatable.contains_key(*name))
        .map(|(name, amount)| (name.clone(), *amount));
    asked.request = request.collect::<super::Amounts>().into();
    let view = View::new(snapshot, pod, Faults::NONE);
    let is_fatal = |taint| !selector::tolerated(spec, taint);
    let mut taints =
        items(&node.value["spec"]["taints"]).filter(|taint| taint["effect"] == "NoExecute");
    of(&node.allocatable, "pods") > snapshot.on(&node.name).count() as i128
        && fit::resources(snapshot, node, &asked).is_none()
        && selector::node(spec, node)
        && ports::misfit(&view, node, pod).is_none()
        && (is_static || !taints.any(is_fatal))
}

impl ClusterSnapshot {
    /// Lets the kubelets admit the pods of a text: those created first come first, those without a time last. A text
    /// without nodes says nothing about them; in one with nodes, a node that it lacks does not exist.
    pub fn admit_all(&mut self) {
        let is_handed = |pod: &Pod| pod.live && !pod.started && pod.node.is_some();
        let (mut handed, rest): (Vec<Pod>, Vec<Pod>) = std::mem::take(&mut self.pods)
            .into_iter()
            .partition(is_handed);
        self.pods = rest;
        handed.sort_by_key(|pod| (pod.created.is_none(), pod.created.clone(), pod.index));
        for mut pod in handed {
            let name = pod.node.as_deref().expect("a node");
            pod.live = match self.node(name) {
                Some(node) => admits(self, node, &pod),
                None => self.nodes.is_empty(),
            };
            self.put(&pod);
        }
    }
}
