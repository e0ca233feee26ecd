//! The attributes of `<schedscope-embed>`, declared once: their types in `pkg/src/embed.ts`, how they are read in
//! `www/src/embed/table.ts`, and their table in `www/docs/embed.md`.

use std::fmt::Write as _;

use schedscope::{
    options::types::{Declarations, Field},
    scenario::Description,
};

use crate::{COMMAND, command_options, hold, hold_part};

/// An attribute of the element.
struct Attribute {
    name: &'static str,
    docs: Docs,
    /// Absent: the default of the option.
    default: Option<&'static str>,
}

/// Where the documentation of an attribute and its form are from.
enum Docs {
    /// The option of this name, of these questions. `is_passed`: all views pass its value to these questions, and the
    /// attribute takes no more than its row; otherwise a view makes the option of it.
    Option {
        questions: &'static [&'static str],
        option: &'static str,
        is_passed: bool,
    },
    /// The attribute is the element's own.
    Own(Form, &'static str),
}

/// How the value of an attribute is written.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Length,
    Whole,
    Flag,
    Pairs,
    Words(&'static [&'static str]),
}

const NO_DEFAULT: Option<&str> = Some("");
const NO_WORDS: &[&str] = &[];

#[rustfmt::skip]
const ATTRIBUTES: [Attribute; 21] = [
    own("src", Form::Text, "The address of the input. The element fetches only this and the engine.", ""),
    own("view", Form::Words(&["placement", "spread", "nodes", "quotas", "vms", "change", "sweep"]),
        "The view: `placement`, `spread`, `nodes`, `quotas`, `vms`, `change` or `sweep`.",
        "one of the first five, by the kinds in the input"),
    own("placement", Form::Text, "The placement, as `namespace/name` or `name`.", "the first"),
    own("cluster", Form::Text,
        "The cluster to explain; in the view `change`, the one to select, or to deselect if it is selected.", ""),
    of_option("pod", &["simulatePod"], "pod", false, Some("the first pending one")),
    own("node", Form::Text, "The node to explain.", ""),
    of_option("timeline", &["vmTimeline", "vmStep"], "timeline", true, None),
    of_option("variant", &["vmTimeline", "vmStep"], "variant", true, NO_DEFAULT),
    own("step", Form::Whole, "The state after this step is shown; 0 is the start.",
        "the last step, for VMs the first migration"),
    own("baseline", Form::Words(&["recorded"]),
        "What the view `placement` compares the decision with: `recorded`, the recorded decision.", ""),
    own("sweep", Form::Text, "The parameter of the view `sweep`: a prioritizer, `count` or `maxSkew=<topology key>`.",
        "the first prioritizer with a weight"),
    of_option("profile", &["decide", "scoreNodes", "simulatePod", "explainNode", "evictAcrossNodes", "quotas", "queue",
        "change"], "profile", true, None),
    of_option("kubernetes", &["simulatePod"], "kubernetesVersion", false, None),
    own("weights", Form::Pairs,
        "Weights in place of those of the input or of scorers; as an attribute `Steady=3, Balance=-1`.", ""),
    of_option("now", &["decide"], "now", false, Some("the time at which the element was created")),
    own("controls", Form::Flag, "Shows sliders for weights, and lists to choose from.", ""),
    own("readonly", Form::Flag, "Shows a picture: nothing moves, opens or can be selected.", ""),
    own("theme", Form::Words(&["auto", "light", "dark"]),
        "The colors: `light`, `dark`, or `auto`, the `color-scheme` of the page.", "auto"),
    own("height", Form::Length, "The height, such as `400px` or `60vh`; longer content scrolls.",
        "the height of the content"),
    own("loading", Form::Words(&["lazy", "eager"]), "When to load: `eager`, immediately; `lazy`, near the viewport.",
        "lazy"),
    own("playground", Form::Text, "The address of the link “Open in the playground”.", ""),
];

const fn own(
    name: &'static str,
    form: Form,
    docs: &'static str,
    default: &'static str,
) -> Attribute {
    let (docs, default) = (Docs::Own(form, docs), Some(default));
    Attribute {
        name,
        docs,
        default,
    }
}

const fn of_option(
    name: &'static str,
    questions: &'static [&'static str],
    option: &'static str,
    is_passed: bool,
    default: Option<&'static str>,
) -> Attribute {
    let docs = Docs::Option {
        questions,
        option,
        is_passed,
    };
    Attribute {
        name,
        docs,
        default,
    }
}

