//! Which pods of a drained node the eviction API refuses.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::answers::ask;

/// The API's refusals of the pods of a node, each with a status, under some budgets, each with the rest of its spec and
/// a status.
fn refusals(pods: &[&str], budgets: &[(&str, &str)]) -> Value {
    refusals_of(pods, budgets, 1)
}

/// Like [`refusals`], of budgets with this generation.
fn refusals_of(pods: &[&str], budgets: &[(&str, &str)], generation: u32) -> Value {
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 8, pods: 20}}\n";
    let pods = pods.iter().enumerate().map(|(at, status)| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p{at}, namespace: a, uid: u{at}, labels: {{app: x}}, \
             ownerReferences: [{{kind: ReplicaSet, name: r, uid: r, controller: true}}]}}\n\
             spec: {{nodeName: n1, containers: [{{name: c}}]}}\nstatus: {{{status}}}\n"
        )
    });
    let budgets = budgets.iter().enumerate().map(|(at, (spec, status))| {
        format!(
            "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {{name: b{at}, namespace: a, \
             generation: {generation}}}\nspec: {{selector: {{matchLabels: {{app: x}}}}{spec}}}\nstatus: {{{status}}}\n"
        )
    });
    let text: String = [node.to_owned()]
        .into_iter()
        .chain(pods)
        .chain(budgets)
        .collect();
    let answer = ask(&mut Scenario::new(&text), &json!({"drain": {"node": "n1"}}));
    let pods = answer["pods"].as_array().expect("a list").iter();
    let of = |pod: &Value| match (&pod["violatesBudget"], &pod["severalBudgets"]) {
        (Value::Bool(true), Value::Bool(false)) => "budget",
        (Value::Bool(false), Value::Bool(true)) => "several",
        _ => "",
    };
    let refused: Vec<&str> = pods.map(of).collect();
    let count = |why| refused.iter().filter(|of| **of == why).count();
    assert_eq!(answer["violating"], count("budget"));
    assert_eq!(answer["withSeveralBudgets"], count("several"));
    json!(refused)
}

#[test]
fn as_the_eviction_api_refuses() {
    const READY: &str = "phase: Running, conditions: [{type: Ready, status: 'True'}]";
    const UNREADY: &str = "phase: Running, conditions: [{type: Ready, status: 'False'}]";
    const PENDING: &str = "conditions: [{type: Ready, status: 'False'}], phase: Pending";
    const NONE: &str = "disruptionsAllowed: 0";
    const ONE: &str = "disruptionsAllowed: 1";
    const BELOW: &str = "disruptionsAllowed: 0, currentHealthy: 2, desiredHealthy: 3";
    const ENOUGH: &str = "disruptionsAllowed: 0, currentHealthy: 3, desiredHealthy: 3";
    const NO_NEED: &str = "disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0";
    const ALWAYS: &str = ", unhealthyPodEvictionPolicy: AlwaysAllow";
    const IF_HEALTHY: &str = ", unhealthyPodEvictionPolicy: IfHealthyBudget";
    let pods = [READY, UNREADY, PENDING, ""];
    for (budgets, expected) in [
        (vec![("", NONE)], ["budget", "budget", "", "budget"]),
        // The second takes what the first leaves.
        (vec![("", ONE)], ["", "budget", "", "budget"]),
        (vec![("", ENOUGH)], ["budget", "", "", "budget"]),
        (vec![(IF_HEALTHY, ENOUGH)], ["budget", "", "", "budget"]),
        (vec![("", BELOW)], ["budget", "budget", "", "budget"]),
        (vec![("", NO_NEED)], ["budget", "budget", "", "budget"]),
        (vec![(ALWAYS, BELOW)], ["budget", "", "", "budget"]),
        (
            vec![(IF_HEALTHY, BELOW)],
            ["budget", "budget", "", "budget"],
        ),
        // The API does not look further than at their number.
        (
            vec![(ALWAYS, ENOUGH), ("", ONE)],
            ["several", "several", "", "several"],
        ),
        // One that is not ready and may go takes nothing of the budget.
        (vec![(ALWAYS, ONE)], ["", "", "", "budget"]),
    ] {
        assert_eq!(refusals(&pods, &budgets), json!(expected), "{budgets:?}");
    }
}

