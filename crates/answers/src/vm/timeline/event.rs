//! The steps of a run as data.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    names::Names,
    namespaced_name::NamespacedName,
    timeline::{Action, ObjectKey},
    word::Word,
    words,
};
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Fault, Source, scalar};
use schedscope_vm::{
    refusal::PluginCode,
    request::PluginResponse,
    timeline::act::{Act, ActOutcome, RunStep},
};

use crate::vm::{
    amount::VmAmountAnswer,
    problem::VmProblem,
    timeline::{RunAnswers, series::seconds},
};

words! {
    /// The kind of a step.
    #[allow(missing_docs)] // The names of the document's events.
    pub enum VmStepKind {
        Start = "start",
        Reserve = "reserve",
        Unreserve = "unreserve",
        Filter = "filter",
        Score = "score",
        Schedule = "schedule",
        Request = "request",
        Use = "use",
        Delete = "delete",
        AddNode = "add-node",
        Config = "config",
        MigrationFailed = "migration-failed",
        Migrate = "migrate",
        Load = "load",
        Restart = "restart",
        SchedulerDown = "scheduler-down",
        MigrationReserve = "migration-reserve",
        MigrationWaits = "migration-waits",
        MigrationDone = "migration-done",
    }
}

/// A step of a run.
#[answer]
pub struct VmStep {
    /// The number of the step; 0 is the start.
    pub step: u32,
    /// The time from the start, in seconds.
    #[ts(as = "schedscope_objects::types::Float")]
    pub at: f64,
    /// The kind.
    pub kind: VmStepKind,
    /// Whether an agent, a migration or the scheduler caused the step; otherwise the input states it.
    pub actor: bool,
    /// The pod; `null`: none.
    pub pod: Option<NamespacedName>,
    /// The node; `null`: none.
    pub node: Option<String>,
    /// The amount that an agent asks for, or that a VM uses from now on.
    pub want: Option<VmAmountAnswer>,
    /// The permitted amount; `null`: the step is not a request, or was refused.
    pub permit: Option<VmAmountAnswer>,
    /// Whether the VM has to migrate.
    pub migrate: bool,
    /// The result: a code of a plugin point, an HTTP status, `ok`, `error`, or `away` while the scheduler is down.
    pub result: String,
    /// The reason why the step was refused or had no effect; `null`: it was done.
    pub problem: Option<VmProblem>,
    /// The score, from 0 to 100; `null`: the step is not a score.
    pub score: Option<u8>,
    /// Whether upstream never had this step: it follows this project's reading of the design document.
    pub own_reading: bool,
    /// The path of the event, such as `spec.events[3]`; `null`: the input does not state it.
    pub path: Option<String>,
}

/// The kind of a step.
pub fn kind(act: Act) -> VmStepKind {
    match act {
        Act::Request { .. } => VmStepKind::Request,
        Act::Reserve => VmStepKind::Reserve,
        Act::Filter => VmStepKind::Filter,
        Act::Score => VmStepKind::Score,
        Act::Schedule => VmStepKind::Schedule,
        Act::Unreserve => VmStepKind::Unreserve,
        Act::Delete => VmStepKind::Delete,
        Act::Use(_) => VmStepKind::Use,
        Act::AddNode => VmStepKind::AddNode,
        Act::Config => VmStepKind::Config,
        Act::Migrate => VmStepKind::Migrate,
        Act::MigrationFailed => VmStepKind::MigrationFailed,
        Act::Load => VmStepKind::Load,
        Act::Down => VmStepKind::SchedulerDown,
        Act::Restart => VmStepKind::Restart,
        Act::MigrationReserve => VmStepKind::MigrationReserve,
        Act::MigrationWaits => VmStepKind::MigrationWaits,
        Act::MigrationDone => VmStepKind::MigrationDone,
    }
}

impl Argument for VmStepKind {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let names: Vec<&str> = Self::ALL.iter().map(|(_, name)| *name).collect();
        let index = scalar::word(from, &names)?;
        Ok(Self::ALL[index].0)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("VmStepKind")
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        let names: Vec<&str> = Self::ALL.iter().map(|(_, name)| *name).collect();
        declarations.words::<Self>(&names);
    }
}

