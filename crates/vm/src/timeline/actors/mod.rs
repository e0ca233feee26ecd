//! The actors of a run: agents that send requests, migrations that end, the scheduler that restarts.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
};

use rustc_hash::FxHashMap;
use schedscope_objects::{id::IdVec, names::Names, timeline::Timeline};

use crate::{
    amount::VmAmount,
    id::{AgentId, MigrationId, TimelineEventId, VmPodId},
    timeline::{
        act::{Act, ActOutcome, RunStep},
        actors::agent::AgentState,
        run::TimelineRun,
    },
};

mod agent;
mod event;
mod migration;

pub use agent::CurveSource;

/// An act that waits for its time. Acts at one time happen in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum ScheduledAct {
    /// The scheduler restarts; the event that restarts it.
    Up(TimelineEventId),
    /// A migration ends.
    Arrive(MigrationId),
    /// A migration searches a node once more.
    Retry(MigrationId),
}

/// The state of the actors.
#[derive(Debug)]
pub(super) struct Actors {
    agents: IdVec<AgentId, AgentState>,
    due: BinaryHeap<Reverse<(u64, ScheduledAct)>>,
    /// The next request of each agent. All have the same period, so an agent moves to the end after its request.
    asking: VecDeque<(u64, AgentId)>,
    agents_by_pod: IdVec<VmPodId, Option<AgentId>>,
    /// The pods that migrations made, by name.
    made: FxHashMap<String, VmPodId>,
    /// The pods that migrations replaced, with the pods that replaced them.
    successors: FxHashMap<VmPodId, VmPodId>,
    /// Whether the scheduler is away.
    is_away: bool,
    /// Whether it is away because it does not start: only another restart brings it back.
    is_crashed: bool,
    /// The migrations that have not ended, by the pod that leaves.
    running: FxHashMap<VmPodId, MigrationId>,
}

impl Actors {
    /// The actors at the start of a run.
    pub(super) fn new(run: &mut TimelineRun) -> Self {
        let mut actors = Self {
            agents: IdVec::new(),
            due: BinaryHeap::new(),
            asking: VecDeque::new(),
            agents_by_pod: vec![None; run.inventory.count()].into(),
            made: FxHashMap::default(),
            successors: FxHashMap::default(),
            is_away: false,
            is_crashed: false,
            running: FxHashMap::default(),
        };
        for (pod, stated) in run.inventory.stated.pods.entries() {
            let Some(vm) = stated.vm.filter(|_| stated.has_agent) else {
                continue;
            };
            let agent = actors.agents.push(AgentState {
                vm,
                pod,
                curve: stated.agent.map(CurveSource::Agent),
                permit: VmAmount::default(),
                unit: None,
                asked: 0,
                needed: None,
            });
            actors.agents_by_pod[pod] = Some(agent);
        }
        let count = actors.agents.len() as u64;
        let period = run.setup.agent_period;
        let first = (0..count).map(|number| number * period / count);
        actors.asking = first.zip(actors.agents.ids()).collect();
        let rounds = run.duration / period + 1;
        run.expect(usize::try_from(count.saturating_mul(rounds)).unwrap_or(usize::MAX));
        actors
    }

    /// The time of the next act. Agents, and migrations without a node, act no later than `end`.
    pub(super) fn next_at(&mut self, end: u64) -> Option<u64> {
        while let Some(Reverse((at, ScheduledAct::Retry(_)))) = self.due.peek()
            && *at > end
        {
            self.due.pop();
        }
        if self.asking.front().is_some_and(|(at, _)| *at > end) {
            self.asking.clear();
        }
        let due = self.due.peek().map(|Reverse((at, _))| *at);
        let asks = self.asking.front().map(|(at, _)| *at);
        due.into_iter().chain(asks).min()
    }

    /// Does the next act. At one time, scheduled acts come before requests of agents.
    pub(super) fn act(&mut self, run: &mut TimelineRun, timeline: &Timeline, names: &Names) {
        let asks = self.asking.front().copied();
        let due = self.due.peek().map(|Reverse((at, _))| *at);
        if let Some((at, agent)) = asks
            && due.is_none_or(|due| due > at)
        {
            self.asking.pop_front();
            self.ask(run, timeline, at, agent, names);
            let next = at.saturating_add(run.setup.agent_period);
            self.asking.push_back((next, agent));
            return;
        }
        match self.due.pop() {
            Some(Reverse((at, ScheduledAct::Up(event)))) => {
                self.start(run, at, event);
            }
            Some(Reverse((at, ScheduledAct::Arrive(migration)))) => {
                self.arrive(run, at, migration);
            }
            Some(Reverse((at, ScheduledAct::Retry(migration)))) => {
                self.find_node(run, at, migration, names);
            }
            None => {}
        }
    }

    /// Starts the plugin, which forgets the agents.
    fn start(&mut self, run: &mut TimelineRun, at: u64, event: TimelineEventId) {
        let outcome = run.record(RunStep {
            at,
            act: Act::Restart,
            pod: None,
            node: None,
            event: Some(event),
            outcome: ActOutcome::Done,
        });
        (self.is_away, self.is_crashed) = run.outage();
        if outcome == ActOutcome::Done {
            // The plugin also loses its record of migrations. They continue.
            for agent in &mut self.agents {
                agent.unit = None;
            }
        }
    }

    /// The agent that controls the VM of a pod.
    fn agent_of(&mut self, pod: VmPodId) -> Option<&mut AgentState> {
        let agent = self.agents_by_pod.get(pod).copied()??;
        self.agents.get_mut(agent)
    }
}
