//! Evaluation of many expressions on many clusters; questions and answers are JSON.
//!
//! A question has expressions, and clusters with their scores:
//!
//! ```json
//! {"id": 1,
//!  "expressions": ["managedCluster.metadata.name.startsWith('a')"],
//!  "steps": [1000000],
//!  "clusters": [{"of": [0], "object": {"metadata": {"name": "a"}}, "scores": {}}]}
//! ```
//!
//! The answer repeats `id`. `of` lists the expressions to evaluate on the cluster, by index; `steps` is the limit of
//! each expression's steps on all clusters together, in addition to the limit of one evaluation. The answer has the
//! compile error of each expression or null; a verdict for each cluster and expression (0: no match, 1: match, 2: the
//! steps ran out, 3: the hub's cost limit was exceeded, from 4 on: the index of an error plus 4); and the steps that
//! each expression took:
//!
//! ```json
//! {"id": 1, "compiled": [null], "verdicts": [[1]], "errors": [], "steps": [7]}
//! ```
//!
//! With `"costs": true` in the question, the answer also has `costs`: the hub's cost for each verdict.
//!
//! If one expression does not compile, none is evaluated.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    rc::Rc,
    vec::IntoIter,
};

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeSeed as _};

use crate::{
    cluster::Cluster,
    compile::{CompileError, compile},
    eval::Evaluation,
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
/// The verdict where the steps ran out.
const OUT_OF_STEPS: u32 = 2;
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
    #[serde(default)]
    id: u64,
    #[serde(borrow)]
    expressions: Vec<Cow<'q, str>>,
    #[serde(default)]
    steps: Vec<u64>,
    #[serde(default)]
    costs: bool,
    #[serde(default)]
    clusters: Vec<Asked>,
}

#[derive(Debug, Deserialize)]
struct Asked {
    of: Vec<usize>,
    object: Read,
    #[serde(default)]
    scores: Read,
}

/// A JSON value in its text.
#[derive(Debug)]
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

#[derive(Debug, Serialize)]
struct Answer {
    id: u64,
    compiled: Vec<Option<Wrong>>,
    verdicts: Vec<Vec<u32>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    costs: Vec<Vec<u32>>,
    errors: Vec<String>,
    steps: Vec<u64>,
}

/// The reason why an expression does not compile.
#[derive(Debug, Serialize)]
struct Wrong {
    message: String,
    first: First,
}

