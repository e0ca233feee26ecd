//! What the scheduler does not do: evict on several nodes for one pod.
//!
//! Preemption looks at one node at a time, so a pod may wait though what others borrowed would be
//! enough: the design's known limitation. Here the pods of all nodes are walked as those of one node
//! are: least important first, each that the rules let go just then. They may be evicted, wherever
//! they are; the pod goes to one node, which must have room then, and the quotas must hold.
//!
//! For each node, everybody is evicted least important first and put back most important first, as
//! preemption does on one node. That gives a set without anybody needless. Then smaller sets are
//! searched, size by size, over groups of pods that are alike, as long as a budget of steps lasts.
//!
//! Source: "Capacity scheduling", "Cross Node Preemption is not supported".

use schedscope_objects::{
    names::{Names, Symbol},
    order,
    pod::Preemption,
    profile::Profile,
};
use schedscope_pods::{
    amounts::{Amounts, ResourceId},
    fit::{Reserved, fits_resources, fits_statically},
    node::{NodeInfo, Occupant},
    world::{PodInfo, World},
};
use serde::Serialize;

use crate::{
    admission::{Admission, over_aggregated_min, over_max},
    answer::Words,
    attempt::protection,
    disruption::Budgets,
    ledger::Ledger,
    preemption::Preemptor,
};

/// So many steps are taken at most for the greedy sets, and again for the search.
const BUDGET: usize = 2_000_000;

/// So many pods are put into groups in the time of a step.
const GROUPED: usize = 32;

/// Whether evicting on several nodes would make room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct EvictAcrossNodesAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Whether it would.
    pub possible: bool,
    /// Why not: `policy` (`preemptionPolicy: Never`), `no-quota` (without quotas only the pods of one
    /// node matter), `no-victims` (nobody may be evicted), `no-room` (no node would have room),
    /// `quota` (a quota would still say no), `budget` (not found in bounded time); null where it would.
    #[cfg_attr(
        feature = "types",
        ts(
            type = "\"policy\" | \"no-quota\" | \"no-victims\" | \"no-room\" | \"quota\" | \"budget\" | null"
        )
    )]
    pub reason: Option<&'static str>,
    /// Where the pod would go.
    pub node: Option<String>,
    /// Whom to evict, most important first.
    pub victims: Vec<RemoteVictim>,
    /// Whether no smaller set does it. Where the search ran out of its budget, false.
    pub smallest: bool,
    /// How many victims violate a disruption budget.
    #[serde(rename = "numPDBViolations")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub violations: usize,
}

/// A pod that would be evicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RemoteVictim {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Where it is.
    pub node: String,
    /// Its priority.
    pub priority: i32,
}

/// A pod that may be evicted.
#[derive(Clone, Copy)]
struct Prey<'a> {
    node: u32,
    occupant: &'a Occupant,
    /// Equal for pods of one namespace and charge.
    charge_kind: u32,
    /// Equal for those that also take the same room.
    kind: u32,
}

impl<'a> Prey<'a> {
    fn charged(&self) -> (Symbol, &'a Amounts) {
        (self.occupant.namespace, &self.occupant.charge)
    }
}

/// Pods that are alike, and how many of them are taken.
struct Group<'a> {
    /// Least important first.
    members: Vec<Prey<'a>>,
    taken: usize,
}

struct Search<'a, 'b> {
    by: &'b Preemptor<'a>,
    /// Least important first.
    prey: Vec<Prey<'a>>,
    /// Steps left.
    budget: usize,
}

