//! CEL through a scenario: what is asked, when, what becomes of the answers, and where errors stand.

mod budget;
mod edits;
mod late;

use std::fmt::Write as _;

use schedscope::objects::id::{ClusterId, Id};
use schedscope_cel::evaluator::Evaluator;
use serde_json::{Value, json};

use super::*;

/// Clusters by name with the field `x` of their labels, and placements by name with their
/// expressions.
fn text(clusters: &[(&str, i64)], placements: &[(&str, &[&str])]) -> String {
    let mut text = String::new();
    for (name, x) in clusters {
        let _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: {name}, labels: {{x: '{x}'}}}}\n"
        );
    }
    for (name, expressions) in placements {
        let _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
             metadata: {{name: {name}, namespace: d}}\nspec:\n  predicates:\n  \
             - requiredClusterSelector:\n      celSelector:\n        celExpressions:\n"
        );
        for expression in *expressions {
            let _ = writeln!(text, "        - \"{}\"", expression.replace('"', "\\\""));
        }
    }
    text
}

const X_IS_1: &str = "managedCluster.metadata.labels.x == '1'";

/// What was asked: the expressions, and the names of the clusters; none: only to compile.
type Questions = Vec<(Vec<String>, Vec<String>)>;

/// Asks and answers until nothing is asked. Gives the questions.
fn prepare(scenario: &mut Scenario, placement: usize) -> Questions {
    let mut evaluator = Evaluator::new();
    let mut asked = Questions::new();
    while let Some(question) = scenario.cel_question(placement) {
        assert!(asked.len() < 1000, "the questions do not end");
        let answer = evaluator.answer(&question).expect("a question");
        scenario.cel_answer(&answer).expect("an answer");
        asked.push(read(&question));
    }
    asked
}

fn read(question: &str) -> (Vec<String>, Vec<String>) {
    let question: Value = serde_json::from_str(question).expect("JSON");
    let texts = |list: &Value, field: &str| {
        let items = list.as_array().expect("a list").iter();
        let texts = items.map(|item| item.pointer(field).and_then(Value::as_str));
        texts.map(|text| text.expect("a text").to_owned()).collect()
    };
    (
        texts(&question["expressions"], ""),
        texts(&question["clusters"], "/object/metadata/name"),
    )
}

