//! The verdicts that kube-scheduler recorded for pods that it could not place.

use schedscope_answers::quota::marks::CycleMarks;
use schedscope_checks::verdict_differs::RecordedVerdict;
use schedscope_objects::{objects::Objects, profile::Profile};
use schedscope_quota::cycle::run;

use super::ClusterState;

/// The maximum number of pods whose recorded verdict is checked.
const MOST_VERDICTS: usize = 200;

/// A verdict on the pod that an answer is about.
pub(super) fn of_this(message: String) -> RecordedVerdict {
    RecordedVerdict { pod: None, message }
}

impl ClusterState {
    /// What kube-scheduler recorded for a pod that it could not place, if both profiles place it or evict others for
    /// it.
    pub(crate) fn contradicted(
        &mut self,
        asked: (&str, Profile),
        objects: &Objects,
    ) -> Option<RecordedVerdict> {
        let names = &objects.names;
        let pod = self.snapshot.pod(asked.0, names)?;
        let info = self.snapshot.pods.get(pod)?;
        if self.needs.verdict(&info.pod).is_empty() || !info.pod.node.is_empty() {
            return None;
        }
        let found = self.without(asked, objects, |snapshot, ledger, (budgets, needs), pod| {
            let cycle = run(snapshot, ledger, budgets, pod, names, asked.1);
            let of = (asked.1, &cycle);
            let marks = CycleMarks::of(snapshot, ledger, budgets, pod, names, of);
            marks.contradicted(pod, &cycle, &names[needs.verdict(&pod.pod)])
        });
        found.ok().flatten().map(of_this)
    }

    /// The number of pending pods that kube-scheduler recorded as unschedulable, and those of the first
    /// [`MOST_VERDICTS`] whose cycle now contradicts it.
    pub(crate) fn contradicted_pods(
        &mut self,
        objects: &Objects,
        profile: Profile,
    ) -> (usize, Vec<RecordedVerdict>) {
        let names = &objects.names;
        let pods = self.snapshot.pods.iter();
        let judged = pods.filter(|info| {
            info.is_to_schedule()
                && info.nominated.is_none()
                && !self.needs.verdict(&info.pod).is_empty()
        });
        let judged: Vec<String> = judged.map(|info| info.key(names)).collect();
        let count = judged.len();
        let found = judged.into_iter().take(MOST_VERDICTS).filter_map(|pod| {
            let of_pod = self.contradicted((&pod, profile), objects)?;
            Some(RecordedVerdict {
                pod: Some(pod.as_str().into()),
                ..of_pod
            })
        });
        (count, found.collect())
    }
}
