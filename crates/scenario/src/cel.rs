//! CEL: questions for an external evaluator, and its verdicts.
//!
//! A question contains only expressions that are not compiled yet, or clusters that were read since the last
//! evaluation. A change of weights causes no question, and a change of one cluster a question about that cluster. A
//! question contains whole clusters as JSON, up to 2,000 of them.

mod answer;
mod diagnostics;
mod known;
mod question;

use std::{fmt, sync::Arc};

use rustc_hash::FxHashMap;
use schedscope_objects::{clusters::Slot, placement::Placement};
use schedscope_placement::cel::{CelColumn, CelError, CelVerdicts, FREE_EXPRESSIONS};
use schedscope_reader::Reader;

use self::{
    known::Column,
    question::{Limit, Round},
};

/// The maximum number of columns cached for expressions that are not in use.
const MOST_UNUSED: usize = 32;
/// The maximum number of placements whose verdicts are cached for the current text. The verdicts before the latest
/// ones take at most [`MOST_KEPT_BYTES`].
const MOST_KEPT: usize = 32;
const MOST_KEPT_BYTES: usize = 64_000_000;
/// The maximum number of verdicts for one placement; further expressions are not evaluated.
const MOST_VERDICTS: usize = 50_000_000;

/// A text that is not an answer to the latest question about CEL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCelAnswer;

impl InvalidCelAnswer {
    /// The stable code of the error.
    pub fn code(self) -> &'static str {
        "invalid-cel-answer"
    }
}

impl fmt::Display for InvalidCelAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not an answer to the latest question about CEL")
    }
}

impl std::error::Error for InvalidCelAnswer {}

/// The compiled CEL expressions and their verdicts.
#[derive(Debug, Default)]
pub(super) struct Cel {
    /// The compile error of each expression, or `None`.
    compiled: FxHashMap<String, Option<CelError>>,
    /// The generation of the reader's slots that the columns refer to.
    generation: u64,
    /// Latest used last.
    columns: Vec<Column>,
    /// The questions about clusters in progress.
    round: Option<Round>,
    asked: Option<Asked>,
    /// The number of questions so far, which is the `id` of the latest.
    questions: u64,
    /// Latest used last.
    kept: Vec<Kept>,
    revision: u64,
}

/// The verdicts of the expressions of a placement, or of several with the same expressions.
#[derive(Debug)]
struct Kept {
    /// The revision of the text that they are valid for.
    text: u64,
    /// Whether they include costs.
    costs: bool,
    verdicts: Arc<CelVerdicts>,
}

impl Kept {
    fn is_of(&self, wanted: &[&str]) -> bool {
        let columns = self.verdicts.columns.iter();
        let expressions = columns.map(|column| &*column.expression);
        expressions.eq(wanted.iter().copied())
    }
}

/// The subject of the latest question.
#[derive(Debug)]
enum Asked {
    /// Whether expressions compile.
    Compile(Vec<String>),
    /// Clusters, each with the indices of its columns in the round.
    Clusters(Vec<(Slot, Vec<usize>)>),
}

/// The distinct expressions of a placement's predicates, in their order.
fn expressions(placement: &Placement) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let predicates = placement.spec.predicates.iter();
    for expression in predicates.flat_map(|predicate| &predicate.cel_expressions) {
        if seen.insert(expression.as_str()) {
            found.push(expression);
        }
    }
    found
}

/// Whether a predicate may exceed its budget, so that costs are required.
fn needs_costs(placement: &Placement) -> bool {
    let mut predicates = placement.spec.predicates.iter();
    predicates.any(|predicate| predicate.cel_expressions.len() > FREE_EXPRESSIONS)
}

/// The maximum number of a placement's expressions that are evaluated.
fn most_columns(clusters: usize) -> usize {
    (MOST_VERDICTS / clusters.max(1)).max(1)
}

impl Cel {
    /// Whether a question is still required. O(clusters x expressions).
    pub(super) fn needs(&self, reader: &Reader, placement: usize) -> bool {
        let Some(placement) = reader.objects().placements.get(placement) else {
            return false;
        };
        let (wanted, costs) = (expressions(placement), needs_costs(placement));
        !wanted.is_empty()
            && self.kept_for(reader, &wanted, costs).is_none()
            && self.build(reader, &wanted, costs).is_none()
    }

