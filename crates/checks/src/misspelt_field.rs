//! Misspelt and misplaced fields, which are ignored.

use schedscope_objects::diagnostic::Severity;

use crate::{
    Check, Fact,
    context::Context,
    fields::{self, Fate},
};

pub(crate) const CHECK: Check = Check::before(Severity::Warning, rule);

/// O(faults).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let found = fields::of_answer(context, Fate::Ignored).into_iter();
    found.map(|data| Fact::MisspeltField { data }).collect()
}
