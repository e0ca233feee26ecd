//! The TypeScript types and methods of the package, the ranges of its schema and the reference of questions are
//! made from the Rust types and from the table of questions, here.

#[path = "types/brief.rs"]
mod brief;
#[path = "types/calls.rs"]
mod calls;
#[path = "types/command_options.rs"]
mod command_options;
#[path = "types/differences.rs"]
mod differences;
#[path = "types/embed_attributes.rs"]
mod embed_attributes;
#[path = "types/not_looked_at.rs"]
mod not_looked_at;

use std::{collections::BTreeSet, fmt::Write as _, fs};

use schedscope::{
    objects::kind::KINDS,
    options::types::{Declarations, comment, without_links},
    scenario::{Description, SpreadEdit, descriptions},
};
use ts_rs::TypeVisitor as _;

/// The command that regenerates the files.
const COMMAND: &str = "cargo xtask types";

fn declarations(questions: &[Description]) -> Declarations {
    let mut declarations = Declarations::default();
    for question in questions {
        (question.declare)(&mut declarations);
    }
    declarations.visit::<SpreadEdit>();
    // What options say by `null` or by being absent.
    declarations.by_name.remove("Float");
    declarations.by_name.remove("NoOptions");
    declarations
}

/// The declarations as they are published, and the fields that need not be whole, as `Type.field`.
fn types(declarations: &Declarations) -> (String, BTreeSet<String>) {
    let mut fractions: BTreeSet<String> = declarations.fractions.iter().cloned().collect();
    let mut declared = String::new();
    let mut text = format!("// Generated from the Rust types by `{COMMAND}`.\n");
    for line in declarations
        .by_name
        .values()
        .flat_map(|text| ["\n", text])
        .collect::<String>()
        .lines()
    {
        if let Some(rest) = line.strip_prefix("export type ") {
            rest.split(' ')
                .next()
                .unwrap_or_default()
                .clone_into(&mut declared);
        }
        if line.contains("Float") && !line.starts_with(" *") {
            let field = line.split([':', '?']).next().unwrap_or_default();
            fractions.insert(format!("{declared}.{field}"));
        }
        let line = line.replace("Float", "number");
        let _ = writeln!(text, "{}", without_links(&line).trim_end());
    }
    (in_one_line(&short_lists(&text)), fractions)
}

/// Lists as TypeScript abbreviates them: `Array<string>` as `string[]`.
fn short_lists(text: &str) -> String {
    let mut text = text.to_owned();
    // From the last one, the inner ones come first.
    while let Some((before, rest)) = text.rsplit_once("Array<") {
        let mut depth = 1;
        let end = rest.find(|letter: char| {
            depth += i32::from(letter == '<') - i32::from(letter == '>');
            depth == 0
        });
        let (item, after) = rest.split_at(end.expect("an end"));
        let is_one = item.starts_with('[') || !item.contains([' ', '|']);
        let item = if is_one {
            item.to_owned()
        } else {
            format!("({item})")
        };
        text = format!("{before}{item}[]{}", &after[1..]);
    }
    text
}

/// The types of options and answers that are declared by the engine.
fn named(questions: &[Description], declarations: &Declarations) -> BTreeSet<String> {
    let mut named = BTreeSet::new();
    for question in questions {
        let answer = question.answer_type(declarations);
        let options = if question.fields.is_empty() {
            ""
        } else {
            question.options
        };
        for name in [options, &answer] {
            let words = name.split(|c: char| !c.is_alphanumeric());
            let declared = words.filter(|word| declarations.by_name.contains_key(*word));
            named.extend(declared.map(str::to_owned));
        }
    }
    named
}

