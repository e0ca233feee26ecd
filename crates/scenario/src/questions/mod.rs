//! The table of questions, and how to ask them.
//!
//! A row of the table declares a question: its name and docs, its options, its answer, the errors besides a wrong
//! option, the code that answers it, and, if that takes long, the code that computes a part. Options are declared
//! next to the engines that use them (`schedscope_options`). The package's types and methods, its JSON Schema and the
//! reference are made from the table by a test. Those of the vectors are not in the table.

#[macro_use]
mod declare;
mod error;
mod json;
mod options;
mod quota_events;
mod table;
#[cfg(feature = "types")]
mod types;
mod vectors;
mod vm_events;
mod written;

pub(crate) use error::LONGEST_NAME;
pub use error::{NameOf, QuestionError};
pub(crate) use json::to_json;
pub use options::{
    ClusterIndexOptions, ClusterNamesOptions, ClustersOptions, DecisionsYamlOptions,
    EvictAcrossNodesOptions, ExplainClusterOptions, LocateAllOptions, LocateOptions,
    MatchClustersOptions, ModeEditOptions, NoOptions, NumberOfClustersEditOptions, QuantityAnswer,
    QuantityOptions, SpreadCandidatesOptions, SpreadDomainsOptions, SpreadEditOptions,
    SpreadStepOptions, TimelineEditOptions, WeightEditOptions,
};
use std::collections::BTreeMap;

use schedscope_objects::{
    misspelt::{clip, clip_to, nearest},
    namespaced_name::NamedObject,
};
use schedscope_options::{
    Key, Options, read,
    scalar::without_position,
    source::{self, ReadValue},
};
use serde::Serialize;
use serde_json::{Deserializer, value::RawValue};
use serde_path_to_error::{Segment, Track};
#[cfg(feature = "types")]
pub use types::{Description, descriptions};
pub use written::Written;

use crate::{Progress, Scenario};

