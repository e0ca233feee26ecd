//! Detects queues that repeat: pods can evict each other in turn without end.
//!
//! The state after a step determines all later steps, so a repeated state ends the run. By Brent's algorithm one state
//! is kept: that after the 1st, 2nd, 4th, 8th and so on of the steps that evict; the states after later such steps are
//! compared with it. Without evictions no state repeats.

use schedscope_objects::{
    id::{Id, NodeId, PodId},
    order,
};
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo, PodLocation};

use crate::queue::{QueueStepOutcome, SimulatedStep};

/// The steps that would come again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The first of them, from 1: from it on, the same steps come again and again.
    pub first: usize,
    /// How many there are.
    pub steps: usize,
}

/// The states seen so far.
#[derive(Debug, Default)]
pub(super) struct SeenStates {
    /// A number for the place of each pod; empty before the first eviction.
    codes: Vec<u64>,
    /// The codes together: equal states have equal sums.
    sum: u64,
    /// How many steps evicted pods.
    evicting: usize,
    kept: Option<KeptState>,
}

#[derive(Debug)]
struct KeptState {
    /// How many steps there were.
    steps: usize,
    evicting: usize,
    sum: u64,
    state: Vec<u32>,
}

/// The queue between two steps.
pub(super) struct QueueMoment<'a> {
    pub(super) snapshot: &'a ClusterSnapshot,
    /// The pods that will be tried, in any order.
    pub(super) active: Vec<PodId>,
    pub(super) waiting: Vec<PodId>,
    /// Whether pods were evicted since the waiting ones were tried; then all of them are tried again.
    pub(super) evicted: bool,
    /// Whether one of the waiting pods may have its turn before the active ones.
    pub(super) may_go_first: bool,
}

impl SeenStates {
    /// Takes the last of `steps` in. O(pods that it moves), and O(pods) where a state is kept or compared.
    pub(super) fn repeats<'a>(
        &mut self,
        steps: &[SimulatedStep],
        snapshot: &'a ClusterSnapshot,
        moment: impl FnOnce() -> QueueMoment<'a>,
    ) -> Option<Repetition> {
        let step = steps.last()?;
        let victims: &[PodId] = match &step.outcome {
            QueueStepOutcome::Preempts(_, victims) => victims,
            _ if self.codes.is_empty() => return None,
            _ => &[],
        };
        if self.codes.is_empty() {
            self.codes = vec![0; snapshot.pods.len()];
            for pod in snapshot.pods.ids() {
                self.place(pod, snapshot);
            }
        }
        self.place(step.pod, snapshot);
        for pod in victims.iter().chain(&step.released) {
            self.place(*pod, snapshot);
        }
        if victims.is_empty() {
            return None;
        }
        self.evicting += 1;
        let mut state = None;
        if let Some(kept) = &self.kept
            && kept.sum == self.sum
        {
            let now = moment().state();
            if now == kept.state {
                return Some(Repetition::of(steps, steps.len() - kept.steps));
            }
            state = Some(now);
        } else if self.is_due() {
            state = Some(moment().state());
        }
        if self.is_due() {
            self.kept = state.map(|state| KeptState {
                steps: steps.len(),
                evicting: self.evicting,
                sum: self.sum,
                state,
            });
        }
        None
    }

    /// Whether the state is to be kept.
    fn is_due(&self) -> bool {
        self.kept
            .as_ref()
            .is_none_or(|kept| self.evicting >= 2 * kept.evicting)
    }

    fn place(&mut self, pod: PodId, snapshot: &ClusterSnapshot) {
        if let (Some(code), Some(info)) = (self.codes.get_mut(pod.index()), snapshot.pods.get(pod))
        {
            let [place, nominated] = places(info).map(u64::from);
            let new = mixed(mixed(pod.index() as u64) ^ (place << 32 | nominated));
            self.sum ^= std::mem::replace(code, new) ^ new;
        }
    }
}

impl QueueMoment<'_> {
    /// Everything that later steps depend on and that steps change, as numbers; moments of bindings and evictions only
    /// by their order. O(pods log pods).
    fn state(mut self) -> Vec<u32> {
        let pods = &self.snapshot.pods;
        let mut evictions: Vec<u32> = pods.iter().map(|info| info.evicted).collect();
        order::sort(&mut evictions, u32::cmp);
        evictions.dedup();
        let storage = self.snapshot.storage.as_ref();
        let assumed = storage.map_or(0, |storage| storage.assumed());
        let flags = u32::from(self.evicted) | u32::from(self.may_go_first) << 1;
        let mut state = vec![flags, assumed as u32];
        for info in pods {
            let rank = evictions.partition_point(|other| *other < info.evicted) as u32;
            let flags = u32::from(info.terminating)
                | u32::from(info.started.is_some()) << 1
                | u32::from(info.goes_anywhere) << 2
                | u32::from(info.wanted.is_empty()) << 3;
            state.extend(places(info));
            state.extend([rank, flags]);
        }
        let mut list = |pods: &mut dyn Iterator<Item = PodId>| {
            state.push(u32::MAX);
            state.extend(pods.map(|pod| pod.index() as u32));
        };
        for node in &self.snapshot.nodes {
            list(&mut node.pods.iter().map(|bound_pod| bound_pod.pod));
        }
        for queue in [&mut self.active, &mut self.waiting] {
            order::sort(queue, PodId::cmp);
            list(&mut queue.iter().copied());
        }
        state
    }
}

/// Where a pod is, and where it is nominated.
fn places(info: &PodInfo) -> [u32; 2] {
    let number = |node: NodeId| node.index() as u32 + 2;
    let place = match info.place {
        PodLocation::Pending => 0,
        PodLocation::Unknown => 1,
        PodLocation::Node(node) => number(node),
    };
    [place, info.nominated.map_or(0, number)]
}

/// Spreads the bits of a number over all 64. Source: the finalizer of `SplitMix64`.
fn mixed(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl Repetition {
    /// The last `count` of the steps come again and again; perhaps they did so already.
    fn of(steps: &[SimulatedStep], count: usize) -> Self {
        let before = steps.iter().rev().zip(steps.iter().rev().skip(count));
        let alike = before.take_while(|(step, before)| step == before).count();
        Self {
            first: steps.len() - count - alike + 1,
            steps: count,
        }
    }

    /// How many of `total` steps are enough: the fewest after which things stand as after all, with each of the
    /// steps that come again among them.
    pub(super) fn enough(self, total: usize) -> usize {
        let once = self.first - 1 + self.steps;
        once + (total - once) % self.steps
    }
}
