//! One act of a run, applied to the plugin.

use std::sync::Arc;

use schedscope_objects::{config_map::ReadConfig, order, timeline::PROTOCOL};

use crate::{
    amount::VmAmount,
    id::{TimelineEventId, VmNodeId, VmPodId},
    lifecycle::{ConfigRefusal, FatalVm, NotMigrating, StartRefusal},
    plugin::Plugin,
    refusal::{PluginCode, Refusal, RefusalReason},
    request::{AgentRequest, PluginResponse},
    spec::PodSpec,
    timeline::inventory::RunInventory,
};

/// An act. Its pod and its node stand in the [`RunStep`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Act {
    /// An agent's request.
    Request {
        /// The requested amount.
        want: VmAmount,
        /// Load averages of one and five minutes.
        load: Option<[f32; 2]>,
        /// The protocol's number.
        protocol: u32,
    },
    Reserve,
    Filter,
    Score,
    /// Filter and Score over all nodes, and Reserve on the best.
    Schedule,
    /// A pod is not bound after all.
    Unreserve,
    /// A pod is deleted.
    Delete,
    /// A VM changes its use without asking.
    Use(VmAmount),
    /// A node is added to the cluster.
    AddNode,
    /// The config changes.
    Config,
    /// A VM is marked to migrate with its next request.
    Migrate,
    MigrationFailed,
    /// The load of some VMs changes.
    Load,
    /// The scheduler stops.
    Down,
    /// The scheduler starts.
    Restart,
    /// Reserve for a VM that migrates; the step's pod is the new one.
    MigrationReserve,
    /// No node has room for a VM that is to migrate.
    MigrationWaits,
    /// A VM has arrived: the pod that it left is removed.
    MigrationDone,
}

