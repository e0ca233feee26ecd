//! Wrong calls throw an `Error` with a code, and leave the scenario as it was.

use std::fmt::Write as _;

use schedscope::wasm::{Scenario, fleet_yaml, hub_yaml, quantity};
use wasm_bindgen::JsValue;
use wasm_bindgen_test::wasm_bindgen_test;

use super::{EXAMPLE, check_error, decided, js, json, options};

const MISUSE: &str = "invalid-argument";

#[wasm_bindgen_test]
fn wrong_options_are_named() {
    let mut scenario = decided(EXAMPLE);
    let before = scenario.report_json().expect("a report");
    let mut check = |fields: &str, message: &str| {
        let now = "now: '2025-06-01T12:00:00Z'";
        let fields = fields.replace("NOW", now);
        check_error(scenario.decide(&js(&fields)), MISUSE, message);
        assert_eq!(scenario.report_json().expect("the last one"), before);
    };
    check("undefined", "`options` must be an object, not nothing");
    check("null", "`options` must be an object, not null");
    check("7", "`options` must be an object, not `7`");
    check("[0]", "`options` must be an object, not a list");
    check("() => 0", "`options` must be an object, not a function");
    let placement = "`placement` must be a whole number from 0";
    check("{ NOW }", &format!("{placement}, not nothing"));
    check("{ NOW, placement: '0' }", &format!("{placement}, not `0`"));
    check(
        "{ NOW, placement: 0n }",
        &format!("{placement}, not a bigint"),
    );
    let placement = format!("{placement} to 4294967295");
    for number in ["-1", "0.5", "NaN", "1e20", "4294967296"] {
        let number_read: f64 = number.parse().expect("a number");
        let message = format!("{placement}, not `{number_read}`");
        check(&format!("{{ NOW, placement: {number} }}"), &message);
    }
    check("{ placement: 0 }", "`now` must be a string, not nothing");
    check(
        "{ placement: 0, now: new Date(0) }",
        "`now` must be a string, not an object",
    );
    check(
        "{ placement: 0, NOW, profile: 'upstream' }",
        "`profile` must be `Upstream` or `Proposal`, not `upstream`",
    );
    check(
        "{ placement: 0, NOW, candidates: true }",
        "`candidates` must be `auto` or `sets` or `given`, not `true`",
    );
    check(
        "{ placement: 0, NOW, weights: [1] }",
        "`weights` must be an object, not a list",
    );
    check(
        "{ placement: 0, NOW, weights: { Steady: '2' } }",
        "`weights.Steady` must be a whole number of 32 bits, not `2`",
    );
    check(
        "{ placement: 0, NOW, weights: { Steady: 2147483648 } }",
        "`weights.Steady` must be a whole number of 32 bits, not `2147483648`",
    );
    check(
        "{ placement: 0, NOW, numberOfClusters: NaN }",
        "`numberOfClusters` must be a whole number or null, not `NaN`",
    );
    check(
        "{ placement: 0, NOW, numberofclusters: 3 }",
        "`options` has no field `numberofclusters`, its fields are placement, now, profile, \
         candidates, weights, numberOfClusters",
    );
}

#[wasm_bindgen_test]
fn a_question_without_an_answer_has_its_own_code() {
    let mut scenario = Scenario::new();
    let none = "nothing was decided since the text changed";
    check_error(scenario.explain(0.0), "no-decision", none);
    check_error(scenario.states().map(JsValue::from), "no-decision", none);
    check_error(scenario.totals().map(JsValue::from), "no-decision", none);
    check_error(scenario.selected().map(JsValue::from), "no-decision", none);
    let text = |text: Result<String, JsValue>| text.map(JsValue::from);
    check_error(text(scenario.report_json()), "no-decision", none);
    check_error(text(scenario.debug_json()), "no-decision", none);
    check_error(text(scenario.decisions_yaml()), "no-decision", none);
    let rows = scenario.rows(&"rank".into(), 0.0, 1.0, &JsValue::NULL);
    check_error(rows, "no-decision", none);
    let found = scenario.cluster_index(&"a".into());
    check_error(found.map(JsValue::from), "no-decision", none);

    let message = "there is no placement `0`: the text has 0";
    check_error(scenario.decide(&options()), "no-such-placement", message);
    let noon = js("{ placement: 0, now: 'noon' }");
    check_error(
        scenario.decide(&noon),
        "invalid-now",
        "`noon` is no RFC 3339 time",
    );

    scenario.replace(&EXAMPLE.into()).expect("a reading");
    scenario.decide(&options()).expect("a decision");
    let message = "there is no cluster `8`";
    check_error(scenario.explain(8.0), MISUSE, message);
    scenario.edit(0.0, 0.0, &"#\n".into()).expect("a reading");
    check_error(scenario.explain(0.0), "no-decision", none);
}

