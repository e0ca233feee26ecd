//! Questions and answers as JSON texts: one door for whatever is asked of nodes, pods and quotas.

use serde::{Deserialize, Serialize};

use super::Scenario;
use crate::{pods::compare::PlacePodOptions, quota::answer::SchedulePodOptions};

/// A question, with its options: `{"placePod": {"pod": "default/web-0"}}`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Question {
    /// Which node each scorer would pick.
    PlacePod(PlacePodOptions),
    /// One scheduling cycle.
    SchedulePod(SchedulePodOptions),
}

/// Why a question has no answer.
#[derive(Debug)]
pub enum QuestionError {
    /// It is no question, or an option is wrong.
    Invalid(serde_json::Error),
    /// There is no such pod.
    NoPod(String),
}

impl QuestionError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid-argument",
            Self::NoPod(_) => "no-such-pod",
        }
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(error) => error.fmt(f),
            Self::NoPod(key) => write!(f, "there is no pod `{key}`"),
        }
    }
}

impl std::error::Error for QuestionError {}

impl Scenario {
    /// Answers a question, a JSON text, with a JSON text on one line. Integers keep every digit.
    ///
    /// # Errors
    /// It is no question; there is no such pod.
    pub fn ask(&mut self, question: &str) -> Result<String, QuestionError> {
        let question = serde_json::from_str(question).map_err(QuestionError::Invalid)?;
        match question {
            Question::PlacePod(options) => written(self.place_pod(&options), &options.pod),
            Question::SchedulePod(options) => written(self.schedule_pod(&options), &options.pod),
        }
    }
}

fn written<T: Serialize>(answer: Option<T>, pod: &str) -> Result<String, QuestionError> {
    let answer = answer.ok_or_else(|| QuestionError::NoPod(pod.to_owned()))?;
    serde_json::to_string(&answer).map_err(QuestionError::Invalid)
}
