//! The pods that a node that is added has before other pods come to it: those of every `DaemonSet`, and the static pods
//! of the node that it is like.
//!
//! Source: `NodeShouldRunDaemonPod` in `pkg/controller/daemon/daemon_controller.go` of Kubernetes 1.35;
//! `podsExpectedOnFreshNode` in `cluster-autoscaler/simulator/node_info_utils.go` of Kubernetes autoscaler 1.33.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, NodeId, PodId},
    kubernetes_version::KubernetesVersion,
    names::{Names, Symbol},
    objects::Objects,
    pod::{Phase, Pod},
    profile::Profile,
};
use schedscope_pods::{
    fit::{fits_resources, fits_statically},
    snapshot::{ClusterSnapshot, NamedClasses},
};

use schedscope_quota::ledger::Ledger;

use super::{
    cluster::PodCluster,
    drain::{DrainedKind, left_out},
};
use crate::Edit;

/// The number of the first pod that is added, above the number of replicas of any workload.
const FIRST: u32 = 1 << 29;

/// What a `DaemonSet` runs on each node.
struct Daemon {
    /// Its namespace and its name.
    key: (Symbol, Symbol),
    /// Its index among the workloads; `None`: the text has only its pods.
    workload: Option<u32>,
    template: Arc<Pod>,
}

