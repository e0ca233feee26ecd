//! Kubernetes' library of formats: names, labels, and the formats of CRDs.

use schedscope_time::Timestamp;

use super::url::Url;
use crate::{limits::Meter, stop::Evaluated, value::Value};

/// A format of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedFormat {
    /// `dns1123Label`.
    Dns1123Label,
    /// `dns1123Subdomain`.
    Dns1123Subdomain,
    /// `dns1035Label`.
    Dns1035Label,
    /// `qualifiedName`.
    QualifiedName,
    /// `dns1123LabelPrefix`.
    Dns1123LabelPrefix,
    /// `dns1123SubdomainPrefix`.
    Dns1123SubdomainPrefix,
    /// `dns1035LabelPrefix`.
    Dns1035LabelPrefix,
    /// `labelValue`.
    LabelValue,
    /// `uri`.
    Uri,
    /// `uuid`.
    Uuid,
    /// `byte`.
    Byte,
    /// `date`.
    Date,
    /// `datetime`.
    Datetime,
}

impl NamedFormat {
    /// The format of a name.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "dns1123Label" => Self::Dns1123Label,
            "dns1123Subdomain" => Self::Dns1123Subdomain,
            "dns1035Label" => Self::Dns1035Label,
            "qualifiedName" => Self::QualifiedName,
            "dns1123LabelPrefix" => Self::Dns1123LabelPrefix,
            "dns1123SubdomainPrefix" => Self::Dns1123SubdomainPrefix,
            "dns1035LabelPrefix" => Self::Dns1035LabelPrefix,
            "labelValue" => Self::LabelValue,
            "uri" => Self::Uri,
            "uuid" => Self::Uuid,
            "byte" => Self::Byte,
            "date" => Self::Date,
            "datetime" => Self::Datetime,
            _ => return None,
        })
    }

    /// The problems of a text; empty if it is valid.
    pub fn problems(self, text: &str) -> Vec<String> {
        match self {
            Self::Dns1123Label => label(text),
            Self::Dns1123LabelPrefix => label(&without_dash(text)),
            Self::Dns1123Subdomain => subdomain(text),
            Self::Dns1123SubdomainPrefix => subdomain(&without_dash(text)),
            Self::Dns1035Label => old_label(text),
            Self::Dns1035LabelPrefix => old_label(&without_dash(text)),
            Self::QualifiedName => qualified_name(text),
            Self::LabelValue => {
                let is_valid = text.is_empty() || is_name(text);
                limited(text, 63, is_valid, LABEL_VALUE)
            }
            Self::Uri => Url::parse(text).err().into_iter().collect(),
            Self::Uuid => unless(is_uuid(text), "does not match the UUID format"),
            Self::Byte => unless(is_base64(text), "invalid base64"),
            Self::Date => unless(is_date(text), "invalid date"),
            Self::Datetime => unless(is_datetime(text), "invalid datetime"),
        }
    }
}

const LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters \
                     or '-', and must start and end with an alphanumeric character";
const SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric \
                         characters, '-' or '.', and must start and end with an alphanumeric \
                         character";
const OLD_LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', \
                         start with an alphabetic character, and end with an alphanumeric character";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric \
                           characters, '-', '_' or '.', and must start and end with an \
                           alphanumeric character";
const NAME: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must \
                    start and end with an alphanumeric character";

fn unless(is_valid: bool, problem: &str) -> Vec<String> {
    if is_valid {
        Vec::new()
    } else {
        vec![problem.to_owned()]
    }
}

fn limited(text: &str, longest: usize, is_valid: bool, problem: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if text.len() > longest {
        problems.push(format!("must be no more than {longest} characters"));
    }
    problems.extend(unless(is_valid, problem));
    problems
}

/// Replaces the dash at the end of a prefix, which is allowed there because a name follows it.
fn without_dash(text: &str) -> String {
    match text.strip_suffix('-') {
        Some(rest) if !rest.is_empty() => {
            let mut name = rest.to_owned();
            name.pop();
            name.push('a');
            name
        }
        _ => text.to_owned(),
    }
}

fn is_label(text: &str) -> bool {
    let is_edge = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let bytes = text.as_bytes();
    bytes.first().copied().is_some_and(is_edge)
        && bytes.last().copied().is_some_and(is_edge)
        && bytes.iter().all(|byte| is_edge(*byte) || *byte == b'-')
}

