//! Objects by a name, a glob or a label selector, as people type them.

#[cfg(feature = "types")]
use schedscope_options::types::Shape;
use schedscope_options::{Argument, Fault, Source};

use crate::{labels::LabelSlice, names::Names};

/// Which objects are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObjectPattern {
    /// The object of this name.
    Name(String),
    /// Names that a glob matches: `*` stands for any characters, `?` for one.
    Glob(String),
    /// Objects whose labels meet all requirements.
    Labels(Vec<LabelRequirement>),
}

/// One requirement of a label selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelRequirement {
    key: String,
    test: LabelTest,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum LabelTest {
    In(Vec<String>),
    NotIn(Vec<String>),
    Exists,
    DoesNotExist,
}

/// A label selector as `kubectl get -l` takes it. Every requirement has to hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelQuery(Vec<LabelRequirement>);

impl LabelQuery {
    /// Whether the labels meet all requirements. O(requirements x labels).
    pub fn matches(&self, labels: LabelSlice<'_>, names: &Names) -> bool {
        self.0.iter().all(|one| one.holds(labels, names))
    }
}

impl Argument for LabelQuery {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        let text = String::read(from)?;
        let requirements = split(&text).map(LabelRequirement::parse);
        let requirements = requirements.collect::<Result<_, _>>().map_err(|part| {
            Fault::from(format!("`{part}` is not a requirement of a label selector"))
        })?;
        Ok(Self(requirements))
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        String::shape()
    }
}

impl ObjectPattern {
    /// Reads a name, a glob, or a label selector as `kubectl get -l` takes it: `region=eu`, `tier!=dev`,
    /// `tier in (a, b)`, `!drained`, joined by commas. A key alone, without another requirement, is a name.
    ///
    /// # Errors
    /// The first part that is not a requirement of a label selector, or the whole text if a part is empty.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim();
        if text.contains(['=', '!', ',', '(']) {
            let requirements = split(text).map(LabelRequirement::parse);
            // An empty part does not show where the fault is; the whole text does.
            return requirements
                .collect::<Result<_, _>>()
                .map(Self::Labels)
                .map_err(|part| {
                    if part.is_empty() {
                        text.to_owned()
                    } else {
                        part
                    }
                });
        }
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(text.to_owned());
        }
        Ok(if text.contains(['*', '?']) {
            Self::Glob(text.to_owned())
        } else {
            Self::Name(text.to_owned())
        })
    }

    /// Whether an object is meant. O(length of the name) for a name, O(length of both) for a glob with one `*`,
    /// O(requirements x labels) for labels.
    pub fn matches(&self, name: &str, labels: LabelSlice<'_>, names: &Names) -> bool {
        match self {
            Self::Name(wanted) => wanted == name,
            Self::Glob(glob) => is_glob_of(glob.as_bytes(), name.as_bytes()),
            Self::Labels(requirements) => requirements.iter().all(|one| one.holds(labels, names)),
        }
    }
}

/// The parts between commas that are not in parentheses.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut is_inside = false;
    text.split(move |character| {
        match character {
            '(' => is_inside = true,
            ')' => is_inside = false,
            _ => {}
        }
        character == ',' && !is_inside
    })
}

impl LabelRequirement {
    fn parse(text: &str) -> Result<Self, String> {
        let part = text.trim();
        let (key, condition) = if let Some(key) = part.strip_prefix('!') {
            (key, LabelTest::DoesNotExist)
        } else if let Some(before) = part.strip_suffix(')') {
            let (before, values) = before.split_once('(').ok_or(part)?;
            let values: Vec<_> = values.split(',').map(|one| one.trim().to_owned()).collect();
            match before.trim().rsplit_once(char::is_whitespace) {
                Some((key, "in")) => (key, LabelTest::In(values)),
                Some((key, "notin")) => (key, LabelTest::NotIn(values)),
                _ => return Err(part.to_owned()),
            }
        } else if let Some((key, value)) = part.split_once("!=") {
            (key, LabelTest::NotIn(vec![value.trim().to_owned()]))
        } else if let Some((key, value)) = part.split_once('=') {
            let value = value.strip_prefix('=').unwrap_or(value);
            (key, LabelTest::In(vec![value.trim().to_owned()]))
        } else {
            (part, LabelTest::Exists)
        };
        let key = key.trim();
        let is_key = !key.is_empty()
            && !key.contains(|one: char| one.is_whitespace() || "=!(),".contains(one));
        let is_value = |value: &String| {
            !value.contains(|one: char| one.is_whitespace() || "=!(),".contains(one))
        };
        let is_condition = match &condition {
            LabelTest::In(values) | LabelTest::NotIn(values) => values.iter().all(is_value),
            LabelTest::Exists | LabelTest::DoesNotExist => true,
        };
        if is_key && is_condition {
            Ok(Self {
                key: key.to_owned(),
                test: condition,
            })
        } else {
            Err(part.to_owned())
        }
    }

    /// As in the API machinery, `NotIn` matches a missing key.
    fn holds(&self, labels: LabelSlice<'_>, names: &Names) -> bool {
        let value = names.get(&self.key).and_then(|key| labels.get(key));
        let value = value.map(|value| &names[value]);
        match &self.test {
            LabelTest::In(values) => {
                value.is_some_and(|value| values.iter().any(|one| one == value))
            }
            LabelTest::NotIn(values) => {
                value.is_none_or(|value| values.iter().all(|one| one != value))
            }
            LabelTest::Exists => value.is_some(),
            LabelTest::DoesNotExist => value.is_none(),
        }
    }
}

/// Whether a glob matches the whole name. After a mismatch only the last `*` takes one more character, so that it is
/// O(length of both lengths multiplied) at worst.
fn is_glob_of(glob: &[u8], name: &[u8]) -> bool {
    let (mut at, mut of, mut retry) = (0, 0, None);
    while of < name.len() {
        match glob.get(at) {
            Some(b'*') => {
                retry = Some((at, of));
                at += 1;
            }
            Some(one) if *one == b'?' || Some(one) == name.get(of) => {
                at += 1;
                of += 1;
            }
            _ => match retry {
                Some((star, from)) => {
                    retry = Some((star, from + 1));
                    at = star + 1;
                    of = from + 1;
                }
                None => return false,
            },
        }
    }
    glob.get(at..)
        .is_some_and(|rest| rest.iter().all(|one| *one == b'*'))
}
