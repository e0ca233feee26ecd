//! Read, edit, decide, ask.

use schedscope::wasm::{Scenario, fleet_yaml, hub_yaml};
use wasm_bindgen_test::wasm_bindgen_test;

use super::{DECIDE, EXAMPLE, ask, check, decided, edit, get, json, keys, read};

#[wasm_bindgen_test]
fn a_reading_is_a_plain_object() {
    let mut scenario = Scenario::new();
    let reading = read(&mut scenario, EXAMPLE);
    assert_eq!(
        keys(&reading),
        [
            "revision",
            "documents",
            "reread",
            "kinds",
            "placements",
            "diagnostics",
            "counts"
        ]
    );
    check(&reading, "revision", "1");
    check(&reading, "documents", "10");
    check(
        &reading,
        "kinds.0",
        r#"{"kind":"ManagedCluster","count":8}"#,
    );
    check(&reading, "placements.length", "1");
    check(&reading, "placements.0.name", r#""shop""#);
    check(
        &reading,
        "counts",
        r#"{"error":0,"warning":0,"info":0,"hint":0}"#,
    );
    assert_eq!(scenario.text(), EXAMPLE);
}

#[wasm_bindgen_test]
fn the_report_is_the_native_one_byte_for_byte() {
    for (file, text, profile, native) in [
        (
            "taints-and-tolerations",
            EXAMPLE,
            "Proposal",
            include_str!("taints-and-tolerations.report.json"),
        ),
        (
            "infinite-quantity",
            include_str!("infinite-quantity.yaml"),
            "Upstream",
            include_str!("infinite-quantity.report.json"),
        ),
        (
            "story-5-gpus",
            include_str!("../../examples/story-5-gpus.yaml"),
            "Proposal",
            include_str!("story-5-gpus.report.json"),
        ),
    ] {
        let mut scenario = Scenario::new();
        scenario.replace(&text.into()).expect("a reading");
        let question = format!(
            r#"{{"report":{{"placement":0,"now":"2026-11-20T12:00:00Z","profile":"{profile}"}}}}"#
        );
        let report = scenario.ask(&question.into()).expect("a report");
        assert!(report == native.trim_end(), "{file}:\n{report}\n{native}");
    }
}

#[wasm_bindgen_test]
fn questions_are_answered_as_natively_byte_for_byte() {
    for (file, text, expected, native) in [
        (
            "limit-aware-use-case",
            include_str!("../../examples/limit-aware-use-case.yaml"),
            include_str!("../../examples/limit-aware-use-case.expected.json"),
            include_str!("limit-aware-use-case.answers.jsonl"),
        ),
        (
            "quota-reprieve",
            include_str!("../../examples/quota-reprieve.yaml"),
            include_str!("../../examples/quota-reprieve.expected.json"),
            include_str!("quota-reprieve.answers.jsonl"),
        ),
        (
            "quota-lint",
            include_str!("../../examples/quota-lint.yaml"),
            include_str!("../../examples/quota-lint.expected.json"),
            include_str!("quota-lint.answers.jsonl"),
        ),
        // Its loads are a sine and noise.
        (
            "vm-normal-growth",
            include_str!("../../examples/vm-normal-growth.yaml"),
            include_str!("../../examples/vm-normal-growth.expected.json"),
            include_str!("vm-normal-growth.answers.jsonl"),
        ),
    ] {
        let mut scenario = Scenario::new();
        scenario.replace(&text.into()).expect("a reading");
        let expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
        let questions = expected["questions"].as_array().expect("a list");
        assert_eq!(questions.len(), native.lines().count(), "{file}");
        for (question, native) in questions.iter().zip(native.lines()) {
            let ask = question["ask"].to_string();
            let answer = scenario.ask(&ask.as_str().into()).expect("an answer");
            assert!(answer == native, "{file}, {ask}:\n{answer}\n{native}");
        }
    }
}

#[wasm_bindgen_test]
fn offsets_are_code_units_of_utf_16() {
    let text =
        format!("# 🙂🚀 語\n{EXAMPLE}").replacen("key: dedicated", "key: \"dedi🙂cated\"", 1);
    let mut scenario = Scenario::new();
    scenario.replace(&text.as_str().into()).expect("a reading");
    // JavaScript finds the places in its own string.
    let found = |text: &str, part: &str| {
        let text = js_sys::JsString::from(text);
        (
            f64::from(text.index_of(part, 0)),
            part.encode_utf16().count() as f64,
        )
    };
    let (at, len) = found(&text, "dedi🙂cated");
    let reading = edit(&mut scenario, at, at + len, "dedicated");
    check(&reading, "reread", "1");
    let text = text.replace("dedi🙂cated", "dedicated");
    assert_eq!(scenario.text(), text);
    let (at, len) = found(&text, "cluster.open-cluster-management.io/unreachable\n");
    let object = r#""object":{"kind":"Placement","namespace":"ns1","name":"shop"}"#;
    let question = format!(r#"{{"locate":{{{object},"path":"spec.tolerations[1].key"}}}}"#);
    let range = ask(&mut scenario, &question);
    check(&range, "start.offset", &at.to_string());
    check(&range, "end.offset", &(at + len - 1.0).to_string());
    check(&range, "start.line", "15");
    let paths = r#""paths":["spec","spec.tolerations[1].key"]"#;
    let question = format!(r#"{{"locateAll":{{{object},{paths}}}}}"#);
    let ranges = ask(&mut scenario, &question);
    check(&ranges, "length", "2");
    check(&ranges, "1.start.offset", &at.to_string());
    let nobody = question.replace("ns1", "ns2");
    assert!(ask(&mut scenario, &nobody).is_null());
    let report = DECIDE.replace("decide", "report");
    let native = include_str!("taints-and-tolerations.report.json").trim_end();
    assert_eq!(scenario.ask(&report.into()).expect("a report"), native);
}

#[wasm_bindgen_test]
fn a_decision_is_told_in_short_and_in_detail() {
    let mut scenario = decided(EXAMPLE);
    let summary = ask(&mut scenario, DECIDE);
    check(&summary, "outcome", r#"{"type":"scheduled"}"#);
    check(&summary, "selected.length", "5");
    check(&summary, "numberOfClusters", "null");
    check(&summary, "requeueTime", r#""2026-11-20T12:03:00Z""#);
    check(&summary, "prioritizers.length", "7");

    let page = ask(&mut scenario, r#"{"clusters":{"offset":1,"limit":2}}"#);
    check(&page, "total", "8");
    check(&page, "rows.length", "2");
    check(&page, "rows.0.name", r#""gcp-prod-1""#);
    check(&page, "rows.0.scores", "[100,100]");
    check(&page, "rows.0.reason", "null");
    let found = ask(
        &mut scenario,
        r#"{"clusters":{"order":"name","find":"prod-2"}}"#,
    );
    check(&found, "total", "2");
    check(&found, "rows.1.name", r#""gcp-prod-2""#);
    check(&found, "rows.1.state", r#""filtered""#);
    check(&found, "rows.1.reason.type", r#""taint""#);
    check(&found, "rows.1.rank", "null");

    let index = |scenario: &mut Scenario, name: &str| {
        let question = format!(r#"{{"clusterIndex":{{"name":"{name}"}}}}"#);
        ask(scenario, &question).as_f64()
    };
    assert_eq!(index(&mut scenario, "nobody"), None);
    let cluster = index(&mut scenario, "azure-prod-1").expect("it is there") as u32;
    let question = format!(r#"{{"explainCluster":{{"cluster":{cluster}}}}}"#);
    let explanation = ask(&mut scenario, &question);
    let named = r#"{"explainCluster":{"cluster":"azure-prod-1"}}"#;
    assert_eq!(json(&ask(&mut scenario, named)), json(&explanation));
    check(&explanation, "name", r#""azure-prod-1""#);
    check(&explanation, "taints.0.toleration", "1");
    check(
        &explanation,
        "taints.0.expires",
        r#""2026-11-20T12:03:00Z""#,
    );
    check(
        &explanation,
        "taints.0.rejected",
        r#"[{"toleration":0,"why":"key"}]"#,
    );
    check(&explanation, "gap", "null");
    let offset = get(&explanation, "range.start.offset")
        .as_f64()
        .expect("a number");
    assert!(EXAMPLE[offset as usize..].starts_with("apiVersion:"));
    assert!(json(&explanation).starts_with(r#"{"range":{"start":{"line":"#));

    // By cluster, in the order of the text.
    let states = scenario.states().expect("states");
    let mut sorted = states.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [1, 1, 1, 3, 3, 3, 3, 3]);
    assert_eq!(states[cluster as usize], 3);
    let totals = scenario.totals().expect("totals");
    assert!((totals[cluster as usize] - 200.0).abs() < f64::EPSILON);
    assert_eq!(totals.iter().filter(|total| total.is_nan()).count(), 3);
    let selected = scenario.selected_indices().expect("selected");
    assert_eq!((selected.len(), selected[0]), (5, cluster));

    let yaml = ask(&mut scenario, r#"{"decisionsYaml":{}}"#);
    let yaml = yaml.as_string().expect("a text");
    assert!(yaml.contains("kind: PlacementDecision") && yaml.contains("shop-decision-1"));
}

#[wasm_bindgen_test]
fn edits_for_the_text_are_made_and_read() {
    let mut scenario = decided(EXAMPLE);
    let apply = |scenario: &mut Scenario, question: &str| {
        let edits = ask(scenario, question);
        check(&edits, "length", "1");
        let at = |key: &str| get(&edits, &format!("0.{key}"));
        let place = |key: &str| at(key).as_f64().expect("a number");
        let insert = at("insert").as_string().expect("a text");
        edit(scenario, place("from"), place("to"), &insert);
    };
    apply(
        &mut scenario,
        r#"{"weightEdit":{"prioritizer":"Steady","weight":-3}}"#,
    );
    let report = |scenario: &mut Scenario, more: &str| {
        let question = format!(r#"{{"report":{{"now":"2026-11-20T12:00:00Z"{more}}}}}"#);
        let report = scenario.ask(&question.into()).expect("a report");
        // A weight of the options is a cause for another decision than the recorded one.
        let (decision, _) = report.split_once(r#","recorded":"#).expect("a record");
        decision.to_owned()
    };
    let written = report(&mut scenario, "");
    let mut asked = decided(EXAMPLE);
    assert_eq!(written, report(&mut asked, r#","weights":{"Steady":-3}"#));

    for (number, expect) in [("2", "2"), ("null", "null")] {
        let question = format!(r#"{{"numberOfClustersEdit":{{"numberOfClusters":{number}}}}}"#);
        apply(&mut scenario, &question);
        check(&ask(&mut scenario, DECIDE), "numberOfClusters", expect);
    }
    for (number, expect) in [("0", "0"), ("null", "null"), ("3", "3")] {
        let now = r#""now":"2026-11-20T12:00:00Z""#;
        let question = format!(r#"{{"decide":{{{now},"numberOfClusters":{number}}}}}"#);
        check(&ask(&mut scenario, &question), "numberOfClusters", expect);
    }
}

#[wasm_bindgen_test]
fn fleets_come_without_a_scenario() {
    let fleet = fleet_yaml(1.0, 3.0, None).expect("a fleet");
    assert_eq!(fleet, schedscope::generate::fleet_yaml(1, 3));
    let part = fleet_yaml(1.0, 2.0, Some(1.0)).expect("a part");
    assert_eq!(part, schedscope::generate::fleet_part_yaml(1, 1..3));
    assert_eq!(
        hub_yaml(2.0, 3.0).expect("a hub"),
        schedscope::generate::hub_yaml(2, 3)
    );
}

#[wasm_bindgen_test]
fn scores_beyond_all_doubles_do_not_throw() {
    let text = include_str!("infinite-quantity.yaml");
    let mut scenario = Scenario::new();
    scenario.replace(&text.into()).expect("a reading");
    let question = r#"{"decide":{"now":"2026-11-20T12:00:00Z","profile":"Upstream"}}"#;
    let summary = ask(&mut scenario, question);
    let least = "-9223372036854776000";
    check(&summary, "prioritizers.2.min", least);
    let rows = ask(&mut scenario, r#"{"clusters":{}}"#);
    check(&rows, "rows.1.total", least);
    check(&rows, "rows.1.scores", &format!("[{least}]"));
    let explanation = ask(&mut scenario, r#"{"explainCluster":{"cluster":0}}"#);
    check(&explanation, "scores.0.raw", least);
    check(&explanation, "scores.0.product", least);
    let totals = scenario.totals().expect("totals");
    assert!(totals[0] < -9.2e18 && (totals[1] + 100.0).abs() < f64::EPSILON);
    // The report is a text and keeps all digits.
    let report = scenario.ask(&question.replace("decide", "report").into());
    let report = report.expect("a report");
    assert!(report.contains("-9223372036854775808"));
}
