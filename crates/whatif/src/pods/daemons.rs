//! The pods that every `DaemonSet` creates on a node that is added, before other pods come to it.
//!
//! Source: `NodeShouldRunDaemonPod` in `pkg/controller/daemon/daemon_controller.go` of Kubernetes 1.35.

use std::sync::Arc;

use schedscope_objects::{
    id::{Id as _, NodeId},
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

use super::world::PodWorld;
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

impl PodWorld {
    /// Counts all pods after edits were made: nodes that they add have the pods of every `DaemonSet`. Returns `None` if
    /// the pod (`namespace/name`) does not exist. O(pods + nodes).
    pub fn after(
        edits: &[Edit],
        objects: &Objects,
        pod: &str,
        reading: (Profile, KubernetesVersion),
    ) -> Option<Self> {
        let mut world = Self::new(objects, pod, reading)?;
        let names = &objects.names;
        let added = edits.iter().filter(|edit| {
            edit.object.kind == "Node" && edit.path.is_empty() && edit.new.is_some()
        });
        let nodes: Vec<NodeId> = added
            .filter_map(|edit| world.snapshot.node(names.get(&edit.object.name)?))
            .collect();
        start_daemons(objects, (&mut world.snapshot, &mut world.ledger), &nodes);
        Some(world)
    }
}

/// Binds a pod of each `DaemonSet` to each of some nodes that admits it. O(pods + nodes x `DaemonSet`s).
pub(super) fn start_daemons(
    objects: &Objects,
    (snapshot, ledger): (&mut ClusterSnapshot, &mut Ledger),
    nodes: &[NodeId],
) {
    if nodes.is_empty() {
        return;
    }
    let daemons = daemons(objects, snapshot);
    let (names, classes) = (&objects.names, NamedClasses::of(objects));
    for node in nodes.iter().copied() {
        for (daemon, number) in daemons.iter().zip(FIRST..) {
            let number = number + node.index() as u32 * daemons.len() as u32;
            let pod =
                snapshot.add_copy((daemon.workload, number), &daemon.template, classes, names);
            let fits = snapshot.pods.get(pod).zip(snapshot.nodes.get(node));
            let fits = fits.is_some_and(|(info, on)| {
                fits_statically(info, on, names).is_ok()
                    && fits_resources(&info.request, on, &on.requested, on.pods.len() as i64)
                        .is_ok()
            });
            if fits {
                snapshot.bind(pod, node, 0, names);
                if let Some(info) = snapshot.pods.get(pod) {
                    ledger.charge(info.pod.namespace, &info.request.charge);
                }
            } else if let Some(info) = snapshot.pods.get_mut(pod) {
                // No scheduler may take it elsewhere.
                Arc::make_mut(&mut info.pod).phase = Phase::Succeeded;
            }
        }
    }
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

/// A daemon's pod before it has a node: the controller names the node in `matchFields`.
fn anywhere(pod: &Pod, names: &Names) -> Pod {
    let mut pod = Pod {
        uid: Symbol::EMPTY,
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
