//! How many more pods fit: copies of pods and of the pods of workloads, in rounds.

mod template;

use std::sync::Arc;

use schedscope_objects::{
    id::{IdVec, NodeId, PodId},
    names::{Names, Symbol},
    objects::Objects,
    pod::{Pod, Preemption},
};
use schedscope_pods::{
    fit::{KubeletRejection, admit as kubelet_admit},
    snapshot::{ClusterSnapshot, NamedClasses},
    volumes::OpenVolume,
};
use schedscope_quota::{
    cycle::{CycleOutcome, run},
    disruption::Budgets,
    ledger::Ledger,
    queue::{OpenVolumes, QueueSettings, QueueSimulation, StepVolumes},
    resource_quota::{CountedQuota, ResourceQuotaRefusal, admit, counted, refusals},
};

use self::template::{STATEFUL_SET, SetPod, template};

/// What new pods are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoreOf {
    /// A pod: as its controller would create it again.
    Pod(PodId),
    /// The template of a workload, by its index in [`Objects::workloads`].
    Workload(usize),
}

/// Why no more copies of a shape fit.
#[derive(Debug)]
pub struct MoreStop {
    /// The next copy, which is on no node.
    pub next: PodId,
    /// The `ResourceQuota`s that reject it: it is not created, and no scheduler sees it.
    pub refusals: Vec<ResourceQuotaRefusal>,
    /// The nodes, pods and quotas at that time; `None`: those in the end.
    at: Option<Box<(ClusterSnapshot, Ledger)>>,
}

/// Copies of one pod or workload.
#[derive(Debug)]
pub struct MoreShape {
    /// What the copies are like.
    pub of: MoreOf,
    /// The number of copies in a round.
    pub copies: usize,
    /// The number of copies bound.
    pub count: usize,
    /// The number of copies bound to each node.
    pub nodes: IdVec<NodeId, usize>,
    /// Why no more fit; `None` if the limit ended the count.
    pub stop: Option<MoreStop>,
    /// Whether a `DaemonSet` owns the pod: it runs one pod on each node, and creates no more.
    pub is_daemon: bool,
    /// The volumes of copies on which it depends how many fit: they are provisioned with a copy before.
    pub open: Box<[OpenVolume]>,
    /// The first copy; `None`: none was tried.
    pub first: Option<PodId>,
    template: Arc<Pod>,
    workload: Option<u32>,
    /// The `StatefulSet` of the pod.
    set: Option<Symbol>,
    /// The number of the next copy; of a pod of a `StatefulSet`, not below its ordinal.
    number: u32,
    /// Whether the numbers are used up.
    is_exhausted: bool,
    /// A copy that is created and has no node yet, and the number of all copies bound when it was tried.
    waits: Option<(PodId, usize)>,
    refusals: Vec<ResourceQuotaRefusal>,
}

impl MoreShape {
    /// Before the first copy; `at`: the index of the shape. `None`: the object does not exist.
    fn new(
        objects: &Objects,
        snapshot: &ClusterSnapshot,
        (of, copies): (MoreOf, usize),
        at: usize,
    ) -> Option<Self> {
        let names = &objects.names;
        let daemon_set = |kind: Symbol| names[kind] == *"DaemonSet";
        let free = FIRST.saturating_add(at as u32 * RANGE);
        let (template, workload, set, is_daemon) = match of {
            MoreOf::Pod(pod) => {
                let of = snapshot.pods.get(pod)?;
                let set = SetPod::new(of, objects);
                let template = template(of, set.as_ref(), objects);
                let set = set.and_then(|set| Some((set.set?, set.ordinal.saturating_add(1))));
                let is_daemon = of.pod.owner.is_some_and(|owner| daemon_set(owner.kind));
                (
                    template,
                    of.replica.map(|replica| replica.workload),
                    set,
                    is_daemon,
                )
            }
            MoreOf::Workload(index) => {
                let of = objects.workloads.get(index)?;
                let set = (names[of.kind] == *STATEFUL_SET).then_some((of.name, of.first_ordinal));
                let is_daemon = daemon_set(of.kind);
                (of.template.clone(), Some(index as u32), set, is_daemon)
            }
        };
        Some(Self {
            of,
            copies,
            count: 0,
            nodes: IdVec::from(vec![0; snapshot.nodes.len()]),
            stop: None,
            is_daemon,
            open: Box::default(),
            first: None,
            template: Arc::new(template),
            workload,
            set: set.map(|(set, _)| set),
            number: set.map_or(free, |(_, ordinal)| ordinal),
            is_exhausted: false,
            waits: None,
            refusals: Vec::new(),
        })
    }

