//! The attributes of `<schedscope-embed>`, with one documentation each: their types in `pkg/src/embed.ts` and their
//! table in `www/docs/embed.md`.

use std::fmt::Write as _;

use schedscope::scenario::Description;

use crate::command_options;

/// An attribute of the element.
struct Attribute {
    name: &'static str,
    /// The type of the property.
    ts: &'static str,
    docs: Docs,
    /// Absent: the default of the option.
    default: Option<&'static str>,
}

/// Where the documentation of an attribute is from.
enum Docs {
    /// An option of a question.
    Option(&'static str, &'static str),
    /// The attribute is the element's own.
    Own(&'static str),
}

const TEXT: &str = "string | null";
const NO_DEFAULT: Option<&str> = Some("");

#[rustfmt::skip]
const ATTRIBUTES: [Attribute; 21] = [
    own("src", TEXT, "The address of the input. The element fetches only this and the engine.", ""),
    own("view", "EmbedView | null",
        "The view: `placement`, `spread`, `nodes`, `quotas`, `vms`, `change` or `sweep`.",
        "one of the first five, by the kinds in the input"),
    own("placement", TEXT, "The placement, as `namespace/name` or `name`.", "the first"),
    own("cluster", TEXT,
        "The cluster to explain; in the view `change`, the one to select, or to deselect if it is selected.", ""),
    option("pod", TEXT, "simulatePod", "pod", Some("the first pending one")),
    own("node", TEXT, "The node to explain.", ""),
    option("timeline", TEXT, "vmTimeline", "timeline", None),
    option("variant", TEXT, "vmTimeline", "variant", NO_DEFAULT),
    own("step", "number | null", "The state after this step is shown; 0 is the start.",
        "the last step, for VMs the first migration"),
    own("baseline", "\"recorded\" | null",
        "What the view `placement` compares the decision with: `recorded`, the recorded decision.", ""),
    own("sweep", TEXT, "The parameter of the view `sweep`: a prioritizer, `count` or `maxSkew=<topology key>`.",
        "the first prioritizer with a weight"),
    option("profile", "ProfileChoice", "decide", "profile", None),
    option("kubernetes", "KubernetesVersion | null", "simulatePod", "kubernetesVersion", None),
    own("weights", "Record<string, number>",
        "Weights in place of those of the input or of scorers; as an attribute `Steady=3, Balance=-1`.", ""),
    option("now", TEXT, "decide", "now", Some("the time at which the element was created")),
    own("controls", "boolean", "Shows sliders for weights, and lists to choose from.", ""),
    own("readonly", "boolean", "Shows a picture: nothing moves, opens or can be selected.", ""),
    own("theme", "\"auto\" | \"light\" | \"dark\"",
        "The colors: `light`, `dark`, or `auto`, the `color-scheme` of the page.", "auto"),
    own("height", TEXT, "The height, such as `400px` or `60vh`; longer content scrolls.", "the height of the content"),
    own("loading", "\"lazy\" | \"eager\"", "When to load: `eager`, immediately; `lazy`, near the viewport.", "lazy"),
    own("playground", TEXT, "The address of the link “Open in the playground”.", ""),
];

const fn own(
    name: &'static str,
    ts: &'static str,
    docs: &'static str,
    default: &'static str,
) -> Attribute {
    let (docs, default) = (Docs::Own(docs), Some(default));
    Attribute {
        name,
        ts,
        docs,
        default,
    }
}

const fn option(
    name: &'static str,
    ts: &'static str,
    question: &'static str,
    option: &'static str,
    default: Option<&'static str>,
) -> Attribute {
    let docs = Docs::Option(question, option);
    Attribute {
        name,
        ts,
        docs,
        default,
    }
}

/// The documentation of an attribute and its default; empty: none.
fn documented(attribute: &Attribute, questions: &[Description]) -> (String, String) {
    let (docs, default) = match attribute.docs {
        Docs::Own(docs) => (docs.to_owned(), String::new()),
        Docs::Option(question, option) => {
            let asked = questions.iter().find(|each| each.name == question);
            let mut fields = asked.into_iter().flat_map(|each| &each.fields);
            let field = fields.find(|field| field.name == option);
            command_options::documented(field.expect("an option of the question"))
        }
    };
    (docs, attribute.default.map_or(default, str::to_owned))
}

/// The fields of `EmbedOptions`.
pub(crate) fn fields(questions: &[Description]) -> String {
    let mut text = String::new();
    for attribute in &ATTRIBUTES {
        let (docs, default) = documented(attribute, questions);
        let is_nullable = attribute.ts.ends_with("| null");
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
        let _ = writeln!(text, "  {}: {};", attribute.name, attribute.ts);
    }
    text
}

/// The rows of the table of attributes.
pub(crate) fn table(questions: &[Description]) -> String {
    let mut text = String::from("| attribute | meaning |\n|---|---|\n");
    for attribute in &ATTRIBUTES {
        let (docs, default) = documented(attribute, questions);
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
