//! Texts that are made to break a reader give findings, not traps.

use schedscope::wasm::Scenario;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{DECIDE, EXAMPLE, answer, ask, check, edit, get, js, json, read};

/// Reads a text in front of the example, which must still be decided.
#[track_caller]
fn check_code(hostile: &str, expect: &str) {
    let mut scenario = Scenario::new();
    let text = format!("{hostile}\n---\n{EXAMPLE}");
    let reading = read(&mut scenario, &text);
    let found = json(&get(&reading, "diagnostics.0"));
    let code = format!(r#""code":"{expect}""#);
    assert!(
        found.contains(&code),
        "{code}, not {found} of {hostile:.20}"
    );
    let summary = ask(&mut scenario, DECIDE);
    check(&summary, "selected.length", "5");
    // Edited away, it has been nothing.
    let units = hostile.encode_utf16().count() as f64;
    let reading = edit(&mut scenario, 0.0, units, "# 🙂");
    check(&reading, "counts.error", "0");
}

#[wasm_bindgen_test]
fn nesting_ten_thousand_deep() {
    check_code(&"[".repeat(10_000), "too-deep");
    check_code(&format!("x: {}", "{a: ".repeat(10_000)), "too-deep");
    check_code(&format!("{{\"a\": {}", "[".repeat(10_000)), "too-deep");
    check_code(&"- ".repeat(10_000), "too-deep");
    check_code(&"? ".repeat(10_000), "too-deep");
    let lines = (0..3_000).map(|depth| " ".repeat(depth) + "a:\n");
    let block: String = lines.collect();
    check_code(&block, "too-deep");
}

#[wasm_bindgen_test]
fn an_alias_bomb() {
    let mut lines = vec!["a0: &a0 [x, x, x, x, x, x, x, x, x, x]".to_owned()];
    for level in 1..12 {
        let list = vec![format!("*a{}", level - 1); 10].join(", ");
        lines.push(format!("a{level}: &a{level} [{list}]"));
    }
    check_code(&lines.join("\n"), "alias-budget");
}

#[wasm_bindgen_test]
fn half_a_character() {
    let mut scenario = Scenario::new();
    let text = js("'# \\ud83d alone\\n' + 'kind: \\udc00\\n'");
    scenario.replace(&text).expect("a text");
    let reading = ask(&mut scenario, r#"{"reading":{}}"#);
    check(&reading, "documents", "1");
    // One code unit stays one, so places stay right.
    assert_eq!(scenario.text(), "# \u{fffd} alone\nkind: \u{fffd}\n");
    scenario
        .edit(2.0, 3.0, &js("'\\udfff'"))
        .expect("a reading");
    assert_eq!(scenario.text(), "# \u{fffd} alone\nkind: \u{fffd}\n");
    scenario.edit(2.0, 3.0, &"🙂".into()).expect("a reading");
    scenario.edit(4.0, 10.0, &"".into()).expect("a reading");
    assert_eq!(scenario.text(), "# 🙂\nkind: \u{fffd}\n");
    // Between the halves: the whole character goes.
    scenario.edit(3.0, 4.0, &"x".into()).expect("a reading");
    assert_eq!(scenario.text(), "# x\nkind: \u{fffd}\n");
}

#[wasm_bindgen_test]
fn every_beginning_of_a_text_is_read() {
    let text = format!("{}🙂: [*a, &b \"\\ud83d\n", &EXAMPLE[..1500]);
    let mut scenario = Scenario::new();
    scenario.replace(&"".into()).expect("a reading");
    let units: Vec<u16> = text.encode_utf16().collect();
    for (at, part) in units.chunks(7).enumerate() {
        // A part may begin or end with half a character.
        let insert = js_sys::JsString::from_char_code(part);
        let at = (at * 7) as f64;
        scenario.edit(at, at, &insert).expect("a reading");
        // It may lack the placement as yet.
        let _ = answer(&mut scenario, DECIDE);
    }
    assert_eq!(
        scenario.text().encode_utf16().count(),
        text.encode_utf16().count()
    );
}

#[wasm_bindgen_test]
fn questions_that_are_made_to_break_the_engine() {
    let text = include_str!("../../examples/quota-reprieve.yaml");
    let mut scenario = Scenario::new();
    scenario.replace(&text.into()).expect("a reading");
    let mut ask = |question: &str| scenario.ask(&question.into());
    let queue = r#"{"queue":{}}"#;
    let before = ask(queue).expect("an answer");
    let mut check = |question: &str, has_answer: bool| {
        let answer = ask(question);
        let found = answer.is_ok();
        assert_eq!(found, has_answer, "{question:.80}: {answer:.80?}");
        assert_eq!(ask(queue).expect("again"), before, "after {question:.80}");
    };
    let long = "🙂".repeat(300_000);
    let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
    let (least, most) = (i64::MIN, i64::MAX);

    check(&format!(r#"{{"pods":{{"find":"{long}"}}}}"#), true);
    check(r#"{"pods":{"find":"\u0000","node":"\uffff"}}"#, true);
    check(
        r#"{"nodes":{"offset":4294967296,"limit":4294967296}}"#,
        true,
    );
    let numbers = format!(r#"{{"offset":{most},"limit":{most},"maxSteps":1000000}}"#);
    check(&format!(r#"{{"queue":{numbers}}}"#), true);
    check(r#"{"queue":{"maxSteps":0,"offset":7,"limit":0}}"#, true);
    check(r#"{"queue":{"maxSteps":1000001}}"#, false);
    check(
        &format!(r#"{{"queueStep":{{"step":{most},"queue":{numbers}}}}}"#),
        true,
    );
    check(&format!(r#"{{"queueStep":{{"step":{least}}}}}"#), false);
    check(
        &format!(r#"{{"scoreNodes":{{"pod":"{long}/{long}"}}}}"#),
        false,
    );
    check(&format!(r#"{{"scoreNodes":{{"pod":{deep}}}}}"#), false);
    check(&format!(r#"{{"{long}":{{"{long}":"{long}"}}}}"#), false);
    check(&deep, false);

    let mut place = |pod: &str, options: &str, has_answer: bool| {
        let question = format!(r#"{{"scoreNodes":{{"pod":"{pod}",{options}}}}}"#);
        check(&question, has_answer);
    };
    let api = "team-a/api";
    place(api, r#""resources":[],"shape":[],"scorers":[]"#, true);
    let resource = |weight: i64| format!(r#"{{"name":"cpu","weight":{weight}}}"#);
    let unknown = r#"{"name":"🙂","weight":100}"#;
    let many = vec![resource(100); 999].join(",");
    place(api, &format!(r#""resources":[{unknown},{many}]"#), true);
    place(
        api,
        &format!(r#""resources":[{unknown},{unknown},{many}]"#),
        false,
    );
    for weight in [least, -1, 0, 101, most] {
        let resources = format!(r#""resources":[{}]"#, resource(weight));
        place(api, &resources, false);
    }
    for point in [
        format!("[{least},0]"),
        format!("[0,{most}]"),
        "[-1,0]".to_owned(),
    ] {
        place(api, &format!(r#""shape":[{point}]"#), false);
    }
    for pod in [api, "kube-system/kube-proxy-4mzkp"] {
        place(pod, &format!(r#""bestEffort":{{"amount":{most}}}"#), true);
        place(pod, &format!(r#""bestEffort":{{"amount":{least}}}"#), false);
    }

    let mut event = |event: &str| {
        check(
            &format!(r#"{{"quotaEvents":{{"events":[{event}]}}}}"#),
            false,
        );
    };
    event(&deep);
    event(&format!(r#"{{"type":"addPod","pod":{deep}}}"#));
    event(&format!(r#"{{"type":"{long}"}}"#));
    event(&format!(r#"{{"type":"addPod","pod":{{"kind":"{long}"}}}}"#));
}
