//! `pkg/src/questions/options.ts`: the options of each question, as commands take them.

use std::fmt::Write as _;

use schedscope::{
    options::types::{Declarations, Field},
    scenario::Description,
};

const HEAD: &str = r#"
/** An option of a question. */
export interface QuestionOption {
  readonly name: string;
  /** Its documentation, without the default. */
  readonly docs: string;
  /** The type of its value; of a list or a map, of what is in it. `other`: no command takes such a value by itself. */
  readonly type: "boolean" | "number" | "fraction" | "string" | "time" | "object" | "other";
  readonly in?: "list" | "map";
  readonly choices?: readonly string[];
  readonly least?: number;
  readonly most?: number;
  /** The default, as JSON without quotes or in words. */
  readonly default?: string;
  /** The fields of an object. */
  readonly fields?: readonly QuestionOption[];
}
"#;

/// The type of an object that an option names.
const NAMED: &str = "NamedObject";

/// The file; `command` regenerates it.
pub(crate) fn module(
    questions: &[Description],
    declarations: &Declarations,
    command: &str,
) -> String {
    let mut text = format!("// Generated from the table of questions by `{command}`.\n{HEAD}");
    let shared = &declarations.fields["DecideOptions"];
    let _ = writeln!(
        text,
        "\nconst decide: readonly QuestionOption[] = [{}];",
        list(shared, declarations)
    );
    text.push_str(
        "\n/** The options of the questions that have some. */\nexport const questionOptions = {\n",
    );
    for question in questions
        .iter()
        .filter(|question| !question.fields.is_empty())
    {
        let (own, rest) = match question.fields.len().checked_sub(shared.len()) {
            Some(at) if question.decides => (&question.fields[..at], "...decide"),
            _ => (&question.fields[..], ""),
        };
        let _ = writeln!(
            text,
            "  {}: [{}{rest}],",
            question.name,
            list(own, declarations)
        );
    }
    text.push_str("} as const satisfies Readonly<Record<string, readonly QuestionOption[]>>;\n");
    text
}

/// Fields, each with a comma behind it.
fn list(fields: &[Field], declarations: &Declarations) -> String {
    fields
        .iter()
        .map(|field| option(field, declarations) + ", ")
        .collect()
}

/// The documentation of an option for a place where an object is a text, and its default; empty: none.
pub(crate) fn documented(field: &Field) -> (String, String) {
    let docs = field.docs.replace('\n', " ");
    let (meaning, said) = docs.split_once("Default: ").unwrap_or((&docs, ""));
    let meaning = meaning.trim();
    let form = if field.shape.ts.contains(NAMED) {
        ", as `namespace/name` or `name`"
    } else {
        ""
    };
    let end = meaning
        .find(". ")
        .unwrap_or(meaning.len().saturating_sub(1));
    let (sentence, rest) = meaning.split_at(end);
    let default = field.default.as_deref().unwrap_or(said);
    let default = default.trim_matches('"').trim_end_matches('.');
    ([sentence, form, rest].concat(), default.to_owned())
}

/// How an attribute of the element writes an option, and the words that it can be.
pub(crate) fn form(field: &Field, declarations: &Declarations) -> (&'static str, Vec<String>) {
    let ts = field.shape.ts.as_str();
    if let Some(words) = choices(ts, declarations) {
        return ("word", words);
    }
    match kind(ts, declarations).0 {
        "boolean" => ("flag", Vec::new()),
        "number" if field.shape.is_whole => ("whole", Vec::new()),
        "string" | "time" => ("text", Vec::new()),
        _ if ts == "Record<string, number>" => ("pairs", Vec::new()),
        _ => panic!("no attribute is a `{ts}`: {}", field.name),
    }
}

fn option(field: &Field, declarations: &Declarations) -> String {
    let (meaning, default) = documented(field);
    let mut facts = vec![
        format!("name: \"{}\"", field.name),
        format!("docs: {}", quoted(&meaning)),
    ];
    let ts = field.shape.ts.as_str();
    let (ts, within) = if let Some(item) = ts.strip_suffix("[]") {
        (item, Some("list"))
    } else if let Some(value) = ts.strip_prefix("Record<string, ") {
        (value.trim_end_matches('>'), Some("map"))
    } else {
        (ts, None)
    };
    let (kind, more) = kind(ts, declarations);
    let is_fraction = kind == "number" && !field.shape.is_whole;
    facts.push(format!(
        "type: \"{}\"",
        if is_fraction { "fraction" } else { kind }
    ));
    facts.extend(within.map(|within| format!("in: \"{within}\"")));
    facts.extend(more);
    if let (Some(bounds), "number") = (&field.shape.bounds, kind) {
        let (least, most) = bounds.ends();
        facts.extend(least.map(|least| format!("least: {least}")));
        facts.extend(most.map(|most| format!("most: {most}")));
    }
    if !default.is_empty() {
        facts.push(format!("default: {}", quoted(&default)));
    }
    format!("{{ {} }}", facts.join(", "))
}

/// A string of TypeScript, in the quotes that need fewer escapes.
fn quoted(text: &str) -> String {
    if text.contains('"') && !text.contains('\'') {
        format!("'{text}'")
    } else {
        format!("{text:?}")
    }
}

/// How a value of a TypeScript type is written on a command line, and its choices or fields.
fn kind(ts: &str, declarations: &Declarations) -> (&'static str, Option<String>) {
    match ts {
        "boolean" => return ("boolean", None),
        "number" | "number | null" => return ("number", None),
        "string" | "number | string" | NAMED | "number | NamedObject" => return ("string", None),
        "string | Date" => return ("time", None),
        _ => {}
    }
    if let Some(fields) = declarations.fields.get(ts) {
        return (
            "object",
            Some(format!("fields: [{}]", list(fields, declarations))),
        );
    }
    match choices(ts, declarations) {
        Some(choices) => ("string", Some(format!("choices: {choices:?}"))),
        None => ("other", None),
    }
}

/// The words of a union of words; `None`: another type.
fn choices(ts: &str, declarations: &Declarations) -> Option<Vec<String>> {
    let mut words = Vec::new();
    for part in ts.split('|').map(str::trim) {
        if let Some(word) = part.strip_prefix('"') {
            words.push(word.strip_suffix('"')?.to_owned());
            continue;
        }
        let declared = declarations.by_name.get(part)?;
        let (_, union) = declared.split_once(&format!("export type {part} = "))?;
        words.extend(choices(union.trim().trim_end_matches(';'), declarations)?);
    }
    Some(words)
}
