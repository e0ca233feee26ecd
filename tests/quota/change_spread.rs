//! Changes of topology spread constraints that keep a pod off nodes, and labels of nodes without the key.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use reference::{
    answers::{ask, text},
    pods::items,
};

use super::change_anew::{node, pod};

/// Of each change of a constraint or a label, the field and its new value.
#[track_caller]
fn fields(written: &str, pod: &str) -> Vec<(String, Value)> {
    let families = json!(["skew", "label"]);
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": families,
        "want": {"pod": pod, "admitted": true}}});
    let answer = ask(&mut Scenario::new(written), &question);
    assert_eq!(answer["met"], false, "{answer}");
    let changes = items(&answer["changes"]).filter(|change| items(&change["edits"]).count() == 1);
    let fields = changes.map(|change| {
        assert!(!change["cycle"]["node"].is_null(), "{change:#}");
        let edit = &change["edits"][0];
        let path = edit["path"].as_str().expect("a path");
        let field = path.strip_prefix("spec.topologySpreadConstraints[");
        let field = field.and_then(|field| field.split_once("]."));
        let field = field.map_or(path, |(_, field)| field);
        (field.to_owned(), edit["new"].clone())
    });
    fields.collect()
}

/// A pod of a spread constraint, pending or on a node.
fn spread(name: &str, on: Option<&str>, more: &[(&str, Value)]) -> Value {
    let mut spread = pod(name, 1, on, None);
    spread["metadata"]["labels"] = json!({"app": "web"});
    let mut constraint = json!({"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "DoNotSchedule",
        "labelSelector": {"matchLabels": {"app": "web"}}});
    for (field, value) in more {
        constraint[field] = value.clone();
    }
    spread["spec"]["topologySpreadConstraints"] = json!([constraint]);
    spread
}

fn in_zone(name: &str, zone: &str) -> Value {
    let mut node = node(name, 8);
    node["metadata"]["labels"] = json!({"zone": zone});
    node
}

fn change(field: &str, new: Value) -> (String, Value) {
    (field.to_owned(), new)
}

#[test]
fn a_domain_whose_nodes_are_closed() {
    let mut closed = in_zone("closed", "a");
    closed["spec"] = json!({"taints": [{"key": "control-plane", "effect": "NoSchedule"}]});
    let world = |closed: &Value, more: &[(&str, Value)]| {
        let there = spread("there", Some("open"), &[]);
        text(&[
            closed.clone(),
            in_zone("open", "b"),
            there,
            spread("asked", None, more),
        ])
    };
    let [honor, soft, skew] = [
        change("nodeTaintsPolicy", json!("Honor")),
        change("whenUnsatisfiable", json!("ScheduleAnyway")),
        change("maxSkew", json!(2)),
    ];
    let all = |found: &[(String, Value)]| {
        let mut found = found.to_vec();
        found.sort_by(|a, b| a.0.cmp(&b.0));
        found
    };
    let found = fields(&world(&closed, &[]), "a/asked");
    assert_eq!(
        all(&found),
        all(&[honor.clone(), soft.clone(), skew.clone()])
    );
    // One that is there already is written over.
    let ignore = ("nodeTaintsPolicy", json!("Ignore"));
    let found = fields(&world(&closed, &[ignore]), "a/asked");
    assert!(found.contains(&honor), "{found:?}");
    // A cordon alone is no taint, which its controller adds.
    closed["spec"] = json!({"unschedulable": true});
    let found = fields(&world(&closed, &[]), "a/asked");
    assert_eq!(all(&found), all(&[soft, skew]));
}

