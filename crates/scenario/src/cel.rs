//! CEL: what is to be evaluated elsewhere, and what came of it.
//!
//! Only what is not known yet is asked about: expressions that were not compiled, and clusters whose
//! text was read since. So a change of weights asks nothing, and a change of one cluster asks about
//! that cluster. A question holds whole objects as they were pasted, some thousand at once.

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
use crate::Scenario;

/// So many columns of expressions that are not in use are kept, for when they come back.
const MOST_UNUSED: usize = 32;
/// The verdicts of so many placements are kept for the text as it is, as long as those before the latest take no more
/// than so many bytes.
const MOST_KEPT: usize = 32;
const MOST_KEPT_BYTES: usize = 64_000_000;
/// So many verdicts are kept for one placement at most; expressions beyond are not evaluated.
const MOST_VERDICTS: usize = 50_000_000;

impl Scenario {
    /// The next question about a placement's CEL expressions, as JSON for the evaluator (the crate `schedscope-cel`
    /// describes it). `None`: there is none. Callers pass the answer to [`Scenario::cel_answer`] and ask again,
    /// before [`Scenario::decide`]; without an evaluator, the decision of a placement that uses CEL says so.
    ///
    /// O(clusters) for the first question after a change; a question holds about 1 MB of clusters.
    pub fn cel_question(&mut self, placement: usize) -> Option<String> {
        self.cel.question(&self.reader, placement)
    }

    /// Whether a placement's CEL expressions are to be evaluated yet. O(clusters).
    pub(super) fn needs_cel(&self, placement: usize) -> bool {
        self.cel.needs(&self.reader, placement)
    }

    /// Takes the evaluator's answer to the latest question.
    ///
    /// # Errors
    /// It is not an answer to that question. Nothing is taken.
    pub fn cel_answer(&mut self, answer: &str) -> Result<(), InvalidCelAnswer> {
        self.cel
            .answer(&self.reader, answer)
            .ok_or(InvalidCelAnswer)
    }
}

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

/// What is known of CEL expressions.
#[derive(Debug, Default)]
pub(super) struct Cel {
    /// What is wrong with an expression, or nothing.
    compiled: FxHashMap<String, Option<CelError>>,
    /// The generation of the reader's slots that the columns are about.
    generation: u64,
    /// Latest used last.
    columns: Vec<Column>,
    /// What is being asked about the clusters.
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
    /// The revision of the text that they are known to hold for.
    text: u64,
    /// Whether they have costs.
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

/// What the latest question was about.
#[derive(Debug)]
enum Asked {
    /// Whether expressions compile.
    Compile(Vec<String>),
    /// Clusters, each with the places of its columns in the round.
    Clusters(Vec<(Slot, Vec<usize>)>),
}

/// The distinct expressions of a placement's predicates, in its order.
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

/// Whether a predicate may exceed its budget, so that costs are to be known.
fn needs_costs(placement: &Placement) -> bool {
    let mut predicates = placement.spec.predicates.iter();
    predicates.any(|predicate| predicate.cel_expressions.len() > FREE_EXPRESSIONS)
}

/// How many of a placement's expressions are evaluated.
fn most_columns(clusters: usize) -> usize {
    (MOST_VERDICTS / clusters.max(1)).max(1)
}

impl Cel {
    /// Whether something is to be asked yet. O(clusters x expressions).
    fn needs(&self, reader: &Reader, placement: usize) -> bool {
        let Some(placement) = reader.objects().placements.get(placement) else {
            return false;
        };
        let (wanted, costs) = (expressions(placement), needs_costs(placement));
        !wanted.is_empty()
            && self.kept_for(reader, &wanted, costs).is_none()
            && self.build(reader, &wanted, costs).is_none()
    }

    /// What is known of a placement's expressions. `None`: it has none, or something is to be asked
    /// yet. O(clusters x expressions) after a change of the text, else O(1).
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
        // Of placements that take turns each keeps its revision, by which searches and runs know their verdicts.
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

    /// The verdicts of these expressions, where they are about the text as it is.
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
        // Where one does not compile, none is evaluated.
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

    /// What is known of an expression and holds for the objects as they are.
    fn column(&self, reader: &Reader, expression: &str) -> Option<&Column> {
        let others = reader.objects().revisions.others;
        let mut columns = self.columns.iter();
        columns
            .find(|column| column.expression() == expression)
            .filter(|column| self.generation == reader.generation() && column.holds(others))
    }
}
