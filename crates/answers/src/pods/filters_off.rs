//! The filters that a scheduler's profile switches off.

use schedscope_answer_macro::answer;
use schedscope_objects::names::Names;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};

/// A profile of a `KubeSchedulerConfiguration` of the input that switches filters off.
#[answer(Eq)]
pub struct ProfileFilters {
    /// The profile, by its `schedulerName`.
    pub profile: String,
    /// The filters that are off, in the order in which Kubernetes would ask them: they reject no node.
    #[ts(type = "string[]")]
    pub filters: Vec<&'static str>,
}

impl ProfileFilters {
    /// What the profile of a pod switches off; `None`: nothing. O(profiles).
    pub fn of(snapshot: &ClusterSnapshot, pod: &PodInfo, names: &Names) -> Option<Self> {
        let filters: Vec<_> = pod.filters_off.names().collect();
        let profile = snapshot.profile_of(&pod.pod)?;
        (!filters.is_empty()).then(|| Self {
            profile: names[profile.name].to_owned(),
            filters,
        })
    }

    /// The profiles of pending pods that switch filters off, in the order of their first pod. O(pods x profiles) where
    /// a profile does, else O(profiles).
    pub fn of_pending(snapshot: &ClusterSnapshot, names: &Names) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        let mut profiles = snapshot.profiles.iter();
        if profiles.all(|profile| profile.filters_off.is_empty()) {
            return all;
        }
        for pod in snapshot.pods.iter().filter(|pod| pod.is_to_schedule()) {
            if let Some(off) = Self::of(snapshot, pod, names)
                && !all.contains(&off)
            {
                all.push(off);
            }
        }
        all
    }
}