fn list(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// The names of the selected clusters, after asking what is to be asked.
fn selected(scenario: &mut Scenario, placement: usize) -> Vec<String> {
    prepare(scenario, placement);
    scenario.decide(ask(placement)).expect("a placement");
    let details = scenario.details().expect("a decision");
    let names = details.selected().into_iter().map(|index| {
        let objects = scenario.reader().objects();
        let cluster = objects
            .clusters
            .get(ClusterId::new(index as usize))
            .expect("a cluster");
        objects.names[cluster.name()].to_owned()
    });
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    names
}

fn edit(scenario: &mut Scenario, old: &str, new: &str) {
    edit_in(scenario, old, new, Encoding::Utf8);
}

fn edit_in(scenario: &mut Scenario, old: &str, new: &str, encoding: Encoding) {
    let text = scenario.text();
    let from = text.find(old).expect("the text has it");
    let place = |byte| units(&text, byte, encoding);
    scenario.edit(place(from), place(from + old.len()), new);
}

/// Makes the text another one, by one edit where they differ.
fn rewrite(scenario: &mut Scenario, new: &str) {
    let old = scenario.text();
    let front = old.bytes().zip(new.bytes()).take_while(|(a, b)| a == b);
    let front = front.count();
    let back = old.bytes().rev().zip(new.bytes().rev());
    let back = back.take_while(|(a, b)| a == b).count();
    let back = back.min(old.len().min(new.len()) - front);
    scenario.edit(front, old.len() - back, &new[front..new.len() - back]);
}

const THREE: &[(&str, i64)] = &[("a", 1), ("b", 2), ("c", 1)];

#[test]
fn a_text_without_cel_asks_nothing() {
    let mut scenario = scenario(TEXT, Encoding::Utf8);
    for placement in [0, 1, 2, usize::MAX] {
        assert_eq!(scenario.cel_question(placement), None);
    }
    assert!(scenario.cel_answer("{}").is_err());
}

#[test]
fn only_what_is_not_known_is_asked() {
    let placements: &[(&str, &[&str])] = &[("p", &[X_IS_1, "true"]), ("q", &[X_IS_1])];
    let mut scenario = scenario(&text(THREE, placements), Encoding::Utf8);
    let (names, both) = (list(&["a", "b", "c"]), list(&[X_IS_1, "true"]));
    let expect = [(both.clone(), vec![]), (both.clone(), names)];
    assert_eq!(prepare(&mut scenario, 0), expect);
    assert_eq!(selected(&mut scenario, 0), ["a", "c"]);
    // The other placement's expression is known already.
    assert_eq!(prepare(&mut scenario, 1), []);
    assert_eq!(selected(&mut scenario, 1), ["a", "c"]);
    // A comment, a weight: nothing.
    edit(
        &mut scenario,
        "metadata: {name: p,",
        "# new\nmetadata: {name: p,",
    );
    edit(&mut scenario, "spec:\n", "spec:\n  numberOfClusters: 1\n");
    assert_eq!(prepare(&mut scenario, 0), []);
    // A cluster that is another one, and a new one.
    edit(&mut scenario, "b, labels: {x: '2'}", "b, labels: {x: '1'}");
    assert_eq!(prepare(&mut scenario, 1), [(list(&[X_IS_1]), list(&["b"]))]);
    assert_eq!(selected(&mut scenario, 1), ["a", "b", "c"]);
    assert_eq!(
        prepare(&mut scenario, 0),
        [(both.clone(), list(&["b"]))],
        "of both expressions only one is asked"
    );
    edit(
        &mut scenario,
        "---\napiVersion: cluster.open-cluster-management.io/v1beta1",
        &{
            let new = text(&[("d", 1)], &[]);
            format!("{new}---\napiVersion: cluster.open-cluster-management.io/v1beta1")
        },
    );
    assert_eq!(prepare(&mut scenario, 1), [(list(&[X_IS_1]), list(&["d"]))]);
    // A new expression asks about all clusters, and is compiled with those of other placements.
    edit(&mut scenario, "\"true\"", "\"false\"");
    let expect = [
        (list(&["false"]), vec![]),
        (list(&[X_IS_1, "false"]), list(&["a", "b", "c", "d"])),
    ];
    assert_eq!(prepare(&mut scenario, 0), expect);
    assert_eq!(selected(&mut scenario, 0), [""; 0]);
    // Back again: the verdicts are still there, and the text that went was forgotten.
    edit(&mut scenario, "\"false\"", "\"true\"");
    assert_eq!(prepare(&mut scenario, 0)[0], (list(&["true"]), vec![]));
    assert_eq!(selected(&mut scenario, 0).len(), 1);
}

#[test]
fn scores_are_asked_with_the_clusters_and_anew_when_they_change() {
    let expression = "managedCluster.scores('s').exists(s, s.name == 'n' && s.value > 5)";
    let mut text = text(THREE, &[("p", &[expression]), ("q", &[X_IS_1])]);
    for (cluster, value) in [("a", 3), ("b", 9)] {
        let _ = write!(
            text,
            "---\napiVersion: cluster.open-cluster-management.io/v1alpha1\n\
             kind: AddOnPlacementScore\nmetadata: {{name: s, namespace: {cluster}}}\n\
             status: {{scores: [{{name: n, value: {value}}}, {{name: \"q\\\"\", value: -1}}]}}\n"
        );
    }
    let mut scenario = scenario(&text, Encoding::Utf8);
    assert_eq!(selected(&mut scenario, 0), ["b"]);
    scenario.decide(ask(0)).expect("a placement");
    let explained = scenario.explain(&2.into()).expect("c");
    let requirement = &explained.explanation.predicates[0].requirements[0];
    assert_eq!(requirement.actual.as_deref(), Some("error"));
    let error = requirement.error.as_deref().unwrap_or_default();
    assert!(error.contains("not found"), "{error}");
    assert_eq!(selected(&mut scenario, 1), ["a", "c"]);
    edit(&mut scenario, "value: 3", "value: 7");
    assert_eq!(prepare(&mut scenario, 1), [], "no score is used");
    assert_eq!(selected(&mut scenario, 0), ["a", "b"]);
}

#[test]
fn what_was_not_asked_is_not_decided() {
    let mut scenario = scenario(&text(THREE, &[("p", &[X_IS_1])]), Encoding::Utf8);
    let outcome = |scenario: &mut Scenario| {
        let summary = scenario.decide(ask(0)).expect("a placement");
        serde_json::to_value(&summary).expect("JSON")["outcome"].clone()
    };
    assert_eq!(outcome(&mut scenario), "invalid");
    // Compiled, but not evaluated.
    let question = scenario.cel_question(0).expect("a question");
    let answer = Evaluator::new().answer(&question).expect("an answer");
    scenario.cel_answer(&answer).expect("an answer");
    assert_eq!(outcome(&mut scenario), "invalid");
    prepare(&mut scenario, 0);
    assert_eq!(outcome(&mut scenario), "scheduled");
    edit(&mut scenario, "'2'", "'3'");
    assert_eq!(outcome(&mut scenario), "invalid");
    assert_eq!(prepare(&mut scenario, 0).len(), 1);
    assert_eq!(outcome(&mut scenario), "scheduled");
}

#[test]
fn wrong_answers_are_refused_and_asked_again() {
    let good =
        json!({"compiled": [null], "verdicts": [[1], [0], [4]], "errors": ["e"], "steps": [9]});
    let spoiled = [
        ("/verdicts/0", json!([])),
        ("/verdicts/0", json!([1, 1])),
        ("/verdicts/0/0", json!(5)),
        ("/verdicts/0/0", json!(-1)),
        ("/verdicts/0/0", json!("x")),
        ("/verdicts", json!([[1]])),
        ("/verdicts", json!("x")),
        ("/errors", json!([])),
        ("/steps", json!([])),
        ("/steps/0", json!(0.5)),
        ("", json!([])),
        ("", json!(null)),
    ];
    let mut scenario = scenario(&text(THREE, &[("p", &[X_IS_1])]), Encoding::Utf8);
    for wrong in [
        "",
        "[",
        "{}",
        "{\"compiled\":[]}",
        "{\"compiled\":[{}]}",
        "{\"compiled\":[1]}",
    ] {
        assert!(scenario.cel_question(0).is_some());
        assert!(scenario.cel_answer(wrong).is_err(), "{wrong}");
        // It was answered, though not well.
        assert!(scenario.cel_answer(&good.to_string()).is_err());
    }
    assert!(scenario.cel_question(0).is_some());
    scenario.cel_answer(&good.to_string()).expect("an answer");
    for (path, value) in spoiled {
        let (expressions, clusters) = read(&scenario.cel_question(0).expect("a question"));
        assert_eq!((expressions.len(), clusters.len()), (1, 3), "{path}");
        let mut wrong = good.clone();
        *wrong.pointer_mut(path).expect("the place") = value;
        assert!(scenario.cel_answer(&wrong.to_string()).is_err(), "{wrong}");
    }
    assert!(scenario.cel_question(0).is_some());
    scenario.cel_answer(&good.to_string()).expect("an answer");
    assert_eq!(scenario.cel_question(0), None);
    assert_eq!(selected(&mut scenario, 0), ["a"]);
    let explained = scenario.explain(&2.into()).expect("c");
    let requirement = &explained.explanation.predicates[0].requirements[0];
    assert_eq!(requirement.error.as_deref(), Some("e"));
}

#[test]
fn an_answer_that_comes_late_does_no_harm() {
    let before = text(THREE, &[("p", &[X_IS_1])]);
    let mut scenario = scenario(&before, Encoding::Utf8);
    let mut evaluator = Evaluator::new();
    let mut answer = |scenario: &mut Scenario| {
        let question = scenario.cel_question(0).expect("a question");
        evaluator.answer(&question).expect("an answer")
    };
    let compiled = answer(&mut scenario);
    scenario.cel_answer(&compiled).expect("an answer");
    let late = answer(&mut scenario);
    // The same places, but other clusters.
    scenario.replace(&before.replace("'1'}", "'2'}"));
    scenario.cel_answer(&late).expect("an answer");
    assert_eq!(selected(&mut scenario, 0), [""; 0]);
    edit(&mut scenario, "'2'}", "'1'}");
    let late = answer(&mut scenario);
    edit(&mut scenario, "'1'}", "'5'}");
    scenario.cel_answer(&late).expect("an answer");
    assert_eq!(selected(&mut scenario, 0), [""; 0]);
}

#[test]
fn many_clusters_are_asked_in_parts() {
    let names: Vec<String> = (0..5000).map(|number| format!("c{number}")).collect();
    let clusters: Vec<(&str, i64)> = names.iter().map(|name| (&**name, 0)).collect();
    let placement: (&str, &[&str]) = ("p", &["managedCluster.metadata.name.endsWith('7')"]);
    let mut scenario = scenario(&text(&clusters, &[placement]), Encoding::Utf8);
    let questions = prepare(&mut scenario, 0);
    let counts: Vec<usize> = questions.iter().map(|(_, names)| names.len()).collect();
    assert_eq!(counts, [0, 2000, 2000, 1000]);
    let asked: Vec<&String> = questions.iter().flat_map(|(_, names)| names).collect();
    assert!(asked.into_iter().eq(&names));
    assert_eq!(selected(&mut scenario, 0).len(), 500);
    // A list in one piece is read once for all parts.
    let items = names.iter().map(|name| {
        let annotation = "x".repeat(1000);
        json!({
            "apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
            "metadata": {"name": name, "annotations": {"a": annotation}},
        })
    });
    let items: Vec<Value> = items.collect();
    let list = format!("kind: List\nitems: {}\n", Value::from(items));
    scenario.replace(&format!("{list}{}", text(&[], &[placement])));
    let questions = prepare(&mut scenario, 0);
    assert!(questions.len() > 5, "{}", questions.len());
    assert_eq!(selected(&mut scenario, 0).len(), 500);
}

#[test]
fn the_last_of_two_clusters_with_one_name_is_looked_at() {
    let mut scenario = scenario(
        &text(&[("a", 1), ("b", 1), ("a", 2)], &[("p", &[X_IS_1])]),
        Encoding::Utf8,
    );
    assert_eq!(prepare(&mut scenario, 0)[1].1, ["b", "a"]);
    assert_eq!(selected(&mut scenario, 0), ["b"]);
    // Without the last one the first one counts.
    edit(&mut scenario, "a, labels: {x: '2'}", "c, labels: {x: '2'}");
    assert_eq!(prepare(&mut scenario, 0)[0].1, ["a", "c"]);
    assert_eq!(selected(&mut scenario, 0), ["a", "b"]);
}

#[test]
fn what_does_not_compile_is_shown_at_its_place() {
    let expressions: &[&str] = &[
        "🙂 == 1",
        "true &&\\n  managedCluster.a +",
        "1 < 1.5",
        X_IS_1,
    ];
    let text = text(
        THREE,
        &[
            ("p", expressions),
            ("u", &["1 == 1", "zzz"]),
            ("q", &["zzz"]),
        ],
    );
    for encoding in BOTH {
        let mut scenario = scenario(&text, encoding);
        assert_eq!(scenario.reading().counts.error, 0);
        prepare(&mut scenario, 2);
        let reading = scenario.reading();
        let found: Vec<(&str, String, String)> = reading
            .diagnostics
            .iter()
            .map(|diagnostic| {
                assert_eq!(diagnostic.code, DiagnosticCode::InvalidExpression);
                assert_eq!(diagnostic.severity, Severity::Error);
                let place = |at: u32| byte(&text, at as usize, encoding);
                let TextRange { start, end } = diagnostic.range;
                let object = diagnostic.object.as_ref().expect("a placement");
                let path = diagnostic.path.rsplit('.').next().unwrap_or_default();
                (
                    &text[place(start.offset)..place(end.offset)],
                    format!("{} {path}", object.name),
                    diagnostic.message.clone(),
                )
            })
            .collect();
        let expect = [
            ("🙂", "p celExpressions[0]"),
            ("+", "p celExpressions[1]"),
            ("<", "p celExpressions[2]"),
            ("zzz", "u celExpressions[1]"),
            ("zzz", "q celExpressions[0]"),
        ];
        let places: Vec<(&str, &str)> = found.iter().map(|(at, of, _)| (*at, &**of)).collect();
        assert_eq!(places, expect);
        assert!(found[1].2.ends_with("(at 2:21 of it)"), "{}", found[1].2);
        assert_eq!(
            found[3].2,
            "this CEL expression does not compile: undeclared reference to 'zzz' (in container '') \
             (at 1)"
        );
        assert_eq!(reading.counts.error, 5);
        // An edit elsewhere keeps them, an edit of the expression lets its own go.
        edit_in(&mut scenario, "{name: a,", "{name:   a,", encoding);
        assert_eq!(scenario.reading().counts.error, 5);
        edit_in(&mut scenario, "1 < 1.5", "1 < 2", encoding);
        assert_eq!(scenario.reading().counts.error, 4);
    }
}

#[test]
fn a_placement_that_does_not_compile_is_misconfigured_and_nothing_is_evaluated() {
    let text = text(THREE, &[("p", &["true", "nope.("])]);
    let mut scenario = scenario(&text, Encoding::Utf8);
    assert_eq!(prepare(&mut scenario, 0).len(), 1);
    let report = scenario.report(ask(0)).expect("a placement");
    let report = serde_json::to_value(&report).expect("JSON");
    let message = report["status"]["message"].as_str().expect("a message");
    assert_eq!(report["status"]["code"], "Misconfigured");
    assert!(
        message.starts_with("compilation failed: ERROR: <input>:1:6: "),
        "{message}"
    );
    assert_eq!(prepare(&mut scenario, 0), []);
}
