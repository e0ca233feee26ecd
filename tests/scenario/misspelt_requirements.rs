//! Keys and values of predicates that are misspelt.

use serde_json::{Value, json};

use super::caveats::{decide, fleet, found};

/// What is said to be misspelt of a predicate about clusters with `region`, `eu` or `us`.
fn misspelt(selector: &str) -> Vec<Value> {
    let spec = format!("{{predicates: [{{requiredClusterSelector: {{{selector}}}}}]}}");
    found(&decide(&fleet(&spec)), "misspelt-requirement")
}

#[test]
fn a_key_or_value_that_no_candidate_has() {
    let labels = "spec.predicates[0].requiredClusterSelector.labelSelector";
    for (selector, path, required, meant) in [
        (
            "labelSelector: {matchLabels: {regoin: eu}}",
            "matchLabels.regoin",
            "regoin",
            "region",
        ),
        (
            "labelSelector: {matchExpressions: [{key: Region, operator: NotIn, values: [eu]}]}",
            "matchExpressions[0].key",
            "Region",
            "region",
        ),
        (
            "labelSelector: {matchExpressions: [{key: region, operator: In, values: [us, EU]}]}",
            "matchExpressions[0].values[1]",
            "region=EU",
            "region=eu",
        ),
    ] {
        let path = format!("{labels}.{path}");
        let expect = json!({"path": path, "on": "label", "required": required, "meant": meant});
        assert_eq!(misspelt(selector), [expect], "{selector}");
    }
    for selector in [
        "labelSelector: {matchLabels: {region: eu}}",
        "labelSelector: {matchLabels: {region: ap}}",
        "labelSelector: {matchLabels: {vendor: eu}}",
        // No cluster is to have the key.
        "labelSelector: {matchExpressions: [{key: regions, operator: DoesNotExist}]}",
        // Claims are not labels.
        "claimSelector: {matchExpressions: [{key: regoin, operator: Exists}]}",
    ] {
        assert_eq!(misspelt(selector), [Value::Null; 0], "{selector}");
    }
}
