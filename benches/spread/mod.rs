//! Spreading a tenth of a fleet. The twin for JavaScript is tests/node/bench/spread.mjs.

use std::fmt::Write as _;

use schedscope::{
    answers::placement::DecideOptions, generate, placement::CandidateMode, scenario::Scenario,
};

use crate::timing;

/// The measured work, and the topology keys, most important first. `unit` is unique for every cluster.
const WORKS: [(&str, [&str; 3]); 3] = [
    ("spread, 3 terms, 192 zones", ["provider", "region", "zone"]),
    (
        "spread, every cluster its own domain, first term",
        ["unit", "provider", "region"],
    ),
    (
        "spread, every cluster its own domain, last term",
        ["provider", "region", "unit"],
    ),
];

/// A hub whose clusters have a label `unit`, and whose placement spreads over the keys.
fn hub(clusters: usize, keys: [&str; 3]) -> String {
    let mut policy = "\n  spreadPolicy:\n    spreadConstraints:\n".to_owned();
    for key in keys {
        // Writing to a String cannot fail.
        let _ = writeln!(
            policy,
            "    - topologyKey: {key}\n      topologyKeyType: Label"
        );
    }
    policy.push_str("  prioritizerPolicy:\n");
    let text = generate::hub_yaml(1, clusters).replacen("\n  prioritizerPolicy:\n", &policy, 1);
    let mut out = String::with_capacity(text.len() + 24 * clusters);
    for (index, part) in text.split("\n      vendor: ").enumerate() {
        if index > 0 {
            let _ = write!(out, "\n      unit: u{index}\n      vendor: ");
        }
        out.push_str(part);
    }
    out
}

/// A change of weight, and `Spread` as where nothing is configured.
fn options(weight: i32) -> DecideOptions {
    DecideOptions {
        limit: 0,
        candidates: CandidateMode::Given,
        weights: vec![
            ("ResourceAllocatableCPU".to_owned(), weight),
            ("Spread".to_owned(), 2),
        ]
        .into(),
        ..DecideOptions::new(0, "2025-06-01T12:00:00Z")
    }
}

/// Prints the rows.
pub(crate) fn rows() {
    for clusters in [10_000, 100_000] {
        for (work, keys) in WORKS {
            let mut scenario = Scenario::new(&hub(clusters, keys));
            let summary = scenario.decide(options(1)).expect("a decision");
            let spread = summary.spread.as_ref().expect("a run of spread");
            assert_eq!(spread.steps, clusters / 10, "a tenth is picked");
            let units = spread
                .terms
                .iter()
                .any(|term| term.domains == summary.cluster_counts.feasible);
            assert_eq!(units, keys.contains(&"unit"), "every cluster is a domain");
            let mut weight = 0;
            timing::row(
                "placement",
                work,
                clusters,
                || {
                    weight = weight % 10 + 1;
                    options(weight)
                },
                |options| scenario.decide(options),
            );
        }
    }
}
