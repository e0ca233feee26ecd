//! Whether kube-scheduler looks at a pod at all.

use schedscope_answer_macro::answer;
use schedscope_objects::names::{Names, Symbol};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

/// The largest number of schedulers that are named.
const SCHEDULERS: usize = 10;

/// A scheduler that pending pods name.
#[answer(Eq)]
pub struct SchedulerPods {
    /// The `schedulerName`.
    pub name: String,
    /// The number of pending pods that name it.
    pub pods: usize,
}

/// The scheduler that a pod names; `None` if it names none or `default-scheduler`.
pub(crate) fn scheduler_name<'n>(pod: &PodInfo, names: &'n Names) -> Option<&'n str> {
    let name = &names[pod.pod.scheduler_name];
    (!matches!(name, "" | "default-scheduler")).then_some(name)
}

/// The schedulers that some pods name and that have no profile in the input.
pub fn scheduler_names<'a>(
    pods: impl Iterator<Item = &'a PodInfo>,
    snapshot: &ClusterSnapshot,
    names: &Names,
) -> Vec<SchedulerPods> {
    let mut found: Vec<SchedulerPods> = Vec::new();
    let pods = pods.filter(|pod| snapshot.profile_of(&pod.pod).is_none());
    for name in pods.filter_map(|pod| scheduler_name(pod, names)) {
        if let Some(known) = found.iter_mut().find(|known| known.name == name) {
            known.pods += 1;
        } else if found.len() < SCHEDULERS {
            let name = name.to_owned();
            found.push(SchedulerPods { name, pods: 1 });
        }
    }
    found
}

/// The profile of a `KubeSchedulerConfiguration` of the input for a pod, by its `schedulerName`.
pub(crate) fn scheduler_profile(
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
    names: &Names,
) -> Option<String> {
    let profile = snapshot.profile_of(&pod.pod);
    profile.map(|profile| names[profile.name].to_owned())
}

/// The names of scheduling gates.
pub(crate) fn gate_names(gates: &[Symbol], names: &Names) -> Vec<String> {
    gates.iter().map(|gate| names[*gate].to_owned()).collect()
}

/// The node that a waiting pod is nominated for, if the input does not have it. O(nodes) for a nominated pod.
pub(crate) fn missing_nominated(
    snapshot: &ClusterSnapshot,
    info: &PodInfo,
    names: &Names,
) -> Option<String> {
    let (node, wanted) = (info.pod.node, info.pod.nominated);
    let waits = node.is_empty() && !wanted.is_empty() && info.nominated.is_none();
    let lacks = || !snapshot.nodes.iter().any(|known| known.node.name == wanted);
    (waits && lacks()).then(|| names[wanted].to_owned())
}
