//! `www/docs/not-looked-at.md`: the table of what is not modelled, with its sentences.

use std::fmt::Write as _;

use schedscope::objects::{
    not_looked_at::{
        NOT_LOOKED_AT, NotLookedAtReason, NotLookedAtRule, Subject, TouchedAnswer, TouchedPods,
    },
    word::Word as _,
};

/// Where the sentences are written.
const SENTENCES: &str = include_str!("../../pkg/src/words/not-looked-at.ts");

/// The sentence about a reason, as it stands in the words.
#[track_caller]
fn sentence(reason: NotLookedAtReason) -> String {
    let word = reason.word();
    let quoted = format!("\n  \"{word}\":");
    let plain = format!("\n  {word}:");
    let behind = SENTENCES
        .split_once(&*quoted)
        .or_else(|| SENTENCES.split_once(&*plain));
    let (_, rest) = behind.unwrap_or_else(|| panic!("no sentence about {word}"));
    let text = rest
        .trim_start()
        .strip_prefix('"')
        .and_then(|rest| rest.split_once("\",\n"));
    text.unwrap_or_else(|| panic!("the sentence about {word} is not one string"))
        .0
        .to_owned()
}

fn kinds(rule: &NotLookedAtRule) -> String {
    match rule.subject {
        Subject::Pods => "Pod, templates of workloads".to_owned(),
        Subject::Objects { group: "", kinds } => kinds.join(", "),
        Subject::Objects { group, kinds } => format!("{} (`{group}`)", kinds.join(", ")),
    }
}

fn pods(rule: &NotLookedAtRule) -> &'static str {
    match rule.pods {
        TouchedPods::Own => "the pod that has it",
        TouchedPods::OfReason => "pods with a field of the same reason",
        TouchedPods::NewOfThis => "new pods of this namespace",
        TouchedPods::New => "new pods",
        TouchedPods::WithClaims => "pods with claims",
        TouchedPods::OfProfile => "pods of the profile",
        TouchedPods::Every if rule.reason.answers() == [TouchedAnswer::Decide] => "every placement",
        TouchedPods::Every => "every pod",
    }
}

/// The page.
pub(crate) fn page(command: &str) -> String {
    let mut text = format!(
        "# What is not looked at\n\n<!-- Generated from the Rust types by `{command}`. -->\n\n\
         These things can stand in a text and change what a scheduler does, but schedscope does not model them. They \
         are known by the group of `apiVersion`, not by the kind alone. Where one is in the input, each answer that it \
         can change has a finding `not-modelled` or `not-looked-at`, `schedscope lint` reports where it is, and the \
         question `findings` lists all. Without such a finding, the answer takes account of the whole text. \
         What the input lacks is a finding `missing-input`, `assumed-input` or `assumed-storage`.\n"
    );
    for (reason, word) in NotLookedAtReason::ALL {
        let answers: Vec<String> = reason
            .answers()
            .iter()
            .map(|answer| format!("`{}`", answer.word()))
            .collect();
        let _ = write!(
            text,
            "\n## {word}\n\nWhy: {}. Answers: {}.\n\n| Kinds | Path | Touches |\n|---|---|---|\n",
            sentence(*reason),
            answers.join(", "),
        );
        for rule in NOT_LOOKED_AT.iter().filter(|rule| rule.reason == *reason) {
            let path = if rule.path.is_empty() {
                "the object".to_owned()
            } else {
                format!("`{}`", rule.path)
            };
            let _ = writeln!(text, "| {} | {path} | {} |", kinds(rule), pods(rule));
        }
    }
    text
}
