//! Whether kube-scheduler looks at a pod at all.

use schedscope_objects::names::{Names, Symbol};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

use crate::quota::queue::SchedulerPods;

/// The scheduler that a pod names; `None` if it names none or `default-scheduler`.
pub(crate) fn scheduler_name<'n>(pod: &PodInfo, names: &'n Names) -> Option<&'n str> {
    let name = &names[pod.pod.scheduler_name];
    (!matches!(name, "" | "default-scheduler")).then_some(name)
}

/// The scheduler that a pod names, if the text has no profile for it; empty: kube-scheduler looks at the pod.
pub fn other_schedulers(
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
    names: &Names,
) -> Vec<SchedulerPods> {
    let name = scheduler_name(pod, names).filter(|_| snapshot.profile_of(&pod.pod).is_none());
    let asked = name.map(|name| SchedulerPods {
        name: name.to_owned(),
        pods: 1,
    });
    asked.into_iter().collect()
}

/// The profile of a `KubeSchedulerConfiguration` of the text for a pod, by its `schedulerName`.
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

/// The node that a waiting pod is nominated for, if the text does not have it. O(nodes) for a nominated pod.
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