impl Act {
    /// A request in the current protocol.
    pub(super) fn request(want: VmAmount, load: [f32; 2]) -> Self {
        Self::Request {
            want,
            load: Some(load),
            protocol: PROTOCOL,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ActOutcome {
    /// The act is done, and has no result.
    Done,
    /// The answer of a plugin point.
    PluginPoint(PluginCode),
    Score(u8),
    /// The response to an agent.
    Response(PluginResponse),
    /// The act failed; the run's [`ActProblem`] of the step has the reason.
    Failed,
    /// The scheduler is away.
    Away,
}

/// Why an act is not done, or is done in vain.
#[derive(Clone, Debug, PartialEq)]
pub enum ActProblem {
    /// A plugin point refuses the pod.
    Refused(RefusalReason),
    /// The config cannot be used.
    Config(ConfigRefusal),
    /// The scheduler does not start with a VM, and stays away.
    Fatal(FatalVm),
    /// The migration cannot fail.
    NotMigrating(NotMigrating),
    /// The text has no such pod.
    NoPod,
    /// The pod is on a node already.
    OnNode,
    /// The pod is on no node.
    OnNoNode,
    /// The pod is not of a VM on a node.
    NoVm,
    /// No node has room.
    NoRoom,
    /// The scheduler is away.
    Away,
}

/// The outcome of an act, and the problem it had.
pub(super) type Applied = (ActOutcome, Option<ActProblem>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RunStep {
    /// Milliseconds from the start.
    pub at: u64,
    pub act: Act,
    /// The act's pod; `None` if the act has none or the pod does not exist.
    pub pod: Option<VmPodId>,
    /// The act's node; `None` if the act has none or the node does not exist.
    pub node: Option<VmNodeId>,
    /// The event of the timeline; `None`: an agent or a migration acts.
    pub event: Option<TimelineEventId>,
    pub outcome: ActOutcome,
}

/// Runs keep a log of steps.
const _: () = assert!(size_of::<RunStep>() <= 56);

impl RunStep {
    /// A step that an agent or a migration brings about.
    pub(super) fn new(at: u64, act: Act, pod: VmPodId) -> Self {
        Self {
            at,
            act,
            pod: Some(pod),
            node: None,
            event: None,
            outcome: ActOutcome::Done,
        }
    }
}

/// A node with its score for a pod.
#[derive(Clone, Debug)]
pub struct ScoredNode {
    pub node: VmNodeId,
    /// The score, from 0 to 100.
    pub score: Result<u64, Refusal>,
}

impl RunInventory {
    fn spec(&self, pod: VmPodId) -> Option<&PodSpec> {
        self.get(pod).map(|pod| &pod.spec)
    }

    /// Scores all existing nodes for a pod: best first, then by name.
    pub fn survey(
        &self,
        plugin: &mut Plugin,
        spec: &PodSpec,
        except: Option<VmNodeId>,
    ) -> Vec<ScoredNode> {
        let mut found = Vec::new();
        for &node in &self.stated.nodes_by_name {
            if Some(node) == except || !plugin.exists(node) {
                continue;
            }
            let fits = plugin.filter(Some(node), spec, &[]);
            let score = fits.and_then(|()| plugin.score(Some(node), spec));
            found.push(ScoredNode { node, score });
        }
        let score = |at: u32| found[at as usize].score.as_ref().ok().copied();
        let best_first = order::positions(found.len(), &mut |a, b| score(b).cmp(&score(a)));
        let best_first = best_first.into_iter();
        best_first.map(|at| found[at as usize].clone()).collect()
    }

    /// The best node for a pod: the first by name of those with the highest score.
    pub fn best(
        &self,
        plugin: &mut Plugin,
        spec: &PodSpec,
        except: Option<VmNodeId>,
    ) -> Option<VmNodeId> {
        let checked = plugin.check(spec).ok()?;
        let mut best: Option<(VmNodeId, u64)> = None;
        for &node in &self.stated.nodes_by_name {
            if Some(node) == except || !plugin.exists(node) {
                continue;
            }
            // `check` includes the checks of Score.
            let score = match best {
                Some((_, highest)) => plugin.score_above(node, spec, highest),
                None => plugin.score_checked(Some(node), spec).map(Some),
            };
            // Only a node with a better score has to have room.
            if let Ok(Some(score)) = score
                && plugin.filter_checked(Some(node), &checked, &[]).is_ok()
            {
                best = Some((node, score));
            }
        }
        best.map(|(node, _)| node)
    }

    /// Applies a step's act to the plugin. The step's outcome is not read.
    pub(super) fn apply(
        &self,
        plugin: &mut Plugin,
        step: &RunStep,
        config: Option<&ReadConfig>,
        gone: &[VmPodId],
    ) -> Applied {
        let node = step.node;
        match step.act {
            Act::Request {
                want,
                load,
                protocol,
            } => {
                let response = plugin.request(&AgentRequest {
                    pod: step.pod,
                    want,
                    load,
                    protocol,
                });
                (ActOutcome::Response(response), None)
            }
            Act::AddNode => {
                let info = node.and_then(|node| Some((node, self.stated.nodes.get(node)?)));
                if let Some((node, info)) = info {
                    plugin.add_node(node, Arc::clone(info));
                }
                (ActOutcome::Done, None)
            }
            Act::Config => match config {
                Some(Ok(config)) => done(plugin.change_config(Arc::clone(config))),
                Some(Err(problem)) => {
                    done::<ConfigRefusal>(Err(ConfigRefusal::Unreadable(problem.clone())))
                }
                None => (ActOutcome::Failed, None),
            },
            Act::Restart => match config {
                Some(Err(problem)) => {
                    done::<ConfigRefusal>(Err(ConfigRefusal::Unreadable(problem.clone())))
                }
                Some(Ok(config)) => done(plugin.restart(Some(Arc::clone(config)))),
                None => done(plugin.restart(None)),
            },
            Act::Load | Act::Down => (ActOutcome::Done, None),
            act => match step.pod {
                Some(pod) => self.apply_to_pod(plugin, act, pod, node, gone),
                None => without_pod(act),
            },
        }
    }

    fn apply_to_pod(
        &self,
        plugin: &mut Plugin,
        act: Act,
        pod: VmPodId,
        node: Option<VmNodeId>,
        gone: &[VmPodId],
    ) -> Applied {
        match act {
            Act::Reserve => self.point(pod, |spec| plugin.reserve(pod, node, spec)),
            Act::MigrationReserve => {
                // All nodes were scored, so the plugin knows them. A node that cannot be used was no candidate.
                plugin.learn_all();
                self.point(pod, |spec| plugin.reserve(pod, node, spec))
            }
            Act::Schedule => {
                let Some(spec) = self.spec(pod) else {
                    return failed(ActProblem::NoPod);
                };
                if plugin.node_of(pod).is_some() {
                    let outcome = ActOutcome::PluginPoint(PluginCode::Error);
                    return (outcome, Some(ActProblem::OnNode));
                }
                // What every node refuses is not a matter of room.
                if let Err(refusal) = plugin.check(spec) {
                    return refused(refusal);
                }
                match self.best(plugin, spec, None) {
                    Some(node) => self.point(pod, |spec| plugin.reserve(pod, Some(node), spec)),
                    None => (
                        ActOutcome::PluginPoint(PluginCode::Unschedulable),
                        Some(ActProblem::NoRoom),
                    ),
                }
            }
            Act::MigrationWaits => {
                if let (Some(spec), Some(vm)) = (self.spec(pod), plugin.vm(pod)) {
                    let (node, spec) = (vm.node, moved(spec, vm.uses));
                    // The search makes nodes known to the plugin.
                    self.best(plugin, &spec, Some(node));
                }
                (ActOutcome::PluginPoint(PluginCode::Unschedulable), None)
            }
            Act::Filter => self.point(pod, |spec| plugin.filter(node, spec, gone)),
            Act::Score => match self.spec(pod).map(|spec| plugin.score(node, spec)) {
                None => failed(ActProblem::NoPod),
                Some(Ok(score)) => (ActOutcome::Score(score as u8), None),
                Some(Err(refusal)) => refused(refusal),
            },
            Act::Unreserve | Act::Delete | Act::MigrationDone => {
                let is_there = plugin.node_of(pod).is_some();
                plugin.remove(pod);
                let problem = (!is_there).then_some(ActProblem::OnNoNode);
                (ActOutcome::Done, problem)
            }
            Act::Use(_) if plugin.vm(pod).is_none() => failed(ActProblem::NoVm),
            Act::Use(uses) => {
                plugin.note_use(pod, uses);
                (ActOutcome::Done, None)
            }
            Act::Migrate if plugin.migrate_next(pod) => (ActOutcome::Done, None),
            Act::Migrate => failed(ActProblem::NoPod),
            Act::MigrationFailed => match plugin.migration_failed(pod) {
                Ok(()) => (ActOutcome::Done, None),
                Err(problem) => failed(ActProblem::NotMigrating(problem)),
            },
            _ => (ActOutcome::Done, None),
        }
    }

    fn point(&self, pod: VmPodId, ask: impl FnOnce(&PodSpec) -> Result<(), Refusal>) -> Applied {
        match self.spec(pod).map(ask) {
            None => failed(ActProblem::NoPod),
            Some(Ok(())) => (ActOutcome::PluginPoint(PluginCode::Success), None),
            Some(Err(refusal)) => refused(refusal),
        }
    }
}

/// The outcome of an act whose pod the text does not have.
fn without_pod(act: Act) -> Applied {
    match act {
        Act::Unreserve | Act::Delete | Act::MigrationDone => {
            (ActOutcome::Done, Some(ActProblem::OnNoNode))
        }
        Act::Use(_) => failed(ActProblem::NoVm),
        Act::MigrationFailed => failed(ActProblem::NotMigrating(NotMigrating::Unknown)),
        _ => failed(ActProblem::NoPod),
    }
}

/// The pod of a VM as it is made again on another node, with its present use.
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

fn failed(problem: ActProblem) -> Applied {
    (ActOutcome::Failed, Some(problem))
}

fn refused(refusal: Refusal) -> Applied {
    let problem = ActProblem::Refused(refusal.reason);
    (ActOutcome::PluginPoint(refusal.code), Some(problem))
}

fn done<E: Into<StartRefusal>>(result: Result<(), E>) -> Applied {
    match result.map_err(Into::into) {
        Ok(()) => (ActOutcome::Done, None),
        Err(StartRefusal::Config(refusal)) => failed(ActProblem::Config(refusal)),
        Err(StartRefusal::Vm(vm)) => failed(ActProblem::Fatal(vm)),
    }
}
