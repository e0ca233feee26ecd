//! The steps of a run as data.

use schedscope_objects::{
    names::Names,
    timeline::{Action, ObjectKey},
};
use schedscope_options::{Argument, Source};
use serde::Serialize;

use crate::{
    plugin::Code,
    request::Answer,
    timeline::{
        act::{Act, Entry, NONE, Outcome},
        run::Run,
        series::seconds,
        state::VmUnits,
    },
};

#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};

/// What happens in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[allow(missing_docs)] // As the document's events are called.
pub enum VmEventKind {
    Start,
    Reserve,
    Unreserve,
    Filter,
    Score,
    Schedule,
    Request,
    Use,
    Delete,
    AddNode,
    Config,
    MigrationFailed,
    Migrate,
    Load,
    Restart,
    SchedulerDown,
    MigrationReserve,
    MigrationWaits,
    MigrationDone,
}

/// A step of a run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct VmEvent {
    /// Its number; 0 is the start.
    pub step: u32,
    /// Seconds from the start.
    #[cfg_attr(feature = "types", ts(as = "schedscope_objects::types::Float"))]
    pub at: f64,
    /// What happens.
    pub kind: VmEventKind,
    /// An agent, a migration or the scheduler brings it about; the text does not say it.
    pub actor: bool,
    /// The pod, `namespace/name`.
    pub pod: Option<String>,
    /// The node.
    pub node: Option<String>,
    /// What an agent asks for, or what a VM uses from now on.
    pub want: Option<VmUnits>,
    /// What it is permitted.
    pub permit: Option<VmUnits>,
    /// The VM is to migrate.
    pub migrate: bool,
    /// A code of a plugin point, an HTTP status, `ok`, `error`, or `away`: there is no scheduler.
    pub result: String,
    /// Why something was not done.
    pub message: Option<String>,
    /// A score, from 0 to 100.
    pub score: Option<u8>,
    /// Upstream never had this: it is this product's reading of the design document.
    pub own_reading: bool,
    /// Where the event stands in the timeline: `spec.events[3]`.
    pub path: Option<String>,
}

/// The kind of a step.
pub fn kind(act: Act) -> VmEventKind {
    match act {
        Act::Request { .. } => VmEventKind::Request,
        Act::Reserve => VmEventKind::Reserve,
        Act::Filter => VmEventKind::Filter,
        Act::Score => VmEventKind::Score,
        Act::Schedule => VmEventKind::Schedule,
        Act::Unreserve => VmEventKind::Unreserve,
        Act::Delete => VmEventKind::Delete,
        Act::Use(_) => VmEventKind::Use,
        Act::AddNode => VmEventKind::AddNode,
        Act::Config => VmEventKind::Config,
        Act::Migrate => VmEventKind::Migrate,
        Act::MigrationFailed => VmEventKind::MigrationFailed,
        Act::Load => VmEventKind::Load,
        Act::Down => VmEventKind::SchedulerDown,
        Act::Restart => VmEventKind::Restart,
        Act::MigrationReserve => VmEventKind::MigrationReserve,
        Act::MigrationWaits => VmEventKind::MigrationWaits,
        Act::MigrationDone => VmEventKind::MigrationDone,
    }
}

/// The name of a kind, as it is written.
pub(super) const KINDS: [(&str, VmEventKind); 19] = [
    ("start", VmEventKind::Start),
    ("reserve", VmEventKind::Reserve),
    ("unreserve", VmEventKind::Unreserve),
    ("filter", VmEventKind::Filter),
    ("score", VmEventKind::Score),
    ("schedule", VmEventKind::Schedule),
    ("request", VmEventKind::Request),
    ("use", VmEventKind::Use),
    ("delete", VmEventKind::Delete),
    ("add-node", VmEventKind::AddNode),
    ("config", VmEventKind::Config),
    ("migration-failed", VmEventKind::MigrationFailed),
    ("migrate", VmEventKind::Migrate),
    ("load", VmEventKind::Load),
    ("restart", VmEventKind::Restart),
    ("scheduler-down", VmEventKind::SchedulerDown),
    ("migration-reserve", VmEventKind::MigrationReserve),
    ("migration-waits", VmEventKind::MigrationWaits),
    ("migration-done", VmEventKind::MigrationDone),
];

