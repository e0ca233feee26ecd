//! The priority of a pod whose `PriorityClass` is not in the text.

use schedscope_answer_macro::answer;
use schedscope_objects::diagnostic::Severity;

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::beside(Severity::Info, rule);

/// A `PriorityClass` that the pod names and the input lacks.
#[answer(Eq)]
pub struct UnknownClass {
    /// The name of the class.
    pub class: String,
}

/// Of the pod that an answer is about.
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let (About::Pods(pods), Some(of)) = (&context.about, context.scheduling()) else {
        return Vec::new();
    };
    let names = &context.reader.objects().names;
    match of.pods.as_slice() {
        [info] if pods.is_of_one() && pods.needs.lacks_class(&info.pod) => {
            let class = names[info.pod.priority_class].to_owned();
            let data = UnknownClass { class };
            vec![Fact::UnknownClass { data }]
        }
        _ => Vec::new(),
    }
}