/// A row of the table.
struct Question {
    name: &'static str,
    answer: fn(&mut Scenario, &Asked<'_>) -> Result<String, QuestionError>,
    advance: Option<Advance>,
    /// Reads the placement that it decides, if it has the options of `decide`.
    decides: Option<Decides>,
}

/// Reads the placement of a question that decides one.
type Decides = fn(&Asked<'_>) -> Result<Option<Key<NamedObject>>, QuestionError>;

/// Computes a part of the run that an answer requires.
type Advance = fn(&mut Scenario, &Asked<'_>, usize) -> Result<Option<Progress>, QuestionError>;

/// The options of a question, as they are written.
struct Asked<'a> {
    question: &'static str,
    options: &'a RawValue,
}

impl Asked<'_> {
    /// Reads the options.
    fn options<O: Options>(&self) -> Result<O, QuestionError> {
        let mut options = O::default();
        self.read(&mut |from| {
            options = read(from)?;
            Ok(())
        })?;
        Ok(options)
    }

    /// Reads the options by `read`.
    fn read(&self, read: ReadValue<'_>) -> Result<(), QuestionError> {
        let mut json = Deserializer::from_str(self.options.get());
        let mut track = Track::new();
        let from = serde_path_to_error::Deserializer::new(&mut json, &mut track);
        source::with(from, read).map_err(|error| {
            let mut path = self.question.to_owned();
            for segment in &track.path() {
                match segment {
                    Segment::Seq { index } => path.extend(["[", &index.to_string(), "]"]),
                    Segment::Map { key } => path.extend([".", key]),
                    // The path does not include the field's name.
                    Segment::Enum { .. } | Segment::Unknown => {}
                }
            }
            let path = clip_to(&path, LONGEST_NAME);
            let message = without_position(&error);
            // The path of an absent field begins with its name.
            let colon = if message.starts_with('.') { "" } else { ": " };
            QuestionError::Invalid(format!("{path}{colon}{message}"))
        })
    }
}

/// Reads options, and writes the answer.
fn answered<O: Options, A: Serialize>(
    scenario: &mut Scenario,
    asked: &Asked<'_>,
    by: fn(&mut Scenario, O) -> Result<A, QuestionError>,
) -> Result<String, QuestionError> {
    let options = asked.options()?;
    Ok(to_json(&by(scenario, options)?))
}

/// Reads options, and computes a part.
fn advanced<O: Options>(
    scenario: &mut Scenario,
    asked: &Asked<'_>,
    budget: usize,
    by: fn(&mut Scenario, O, usize) -> Result<Option<Progress>, QuestionError>,
) -> Result<Option<Progress>, QuestionError> {
    let options = asked.options()?;
    by(scenario, options, budget)
}

/// Finds the question in a JSON text, with its options.
fn find<T>(
    text: &str,
    found: impl FnOnce(&Question, &Asked<'_>) -> Result<T, QuestionError>,
) -> Result<T, QuestionError> {
    let only = "a question is an object with one key, the question's name";
    let mut entries: BTreeMap<String, &RawValue> = serde_json::from_str(text).map_err(|error| {
        QuestionError::Invalid(if error.is_data() {
            only.to_owned()
        } else {
            let (line, column) = (error.line(), error.column());
            let message = without_position(&error);
            format!("{message} at line {line} column {column}")
        })
    })?;
    let (Some((name, options)), true) = (entries.pop_first(), entries.is_empty()) else {
        return Err(QuestionError::Invalid(only.to_owned()));
    };
    let mut known = table::QUESTIONS.iter().chain(vectors::QUESTIONS);
    let Some(question) = known.find(|known| known.name == name) else {
        return Err(QuestionError::Invalid(no_question(&name)));
    };
    let asked = Asked {
        question: question.name,
        options,
    };
    found(question, &asked)
}

fn no_question(name: &str) -> String {
    let known: Vec<&str> = table::QUESTIONS.iter().map(|known| known.name).collect();
    let what = format!("there is no question `{}`", clip(name));
    match nearest(name, &known) {
        Some(meant) => format!("{what}, did you mean `{meant}`"),
        None => format!("{what}, there are {}", known.join(", ")),
    }
}

impl Scenario {
    /// Answers a question, a JSON text such as `{"scoreNodes": {"pod": "default/web-0"}}`, with a JSON text on
    /// one line. Integers keep every digit.
    ///
    /// # Errors
    /// The question does not exist, an option is wrong, or the input lacks the object that it is about.
    pub fn ask(&mut self, question: &str) -> Result<String, QuestionError> {
        find(question, |question, asked| (question.answer)(self, asked))
    }

    /// Computes a part of the run that a question needs; [`Scenario::ask`] computes the rest. `budget`: the maximum
    /// number of steps of a queue, or turns of a timeline. `None`: the run is complete. The same question continues
    /// the same run as long as the input does not change. Several questions may take turns: up to four runs are in
    /// progress, and a further question waits for a place; while it waits, it continues the first run. A budget of 0
    /// cancels the run.
    ///
    /// # Errors
    /// As [`Scenario::ask`].
    pub fn advance(
        &mut self,
        question: &str,
        budget: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        find(question, |question, asked| match question.advance {
            Some(advance) => advance(self, asked, budget),
            None => Ok(None),
        })
    }

    /// The next question about the CEL expressions of the placement that a question decides, as JSON for the
    /// evaluator. `None` if all is evaluated, the question does not decide a placement, or it cannot be answered.
    /// Callers pass the answer to [`Scenario::cel_answer`] and request the next question, before [`Scenario::ask`].
    pub fn cel_question_of(&mut self, question: &str) -> Option<String> {
        let placement = self.decided_by(question)?;
        self.cel_question(placement)
    }

    /// Whether [`Self::cel_question_of`] returns a CEL question for this question. Does not discard a CEL question in
    /// progress. O(clusters).
    pub fn needs_cel_of(&self, question: &str) -> bool {
        let placement = self.decided_by(question);
        let (cel, reader) = (&self.decisions.cel, &self.input.reader);
        placement.is_some_and(|placement| cel.needs(reader, placement))
    }

    /// The placement that a question decides.
    fn decided_by(&self, question: &str) -> Option<usize> {
        let placement = find(question, |question, asked| {
            let Some(decides) = question.decides else {
                return Ok(None);
            };
            self.input
                .placement_index(decides(asked)?.as_ref())
                .map(Some)
        });
        placement.ok()?
    }
}