/// `pkg/src/questions/table.ts`: what is asked and answered, and a method for each question.
fn questions_module(questions: &[Description], declarations: &Declarations) -> String {
    let mut text = format!("// Generated from the table of questions by `{COMMAND}`.\n");
    let used = named(questions, declarations);
    let list = |names: &BTreeSet<String>| {
        names
            .iter()
            .fold(String::new(), |list, name| list + "  " + name + ",\n")
    };
    let _ = writeln!(
        text,
        "import type {{\n{}}} from \"../../types.js\";",
        list(&used)
    );
    text.push_str(
        "\n/** The questions, with the types of their options and answers. */\nexport interface Questions {\n",
    );
    for question in questions {
        let answer = question.answer_type(declarations);
        text.push_str(&comment(&question.docs, "  "));
        let options = if question.fields.is_empty() {
            "Record<string, never>"
        } else {
            question.options
        };
        let _ = writeln!(
            text,
            "  {}: [options: {options}, answer: {answer}];",
            question.name
        );
    }
    text.push_str(
        "}\n\n/** The options of a question, whether it decides a placement (and so may need CEL), the stage of\n \
         * progress if it is computed in slices. */\nexport interface QuestionFacts {\n  \
         readonly options: readonly string[];\n  readonly decides?: true;\n  \
         readonly stage?: \"queue\" | \"search\" | \"timeline\";\n}\n\n\
         /** The options of each question, and how it is computed. */\n\
         export const QUESTIONS: { readonly [Question in keyof Questions]: QuestionFacts } = {\n",
    );
    for question in questions {
        let names: Vec<String> = question
            .fields
            .iter()
            .map(|field| format!("\"{}\"", field.name))
            .collect();
        // Else no time is added, and no CEL evaluated.
        let is_of_placement = ["now", "placement"]
            .iter()
            .all(|own| names.iter().any(|name| name.contains(own)));
        assert!(
            question.decides || !is_of_placement,
            "`{}` decides a placement: its options are missing in the table's `@decides`",
            question.name
        );
        let decides = if question.decides {
            ", decides: true"
        } else {
            ""
        };
        let stage = question
            .stage
            .map_or_else(String::new, |stage| format!(", stage: \"{stage}\""));
        let line = format!(
            "  {}: {{ options: [{}]{decides}{stage} }},\n",
            question.name,
            names.join(", ")
        );
        text.push_str(&line);
    }
    text.push_str("};\n");
    push_methods(&mut text, questions, declarations);
    text
}

/// Writes the class with a method for each question.
fn push_methods(text: &mut String, questions: &[Description], declarations: &Declarations) {
    text.push_str(
        "\n/** A method for each question. */\nexport abstract class QuestionMethods {\n  \
         /** Answers a question. */\n  \
         protected abstract answer<Question extends keyof Questions>(\n    question: Question,\n    \
         options: object | undefined,\n  ): Questions[Question][1];\n",
    );
    for question in questions {
        let Description { name, options, .. } = question;
        let answer = question.answer_type(declarations);
        let mut docs = question.docs.clone();
        let codes: Vec<String> = question
            .errors
            .iter()
            .map(|code| format!("`{code}`"))
            .collect();
        if !codes.is_empty() {
            let _ = write!(docs, "\n\n@throws {{SchedscopeError}} {}", codes.join(", "));
        }
        text.push('\n');
        text.push_str(&comment(&docs, "  "));
        if question.fields.is_empty() {
            // Whoever gives options all the same is told that there are none.
            let _ = writeln!(text, "  {name}(...options: []): {answer} {{");
            let _ = writeln!(
                text,
                "    return this.answer(\"{name}\", (options as readonly object[])[0]);"
            );
        } else {
            let mark = if question
                .fields
                .iter()
                .any(|field| field.is_needed && !field.shape.is_time())
            {
                ""
            } else {
                "?"
            };
            let _ = writeln!(text, "  {name}(options{mark}: {options}): {answer} {{");
            let _ = writeln!(text, "    return this.answer(\"{name}\", options);");
        }
        text.push_str("  }\n");
    }
    text.push_str("}\n");
}