/// Looks for evictions on several nodes. The ledger is left as it was.
///
/// O(pods log pods + nodes x prey) for the greedy sets; what comes after is bounded by a budget, too.
pub fn across(
    world: &World,
    ledger: &mut Ledger,
    budgets: &Budgets,
    pod: &PodInfo,
    admission: &Admission,
    names: &Names,
) -> EvictAcrossNodesAnswer {
    let words = Words { world, names, pod };
    let by = Preemptor {
        world,
        names,
        pod,
        admission,
        budgets,
        profile: Profile::Proposal,
    };
    let mut answer = EvictAcrossNodesAnswer {
        pod: pod.key(names),
        possible: false,
        reason: None,
        node: None,
        victims: Vec::new(),
        smallest: false,
        violations: 0,
    };
    if pod.preemption == Preemption::Never {
        answer.reason = Some("policy");
        return answer;
    }
    if admission.quota.is_none() {
        answer.reason = Some("no-quota");
        return answer;
    }
    let mut search = Search {
        by: &by,
        prey: Vec::new(),
        budget: BUDGET,
    };
    search.prey = search.all_prey(ledger);
    if search.prey.is_empty() {
        answer.reason = Some("no-victims");
        return answer;
    }
    let found = search.greedy(ledger);
    let (node, mut victims) = match found {
        Ok(found) => found,
        Err(reason) => {
            answer.reason = Some(reason);
            return answer;
        }
    };
    let mut target = node;
    search.budget = BUDGET;
    match search.smaller(ledger, victims.len()) {
        Smaller::None => answer.smallest = true,
        Smaller::Found(node, fewer) => {
            (target, victims) = (node, fewer);
            answer.smallest = true;
        }
        Smaller::OutOfBudget => {}
    }
    order::sort(&mut victims, |a, b| {
        a.occupant.importance().cmp(&b.occupant.importance())
    });
    let pods: Vec<u32> = victims.iter().map(|prey| prey.occupant.pod).collect();
    let violating = budgets.violating(world, &pods, names);
    answer.possible = true;
    answer.node = Some(words.node(target));
    answer.violations = violating.iter().filter(|violates| **violates).count();
    answer.victims = victims
        .iter()
        .map(|prey| RemoteVictim {
            pod: words.key(prey.occupant.pod),
            node: words.node(prey.node),
            priority: prey.occupant.priority,
        })
        .collect();
    answer
}

enum Smaller<'a> {
    None,
    Found(u32, Vec<Prey<'a>>),
    OutOfBudget,
}