    fn is_over(&self) -> bool {
        self.stop.is_some() || self.is_exhausted
    }

    /// The namespace of the copies.
    pub fn namespace(&self) -> Symbol {
        self.template.namespace
    }
}

/// The pending pods of the text, which the queue scheduled before the first copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingFirst {
    /// The number of pods that were pending.
    pub total: usize,
    /// Those of them that got no node, in the order of the text.
    pub waiting: Vec<PodId>,
    /// The pods that were on a node, that pending ones evicted, and that got no other node, in the order of the text.
    pub evicted: Vec<PodId>,
    /// Whether pods preempt each other for ever, or there were too many steps.
    pub is_endless: bool,
}

/// The copies of a round that are still to be bound.
#[derive(Debug, Default)]
struct Round {
    /// The shapes of the copies, in turn, and how many of them were tried.
    turns: Vec<usize>,
    tried: usize,
    /// The shapes of the copies that got no node.
    left: Vec<usize>,
}

/// Copies of pods and of the pods of workloads, bound one after another, each by an ordinary cycle without preemption.
///
/// In each round there are as many copies of each shape as it says. A copy that fits no node is tried again when others
/// of the round are bound. If it fits then neither, no more of its shape are made, and the rounds go on with the other
/// shapes. The pods of the input do not move; pending ones wait, unless the queue schedules them first.
#[derive(Debug)]
pub struct More {
    pub shapes: Vec<MoreShape>,
    /// The number of copies bound.
    pub count: usize,
    /// The number of rounds in which all copies of all shapes were bound.
    pub rounds: usize,
    /// The shape by which these ended; `None` if the limit ended them.
    pub ended_by: Option<usize>,
    /// Whether several nodes were feasible for a copy, so that scores chose.
    pub had_choice: bool,
    /// The first copy whose volumes are not defined so that it may make a difference where copies go, with them.
    pub first_tie: Option<(PodId, Box<StepVolumes>)>,
    ties: OpenVolumes,
    /// What became of the pending pods, if they are scheduled first.
    pub pending: Option<PendingFirst>,
    /// The nodes and pods in the end, with the next copies.
    pub snapshot: ClusterSnapshot,
    /// The quotas in the end.
    pub ledger: Ledger,
    /// The queue of the pending pods.
    queue: Option<QueueSimulation>,
    /// The number of steps of the queue: copies start after its pods.
    steps: usize,
    round: Round,
    quotas: Vec<CountedQuota>,
    budgets: Budgets,
    settings: QueueSettings,
    most: usize,
}

impl More {
    /// Before the first copy; at most `most` are bound. `pending_first`: the queue of the pending pods is scheduled
    /// first. Returns `None` without shapes, or if a pod or workload does not exist.
    pub fn new(
        objects: &Objects,
        (snapshot, ledger): (&ClusterSnapshot, &Ledger),
        shapes: &[(MoreOf, usize)],
        settings: QueueSettings,
        (most, pending_first): (usize, bool),
    ) -> Option<Self> {
        let shapes = shapes.iter().enumerate();
        let shapes = shapes.map(|(at, shape)| MoreShape::new(objects, snapshot, *shape, at));
        let shapes = shapes.collect::<Option<Vec<MoreShape>>>()?;
        let [first, others @ ..] = &shapes[..] else {
            return None;
        };
        let mut ledger = ledger.clone();
        ledger.read_as(settings.profile);
        let is_one = others.iter().all(|of| of.namespace() == first.namespace());
        let namespace = Some(first.namespace()).filter(|_| is_one && !pending_first);
        let quotas = counted(objects, namespace);
        let queue = pending_first.then(|| {
            let names = &objects.names;
            let quotas = quotas.clone();
            let mut queue = QueueSimulation::new(snapshot, &ledger, names, &settings, quotas);
            queue.lose_bare_pods();
            queue
        });
        Some(Self {
            shapes,
            count: 0,
            rounds: 0,
            ended_by: None,
            had_choice: false,
            first_tie: None,
            ties: OpenVolumes::default(),
            pending: None,
            snapshot: snapshot.clone(),
            ledger,
            queue,
            steps: 0,
            round: Round::default(),
            quotas,
            budgets: Budgets::new(objects),
            settings,
            most,
        })
    }

    /// The queue of the pending pods, if they are scheduled first.
    pub fn queue(&self) -> Option<&QueueSimulation> {
        self.queue.as_ref()
    }

