//! The design document's guarantee: "Assuming all `autoscaler-agent`s *and* the previous scheduler
//! are well-behaved, then each node will always have `reserved - buffer ≤ total`. For each value of
//! `system`, each node will eventually guarantee that future `reserved` will satisfy
//! `reserved - buffer ≤ total - system`."

use proptest::{prelude::*, test_runner::Config};

use crate::{
    engine,
    manners::{Changes, Story, stories},
    states::moments,
};

fn check(story: &Story) -> Result<(), TestCaseError> {
    let moments = moments(&engine::events(&story.line));
    let settled = &moments[story.settled];
    for (at, moment) in moments.iter().enumerate() {
        for (name, node) in &moment.nodes {
            for r in 0..2 {
                let inside = node.reserved(r) - node.buffer(r);
                let mut bound = if story.tight {
                    node.reservable(r)
                } else {
                    node.total(r)
                };
                if story.changes == Changes::System {
                    // Margins move with `system`; what fills the last one is rounded up anew.
                    let moves = !node.others.is_empty();
                    bound = node.total(r) + i64::from(moves);
                }
                prop_assert!(
                    inside <= bound,
                    "always: {inside} > {bound} of {name} at {at}"
                );
                let fits = settled.nodes[name].other[2 + r] <= settled.nodes[name].reservable(r);
                if at >= story.settled && fits {
                    let bound = node.reservable(r);
                    prop_assert!(
                        inside <= bound,
                        "then: {inside} > {bound} of {name} at {at}"
                    );
                }
            }
        }
    }
    for node in settled.nodes.values() {
        prop_assert!((0..2).all(|r| node.buffer(r) == 0));
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 2000, ..Config::default() })]

    #[test]
    fn well_behaved_agents_stay_within_what_there_is(story in stories()) {
        check(&story)?;
    }
}
