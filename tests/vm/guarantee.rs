//! The design document's guarantee: "Assuming all `autoscaler-agent`s *and* the previous scheduler
//! are well-behaved, then each node will always have `reserved - buffer ≤ total`. For each value of
//! `system`, each node will eventually guarantee that future `reserved` will satisfy
//! `reserved - buffer ≤ total - system`."

use proptest::{prelude::*, test_runner::Config};
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use super::agents_behaviour::{Changes, Story, stories};
use schedscope_fuzz::vm::engine;
use schedscope_fuzz::vm::states::moments;

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
    #![proptest_config(Config { max_shrink_iters: 2000, ..cases(256) })]

    #[test]
    fn well_behaved_agents_stay_within_what_there_is(story in stories()) {
        check(&story)?;
    }
}

/// Why well-behaved agents ask for no more than their VM's maximum, which the plugin never checks:
/// after a restart it counts no more than that, while the agent may keep its permit.
#[test]
fn an_agent_above_its_maximum_voids_it() {
    let vm = |pod: &str, most: u32| {
        let amounts = [0, 0, most];
        json!({"op": "reserve", "pod": pod, "node": "n", "cpu": amounts, "mem": amounts})
    };
    let ask = |pod: &str, cpu: u32| json!({"op": "agent", "pod": pod, "want": [cpu, cpu]});
    let inside = |most: u32| -> Vec<Value> {
        let resource = |system: &str| json!({"watermark": 0.5, "system": system});
        let unit = json!({"vCPUs": 1, "mem": 1});
        let defaults = json!({
            "cpu": resource("1"), "memory": resource("1Gi"), "computeUnit": unit,
        });
        let events = [
            vm("a", most),
            ask("a", 4),
            json!({"op": "vm_use", "pod": "a", "want": [0, 0]}),
            json!({"op": "restart"}),
            // While the agent of the first one is silent.
            vm("b", 7),
            ask("b", 7),
            json!({"op": "vm_use", "pod": "a", "want": [4, 4]}),
            json!({"op": "restart"}),
        ];
        let answer = engine::events(&json!({
            "config": {
                "memBlockSize": "1Gi", "nodeDefaults": defaults, "nodeOverrides": [],
                "schedulerName": "s",
            },
            "nodes": [{"name": "n", "cpu": "8", "mem": "8Gi"}], "initial": [], "events": events,
        }));
        let out = answer["out"].as_array().expect("answers");
        vec![
            out[5]["res"]["permit"].clone(),
            out[7]["res"]["error"]["code"].clone(),
        ]
    };
    assert_eq!(inside(4), [json!([3, 3]), Value::Null]);
    let above = inside(0);
    assert_eq!(above[0], json!([7, 7]));
    // With 4 and 7 of 8 in use, the next scheduler does not even start.
    assert_eq!(above[1], "fatal-vm");
}