    /// Tries up to `turns` more pods; returns whether the count has finished. O(turns x (nodes + the cost of the
    /// scores)).
    pub fn advance(&mut self, objects: &Objects, turns: usize) -> bool {
        let mut left = turns;
        if let Some(queue) = &mut self.queue
            && self.pending.is_none()
        {
            let before = queue.steps().len();
            if !queue.advance(&self.budgets, &objects.names, left) {
                return false;
            }
            left = left.saturating_sub(queue.steps().len() - before);
            self.begin();
        }
        loop {
            if self.round.tried == self.round.turns.len() {
                self.end_pass();
            }
            if self.count == self.most || self.shapes.iter().all(MoreShape::is_over) {
                return true;
            }
            let Some(at) = self.round.turns.get(self.round.tried).copied() else {
                continue;
            };
            let is_known = self.is_known_to_fail(at);
            if left == 0 && !is_known {
                return false;
            }
            self.round.tried += 1;
            if is_known || self.bind(at, objects).is_none() {
                self.round.left.push(at);
            }
            left = left.saturating_sub(usize::from(!is_known));
        }
    }

    /// Counts what the queue did; the copies come after it.
    fn begin(&mut self) {
        let Some(queue) = &self.queue else {
            return;
        };
        let after = queue.snapshot();
        let has_node = |pod: PodId| {
            let info = after.pods.get(pod);
            info.is_some_and(|info| info.is_live() && info.is_bound())
        };
        let mut pending = PendingFirst {
            is_endless: queue.is_endless(),
            ..PendingFirst::default()
        };
        for (pod, info) in self.snapshot.pods.entries() {
            if info.is_to_schedule() {
                pending.total += 1;
                if !has_node(pod) {
                    pending.waiting.push(pod);
                }
            } else if info.is_live() && info.is_bound() && !info.terminating && !has_node(pod) {
                pending.evicted.push(pod);
            }
        }
        self.pending = Some(pending);
        self.steps = queue.steps().len();
        self.ledger = queue.ledger().clone();
        self.quotas = queue.resource_quotas().to_vec();
        self.snapshot = after.clone();
    }

    /// Whether a shape has run out of copies, or its next one fitted no node and nothing has changed since.
    fn is_known_to_fail(&self, at: usize) -> bool {
        let fails = |shape: &MoreShape| {
            let waits = shape.waits;
            shape.is_exhausted || waits.is_some_and(|(_, count)| count == self.count)
        };
        self.shapes.get(at).is_none_or(fails)
    }

    /// All copies of the round were tried: tries those again that got no node, if others got one since, or else begins
    /// the next round.
    fn end_pass(&mut self) {
        let mut left = std::mem::take(&mut self.round.left);
        self.round.tried = 0;
        if left.iter().any(|at| !self.is_known_to_fail(*at)) {
            self.round.turns = left;
            return;
        }
        left.dedup();
        if self.ended_by.is_none() && !self.round.turns.is_empty() {
            self.ended_by = left.first().copied();
            self.rounds += usize::from(left.is_empty());
        }
        for at in left {
            self.stop(at);
        }
        let shapes = self.shapes.iter().enumerate();
        let shapes = shapes.filter(|(_, shape)| !shape.is_over());
        let turns = shapes.flat_map(|(at, shape)| std::iter::repeat_n(at, shape.copies));
        self.round.turns = turns.collect();
    }

    /// Makes no more copies of a shape.
    fn stop(&mut self, at: usize) {
        let is_last = |(other, shape): (usize, &MoreShape)| other == at || shape.is_over();
        let is_last = self.shapes.iter().enumerate().all(is_last);
        if let Some(shape) = self.shapes.get_mut(at)
            && shape.stop.is_none()
            && let Some((next, _)) = shape.waits
        {
            let now = || Box::new((self.snapshot.clone(), self.ledger.clone()));
            shape.stop = Some(MoreStop {
                next,
                refusals: std::mem::take(&mut shape.refusals),
                at: (!is_last).then(now),
            });
        }
    }

    /// The nodes, pods and quotas when no more copies of a shape fitted.
    pub fn at_stop(&mut self, at: usize) -> (&ClusterSnapshot, &mut Ledger) {
        let shape = self.shapes.get_mut(at);
        match shape.and_then(|shape| shape.stop.as_mut()?.at.as_mut()) {
            Some(stop) => (&stop.0, &mut stop.1),
            None => (&self.snapshot, &mut self.ledger),
        }
    }

