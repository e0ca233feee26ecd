//! The answers of the CEL evaluator.

use schedscope_objects::clusters::Slot;
use schedscope_placement::cel::CelError;
use schedscope_reader::Reader;
use serde::Deserialize;

use crate::cel::{Asked, Cel, known::Found};

/// The codes of verdicts: no, yes, out of steps, over the hub's cost limit; from [`FIRST_ERROR`] on the index of an
/// error.
const NO: usize = 0;
const YES: usize = 1;
const OUT_OF_STEPS: usize = 2;
const OVER_COST: usize = 3;
const FIRST_ERROR: usize = 4;

impl Cel {
    /// Stores an answer. `None` if it does not match the question.
    pub(crate) fn answer(&mut self, reader: &Reader, answer: &str) -> Option<()> {
        let answer: Option<Answer> = serde_json::from_str(answer).ok();
        let id = answer.as_ref().and_then(|answer| answer.id);
        if id.is_some_and(|id| id != self.questions) {
            // An answer to an earlier question is ignored: the next question contains what is still unknown.
            return Some(());
        }
        let asked = self.asked.take()?;
        let taken = answer.and_then(|answer| self.take(reader, &asked, answer));
        if taken.is_none() {
            // The next question contains the same clusters again.
            self.round = None;
        }
        taken
    }

    fn take(&mut self, reader: &Reader, asked: &Asked, answer: Answer) -> Option<()> {
        match asked {
            Asked::Compile(asked) => {
                if answer.compiled.len() != asked.len() {
                    return None;
                }
                let errors = answer.compiled.into_iter();
                let errors = errors.map(|wrong| wrong.map(CelError::from));
                self.compiled.extend(asked.iter().cloned().zip(errors));
                Some(())
            }
            Asked::Clusters(asked) => self.take_verdicts(reader, &answer, asked),
        }
    }

    fn take_verdicts(
        &mut self,
        reader: &Reader,
        answer: &Answer,
        asked: &[(Slot, Vec<usize>)],
    ) -> Option<()> {
        let round = self.round.as_mut()?;
        if answer.verdicts.len() != asked.len() || answer.steps.len() != round.columns {
            return None;
        }
        let mut found = Vec::new();
        for (place, (codes, (slot, of))) in answer.verdicts.iter().zip(asked).enumerate() {
            let costs = answer.costs.get(place);
            if codes.len() != of.len() {
                return None;
            }
            for (index, (code, column)) in codes.iter().zip(of).enumerate() {
                let verdict = match *code {
                    NO => Some(Found::Verdict(false)),
                    YES => Some(Found::Verdict(true)),
                    OUT_OF_STEPS => None,
                    OVER_COST => Some(Found::OverCost),
                    error => Some(Found::Error(answer.errors.get(error - FIRST_ERROR)?)),
                };
                let cost = costs.and_then(|costs| costs.get(index));
                found.push((*slot, *column, verdict, cost.copied().unwrap_or(0)));
            }
        }
        // The text may have changed. Slots still refer to the same clusters unless the generation has changed.
        if self.generation != reader.generation() {
            return Some(());
        }
        let unused = self.columns.len() - round.columns;
        for (slot, column, verdict, cost) in found {
            if let Some(column) = self.columns.get_mut(unused + column) {
                column.set_cost(slot, cost);
                match verdict {
                    Some(verdict) => column.set(slot, verdict),
                    None => column.exhaust(slot),
                }
            }
        }
        let revision = round.revision;
        for (column, steps) in self.columns[unused..].iter_mut().zip(&answer.steps) {
            if column.take(*steps, revision) {
                self.round = None;
            }
        }
        Some(())
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    id: Option<u64>,
    compiled: Vec<Option<Wrong>>,
    verdicts: Vec<Vec<usize>>,
    costs: Vec<Vec<u32>>,
    errors: Vec<String>,
    steps: Vec<u64>,
}

/// The reason why an expression does not compile.
#[derive(Deserialize)]
struct Wrong {
    message: String,
    first: First,
}

#[derive(Deserialize)]
struct First {
    message: String,
    line: u32,
    column: u32,
    offset: usize,
}

impl From<Wrong> for CelError {
    fn from(Wrong { message, first }: Wrong) -> Self {
        Self {
            message,
            problem: first.message,
            line: first.line,
            column: first.column,
            offset: first.offset,
        }
    }
}
