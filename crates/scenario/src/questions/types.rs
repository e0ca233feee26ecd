//! The table of questions, described: for the package's types and methods, and for the reference.

use schedscope_checks::finding::Findings;
use schedscope_options::{
    Argument, Options,
    types::{Declarations, Field, prose},
};
use ts_rs::TS;

pub use super::table::descriptions;

/// A question, described.
#[allow(missing_debug_implementations)]
pub struct Description {
    pub name: &'static str,
    /// Its documentation.
    pub docs: String,
    /// The type of its options in TypeScript.
    pub options: &'static str,
    /// Its options.
    pub fields: Vec<Field>,
    /// The type of its answer in TypeScript.
    answer: fn(&Declarations) -> String,
    /// Declares the types of its options and of its answer.
    pub declare: fn(&mut Declarations),
    /// The codes of its errors, besides `invalid-argument`.
    pub errors: &'static [&'static str],
    /// Whether its answer has findings.
    pub has_findings: bool,
    /// Whether it decides a placement: it has the options of `decide`.
    pub decides: bool,
    /// The stage of progress, where it is computed in slices.
    pub stage: Option<&'static str>,
    /// Options for an example, as JSON.
    pub example: &'static str,
}

impl Description {
    pub(super) fn new<O: Options + Argument, A: TS + 'static>(
        name: &'static str,
        docs: &[&str],
        errors: &'static [&'static str],
        (decides, said, stage): (bool, Option<&'static str>, Option<&'static str>),
        example: &'static str,
    ) -> Self {
        Self {
            name,
            docs: prose(docs),
            options: O::NAME,
            fields: <O as Options>::fields(),
            answer: Declarations::name::<A>,
            declare: |declarations| {
                <O as Argument>::declare(declarations);
                ts_rs::TypeVisitor::visit::<A>(declarations);
                ts_rs::TypeVisitor::visit::<Findings>(declarations);
            },
            errors,
            has_findings: said.is_some(),
            decides,
            stage,
            example,
        }
    }

    /// The type of its answer in TypeScript.
    pub fn answer_type(&self, declarations: &Declarations) -> String {
        let own = (self.answer)(declarations);
        if self.has_findings {
            own + " & Findings"
        } else {
            own
        }
    }
}
