//! Keys and values of predicates that are misspelt.

use schedscope_answer_macro::answer;
use schedscope_objects::{diagnostic::Severity, words};
use schedscope_whatif::placement::{MisspeltWord, misspelt_words};

use crate::{
    Check, Fact, MOST,
    context::{About, Context},
};

pub(crate) const CHECK: Check = Check::after(Severity::Warning, rule);

words! {
    /// What a requirement of a predicate selects by.
    pub enum RequirementSubject {
        /// A label.
        Label = "label",
        /// A cluster claim.
        Claim = "claim",
    }
}

/// A key or value of a predicate that no candidate cluster has, and that differs little from one that a candidate has.
#[answer(Eq)]
pub struct MisspeltRequirement {
    /// The path of the word in the placement.
    pub path: String,
    /// What the requirement selects by.
    pub on: RequirementSubject,
    /// The key, or `key=value` if candidates have the key.
    pub required: String,
    /// The key, or `key=value`, that is probably meant.
    pub meant: String,
}

/// O(predicates x labels of clusters).
fn rule(context: &Context<'_>) -> Vec<Fact> {
    let decision = match &context.about {
        About::Placement(of) if !of.is_whatif => of.decision,
        _ => return Vec::new(),
    };
    let words = misspelt_words(context.reader.objects(), decision).into_iter();
    let facts = words.take(MOST).map(|word| {
        let MisspeltWord {
            path,
            of_labels,
            required,
            meant,
        } = word;
        Fact::MisspeltRequirement {
            data: MisspeltRequirement {
                path,
                on: if of_labels {
                    RequirementSubject::Label
                } else {
                    RequirementSubject::Claim
                },
                required,
                meant,
            },
        }
    });
    facts.collect()
}
