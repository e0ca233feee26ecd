//! The search for the pods to evict.

use std::num::NonZeroUsize;

use schedscope_objects::{
    id::{IdVec, NodeId},
    names::Symbol,
    order,
};
use schedscope_pods::{amount_sum::AmountSum, amounts::Amounts, node::BoundPod};

use crate::{
    across::{NoEviction, node_room::NodeRoom},
    admission::{Admission, over_aggregated_min, over_max},
    dry_run::protection,
    ledger::Ledger,
    preemption::Preemptor,
};

/// How many pods are put into groups in the time of a step.
const GROUPED: usize = 32;

/// A pod that may be evicted.
#[derive(Clone, Copy)]
pub(super) struct EvictionCandidate<'a> {
    /// The node that it is on.
    pub(super) node: NodeId,
    pub(super) bound_pod: &'a BoundPod,
    /// Equal for pods of one namespace and charge.
    charge_kind: u32,
    /// Equal for those that also take the same room.
    kind: u32,
}

impl<'a> EvictionCandidate<'a> {
    fn charged(&self) -> (Symbol, &'a Amounts) {
        (self.bound_pod.namespace, &self.bound_pod.charge)
    }
}

/// Interchangeable pods, and how many of them are taken.
struct InterchangeablePods<'a> {
    /// Least important first.
    members: Vec<EvictionCandidate<'a>>,
    taken: usize,
}

/// The search for pods to evict.
pub(super) struct EvictionSearch<'a, 'b> {
    pub(super) by: &'b Preemptor<'a>,
    /// Least important first.
    pub(super) candidates: Vec<EvictionCandidate<'a>>,
    /// Steps left.
    pub(super) budget: usize,
}

/// The result of the search for a smaller set.
pub(super) enum SmallerSet<'a> {
    /// No smaller set does it.
    None,
    /// The smallest set, and the node for the pod.
    Found(NodeId, Vec<EvictionCandidate<'a>>),
    /// The search ran out of steps.
    OutOfBudget,
}

