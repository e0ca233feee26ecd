//! Pods that their controllers recreate after a change: those that edits remove, and those that the pod evicts.

use std::cmp::Reverse;

use schedscope_objects::{
    id::{NodeId, PodId},
    names::Names,
    order,
};
use schedscope_quota::cycle::{Cycle, CycleOutcome, run};

use super::{PodCluster, PodWant, cluster::victims};
use crate::{Edit, Family};

/// A pod that is recreated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Returning {
    /// The pod that is removed.
    pub pod: PodId,
    /// The node of the new pod, if it is scheduled before the pod in question; `None` if it waits.
    pub node: Option<NodeId>,
    /// Whether the want is no longer met then: the new pod takes the room, or the quota.
    pub takes_back: bool,
}

/// The edits of a change without those that remove pods, and the keys of the removed pods.
pub fn without_releases(edits: &[Edit]) -> (Vec<Edit>, Vec<String>) {
    let is_release = |edit: &&Edit| edit.family == Family::Release && edit.path.is_empty();
    let (releases, rest): (Vec<&Edit>, Vec<&Edit>) = edits.iter().partition(is_release);
    let key = |edit: &Edit| [&edit.object.namespace, "/", &edit.object.name].concat();
    (
        rest.into_iter().cloned().collect(),
        releases.into_iter().map(key).collect(),
    )
}

impl PodCluster {
    /// The pods of a change that are recreated. The cluster has the edits of the change except the removals of
    /// `released`, and cannot be used afterwards. O(cycle) for each pod.
    ///
    /// kube-scheduler may try a new pod while the pod in question is in its backoff. So the new pods are scheduled
    /// first here, by descending priority, and the pod in question last.
    pub fn returning(
        &mut self,
        want: &PodWant,
        released: &[PodId],
        names: &Names,
    ) -> Vec<Returning> {
        for pod in released {
            self.go(*pod);
        }
        let Some(cycle) = self.cycle(names) else {
            return Vec::new();
        };
        let victims = victims(&cycle);
        for victim in victims {
            self.go(*victim);
        }
        let place = match cycle.outcome {
            CycleOutcome::Schedulable(node) => Some(node),
            CycleOutcome::Preempt(node) => {
                self.snapshot.nominate(self.pod, Some(node));
                Some(node)
            }
            _ => None,
        };
        let gone = released.iter().chain(victims).copied();
        let mut anew: Vec<PodId> = gone.filter(|pod| self.is_made_anew(*pod, names)).collect();
        if anew.is_empty() {
            return Vec::new();
        }
        let turn = |pod: &PodId| Reverse(self.snapshot.pods.get(*pod).map(|info| info.priority));
        order::sort(&mut anew, |a, b| (turn(a), a).cmp(&(turn(b), b)));
        let mut found: Vec<Returning> = Vec::new();
        for pod in anew {
            let node = self.schedule(pod, place, names);
            found.push(Returning {
                pod,
                node,
                takes_back: false,
            });
        }
        let then = self.cycle(names);
        let lasts = then.is_some_and(|then| {
            let evicts_again =
                !victims.is_empty() && matches!(then.outcome, CycleOutcome::Preempt(_));
            self.meets(want, &then, names) && !evicts_again
        });
        for returning in &mut found {
            returning.takes_back = !lasts && returning.node.is_some();
        }
        found
    }

    /// Evicts a pod, with its charge and its nomination.
    fn go(&mut self, pod: PodId) {
        self.take(pod);
        self.snapshot.nominate(pod, None);
        self.snapshot.evict(pod, 1);
    }

    /// Whether a controller recreates a pod that is removed.
    fn is_made_anew(&self, pod: PodId, names: &Names) -> bool {
        let info = self.snapshot.pods.get(pod);
        info.is_some_and(|info| {
            let owner = info.pod.owner.filter(|owner| owner.controls);
            info.replica.is_some() || owner.is_some_and(|owner| names[owner.kind] != *"Node")
        })
    }

    /// Schedules another pod, on `place` if that is among the best nodes; returns its node.
    fn schedule(&mut self, pod: PodId, place: Option<NodeId>, names: &Names) -> Option<NodeId> {
        let info = self.snapshot.pods.get(pod)?;
        let cycle = run(
            &self.snapshot,
            &mut self.ledger,
            &self.budgets,
            info,
            names,
            self.profile,
        );
        let (namespace, charge) = (info.pod.namespace, info.request.charge.clone());
        let node = match cycle.outcome {
            CycleOutcome::Schedulable(node) => place
                .filter(|place| is_among_best(&cycle, *place))
                .unwrap_or(node),
            CycleOutcome::Preempt(node) => {
                for victim in victims(&cycle) {
                    self.go(*victim);
                }
                node
            }
            _ => return None,
        };
        self.snapshot.bind(pod, node, 1, names);
        self.ledger.charge(namespace, &charge);
        Some(node)
    }
}

/// Whether kube-scheduler may choose a node: no other node scores higher.
fn is_among_best(cycle: &Cycle, node: NodeId) -> bool {
    let feasible = cycle.feasible();
    let best = cycle.totals.iter().max();
    let at = feasible.iter().position(|one| *one == node);
    at.is_some_and(|at| best.is_none() || cycle.totals.get(at) == best)
}
