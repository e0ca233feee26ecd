//! `Event` (`v1`, `events.k8s.io/v1`), reduced to the reason why kube-scheduler could not place a pod.

use schedscope_time::Timestamp;

use crate::{names::Symbol, pod::Pod};

/// An `Event`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event {
    /// `metadata.namespace`; `default` where absent.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// The pod that could not be placed; `None`: the event is about something else.
    pub failed: Option<FailedScheduling>,
}

/// Reason `FailedScheduling` of a pod.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FailedScheduling {
    /// The namespace of the pod.
    pub namespace: Symbol,
    /// The name of the pod.
    pub pod: Symbol,
    /// The UID of the pod; empty where absent.
    pub uid: Symbol,
    /// `message`, in `events.k8s.io` `note`.
    pub message: Symbol,
    /// The number of nodes of which the message says that none is available.
    pub nodes_tried: Option<u32>,
    /// When it was seen last.
    pub last: Option<Timestamp>,
}

impl FailedScheduling {
    /// Whether it is about this pod, and not about a former one of its name.
    pub fn is_of(&self, pod: &Pod) -> bool {
        (self.namespace, self.pod) == (pod.namespace, pod.name)
            && (self.uid.is_empty() || pod.uid.is_empty() || self.uid == pod.uid)
    }
}
