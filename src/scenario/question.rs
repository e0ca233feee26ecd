//! Questions and answers as JSON texts: one door for whatever is asked of nodes, pods and quotas.

use serde::{Deserialize, Serialize};

use super::Scenario;
use crate::{
    pods::{
        compare::PlacePodOptions,
        list::{NodeListOptions, PodListOptions},
    },
    quota::{
        answer::SchedulePodOptions,
        events::{QuotaEvents, play},
        explain::ExplainNodeOptions,
        queue::{QueueMomentOptions, QueueOptions},
    },
};

/// A question, with its options: `{"placePod": {"pod": "default/web-0"}}`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// The pods there are.
    Pods(PodListOptions),
    /// The nodes there are.
    Nodes(NodeListOptions),
    /// Which node each scorer would pick.
    PlacePod(PlacePodOptions),
    /// One scheduling cycle.
    SchedulePod(SchedulePodOptions),
    /// Why each pod of a node is a victim, is spared, or was never one.
    ExplainNode(ExplainNodeOptions),
    /// Whether evicting on several nodes would make room.
    CrossNode(CrossNodeOptions),
    /// All quotas side by side.
    Quotas(QuotasOptions),
    /// The pending pods, scheduled one after another.
    Queue(QueueOptions),
    /// The world at one step of the queue.
    QueueMoment(QueueMomentOptions),
    /// The ledger as events reach it; independent of the text.
    QuotaEvents(QuotaEvents),
}

/// Which pod.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct CrossNodeOptions {
    /// The pod, as `namespace/name`.
    pub pod: String,
}

/// Nothing to choose.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuotasOptions {}

/// Why a question has no answer.
#[derive(Debug)]
pub enum QuestionError {
    /// It is no question, or an option is wrong.
    Invalid(serde_json::Error),
    /// There is no such pod.
    NoPod(String),
    /// There is no such node.
    NoNode(String),
}

impl QuestionError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid-argument",
            Self::NoPod(_) => "no-such-pod",
            Self::NoNode(_) => "no-such-node",
        }
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(error) => {
                // The question was made by a program: its line and column say nothing.
                let text = error.to_string();
                f.write_str(text.split(" at line ").next().unwrap_or_default())
            }
            Self::NoPod(key) => write!(f, "there is no pod `{key}`"),
            Self::NoNode(name) => write!(f, "there is no node `{name}`"),
        }
    }
}

impl std::error::Error for QuestionError {}

impl Scenario {
    /// Answers a question, a JSON text, with a JSON text on one line. Integers keep every digit.
    ///
    /// # Errors
    /// It is no question; there is no such pod or node.
    pub fn ask(&mut self, question: &str) -> Result<String, QuestionError> {
        match serde_json::from_str(question).map_err(QuestionError::Invalid)? {
            Question::Pods(options) => written(&self.pods(&options)),
            Question::Nodes(options) => written(&self.nodes(&options)),
            Question::PlacePod(options) => written(&self.place_pod(&options)?),
            Question::SchedulePod(options) => written(&self.schedule_pod(&options)?),
            Question::ExplainNode(options) => written(&self.explain_node(&options)?),
            Question::CrossNode(options) => written(&self.cross_node(&options.pod)?),
            Question::Quotas(QuotasOptions {}) => written(&self.quotas()),
            Question::Queue(options) => written(&self.queue(&options)),
            Question::QueueMoment(options) => written(&self.queue_moment(&options)),
            Question::QuotaEvents(events) => written(&play(&events)),
        }
    }
}

fn written<T: Serialize>(answer: &T) -> Result<String, QuestionError> {
    serde_json::to_string(answer).map_err(QuestionError::Invalid)
}