/// `www/docs/questions.md`: the reference.
fn reference(questions: &[Description], declarations: &Declarations) -> String {
    let mut text = format!(
        "# Questions\n\n<!-- Generated from the table of questions by `{COMMAND}`. -->\n\n\
         A question has a name, options and an answer. `Scenario` has a method for each question: \
         `scenario.pods({{ limit: 20 }})`. `scenario.askJson` takes the same as JSON, \
         `{{\"pods\": {{\"limit\": 20}}}}`, and its answer keeps every digit. The types of options and answers are in \
         the package's declarations and in its JSON Schema.\n\n\
         A wrong option is an error with the code `invalid-argument`; its message begins with the path of the option. \
         Other errors are listed with each question. An option that is `undefined` or `null` counts as absent, unless \
         `null` is one of its values. Some questions run a simulation first, which may take a while: `scenario.ask` \
         runs it in slices of about 10 ms.\n"
    );
    for question in questions {
        let _ = write!(
            text,
            "\n## {}\n\n{}\n",
            question.name,
            question.docs.replace('\n', " ")
        );
        if !question.fields.is_empty() {
            text.push_str(
                "\n| Option | Type | Range | Default | Meaning |\n|---|---|---|---|---|\n",
            );
        }
        for field in &question.fields {
            let cell = |text: &str| text.replace('\n', " ").replace('|', "\\|");
            let (meaning, said) = match field.docs.split_once("Default: ") {
                Some((meaning, default)) => (
                    meaning.trim(),
                    default.trim_end_matches('.').replace('\n', " "),
                ),
                None => (field.docs.as_str(), String::new()),
            };
            let default = match &field.default {
                Some(default) => format!("`{default}`"),
                None if field.is_needed => "required".to_owned(),
                None => said,
            };
            let _ = writeln!(
                text,
                "| `{}` | `{}` | {} | {} | {} |",
                field.name,
                cell(&field.shape.ts),
                field.range(),
                cell(&default),
                cell(meaning),
            );
        }
        let answer = question.answer_type(declarations);
        let errors: Vec<String> = question
            .errors
            .iter()
            .map(|code| format!("`{code}`"))
            .collect();
        let _ = write!(text, "\nAnswer: `{answer}`.");
        if !errors.is_empty() {
            let _ = write!(text, " Errors: {}.", errors.join(", "));
        }
        if question.stage.is_some() {
            text.push_str(" May take a while: `scenario.ask` computes it in slices.");
        }
        let _ = write!(
            text,
            "\n\n```json\n{{\"{}\": {}}}\n```\n",
            question.name, question.example
        );
    }
    text
}

/// `pkg/src/words/kinds.ts`: the names of kinds in kubectl.
fn kinds_module() -> String {
    let mut text = format!(
        "// Generated from the table of kinds by `{COMMAND}`.\n\n\
         /** A kind that kubectl prints. */\nexport interface KindNames {{\n  readonly kind: string;\n  \
         /** The names that kubectl accepts, the plural first. */\n  readonly names: readonly string[];\n  \
         /** Few clusters have its CustomResourceDefinition. */\n  readonly isOptional?: true;\n}}\n\n\
         /** The kinds that scheduling reads and kubectl prints. */\n\
         export const kindNames: readonly KindNames[] = [\n"
    );
    for kind in KINDS.iter().filter(|kind| !kind.kubectl.is_empty()) {
        let optional = if kind.is_optional {
            ", isOptional: true"
        } else {
            ""
        };
        let _ = writeln!(
            text,
            "  {{ kind: \"{}\", names: {:?}{optional} }},",
            kind.name, kind.kubectl
        );
    }
    text + "];\n"
}

/// `pkg/src/cli/kind-apis.ts`: where an API server serves the kinds.
fn kind_apis_module() -> String {
    let mut text = format!(
        "// Generated from the table of kinds by `{COMMAND}`.\n\n\
         /** Where an API server serves a kind. */\nexport interface KindApi {{\n  readonly kind: string;\n  \
         /** The name of its lists in addresses. */\n  readonly plural: string;\n  \
         /** The API group; empty for core kinds. */\n  readonly group: string;\n  \
         /** The versions that are read, the current one last. */\n  readonly versions: readonly string[];\n}}\n\n\
         /** The kinds that scheduling reads and API servers serve. */\n\
         export const kindApis: readonly KindApi[] = [\n"
    );
    for kind in KINDS.iter().filter(|kind| !kind.kubectl.is_empty()) {
        let plural = kind.kubectl.first().unwrap_or(&"");
        let _ = writeln!(
            text,
            "  {{ kind: \"{}\", plural: \"{plural}\", group: \"{}\", versions: {:?} }},",
            kind.name, kind.group, kind.versions
        );
    }
    text + "];\n"
}

/// Comments that are a single line of text, on a single line.
fn in_one_line(text: &str) -> String {
    let mut parts = text.split("/**\n * ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |joined, part| match part.split_once('\n') {
        Some((words, rest)) if rest.starts_with(" */\n") => joined + "/** " + words + rest,
        _ => joined + "/**\n * " + part,
    })
}

