//! Questions of the vectors: what the schedulers' plugins did, event by event. They do not use the text. The package
//! answers them as JSON, but neither declares nor documents them.

use schedscope_answers::{
    quota::events::quota_events,
    vm::{events::apply_events, limits::node_limits},
};

use super::{
    Asked, Question, QuestionError, answered,
    quota_events::QuotaEvents,
    vm_events::{VmEvents, VmLimitsOptions},
};
use crate::Scenario;

/// All questions of the vectors.
pub(super) const QUESTIONS: &[Question] = &[
    question("quotaEvents", |scenario, asked| {
        answered(scenario, asked, |_, options: QuotaEvents| {
            Ok(quota_events(&options.read()?))
        })
    }),
    question("vmEvents", |scenario, asked| {
        answered(scenario, asked, |_, options: VmEvents| {
            Ok(apply_events(&options.into()))
        })
    }),
    question("vmLimits", |scenario, asked| {
        answered(scenario, asked, |_, options: VmLimitsOptions| {
            Ok(node_limits(&options.into()))
        })
    }),
];

const fn question(
    name: &'static str,
    answer: fn(&mut Scenario, &Asked<'_>) -> Result<String, QuestionError>,
) -> Question {
    Question {
        name,
        answer,
        advance: None,
        decides: None,
    }
}
