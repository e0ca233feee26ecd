//! Failures that controllers recorded in the conditions of workloads.

use schedscope_answer_macro::answer;
use schedscope_objects::{
    diagnostic::{ObjectName, Severity},
    pod::Workload,
};

use crate::{
    Check, Fact, MOST,
    context::{About, Context, Which},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// A failure that a controller recorded.
#[answer(Eq)]
pub struct RecordedFailure {
    /// The workload.
    pub object: ObjectName,
    /// The reason, such as `FailedCreate` or `BackoffLimitExceeded`.
    pub reason: String,
    /// The message.
    pub message: String,
}

/// The failures of the workloads of an answer about all pods as they are, or of the one that makes its pod.
/// O(workloads).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let About::Pods(pods) = &context.about else {
        return Vec::new();
    };
    let names = &context.reader.objects().names;
    let name_of = |of: &Workload| ObjectName {
        kind: names[of.kind].to_owned(),
        namespace: names[of.namespace].to_owned(),
        name: names[of.name].to_owned(),
    };
    let is_asked = |of: &Workload| match &pods.which {
        Which::One(own) => own.as_ref().is_some_and(|own| {
            let is_owner = of.owner.is_some_and(|owner| {
                own.kind == names[owner.kind]
                    && own.name == names[owner.name]
                    && own.namespace == names[of.namespace]
            });
            is_owner || *own == name_of(of)
        }),
        Which::All => context.all_as_is().is_some(),
    };
    let failed = (pods.snapshot.workloads.iter()).filter(|of| !of.failure.1.is_empty());
    let asked = failed.filter(|of| is_asked(of)).take(MOST);
    let data = asked.map(|of| RecordedFailure {
        object: name_of(of),
        reason: names[of.failure.0].to_owned(),
        message: names[of.failure.1].to_owned(),
    });
    data.map(|data| Fact::RecordedFailure { data }).collect()
}
