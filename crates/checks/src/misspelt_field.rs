//! Misspelt and misplaced fields, which are ignored.

use schedscope_objects::diagnostic::Severity;

use crate::{
    Check, MOST,
    context::Context,
    fields,
    finding::{Fact, Place},
};

pub(crate) const CHECK: Check = Check {
    at: Place::Before,
    severity: Severity::Warning,
    rule,
};

/// O(pieces).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let mut found = fields::of_answer(context);
    found.retain(|(_, finding)| fields::is_ignored(finding));
    let found = found.into_iter().take(MOST);
    found
        .map(|found| Fact::MisspeltField {
            data: fields::field(found),
        })
        .collect()
}
