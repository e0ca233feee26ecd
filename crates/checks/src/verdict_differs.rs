//! Pods that kube-scheduler recorded as unschedulable and that an answer places.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::Severity, namespaced_name::NamespacedName};

use crate::{Check, Fact, context::Context};

/// The objects may have changed since, or something that decides is not in the input.
pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// What kube-scheduler recorded of a pod that it could not place.
#[answer(Eq)]
pub struct RecordedVerdict {
    /// The pod; `null`: the one that the answer is about.
    pub pod: Option<NamespacedName>,
    /// The message.
    pub message: String,
}

fn rule(context: &Context<'_>) -> Vec<Fact> {
    let verdicts = context.scheduling().map_or(&[][..], |of| &of.verdicts);
    let verdicts = verdicts.iter().cloned();
    verdicts.map(|data| Fact::VerdictDiffers { data }).collect()
}
