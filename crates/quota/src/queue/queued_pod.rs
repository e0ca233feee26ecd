//! The order of the queue.

use std::cmp::Reverse;

use schedscope_objects::{id::PodId, names::Names};
use schedscope_pods::snapshot::PodInfo;
use schedscope_time::Timestamp;

/// A pod in the queue. Larger is earlier, as the heap needs it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct QueuedPod {
    priority: i32,
    /// The step that evicted it (0: not evicted), then the creation time; a missing time counts as the latest.
    created: Reverse<(u32, bool, Option<Timestamp>)>,
    key: Reverse<String>,
    pub(super) pod: Reverse<PodId>,
}

impl QueuedPod {
    pub(super) fn new(pod: PodId, info: &PodInfo, names: &Names) -> Self {
        let created = info.pod.created;
        Self {
            priority: info.priority,
            created: Reverse((info.evicted, created.is_none(), created)),
            key: Reverse(info.key(names)),
            pod: Reverse(pod),
        }
    }
}
