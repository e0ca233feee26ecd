//! Places in the text: every path that a decision mentions leads to the text it is about.

use schedscope::answers::placement::summary::{DecisionOutcome, PlacementProblem};

use super::*;

/// All paths that a decision mentions, each with its object.
fn mentioned(scenario: &mut Scenario, placement: usize) -> Vec<(ObjectName, String)> {
    let summary = scenario.decide(ask(placement)).expect("a decision");
    let mut paths: Vec<(ObjectName, String)> = Vec::new();
    let mut add = |object: &ObjectName, path: &str| {
        let entry = (object.clone(), path.to_owned());
        if !paths.contains(&entry) {
            paths.push(entry);
        }
    };
    let own = &summary.placement;
    for prioritizer in &summary.prioritizers {
        if let Some(path) = &prioritizer.path {
            add(own, path);
            add(own, &format!("{path}.weight"));
        }
    }
    for note in &summary.notes {
        if let Some(path) = &note.path {
            add(own, path);
        }
    }
    for cluster in 0..summary.cluster_counts.all as u32 {
        let explained = scenario.explain(&cluster.into()).expect("it is there");
        let explained = explained.answer.explanation;
        let object = ObjectName {
            kind: "ManagedCluster".to_owned(),
            namespace: String::new(),
            name: explained.name.clone(),
        };
        for taint in &explained.taints {
            add(&object, &taint.path);
        }
        for predicate in &explained.predicates {
            add(own, &predicate.path);
            for requirement in &predicate.requirements {
                add(own, &requirement.path);
            }
        }
    }
    paths
}

#[test]
fn every_path_of_a_decision_leads_to_its_text() {
    for encoding in BOTH {
        let mut scenario = scenario(TEXT, encoding);
        for (object, path, expect) in PLACES {
            let range = scenario
                .input()
                .locate(&named(object), path)
                .expect("a place");
            let text = part(TEXT, range, encoding);
            assert_eq!(text.lines().next(), Some(expect), "{object} {path}");
        }
        let mut mentioned = mentioned(&mut scenario, 0);
        for (object, path, _) in PLACES {
            mentioned.retain(|entry| *entry != (named(object), path.to_owned()));
        }
        assert_eq!(mentioned, [], "mentioned, but not expected");
    }
}

/// Object, path, and the first line of the text there.
const PLACES: [(&str, &str, &str); 15] = [
    (
        "first",
        "spec.prioritizerPolicy.configurations[0]",
        "scoreCoordinate: {type: BuiltIn, builtIn: Steady}",
    ),
    (
        "first",
        "spec.prioritizerPolicy.configurations[0].weight",
        "3",
    ),
    (
        "first",
        "spec.prioritizerPolicy.configurations[1]",
        "scoreCoordinate:",
    ),
    // It has none: where it would stand.
    (
        "first",
        "spec.prioritizerPolicy.configurations[1].weight",
        "scoreCoordinate:",
    ),
    (
        "first",
        "spec.prioritizerPolicy.configurations[2]",
        "scoreCoordinate:",
    ),
    (
        "first",
        "spec.prioritizerPolicy.configurations[2].weight",
        "2",
    ),
    (
        "near",
        "spec.taints[0]",
        "{key: slow, value: very, effect: NoSelect}",
    ),
    ("near", "spec.taints[1]", "key: example.com/gone"),
    (
        "first",
        "spec.predicates[0].requiredClusterSelector",
        "requiredClusterSelector:",
    ),
    (
        "first",
        "spec.predicates[0].requiredClusterSelector.labelSelector.matchLabels[example.com/tier.a]",
        "gold",
    ),
    (
        "first",
        "spec.predicates[0].requiredClusterSelector.labelSelector.matchExpressions[0]",
        "key: cloud",
    ),
    (
        "first",
        "spec.predicates[0].requiredClusterSelector.claimSelector.matchExpressions[0]",
        "{key: id.k8s.io, operator: Exists}",
    ),
    (
        "first",
        "spec.predicates[1].requiredClusterSelector",
        "requiredClusterSelector:",
    ),
    (
        "first",
        "spec.predicates[1].requiredClusterSelector.labelSelector.matchLabels[example.com/last.resort]",
        "\"yes\"",
    ),
    // Keys with dots, unbracketed, as in diagnostics.
    (
        "first",
        "spec.predicates[1].requiredClusterSelector.labelSelector.matchLabels.example.com/last.resort",
        "\"yes\"",
    ),
];

