//! What is said of questions and options that are wrong: the path, and what is meant or allowed.

use schedscope::scenario::Scenario;
use serde_json::json;

#[track_caller]
pub(super) fn check(question: &str, expect: &str) {
    let error = Scenario::new("")
        .ask(question)
        .expect_err("a wrong question");
    let found = (error.code(), error.to_string());
    assert_eq!(found, ("invalid-argument", expect.to_owned()), "{question}");
}

#[test]
fn a_question_has_one_name_that_is_known() {
    let message = "a question is an object with one key, the question's name";
    for question in ["[]", "7", "{}", r#"{"pods": {}, "nodes": {}}"#] {
        check(question, message);
    }
    check(
        r#"{"pod": {}}"#,
        "there is no question `pod`, did you mean `pods`",
    );
    let error = Scenario::new("")
        .ask(r#"{"weather": {}}"#)
        .expect_err("no question");
    let message = error.to_string();
    assert!(
        message
            .starts_with("there is no question `weather`, there are reading, findings, decide, "),
        "{message}"
    );
    check(r#"{"pods": []}"#, "pods: expected an object with options");
    check(
        r#"{"findings": {"limit": 1}}"#,
        "findings: there is no field `limit`, there are none",
    );
}

#[test]
fn fields_are_known_by_their_names() {
    check(
        r#"{"quotaEvents": []}"#,
        "quotaEvents: expected an object with options",
    );
    check(
        r#"{"vmLimits": {"memory": 1}}"#,
        "vmLimits: there is no field `memory`, there are config, cpu, mem",
    );
    check(
        r#"{"queue": {"maxStep": 1}}"#,
        "queue: there is no field `maxStep`, did you mean `maxSteps`",
    );
    check(
        r#"{"decide": {"numberofclusters": 3}}"#,
        "decide: there is no field `numberofclusters`, did you mean `numberOfClusters`",
    );
    check(
        r#"{"nodes": {"colour": 1}}"#,
        "nodes: there is no field `colour`, there are labels, kubernetesVersion, offset, limit",
    );
    // Those of a part that lies flat among the others are known, too.
    check(
        r#"{"vmDump": {"step": 1, "nodes": []}}"#,
        "vmDump: there is no field `nodes`, there are step, timeline, variant, mitigations",
    );
    check(
        r#"{"queueStep": {"step": 0, "queue": {"scorers": "x"}}}"#,
        "queueStep.queue: there is no field `scorers`, did you mean `scorer`",
    );
}

#[test]
fn what_is_needed_must_be_there() {
    for (question, field) in [
        ("decide", "now"),
        ("scoreNodes", "pod"),
        ("simulatePod", "pod"),
        ("explainNode", "pod"),
        ("explainCluster", "cluster"),
        ("spreadStep", "step"),
        ("vmStep", "step"),
        ("weightEdit", "prioritizer"),
        ("locate", "object"),
        ("quantity", "text"),
        ("drain", "node"),
        ("rollout", "object"),
        ("vmLimits", "config"),
        ("vmEvents", "config"),
    ] {
        let expect = format!("{question}.{field}: is required");
        check(&format!("{{\"{question}\": {{}}}}"), &expect);
        check(
            &format!("{{\"{question}\": {{\"{field}\": null}}}}"),
            &expect,
        );
    }
    check(
        r#"{"scoreNodes": {"pod": ""}}"#,
        "scoreNodes.pod: must not be empty",
    );
    // Of two values the last one counts.
    check(
        r#"{"scoreNodes": {"pod": "a/b", "pod": null}}"#,
        "scoreNodes.pod: is required",
    );
    check(
        r#"{"numberOfClustersEdit": {}}"#,
        "numberOfClustersEdit.numberOfClusters: is required",
    );
}

#[test]
fn values_are_of_their_types_and_ranges() {
    let ask =
        |fields: &str| format!(r#"{{"decide": {{"now": "2025-06-01T12:00:00Z", {fields}}}}}"#);
    for (fields, expect) in [
        (
            r#""placement": true"#,
            "decide.placement: expected a name or an index",
        ),
        (
            r#""placement": -1"#,
            "decide.placement: `-1` is out of range: it must be from 0 to 4294967295",
        ),
        (
            r#""placement": 0.5"#,
            "decide.placement: expected a whole number, found the number `0.5`",
        ),
        (
            r#""profile": "upstream""#,
            "decide.profile: `upstream` is not allowed here, did you mean `Upstream`",
        ),
        (
            r#""candidates": "all""#,
            "decide.candidates: `all` is not allowed here, use `auto` or `sets` or `given`",
        ),
        (r#""weights": [1]"#, "decide.weights: expected an object"),
        (
            r#""weights": {"Steady": 2147483648}"#,
            "decide.weights.Steady: `2147483648` is out of range: it must be from -2147483648 to 2147483647",
        ),
        (
            r#""numberOfClusters": "3""#,
            "decide.numberOfClusters: expected a whole number, found the string `3`",
        ),
    ] {
        check(&ask(fields), expect);
    }
    check(
        r#"{"scoreNodes": {"pod": "a/b", "resources": [{"name": "cpu", "weight": 101}]}}"#,
        "scoreNodes.resources[0].weight: `101` is out of range: it must be from 1 to 100",
    );
    check(
        r#"{"scoreNodes": {"pod": "a/b", "shape": [[50, 10], [0, 1]]}}"#,
        "scoreNodes.shape: the utilisation of the points must ascend",
    );
    check(
        r#"{"vmTimeline": {"mitigations": {"capacityPressureFactor": 0}}}"#,
        "vmTimeline.mitigations.capacityPressureFactor: expected a number above 0 and at most 1",
    );
    check(
        r#"{"vmTimeline": {"mitigations": {"largestStep": 0}}}"#,
        "vmTimeline.mitigations.largestStep: `0` is out of range: it must be from 1 to 65535",
    );
    check(
        r#"{"pods": {"limit": -1}}"#,
        "pods.limit: `-1` is out of range: it must be at least 0",
    );
}

#[test]
fn lists_that_are_work_over_all_nodes_have_an_end() {
    for (question, item) in [
        (
            r#"{"scoreNodes": {"pod": "a/b", "resources": [@]}}"#,
            r#"{"name": "cpu"}"#,
        ),
        (r#"{"vmTimeline": {"series": [@]}}"#, r#""n1""#),
        (r#"{"vmStep": {"step": 0, "nodes": [@]}}"#, r#""n1""#),
    ] {
        let list = |count: usize| question.replace('@', &vec![item; count].join(", "));
        let said = |count| match Scenario::new("").ask(&list(count)) {
            Ok(answer) => answer,
            Err(error) => error.to_string(),
        };
        assert!(
            said(1001).contains("expected at most 1000 items"),
            "{question}"
        );
        assert!(!said(1000).contains("items"), "{question}");
    }
}

#[test]
fn a_change_of_spread_has_the_fields_of_its_type() {
    let edit = |change: &str| format!(r#"{{"spreadEdit": {{"change": {change}}}}}"#);
    for (change, expect) in [
        ("[]", "expected an object with options"),
        (
            r#"{"type": "remove", "constraint": 0, "from": 1}"#,
            "there is no field `from`, there are type, constraint, to, topologyKey, topologyKeyType, maxSkew, \
             whenUnsatisfiable",
        ),
        (
            r#"{"type": "remove", "constraint": 0, "to": 1}"#,
            "`remove` has no field `to`",
        ),
    ] {
        check(&edit(change), &format!("spreadEdit.change: {expect}"));
    }
    check(&edit("{}"), "spreadEdit.change.type: is required");
    check(
        &edit(r#"{"type": "remove"}"#),
        "spreadEdit.change.constraint: is required",
    );
    check(
        &edit(r#"{"type": "move", "constraint": 0, "to": -1}"#),
        "spreadEdit.change.to: `-1` is out of range: it must be from 0 to 4294967295",
    );
    check(
        &edit(r#"{"type": "set", "constraint": 0, "topologyKeyType": "label"}"#),
        "spreadEdit.change.topologyKeyType: `label` is not allowed here, did you mean `Label`",
    );
    check(
        &edit(
            r#"{"type": "add", "topologyKey": "zone", "topologyKeyType": "Label", "maxSkew": 1}"#,
        ),
        "spreadEdit.change.whenUnsatisfiable: is required",
    );
    check(
        &edit(r#"{"type": "remove", "constraint": true}"#),
        "spreadEdit.change.constraint: expected a name or an index",
    );
}

#[test]
fn a_placement_goes_by_its_index_and_by_its_names() {
    let text = "
{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web, namespace: a}}
---
{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: web, namespace: b}}
---
{apiVersion: cluster.open-cluster-management.io/v1beta1, kind: Placement, metadata: {name: db, namespace: b}}
";
    let mut scenario = Scenario::new(text);
    let mut decide = |placement: &str| {
        let question = format!(r#"{{"decide": {{"now": "2025-06-01T12:00:00Z"{placement}}}}}"#);
        let answer = scenario.ask(&question);
        answer.map(|answer| {
            let answer: serde_json::Value = reference::answers::read(&answer);
            let name = &answer["placement"];
            format!(
                "{}/{}",
                name["namespace"].as_str().unwrap(),
                name["name"].as_str().unwrap()
            )
        })
    };
    for (placement, expect) in [
        ("1", "b/web"),
        ("\"a/web\"", "a/web"),
        ("\"db\"", "b/db"),
        ("\"b/db\"", "b/db"),
    ] {
        assert_eq!(
            decide(&format!(", \"placement\": {placement}")).as_deref(),
            Ok(expect)
        );
    }
    for (placement, code, message) in [
        (
            "",
            "ambiguous-placement",
            "there are several placements, say which one: `a/web`, `b/web`, `b/db`",
        ),
        (
            ", \"placement\": \"web\"",
            "ambiguous-placement",
            "there are several placements, say which one: `a/web`, `b/web`",
        ),
        (
            ", \"placement\": 3",
            "no-such-placement",
            "there is no placement `3`: the input has 3",
        ),
        (
            ", \"placement\": \"2\"",
            "no-such-placement",
            "there is no placement `2`: the input has 3",
        ),
    ] {
        let error = decide(placement).expect_err("no answer");
        assert_eq!((error.code(), error.to_string().as_str()), (code, message));
    }
}

#[test]
fn a_quantity_keeps_every_bit() {
    let ask =
        |text: &str| Scenario::new("").ask(&format!(r#"{{"quantity": {{"text": "{text}"}}}}"#));
    let expect = r#"{"f64":0.5,"bits":"3fe0000000000000","canonical":"500m"}"#;
    assert_eq!(ask("0.5").as_deref(), Ok(expect));
    assert_eq!(ask("1 K").as_deref(), Ok("null"));
    assert_eq!(ask("").as_deref(), Ok("null"));
}

#[test]
fn a_constraint_is_named_by_its_topology_key() {
    let text = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p}
spec:
  spreadPolicy:
    spreadConstraints:
    - topologyKey: region
    - topologyKey: zone
    - topologyKey: zone
";
    let mut scenario = Scenario::new(text);
    let ask = |scenario: &mut Scenario, constraint: &str| {
        let change = json!({"type": "set", "constraint": constraint, "maxSkew": 2});
        let answer = scenario.ask(&json!({"spreadEdit": {"change": change}}).to_string());
        answer.map_err(|error| error.to_string())
    };
    let edits = ask(&mut scenario, "region").expect("edits");
    assert!(edits.contains("maxSkew: 2"), "{edits}");
    for (name, why) in [
        ("rack", "no spread constraint has the topology key `rack`"),
        (
            "zone",
            "several spread constraints have the topology key `zone`: name one by its index",
        ),
    ] {
        let error = ask(&mut scenario, name).expect_err("no edit");
        assert_eq!(error, format!("spreadEdit.change.constraint: {why}"));
    }
}

/// A name that the text does not have: the error has a code of its own, and the names that there are.
#[test]
fn errors_about_names_list_those_that_there_are() {
    let text = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p}
spec: {spreadPolicy: {spreadConstraints: [{topologyKey: region}, {topologyKey: zone}, {topologyKey: zone}]}}
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: c, labels: {zone: z1, region: eu}}
---
apiVersion: v1
kind: Node
metadata: {name: n1, labels: {disk: ssd}}
status: {allocatable: {cpu: 4, pods: 10}}
---
apiVersion: scheduling.x-k8s.io/v1alpha1
kind: ElasticQuota
metadata: {name: q, namespace: a}
spec: {min: {cpu: 1}, max: {cpu: 2, example.com/gpu: 1}}
---
apiVersion: v1
kind: Pod
metadata: {name: x, namespace: a}
spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: y, namespace: b}
spec: {containers: [{name: c, image: i, resources: {requests: {cpu: 1}}}]}
";
    let mut scenario = Scenario::new(text);
    let now = "2025-06-01T12:00:00Z";
    for (question, code, message) in [
        (
            json!({"without": {"now": now, "each": "rack"}}),
            "no-such-label",
            "no cluster has the label `rack`; available: `region`, `zone`",
        ),
        (
            json!({"without": {"now": now, "label": "zone=z2"}}),
            "no-such-label",
            "no cluster has the label `zone=z2`; available: `zone=z1`",
        ),
        (
            json!({"withoutNodes": {"each": "rack"}}),
            "no-such-label",
            "no node has the label `rack`; available: `disk`",
        ),
        (
            json!({"sweep": {"now": now, "maxSkew": "rack"}}),
            "no-such-constraint",
            "no spread constraint has the topology key `rack`; available: `region`, `zone`, `zone`",
        ),
        (
            json!({"sweep": {"now": now, "maxSkew": "zone"}}),
            "invalid-argument",
            "sweep.maxSkew: several spread constraints have the topology key `zone`: name one by its index",
        ),
        (
            json!({"sweep": {"now": now, "pod": "a/x", "max": "disk"}}),
            "no-such-resource",
            "no object of the input names the resource `disk`; available: `cpu`, `example.com/gpu`, `pods`",
        ),
        (
            json!({"sweep": {"now": now, "pod": "a/x", "request": "disk"}}),
            "no-such-resource",
            "no container of a/x requests `disk`; available: `cpu`",
        ),
        (
            json!({"sweep": {"now": now, "pod": "a/x", "max": "cpu", "quota": "a/z"}}),
            "no-such-quota",
            "there is no ElasticQuota `a/z`; available: `a/q`",
        ),
        (
            json!({"sweep": {"now": now, "pod": "b/y", "max": "cpu"}}),
            "no-such-quota",
            "namespace `b` has no ElasticQuota; available: `a/q`",
        ),
    ] {
        let error = scenario.ask(&question.to_string()).expect_err("a name");
        assert_eq!(error.code(), code, "{question}");
        assert_eq!(error.to_string(), message);
    }
}
