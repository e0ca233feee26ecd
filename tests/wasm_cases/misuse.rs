//! Wrong calls throw an `Error` with a code, and leave the scenario as it was. What is said of wrong options is
//! tested where they are read, in `tests/scenario/questions.rs`.

use schedscope::wasm::{Scenario, fleet_yaml, hub_yaml};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{DECIDE, EXAMPLE, answer, check_error, decided, js};

const MISUSE: &str = "invalid-argument";

#[wasm_bindgen_test]
fn a_question_without_an_answer_has_its_own_code() {
    let mut scenario = Scenario::new();
    let none = "nothing was decided since the input changed";
    for question in [
        r#"{"explainCluster":{"cluster":0}}"#,
        r#"{"decisionsYaml":{}}"#,
        r#"{"clusters":{}}"#,
        r#"{"clusterIndex":{"name":"a"}}"#,
    ] {
        check_error(answer(&mut scenario, question), "no-decision", none);
    }
    check_error(scenario.states().map(JsValue::from), "no-decision", none);
    check_error(scenario.totals().map(JsValue::from), "no-decision", none);
    let selected = scenario.selected_indices().map(JsValue::from);
    check_error(selected, "no-decision", none);

    let message = "there is no placement `0`: the input has 0";
    let decide = r#"{"decide":{"placement":0,"now":"2025-06-01T12:00:00Z"}}"#;
    check_error(answer(&mut scenario, decide), "no-such-placement", message);

    scenario.replace(&EXAMPLE.into()).expect("a reading");
    let noon = r#"{"decide":{"now":"noon"}}"#;
    let message = "`noon` is not an RFC 3339 time";
    check_error(answer(&mut scenario, noon), "invalid-now", message);
    answer(&mut scenario, DECIDE).expect("a decision");
    let explain = r#"{"explainCluster":{"cluster":8}}"#;
    let message = "there is no cluster `8`";
    check_error(answer(&mut scenario, explain), "no-such-cluster", message);
    scenario.edit(0.0, 0.0, &"#\n".into()).expect("a reading");
    check_error(answer(&mut scenario, explain), "no-decision", none);
}

#[wasm_bindgen_test]
fn numbers_that_are_none_are_named() {
    let mut scenario = decided(EXAMPLE);
    for (number, shown) in [
        (-1.0, "-1"),
        (0.5, "0.5"),
        (f64::NAN, "NaN"),
        (f64::NEG_INFINITY, "-Infinity"),
    ] {
        let count = |name: &str| format!("`{name}` must be a whole number from 0, not `{shown}`");
        let insert = "x".into();
        let edited = scenario.edit(number, 0.0, &insert).map(|()| JsValue::NULL);
        check_error(edited, MISUSE, &count("from"));
        let edited = scenario.edit(0.0, number, &insert).map(|()| JsValue::NULL);
        check_error(edited, MISUSE, &count("to"));
        let whole = |name: &str, most: &str| {
            format!("`{name}` must be a whole number from 0 to {most}, not `{shown}`")
        };
        let fleet = fleet_yaml(number, 1.0, None).map(JsValue::from);
        check_error(fleet, MISUSE, &whole("seed", "4294967295"));
        let hub = hub_yaml(1.0, number).map(JsValue::from);
        check_error(hub, MISUSE, &whole("clusters", "500000"));
    }
    let fleet = fleet_yaml(1.0, 1e9, None).map(JsValue::from);
    let message = "`clusters` must be a whole number from 0 to 500000, not `1000000000`";
    check_error(fleet, MISUSE, message);
    assert_eq!(scenario.text(), EXAMPLE, "nothing was edited");
    // What is beyond the end is the end.
    let end = f64::INFINITY;
    scenario
        .edit(end, end, &"# end\n".into())
        .expect("a reading");
    assert!(scenario.text().ends_with("# end\n"));
}

#[wasm_bindgen_test]
fn what_is_no_string_is_named() {
    let mut scenario = decided(EXAMPLE);
    for (value, shown) in [
        ("5", "`5`"),
        ("undefined", "undefined"),
        ("null", "object"),
        ("['a']", "object"),
        ("Symbol()", "symbol"),
        ("new String('x')", "object"),
    ] {
        let value = js(value);
        let message = |name: &str| format!("`{name}` must be a string, not {shown}");
        let replaced = scenario.replace(&value).map(|()| JsValue::NULL);
        check_error(replaced, MISUSE, &message("text"));
        let edited = scenario.edit(0.0, 0.0, &value).map(|()| JsValue::NULL);
        check_error(edited, MISUSE, &message("insert"));
        let asked = scenario.ask(&value).map(JsValue::from);
        check_error(asked, MISUSE, &message("question"));
    }
    assert_eq!(scenario.text(), EXAMPLE, "nothing was replaced");
    assert_eq!(scenario.selected_indices().expect("decided").len(), 5);
}

/// A text with two nodes, four pods on them, and one that waits.
const PODS: &str = include_str!("../../examples/limit-aware-use-case.yaml");

#[wasm_bindgen_test]
fn wrong_questions_leave_the_scenario_as_it_was() {
    let mut scenario = Scenario::new();
    scenario.replace(&PODS.into()).expect("a reading");
    let place = r#"{"scoreNodes":{"pod":"default/pod5"}}"#;
    let before = scenario.ask(&place.into()).expect("an answer");
    let mut check = |question: &str, code: &str, message: &str| {
        check_error(answer(&mut scenario, question), code, message);
        let again = scenario.ask(&place.into()).expect("an answer");
        assert_eq!(again, before, "after {question:.60}");
    };
    check("", MISUSE, "EOF while parsing a value at line 1 column 0");
    check(
        r#"{"pods":{}} {}"#,
        MISUSE,
        "trailing characters at line 1 column 13",
    );
    check(
        r#"{"queue":{"profil":"Upstream"}}"#,
        MISUSE,
        "queue: there is no field `profil`, did you mean `profile`",
    );
    for kind in ["scoreNodes", "simulatePod", "evictAcrossNodes"] {
        for pod in ["default/pod9", "pod5", "default/pod5/", "default/🙂"] {
            let question = format!(r#"{{"{kind}":{{"pod":"{pod}"}}}}"#);
            let message = format!("there is no pod `{pod}`");
            check(&question, "no-such-pod", &message);
        }
    }
    check(
        r#"{"explainNode":{"pod":"default/pod5","node":"node3"}}"#,
        "no-such-node",
        "there is no node `node3`",
    );
}
