//! A million clusters: deciding again after a weight change.

mod timing;

use schedscope::{
    answers::placement::DecideOptions,
    generate,
    objects::diagnostic::Encoding,
    placement::{CandidateMode, Wanted},
    scenario::Scenario,
};

const CLUSTERS: usize = 1_000_000;
/// The number of parts in which the text is passed, as from JavaScript.
const PARTS: usize = 4;

fn options(weight: i32) -> DecideOptions {
    DecideOptions {
        candidates: CandidateMode::Given,
        weights: vec![("ResourceAllocatableCPU".to_owned(), weight)].into(),
        number_of_clusters: Wanted::Exactly(CLUSTERS as i64 / 10),
        ..DecideOptions::new(0, "2025-06-01T12:00:00Z")
    }
}

fn main() {
    let part = CLUSTERS / PARTS;
    let mut scenario = Scenario::with_encoding(Encoding::Utf8);
    scenario.replace(&generate::hub_yaml(1, part));
    for first in (part..CLUSTERS).step_by(part) {
        let text = generate::fleet_part_yaml(1, first..first + part);
        scenario.edit(usize::MAX, usize::MAX, &format!("---\n{text}"));
    }
    scenario.decide(options(1)).expect("a decision");
    let mut weight = 0;
    timing::row(
        "scale",
        "decide again after a weight change",
        CLUSTERS,
        || {
            weight = weight % 10 + 1;
            options(weight)
        },
        |options| scenario.decide(options),
    );
}