impl PodCluster {
    /// Counts all pods after edits were made: nodes that they add have the pods of every `DaemonSet`, and the static
    /// pods of their models. Returns `None` if the pod (`namespace/name`) does not exist. O(pods + nodes).
    pub fn after(
        edits: &[Edit],
        objects: &Objects,
        pod: &str,
        reading: (Profile, KubernetesVersion),
    ) -> Option<Self> {
        let mut cluster = Self::new(objects, pod, reading)?;
        let names = &objects.names;
        let added = edits.iter().filter(|edit| {
            edit.object.kind == "Node" && edit.path.is_empty() && edit.new.is_some()
        });
        let node = |name: &str| cluster.snapshot.node(names.get(name)?);
        let nodes: Vec<AddedNode> = added
            .filter_map(|edit| {
                Some(AddedNode {
                    node: node(&edit.object.name)?,
                    model: edit.model.as_ref().and_then(|model| node(&model.node)),
                })
            })
            .collect();
        start_first_pods(
            objects,
            (&mut cluster.snapshot, &mut cluster.ledger),
            &nodes,
        );
        Some(cluster)
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AddedNode {
    pub(super) node: NodeId,
    /// The node that it is like; `None`: it is like none.
    pub(super) model: Option<NodeId>,
}

/// Binds the pods that some added nodes have first: the static pods of the model, which ask no scheduler, and a pod of
/// each `DaemonSet` that the node admits. O(pods x nodes + nodes x `DaemonSet`s).
pub(super) fn start_first_pods(
    objects: &Objects,
    (snapshot, ledger): (&mut ClusterSnapshot, &mut Ledger),
    nodes: &[AddedNode],
) {
    if nodes.is_empty() {
        return;
    }
    let daemons = daemons(objects, snapshot);
    let (names, classes) = (&objects.names, NamedClasses::of(objects));
    let mut models: Vec<NodeId> = nodes.iter().filter_map(|node| node.model).collect();
    models.sort_unstable();
    models.dedup();
    let static_pods = models
        .into_iter()
        .flat_map(|model| static_pods((snapshot, names), model).map(move |pod| (model, pod)));
    let static_pods: Vec<(NodeId, Arc<Pod>)> = static_pods.collect();
    let each = (daemons.len() + static_pods.len()) as u32;
    for AddedNode { node, model } in nodes.iter().copied() {
        let first = FIRST + node.index() as u32 * each;
        let numbered = static_pods.iter().zip(first..);
        for ((_, template), number) in numbered.filter(|((of, _), _)| Some(*of) == model) {
            let pod = snapshot.add_copy((None, number), template, classes, names);
            place(pod, node, (snapshot, ledger), names);
        }
        for (daemon, number) in daemons.iter().zip(first + static_pods.len() as u32..) {
            let pod =
                snapshot.add_copy((daemon.workload, number), &daemon.template, classes, names);
            let fits = snapshot.pods.get(pod).zip(snapshot.nodes.get(node));
            let fits = fits.is_some_and(|(info, on)| {
                fits_statically(info, on, names).is_ok()
                    && fits_resources(&info.request, on, &on.requested, on.pods.len() as i64)
                        .is_ok()
            });
            if fits {
                place(pod, node, (snapshot, ledger), names);
            } else if let Some(info) = snapshot.pods.get_mut(pod) {
                // No scheduler may take it elsewhere.
                Arc::make_mut(&mut info.pod).phase = Phase::Succeeded;
            }
        }
    }
}

fn place(
    pod: PodId,
    node: NodeId,
    (snapshot, ledger): (&mut ClusterSnapshot, &mut Ledger),
    names: &Names,
) {
    snapshot.bind(pod, node, 0, names);
    if let Some(info) = snapshot.pods.get(pod) {
        ledger.charge(info.pod.namespace, &info.request.charge);
    }
}

/// The static pods of a node by their mirrors, as pods without a node. Those that terminate do not count.
fn static_pods(
    (snapshot, names): (&ClusterSnapshot, &Names),
    model: NodeId,
) -> impl Iterator<Item = Arc<Pod>> {
    let name = snapshot.nodes.get(model).map(|model| model.node.name);
    let pods = snapshot.pods.iter().filter(move |info| {
        Some(info.pod.node) == name
            && info.is_live()
            && !info.terminating
            && left_out(&info.pod, names) == Some(DrainedKind::Mirror)
    });
    pods.map(|info| Arc::new(anywhere(&info.pod, names)))
}

/// The `DaemonSet`s of the text, and those that only the owner references of pods tell of. O(pods).
fn daemons(objects: &Objects, snapshot: &ClusterSnapshot) -> Vec<Daemon> {
    let names = &objects.names;
    let is_daemon = |kind: Symbol| names[kind] == *"DaemonSet";
    let mut found: Vec<Daemon> = Vec::new();
    for (index, workload) in objects.workloads.iter().enumerate() {
        if is_daemon(workload.kind) {
            found.push(Daemon {
                key: (workload.namespace, workload.name),
                workload: Some(index as u32),
                template: Arc::new(anywhere(&workload.template, names)),
            });
        }
    }
    for info in snapshot
        .pods
        .iter()
        .filter(|info| info.is_live() && !info.terminating)
    {
        let pod = &info.pod;
        let owner = pod
            .owner
            .filter(|owner| owner.controls && is_daemon(owner.kind));
        let key = owner.map(|owner| (pod.namespace, owner.name));
        if let Some(key) = key
            && !found.iter().any(|daemon| daemon.key == key)
        {
            found.push(Daemon {
                key,
                workload: None,
                template: Arc::new(anywhere(pod, names)),
            });
        }
    }
    found
}

/// A pod of a node before it has the node, which the controller of a daemon's pod names in `matchFields`.
fn anywhere(pod: &Pod, names: &Names) -> Pod {
    let mut pod = Pod {
        uid: Symbol::EMPTY,
        is_stored: false,
        node: Symbol::EMPTY,
        nominated: Symbol::EMPTY,
        phase: Phase::Pending,
        started: None,
        created: None,
        deleting: false,
        ..pod.clone()
    };
    if let Some(terms) = &mut pod.node_affinity {
        for term in terms.iter_mut() {
            term.fields
                .retain(|field| names[field.key] != *"metadata.name");
        }
        if terms
            .iter()
            .any(|term| term.fields.is_empty() && term.labels.is_empty())
        {
            pod.node_affinity = None;
        }
    }
    pod
}