/// Numbers that are no place and no number of things.
const NO_NUMBERS: [f64; 4] = [-1.0, 0.5, f64::NAN, f64::NEG_INFINITY];

#[wasm_bindgen_test]
fn numbers_that_are_none_are_named() {
    let mut scenario = decided(EXAMPLE);
    let none = JsValue::UNDEFINED;
    for number in NO_NUMBERS {
        let message = |name: &str, expect: &str| {
            let mut message = String::new();
            let shown = if number == f64::NEG_INFINITY {
                "-inf".to_owned()
            } else {
                number.to_string()
            };
            _ = write!(
                message,
                "`{name}` must be a whole number {expect}, not `{shown}`"
            );
            message
        };
        let count = |name: &str| message(name, "from 0");
        let index = |name: &str| message(name, "from 0 to 4294967295");
        check_error(
            scenario.edit(number, 0.0, &"x".into()),
            MISUSE,
            &count("from"),
        );
        check_error(
            scenario.edit(0.0, number, &"x".into()),
            MISUSE,
            &count("to"),
        );
        let rows = |from, count| scenario.rows(&"name".into(), from, count, &none);
        check_error(rows(number, 1.0), MISUSE, &count("from"));
        check_error(rows(0.0, number), MISUSE, &count("count"));
        check_error(scenario.explain(number), MISUSE, &index("cluster"));
        let edits = scenario.weight_edit(number, &"Steady".into(), 1.0);
        check_error(edits, MISUSE, &index("placement"));
        let edits = scenario.number_of_clusters_edit(number, &JsValue::NULL);
        check_error(edits, MISUSE, &index("placement"));
        let edits = scenario.spread_edit(number, &js("{ type: 'remove', index: 0 }"));
        check_error(edits, MISUSE, &index("placement"));
        check_error(
            fleet_yaml(number, 1.0, None).map(JsValue::from),
            MISUSE,
            &index("seed"),
        );
        check_error(
            hub_yaml(1.0, number).map(JsValue::from),
            MISUSE,
            &count("clusters"),
        );
    }
    let weight = scenario.weight_edit(0.0, &"Steady".into(), 0.5);
    let message = "`weight` must be a whole number of 32 bits, not `0.5`";
    check_error(weight, MISUSE, message);
    for (number, shown) in [
        ("NaN", "`NaN`"),
        ("'3'", "`3`"),
        ("undefined", "nothing"),
        ("1e16", "`10000000000000000`"),
    ] {
        let edits = scenario.number_of_clusters_edit(0.0, &js(number));
        let message = format!("`number` must be a whole number or null, not {shown}");
        check_error(edits, MISUSE, &message);
    }
    let fleet = fleet_yaml(1.0, 1e9, None).map(JsValue::from);
    let message = "`clusters` must be a whole number from 0 to 500000, not `1000000000`";
    check_error(fleet, MISUSE, message);
    assert_eq!(scenario.text(), EXAMPLE, "nothing was edited");
    assert_eq!(scenario.selected().expect("still decided").len(), 5);
}

#[wasm_bindgen_test]
fn huge_numbers_mean_the_end() {
    let mut scenario = decided(EXAMPLE);
    for number in [4_294_967_296.0, 1e300, f64::INFINITY] {
        let rows = scenario.rows(&"name".into(), 0.0, number, &JsValue::NULL);
        super::check(&rows.expect("rows"), "rows.length", "8");
        let rows = scenario.rows(&"name".into(), number, number, &JsValue::NULL);
        super::check(&rows.expect("rows"), "rows.length", "0");
    }
    let edits = scenario.weight_edit(4_294_967_295.0, &"Steady".into(), 1.0);
    assert_eq!(json(&edits.expect("no edits")), "[]");
    scenario
        .edit(f64::INFINITY, f64::INFINITY, &"# end\n".into())
        .expect("a reading");
    assert!(scenario.text().ends_with("# end\n"));
}

