//! Parts of the text that cannot be read.

use schedscope_objects::diagnostic::Severity;

use crate::{Check, Fact, context::Context};

pub(crate) const CHECK: Check = Check::before(Severity::Error, rule);

fn rule(context: &Context<'_>) -> Vec<Fact> {
    let places = context.reader.incomplete(context.encoding);
    places
        .into_iter()
        .map(|data| Fact::IncompleteText { data })
        .collect()
}
