//! Evaluation of many expressions on many clusters; questions and answers are JSON.
//!
//! A question has expressions, and clusters with their scores:
//!
//! ```json
//! {"expressions": ["managedCluster.metadata.name.startsWith('a')"],
//!  "steps": [1000000],
//!  "clusters": [{"of": [0], "object": {"metadata": {"name": "a"}}, "scores": {}}]}
//! ```
//!
//! `of` lists the expressions to evaluate on the cluster, by index; `steps` is the limit of each expression's steps on
//! all clusters together, beside the limit of one evaluation. The answer has the compile error of each expression or
//! null; a verdict for each cluster and expression (0: no match, 1: match, 2: the steps ran out, 3: the hub's cost
//! limit was exceeded, from 4 on: the index of an error plus 4); and the steps that each expression took:
//!
//! ```json
//! {"compiled": [null], "verdicts": [[1]], "errors": [], "steps": [7]}
//! ```
//!
//! With `"costs": true` in the question, the answer has `costs`, too: the hub's cost beside each verdict.
//!
//! If one expression does not compile, none is evaluated.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    rc::Rc,
};

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeSeed as _};

use crate::{
    cluster::Cluster,
    compile::{CompileError, compile},
    eval::evaluate,
    json::Numbers,
    limits::Meter,
    map::Map,
    program::Program,
    regex::Patterns,
    stop::{Evaluated, Limit, Stop},
    value::Value,
};

/// If there are more programs than this, only those of the latest question are kept.
const KEPT: usize = 64;
/// The verdict of an evaluation that exceeds the hub's cost limit.
const OVER_COST: u32 = 3;
/// Verdicts from here on are errors.
const FIRST_ERROR: u32 = 4;

/// Compiles and evaluates expressions, and keeps the compiled programs.
#[derive(Debug, Default)]
pub struct Evaluator {
    programs: HashMap<String, Result<Rc<Program>, CompileError>>,
    patterns: Patterns,
}

#[derive(Deserialize)]
struct Question<'q> {
    #[serde(borrow)]
    expressions: Vec<Cow<'q, str>>,
    #[serde(default)]
    steps: Vec<u64>,
    #[serde(default)]
    costs: bool,
    #[serde(default)]
    clusters: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    of: Vec<usize>,
    object: Read,
    #[serde(default)]
    scores: Read,
}

/// A JSON value in its text.
struct Read(Value);

impl Default for Read {
    fn default() -> Self {
        Self(Value::Null)
    }
}

impl<'de> Deserialize<'de> for Read {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Numbers::AsWritten.deserialize(deserializer).map(Self)
    }
}

#[derive(Serialize)]
struct Answer {
    compiled: Vec<Option<Wrong>>,
    verdicts: Vec<Vec<u32>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Vec<u32>>,
    errors: Vec<String>,
    steps: Vec<u64>,
}

/// The reason why an expression does not compile.
#[derive(Serialize)]
struct Wrong {
    message: String,
    first: First,
}

#[derive(Serialize)]
struct First {
    message: String,
    line: u32,
    column: u32,
    offset: usize,
}

/// The result of an expression on a cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `true` or `false`.
    Verdict(bool),
    /// An error, or a value that is not a boolean: the hub counts both as no match.
    Error(Rc<str>),
    /// It exceeds the hub's cost limit of one evaluation, which is no match either.
    OverCost,
}

impl Evaluator {
    /// An evaluator without compiled programs.
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question, a JSON text, with a JSON text.
    ///
    /// # Errors
    /// The text is not a question.
    pub fn answer(&mut self, question: &str) -> Result<String, serde_json::Error> {
        let question: Question<'_> = serde_json::from_str(question)?;
        let compiled: Vec<_> = question
            .expressions
            .iter()
            .map(|expression| self.compile(expression))
            .collect();
        let programs: Option<Vec<&Program>> = compiled
            .iter()
            .map(|compiled| compiled.as_deref().ok())
            .collect();
        let mut answer = Answer {
            compiled: compiled
                .iter()
                .map(|compiled| compiled.as_ref().err().map(wrong))
                .collect(),
            verdicts: Vec::with_capacity(question.clusters.len()),
            costs: Vec::new(),
            errors: Vec::new(),
            steps: vec![0; compiled.len()],
        };
        let mut errors = HashMap::new();
        for asked in question.clusters {
            let Some(programs) = &programs else { break };
            let scores = match asked.scores.0 {
                Value::Map(scores) => Rc::unwrap_or_clone(scores),
                _ => Map::default(),
            };
            let cluster = Cluster::new(asked.object.0, scores);
            let mut verdicts = Vec::with_capacity(asked.of.len());
            let mut costs = vec![0; asked.of.len()];
            for of in asked.of {
                let (Some(program), Some(steps)) = (programs.get(of), answer.steps.get_mut(of))
                else {
                    verdicts.push(2);
                    continue;
                };
                if question.steps.get(of).is_some_and(|most| *steps >= *most) {
                    verdicts.push(2);
                    continue;
                }
                let (outcome, meter) = self.evaluate(program, &cluster);
                *steps += meter.steps();
                costs[verdicts.len()] = u32::try_from(meter.cost()).unwrap_or(u32::MAX);
                verdicts.push(match outcome {
                    Outcome::Verdict(verdict) => u32::from(verdict),
                    Outcome::OverCost => OVER_COST,
                    Outcome::Error(message) => {
                        let next = answer.errors.len() as u32;
                        let index = *errors.entry(Rc::clone(&message)).or_insert(next);
                        if index == next {
                            answer.errors.push(message.to_string());
                        }
                        FIRST_ERROR + index
                    }
                });
            }
            answer.verdicts.push(verdicts);
            if question.costs {
                answer.costs.push(costs);
            }
        }
        if self.programs.len() > KEPT {
            let asked: HashSet<&str> = question.expressions.iter().map(|e| &**e).collect();
            self.programs.retain(|known, _| asked.contains(&**known));
        }
        serde_json::to_string(&answer)
    }

    /// Evaluates a program on a cluster; returns the result and its cost.
    pub fn evaluate(&mut self, program: &Program, cluster: &Cluster) -> (Outcome, Meter) {
        let (value, meter) = self.value(program, cluster);
        let outcome = match value {
            Ok(Value::Bool(verdict)) => Outcome::Verdict(verdict),
            Ok(other) => {
                let of = other.type_name();
                Outcome::Error(format!("the result is of type {of}, not a boolean").into())
            }
            Err(Stop::Limit(Limit::Cost)) => Outcome::OverCost,
            Err(stop) => Outcome::Error(stop.to_string().into()),
        };
        (outcome, meter)
    }

    /// The value of a program on a cluster, and its cost.
    pub fn value(&mut self, program: &Program, cluster: &Cluster) -> (Evaluated<Value>, Meter) {
        evaluate(program, cluster, &mut self.patterns)
    }

    fn compile(&mut self, expression: &str) -> Result<Rc<Program>, CompileError> {
        if let Some(known) = self.programs.get(expression) {
            return known.clone();
        }
        let compiled = compile(expression).map(Rc::new);
        self.programs
            .insert(expression.to_owned(), compiled.clone());
        compiled
    }
}

fn wrong(error: &CompileError) -> Wrong {
    let first = error.first.clone();
    Wrong {
        message: error.message.clone(),
        first: First {
            message: first.message,
            line: first.line,
            column: first.column,
            offset: first.offset,
        },
    }
}