impl Argument for VmEventKind {
    fn read(from: &mut dyn Source) -> Option<Self> {
        let kind = from.word(&KINDS.map(|(name, _)| name))?;
        KINDS.get(kind).map(|(_, kind)| *kind)
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("VmEventKind")
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        declarations.words::<Self>(&KINDS.map(|(name, _)| name));
    }
}

impl Run {
    /// A step as data; 0 is the start.
    pub fn event(&self, step: u32, names: &Names) -> VmEvent {
        let entry = step
            .checked_sub(1)
            .and_then(|at| self.entries.get(at as usize));
        let Some(entry) = entry else {
            return VmEvent {
                step: 0,
                at: 0.0,
                kind: VmEventKind::Start,
                actor: false,
                pod: None,
                node: None,
                want: None,
                permit: None,
                migrate: false,
                result: if self.problem.is_some() {
                    "error"
                } else {
                    "ok"
                }
                .to_owned(),
                message: self.problem.as_ref().map(ToString::to_string),
                score: None,
                own_reading: false,
                path: None,
            };
        };
        let timeline = self.timeline.as_deref();
        let stated = timeline.and_then(|timeline| timeline.events.get(entry.event as usize));
        let pod = if entry.pod == NONE {
            let key = stated.and_then(|event| pod_of(&event.action));
            key.map(|key| format!("{}/{}", &names[key.namespace], &names[key.name]))
        } else {
            Some(self.cast.pod_key(entry.pod).to_owned())
        };
        let node = if entry.node == NONE {
            stated.and_then(|event| node_of(&event.action, names))
        } else {
            Some(self.cast.node_name(entry.node).to_owned())
        };
        let (permit, migrate) = match entry.outcome {
            Outcome::Answer(Answer::Granted {
                permit, migrate, ..
            }) => (Some(permit), migrate),
            _ => (None, false),
        };
        let want = match entry.act {
            Act::Request { want, .. } | Act::Use(want) => Some(want.into()),
            _ => None,
        };
        let message = match entry.outcome {
            Outcome::Answer(Answer::Refused(fault)) => Some(fault.to_string()),
            _ => self.message(step).map(str::to_owned),
        };
        VmEvent {
            step,
            at: seconds(entry.at),
            kind: kind(entry.act),
            // The scheduler's coming back is in the text; when, follows from it.
            actor: entry.event == NONE,
            pod,
            node,
            want,
            permit: permit.map(Into::into),
            migrate,
            result: result(&entry.outcome),
            message,
            score: match entry.outcome {
                Outcome::Score(score) => Some(score),
                _ => None,
            },
            own_reading: matches!(entry.act, Act::Config | Act::MigrationFailed | Act::Migrate),
            path: stated.map(|event| format!("spec.events[{}]", event.index)),
        }
    }

    /// Whether a step is about a node: all are about one that the step names, or that no step can
    /// leave alone.
    pub fn is_about(&self, entry: &Entry, node: &str, names: &Names) -> bool {
        match entry.act {
            Act::Config | Act::Restart | Act::Down => true,
            _ if entry.node != NONE => self.cast.node_name(entry.node) == node,
            _ => {
                let timeline = self.timeline.as_deref();
                let stated =
                    timeline.and_then(|timeline| timeline.events.get(entry.event as usize));
                let place = stated.and_then(|event| node_of(&event.action, names));
                place.as_deref() == Some(node)
            }
        }
    }
}

fn result(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Done => "ok".to_owned(),
        Outcome::Score(_) | Outcome::Code(Code::Success) => "Success".to_owned(),
        Outcome::Code(Code::Error) => "Error".to_owned(),
        Outcome::Code(Code::Unschedulable) => "Unschedulable".to_owned(),
        Outcome::Code(Code::UnschedulableAndUnresolvable) => {
            "UnschedulableAndUnresolvable".to_owned()
        }
        Outcome::Answer(Answer::Granted { .. }) => "200".to_owned(),
        Outcome::Answer(Answer::Refused(fault)) => fault.status().to_string(),
        Outcome::Failed => "error".to_owned(),
        Outcome::Away => "away".to_owned(),
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