/// Declarations without their layout, which is Biome's in the file and ts-rs' own in what it writes.
fn without_layout(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| if character == ',' { ';' } else { character })
        .collect();
    // The separator after a last member, the bar before a first, and quotes that a name does not need.
    let text = text
        .replace(";}", "}")
        .replace(";]", "]")
        .replace(";)", ")");
    let text = ["=", ":", "<", "("].iter().fold(text, |text, before| {
        text.replace(&format!("{before}|"), before)
    });
    let mut parts: Vec<&str> = text.split("\":").collect();
    let last = parts.pop().unwrap_or_default();
    parts
        .iter()
        .map(|part| match part.rsplit_once('"') {
            Some((before, name)) => format!("{before}{name}:"),
            None => format!("{part}\":"),
        })
        .chain([last.to_owned()])
        .collect()
}

/// Has Biome lay out a file, as everything else in TypeScript.
fn lay_out(file: &str) {
    let biome = "node_modules/@biomejs/biome/bin/biome";
    let done = std::process::Command::new("node")
        .args([biome, "format", "--write", file])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .status()
        .expect("Node.js is there");
    assert!(
        done.success(),
        "Biome does not format {file}: is `npm ci` done?"
    );
}

/// Holds a file to what it should be, or writes it. The layout of TypeScript is Biome's.
#[track_caller]
fn hold(file: &str, expect: &str) {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    let is_typescript = std::path::Path::new(file)
        .extension()
        .is_some_and(|ending| ending == "ts");
    if std::env::var_os("UPDATE_TYPES").is_some() {
        fs::write(&path, expect).expect("the file can be written");
        if is_typescript {
            lay_out(file);
        }
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    let same = if is_typescript {
        without_layout(&found) == without_layout(expect)
    } else {
        found.replace("\r\n", "\n") == expect
    };
    assert!(same, "{file} is not what the Rust types say: run {COMMAND}");
}

/// Holds a part of a file, between a line that starts with `from` and one that starts with `to`.
#[track_caller]
fn hold_part(file: &str, from: &str, to: &str, expect: &str) {
    let path = format!("{}/../{file}", env!("CARGO_MANIFEST_DIR"));
    let found = fs::read_to_string(&path).unwrap_or_default();
    let start = found
        .find(from)
        .and_then(|at| found[at..].find('\n').map(|end| at + end + 1));
    let start = start.unwrap_or_else(|| panic!("{file} has no line `{from}`"));
    let end = found[start..]
        .find(to)
        .unwrap_or_else(|| panic!("{file} has no line `{to}`"));
    let (before, after) = (&found[..start], &found[start + end..]);
    hold(file, &[before, expect, after].concat());
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string_pretty(value).expect("JSON") + "\n"
}

#[test]
fn the_package_has_the_types_and_questions_of_the_crate() {
    hold("pkg/src/cli/kind-apis.ts", &kind_apis_module());
    let questions = descriptions();
    let declarations = declarations(&questions);
    let (types, fractions) = types(&declarations);
    hold("pkg/types.d.ts", &brief::brief(&types));
    hold("pkg/schema/documented.d.ts", &types);
    hold("pkg/schema/fractions.json", &json(&fractions));
    hold("pkg/schema/ranges.json", &json(&declarations.ranges));
    let named = named(&questions, &declarations);
    hold("pkg/schema/questions.json", &json(&named));
    hold(
        "pkg/src/questions/table.ts",
        &questions_module(&questions, &declarations),
    );
    hold(
        "pkg/src/questions/options.ts",
        &command_options::module(&questions, &declarations, COMMAND),
    );
    hold(
        "pkg/src/questions/functions.ts",
        &calls::module(&questions, COMMAND),
    );
    embed_attributes::hold_all(&questions, &declarations);
    hold("pkg/src/words/kinds.ts", &kinds_module());
    hold("www/docs/not-looked-at.md", &not_looked_at::page(COMMAND));
    hold("www/docs/differences.md", &differences::page(COMMAND));
    hold(
        "www/docs/questions.md",
        &reference(&questions, &declarations),
    );
}

/// The options of an example are options of its question: they are read by the reader of the engine, and what
/// is asked about is not there.
#[test]
fn the_examples_of_the_reference_are_questions() {
    for question in descriptions() {
        let mut scenario = schedscope::scenario::Scenario::new("");
        let asked = format!("{{\"{}\": {}}}", question.name, question.example);
        match scenario.ask(&asked) {
            Ok(_) => {}
            Err(error) => assert!(question.errors.contains(&error.code()), "{asked}: {error}"),
        }
    }
}
