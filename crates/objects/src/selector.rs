//! Label and claim selectors.

mod pattern;
mod syntax;

use std::fmt::Write as _;

pub use pattern::{LabelQuery, ObjectPattern};

use crate::{
    labels::LabelSlice,
    names::{Names, Symbol},
};

/// `matchLabels` and `matchExpressions`, `ANDed`; empty: matches everything.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct LabelSelector {
    /// `matchLabels`: key and value pairs, distinct keys.
    pub match_labels: Vec<(Symbol, Symbol)>,
    /// `matchExpressions`, in order.
    pub match_expressions: Vec<Requirement>,
}

/// `matchExpressions[]`, as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Requirement {
    /// `key`.
    pub key: Symbol,
    /// `operator`: `In`, `NotIn`, `Exists`, `DoesNotExist` (and `Gt`, `Lt` in node selectors); kept
    /// as written.
    pub operator: String,
    /// `values`, in order.
    pub values: Vec<Symbol>,
}

impl LabelSelector {
    /// Whether it has no requirement.
    pub fn is_empty(&self) -> bool {
        self.match_labels.is_empty() && self.match_expressions.is_empty()
    }

    /// Checks the selector as the API machinery does and makes it ready to match.
    ///
    /// The requirements of the result are `matchLabels`, then `matchExpressions`, each in order, so
    /// that requirement `i` of the result is part `i` of what was written.
    ///
    /// # Errors
    /// The first part that is not valid, in that order.
    pub fn compile(&self, names: &Names) -> Result<Selector, SelectorError> {
        let mut requirements =
            Vec::with_capacity(self.match_labels.len() + self.match_expressions.len());
        for (key, value) in &self.match_labels {
            let path = field_of("matchLabels", &names[*key]);
            let mut errors = Vec::new();
            check_key(&names[*key], &mut errors);
            check_value(&names[*key], 0, &names[*value], &mut errors);
            requirements.push(CompiledRequirement {
                key: *key,
                test: RequirementTest::In([*value].into()),
            });
            fail_on(errors, path)?;
        }
        for (index, requirement) in self.match_expressions.iter().enumerate() {
            let path = format!("matchExpressions[{index}]");
            requirements.push(requirement.compile(Dialect::Label, names, path)?);
        }
        Ok(Selector {
            requirements: requirements.into(),
        })
    }
}

/// The path of one key of a map field: `map.key`, or `map[key]` where the key holds characters that
/// mean something in a path.
pub fn field_of(map: &str, key: &str) -> String {
    let plain = !key.is_empty()
        && key
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if plain {
        format!("{map}.{key}")
    } else {
        format!("{map}[{key}]")
    }
}

/// Which operators are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// Label and claim selectors: `In`, `NotIn`, `Exists`, `DoesNotExist`.
    Label,
    /// Node selectors: those, and `Gt`, `Lt`.
    Node,
}

impl Requirement {
    /// Checks one requirement and makes it ready to match. `path` is part of the error.
    ///
    /// # Errors
    /// All that is wrong with it, in one message.
    fn compile(
        &self,
        dialect: Dialect,
        names: &Names,
        path: String,
    ) -> Result<CompiledRequirement, SelectorError> {
        let mut errors = Vec::new();
        let Some(test) = self.parse(dialect, names, &mut errors) else {
            let what = match dialect {
                Dialect::Label => "label",
                Dialect::Node => "node",
            };
            let operator = &self.operator;
            return Err(SelectorError {
                path: format!("{path}.operator"),
                message: format!("{operator:?} is not a valid {what} selector operator"),
            });
        };
        fail_on(errors, path)?;
        Ok(CompiledRequirement {
            key: self.key,
            test,
        })
    }

    /// The errors of a requirement of a node selector, each with the path below it. Of a requirement with an unknown
    /// operator only the key is checked.
    pub fn node_errors(&self, names: &Names) -> Vec<String> {
        let mut errors = Vec::new();
        self.parse(Dialect::Node, names, &mut errors);
        errors
    }

    /// Collects its errors. Returns `None` for an unknown operator.
    fn parse(
        &self,
        dialect: Dialect,
        names: &Names,
        errors: &mut Vec<String>,
    ) -> Option<RequirementTest> {
        let key = &names[self.key];
        let values: Box<[Symbol]> = self.values.as_slice().into();
        check_key(key, errors);
        let test = match (self.operator.as_str(), dialect) {
            ("In" | "NotIn", _) => {
                if values.is_empty() {
                    errors.push(
                        "values: Invalid value: null: for 'in', 'notin' operators, values set \
                         can't be empty"
                            .to_owned(),
                    );
                }
                if self.operator == "In" {
                    RequirementTest::In(values)
                } else {
                    RequirementTest::NotIn(values)
                }
            }
            ("Exists" | "DoesNotExist", _) => {
                if !values.is_empty() {
                    errors.push(format!(
                        "values: Invalid value: {}: values set must be empty for exists and does \
                         not exist",
                        list(&values, names)
                    ));
                }
                if self.operator == "Exists" {
                    RequirementTest::Exists
                } else {
                    RequirementTest::DoesNotExist
                }
            }
            ("Gt" | "Lt", Dialect::Node) => {
                if values.len() != 1 {
                    errors.push(format!(
                        "values: Invalid value: {}: for 'Gt', 'Lt' operators, exactly one value is \
                         required",
                        list(&values, names)
                    ));
                }
                let mut bound = 0;
                for (index, value) in values.iter().enumerate() {
                    match names[*value].parse::<i64>() {
                        Ok(number) => bound = number,
                        Err(_) => errors.push(format!(
                            "values[{index}]: Invalid value: {:?}: for 'Gt', 'Lt' operators, the \
                             value must be an integer",
                            &names[*value]
                        )),
                    }
                }
                if self.operator == "Gt" {
                    RequirementTest::Gt(bound)
                } else {
                    RequirementTest::Lt(bound)
                }
            }
            _ => return None,
        };
        for (index, value) in self.values.iter().enumerate() {
            check_value(key, index, &names[*value], errors);
        }
        Some(test)
    }
}

