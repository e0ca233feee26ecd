//! The events of a timeline, as acts.

use std::cmp::Reverse;

use schedscope_objects::{
    id::Id as _,
    names::Names,
    timeline::{Action, ObjectKey, Timeline},
};

use crate::{
    amount::PerResource,
    id::{TimelineEventId, VmPodId},
    timeline::{
        act::{Act, ActOutcome, RunStep},
        actors::{Actors, CurveSource, ScheduledAct, migration::give_up},
        inventory::pod_named,
        run::TimelineRun,
    },
};

impl Actors {
    /// Applies an event of the text.
    pub(in crate::timeline) fn apply_event(
        &mut self,
        run: &mut TimelineRun,
        timeline: &Timeline,
        id: TimelineEventId,
        names: &Names,
    ) {
        let Some(event) = timeline.events.get(id.index()) else {
            return;
        };
        let pod = pod_named(&event.action).and_then(|key| {
            let stated = run.inventory.stated.event_pod(id);
            self.pod(run, stated, key, names)
        });
        let node = |name| run.inventory.stated.node(name);
        let (act, node) = match &event.action {
            Action::Request(request) => {
                let act = Act::Request {
                    want: PerResource::new(request.want.cpu, request.want.memory),
                    load: request.load,
                    protocol: request.protocol,
                };
                (act, None)
            }
            Action::Reserve(_, name) => (Act::Reserve, node(*name)),
            Action::Schedule(_) => (Act::Schedule, None),
            Action::Filter(filter) => (Act::Filter, node(filter.node)),
            Action::Score(_, name) => (Act::Score, node(*name)),
            Action::Unreserve(_) => (Act::Unreserve, None),
            Action::Delete(_) => (Act::Delete, None),
            Action::Use(_, uses) => {
                let uses = PerResource::new(uses.cpu, uses.memory);
                (Act::Use(uses), None)
            }
            Action::Config(_) => (Act::Config, None),
            Action::Migrate(_) => (Act::Migrate, None),
            Action::MigrationFailed(_) => (Act::MigrationFailed, None),
            Action::Restart(_) => (Act::Restart, None),
            Action::Load(_) => (Act::Load, None),
            Action::AddNode(name) => (Act::AddNode, node(*name)),
        };
        let mut step = RunStep {
            at: event.at,
            act,
            pod,
            node,
            event: Some(id),
            outcome: ActOutcome::Done,
        };
        let needs_no_scheduler = matches!(
            act,
            Act::Delete | Act::Use(_) | Act::Load | Act::AddNode | Act::Migrate
        );
        let restarts = act == Act::Restart && self.is_crashed;
        if self.is_away && !needs_no_scheduler && !restarts {
            step.outcome = ActOutcome::Away;
            run.record(step);
            return;
        }
        match (act, &event.action) {
            (Act::Restart, Action::Restart(restart)) if restart.down_for > 0 => {
                step.act = Act::Down;
                run.record(step);
                (self.is_away, self.is_crashed) = (true, false);
                let up = event.at.saturating_add(restart.down_for);
                self.due.push(Reverse((up, ScheduledAct::Up(id))));
            }
            (Act::Restart, _) => self.start(run, event.at, id),
            (Act::Load, Action::Load(stated)) => {
                run.record(step);
                for agent in &mut self.agents {
                    if stated.speaks_for(agent.vm, names) {
                        agent.curve = Some(CurveSource::Event(id));
                    }
                }
            }
            (Act::Request { .. }, _) => {
                let outcome = run.record(step);
                if let Some(pod) = pod {
                    self.note_response(run, event.at, pod, outcome, names);
                }
            }
            (Act::Filter, Action::Filter(filter)) => {
                let gone = filter.exclude.iter();
                let gone = gone.filter_map(|key| {
                    let stated = run.inventory.stated.pod(*key);
                    self.pod(run, stated, *key, names)
                });
                let gone: Vec<VmPodId> = gone.collect();
                run.record_without(step, &gone);
            }
            (Act::MigrationFailed, _) => {
                let outcome = run.record(step);
                let migration = pod.and_then(|pod| self.running.remove(&pod));
                if let (ActOutcome::Done, Some(migration)) = (outcome, migration) {
                    give_up(run, event.at, migration);
                }
            }
            _ => {
                run.record(step);
            }
        }
    }

    /// The pod that an event names, and that the text perhaps has. A pod that a migration replaced stands for its
    /// successor.
    fn pod(
        &self,
        run: &TimelineRun,
        stated: Option<VmPodId>,
        key: ObjectKey,
        names: &Names,
    ) -> Option<VmPodId> {
        let made = || {
            let key = format!("{}/{}", &names[key.namespace], &names[key.name]);
            self.made.get(&key).copied()
        };
        let found = stated.or_else(made)?;
        let mut pod = found;
        while run.end.node_of(pod).is_none() {
            match self.successors.get(&pod) {
                Some(next) => pod = *next,
                None => return Some(found),
            }
        }
        Some(pod)
    }
}
