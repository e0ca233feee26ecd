//! Ids of the plugin's nodes and pods, and of the parts of a run.

use schedscope_objects::ids;

ids! {
    /// A node of the plugin's cluster. The caller keeps its name.
    pub struct VmNodeId;
    /// A pod of the plugin's cluster, of a VM or another one. The caller keeps its name.
    pub struct VmPodId;
    /// The position of a pod in the heap of its node's migration queue.
    pub struct HeapIndex;
    /// An event of a timeline: see [`Timeline::events`](schedscope_objects::timeline::Timeline::events).
    pub struct TimelineEventId;
    /// A migration of a run: see [`TimelineRun::migrations`](crate::timeline::run::TimelineRun::migrations).
    pub struct MigrationId;
    /// An agent of a run, in the order of the inventory's pods.
    pub struct AgentId;
}