/// A budget whose controller has not looked at its last change refuses, but for pods that are not ready and may go.
#[test]
fn a_budget_that_is_still_being_processed() {
    const READY: &str = "phase: Running, conditions: [{type: Ready, status: 'True'}]";
    const UNREADY: &str = "phase: Running, conditions: [{type: Ready, status: 'False'}]";
    const PENDING: &str = "phase: Pending";
    let pods = [READY, UNREADY, PENDING];
    for (spec, status, expected) in [
        (
            "",
            "disruptionsAllowed: 3, observedGeneration: 1",
            ["budget", "budget", ""],
        ),
        (
            "",
            "disruptionsAllowed: 3, observedGeneration: 2",
            ["", "", ""],
        ),
        (
            "",
            "disruptionsAllowed: 3, observedGeneration: 3",
            ["", "", ""],
        ),
        ("", "disruptionsAllowed: 3", ["", "", ""]),
        (
            ", unhealthyPodEvictionPolicy: AlwaysAllow",
            "disruptionsAllowed: 3, observedGeneration: 1",
            ["budget", "", ""],
        ),
    ] {
        assert_eq!(
            refusals_of(&pods, &[(spec, status)], 2),
            json!(expected),
            "{status}"
        );
    }
}

/// Preemption evicts against a budget where it has to, and the step of the queue counts it.
#[test]
fn steps_of_the_queue_count_victims_with_a_budget() {
    let pod = |name: &str, rest: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\n\
             metadata: {{name: {name}, namespace: a, uid: {name}, labels: {{app: {name}}}}}\n\
             spec: {{{rest}, containers: [{{name: c, resources: {{requests: {{cpu: 2}}}}}}]}}\n"
        )
    };
    let text = [
        "apiVersion: v1\nkind: Node\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 4, pods: 20}}\n".to_owned(),
        pod("x1", "nodeName: n1, priority: 0"),
        pod("x2", "nodeName: n1, priority: 0"),
        pod("high", "priority: 10").replace("cpu: 2", "cpu: 4"),
        "---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b, namespace: a}\n\
         spec: {selector: {matchLabels: {app: x1}}}\nstatus: {disruptionsAllowed: 0}\n"
            .to_owned(),
    ];
    let queue =
        |text: &str| ask(&mut Scenario::new(text), &json!({"queue": {}}))["steps"][0].clone();
    let step = queue(&text.concat());
    assert_eq!(
        json!([step["pod"], step["violations"]]),
        json!(["a/high", 1])
    );
    let without = queue(&text[..4].concat());
    assert_eq!(without["victims"].as_array().map(Vec::len), Some(2));
    assert!(without.get("violations").is_none(), "{without:#}");
}

/// An empty selector selects every pod of the namespace for the eviction API, one that is missing none.
#[test]
fn a_budget_with_an_empty_selector() {
    let budget = |version: &str, selector: &str| {
        format!(
            "apiVersion: v1\nkind: Node\nmetadata: {{name: n1}}\nstatus: {{allocatable: {{cpu: 8, pods: 20}}}}\n\
             ---\napiVersion: policy/{version}\nkind: PodDisruptionBudget\nmetadata: {{name: b, namespace: a}}\n\
             spec: {{{selector}}}\nstatus: {{disruptionsAllowed: 0}}\n"
        )
    };
    let pod = |(name, namespace, labels): (&str, &str, &str)| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: {namespace}, uid: {name}, \
             labels: {labels}, ownerReferences: [{{kind: ReplicaSet, name: s, uid: s, controller: true}}]}}\n\
             spec: {{nodeName: n1, containers: [{{name: c}}]}}\nstatus: {{phase: Running, conditions: \
             [{{type: Ready, status: 'True'}}]}}\n"
        )
    };
    let pods: String = [("p", "a", "{app: x}"), ("q", "a", "{}"), ("r", "b", "{}")]
        .map(pod)
        .concat();
    for (version, selector, violating) in [
        ("v1", "selector: {}", 2),
        ("v1", "selector: null", 0),
        ("v1", "", 0),
        ("v1beta1", "selector: {}", 0),
        ("v1beta1", "selector: {matchLabels: {app: x}}", 1),
    ] {
        let mut scenario = Scenario::new(&(budget(version, selector) + &pods));
        let answer = ask(&mut scenario, &json!({"drain": {"node": "n1"}}));
        assert_eq!(answer["violating"], violating, "{version} {selector}");
    }
}
