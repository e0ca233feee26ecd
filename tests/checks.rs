//! Each check by its fixture, `crates/checks/fixtures/CODE.yaml`: an input whose comments say what is found.
//!
//! A case is one or more lines `# ask QUESTION`, else the questions of the case before; `# with OLD => NEW`, which
//! replaces words of the input; `# evaluated ANSWER`, what an evaluator says of CEL expressions; and for each finding
//! of the code `# finds DATA`, some fields of its data, or `# finds nothing`. An object of a kind such as `noPod` is
//! there for the cases whose `with` makes it a `Pod`.

use std::{collections::BTreeSet, fs, mem};

use schedscope::{checks::Fact, options::types::Declarations, scenario::Scenario};
use serde_json::{Value, json};
use ts_rs::TypeVisitor as _;

use crate::{examples::differ::differ, findings::data_of};

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/checks/fixtures");

#[derive(Default)]
struct Case<'a> {
    asked: Vec<&'a str>,
    with: Vec<(&'a str, &'a str)>,
    evaluated: Vec<&'a str>,
    finds: Vec<&'a str>,
}

fn cases(fixture: &str) -> Vec<Case<'_>> {
    let mut cases = Vec::new();
    let mut case = Case::default();
    let lines = fixture.lines().filter_map(|line| line.strip_prefix("# "));
    for (word, rest) in lines.filter_map(|line| line.split_once(' ')) {
        if matches!(word, "ask" | "with" | "evaluated") && !case.finds.is_empty() {
            let asked = case.asked.clone();
            cases.push(mem::take(&mut case));
            if word != "ask" {
                case.asked = asked;
            }
        }
        match word {
            "ask" => case.asked.push(rest),
            "with" => case
                .with
                .push(rest.split_once(" => ").expect("`OLD => NEW`")),
            "evaluated" => case.evaluated.push(rest),
            "finds" => case.finds.push(rest),
            _ => {}
        }
    }
    cases.push(case);
    cases
}

#[test]
fn each_check_finds_what_its_fixture_says() {
    let mut declarations = Declarations::default();
    declarations.visit::<Fact>();
    let codes = declarations.by_name["Fact"].split("\"code\": \"").skip(1);
    let codes: BTreeSet<_> = codes.filter_map(|of| of.split('"').next()).collect();
    let files = fs::read_dir(FIXTURES).expect("the fixtures");
    let files: BTreeSet<_> = files
        .map(|file| file.expect("a file").file_name())
        .collect();
    let expected = codes.iter().map(|code| format!("{code}.yaml").into());
    assert_eq!(files, expected.collect(), "each code has one fixture");
    for code in codes {
        let fixture = fs::read_to_string(format!("{FIXTURES}/{code}.yaml")).expect("a text");
        let lines = fixture.lines().filter(|line| !line.starts_with("# "));
        let input: String = lines.flat_map(|line| [line, "\n"]).collect();
        for case in cases(&fixture) {
            let Case {
                asked,
                with,
                evaluated,
                finds,
            } = case;
            assert!(!asked.is_empty() && !finds.is_empty(), "{code}");
            let mut text = input.clone();
            for (old, new) in &with {
                assert!(text.contains(old), "{code}: the input has no `{old}`");
                text = text.replace(old, new);
            }
            let data = finds.into_iter().filter(|data| *data != "nothing");
            let expected: Value = data
                .map(|data| serde_json::from_str::<Value>(data).expect("JSON"))
                .collect();
            for question in asked {
                let mut scenario = Scenario::new(&text);
                for evaluated in &evaluated {
                    scenario.cel_question(0).expect("a question");
                    scenario.cel_answer(evaluated).expect("an answer");
                }
                let answer = scenario.ask(question).expect("an answer");
                let found = data_of(&reference::answers::read(&answer), &[code]);
                let mut differences = String::new();
                differ("", &expected, &json!(found), &mut differences);
                assert!(
                    differences.is_empty(),
                    "{code}: {question} with {with:?}\n{differences}"
                );
            }
        }
    }
}