#[wasm_bindgen_test]
fn what_is_no_string_is_named() {
    let mut scenario = decided(EXAMPLE);
    for (value, shown) in [
        ("5", "`5`"),
        ("undefined", "nothing"),
        ("null", "null"),
        ("['a']", "a list"),
        ("Symbol()", "a symbol"),
        ("new String('x')", "an object"),
    ] {
        let value = js(value);
        let message = |name: &str| format!("`{name}` must be a string, not {shown}");
        check_error(scenario.replace(&value), MISUSE, &message("text"));
        check_error(scenario.edit(0.0, 0.0, &value), MISUSE, &message("insert"));
        let found = scenario.cluster_index(&value).map(JsValue::from);
        check_error(found, MISUSE, &message("name"));
        let edits = scenario.weight_edit(0.0, &value, 1.0);
        check_error(edits, MISUSE, &message("prioritizer"));
        let object = js("{ kind: 'Placement', namespace: 'ns1', name: 'shop' }");
        check_error(scenario.locate(&object, &value), MISUSE, &message("path"));
        check_error(quantity(&value), MISUSE, &message("text"));
        let paths = js_sys::Array::of2(&"spec".into(), &value);
        let found = scenario.locate_all(&object, &paths);
        check_error(found, MISUSE, &message("paths[1]"));
        if !value.is_null() && !value.is_undefined() {
            let rows = scenario.rows(&"rank".into(), 0.0, 1.0, &value);
            check_error(rows, MISUSE, &message("find"));
        }
    }
    let object = js("{ kind: 'Placement', namespace: 'ns1', name: 'shop' }");
    let found = scenario.locate_all(&object, &"spec".into());
    check_error(
        found,
        MISUSE,
        "`paths` must be a list of strings, not `spec`",
    );
    let message = "`order` must be `rank` or `name`, not `size`";
    let rows = scenario.rows(&"size".into(), 0.0, 1.0, &JsValue::NULL);
    check_error(rows, MISUSE, message);
    let rows = scenario.rows(&JsValue::UNDEFINED, 0.0, 1.0, &JsValue::NULL);
    check_error(
        rows,
        MISUSE,
        "`order` must be `rank` or `name`, not nothing",
    );
    let unnamed = js("{ kind: 'Placement', name: 'shop' }");
    let message = "`namespace` must be a string, not nothing";
    check_error(scenario.locate(&unnamed, &"".into()), MISUSE, message);
    let long = js("'🙂'.repeat(1000)");
    let rows = scenario.rows(&long, 0.0, 1.0, &JsValue::NULL);
    let message = format!(
        "`order` must be `rank` or `name`, not `{}…`",
        "🙂".repeat(60)
    );
    check_error(rows, MISUSE, &message);
    assert_eq!(scenario.text(), EXAMPLE, "nothing was replaced");
    assert_eq!(scenario.selected().expect("still decided").len(), 5);
}

#[wasm_bindgen_test]
fn wrong_changes_of_spread_constraints_are_named() {
    let scenario = decided(EXAMPLE);
    let check = |change: &str, message: &str| {
        check_error(scenario.spread_edit(0.0, &js(change)), MISUSE, message);
    };
    check("undefined", "`change` must be an object, not nothing");
    check("['add']", "`change` must be an object, not a list");
    let types = "`type` must be `add` or `remove` or `move` or `set`";
    check("{}", &format!("{types}, not nothing"));
    check("{ type: 'Remove' }", &format!("{types}, not `Remove`"));
    check(
        "{ type: 'remove', index: 0, from: 1 }",
        "`change` has no field `from`, its fields are type, index",
    );
    let index = "must be a whole number from 0 to 4294967295";
    check(
        "{ type: 'remove' }",
        &format!("`index` {index}, not nothing"),
    );
    check(
        "{ type: 'move', from: 0, to: -1 }",
        &format!("`to` {index}, not `-1`"),
    );
    check(
        "{ type: 'move', from: '0', to: 1 }",
        &format!("`from` {index}, not `0`"),
    );
    check(
        "{ type: 'set', index: NaN }",
        &format!("`index` {index}, not `NaN`"),
    );
    check(
        "{ type: 'set', index: 0, maxSkew: 1.5 }",
        "`maxSkew` must be a whole number of 32 bits, not `1.5`",
    );
    check(
        "{ type: 'set', index: 0, topologyKeyType: 'label' }",
        "`topologyKeyType` must be `Label` or `Claim`, not `label`",
    );
    check(
        "{ type: 'set', index: 0, topologyKey: 7 }",
        "`topologyKey` must be a string, not `7`",
    );
    let add = "type: 'add', topologyKey: 'zone', topologyKeyType: 'Label', maxSkew: 1";
    check(
        &format!("{{ {add} }}"),
        "`whenUnsatisfiable` must be `DoNotSchedule` or `ScheduleAnyway`, not nothing",
    );
    check(
        &format!("{{ {add}, whenUnsatisfiable: 'DoNotSchedule', index: 0 }}"),
        "`change` has no field `index`, its fields are type, topologyKey, topologyKeyType, \
         maxSkew, whenUnsatisfiable",
    );
    let edits = |change: &str| json(&scenario.spread_edit(0.0, &js(change)).expect("edits"));
    assert!(
        edits(&format!("{{ {add}, whenUnsatisfiable: 'DoNotSchedule' }}"))
            .contains("topologyKey: zone")
    );
    for nothing in [
        "{ type: 'remove', index: 4294967295 }",
        "{ type: 'move', from: 0, to: 1 }",
        "{ type: 'set', index: 0, maxSkew: null, topologyKey: undefined }",
    ] {
        assert_eq!(edits(nothing), "[]");
    }
}