/// What is known of an attribute.
struct Known {
    docs: String,
    /// Empty: none.
    default: String,
    form: &'static str,
    /// The words that it can be.
    words: Vec<String>,
    /// The option that it is, and the questions that get it.
    asks: Option<(&'static str, &'static [&'static str])>,
}

fn known(attribute: &Attribute, questions: &[Description], declarations: &Declarations) -> Known {
    let own = attribute.default.map(str::to_owned);
    match attribute.docs {
        Docs::Own(form, docs) => {
            let (form, words) = match form {
                Form::Text => ("text", NO_WORDS),
                Form::Length => ("length", NO_WORDS),
                Form::Whole => ("whole", NO_WORDS),
                Form::Flag => ("flag", NO_WORDS),
                Form::Pairs => ("pairs", NO_WORDS),
                Form::Words(words) => ("word", words),
            };
            Known {
                docs: docs.to_owned(),
                default: own.unwrap_or_default(),
                form,
                words: words.iter().map(|word| (*word).to_owned()).collect(),
                asks: None,
            }
        }
        Docs::Option {
            questions: asked,
            option,
            is_passed,
        } => {
            let of = |name: &str| {
                let question = questions.iter().find(|each| each.name == name);
                let mut fields = question.into_iter().flat_map(|each| &each.fields);
                let field = fields.find(|field| field.name == option);
                field.unwrap_or_else(|| panic!("`{name}` has no option `{option}`"))
            };
            let fields: Vec<&Field> = asked.iter().map(|name| of(name)).collect();
            let field = fields.first().expect("a question");
            let (docs, default) = command_options::documented(field);
            let (form, words) = command_options::form(field, declarations);
            Known {
                docs,
                default: own.unwrap_or(default),
                form,
                words,
                asks: is_passed.then_some((option, asked)),
            }
        }
    }
}

impl Known {
    /// Whether the property is one of its words unless it is set.
    fn has_word(&self) -> bool {
        self.words.contains(&self.default)
    }

    /// The type of the property.
    fn ts(&self) -> String {
        let words: Vec<String> = self
            .words
            .iter()
            .map(|word| format!("\"{word}\""))
            .collect();
        match self.form {
            "flag" => "boolean".to_owned(),
            "pairs" => "Record<string, number>".to_owned(),
            "whole" => "number | null".to_owned(),
            "word" if self.has_word() => words.join(" | "),
            "word" => words.join(" | ") + " | null",
            _ => "string | null".to_owned(),
        }
    }
}

/// Holds all files that follow from the attributes.
pub(crate) fn hold_all(questions: &[Description], declarations: &Declarations) {
    hold_part(
        "pkg/src/embed.ts",
        "export interface EmbedOptions {",
        "}\n",
        &fields(questions, declarations),
    );
    hold_part(
        "www/docs/embed.md",
        "<!-- attributes",
        "<!-- end of attributes",
        &format!("\n{}\n", table(questions, declarations)),
    );
    hold(
        "www/src/embed/table.ts",
        &module(questions, declarations, COMMAND),
    );
}

/// `www/src/embed/table.ts`: how attributes are read, and which questions get them.
fn module(questions: &[Description], declarations: &Declarations, command: &str) -> String {
    let mut text = format!("// Generated from the table of attributes by `{command}`.\n{HEAD}");
    for attribute in &ATTRIBUTES {
        let known = known(attribute, questions, declarations);
        let mut facts = vec![format!("form: \"{}\"", known.form)];
        if !known.words.is_empty() {
            facts.push(format!("words: {:?}", known.words));
        }
        if known.has_word() {
            facts.push(format!("default: \"{}\"", known.default));
        }
        if let Some((option, asked)) = known.asks {
            facts.push(format!("option: \"{option}\", questions: {asked:?}"));
        }
        let _ = writeln!(text, "  {}: {{ {} }},", attribute.name, facts.join(", "));
    }
    text + "};\n"
}

const HEAD: &str = "import type { EmbedOptions } from \"schedscope/embed\";\n\
    import type { Attribute } from \"./attribute\";\n\n\
    export const attributes: Readonly<Record<keyof EmbedOptions, Attribute>> = {\n";

/// The fields of `EmbedOptions`.
fn fields(questions: &[Description], declarations: &Declarations) -> String {
    let mut text = String::new();
    for attribute in &ATTRIBUTES {
        let known = known(attribute, questions, declarations);
        let (docs, default, ts) = (&known.docs, &known.default, known.ts());
        let is_nullable = ts.ends_with("| null");
        let end = match (default.as_str(), is_nullable) {
            ("", true) => " `null`: none.".to_owned(),
            ("", false) => String::new(),
            (default, true) => format!(" `null`, the default: {default}."),
            (default, false) => format!(" Default: {default}."),
        };
        let lines = lines(&format!("{docs}{end}"));
        let _ = match lines.as_slice() {
            [line] => writeln!(text, "  /** {line} */"),
            lines => writeln!(text, "  /**\n   * {}\n   */", lines.join("\n   * ")),
        };
        let _ = writeln!(text, "  {}: {ts};", attribute.name);
    }
    text
}

/// The rows of the table of attributes.
fn table(questions: &[Description], declarations: &Declarations) -> String {
    let mut text = String::from("| attribute | meaning |\n|---|---|\n");
    for attribute in &ATTRIBUTES {
        let Known { docs, default, .. } = known(attribute, questions, declarations);
        let end = match default.as_str() {
            "" => String::new(),
            default => format!(" Default: {default}."),
        };
        let _ = writeln!(text, "| `{}` | {docs}{end} |", attribute.name);
    }
    text
}

/// A text in lines that fit a comment of a field.
fn lines(text: &str) -> Vec<String> {
    const WIDTH: usize = 108;
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= WIDTH {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}
