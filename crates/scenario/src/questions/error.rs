//! Why a question has no answer.

use schedscope_answers::placement::options::InvalidNow;
use schedscope_reader::decode::clip_to;

/// The largest number of names that an error lists.
const NAMED: usize = 10;
/// The maximum length of a name in an error, in characters: more than a namespace and a name can have.
pub(crate) const LONGEST_NAME: usize = 320;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QuestionError {
    /// The question does not exist, or an option is wrong.
    Invalid(String),
    /// `now` is not a time.
    Now(InvalidNow),
    /// The input does not have the placement.
    NoPlacement {
        /// The wanted placement; empty: any.
        wanted: String,
        /// The number of placements in the input.
        count: usize,
    },
    /// The question does not say which of these placements it means.
    SeveralPlacements(Vec<String>),
    /// Nothing was decided yet, or the input has changed since.
    NoDecision,
    /// The input does not have this cluster.
    NoCluster(String),
    /// The input does not have this pod.
    NoPod(String),
    /// The input has several objects of this name, in several namespaces.
    Several {
        /// What they are, such as `pods`.
        what: &'static str,
        /// Their full names.
        names: Vec<String>,
    },
    /// The input does not have this node.
    NoNode(String),
    /// The input does not have this timeline.
    NoTimeline(String),
    /// The timeline has no such variant.
    NoVariant(String),
    /// The input does not have another name.
    Unknown {
        /// What the name refers to.
        what: NameOf,
        /// What the input lacks, as a sentence without a full stop: ``no cluster has the label `zone` ``.
        lack: String,
        /// The existing names.
        known: Vec<String>,
    },
}

/// What an unknown name in a question refers to, except objects, which have errors of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameOf {
    /// A label of clusters or nodes.
    Label,
    /// A spread constraint, by its topology key.
    Constraint,
    /// An `ElasticQuota`.
    Quota,
    Resource,
    /// A workload that replaces its pods when its template changes.
    Workload,
}

impl QuestionError {
    /// The stable code of the error.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Invalid(_) => "invalid-argument",
            Self::Now(_) => "invalid-now",
            Self::NoPlacement { .. } => "no-such-placement",
            Self::SeveralPlacements(_) => "ambiguous-placement",
            Self::NoDecision => "no-decision",
            Self::NoCluster(_) => "no-such-cluster",
            Self::NoPod(_) => "no-such-pod",
            Self::Several { .. } => "ambiguous-name",
            Self::NoNode(_) => "no-such-node",
            Self::NoTimeline(_) => "no-such-timeline",
            Self::NoVariant(_) => "no-such-variant",
            Self::Unknown { what, .. } => match what {
                NameOf::Label => "no-such-label",
                NameOf::Constraint => "no-such-constraint",
                NameOf::Quota => "no-such-quota",
                NameOf::Resource => "no-such-resource",
                NameOf::Workload => "no-such-object",
            },
        }
    }
}

impl std::fmt::Display for QuestionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Invalid(what) => f.write_str(what),
            Self::Now(InvalidNow { text }) => {
                let text = clip_to(text, LONGEST_NAME);
                InvalidNow { text }.fmt(f)
            }
            Self::NoPlacement { wanted, count } if wanted.is_empty() => {
                write!(f, "there is no placement: the input has {count}")
            }
            Self::NoPlacement { wanted, count } => {
                let wanted = named(wanted);
                write!(f, "there is no placement {wanted}: the input has {count}")
            }
            Self::SeveralPlacements(names) => {
                f.write_str("there are several placements, say which one: ")?;
                list(f, names)
            }
            Self::Several { what, names } => {
                write!(f, "there are several {what} of that name, say which one: ")?;
                list(f, names)
            }
            Self::NoDecision => f.write_str("nothing was decided since the input changed"),
            Self::NoCluster(name) => write!(f, "there is no cluster {}", named(name)),
            Self::NoPod(key) => write!(f, "there is no pod {}", named(key)),
            Self::NoNode(name) => write!(f, "there is no node {}", named(name)),
            Self::NoTimeline(name) => write!(f, "there is no timeline {}", named(name)),
            Self::NoVariant(name) => write!(f, "the timeline has no variant {}", named(name)),
            Self::Unknown { lack, known, .. } => {
                f.write_str(lack)?;
                if !known.is_empty() {
                    f.write_str("; available: ")?;
                    list(f, known)?;
                }
                Ok(())
            }
        }
    }
}

/// A name as errors quote it.
fn named(name: &str) -> String {
    format!("`{}`", clip_to(name, LONGEST_NAME))
}

/// The first names, and the total number.
fn list(f: &mut std::fmt::Formatter<'_>, names: &[String]) -> std::fmt::Result {
    let shown: Vec<String> = names.iter().take(NAMED).map(|name| named(name)).collect();
    f.write_str(&shown.join(", "))?;
    if names.len() > NAMED {
        write!(f, ", … ({})", names.len())?;
    }
    Ok(())
}

impl std::error::Error for QuestionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_repeats_the_start_of_a_long_name() {
        let long = "x".repeat(1_000_000);
        let whole = "x".repeat(LONGEST_NAME);
        let unknown = QuestionError::Unknown {
            what: NameOf::Label,
            lack: "no cluster has a label".to_owned(),
            known: vec![long.clone()],
        };
        let now = QuestionError::Now(InvalidNow { text: long.clone() });
        let expect = format!("`{whole}…` is not an RFC 3339 time");
        assert_eq!(now.to_string(), expect);
        for error in [
            QuestionError::NoCluster(long.clone()),
            QuestionError::NoPod(long.clone()),
            QuestionError::NoNode(long.clone()),
            QuestionError::NoTimeline(long.clone()),
            QuestionError::NoVariant(long.clone()),
            QuestionError::SeveralPlacements(vec![long.clone()]),
            QuestionError::Several {
                what: "pods",
                names: vec![long.clone()],
            },
            QuestionError::NoPlacement {
                wanted: long,
                count: 1,
            },
            unknown,
        ] {
            let message = error.to_string();
            assert!(message.contains(&format!("`{whole}…`")), "{message}");
            assert!(message.len() < LONGEST_NAME + 100, "{}", message.len());
        }
        let whole = QuestionError::NoPod(whole);
        assert!(!whole.to_string().contains('…'));
    }
}