impl<'a> EvictionSearch<'a, '_> {
    /// All pods that may be evicted one after another, least important first. Restores the ledger.
    pub(super) fn all_candidates(&self, ledger: &mut Ledger) -> Vec<EvictionCandidate<'a>> {
        let nodes = self.by.snapshot().nodes.entries();
        let mut all: Vec<EvictionCandidate<'a>> = nodes
            .flat_map(|(node, info)| {
                let pods = info.pods.iter();
                pods.map(move |bound_pod| EvictionCandidate {
                    node,
                    bound_pod,
                    charge_kind: 0,
                    kind: 0,
                })
            })
            .collect();
        order::sort(&mut all, |a, b| {
            b.bound_pod.importance().cmp(&a.bound_pod.importance())
        });
        all.retain(|candidate| {
            let goes = protection(self.by, ledger, candidate.bound_pod).is_none();
            if goes {
                ledger.refund(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
            }
            goes
        });
        charge(ledger, &all);
        number_kinds(&mut all);
        all
    }

    /// The requests of the candidates on each node, and how many there are.
    fn freed(&self) -> IdVec<NodeId, (AmountSum, i64)> {
        let mut freed = IdVec::from(vec![
            (AmountSum::default(), 0);
            self.by.snapshot().nodes.len()
        ]);
        for candidate in &self.candidates {
            if let Some((amounts, pods)) = freed.get_mut(candidate.node) {
                amounts.add(&candidate.bound_pod.fit);
                *pods += 1;
            }
        }
        freed
    }

    /// The smallest set over all nodes that results from evicting all candidates and putting pods back.
    ///
    /// # Errors
    /// No set makes room, or the search ran out of steps before it found one.
    pub(super) fn greedy(
        &mut self,
        ledger: &mut Ledger,
    ) -> Result<(NodeId, Vec<EvictionCandidate<'a>>), NoEviction> {
        let request = &self.by.admission.request;
        refund(ledger, &self.candidates);
        let is_exceeded = self.exceeds(ledger, request, request);
        charge(ledger, &self.candidates);
        if is_exceeded {
            return Err(NoEviction::Quota);
        }
        let freed = self.freed();
        let snapshot = self.by.snapshot();
        let mut best: Option<(NodeId, Vec<EvictionCandidate<'a>>)> = None;
        let mut reason = NoEviction::NoRoom;
        for node in snapshot.nodes.ids() {
            let Some(mut room) = NodeRoom::new(self.by, node) else {
                continue;
            };
            match freed.get(node) {
                Some(freed) if !room.looks_at_others() => room.without(freed),
                _ => {
                    for candidate in &self.candidates {
                        room.take(candidate);
                    }
                }
            }
            if !room.fits() {
                continue;
            }
            let Some(left) = self.budget.checked_sub(self.candidates.len()) else {
                reason = NoEviction::Budget;
                break;
            };
            self.budget = left;
            refund(ledger, &self.candidates);
            let mut victims = Vec::new();
            let Admission { own, all, .. } = self.by.admission;
            for candidate in self.candidates.iter().rev() {
                room.put(candidate);
                ledger.charge(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
                if !room.fits() || self.exceeds(ledger, own, all) {
                    room.take(candidate);
                    ledger.refund(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
                    victims.push(*candidate);
                }
            }
            let holds = !self.exceeds(ledger, own, all);
            charge(ledger, &victims);
            if !holds {
                reason = NoEviction::Quota;
                continue;
            }
            if best
                .as_ref()
                .is_none_or(|(_, known)| victims.len() < known.len())
            {
                best = Some((node, victims));
            }
        }
        best.ok_or(reason)
    }

    fn exceeds(&self, ledger: &Ledger, own: &Amounts, all: &Amounts) -> bool {
        self.by.admission.quota.is_some_and(|quota| {
            over_max(ledger, quota, own).next().is_some()
                || over_aggregated_min(ledger, all).next().is_some()
        })
    }

    /// The smallest set of fewer than `known` pods.
    pub(super) fn smaller(&mut self, ledger: &mut Ledger, known: usize) -> SmallerSet<'a> {
        let snapshot = self.by.snapshot();
        for size in 1..known {
            for node in snapshot.nodes.ids() {
                let Some(mut room) = NodeRoom::new(self.by, node) else {
                    continue;
                };
                let Some(rest) = self.budget.checked_sub(self.candidates.len() / GROUPED) else {
                    return SmallerSet::OutOfBudget;
                };
                self.budget = rest;
                let mut groups = self.groups(node);
                match self.choose(ledger, &mut room, &mut groups, 0, size) {
                    Some(true) => {
                        let taken = groups.iter().flat_map(|g| g.members.iter().take(g.taken));
                        return SmallerSet::Found(node, taken.copied().collect());
                    }
                    Some(false) => {}
                    None => return SmallerSet::OutOfBudget,
                }
            }
        }
        SmallerSet::None
    }

    /// The candidates in groups that are interchangeable for a node: on it or not, of one namespace, of one size.
    fn groups(&self, node: NodeId) -> Vec<InterchangeablePods<'a>> {
        let mut groups: Vec<InterchangeablePods<'a>> = Vec::new();
        // By kind; for other nodes by kind of charge, of which there are at most as many.
        // The group's place, from 1.
        let mut known: [Vec<Option<NonZeroUsize>>; 2] = [
            vec![None; self.candidates.len()],
            vec![None; self.candidates.len()],
        ];
        for candidate in &self.candidates {
            let is_there = candidate.node == node;
            let kind = if is_there {
                candidate.kind
            } else {
                candidate.charge_kind
            };
            let Some(slot) = known[usize::from(is_there)].get_mut(kind as usize) else {
                continue;
            };
            if slot.is_none() {
                groups.push(InterchangeablePods {
                    members: Vec::new(),
                    taken: 0,
                });
                *slot = NonZeroUsize::new(groups.len());
            }
            if let Some(group) = slot.and_then(|place| groups.get_mut(place.get() - 1)) {
                group.members.push(*candidate);
            }
        }
        groups
    }

    /// Takes `left` more pods out of the groups from `first` on so that the pod can run. `None`: the budget is spent.
    /// After success the groups hold the pods that are taken; ledger and room are as before in any case.
    fn choose(
        &mut self,
        ledger: &mut Ledger,
        room: &mut NodeRoom<'_>,
        groups: &mut [InterchangeablePods<'a>],
        first: usize,
        left: usize,
    ) -> Option<bool> {
        self.budget = self.budget.checked_sub(1 + room.node.pods.len() / 8)?;
        if left == 0 {
            let Admission { own, all, .. } = self.by.admission;
            let does = room.fits() && !self.exceeds(ledger, own, all);
            return Some(does && self.is_legal(ledger, groups));
        }
        for at in first..groups.len() {
            let Some(group) = groups.get_mut(at) else {
                break;
            };
            let Some(candidate) = group.members.get(group.taken).copied() else {
                continue;
            };
            group.taken += 1;
            room.take(&candidate);
            ledger.refund(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
            let found = self.choose(ledger, room, groups, at, left - 1);
            ledger.charge(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
            room.put(&candidate);
            if found != Some(false) {
                return found;
            }
            if let Some(group) = groups.get_mut(at) {
                group.taken -= 1;
            }
        }
        Some(false)
    }

    /// Whether the taken pods can be evicted one after another, each from a quota that is over its minimum at that
    /// moment: it is enough to check the last one of each quota.
    fn is_legal(&self, ledger: &Ledger, groups: &[InterchangeablePods<'a>]) -> bool {
        if self.by.admission.over_min {
            return true;
        }
        let taken = || {
            let groups = groups.iter();
            groups.flat_map(|group| group.members.iter().take(group.taken))
        };
        taken().all(|candidate| {
            let namespace = candidate.bound_pod.namespace;
            let Some(quota) = ledger.quota(namespace) else {
                return false;
            };
            let alike = taken().filter(|other| other.bound_pod.namespace == namespace);
            alike.into_iter().any(|last| {
                let mut used = quota.used.clone();
                used.charge(&last.bound_pod.charge);
                quota.min.exceeded(&Amounts::default(), &used).is_some()
            })
        })
    }
}

/// Numbers the kinds of candidates, so that groups are made without comparing amounts. O(candidates log candidates).
fn number_kinds(candidates: &mut [EvictionCandidate<'_>]) {
    let order = order::positions(candidates.len(), &mut |a, b| {
        let by = |position: u32| {
            let candidate = candidates.get(position as usize);
            candidate.map(|candidate| (candidate.charged(), &candidate.bound_pod.fit))
        };
        by(a).cmp(&by(b))
    });
    let (mut charge_kind, mut kind) = (0, 0);
    let mut before: Option<EvictionCandidate<'_>> = None;
    for position in order {
        let Some(candidate) = candidates.get_mut(position as usize) else {
            continue;
        };
        if let Some(before) = before {
            let same = before.charged() == candidate.charged();
            charge_kind += u32::from(!same);
            kind += u32::from(!same || before.bound_pod.fit != candidate.bound_pod.fit);
        }
        (candidate.charge_kind, candidate.kind) = (charge_kind, kind);
        before = Some(*candidate);
    }
}

/// Takes pods out of the ledger.
fn refund(ledger: &mut Ledger, candidates: &[EvictionCandidate<'_>]) {
    for candidate in candidates {
        ledger.refund(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
    }
}

/// Puts pods back into the ledger.
fn charge(ledger: &mut Ledger, candidates: &[EvictionCandidate<'_>]) {
    for candidate in candidates {
        ledger.charge(candidate.bound_pod.namespace, &candidate.bound_pod.charge);
    }
}
