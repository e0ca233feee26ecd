//! Checks: what to know before you believe an answer.
//!
//! Each check is one file with its rule. To add one: write the file, add a variant to `Fact` and a row to `CHECKS`,
//! and the sentence to `pkg/src/words/findings.ts`, which does not compile without it.

pub mod cel_skipped;
pub mod context;
pub mod default_request;
mod fields;
pub mod finding;
pub mod idle_selector;
mod incomplete_text;
mod invalid_field;
mod last_events;
pub mod later_change;
pub mod missing;
mod misspelt_field;
pub mod needs;
pub mod node_not_ready;
pub mod not_looked_at;
pub mod ordered_set;
mod other_scheduler;
mod quota_fault;
pub mod quotas_as_before;
pub mod unknown_class;
pub mod unknown_score;
pub mod uses;
pub mod verdict_differs;
pub mod vm_label;
pub mod vm_model;

use schedscope_objects::diagnostic::Severity;

use self::{
    context::Context,
    finding::{Fact, Finding, FindingPlace},
};

/// One thing that is checked of each answer.
struct Check {
    /// Whether its findings come before or after the answer.
    at: FindingPlace,
    severity: Severity,
    /// The facts found, in the order of the text; none if the check does not apply to the answer.
    rule: fn(&Context<'_>) -> Vec<Fact>,
}

/// All checks, in the order in which their findings are shown.
const CHECKS: [Check; 22] = [
    vm_model::CHECK,
    incomplete_text::CHECK,
    invalid_field::CHECK,
    missing::MISSING_INPUT,
    missing::ASSUMED_STORAGE,
    cel_skipped::CHECK,
    quota_fault::CHECK,
    misspelt_field::CHECK,
    unknown_score::CHECK,
    verdict_differs::CHECK,
    other_scheduler::CHECK,
    node_not_ready::CHECK,
    not_looked_at::NOT_MODELLED,
    unknown_class::CHECK,
    default_request::CHECK,
    ordered_set::CHECK,
    idle_selector::CHECK,
    vm_label::CHECK,
    missing::ASSUMED_INPUT,
    not_looked_at::NOT_LOOKED_AT,
    quotas_as_before::CHECK,
    later_change::CHECK,
];

/// The maximum number of facts that a check lists.
const MOST: usize = 10;

/// The findings of all checks about an answer, in the order in which they are shown.
pub fn findings(context: &Context<'_>) -> Vec<Finding> {
    let of = |check: &Check| {
        let &Check { at, severity, rule } = check;
        let facts = rule(context).into_iter();
        facts.map(move |fact| Finding { at, severity, fact })
    };
    CHECKS.iter().flat_map(of).collect()
}