impl<'a> Search<'a, '_> {
    /// Everybody whom the rules let go, one after another, least important first. The ledger is left
    /// as it was.
    fn all_prey(&self, ledger: &mut Ledger) -> Vec<Prey<'a>> {
        let nodes = self.by.world.nodes.iter().enumerate();
        let mut all: Vec<Prey<'a>> = nodes
            .flat_map(|(node, info)| {
                let pods = info.pods.iter();
                pods.map(move |occupant| Prey {
                    node: node as u32,
                    occupant,
                    charge_kind: 0,
                    kind: 0,
                })
            })
            .collect();
        order::sort(&mut all, |a, b| {
            b.occupant.importance().cmp(&a.occupant.importance())
        });
        all.retain(|prey| {
            let goes = protection(self.by, ledger, prey.occupant).is_none();
            if goes {
                ledger.refund(prey.occupant.namespace, &prey.occupant.charge);
            }
            goes
        });
        charge(ledger, &all);
        number_kinds(&mut all);
        all
    }

    /// What the prey of each node takes, and how many they are.
    fn freed(&self) -> Vec<(Amounts, i64)> {
        let mut freed = vec![(Amounts::default(), 0); self.by.world.nodes.len()];
        for prey in &self.prey {
            if let Some((amounts, pods)) = freed.get_mut(prey.node as usize) {
                amounts.add(&prey.occupant.fit);
                *pods += 1;
            }
        }
        freed
    }

    /// The smallest of the sets that evicting all and putting back gives, over all nodes.
    fn greedy(&mut self, ledger: &mut Ledger) -> Result<(u32, Vec<Prey<'a>>), &'static str> {
        let request = &self.by.admission.request;
        refund(ledger, &self.prey);
        let quota_says_no = self.exceeds(ledger, request, request);
        charge(ledger, &self.prey);
        if quota_says_no {
            return Err("quota");
        }
        let freed = self.freed();
        let mut best: Option<(u32, Vec<Prey<'a>>)> = None;
        let mut reason = "no-room";
        for node in 0..self.by.world.nodes.len() as u32 {
            let Some(mut room) = Room::new(self.by, node) else {
                continue;
            };
            if let Some(freed) = freed.get(node as usize) {
                room.without(freed);
            }
            if !room.fits() {
                continue;
            }
            if self.budget < self.prey.len() {
                reason = "budget";
                break;
            }
            self.budget -= self.prey.len();
            refund(ledger, &self.prey);
            let mut victims = Vec::new();
            let Admission { own, all, .. } = self.by.admission;
            for prey in self.prey.iter().rev() {
                room.put(prey);
                ledger.charge(prey.occupant.namespace, &prey.occupant.charge);
                if !room.fits() || self.exceeds(ledger, own, all) {
                    room.take(prey);
                    ledger.refund(prey.occupant.namespace, &prey.occupant.charge);
                    victims.push(*prey);
                }
            }
            let holds = !self.exceeds(ledger, own, all);
            charge(ledger, &victims);
            if !holds {
                reason = "quota";
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
            over_max(ledger, quota, own).is_some() || over_aggregated_min(ledger, all).is_some()
        })
    }

    /// A set of fewer than `known` pods, the smallest there is.
    fn smaller(&mut self, ledger: &mut Ledger, known: usize) -> Smaller<'a> {
        for size in 1..known {
            for node in 0..self.by.world.nodes.len() as u32 {
                let Some(mut room) = Room::new(self.by, node) else {
                    continue;
                };
                let Some(rest) = self.budget.checked_sub(self.prey.len() / GROUPED) else {
                    return Smaller::OutOfBudget;
                };
                self.budget = rest;
                let mut groups = self.groups(node);
                match self.choose(ledger, &mut room, &mut groups, 0, size) {
                    Some(true) => {
                        let taken = groups.iter().flat_map(|g| g.members.iter().take(g.taken));
                        return Smaller::Found(node, taken.copied().collect());
                    }
                    Some(false) => {}
                    None => return Smaller::OutOfBudget,
                }
            }
        }
        Smaller::None
    }

    /// Pods in groups of those that are alike for a node: on it or not, of one namespace, of one size.
    fn groups(&self, node: u32) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        // By kind; kinds of charge, which are for other nodes, are as many at most.
        let mut known = [vec![0; self.prey.len()], vec![0; self.prey.len()]];
        for prey in &self.prey {
            let is_there = prey.node == node;
            let kind = if is_there {
                prey.kind
            } else {
                prey.charge_kind
            };
            let Some(slot) = known[usize::from(is_there)].get_mut(kind as usize) else {
                continue;
            };
            // One more than the group's place; 0: none yet.
            if *slot == 0 {
                groups.push(Group {
                    members: Vec::new(),
                    taken: 0,
                });
                *slot = groups.len();
            }
            if let Some(group) = groups.get_mut(*slot - 1) {
                group.members.push(*prey);
            }
        }
        groups
    }

    /// Takes `left` more pods out of the groups from `first` on so that the pod can run. `None`: the
    /// budget is spent. Where it succeeds, the groups say who is taken; ledger and room are as before
    /// in any case.
    fn choose(
        &mut self,
        ledger: &mut Ledger,
        room: &mut Room<'_, '_>,
        groups: &mut [Group<'a>],
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
            let Some(prey) = group.members.get(group.taken).copied() else {
                continue;
            };
            group.taken += 1;
            room.take(&prey);
            ledger.refund(prey.occupant.namespace, &prey.occupant.charge);
            let found = self.choose(ledger, room, groups, at, left - 1);
            ledger.charge(prey.occupant.namespace, &prey.occupant.charge);
            room.put(&prey);
            if found != Some(false) {
                return found;
            }
            if let Some(group) = groups.get_mut(at) {
                group.taken -= 1;
            }
        }
        Some(false)
    }

    /// Whether the pods that are taken could go one after another, each from a quota that is over its
    /// minimum just then: it is enough that the last one of each quota could.
    fn is_legal(&self, ledger: &Ledger, groups: &[Group<'a>]) -> bool {
        if self.by.admission.over_min {
            return true;
        }
        let taken = || {
            let groups = groups.iter();
            groups.flat_map(|group| group.members.iter().take(group.taken))
        };
        taken().all(|prey| {
            let namespace = prey.occupant.namespace;
            let Some(quota) = ledger.quota(namespace) else {
                return false;
            };
            let alike = taken().filter(|other| other.occupant.namespace == namespace);
            alike.into_iter().any(|last| {
                let mut used = quota.used.clone();
                used.add(&last.occupant.charge);
                quota.min.exceeded(&Amounts::default(), &used).is_some()
            })
        })
    }
}