fn label(text: &str) -> Vec<String> {
    limited(text, 63, is_label(text), LABEL)
}

fn subdomain(text: &str) -> Vec<String> {
    limited(text, 253, text.split('.').all(is_label), SUBDOMAIN)
}

fn old_label(text: &str) -> Vec<String> {
    let starts = text
        .bytes()
        .next()
        .is_some_and(|byte| byte.is_ascii_lowercase());
    limited(text, 63, starts && is_label(text), OLD_LABEL)
}

fn is_name(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphanumeric)
        && bytes.last().is_some_and(u8::is_ascii_alphanumeric)
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn qualified_name(text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let name = match text.split('/').collect::<Vec<_>>()[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                problems.push("prefix part must be non-empty".to_owned());
            } else {
                let wrong = subdomain(prefix).into_iter();
                problems.extend(wrong.map(|problem| format!("prefix part {problem}")));
            }
            name
        }
        _ => {
            return vec![
                "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and \
                 must start and end with an alphanumeric character with an optional DNS subdomain \
                 prefix and '/'"
                    .to_owned(),
            ];
        }
    };
    if name.is_empty() {
        problems.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        problems.push("name part must be no more than 63 characters".to_owned());
    }
    problems.extend(unless(is_name(name), NAME));
    problems
}

fn is_uuid(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    matches!(lengths[..], [8, 4, 4, 4, 12] | [32])
        && parts
            .iter()
            .all(|part| part.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

fn is_base64(text: &str) -> bool {
    let data = text.trim_end_matches('=');
    let padding = text.len() - data.len();
    !text.is_empty()
        && text.len().is_multiple_of(4)
        && padding <= 2
        && data
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
}

/// Go's `time.Parse("2006-01-02", text)`.
fn is_date(text: &str) -> bool {
    format!("{text}T00:00:00Z").parse::<Timestamp>().is_ok()
}

/// Kubernetes' `strfmt.IsDateTime`: a date, `t` and a time of day, in any case; text after another `t` is ignored.
fn is_datetime(text: &str) -> bool {
    let text = text.to_lowercase();
    let mut parts = text.split('t');
    parts.next().is_some_and(is_date) && parts.next().is_some_and(is_time_of_day)
}

/// `^([0-9]{2}):([0-9]{2}):([0-9]{2})(.[0-9]+)?(z|([+-][0-9]{2}:[0-9]{2}))$`, with the hour up to 23, the minute and
/// the second up to 59, and the offset as it is. The point is any character.
fn is_time_of_day(text: &str) -> bool {
    let Some((time, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let fraction = rest.strip_prefix(|any| any != '\n').unwrap_or_default();
    let behind = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    let has_fraction = behind.len() < fraction.len();
    has_digits(time, "00:00:00")
        && &time[..2] <= "23"
        && &time[3..5] <= "59"
        && &time[6..] <= "59"
        && (is_offset(rest) || has_fraction && is_offset(behind))
}

fn is_offset(text: &str) -> bool {
    text == "z"
        || text
            .strip_prefix(['+', '-'])
            .is_some_and(|offset| has_digits(offset, "00:00"))
}

/// Whether a text is a pattern with any digit in place of each `0`.
fn has_digits(text: &str, pattern: &str) -> bool {
    let is_as =
        |(byte, pattern): (u8, u8)| byte == pattern || pattern == b'0' && byte.is_ascii_digit();
    text.len() == pattern.len() && text.bytes().zip(pattern.bytes()).all(is_as)
}

/// `format.named(name)`.
pub(crate) fn named(name: &str) -> Value {
    match NamedFormat::named(name) {
        Some(format) => Value::some(Value::Format(format)),
        None => Value::Optional(None),
    }
}

/// `format.validate(text)`: an optional list of the problems, absent if the text is valid.
///
/// # Errors
/// The evaluation exceeds its limits.
pub(crate) fn validate(meter: &mut Meter, format: NamedFormat, text: &str) -> Evaluated<Value> {
    meter.work(text.len() as u64)?;
    meter.allocate(4 * text.len() as u64)?;
    let problems = format.problems(text);
    Ok(if problems.is_empty() {
        Value::Optional(None)
    } else {
        Value::some(Value::strings(problems))
    })
}
