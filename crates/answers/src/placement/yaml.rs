//! `PlacementDecision`s as YAML.

use std::fmt::Write as _;

use schedscope_objects::{
    placement_decision::{
        CLUSTER_MANAGER_LABEL, DECISION_INDEX_LABEL, DECISION_KEY_LABEL, PLACEMENT_KEY_LABEL,
        SCHEDULER_NAME,
    },
    profile::Profile,
};
use schedscope_text::plain::scalar;

use crate::placement::{comparison::DecisionForm, decision_objects::DecisionObject};

/// One document per object, in the field order of kubectl. Slices of SIG Multicluster's form are numbered on over all
/// decision groups in the profile `Proposal`, as KEP-5313 says.
pub(crate) fn decisions(
    objects: &[DecisionObject],
    form: DecisionForm,
    profile: Profile,
) -> String {
    let mut text = String::new();
    for (index, object) in objects.iter().enumerate() {
        if index > 0 {
            text.push_str("---\n");
        }
        // Writing to a String cannot fail.
        let _ = match form {
            DecisionForm::Ocm => write_object(&mut text, object),
            DecisionForm::Multicluster => {
                let index = Some(index).filter(|_| profile == Profile::Proposal);
                write_slice(&mut text, index, object)
            }
        };
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

/// A slice of SIG Multicluster's form: a hub copies its objects under their names, with the index of the decision
/// group. `index` is another one.
fn write_slice(
    text: &mut String,
    index: Option<usize>,
    object: &DecisionObject,
) -> std::fmt::Result {
    text.push_str("apiVersion: multicluster.x-k8s.io/v1alpha1\n");
    let list = if object.cluster_names.is_empty() {
        " []"
    } else {
        ""
    };
    writeln!(text, "decisions:{list}")?;
    for name in &object.cluster_names {
        writeln!(text, "- clusterProfileRef:\n    name: {}", scalar(name))?;
        if !object.namespace.is_empty() {
            writeln!(text, "    namespace: {}", scalar(&object.namespace))?;
        }
    }
    text.push_str("kind: PlacementDecision\nmetadata:\n  labels:\n");
    let placement = scalar(&object.labels.placement);
    let index = index.map_or_else(
        || object.labels.group_index.clone(),
        |index| index.to_string(),
    );
    writeln!(text, "    {DECISION_INDEX_LABEL}: \"{index}\"")?;
    writeln!(text, "    {DECISION_KEY_LABEL}: {placement}")?;
    writeln!(text, "    {PLACEMENT_KEY_LABEL}: {placement}")?;
    writeln!(text, "    {CLUSTER_MANAGER_LABEL}: {SCHEDULER_NAME}")?;
    writeln!(text, "  name: {}", scalar(&object.name))?;
    if !object.namespace.is_empty() {
        writeln!(text, "  namespace: {}", scalar(&object.namespace))?;
    }
    writeln!(text, "schedulerName: {SCHEDULER_NAME}")
}
