//! Compilation: the `cel` crate parses an expression, with the grammar and the messages of the hub's parser; the
//! checker turns it into a program.

use std::fmt::Write as _;

use cel::{
    common::ast::{IdedExpr, SourceInfo},
    parser::Parser,
};

use crate::{check, nesting, program::Program};

/// The longest expression, in bytes.
const LONGEST: usize = 100_000;
/// The parser fails at this many nested expressions.
const NESTED: u16 = 100;
/// At most this many errors of one expression are reported.
const MOST_ERRORS: usize = 10;

/// The reason why an expression does not compile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The hub's message: every error with its place and its line.
    pub message: String,
    /// The first error.
    pub first: Problem,
}

/// One error of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The parser's or the checker's message.
    pub message: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters.
    pub column: u32,
    /// The number of bytes before the error.
    pub offset: usize,
}

impl Problem {
    /// A problem at a byte of a text.
    pub(crate) fn at(source: &str, offset: usize, message: impl Into<String>) -> Self {
        let mut offset = offset.min(source.len());
        while !source.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &source[..offset];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Self {
            message: message.into(),
            line: before.matches('\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
            offset,
        }
    }
}

/// Parses and checks an expression. O(length), except for hostile expressions with many errors.
///
/// # Errors
/// The expression's errors with their places.
pub fn compile(source: &str) -> Result<Program, CompileError> {
    if source.len() > LONGEST {
        let message = format!(
            "the expression has {} bytes, at most {LONGEST} are read",
            source.len()
        );
        return Err(error(source, vec![Problem::at(source, 0, message)]));
    }
    if let Some(offset) = nesting::too_deep(source) {
        let message = format!(
            "the expression is nested deeper than {} steps",
            nesting::DEEPEST
        );
        return Err(error(source, vec![Problem::at(source, offset, message)]));
    }
    let (expression, places) = parse(source).map_err(|problems| error(source, problems))?;
    check::check(source, &expression, &places).map_err(|problems| error(source, problems))
}

fn parse(source: &str) -> Result<(IdedExpr, SourceInfo), Vec<Problem>> {
    let parser = Parser::default()
        .enable_optional_syntax(true)
        .max_recursion_depth(NESTED);
    parser.parse_with_source_info(source).map_err(|errors| {
        let mut errors = errors.errors;
        // The parser also reports consequences of a syntax error; they are dropped if the error itself is reported.
        if errors.iter().any(|error| !is_consequence(&error.msg)) {
            errors.retain(|error| !is_consequence(&error.msg));
        }
        let problems = errors.into_iter().map(|error| {
            let (line, column) = error.pos;
            let offset = offset_of(source, line, column);
            let message = if error.msg.contains("Recursion limit of") {
                format!("expression recursion limit exceeded: {NESTED}")
            } else {
                error.msg
            };
            Problem::at(source, offset, message)
        });
        problems.collect()
    })
}

fn is_consequence(message: &str) -> bool {
    message.starts_with("Incomplete ")
}

/// The byte of a line and a column, both from 1, in characters.
fn offset_of(source: &str, line: isize, column: isize) -> usize {
    let line = usize::try_from(line - 1).unwrap_or(0);
    let column = usize::try_from(column - 1).unwrap_or(0);
    let starts = source.match_indices('\n').map(|(at, _)| at + 1);
    let start = std::iter::once(0).chain(starts).nth(line);
    let Some(start) = start else {
        return source.len();
    };
    let rest = source[start..].char_indices();
    let end = source.len() - start;
    start + rest.map(|(at, _)| at).nth(column).unwrap_or(end)
}

/// The errors in the hub's format.
fn error(source: &str, mut problems: Vec<Problem>) -> CompileError {
    problems.sort_by_key(|problem| problem.offset);
    problems.truncate(MOST_ERRORS);
    let mut message = String::new();
    for problem in &problems {
        let separator = if message.is_empty() { "" } else { "\n" };
        // Writing to a String cannot fail.
        let _ = write!(
            message,
            "{separator}ERROR: <input>:{}:{}: {}",
            problem.line, problem.column, problem.message
        );
        let line = source.split('\n').nth(problem.line as usize - 1);
        if let Some(line) = line.filter(|line| !line.is_empty() && line.len() <= 1000) {
            let dots = ".".repeat(problem.column as usize - 1);
            let _ = write!(message, "\n | {}\n | {dots}^", line.replace('\t', " "));
        }
    }
    let first = problems.into_iter().next();
    CompileError {
        message,
        first: first.unwrap_or_else(|| Problem::at(source, 0, "the expression does not compile")),
    }
}
