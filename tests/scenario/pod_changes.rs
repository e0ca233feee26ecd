//! Which objects changes of a pod's answer remove or edit.

use serde_json::{Value, json};

use super::{
    claims,
    pod_answers::{N1, ask, on_n1, text, waiting},
};

/// The objects that changes of some family remove or edit.
fn edited(text: &str, want: &Value, family: &str) -> Vec<(String, String)> {
    let asked =
        json!({"change": {"now": "2026-01-01T00:00:00Z", "want": want, "families": [family]}});
    let answer = ask(text, &asked);
    let changes = answer["changes"].as_array().expect("changes").iter();
    let edits = changes.flat_map(|change| change["edits"].as_array().expect("edits"));
    let text_of = |value: &Value| value.as_str().expect("a text").to_owned();
    edits
        .map(|edit| (text_of(&edit["object"]["name"]), text_of(&edit["subject"])))
        .collect()
}

#[test]
fn a_pod_that_its_node_gets_anew_is_not_removed() {
    let owned = |kind: &str| {
        format!(
            ", ownerReferences: [{{apiVersion: apps/v1, kind: {kind}, name: o, uid: o, controller: true}}]"
        )
    };
    let want = json!({"pod": "a/in", "admitted": true});
    let removed = |kind: &str| {
        let low = on_n1("low", 4, &owned(kind), "");
        edited(
            &text(&[N1], &[&low, &waiting("in", 4, "", "")]),
            &want,
            "release",
        )
    };
    assert_eq!(removed("DaemonSet"), []);
    assert_eq!(removed("Node"), []);
    let low = ("low".to_owned(), "StatefulSet o".to_owned());
    assert_eq!(removed("StatefulSet"), [low]);
}

#[test]
fn who_is_removed_is_not_spared_and_a_class_sets_the_priority() {
    let low = on_n1("low", 4, "", "");
    let with = |spec: &str| text(&[N1], &[&low, &waiting("in", 4, spec, "")]);
    let nobody = json!({"pod": "a/in", "evictsNobody": true});
    assert_eq!(edited(&with(", priority: 5"), &nobody, "release"), []);
    let own = ("in".to_owned(), String::new());
    assert_eq!(edited(&with(", priority: 5"), &nobody, "priority"), [own]);
    let classed = with(", priority: 5, priorityClassName: five");
    assert_eq!(edited(&classed, &nobody, "priority"), []);
}

/// Another class for a claim, and the values of nodes for `allowedTopologies`: only what lets the pod run.
#[test]
fn classes_of_claims() {
    let zoned = "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: zoned}, provisioner: \
                 csi.example, volumeBindingMode: WaitForFirstConsumer, allowedTopologies: [{matchLabelExpressions: \
                 [{key: host, values: [n9]}]}]}";
    let changed = |class: &str, annotation: &str| {
        let claim = claims::claim("d", class, "ReadWriteOnce");
        let claim = claim.replacen("metadata: {", &format!("metadata: {{{annotation}"), 1);
        let text = claims::world(&[zoned, &claim, &claims::pod("p", "", "", "d")]);
        let want = json!({"pod": "a/p", "admitted": true});
        let asked = json!({"change": {"now": "2026-01-01T00:00:00Z", "want": want, "families": ["volume"]}});
        let answer = ask(&text, &asked);
        let changes = answer["changes"].as_array().expect("changes").iter();
        let edits = changes.flat_map(|change| change["edits"].as_array().expect("edits"));
        let edits = edits.map(|edit| {
            let (name, path, new) = (&edit["object"]["name"], &edit["path"], &edit["new"]);
            format!("{name} {path} {new}").replace('"', "")
        });
        edits.collect::<Vec<String>>()
    };
    let fast = "d spec.storageClassName fast";
    assert_eq!(changed("local", ""), [fast]);
    assert_eq!(changed("ghost", ""), [fast]);
    let value = "zoned allowedTopologies[0].matchLabelExpressions[0].values[1] n1";
    assert_eq!(changed("zoned", ""), [fast, value]);
    // The annotation counts before the field.
    let annotation = "annotations: {volume.beta.kubernetes.io/storage-class: local}, ";
    let named = "d metadata.annotations[volume.beta.kubernetes.io/storage-class] fast";
    assert_eq!(changed("fast", annotation), [named]);
}