    /// The verdicts of a placement's expressions. `None` if it has no expressions, or if a question is still required.
    /// O(clusters x expressions) after a change of the text, else O(1).
    pub(super) fn verdicts(
        &mut self,
        reader: &Reader,
        placement: usize,
    ) -> Option<Arc<CelVerdicts>> {
        let objects = reader.objects();
        let placement = objects.placements.get(placement)?;
        let (wanted, costs) = (expressions(placement), needs_costs(placement));
        if wanted.is_empty() {
            return None;
        }
        if let Some(verdicts) = self.kept_for(reader, &wanted, costs) {
            return Some(Arc::clone(verdicts));
        }
        let columns = self.build(reader, &wanted, costs)?;
        let mut kept = self.kept.iter();
        // Placements that alternate keep their revisions, which identify the verdicts for searches and runs.
        let known = kept.position(|kept| kept.verdicts.columns == columns);
        let verdicts = if let Some(at) = known {
            self.kept.remove(at).verdicts
        } else {
            self.revision += 1;
            Arc::new(CelVerdicts {
                revision: self.revision,
                columns,
            })
        };
        let text = reader.revision();
        self.kept
            .retain(|kept| kept.text == text && !kept.is_of(&wanted));
        let is_full = |kept: &[Kept]| {
            let sizes = kept.iter().map(|kept| kept.verdicts.size());
            kept.len() >= MOST_KEPT || sizes.sum::<usize>() > MOST_KEPT_BYTES
        };
        while is_full(&self.kept) {
            self.kept.remove(0);
        }
        self.kept.push(Kept {
            text,
            costs,
            verdicts: Arc::clone(&verdicts),
        });
        Some(verdicts)
    }

    /// The cached verdicts of these expressions, if they are valid for the current text.
    fn kept_for(&self, reader: &Reader, wanted: &[&str], costs: bool) -> Option<&Arc<CelVerdicts>> {
        let mut kept = self.kept.iter();
        let found = kept.find(|kept| kept.text == reader.revision() && kept.is_of(wanted))?;
        (found.costs || !costs).then_some(&found.verdicts)
    }

    fn build(&self, reader: &Reader, wanted: &[&str], costs: bool) -> Option<Vec<CelColumn>> {
        let mut compiled = Vec::with_capacity(wanted.len());
        for expression in wanted {
            compiled.push(self.compiled.get(*expression)?.as_ref());
        }
        // If one does not compile, no expression is evaluated.
        let evaluated = compiled.iter().all(Option::is_none);
        let slots = reader.objects().clusters.slots();
        let most = most_columns(slots.len());
        let limit = Limit::of(slots.len(), wanted.len().min(most));
        let columns = wanted.iter().zip(compiled).enumerate();
        let columns = columns.map(|(place, (expression, error))| {
            let mut column = CelColumn {
                expression: (*expression).to_owned(),
                result: Ok(Vec::new()),
                errors: Vec::new(),
                costs: Vec::new(),
                skipped: 0,
            };
            match error {
                Some(error) => column.result = Err(error.clone()),
                None if !evaluated => {}
                None if place >= most => column.skipped = slots.len(),
                None => {
                    let known = self.column(reader, expression)?;
                    let known = known.holds_within(limit).then_some(known)?;
                    column.result = Ok(known.verdicts(slots)?);
                    column.errors = known.errors();
                    column.skipped = known.skipped(slots);
                    if costs {
                        column.costs = known.costs(slots)?;
                    }
                }
            }
            Some(column)
        });
        columns.collect()
    }

    /// The column of an expression, if it is valid for the current objects.
    fn column(&self, reader: &Reader, expression: &str) -> Option<&Column> {
        let others = reader.objects().revisions.others;
        let mut columns = self.columns.iter();
        columns
            .find(|column| column.expression() == expression)
            .filter(|column| self.generation == reader.generation() && column.holds(others))
    }
}
