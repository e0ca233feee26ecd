//! One thing that happens, applied to the plugin.

use std::sync::Arc;

use schedscope_objects::{config_map::ReadConfig, order, plugin_config::ConfigProblem};

use crate::{
    amount::VmAmount,
    plugin::{PluginCode, Refusal},
    request::{AgentRequest, PluginResponse},
    state::{Plugin, PodSpec},
    timeline::inventory::RunInventory,
};

/// No pod, no node, no event of the text.
pub const NONE: u32 = u32::MAX;

/// What happens. Whom it happens to stands in the [`RunStep`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// An agent asks.
    Request {
        /// What for.
        want: VmAmount,
        /// Load averages.
        load: Option<[f32; 2]>,
        /// The protocol's number.
        protocol: u32,
    },
    /// Reserve.
    Reserve,
    /// Filter.
    Filter,
    /// Score.
    Score,
    /// Filter and Score over all nodes, Reserve on the best.
    Schedule,
    /// A pod is not bound after all.
    Unreserve,
    /// A pod goes.
    Delete,
    /// A VM changes without asking.
    Use(VmAmount),
    /// A node exists from now on.
    AddNode,
    /// Another config.
    Config,
    /// A VM is to migrate with its next request.
    Migrate,
    /// A migration failed.
    MigrationFailed,
    /// The load of some VMs changes.
    Load,
    /// The scheduler goes away.
    Down,
    /// It starts.
    Restart,
    /// Room is set aside for a VM that migrates; the entry's pod is the new one.
    MigrationReserve,
    /// No node has room for a VM that is to migrate.
    MigrationWaits,
    /// A VM has arrived: the pod that it left goes.
    MigrationDone,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActOutcome {
    /// There is nothing to say.
    Done,
    /// A plugin point's answer.
    PluginPoint(PluginCode),
    /// A score.
    Score(u8),
    /// The answer to an agent.
    Response(PluginResponse),
    /// It was not done; the message says why.
    Failed,
    /// The scheduler is away.
    Away,
}

/// One step of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunStep {
    /// Milliseconds from the start.
    pub at: u64,
    /// What happens.
    pub act: Act,
    /// To which pod, by position in the inventory, or [`NONE`].
    pub pod: u32,
    /// On which node, by position in the inventory, or [`NONE`].
    pub node: u32,
    /// Which event of the timeline it is, by position in `Timeline::events`; [`NONE`]: an actor's.
    pub event: u32,
    /// What came of it.
    pub outcome: ActOutcome,
}

/// How a node did when all were asked about a pod.
#[derive(Clone, Debug)]
pub struct ScoredNode {
    /// The node.
    pub node: u32,
    /// Its score points, from 0 to 100.
    pub score: Result<u64, Refusal>,
}

impl RunInventory {
    fn spec(&self, pod: u32) -> Option<&PodSpec> {
        self.get(pod).map(|pod| &pod.spec)
    }

    /// Asks all nodes about a pod, best first, then by name; nodes that do not exist are not asked.
    pub fn survey(&self, plugin: &mut Plugin, spec: &PodSpec, except: u32) -> Vec<ScoredNode> {
        let mut found = Vec::new();
        for &node in &self.stated.nodes_by_name {
            let exists = plugin.infos.get(node as usize).is_some_and(Option::is_some);
            if node == except || !exists {
                continue;
            }
            let fits = plugin.filter(node, spec, &[]);
            let score = fits.and_then(|()| plugin.score(node, spec));
            found.push(ScoredNode { node, score });
        }
        let score = |at: u32| found[at as usize].score.as_ref().ok().copied();
        let best_first = order::positions(found.len(), &mut |a, b| score(b).cmp(&score(a)));
        let best_first = best_first.into_iter();
        best_first.map(|at| found[at as usize].clone()).collect()
    }

    /// The best node for a pod: the first by name of those that score highest.
    pub fn best(&self, plugin: &mut Plugin, spec: &PodSpec, except: u32) -> Option<u32> {
        let incoming = plugin.check(spec).ok()?;
        let mut best = None;
        for &node in &self.stated.nodes_by_name {
            let exists = plugin.infos.get(node as usize).is_some_and(Option::is_some);
            if node == except || !exists {
                continue;
            }
            let Ok(score) = plugin.score(node, spec) else {
                continue;
            };
            // Only nodes that would be the best have to have room.
            if best.is_none_or(|(_, most)| score > most)
                && plugin.filter_checked(node, &incoming, &[]).is_ok()
            {
                best = Some((node, score));
            }
        }
        best.map(|(node, _)| node)
    }