impl RunAnswers<'_> {
    /// A step as data; 0 is the start.
    pub fn event(&self, step: u32) -> VmStep {
        let names = self.names;
        let Some(entry) = self.run.step(step) else {
            return VmStep {
                step: 0,
                at: 0.0,
                kind: VmStepKind::Start,
                actor: false,
                pod: None,
                node: None,
                want: None,
                permit: None,
                migrate: false,
                result: if self.run.problem.is_some() {
                    "error"
                } else {
                    "ok"
                }
                .to_owned(),
                problem: self.run.problem.as_ref().map(|refusal| {
                    VmProblem::start(refusal, |pod| self.run.inventory.pod_key(pod))
                }),
                score: None,
                own_reading: false,
                path: None,
            };
        };
        let stated = self.run.event(entry);
        let pod = entry.pod.map_or_else(
            || {
                let key = pod_of(&stated?.action)?;
                Some(NamespacedName::new(key.namespace, key.name, names))
            },
            |pod| Some(self.run.inventory.pod_key(pod).into()),
        );
        let node = entry.node.map_or_else(
            || node_of(&stated?.action, names),
            |node| Some(self.run.inventory.node_name(node).to_owned()),
        );
        let (permit, migrate) = match entry.outcome {
            ActOutcome::Response(PluginResponse::Permit {
                permit, migrate, ..
            }) => (Some(permit), migrate),
            _ => (None, false),
        };
        let want = match entry.act {
            Act::Request { want, .. } | Act::Use(want) => Some(want.into()),
            _ => None,
        };
        let name = |pod| self.run.inventory.pod_key(pod);
        let problem = self.run.problem(step);
        let problem = problem.map(|problem| VmProblem::act(problem, name));
        let problem = match entry.outcome {
            ActOutcome::Response(PluginResponse::Refused(fault)) => Some(fault.into()),
            _ => problem,
        };
        VmStep {
            step,
            at: seconds(entry.at),
            kind: kind(entry.act),
            // The scheduler's coming back is in the text; when, follows from it.
            actor: entry.event.is_none(),
            pod,
            node,
            want,
            permit: permit.map(Into::into),
            migrate,
            result: result(&entry.outcome),
            problem,
            score: match entry.outcome {
                ActOutcome::Score(score) => Some(score),
                _ => None,
            },
            own_reading: matches!(entry.act, Act::Config | Act::MigrationFailed | Act::Migrate),
            path: stated.map(|event| format!("spec.events[{}]", event.index)),
        }
    }

    /// Whether a step is about a node: it names the node, or affects all nodes.
    pub fn is_about(&self, entry: &RunStep, node: &str) -> bool {
        match (entry.act, entry.node) {
            (Act::Config | Act::Restart | Act::Down, _) => true,
            (_, Some(found)) => self.run.inventory.node_name(found) == node,
            _ => {
                let stated = self.run.event(entry);
                let place = stated.and_then(|event| node_of(&event.action, self.names));
                place.as_deref() == Some(node)
            }
        }
    }
}

fn result(outcome: &ActOutcome) -> String {
    match outcome {
        ActOutcome::Done => "ok".to_owned(),
        ActOutcome::Score(_) => PluginCode::Success.word().to_owned(),
        ActOutcome::PluginPoint(code) => code.word().to_owned(),
        ActOutcome::Response(PluginResponse::Permit { .. }) => "200".to_owned(),
        ActOutcome::Response(PluginResponse::Refused(fault)) => fault.status().to_string(),
        ActOutcome::Failed => "error".to_owned(),
        ActOutcome::Away => "away".to_owned(),
    }
}

fn pod_of(action: &Action) -> Option<ObjectKey> {
    match action {
        Action::Request(request) => Some(request.pod),
        Action::Filter(filter) => Some(filter.pod),
        Action::Reserve(pod, _)
        | Action::Score(pod, _)
        | Action::Schedule(pod)
        | Action::Unreserve(pod)
        | Action::Delete(pod)
        | Action::Use(pod, _)
        | Action::Migrate(pod)
        | Action::MigrationFailed(pod) => Some(*pod),
        Action::Config(_) | Action::Restart(_) | Action::Load(_) | Action::AddNode(_) => None,
    }
}

fn node_of(action: &Action, names: &Names) -> Option<String> {
    let node = match action {
        Action::Reserve(_, node) | Action::Score(_, node) | Action::AddNode(node) => *node,
        Action::Filter(filter) => filter.node,
        _ => return None,
    };
    Some(names[node].to_owned())
}
