//! The pods that started later than a pod, and the fewest of them without which it gets its node.

use schedscope_objects::{id::PodId, names::Names, order};
use schedscope_pods::snapshot::PodInfo;

use super::{Recorded, RecordedPodKind};

/// The maximum number of later pods to try: each alone, and together with those that started after it.
const MOST_TRIED: usize = 500;

impl Recorded {
    /// The pods on nodes that started after a pod, the latest first: by `status.startTime`, or
    /// `metadata.creationTimestamp` without it. Also the number of pods on nodes of which that is not known.
    /// O(pods log pods).
    pub fn later(&self, pod: PodId) -> (Vec<PodId>, usize) {
        let moment = |info: &PodInfo| info.pod.started.or(info.pod.created);
        let own = self.snapshot.pods.get(pod).and_then(moment);
        let (mut later, mut unknown) = (Vec::new(), 0);
        let pods = self.snapshot.pods.entries();
        let on_nodes = pods.filter(|(_, info)| info.is_live() && info.node().is_some());
        for (other, info) in on_nodes.filter(|(other, _)| *other != pod) {
            match (own, moment(info)) {
                (Some(own), Some(other_moment)) if other_moment > own => {
                    later.push((other_moment, other));
                }
                (Some(_), Some(_)) => {}
                _ => unknown += 1,
            }
        }
        order::sort(&mut later, |a, b| b.cmp(a));
        (later.into_iter().map(|(_, pod)| pod).collect(), unknown)
    }

    /// The fewest of some pods, as far as is searched, without which the node of a pod is one of those with the highest
    /// score: one of them, or the first ones. With the number of decisions, at most twice `MOST_TRIED`. O(nodes) for
    /// each.
    pub fn fewest(
        &mut self,
        pod: PodId,
        of: &[PodId],
        names: &Names,
    ) -> (Option<Vec<PodId>>, usize) {
        let tried = of.iter().take(MOST_TRIED);
        let mut decisions = 0;
        for other in tried.clone() {
            let Some(out) = self.take_out(*other) else {
                continue;
            };
            let kind = self.decided(pod, names);
            decisions += 1;
            self.put_back(out);
            if kind == Some(RecordedPodKind::Same) {
                return (Some(vec![*other]), decisions);
            }
        }
        let mut outs = Vec::new();
        let mut found = None;
        for (at, other) in tried.enumerate() {
            outs.extend(self.take_out(*other));
            if at == 0 {
                continue;
            }
            decisions += 1;
            if self.decided(pod, names) == Some(RecordedPodKind::Same) {
                found = Some(of.iter().take(at + 1).copied().collect());
                break;
            }
        }
        for out in outs.into_iter().rev() {
            self.put_back(out);
        }
        (found, decisions)
    }

    /// What the scheduler would decide for a pod on a node.
    fn decided(&mut self, pod: PodId, names: &Names) -> Option<RecordedPodKind> {
        let out = self.take_out(pod)?;
        let kind = self.kind(pod, out.node, names);
        self.put_back(out);
        Some(kind)
    }

    /// Takes pods off their nodes for good.
    pub fn remove(&mut self, pods: &[PodId]) {
        for pod in pods {
            self.take_out(*pod);
        }
    }
}