/// Numbers what is alike, so that groups are made without comparing amounts. O(prey log prey).
fn number_kinds(prey: &mut [Prey<'_>]) {
    let order = order::positions(prey.len(), &mut |a, b| {
        let by = |position: u32| {
            let prey = prey.get(position as usize);
            prey.map(|prey| (prey.charged(), &prey.occupant.fit))
        };
        by(a).cmp(&by(b))
    });
    let (mut charge_kind, mut kind) = (0, 0);
    let mut before: Option<Prey<'_>> = None;
    for position in order {
        let Some(prey) = prey.get_mut(position as usize) else {
            continue;
        };
        if let Some(before) = before {
            let same = before.charged() == prey.charged();
            charge_kind += u32::from(!same);
            kind += u32::from(!same || before.occupant.fit != prey.occupant.fit);
        }
        (prey.charge_kind, prey.kind) = (charge_kind, kind);
        before = Some(*prey);
    }
}

/// Takes pods out of the ledger.
fn refund(ledger: &mut Ledger, prey: &[Prey<'_>]) {
    for prey in prey {
        ledger.refund(prey.occupant.namespace, &prey.occupant.charge);
    }
}

/// Puts pods back into the ledger.
fn charge(ledger: &mut Ledger, prey: &[Prey<'_>]) {
    for prey in prey {
        ledger.charge(prey.occupant.namespace, &prey.occupant.charge);
    }
}

/// What is left on the node where the pod would go.
struct Room<'a, 'b> {
    by: &'b Preemptor<'a>,
    at: u32,
    node: &'a NodeInfo,
    requested: Amounts,
    pods: i64,
}

impl<'a, 'b> Room<'a, 'b> {
    /// `None`: the pod can never go there.
    fn new(by: &'b Preemptor<'a>, at: u32) -> Option<Self> {
        let node = by.world.nodes.get(at as usize)?;
        fits_statically(by.pod, node, by.names).ok()?;
        let above = |(resource, amount): (ResourceId, i64)| amount > node.allocatable.get(resource);
        if by
            .pod
            .request
            .fit
            .iter()
            .any(|(r, amount)| amount > 0 && above((r, amount)))
        {
            return None;
        }
        let reserved = Reserved::on(node, by.world, by.pod);
        let mut requested = node.requested.clone();
        requested.add(&reserved.requested);
        Some(Self {
            by,
            at,
            node,
            requested,
            pods: node.pods.len() as i64 + reserved.pods,
        })
    }

    fn take(&mut self, prey: &Prey<'_>) {
        if prey.node == self.at {
            self.requested.subtract(&prey.occupant.fit);
            self.pods -= 1;
        }
    }

    fn put(&mut self, prey: &Prey<'_>) {
        if prey.node == self.at {
            self.requested.add(&prey.occupant.fit);
            self.pods += 1;
        }
    }

    fn without(&mut self, (amounts, pods): &(Amounts, i64)) {
        self.requested.subtract(amounts);
        self.pods -= pods;
    }

    fn fits(&self) -> bool {
        fits_resources(&self.by.pod.request, self.node, &self.requested, self.pods).is_ok()
    }
}