/// A domain whose only node the pod does not select counts with `nodeAffinityPolicy: Ignore`, and not with the default.
#[test]
fn a_domain_whose_nodes_are_not_selected() {
    let mut own = in_zone("own", "b");
    own["metadata"]["labels"]["pool"] = json!("a");
    let ignore = ("nodeAffinityPolicy", json!("Ignore"));
    let mut asked = spread("asked", None, &[ignore]);
    asked["spec"]["nodeSelector"] = json!({"pool": "a"});
    let there = spread("there", Some("own"), &[]);
    let found = fields(
        &text(&[in_zone("other", "a"), own, there, asked]),
        "a/asked",
    );
    let honor = change("nodeAffinityPolicy", json!("Honor"));
    assert_eq!(found.first(), Some(&honor), "{found:?}");
}

/// With fewer domains than `minDomains`, the least number of pods counts as 0.
#[test]
fn fewer_domains_than_the_constraint_asks_for() {
    let nodes = [in_zone("n1", "a"), in_zone("n2", "b")];
    let there = ["n1", "n2"].map(|on| spread(&format!("on-{on}"), Some(on), &[]));
    let asked = spread("asked", None, &[("minDomains", json!(5))]);
    let written = text(&[&nodes[..], &there[..], &[asked]].concat());
    let found = fields(&written, "a/asked");
    assert_eq!(
        found,
        [change("maxSkew", json!(2)), change("minDomains", json!(2))]
    );
    let question = json!({"change": {"now": "2026-01-01T00:00:00Z", "families": ["skew"],
        "want": {"pod": "a/asked", "admitted": true}}});
    let answer = ask(&mut Scenario::new(&written), &question);
    // The API server refuses `minDomains` with `ScheduleAnyway`.
    let soft = items(&answer["changes"]).find(|change| change["edits"][1].is_object());
    let soft = soft.expect("a change of two fields");
    let edits: Vec<Value> = items(&soft["edits"])
        .map(|edit| json!([edit["path"], edit["new"]]))
        .collect();
    let at = "spec.topologySpreadConstraints[0]";
    assert_eq!(
        json!(edits),
        json!([
            [format!("{at}.whenUnsatisfiable"), "ScheduleAnyway"],
            [format!("{at}.minDomains"), null]
        ])
    );
}

#[test]
fn nodes_without_the_key() {
    let bare = node("bare", 8);
    let asked = spread("asked", None, &[]);
    let soft = change("whenUnsatisfiable", json!("ScheduleAnyway"));
    let found = fields(&text(&[bare.clone(), asked.clone()]), "a/asked");
    let new = change("metadata.labels.zone", json!("zone-1"));
    assert!(found.contains(&soft) && found.contains(&new), "{found:?}");
    // The domain that is there is full; the node joins it, or is one of its own.
    let mut full = in_zone("full", "a");
    full["status"]["allocatable"]["cpu"] = json!("500m");
    let found = fields(&text(&[bare, full, asked]), "a/asked");
    let known = change("metadata.labels.zone", json!("a"));
    assert!(found.contains(&known), "{found:?}");
}

/// A text without a fault of its constraints gets no such change.
#[test]
fn a_pod_without_room_keeps_its_constraint() {
    let mut asked = spread("asked", None, &[]);
    asked["spec"]["containers"][0]["resources"]["requests"]["cpu"] = json!(99);
    let found = fields(&text(&[in_zone("small", "a"), asked]), "a/asked");
    assert_eq!(found, []);
}

#[test]
fn texts_of_reports() {
    let control_plane = include_str!("../reality/spread-control-plane.yaml");
    let found = fields(control_plane, "default/nginx-deployment-5d8f9c7b6d-dx3zq");
    for field in ["nodeTaintsPolicy", "whenUnsatisfiable", "maxSkew"] {
        assert!(
            found.iter().any(|(known, _)| known == field),
            "{field}: {found:?}"
        );
    }
    let no_zone = include_str!("../reality/spread-no-zone.yaml");
    let found = fields(no_zone, "tenant-root/os-nodes-0");
    for field in [
        "whenUnsatisfiable",
        "metadata.labels[topology.kubernetes.io/zone]",
    ] {
        assert!(
            found.iter().any(|(known, _)| known == field),
            "{field}: {found:?}"
        );
    }
}