fn check_key(key: &str, errors: &mut Vec<String>) {
    let wrong = syntax::qualified_name(key);
    if !wrong.is_empty() {
        errors.push(format!("key: Invalid value: {key:?}: {}", wrong.join("; ")));
    }
}

fn check_value(key: &str, index: usize, value: &str, errors: &mut Vec<String>) {
    let wrong = syntax::label_value(value);
    if !wrong.is_empty() {
        errors.push(format!(
            "values[{index}][{key}]: Invalid value: {value:?}: {}",
            wrong.join("; ")
        ));
    }
}

/// Values as the API machinery prints them: JSON, `null` for an empty list.
fn list(values: &[Symbol], names: &Names) -> String {
    if values.is_empty() {
        return "null".to_owned();
    }
    let mut text = String::from("[");
    for (index, value) in values.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(text, "{comma}{:?}", &names[*value]);
    }
    text.push(']');
    text
}

fn fail_on(mut errors: Vec<String>, path: String) -> Result<(), SelectorError> {
    let message = match errors.len() {
        0 => return Ok(()),
        1 => errors.remove(0),
        _ => format!("[{}]", errors.join(", ")),
    };
    Err(SelectorError { path, message })
}

/// Why a selector is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectorError {
    /// The part, as a path below the selector: `matchExpressions[0]`.
    pub path: String,
    /// The text of the API machinery, which the hub puts into its condition as it is.
    pub message: String,
}

impl std::fmt::Display for SelectorError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for SelectorError {}

/// A valid selector, ready to match. Its symbols belong to the [`Names`] it was compiled with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selector {
    requirements: Box<[CompiledRequirement]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct CompiledRequirement {
    key: Symbol,
    test: RequirementTest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum RequirementTest {
    In(Box<[Symbol]>),
    NotIn(Box<[Symbol]>),
    Exists,
    DoesNotExist,
    Gt(i64),
    Lt(i64),
}

/// The result of matching one requirement with one object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequirementMatch {
    /// The key that was looked up.
    pub key: Symbol,
    /// The object's value; `None` if it lacks the key.
    pub actual: Option<Symbol>,
    /// Whether the requirement holds.
    pub holds: bool,
}

impl Selector {
    /// A node selector term's `matchExpressions`.
    ///
    /// # Errors
    /// The first requirement that is not valid.
    pub fn of_node(requirements: &[Requirement], names: &Names) -> Result<Self, SelectorError> {
        let requirements = requirements
            .iter()
            .enumerate()
            .map(|(index, requirement)| {
                let path = format!("matchExpressions[{index}]");
                requirement.compile(Dialect::Node, names, path)
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { requirements })
    }

    /// Whether it has no requirements, so that everything matches.
    pub fn is_empty(&self) -> bool {
        self.requirements.is_empty()
    }

    /// Whether all requirements hold. `NotIn` and `DoesNotExist` hold for a missing key; `Gt` and
    /// `Lt` need a value that is an integer. O(requirements x labels).
    pub fn matches(&self, labels: LabelSlice<'_>, names: &Names) -> bool {
        self.requirements
            .iter()
            .all(|requirement| requirement.holds(labels.get(requirement.key), names))
    }

    /// Every requirement with the object's value, in the order of [`LabelSelector::compile`].
    pub fn findings(&self, labels: LabelSlice<'_>, names: &Names) -> Vec<RequirementMatch> {
        self.requirements
            .iter()
            .map(|requirement| {
                let actual = labels.get(requirement.key);
                RequirementMatch {
                    key: requirement.key,
                    actual,
                    holds: requirement.holds(actual, names),
                }
            })
            .collect()
    }
}

impl CompiledRequirement {
    #[inline]
    fn holds(&self, actual: Option<Symbol>, names: &Names) -> bool {
        let number = |value: Symbol| names[value].parse::<i64>().ok();
        match &self.test {
            RequirementTest::In(values) => actual.is_some_and(|value| values.contains(&value)),
            RequirementTest::NotIn(values) => !actual.is_some_and(|value| values.contains(&value)),
            RequirementTest::Exists => actual.is_some(),
            RequirementTest::DoesNotExist => actual.is_none(),
            RequirementTest::Gt(bound) => {
                actual.and_then(number).is_some_and(|value| value > *bound)
            }
            RequirementTest::Lt(bound) => {
                actual.and_then(number).is_some_and(|value| value < *bound)
            }
        }
    }
}

#[cfg(test)]
mod tests;