#[derive(Debug, Serialize)]
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
    /// It exceeds the hub's cost limit of one evaluation, which counts as no match.
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
        let mut work = self.begin(question)?;
        loop {
            if let Some(answer) = self.advance(&mut work, u64::MAX) {
                return Ok(answer);
            }
        }
    }

    /// Begins to answer a question: compiles its expressions.
    ///
    /// # Errors
    /// The text is not a question.
    pub fn begin(&mut self, question: &str) -> Result<Answering, serde_json::Error> {
        let question: Question<'_> = serde_json::from_str(question)?;
        let compiled: Vec<_> = question
            .expressions
            .iter()
            .map(|expression| self.compile(expression))
            .collect();
        let answer = Answer {
            id: question.id,
            compiled: compiled
                .iter()
                .map(|compiled| compiled.as_ref().err().map(wrong))
                .collect(),
            verdicts: Vec::with_capacity(question.clusters.len()),
            costs: Vec::new(),
            errors: Vec::new(),
            steps: vec![0; compiled.len()],
        };
        let programs: Option<Vec<Rc<Program>>> = compiled.into_iter().map(Result::ok).collect();
        if self.programs.len() > KEPT {
            let asked: HashSet<&str> = question.expressions.iter().map(|e| &**e).collect();
            self.programs.retain(|known, _| asked.contains(&**known));
        }
        Ok(Answering {
            clusters: match programs {
                Some(_) => question.clusters.into_iter(),
                // If one expression does not compile, none is evaluated.
                None => Vec::new().into_iter(),
            },
            programs: programs.unwrap_or_default(),
            most: question.steps,
            costs: question.costs,
            current: None,
            known: HashMap::new(),
            answer,
        })
    }

    /// Evaluates about `steps` more steps. Returns the answer, a JSON text, when all is evaluated.
    pub fn advance(&mut self, work: &mut Answering, steps: u64) -> Option<String> {
        let mut left = steps;
        loop {
            let current = match work.current.as_mut() {
                Some(current) => current,
                // A cluster without steps is work, too.
                None if left == 0 => return None,
                None => match work.clusters.next() {
                    Some(asked) => work.current.insert(Current::new(asked)),
                    None => return Some(serde_json::to_string(&work.answer).unwrap_or_default()),
                },
            };
            let Some((of, evaluation)) = &mut current.evaluation else {
                left = left.saturating_sub(1);
                let Some(of) = current.of.next() else {
                    work.answer
                        .verdicts
                        .push(std::mem::take(&mut current.verdicts));
                    if work.costs {
                        work.answer.costs.push(std::mem::take(&mut current.costs));
                    }
                    work.current = None;
                    continue;
                };
                let spent = work.answer.steps.get(of);
                let is_over = spent
                    .zip(work.most.get(of))
                    .is_some_and(|(spent, most)| spent >= most);
                match work.programs.get(of).filter(|_| !is_over) {
                    Some(program) => {
                        let cluster = Rc::clone(&current.cluster);
                        let evaluation = Evaluation::new(Rc::clone(program), cluster);
                        current.evaluation = Some((of, evaluation));
                    }
                    None => current.verdict(OUT_OF_STEPS, 0),
                }
                continue;
            };
            let before = evaluation.meter().steps();
            let value = evaluation.run(&mut self.patterns, before.saturating_add(left.max(1)));
            let meter = evaluation.meter();
            left = left.saturating_sub(meter.steps() - before);
            let value = value?;
            work.answer.steps[*of] += meter.steps();
            let code = match outcome(value) {
                Outcome::Verdict(verdict) => u32::from(verdict),
                Outcome::OverCost => OVER_COST,
                Outcome::Error(message) => {
                    let next = work.answer.errors.len() as u32;
                    let index = *work.known.entry(Rc::clone(&message)).or_insert(next);
                    if index == next {
                        work.answer.errors.push(message.to_string());
                    }
                    FIRST_ERROR + index
                }
            };
            current.evaluation = None;
            current.verdict(code, u32::try_from(meter.cost()).unwrap_or(u32::MAX));
        }
    }

    /// Evaluates a program on a cluster; returns the result and its cost.
    pub fn evaluate(&mut self, program: &Rc<Program>, cluster: &Rc<Cluster>) -> (Outcome, Meter) {
        let (value, meter) = self.value(program, cluster);
        (outcome(value), meter)
    }

    /// The value of a program on a cluster, and its cost.
    pub fn value(
        &mut self,
        program: &Rc<Program>,
        cluster: &Rc<Cluster>,
    ) -> (Evaluated<Value>, Meter) {
        let mut evaluation = Evaluation::new(Rc::clone(program), Rc::clone(cluster));
        loop {
            if let Some(value) = evaluation.run(&mut self.patterns, u64::MAX) {
                return (value, evaluation.meter());
            }
        }
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

/// A question that is being answered.
#[derive(Debug)]
pub struct Answering {
    programs: Vec<Rc<Program>>,
    /// The steps that each program may take on all clusters together.
    most: Vec<u64>,
    costs: bool,
    /// Those that were not begun yet.
    clusters: IntoIter<Asked>,
    current: Option<Current>,
    answer: Answer,
    /// The index of each error in the answer.
    known: HashMap<Rc<str>, u32>,
}

/// The cluster that is being evaluated.
#[derive(Debug)]
struct Current {
    cluster: Rc<Cluster>,
    /// The expressions that were not begun yet.
    of: IntoIter<usize>,
    evaluation: Option<(usize, Evaluation)>,
    verdicts: Vec<u32>,
    costs: Vec<u32>,
}

impl Current {
    fn new(asked: Asked) -> Self {
        let scores = match asked.scores.0 {
            Value::Map(scores) => Rc::unwrap_or_clone(scores),
            _ => Map::default(),
        };
        Self {
            cluster: Rc::new(Cluster::new(asked.object.0, scores)),
            verdicts: Vec::with_capacity(asked.of.len()),
            costs: Vec::with_capacity(asked.of.len()),
            of: asked.of.into_iter(),
            evaluation: None,
        }
    }

    fn verdict(&mut self, code: u32, cost: u32) {
        self.verdicts.push(code);
        self.costs.push(cost);
    }
}

fn outcome(value: Evaluated<Value>) -> Outcome {
    match value {
        Ok(Value::Bool(verdict)) => Outcome::Verdict(verdict),
        Ok(other) => {
            let of = other.type_name();
            Outcome::Error(format!("the result is of type {of}, not a boolean").into())
        }
        Err(Stop::Limit(Limit::Cost)) => Outcome::OverCost,
        Err(stop) => Outcome::Error(stop.to_string().into()),
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
