//! What errors of options repeat of the question: the path, and the start of what is written.

use schedscope::scenario::Scenario;

use super::questions::check;

/// The config of the VM plugin in questions.
const CONFIG: &str = r#"{"memBlockSize": "1Gi", "schedulerName": "s", "nodeDefaults": {"cpu": {"watermark": 0.9,
    "system": 0}, "memory": {"watermark": 0.9, "system": 0}, "computeUnit": {"vCPUs": 1, "mem": 4}}}"#;

#[test]
fn events_are_read_as_other_options() {
    let ask = |fields: &str| format!(r#"{{"vmEvents": {{"config": {CONFIG}, {fields}}}}}"#);
    for (fields, expect) in [
        (
            r#""nodes": [["n1", 4, 16]]"#,
            "nodes[0]: expected an object with options",
        ),
        (r#""nodes": [{"cpu": 4}]"#, "nodes[0].name: is required"),
        (
            r#""nodes": [{"name": "n", "memory": 4}]"#,
            "nodes[0]: there is no field `memory`, there are name, cpu, mem",
        ),
        (
            r#""nodes": [{"name": "n", "cpus": 4}]"#,
            "nodes[0]: there is no field `cpus`, did you mean `cpu`",
        ),
        (
            r#""nodes": [{"name": 7}]"#,
            "nodes[0].name: expected a string, found the number `7`: put it in quotes",
        ),
        (
            r#""nodes": [{"name": "n", "cpu": true}]"#,
            "nodes[0].cpu: expected a quantity, found the boolean `true`",
        ),
        (
            r#""events": [[]]"#,
            "events[0]: expected an object with options",
        ),
        (
            r#""events": [{"op": "reserv"}]"#,
            "events[0].op: `reserv` is not allowed here, did you mean `reserve`",
        ),
        (r#""events": [{"pod": "p"}]"#, "events[0].op: is required"),
        (
            r#""events": [{"op": "agent", "pods": "p"}]"#,
            "events[0]: there is no field `pods`, did you mean `pod`",
        ),
        (
            r#""events": [{"op": "restart"}, {"op": "agent", "pod": "p"}]"#,
            "events[1].want: is required",
        ),
        (
            r#""events": [{"op": "config"}]"#,
            "events[0].config: is required",
        ),
        (
            r#""events": [{"op": "agent", "want": [1, 65536]}]"#,
            "events[0].want[1]: `65536` is out of range: it must be from 0 to 65535",
        ),
        (
            r#""events": [{"op": "agent", "want": [1]}]"#,
            "events[0].want: expected 2 items",
        ),
        (
            r#""events": [{"op": "agent", "want": [1, 2, 3]}]"#,
            "events[0].want: expected 2 items",
        ),
        (
            r#""events": [{"op": "agent", "load": [0, "1"]}]"#,
            "events[0].load[1]: expected a number, found the string `1`",
        ),
        (
            r#""events": [{"op": "reserve", "containers": [{"requests": {}}]}]"#,
            "events[0].containers[0]: there is no field `requests`, there are req, lim",
        ),
        (
            r#""events": [{"op": "add_node", "total": [4, 16]}]"#,
            "events[0].total: expected an object with options",
        ),
        (
            r#""initial": [["p", "n"]]"#,
            "initial[0]: expected an object with options",
        ),
    ] {
        check(&ask(fields), &format!("vmEvents.{expect}"));
    }
    for (event, expect) in [
        ("[]", "[0]: expected an object with options"),
        ("{}", "[0].type: is required"),
        (
            r#"{"type": "addPods"}"#,
            "[0].type: `addPods` is not allowed here, did you mean `addPod`",
        ),
        (
            r#"{"type": "addPod", "pods": {}}"#,
            "[0]: there is no field `pods`, did you mean `pod`",
        ),
    ] {
        let question = format!(r#"{{"quotaEvents": {{"events": [{event}]}}}}"#);
        check(&question, &format!("quotaEvents.events{expect}"));
    }
}

#[test]
fn messages_repeat_the_start_of_a_long_text() {
    let long = "x".repeat(1000);
    let start = "x".repeat(60);
    let of =
        |fields: &str| format!(r#"{{"vmLimits": {{"config": {CONFIG}, "mem": 1, {fields}}}}}"#);
    let error = Scenario::new("")
        .ask(&of(&format!(r#""cpu": "{long}""#)))
        .expect_err("no quantity");
    let expect = format!("vmLimits.cpu: `{start}…` is not a quantity: ");
    assert!(error.to_string().starts_with(&expect), "{error}");
    assert!(error.to_string().len() < 200, "{error}");
    let digits = "9".repeat(1000);
    check(
        &format!(r#"{{"pods": {{"limit": {digits}}}}}"#),
        &format!(
            "pods.limit: `{}…` is larger than any number this field holds",
            &digits[..60]
        ),
    );
    let weights = format!(r#"{{"decide": {{"weights": {{"{long}": "a"}}}}}}"#);
    let error = Scenario::new("").ask(&weights).expect_err("no number");
    assert!(error.to_string().len() < 500, "{error}");
}

#[test]
fn numbers_are_shown_as_they_are_written() {
    for (number, expect) in [
        (
            "18446744073709551616",
            "`18446744073709551616` is larger than any number this field holds",
        ),
        (
            "9223372036854775808",
            "`9223372036854775808` is larger than any number this field holds",
        ),
        ("1e400", "expected a whole number, found the number `1e400`"),
        ("0.10", "expected a whole number, found the number `0.10`"),
        (
            "-0.5e-7",
            "expected a whole number, found the number `-0.5e-7`",
        ),
    ] {
        check(
            &format!(r#"{{"pods": {{"limit": {number}}}}}"#),
            &format!("pods.limit: {expect}"),
        );
    }
    for number in ["3.0", "3e0", "0.3e1"] {
        assert!(
            Scenario::new("")
                .ask(&format!(r#"{{"pods": {{"limit": {number}}}}}"#))
                .is_ok()
        );
    }
}

#[test]
fn a_lone_surrogate_is_named() {
    let expect = "a string has a lone surrogate, which is not a character";
    for (question, path) in [
        (r#"{"scoreNodes": {"pod": "a/@"}}"#, "scoreNodes.pod: "),
        (r#"{"scoreNodes": {"@": 1}}"#, "scoreNodes: "),
        (r#"{"scoreNodes": "@"}"#, "scoreNodes: "),
        (
            r#"{"scoreNodes": {"pod": "a/b", "bestEffort": "@"}}"#,
            "scoreNodes.bestEffort: ",
        ),
        (r#"{"decide": {"weights": {"@": 1}}}"#, "decide.weights: "),
        (
            r#"{"timelineEdit": {"event": {"at": "@"}}}"#,
            "timelineEdit.event: ",
        ),
        (
            r#"{"timelineEdit": {"event": "@"}}"#,
            "timelineEdit.event: ",
        ),
        (
            r#"{"quotaEvents": {"events": [{"type": "addPod", "pod": {"kind": "@"}}]}}"#,
            "quotaEvents.events[0].pod: ",
        ),
        (
            r#"{"vmLimits": {"cpu": 1, "mem": 1, "config": {"schedulerName": "@"}}}"#,
            "vmLimits.config: ",
        ),
    ] {
        for lone in ["\\ud800", "\\ud800\\u0041", "\\udc00"] {
            check(&question.replace('@', lone), &format!("{path}{expect}"));
        }
    }
    let error = Scenario::new("")
        .ask(r#"{"\ud800": {}}"#)
        .expect_err("no question");
    assert_eq!(error.to_string(), format!("{expect} at line 1 column 9"));
    assert!(
        Scenario::new("")
            .ask(r#"{"pods": {"find": "\ud83d\ude42"}}"#)
            .is_ok()
    );
}

#[test]
fn values_that_are_nested_deeply_are_named_by_their_option() {
    let deep = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    for depth in [2, 200, 100_000] {
        check(
            &format!(r#"{{"pods": {{"limit": {}}}}}"#, deep(depth)),
            "pods.limit: expected a whole number, found a list",
        );
        check(
            &format!(r#"{{"pods": {{"limits": {}}}}}"#, deep(depth)),
            "pods: there is no field `limits`, did you mean `limit`",
        );
    }
    for depth in [200, 100_000] {
        check(
            &format!(
                r#"{{"timelineEdit": {{"event": {{"at": {}}}}}}}"#,
                deep(depth)
            ),
            "timelineEdit.event: nested deeper than 128 levels",
        );
    }
}

#[test]
fn an_empty_time_is_not_a_time() {
    let text = "\
{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web}}
---
{apiVersion: cluster.open-cluster-management.io/v1, kind: ManagedCluster, metadata: {name: a, labels: {region: eu}}}
";
    for question in [
        r#"{"decide": {"now": ""}}"#,
        r#"{"report": {"now": ""}}"#,
        r#"{"change": {"now": "", "want": {"count": 1}}}"#,
        r#"{"sweep": {"now": "", "weight": "Steady"}}"#,
        r#"{"sweep": {"now": "", "rank": "a", "weight": "Steady"}}"#,
        r#"{"without": {"now": "", "each": "region"}}"#,
    ] {
        let error = Scenario::new(text).ask(question).expect_err("no time");
        let found = (error.code(), error.to_string());
        assert_eq!(
            found,
            ("invalid-now", "`` is not an RFC 3339 time".to_owned()),
            "{question}"
        );
    }
}