    /// The number of the next copy: of a pod of a `StatefulSet`, the next ordinal without a pod.
    fn next_number(&mut self, at: usize, names: &Names) -> Option<u32> {
        let shape = self.shapes.get(at)?;
        let (set, namespace) = (shape.set, shape.namespace());
        let mut number = shape.number;
        if let Some(set) = set {
            let is_of_set =
                |other: &&MoreShape| (other.set, other.namespace()) == (Some(set), namespace);
            let of_set = self.shapes.iter().filter(is_of_set);
            number = of_set.map(|other| other.number).max()?;
            let key = |number| format!("{}/{}-{number}", &names[namespace], &names[set]);
            while self.snapshot.pod(&key(number), names).is_some() {
                number = number.checked_add(1)?;
            }
        }
        self.shapes.get_mut(at)?.number = number.checked_add(1)?;
        Some(number)
    }

    /// The copy of a shape that has no node yet, or a new one.
    fn copy(&mut self, at: usize, objects: &Objects) -> Option<PodId> {
        if let Some((copy, _)) = self.shapes.get(at)?.waits {
            return Some(copy);
        }
        let (names, classes) = (&objects.names, NamedClasses::of(objects));
        let number = self.next_number(at, names);
        let shape = self.shapes.get_mut(at)?;
        shape.is_exhausted = number.is_none();
        let number = number?;
        let replica = (shape.workload, number);
        let copy = self
            .snapshot
            .add_copy(replica, &shape.template, classes, names);
        shape.first.get_or_insert(copy);
        Some(copy)
    }

    /// Binds a copy of a shape, if it fits.
    fn bind(&mut self, at: usize, objects: &Objects) -> Option<()> {
        let copy = self.copy(at, objects)?;
        let names = &objects.names;
        let shape = self.shapes.get_mut(at)?;
        shape.waits = Some((copy, self.count));
        let snapshot = &mut self.snapshot;
        shape.refusals = refusals(&self.quotas, snapshot.pods.get(copy)?, names);
        if !shape.refusals.is_empty() {
            return None;
        }
        // Room that evictions would free does not count: only the cycle of the next copy shows evictions.
        let info = snapshot.pods.get_mut(copy)?;
        let policy = std::mem::replace(&mut info.preemption, Preemption::Never);
        let wanted = info.wanted;
        let info = snapshot.pods.get(copy)?;
        let bound = if wanted.is_empty() {
            let ledger = &mut self.ledger;
            let profile = self.settings.profile;
            let cycle = run(snapshot, ledger, &self.budgets, info, names, profile);
            self.had_choice |= cycle.choice.is_some();
            if shape.open.is_empty() && !snapshot.surely_reaches(info, &cycle.passing()) {
                shape.open.clone_from(&info.open_volumes);
            }
            let node = match cycle.outcome {
                CycleOutcome::Schedulable(node) => Some(node),
                _ => None,
            };
            if self.first_tie.is_none() {
                let ties = self.ties.of(snapshot, (copy, node), names);
                let ties = ties.filter(|ties| ties.differ || !ties.ties.nodes.is_empty());
                self.first_tie = ties.map(|ties| (copy, ties));
            }
            node.ok_or(None)
        } else {
            let node = snapshot.node(wanted);
            match node.and_then(|node| Some((node, snapshot.nodes.get(node)?))) {
                Some((node, room)) => kubelet_admit(info, room, snapshot, names)
                    .map(|()| node)
                    .map_err(Some),
                None => Err(Some(KubeletRejection::NoNode)),
            }
        };
        let info = snapshot.pods.get_mut(copy)?;
        info.preemption = policy;
        let node = match bound {
            Ok(node) => node,
            Err(rejected) => {
                info.rejected = rejected.map(Box::new);
                return None;
            }
        };
        info.rejected = None;
        let info = snapshot.pods.get(copy)?;
        admit(&mut self.quotas, info, names);
        self.ledger.charge(info.pod.namespace, &info.request.charge);
        self.count += 1;
        snapshot.bind(copy, node, (self.steps + self.count) as u32, names);
        shape.waits = None;
        shape.count += 1;
        *shape.nodes.get_mut(node)? += 1;
        Some(())
    }

    /// The number of pods bound, and their limit.
    pub fn progress(&self) -> (u64, u64) {
        let queue = self.queue.as_ref().map(QueueSimulation::progress);
        let (done, of) = queue.unwrap_or_default();
        ((done + self.count) as u64, (of + self.most) as u64)
    }
}

/// The number of the first copy, above the number of replicas of any workload.
const FIRST: u32 = 1 << 30;

/// The largest number of copies of one shape: the copies of different ones have different numbers.
const RANGE: u32 = 1 << 14;
