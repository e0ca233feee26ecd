//! Evictions on several nodes that would make room for a pod.

use schedscope_answer_macro::answer;
use schedscope_objects::names::Names;
use schedscope_pods::snapshot::{ClusterSnapshot, PodInfo};
use schedscope_quota::across::{Evictions, NoEviction, Victim};

use crate::quota::names::AnswerNames;

/// Whether evictions on several nodes make room for a pod.
#[answer(Eq)]
pub struct EvictAcrossNodesAnswer {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// Whether evictions were found that make room.
    pub possible: bool,
    /// Why none were found: `policy` (`preemptionPolicy: Never`), `no-quota` (the pod has no quota: only evictions
    /// on one node matter then), `no-victims` (no pod may be evicted), `no-room` (no node would have room), `quota`
    /// (a quota would still reject the pod), `budget` (the search reached its limit of steps); `null` if
    /// `possible`.
    #[ts(inline)]
    pub reason: Option<NoEviction>,
    /// The node that the pod would go to; `null` unless `possible`.
    pub node: Option<String>,
    /// The pods to evict, most important first.
    pub victims: Vec<NodeVictim>,
    /// Whether no smaller set of victims makes room; `false` if the search for one reached its limit of steps.
    pub smallest: bool,
    /// The number of victims whose eviction violates a disruption budget.
    #[serde(rename = "numPDBViolations")]
    pub violations: usize,
}

/// A pod to evict.
#[answer(Eq)]
pub struct NodeVictim {
    /// The pod, as `namespace/name`.
    pub pod: String,
    /// The name of the node that it is on.
    pub node: String,
    /// The priority of the pod.
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
