//! The world at one step of a queue.

use schedscope_objects::names::Names;
use schedscope_options::options;
use schedscope_pods::{amounts::Amounts, answer::AmountMap, world::World};
use serde::Serialize;

use crate::{
    answer::{QuotaState, Words, quota_state},
    ledger::Ledger,
    queue::{Played, QueueOptions, StepOutcome},
};

options! {
    /// Which step of the queue.
    pub struct QueueStepOptions {
        /// How the queue is played.
        queue: QueueOptions,
        /// After how many steps; 0: before the first. Beyond the last it is the last.
        step: usize [needed],
        /// How many nodes are passed over.
        offset: usize,
        /// How many nodes are listed at most.
        limit: usize = 100,
    }
}

/// So many pods of a node are named.
const PODS: usize = 110;
/// So many pods that are queued are named.
const QUEUED: usize = 100;

/// The world after some steps.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueStepAnswer {
    /// After how many steps.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub step: usize,
    /// The quotas, in the order of the text.
    pub quotas: Vec<QuotaState>,
    /// A page of the nodes, in the order of the text.
    pub nodes: Vec<QueueNode>,
    /// The pods that are not bound, in the order of the text, at most a hundred.
    pub unbound: Vec<String>,
    /// How many they are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub unbound_total: usize,
}

/// A node at one step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct QueueNode {
    /// Its name.
    pub node: String,
    /// What it can give.
    pub allocatable: AmountMap,
    /// What the pods on it ask for.
    pub requested: AmountMap,
    /// The pods on it, in the order of the text, at most 110.
    pub pods: Vec<String>,
    /// How many they are.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub pods_total: usize,
    /// The pods that it is kept free for.
    pub nominated: Vec<String>,
}

impl Played {
    /// The world after so many steps, or after the last. O(steps + pods).
    pub fn moment(
        &self,
        world: &World,
        ledger: &Ledger,
        names: &Names,
        options: &QueueStepOptions,
    ) -> Option<QueueStepAnswer> {
        let mut ledger = ledger.clone();
        let pods = world.pods.iter();
        let mut place: Vec<Option<u32>> = pods
            .map(|pod| pod.node().filter(|_| pod.is_live()))
            .collect();
        let mut nominated: Vec<Option<u32>> = world.pods.iter().map(|pod| pod.nominated).collect();
        let taken = self.steps.iter().take(options.step);
        for step in taken {
            let mut set = |pod: u32, node: Option<u32>| {
                if let (Some(slot), Some(info)) =
                    (place.get_mut(pod as usize), world.pods.get(pod as usize))
                {
                    match node {
                        Some(_) => ledger.charge(info.pod.namespace, &info.request.charge),
                        None => ledger.refund(info.pod.namespace, &info.request.charge),
                    }
                    *slot = node;
                }
            };
            for pod in &step.released {
                if let Some(slot) = nominated.get_mut(*pod as usize) {
                    *slot = None;
                }
            }
            let slot = nominated.get_mut(step.pod as usize);
            match &step.outcome {
                StepOutcome::Bound(node) => {
                    set(step.pod, Some(*node));
                    if let Some(slot) = slot {
                        *slot = None;
                    }
                }
                StepOutcome::Preempts(node, victims) => {
                    victims.iter().for_each(|victim| set(*victim, None));
                    if let Some(slot) = slot {
                        *slot = Some(*node);
                    }
                }
                _ => {}
            }
        }
        let pod = world.pods.first()?;
        let words = Words { world, names, pod };
        let on = |wanted: &[Option<u32>], node: u32| -> Vec<u32> {
            let wanted = wanted.iter().enumerate();
            let found = wanted.filter(|(_, place)| **place == Some(node));
            found.map(|(pod, _)| pod as u32).collect()
        };
        let nodes = (0..world.nodes.len() as u32).skip(options.offset);
        let nodes = nodes.take(options.limit).filter_map(|at| {
            let node = world.nodes.get(at as usize)?;
            let mut pods = on(&place, at);
            let mut requested = Amounts::default();
            for pod in pods.iter().filter_map(|pod| world.pods.get(*pod as usize)) {
                requested.add(&pod.request.fit);
            }
            let pods_total = pods.len();
            pods.truncate(PODS);
            Some(QueueNode {
                node: node.name.clone(),
                allocatable: AmountMap::of(world, &node.allocatable),
                requested: AmountMap::of(world, &requested),
                pods: words.keys(&pods),
                pods_total,
                nominated: words.keys(&on(&nominated, at)),
            })
        });
        let unbound = world.pods.iter().enumerate().filter(|(at, pod)| {
            pod.is_live()
                && pod.place != schedscope_pods::world::Place::Unknown
                && place.get(*at).copied().flatten().is_none()
        });
        let mut unbound: Vec<u32> = unbound.map(|(at, _)| at as u32).collect();
        let unbound_total = unbound.len();
        unbound.truncate(QUEUED);
        Some(QueueStepAnswer {
            step: options.step.min(self.steps.len()),
            quotas: ledger
                .quotas
                .iter()
                .map(|quota| quota_state(world, quota, names))
                .collect(),
            nodes: nodes.collect(),
            unbound: words.keys(&unbound),
            unbound_total,
        })
    }
}