fn named(name: &str) -> ObjectName {
    let (kind, namespace) = match name {
        "near" => ("ManagedCluster", ""),
        _ => ("Placement", "team"),
    };
    ObjectName {
        kind: kind.to_owned(),
        namespace: namespace.to_owned(),
        name: name.to_owned(),
    }
}

/// Where a path leads, to the end of the first line.
#[track_caller]
fn check(path: &str, expect: &str) {
    for encoding in BOTH {
        let scenario = scenario(TEXT, encoding);
        let range = scenario
            .input()
            .locate(&named("first"), path)
            .expect("a place");
        let text = part(TEXT, range, encoding);
        assert_eq!(text.lines().next(), Some(expect), "{path}");
    }
}

#[test]
fn a_field_that_is_not_there_leads_to_its_parent() {
    check("", "apiVersion: cluster.open-cluster-management.io/v1beta1");
    check(
        "nonsense[3]",
        "apiVersion: cluster.open-cluster-management.io/v1beta1",
    );
    check("spec.numberOfClusters", "2");
    check("spec.prioritizerPolicy.mode", "Additive");
    check(
        "spec.prioritizerPolicy.configurations[9].weight",
        "configurations:",
    );
    check("spec.tolerations[0].tolerationSeconds", "key: slow");
    check("spec.tolerations[18446744073709551616]", "tolerations:");
    check("spec.tolerations[-1]", "tolerations:");
    check("spec.tolerations[", "tolerations:");
}

#[test]
fn an_object_that_is_not_there_has_no_place() {
    let scenario = scenario(TEXT, Encoding::Utf16);
    let check = |kind: &str, namespace: &str, name: &str, expect: bool| {
        let object = ObjectName {
            kind: kind.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        };
        assert_eq!(
            scenario.input().locate(&object, "").is_some(),
            expect,
            "{object:?}"
        );
    };
    check("Placement", "team", "first", true);
    check("ManagedCluster", "", "near", true);
    check("AddOnPlacementScore", "near", "net", true);
    check("Placement", "", "first", false);
    check("Placement", "team", "third", false);
    // Clusters have no namespace, whatever a text says.
    check("ManagedCluster", "team", "near", true);
    check("managedcluster", "", "near", false);
    check("", "", "", false);
}

#[test]
fn the_place_of_a_collection_in_one_line_ends_with_it() {
    let text = TEXT.replace("operator: Exists}", "operator: Exists} # 🙂");
    let path = "spec.predicates[0].requiredClusterSelector.claimSelector.matchExpressions[0]";
    for encoding in BOTH {
        let scenario = scenario(&text, encoding);
        let range = scenario
            .input()
            .locate(&named("first"), path)
            .expect("a place");
        assert_eq!(
            part(&text, range, encoding),
            "{key: id.k8s.io, operator: Exists}"
        );
    }
}

#[test]
fn several_places_are_found_at_once() {
    let scenario = scenario(TEXT, Encoding::Utf16);
    let object = named(PLACES[0].0);
    let places = PLACES.iter().filter(|(of, ..)| named(of) == object);
    let mut paths: Vec<&str> = places.map(|(_, path, _)| *path).collect();
    paths.extend(["", "spec.none.at.all", "spec"]);
    let expect: Option<Vec<_>> = paths
        .iter()
        .map(|path| scenario.input().locate(&object, path))
        .collect();
    assert!(paths.len() > 5 && expect.is_some());
    assert_eq!(scenario.input().locate_all(&object, &paths), expect);
    assert_eq!(scenario.input().locate_all(&object, &[]), Some(Vec::new()));
    let nobody = ObjectName {
        name: "nobody".to_owned(),
        ..object
    };
    assert_eq!(scenario.input().locate_all(&nobody, &paths), None);
}

#[test]
fn a_constraint_behind_one_that_cannot_be_used_keeps_its_place() {
    let text = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
        metadata: {name: p}\nspec:\n  spreadPolicy:\n    spreadConstraints:\n    - maxSkew: 2\n    \
        - {topologyKey: zone, topologyKeyType: Label, maxSkew: 0}\n";
    let mut scenario = Scenario::new(text);
    let summary = scenario.decide(ask(0)).expect("a decision");
    let path = "spec.spreadPolicy.spreadConstraints[1]";
    assert_eq!(summary.spread_constraints[0].path, path);
    let end = &summary.end;
    assert_eq!(end.outcome, DecisionOutcome::Invalid);
    assert_eq!(end.invalid_path, Some(format!("{path}.maxSkew")));
    let problem = PlacementProblem::MaxSkewTooSmall { max_skew: 0 };
    assert_eq!(end.problem, Some(problem));
}
