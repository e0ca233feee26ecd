//! Evictions on several nodes that would make room for a pod.

use schedscope_objects::names::Names;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::across::{Evictions, NoEviction, Victim};
use serde::Serialize;

use crate::quota::names::AnswerNames;

/// Whether evicting on several nodes would make room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct EvictAcrossNodesAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Whether it would.
    pub possible: bool,
    /// Why not: `policy` (`preemptionPolicy: Never`), `no-quota` (without quotas only the pods of one
    /// node matter), `no-victims` (nobody may be evicted), `no-room` (no node would have room),
    /// `quota` (a quota would still say no), `budget` (not found in bounded time); null where it would.
    #[cfg_attr(feature = "types", ts(inline))]
    pub reason: Option<NoEviction>,
    /// Where the pod would go.
    pub node: Option<String>,
    /// Whom to evict, most important first.
    pub victims: Vec<NodeVictim>,
    /// Whether no smaller set does it. Where the search ran out of its budget, false.
    pub smallest: bool,
    /// How many victims violate a disruption budget.
    #[serde(rename = "numPDBViolations")]
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub violations: usize,
}

/// A pod that would be evicted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NodeVictim {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Where it is.
    pub node: String,
    /// Its priority.
    pub priority: i32,
}

/// The evictions with names.
pub fn cross_node(
    evictions: Result<Evictions, NoEviction>,
    snapshot: &ClusterSnapshot,
    pod: &PodInfo,
    names: &Names,
) -> EvictAcrossNodesAnswer {
    let words = AnswerNames {
        snapshot,
        names,
        pod,
    };
    let mut answer = EvictAcrossNodesAnswer {
        pod: pod.key(names),
        possible: false,
        reason: None,
        node: None,
        victims: Vec::new(),
        smallest: false,
        violations: 0,
    };
    match evictions {
        Err(reason) => answer.reason = Some(reason),
        Ok(evictions) => {
            let victim = |victim: &Victim| NodeVictim {
                pod: words.key(victim.pod),
                node: words.node(victim.node),
                priority: victim.priority,
            };
            answer.possible = true;
            answer.node = Some(words.node(evictions.node));
            answer.victims = evictions.victims.iter().map(victim).collect();
            answer.smallest = evictions.smallest;
            answer.violations = evictions.violations;
        }
    }
    answer
}
