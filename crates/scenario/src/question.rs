//! Questions and answers as JSON texts: one door for whatever is asked of nodes, pods, quotas and VMs.

use schedscope_answers::{
    json,
    pods::{
        list::{NodeListOptions, PodListOptions},
        score_nodes::PlacePodOptions,
    },
    quota::{
        cycle::SchedulePodOptions, events::quota_events, explain::ExplainNodeOptions,
        queue::QueueOptions, queue_step::QueueMomentOptions,
    },
    vm::{
        events as vm_events,
        events::VmEvents,
        limits as vm_limits,
        limits::VmLimitsOptions,
        timeline::{answer::VmTimelineOptions, step::VmMomentOptions},
    },
};
use schedscope_quota::events::QuotaEvents;

use crate::{Scenario, options};

/// A question, with its options. As JSON: `{"placePod": {"pod": "default/web-0"}}`.
#[derive(Clone, Debug)]
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
    Quotas,
    /// The pending pods, scheduled one after another.
    Queue(QueueOptions),
    /// The world at one step of the queue.
    QueueMoment(QueueMomentOptions),
    /// The ledger as events reach it; independent of the text.
    QuotaEvents(QuotaEvents),
    /// A timeline of VMs, played.
    VmTimeline(VmTimelineOptions),
    /// One step of it, explained.
    VmMoment(VmMomentOptions),
    /// The whole state of the plugin after a step.
    VmDump(VmMomentOptions),
    /// The VM plugin driven by hand; independent of the text.
    VmEvents(Box<VmEvents>),
    /// What a node offers to VMs; independent of the text.
    VmLimits(Box<VmLimitsOptions>),
}

/// Which pod.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct CrossNodeOptions {
    /// The pod, as `namespace/name`.
    pub pod: String,
}

/// Why a question has no answer.
#[derive(Debug)]
pub enum QuestionError {
    /// It is no question, or an option is wrong.
    Invalid(String),
    /// There is no such pod.
    NoPod(String),
    /// There is no such node.
    NoNode(String),
    /// There is no such timeline.
    NoTimeline(String),
    /// The timeline has no such variant.
    NoVariant(String),
}

impl QuestionError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid-argument",
            Self::NoPod(_) => "no-such-pod",
            Self::NoNode(_) => "no-such-node",
            Self::NoTimeline(_) => "no-such-timeline",
            Self::NoVariant(_) => "no-such-variant",
        }
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(what) => f.write_str(what),
            Self::NoPod(key) => write!(f, "there is no pod `{key}`"),
            Self::NoNode(name) => write!(f, "there is no node `{name}`"),
            Self::NoTimeline(name) => write!(f, "there is no timeline `{name}`"),
            Self::NoVariant(name) => write!(f, "the timeline has no variant `{name}`"),
        }
    }
}

impl std::error::Error for QuestionError {}

impl Scenario {
    /// Answers a question, a JSON text, with a JSON text on one line. Integers keep every digit.
    ///
    /// # Errors
    /// It is no question; there is no such pod, node, timeline or variant.
    pub fn ask(&mut self, question: &str) -> Result<String, QuestionError> {
        Ok(
            match options::read(question).map_err(QuestionError::Invalid)? {
                Question::Pods(options) => json::text(&self.pods(&options)),
                Question::Nodes(options) => json::text(&self.nodes(&options)),
                Question::PlacePod(options) => json::text(&self.place_pod(&options)?),
                Question::SchedulePod(options) => json::text(&self.schedule_pod(&options)?),
                Question::ExplainNode(options) => json::text(&self.explain_node(&options)?),
                Question::CrossNode(options) => json::text(&self.cross_node(&options.pod)?),
                Question::Quotas => json::text(&self.quotas()),
                Question::Queue(options) => json::text(&self.queue(&options)),
                Question::QueueMoment(options) => json::text(&self.queue_moment(&options)),
                Question::QuotaEvents(events) => json::text(&quota_events(&events)),
                Question::VmTimeline(options) => json::text(&self.vm_timeline(&options)?),
                Question::VmMoment(options) => json::text(&self.vm_moment(&options)?),
                Question::VmDump(options) => json::text(&self.vm_dump(&options)?),
                Question::VmEvents(events) => json::text(&vm_events::apply_events(&events)),
                Question::VmLimits(options) => json::text(&vm_limits::node_limits(&options)),
            },
        )
    }
}