#[wasm_bindgen_test]
fn what_an_object_throws_is_thrown_on() {
    let mut scenario = decided(EXAMPLE);
    let options = js("{ get placement() { throw new RangeError('mine'); }, now: '' }");
    let thrown = scenario.decide(&options).expect_err("an error");
    assert_eq!(
        super::get(&thrown, "message").as_string().as_deref(),
        Some("mine")
    );
    scenario.decide(&super::options()).expect("a decision");
}

/// A text with two nodes, four pods on them, and one that waits.
const PODS: &str = include_str!("../../examples/limit-aware-use-case.yaml");

#[wasm_bindgen_test]
fn wrong_questions_are_named() {
    let mut scenario = Scenario::new();
    scenario.replace(&PODS.into()).expect("a reading");
    let place = r#"{"placePod":{"pod":"default/pod5"}}"#;
    let before = scenario.ask_json(&place.into()).expect("an answer");
    for (value, shown) in [("undefined", "nothing"), ("{ pods: {} }", "an object")] {
        let thrown = scenario.ask_json(&js(value)).map(JsValue::from);
        let message = format!("`question` must be a string, not {shown}");
        check_error(thrown, MISUSE, &message);
    }
    let mut check = |question: &str, code: &str, message: &str| {
        let thrown = scenario.ask_json(&question.into()).map(JsValue::from);
        check_error(thrown, code, message);
        let again = scenario.ask_json(&place.into()).expect("an answer");
        assert_eq!(again, before, "after {question:.60}");
    };
    check("", MISUSE, "the text ends before its value does");
    check("7", MISUSE, "expected an object with options");
    check("[]", MISUSE, "expected an object with options");
    check(r#"{"pods":{}} {}"#, MISUSE, "expected nothing more");
    let questions = "pods, nodes, placePod, schedulePod, explainNode, crossNode, quotas, queue, \
                     queueMoment, quotaEvents, vmTimeline, vmMoment, vmDump, vmEvents, vmLimits";
    let one = format!("a question is an object with one of the keys {questions}");
    check("{}", MISUSE, &one);
    check(r#"{"queue":null}"#, MISUSE, &one);
    let message = format!("there is no field `sort`, there are {questions}");
    check(r#"{"sort":{}}"#, MISUSE, &message);
    check(
        r#"{"queue":["Upstream"]}"#,
        MISUSE,
        "queue: expected an object with options",
    );
    check(
        r#"{"queue":{"profil":"Upstream"}}"#,
        MISUSE,
        "queue: there is no field `profil`, there are profile, scorer, mostSteps, offset, limit",
    );
    check(
        r#"{"schedulePod":{"pod":"default/pod5","profile":"upstream"}}"#,
        MISUSE,
        "schedulePod.profile: `upstream` is not allowed here, did you mean `Upstream`",
    );
    check(
        r#"{"nodes":{"limit":"3"}}"#,
        MISUSE,
        "nodes.limit: expected a whole number, found the text `3`",
    );
    check(
        r#"{"nodes":{"limit":-1}}"#,
        MISUSE,
        "nodes.limit: `-1` is out of range: it must be from 0 to 9223372036854775807",
    );
    for kind in ["placePod", "schedulePod", "crossNode", "explainNode"] {
        let message = format!("{kind}.pod: is needed");
        check(&format!(r#"{{"{kind}":{{}}}}"#), MISUSE, &message);
    }
    for kind in ["placePod", "schedulePod", "crossNode"] {
        for pod in [
            "default/pod9",
            "pod5",
            "default/pod5/",
            "default/🙂",
            "default/pod-0",
        ] {
            let question = format!(r#"{{"{kind}":{{"pod":"{pod}"}}}}"#);
            check(
                &question,
                "no-such-pod",
                &format!("there is no pod `{pod}`"),
            );
        }
    }
    check(
        r#"{"explainNode":{"pod":"default/pod9","node":"node1"}}"#,
        "no-such-pod",
        "there is no pod `default/pod9`",
    );
    check(
        r#"{"explainNode":{"pod":"default/pod5","node":"node3"}}"#,
        "no-such-node",
        "there is no node `node3`",
    );
    check(
        r#"{"placePod":{"pod":"default/pod5","resources":[{"name":"cpu","weight":0}]}}"#,
        MISUSE,
        "placePod.resources[0].weight: `0` is out of range: it must be from 1 to 100",
    );
    check(
        r#"{"placePod":{"pod":"default/pod5","shape":[[0,0],[9223372036854775807,1]]}}"#,
        MISUSE,
        "placePod.shape[1][0]: `9223372036854775807` is out of range: it must be from 0 to 100",
    );
    check(
        r#"{"quotaEvents":{"events":[{"type":"reserve"}]}}"#,
        MISUSE,
        "quotaEvents.events[0]: the event has no `pod`",
    );
}
