//! Findings.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::Severity, kubernetes_version::AssumedVersion, words};

use crate::Fact;

words! {
    /// Whether a finding comes before or after the answer. `before`: it can make the answer wrong. `beside`: the
    /// answer's own sentence says it. `after`: it adds to the answer.
    pub enum FindingPlace {
        /// It can make the answer wrong.
        Before = "before",
        /// The answer's own sentence says it.
        Beside = "beside",
        /// It adds to the answer.
        After = "after",
    }
}

/// What to know before you believe an answer, or in addition to it.
#[answer]
pub struct Finding {
    /// Whether it comes before or after the answer.
    pub at: FindingPlace,
    /// How bad it is. `error`: the answer lacks an input, or depends on an object that the API server rejects.
    /// `warning`: the input is most likely not what its author meant, or the answer does not use all of it. `info`: the
    /// answer assumes something, or explains a number.
    pub severity: Severity,
    /// What is found, as a code with its data.
    #[serde(flatten)]
    #[ts(flatten)]
    pub fact: Fact,
}

/// What every answer to a question about the input has besides its own fields.
#[answer(Default)]
pub struct Findings {
    /// What to know before you believe the answer, or in addition to it, in the order in which it is shown.
    pub findings: Vec<Finding>,
    /// The version of Kubernetes that is assumed. Absent: the answer is not about pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<AssumedVersion>,
}
