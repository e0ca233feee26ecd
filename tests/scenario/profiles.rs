//! The profile `auto`, and what the other profile decides.

use serde_json::{Value, json};

use super::caveats::{DRIFT, decide, decide_with, fleet};

pub(super) const SPREAD: &str = "{numberOfClusters: 2, spreadPolicy: {spreadConstraints: [{topologyKey: region, \
                      topologyKeyType: Label, whenUnsatisfiable: DoNotSchedule}]}, prioritizerPolicy: {configurations: \
                      [{scoreCoordinate: {builtIn: ResourceAllocatableCPU}, weight: 5}]}}";

/// What differs, from each profile: the clusters that come in and go, and why.
#[track_caller]
fn check_profiles(text: &str, upstream: &Value, proposal: &Value) {
    for (profile, expect) in [("Proposal", upstream), ("Upstream", proposal)] {
        let other = decide_with(text, &json!({"profile": profile}))["otherProfile"].clone();
        let found = json!([
            other["added"],
            other["removed"],
            other["selected"],
            other["status"],
            other["because"]
        ]);
        assert_ne!(other["profile"], json!(profile));
        assert_eq!(found, *expect, "asked of {profile}");
    }
}

#[test]
fn auto_is_the_released_hub_unless_the_placement_uses_what_only_a_design_document_has() {
    let policy = |configuration: &str| {
        format!("{{prioritizerPolicy: {{configurations: [{configuration}]}}}}")
    };
    let built_in = |name: &str, weight: i32| {
        let coordinate = format!("{{type: BuiltIn, builtIn: {name}}}");
        policy(&format!(
            "{{scoreCoordinate: {coordinate}, weight: {weight}}}"
        ))
    };
    let no_weights = json!({});
    for (spec, weights, expect) in [
        ("{}".to_owned(), &no_weights, "Upstream"),
        (built_in("Steady", 3), &no_weights, "Upstream"),
        (SPREAD.to_owned(), &no_weights, "Proposal"),
        (policy("{name: Steady, weight: 3}"), &no_weights, "Proposal"),
        (built_in("ResourceRatioCPU", 3), &no_weights, "Proposal"),
        (built_in("ResourceRatioCPU", 0), &no_weights, "Upstream"),
        (
            built_in("\"ResourceAllocatable(nvidia.com/gpu)\"", 3),
            &no_weights,
            "Proposal",
        ),
        // A misspelt name is none of a design document.
        (
            built_in("ResourceAllocatableMemry", 3),
            &no_weights,
            "Upstream",
        ),
        (
            "{}".to_owned(),
            &json!({"ResourceRatioMemory": 2}),
            "Proposal",
        ),
        (
            "{}".to_owned(),
            &json!({"ResourceRatioMemory": 0}),
            "Upstream",
        ),
        // The API server refuses long seconds; the released hub has a rule for them all the same.
        (
            "{tolerations: [{key: k, tolerationSeconds: 9223372036854775807}]}".to_owned(),
            &no_weights,
            "Upstream",
        ),
    ] {
        let found = decide_with(&fleet(&spec), &json!({"weights": weights}));
        assert_eq!(found["profile"], expect, "{spec} {weights}");
        for named in ["Upstream", "Proposal"] {
            let found = decide_with(
                &fleet(&spec),
                &json!({"weights": weights, "profile": named}),
            );
            assert_eq!(found["profile"], named, "{spec}");
        }
    }
}

#[test]
fn the_other_profile_in_both_directions() {
    check_profiles(
        &fleet(SPREAD),
        &json!([["a1"], ["b1"], 2, "Success", ["spread-policy"]]),
        &json!([["b1"], ["a1"], 2, "Success", ["spread-policy"]]),
    );
    let ratio = "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: \
                 ResourceRatioCPU}}]}}";
    check_profiles(
        &fleet(ratio),
        &json!([[], ["a2"], 0, "Misconfigured", ["prioritizer"]]),
        &json!([["a2"], [], 1, "Success", ["prioritizer"]]),
    );
    let short = "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{name: ResourceAllocatableCPU}]}}";
    check_profiles(
        &fleet(short),
        &json!([[], ["a2"], 0, "Misconfigured", ["short-form"]]),
        &json!([["a2"], [], 1, "Success", ["short-form"]]),
    );
    let infinite = fleet(
        "{numberOfClusters: 1, prioritizerPolicy: {configurations: [{scoreCoordinate: {builtIn: \
         ResourceAllocatableCPU}, weight: 1}]}}",
    )
    .replace("cpu: \"9\"", &format!("cpu: \"1{}E\"", "0".repeat(300)));
    let other = decide(&infinite)["otherProfile"].clone();
    assert_eq!(other["because"], json!(["arithmetic"]), "{other}");
}

/// A sentence names clusters also where a page asks for none.
#[test]
fn the_first_names_are_listed_whatever_the_limit() {
    let decision = decide_with(&fleet(SPREAD), &json!({"limit": 0}));
    assert_eq!(decision["selected"], json!([]));
    assert_eq!(decision["otherProfile"]["added"], json!(["a1"]));
    let drift = decide_with(DRIFT, &json!({"limit": 0}));
    assert_eq!(drift["recorded"]["removed"], json!(["prod-2"]));
}

#[test]
fn long_seconds_differ_where_a_taint_needs_them() {
    let text = fleet("{tolerations: [{key: k, operator: Exists, tolerationSeconds: 9223372036854775807}]}")
        .replace(
            "status: {allocatable: {cpu: \"1\"",
            "spec: {taints: [{key: k, effect: NoSelect, timeAdded: \"2025-11-01T00:00:00Z\"}]}\nstatus: {allocatable: \
             {cpu: \"1\"",
        );
    check_profiles(
        &text,
        &json!([[], ["b1"], 2, "Success", ["toleration-seconds"]]),
        &json!([["b1"], [], 3, "Success", ["toleration-seconds"]]),
    );
}

#[test]
fn where_both_decide_the_same_only_a_preview_has_the_other_profile() {
    let same = SPREAD.replace("numberOfClusters: 2", "numberOfClusters: 3");
    let soft = same.replace("DoNotSchedule", "ScheduleAnyway");
    for spec in ["{}", "{numberOfClusters: 2}", &soft] {
        for profile in ["Upstream", "Proposal"] {
            let decision = decide_with(&fleet(spec), &json!({"profile": profile}));
            let other = &decision["otherProfile"];
            let is_preview = profile == "Proposal" && spec.contains("spreadPolicy");
            assert_eq!(other.is_object(), is_preview, "{spec}");
            assert_eq!(other["same"] == true, is_preview, "{spec}");
        }
    }
}
