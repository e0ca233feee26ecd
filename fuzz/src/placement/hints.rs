//! What a hint names has no effect: without it, or with more of it, the decision is the same.

use proptest::prelude::*;
use schedscope::answers::placement::{
    DecisionDetails, hints::DecisionHintKind, rows::ClusterOrder,
};
use schedscope::{objects::names::Names, objects::profile::Profile, placement::Session};
use serde_json::{Value, json};

use super::properties::{objects, options};

/// Name and state of every cluster by rank, and the hints.
fn decided(scenario: &Value, profile: Profile) -> (Vec<Value>, Vec<(DecisionHintKind, String)>) {
    let objects = objects(Names::default(), scenario);
    let mut session = Session::new();
    let decision = session.decide(&objects, &options(scenario, profile));
    let details = DecisionDetails::new(decision.expect("a placement"), &objects);
    let rows = details.rows(ClusterOrder::Rank, 0, usize::MAX, None).rows;
    let rows = rows
        .iter()
        .map(|row| json!([row.name, row.state, row.rank]));
    let hints = details.hints().into_iter();
    let hints = hints.filter_map(|hint| Some((hint.kind, hint.path?)));
    (rows.collect(), hints.collect())
}

/// The scenario without what a hint names, or with more of it.
fn without(scenario: &Value, hint: &DecisionHintKind, path: &str) -> Value {
    let mut scenario = scenario.clone();
    let spec = &mut scenario["placement"]["spec"];
    match hint {
        DecisionHintKind::SameForAll { .. } => {
            let index = path
                .trim_end_matches(']')
                .rsplit_once('[')
                .expect("an index")
                .1;
            let index: usize = index.parse().expect("a number");
            spec["prioritizerPolicy"]["configurations"][index]["weight"] = json!(-7);
        }
        DecisionHintKind::TolerationUnused { toleration } => {
            let tolerations = spec["tolerations"].as_array_mut().expect("a list");
            tolerations.remove(*toleration);
        }
        DecisionHintKind::PredicatesMatchAll { .. } => {
            spec.as_object_mut().expect("a spec").remove("predicates");
        }
        DecisionHintKind::NumberAboveFeasible { feasible, .. } => {
            spec["numberOfClusters"] = json!(feasible);
        }
        DecisionHintKind::MaxSkewUnused { .. } | DecisionHintKind::TermWithoutWeight { .. } => {}
    }
    scenario
}

pub fn check(scenario: &Value, profile: Profile) -> Result<(), TestCaseError> {
    let (rows, hints) = decided(scenario, profile);
    for (hint, path) in hints {
        let (other, _) = decided(&without(scenario, &hint, &path), profile);
        prop_assert_eq!(&rows, &other, "{:?}", hint);
    }
    Ok(())
}
