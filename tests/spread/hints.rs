//! What a hint about spread names has no effect.

use proptest::prelude::*;
use schedscope::answers::placement::hints::DecisionHintKind;
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use super::decide;
use schedscope_fuzz::spread::fleets;

/// The names of the selected clusters in the order of the picks, and the hints about spread by their terms.
fn decided(scenario: &Value) -> (Vec<u32>, Vec<(DecisionHintKind, usize)>) {
    let read = decide(scenario);
    let details = read.details().expect("a decision");
    let hints = details.hints().into_iter().filter_map(|hint| {
        let path = hint.path?;
        let rest = path.strip_prefix("spec.spreadPolicy.spreadConstraints[")?;
        Some((hint.kind, rest.split(']').next()?.parse().ok()?))
    });
    (details.selected(), hints.collect())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn what_a_hint_names_has_no_effect(scenario in fleets::scenario()) {
        let (selected, hints) = decided(&scenario);
        for (hint, term) in hints {
            let mut other = scenario.clone();
            let terms = &mut other["placement"]["spec"]["spreadPolicy"]["spreadConstraints"];
            match hint {
                DecisionHintKind::MaxSkewUnused { .. } => terms[term]["maxSkew"] = json!(1_000_000),
                _ => terms[term]["topologyKey"] = json!("nobody-has-it"),
            }
            prop_assert_eq!(&selected, &decided(&other).0, "{:?}", hint);
        }
    }
}
