//! The functions of one call: one for each question that needs no decision before it.

use std::fmt::Write as _;

use schedscope::{
    options::types::{Field, comment},
    scenario::Description,
};

/// Questions that `place` answers.
const PLACED: [&str; 2] = ["decide", "report"];

/// A question whose function tells each part of the answer when it is found: it is written by hand.
const TOLD_IN_PARTS: &str = "change";

fn is_called(question: &Description) -> bool {
    let needs_decision = question.errors.contains(&"no-decision");
    question.has_findings && !needs_decision && !PLACED.contains(&question.name)
}

/// `pkg/src/questions/functions.ts`.
pub(super) fn module(questions: &[Description], command: &str) -> String {
    let called = questions.iter().filter(|question| is_called(question));
    let called: Vec<&Description> = called.collect();
    let names: Vec<String> = called
        .iter()
        .map(|question| format!("  | \"{}\"\n", question.name))
        .collect();
    let mut text = format!(
        "// Generated from the table of questions by `{command}`.\n\
         import type {{ CallExtras, CallFindings, CallWords }} from \"../calls/answers.js\";\n\
         import {{ ask }} from \"../calls/ask.js\";\n\
         import type {{ Manifests }} from \"../calls/manifests.js\";\n\
         import type {{ WorkOptions }} from \"../work.js\";\n\
         import type {{ Questions }} from \"./table.js\";\n\n\
         /** The questions that have a function of one call. */\nexport type Called =\n{};\n\n\
         /** Options of a function. */\nexport type CallOptions<Question extends Called> = \
         (Question extends keyof CallExtras\n  \
         ? Omit<Questions[Question][0], keyof CallExtras[Question]> & CallExtras[Question]\n  \
         : Questions[Question][0]) &\n  WorkOptions;\n\n\
         type CallAnswer<Question extends Called> = (Question extends keyof CallWords\n  \
         ? Omit<Questions[Question][1], keyof CallWords[Question]> & CallWords[Question]\n  \
         : Questions[Question][1]) &\n  CallFindings;\n",
        names.concat().trim_end(),
    );
    let by_itself = |question: &&Description| question.name != TOLD_IN_PARTS;
    for question in called.into_iter().filter(by_itself) {
        push_function(&mut text, question);
    }
    text
}

/// Writes the types of a function, and the function.
fn push_function(text: &mut String, question: &Description) {
    let name = question.name;
    let mut letters = name.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    let types: String = first.into_iter().chain(letters).collect();
    let mut errors: Vec<String> = question
        .errors
        .iter()
        .map(|code| format!("`{code}`"))
        .collect();
    errors.push("`invalid-argument`".to_owned());
    let limit = if question.fields.iter().any(|field| field.name == "limit") {
        "@param options `limit` is 10,000 unless given\n"
    } else {
        ""
    };
    let docs = format!(
        "{}\n\n@param manifests the objects that `kubectl get` prints\n{limit}\
         @throws {{SchedscopeError}} {}\n@example\nconst answer = await {name}(manifests, {});",
        question.docs,
        errors.join(", "),
        question.example,
    );
    let is_needed = |field: &Field| field.is_needed && !field.shape.is_time();
    let mark = if question.fields.iter().any(is_needed) {
        ""
    } else {
        "?"
    };
    let _ = write!(
        text,
        "\n/** Options of `{name}`. */\nexport type {types}CallOptions = CallOptions<\"{name}\">;\n\n\
         /** The answer of `{name}`. */\nexport type {types}CallAnswer = CallAnswer<\"{name}\">;\n\n\
         {}export function {name}(manifests: Manifests, options{mark}: {types}CallOptions): \
         Promise<{types}CallAnswer> {{\n  return ask(\"{name}\", manifests, options);\n}}\n",
        comment(&docs, ""),
    );
}