    /// Does what an entry says; returns what comes of it, with a message where it goes wrong.
    /// The outcome that the entry carries is not looked at.
    pub fn apply(
        &self,
        plugin: &mut Plugin,
        entry: &RunStep,
        config: Option<&ReadConfig>,
        gone: &[u32],
    ) -> (ActOutcome, Option<String>) {
        let RunStep { pod, node, .. } = *entry;
        match entry.act {
            Act::Request {
                want,
                load,
                protocol,
            } => {
                let request = AgentRequest {
                    pod: (pod != NONE).then_some(pod),
                    want,
                    load,
                    protocol,
                };
                let answer = plugin.request(&request);
                (ActOutcome::Response(answer), None)
            }
            Act::Reserve => self.point(pod, |spec| plugin.reserve(pod, node, spec)),
            Act::MigrationReserve => {
                // All nodes were asked, so the plugin knows them; whoever cannot be known was no
                // place.
                for node in &self.stated.nodes_by_name {
                    let _ = plugin.learn(*node);
                }
                self.point(pod, |spec| plugin.reserve(pod, node, spec))
            }
            Act::Schedule => {
                let Some(spec) = self.spec(pod) else {
                    return no_pod();
                };
                if plugin.node_of(pod).is_some() {
                    let message = "the pod is on a node already".to_owned();
                    return (ActOutcome::PluginPoint(PluginCode::Error), Some(message));
                }
                if let Some(node) = self.best(plugin, spec, NONE) {
                    self.point(pod, |spec| plugin.reserve(pod, node, spec))
                } else {
                    let message = "no node has room".to_owned();
                    (
                        ActOutcome::PluginPoint(PluginCode::Unschedulable),
                        Some(message),
                    )
                }
            }
            Act::MigrationWaits => {
                if let (Some(spec), Some(vm)) = (self.spec(pod), plugin.vm(pod)) {
                    let (node, spec) = (vm.node, moved(spec, vm.uses));
                    // Asked for what it teaches the plugin about nodes.
                    self.best(plugin, &spec, node);
                }
                (ActOutcome::PluginPoint(PluginCode::Unschedulable), None)
            }
            Act::Filter => self.point(pod, |spec| plugin.filter(node, spec, gone)),
            Act::Score => {
                let Some(spec) = self.spec(pod) else {
                    return no_pod();
                };
                match plugin.score(node, spec) {
                    Ok(score) => (ActOutcome::Score(score as u8), None),
                    Err(refusal) => (
                        ActOutcome::PluginPoint(refusal.code),
                        Some(refusal.reason.to_string()),
                    ),
                }
            }
            Act::Unreserve | Act::Delete | Act::MigrationDone => {
                let is_there = plugin.node_of(pod).is_some();
                plugin.remove(pod);
                let message = (!is_there).then(|| "the pod is on no node".to_owned());
                (ActOutcome::Done, message)
            }
            Act::Use(_) if plugin.vm(pod).is_none() => {
                let message = "the pod is of no VM on a node".to_owned();
                (ActOutcome::Failed, Some(message))
            }
            Act::Use(uses) => {
                plugin.note_use(pod, uses);
                (ActOutcome::Done, None)
            }
            Act::AddNode => {
                if let Some(info) = self.stated.nodes.get(node as usize) {
                    plugin.add_node(node, Arc::clone(info));
                }
                (ActOutcome::Done, None)
            }
            Act::Config => match config {
                Some(Ok(config)) => done(plugin.change_config(Arc::clone(config))),
                Some(Err(problem)) => done(Err(problem.clone())),
                None => (ActOutcome::Failed, None),
            },
            Act::Restart => match config {
                Some(Err(problem)) => done(Err(problem.clone())),
                Some(Ok(config)) => done(plugin.restart(Some(Arc::clone(config)))),
                None => done(plugin.restart(None)),
            },
            Act::Migrate if plugin.migrate_next(pod) => (ActOutcome::Done, None),
            Act::Migrate => no_pod(),
            Act::MigrationFailed => match plugin.migration_failed(pod) {
                Ok(()) => (ActOutcome::Done, None),
                Err(error) => (ActOutcome::Failed, Some(error.to_string())),
            },
            Act::Load | Act::Down => (ActOutcome::Done, None),
        }
    }

    fn point(
        &self,
        pod: u32,
        ask: impl FnOnce(&PodSpec) -> Result<(), Refusal>,
    ) -> (ActOutcome, Option<String>) {
        let Some(spec) = self.spec(pod) else {
            return no_pod();
        };
        match ask(spec) {
            Ok(()) => (ActOutcome::PluginPoint(PluginCode::Success), None),
            Err(refusal) => (
                ActOutcome::PluginPoint(refusal.code),
                Some(refusal.reason.to_string()),
            ),
        }
    }
}

/// A VM's pod as it is made anew on another node, using what it uses now.
pub fn moved(spec: &PodSpec, uses: VmAmount) -> PodSpec {
    match spec {
        PodSpec::Vm(vm) => {
            let mut vm = vm.clone();
            vm.uses = uses;
            PodSpec::Vm(vm)
        }
        PodSpec::Other(_) => spec.clone(),
    }
}

fn no_pod() -> (ActOutcome, Option<String>) {
    let message = "the text has no such pod".to_owned();
    (ActOutcome::Failed, Some(message))
}

fn done(result: Result<(), ConfigProblem>) -> (ActOutcome, Option<String>) {
    match result {
        Ok(()) => (ActOutcome::Done, None),
        Err(problem) => (ActOutcome::Failed, Some(problem.to_string())),
    }
}
