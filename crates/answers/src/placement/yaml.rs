//! `PlacementDecision`s as YAML.

use std::fmt::Write as _;

use schedscope_text::plain::scalar;

use crate::placement::decision_objects::DecisionObject;

/// One document per object, in the field order of kubectl.
pub(crate) fn decisions(objects: &[DecisionObject]) -> String {
    let mut text = String::new();
    for (index, object) in objects.iter().enumerate() {
        if index > 0 {
            text.push_str("---\n");
        }
        // Writing to a String cannot fail.
        let _ = write_object(&mut text, object);
    }
    text
}

fn write_object(text: &mut String, object: &DecisionObject) -> std::fmt::Result {
    text.push_str("apiVersion: cluster.open-cluster-management.io/v1beta1\n");
    text.push_str("kind: PlacementDecision\nmetadata:\n  labels:\n");
    for (key, value) in object.labels.pairs() {
        writeln!(text, "    {key}: {}", scalar(value))?;
    }
    writeln!(text, "  name: {}", scalar(&object.name))?;
    if !object.namespace.is_empty() {
        writeln!(text, "  namespace: {}", scalar(&object.namespace))?;
    }
    if object.cluster_names.is_empty() {
        text.push_str("status:\n  decisions: []\n");
    } else {
        text.push_str("status:\n  decisions:\n");
        for (place, name) in object.cluster_names.iter().enumerate() {
            writeln!(text, "  - clusterName: {}\n    reason: \"\"", scalar(name))?;
            let score = object.scores.as_ref().and_then(|scores| scores.get(place));
            if let Some(score) = score.filter(|score| score.0 != 0) {
                writeln!(text, "    score: {}", score.0)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::placement::decision_objects::DecisionLabels;

    #[test]
    fn documents() {
        let object = |number: &str, clusters: &[&str]| DecisionObject {
            name: format!("p-decision-{number}"),
            namespace: "ns1".to_owned(),
            labels: DecisionLabels {
                group_index: "0".to_owned(),
                group_name: String::new(),
                placement: "p".to_owned(),
            },
            scores: None,
            cluster_names: clusters.iter().map(|&name| name.to_owned()).collect(),
        };
        let expect = r#"apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  labels:
    cluster.open-cluster-management.io/decision-group-index: "0"
    cluster.open-cluster-management.io/decision-group-name: ""
    cluster.open-cluster-management.io/placement: p
  name: p-decision-1
  namespace: ns1
status:
  decisions:
  - clusterName: a
    reason: ""
---
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: PlacementDecision
metadata:
  labels:
    cluster.open-cluster-management.io/decision-group-index: "0"
    cluster.open-cluster-management.io/decision-group-name: ""
    cluster.open-cluster-management.io/placement: p
  name: p-decision-2
  namespace: ns1
status:
  decisions: []
"#;
        assert_eq!(decisions(&[object("1", &["a"]), object("2", &[])]), expect);
    }
}
