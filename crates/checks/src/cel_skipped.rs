//! CEL expressions that were not evaluated on all clusters.

use schedscope_answer_macro::answer;
use schedscope_answers::placement::DecisionDetails;
use schedscope_objects::diagnostic::Severity;

use crate::{
    Check, Fact,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::before(Severity::Error, rule);

/// A CEL expression of a placement that was not evaluated on some clusters.
#[answer(Eq)]
pub struct SkippedCel {
    /// The number of these clusters.
    pub clusters: usize,
    /// The path of the expression in the placement.
    pub path: String,
}

/// The expression that was not evaluated on the most clusters. O(expressions).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let decision = match &context.about {
        About::Placement(of) if !of.is_part && !of.is_whatif => of.decision,
        _ => return Vec::new(),
    };
    let details = DecisionDetails::new(decision, context.reader.objects());
    let skipped = details.skipped_cel().into_iter();
    let skipped = skipped.map(|(path, clusters)| SkippedCel { clusters, path });
    skipped.map(|data| Fact::CelSkipped { data }).collect()
}
