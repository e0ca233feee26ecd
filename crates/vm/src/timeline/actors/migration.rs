//! Migrations: the target node of a VM, and the time of arrival.

use std::cmp::Reverse;

use schedscope_objects::names::Names;

use crate::{
    id::{MigrationId, VmPodId},
    request::PluginResponse,
    timeline::{
        act::{Act, ActOutcome, RunStep, moved},
        actors::{Actors, ScheduledAct},
        change::Migration,
        run::TimelineRun,
    },
};

impl Actors {
    /// Takes over the permit of a response, and starts the migration that it asks for.
    pub(super) fn note_response(
        &mut self,
        run: &mut TimelineRun,
        at: u64,
        pod: VmPodId,
        outcome: ActOutcome,
        names: &Names,
    ) {
        let ActOutcome::Response(PluginResponse::Permit {
            permit,
            migrate,
            unit,
        }) = outcome
        else {
            return;
        };
        if let Some(agent) = self.agent_of(pod) {
            agent.permit = permit;
            agent.unit = Some(unit);
        }
        if migrate
            && !self.running.contains_key(&pod)
            && let Some(from) = run.end.node_of(pod)
        {
            let step = run.next_step() - 1;
            let migration = run.migrations.push(Migration {
                pod,
                target: None,
                from,
                to: None,
                started: (step, at),
                ended: None,
                failed: false,
            });
            self.running.insert(pod, migration);
            self.find_node(run, at, migration, names);
        }
    }

    /// Searches a node for a VM that migrates.
    pub(super) fn find_node(
        &mut self,
        run: &mut TimelineRun,
        at: u64,
        id: MigrationId,
        names: &Names,
    ) {
        let Some(migration) = self.running_migration(run, id) else {
            return;
        };
        let vm = run.end.vm(migration.pod);
        let Some((vm, source)) = vm.zip(run.inventory.get(migration.pod)) else {
            self.running.remove(&migration.pod);
            give_up(run, at, id);
            return;
        };
        let retry = at.saturating_add(run.setup.agent_period);
        let retry = Reverse((retry, ScheduledAct::Retry(id)));
        if self.is_away {
            self.due.push(retry);
            return;
        }
        let spec = moved(&source.spec, vm.uses);
        let mut trial = source.clone();
        trial.spec = spec;
        let node = run
            .inventory
            .best(&mut run.end, &trial.spec, Some(migration.from));
        let Some(node) = node else {
            run.record(RunStep::new(at, Act::MigrationWaits, migration.pod));
            self.due.push(retry);
            return;
        };
        let (target, key) = self.new_pod(run, &trial.key, names);
        trial.key = key;
        trial.node = None;
        run.inventory.add(trial);
        run.record(RunStep {
            node: Some(node),
            ..RunStep::new(at, Act::MigrationReserve, target)
        });
        if let Some(migration) = run.migrations.get_mut(id) {
            migration.target = Some(target);
            migration.to = Some(node);
        }
        let arrival = at.saturating_add(run.setup.migration_duration);
        self.due.push(Reverse((arrival, ScheduledAct::Arrive(id))));
    }

    /// The id and the next free name of a pod that replaces another.
    fn new_pod(&mut self, run: &TimelineRun, key: &str, names: &Names) -> (VmPodId, String) {
        let stem = match key.rsplit_once("-m") {
            Some((stem, digits))
                if self.made.contains_key(key) && digits.parse::<u32>().is_ok() =>
            {
                stem
            }
            _ => key,
        };
        let mut number = 1;
        let mut name = format!("{stem}-m{number}");
        while self.made.contains_key(&name) || run.inventory.stated.has_pod(names, &name) {
            number += 1;
            name = format!("{stem}-m{number}");
        }
        let pod = run.inventory.next_pod();
        self.made.insert(name.clone(), pod);
        (pod, name)
    }

    /// Ends a migration: the pod that the VM left is removed.
    pub(super) fn arrive(&mut self, run: &mut TimelineRun, at: u64, id: MigrationId) {
        let Some(migration) = self.running_migration(run, id) else {
            return;
        };
        self.running.remove(&migration.pod);
        let target = migration.target;
        let Some(target) = target.filter(|target| run.end.vm(*target).is_some()) else {
            // The new pod does not exist any more: the migration fails, and the VM stays on its node.
            run.record(RunStep::new(at, Act::MigrationFailed, migration.pod));
            give_up(run, at, id);
            return;
        };
        run.record(RunStep::new(at, Act::MigrationDone, migration.pod));
        let step = run.next_step() - 1;
        if let Some(migration) = run.migrations.get_mut(id) {
            migration.ended = Some((step, at));
        }
        self.successors.insert(migration.pod, target);
        if let Some(agent) = self.agent_of(migration.pod) {
            agent.pod = target;
            agent.unit = None;
        }
        if let Some(agent) = self.agents_by_pod.get_mut(migration.pod) {
            let agent = agent.take();
            if self.agents_by_pod.get(target).is_none() {
                self.agents_by_pod.resize(run.inventory.count(), None);
            }
            self.agents_by_pod[target] = agent;
        }
    }

    /// A migration that has not ended.
    fn running_migration(&self, run: &TimelineRun, id: MigrationId) -> Option<Migration> {
        let migration = run.migrations.get(id).copied();
        migration.filter(|migration| self.running.get(&migration.pod) == Some(&id))
    }
}

/// Ends a migration that failed, and frees the resources reserved for it.
pub(super) fn give_up(run: &mut TimelineRun, at: u64, id: MigrationId) {
    let step = run.next_step() - 1;
    let Some(migration) = run.migrations.get_mut(id) else {
        return;
    };
    migration.ended = Some((step, at));
    migration.failed = true;
    if let Some(target) = migration.target
        && run.end.node_of(target).is_some()
    {
        run.record(RunStep::new(at, Act::Unreserve, target));
    }
}
