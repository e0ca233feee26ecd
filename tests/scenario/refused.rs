//! Invalid fields that a decision rests on.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::caveats::{NOW, decide, decide_with, fleet, found};

/// The invalid fields that a decision rests on: object, path and message.
#[track_caller]
fn refused(text: &str) -> Vec<String> {
    let decision = decide(text);
    let answer = Scenario::new(text).ask(&json!({"report": {"now": NOW}}).to_string());
    let report: Value = reference::answers::read(&answer.expect("a report"));
    assert_eq!(report["findings"], decision["findings"]);
    let fields = found(&decision, "invalid-field").into_iter();
    fields
        .map(|field| {
            let text = |of: &Value| of.as_str().expect("a text").to_owned();
            let [path, message] = ["path", "message"].map(|key| text(&field[key]));
            let [kind, namespace, name] =
                ["kind", "namespace", "name"].map(|key| text(&field["object"][key]));
            format!("{kind} {namespace}/{name} {path}: {message}")
        })
        .collect()
}

#[test]
fn fields_that_no_hub_holds() {
    let of = |spec: &str, fields: &[&str]| {
        let fields: Vec<String> = fields
            .iter()
            .map(|field| format!("Placement apps/web spec.{field}"))
            .collect();
        assert_eq!(refused(&fleet(spec)), fields, "{spec}");
    };
    of("{}", &[]);
    of(
        "{sortBy: Scores, scoreRateLimit: \"60\"}",
        &[
            "sortBy: `Scores` is not allowed here, did you mean `Score`",
            "scoreRateLimit: `60` is not a rate limit: digits and one of `h`, `m` and `s`, as `5m`",
        ],
    );
    of(
        "{prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: Steady}, weight: 50}]}}",
        &[
            "prioritizerPolicy.configurations[0].weight: `50` is out of range: it must be between -10 and 10",
        ],
    );
    of(
        "{tolerations: [{key: a, operator: Exist}]}",
        &["tolerations[0].operator: `Exist` is not allowed here, did you mean `Exists`"],
    );
    of(
        "{tolerations: [{key: a, tolerationSeconds: soon}]}",
        &["tolerations[0].tolerationSeconds: expected a whole number, found the string `soon`"],
    );
    // The hub holds these, and takes the placement as misconfigured.
    of(
        "{predicates: [{requiredClusterSelector: {labelSelector: {matchExpressions: [{key: a, operator: in, values: \
         [b]}]}}}]}",
        &[],
    );
    of("{tolerations: [{key: a, operator: Exists, value: b}]}", &[]);
    of("{tolerations: [{value: b}]}", &[]);
    of(
        "{decisionStrategy: {groupStrategy: {clustersPerDecisionGroup: 110%}}}",
        &[
            "decisionStrategy.groupStrategy.clustersPerDecisionGroup: `110%` is not allowed: a percentage is a whole \
             number from `1%` to `100%`",
        ],
    );
    // Misspelt fields are dropped by the API server.
    of("{numberOfCluster: 2}", &[]);
}

#[test]
fn fields_of_what_else_a_decision_rests_on() {
    let with = |object: &str| fleet("{}") + "\n---\n" + object;
    let score = |value: &str| {
        with(&format!(
            "apiVersion: cluster.open-cluster-management.io/v1alpha1\nkind: AddOnPlacementScore\n\
             metadata: {{name: net, namespace: a1}}\nstatus: {{scores: [{{name: free, value: {value}}}]}}\n"
        ))
    };
    assert_eq!(refused(&score("100")), [""; 0]);
    assert_eq!(
        refused(&score("101")),
        [
            "AddOnPlacementScore a1/net status.scores[0].value: `101` is out of range: it must be between -100 and 100"
        ]
    );
    let taint = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\nmetadata: {name: z}\n\
                 spec: {taints: [{key: a, effect: NoSchedule}]}\n";
    assert_eq!(
        refused(&with(taint)),
        [
            "ManagedCluster /z spec.taints[0].effect: `NoSchedule` is not allowed here, use `NoSelect` or \
             `PreferNoSelect` or `NoSelectIfNew`"
        ]
    );
    // What a decision does not rest on is not its fault.
    let others = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                  metadata: {name: other, namespace: b}\nspec: {sortBy: x}\n---\n\
                  apiVersion: v1\nkind: Node\nmetadata: {name: n}\nspec: {taints: 1}\n";
    let text = with(others);
    let asked = json!({"placement": "apps/web"});
    let codes = ["invalid-field", "misspelt-field"];
    let none = codes.map(|code| found(&decide_with(&text, &asked), code).len());
    assert_eq!(none, [0, 0]);
    let other = decide_with(&text, &json!({"placement": "b/other"}));
    assert_eq!(found(&other, "invalid-field")[0]["path"], "spec.sortBy");
    // Of many, ten.
    let clusters = (0..12).map(|at| taint.replace("name: z", &format!("name: z{at}")));
    let clusters = clusters.fold(String::new(), |text, cluster| text + "---\n" + &cluster);
    assert_eq!(refused(&(fleet("{}") + "\n" + &clusters)).len(), 10);
}
