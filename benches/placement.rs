//! Deciding a placement that wants a tenth of a fleet.

mod spread;
mod timing;

use schedscope::{
    answers::placement::DecideOptions, generate, placement::CandidateMode, scenario::Scenario,
};

/// All clusters are candidates, so `n` is the number of filtered clusters; the answer lists at most `limit` names.
fn options(weight: i32, limit: usize) -> DecideOptions {
    DecideOptions {
        limit,
        candidates: CandidateMode::Given,
        weights: vec![("ResourceAllocatableCPU".to_owned(), weight)].into(),
        ..DecideOptions::new(0, "2025-06-01T12:00:00Z")
    }
}

fn main() {
    for clusters in [1_000, 10_000, 100_000] {
        let text = generate::hub_yaml(1, clusters);
        // Reading is the reader's suite, and of the largest fleet it takes long.
        let mut scenario = Scenario::new(&text);
        scenario.decide(options(1, 0)).expect("a decision");
        for (work, limit) in [
            ("decide again after a weight change", 0),
            ("decide again after a weight change, with 100 names", 100),
        ] {
            let mut weight = 0;
            timing::row(
                "placement",
                work,
                clusters,
                || {
                    weight = weight % 10 + 1;
                    options(weight, limit)
                },
                |options| scenario.decide(options),
            );
        }
        let read = || Scenario::new(&text);
        let first = options(1, 0);
        timing::row(
            "placement",
            "first decision after reading",
            clusters,
            read,
            |mut scenario| {
                let decision = scenario.decide(first.clone());
                (scenario, decision)
            },
        );
    }
    spread::rows();
}
