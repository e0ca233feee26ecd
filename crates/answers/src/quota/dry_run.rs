//! The result of trying preemption on one node.

use schedscope_answer_macro::answer;
use schedscope_objects::{id::NodeId, words};
use schedscope_pods::fit::FitCode;
use schedscope_quota::preemption::NodeOutcome;

use crate::{
    pods::misfit::MisfitAnswer,
    quota::{marks::TieAnswer, names::AnswerNames, rejection::QuotaRejectionAnswer},
};

words! {
    /// The outcome of a dry run.
    #[derive(Default)]
    pub enum AttemptOutcome {
        /// Evictions make room.
        #[default]
        Candidate = "candidate",
        /// No pod of the node may be evicted.
        NoVictims = "no-victims",
        /// The pod would not fit even without all possible victims.
        Misfit = "misfit",
        /// A quota would reject the pod even without all possible victims.
        Quota = "quota",
        /// Upstream ends with an error.
        Error = "error",
        /// A quota rejects the pod where upstream ends with an error.
        Contradiction = "contradiction",
    }
}

words! {
    /// The status of a dry run, as in upstream.
    #[derive(Default)]
    pub enum AttemptCode {
        /// Evictions make room.
        Success = "Success",
        /// Evictions do not make room.
        #[default]
        Unschedulable = "Unschedulable",
        /// No evictions could make room.
        UnschedulableAndUnresolvable = "UnschedulableAndUnresolvable",
        /// Upstream ends with an error.
        Error = "Error",
    }
}

/// The result of trying preemption on one node.
#[answer(Default, Eq)]
pub struct NodeDryRunAnswer {
    /// `candidate`: evictions make room. `no-victims`: no pod of the node may be evicted. `misfit`: the pod would
    /// not fit even without all possible victims. `quota`: a quota would reject the pod even without all possible
    /// victims. `error`: upstream ends with an error. `contradiction`: a quota rejects the pod where upstream ends
    /// with an error.
    #[ts(inline)]
    pub outcome: AttemptOutcome,
    /// The status code of upstream: `Success`, `Unschedulable`, `UnschedulableAndUnresolvable` or `Error`.
    #[ts(type = "string")]
    pub code: AttemptCode,
    /// The messages of upstream; empty for `candidate`, and for `contradiction`, which upstream does not have.
    pub reasons: Vec<String>,
    /// The victim after whose eviction a quota still rejects the pod, as `namespace/name`; `null` unless `outcome`
    /// is `contradiction`.
    pub contradicted_by: Option<String>,
    /// Why the pod would not fit; `null` unless `outcome` is `misfit`.
    pub misfit: Option<MisfitAnswer>,
    /// Why a quota would reject the pod; `null` unless `outcome` is `quota` or `contradiction`.
    pub rejection: Option<QuotaRejectionAnswer>,
    /// The pods to evict, most important first, as `namespace/name`.
    pub victims: Vec<String>,
    /// The victims that are already terminating: the pod waits for them, and they are not evicted. Absent if empty.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pub terminating: Vec<String>,
    /// The pods that could be evicted and stay, in the order in which they were reprieved, as `namespace/name`.
    pub reprieved: Vec<String>,
    /// The number of victims whose eviction violates a disruption budget.
    #[serde(rename = "numPDBViolations")]
    pub violations: usize,
    /// The pods that other orders of equally important pods would evict or spare. They are looked for on the node of
    /// the answer and on the 8 cheapest others; `explainNode` has those of its node.
    pub ties: Vec<TieAnswer>,
}

impl AnswerNames<'_> {
    /// The result of the dry run on a node, without ties.
    pub(crate) fn dry_run(&self, node: NodeId, outcome: &NodeOutcome) -> NodeDryRunAnswer {
        let mut answer = NodeDryRunAnswer::default();
        match outcome {
            NodeOutcome::Candidate(candidate) => {
                answer.outcome = AttemptOutcome::Candidate;
                answer.code = AttemptCode::Success;
                answer.victims = self.keys(&candidate.victims);
                answer.terminating = self.terminating(&candidate.victims);
                answer.reprieved = self.keys(&candidate.reprieved);
                answer.violations = candidate.violations;
            }
            NodeOutcome::NoVictims => {
                answer.outcome = AttemptOutcome::NoVictims;
                answer.code = AttemptCode::UnschedulableAndUnresolvable;
                answer.reasons.push(format!(
                    "No victims found on node {} for preemptor pod {}",
                    self.node(node),
                    self.pod.name(self.names)
                ));
            }
            NodeOutcome::Misfit(misfit) => {
                answer.outcome = AttemptOutcome::Misfit;
                if misfit.code() == FitCode::UnschedulableAndUnresolvable {
                    answer.code = AttemptCode::UnschedulableAndUnresolvable;
                }
                answer.reasons = misfit.reasons(self.reasons());
                answer.misfit = Some(self.misfit(node, misfit));
            }
            NodeOutcome::QuotaExceeded(rejection) => {
                answer.outcome = AttemptOutcome::Quota;
                answer.reasons.push("global quota max exceeded".to_owned());
                answer.rejection = Some(self.rejection(rejection));
            }
            NodeOutcome::FilterError(pod) => {
                answer.outcome = AttemptOutcome::Error;
                answer.code = AttemptCode::Error;
                answer.reasons.extend(self.foreign_claim_error(Some(*pod)));
            }
            NodeOutcome::Error(pod) => {
                answer.outcome = AttemptOutcome::Error;
                answer.code = AttemptCode::Error;
                answer.reasons.push(format!(
                    "no corresponding pod {} in pods of node {}",
                    self.name(*pod),
                    self.node(node)
                ));
            }
            NodeOutcome::Contradiction(pod, rejection) => {
                answer.outcome = AttemptOutcome::Contradiction;
                answer.contradicted_by = Some(self.key(*pod));
                answer.rejection = Some(self.rejection(rejection));
            }
        }
        answer
    }
}
