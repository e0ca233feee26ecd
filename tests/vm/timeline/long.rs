//! A run of many checkpoints.

use schedscope::scenario::Scenario;
use serde_json::{Value, json};

use super::{
    manifests::{config_map, node_object, timeline, vm_object},
    recording::whole_run,
    replay::series_agree,
};
use reference::answers::text;

fn manifests() -> String {
    let config = json!({
        "memBlockSize": "1Gi", "schedulerName": "autoscale-scheduler",
        "nodeDefaults": {
            "cpu": {"watermark": 0.5, "system": "1"},
            "memory": {"watermark": 0.5, "system": "1Gi"},
            "computeUnit": {"vCPUs": 1, "mem": 4},
        },
    });
    let mut other = config.clone();
    other["nodeDefaults"]["cpu"]["system"] = json!("3");
    let mut objects = vec![config_map("config", &config)];
    objects.extend(["n1", "n2", "n3"].map(|name| node_object(name, "12", "48Gi")));
    for number in 0..8 {
        let node = format!("n{}", 1 + number % 2);
        let vm = vm_object(&format!("v{number}"), &node, [0, 1, 9], [0, 4, 36]);
        objects.push(vm);
    }
    let events: Vec<Value> = (1..=30)
        .map(|number| {
            let at = format!("{}s", number * 13);
            match number % 5 {
                0 => json!({"at": at, "restart": {"downFor": "2s"}}),
                1 => json!({"at": at, "config": if number % 2 == 0 { &config } else { &other }}),
                2 => json!({"at": at, "migrate": {"pod": format!("v{}", number % 8)}}),
                3 => json!({"at": at, "use": {"pod": format!("v{}", number % 8), "vCPUs": 2, "mem": 8}}),
                _ => json!({"at": at, "schedule": {"pod": format!("v{}", number % 8)}}),
            }
        })
        .collect();
    objects.push(timeline(
        "t",
        &json!({
            "duration": "400s", "agentPeriod": "80ms", "migrationDuration": "5s", "seed": 3,
            "agents": [{"vms": ["*"], "load": {
                "sine": {"mean": 2, "amplitude": 2.5, "period": "70s"}, "noise": 1,
            }}],
            "events": events,
        }),
    ));
    text(&objects)
}

#[test]
fn moments_in_any_order() {
    let text = manifests();
    let mut ascending = Scenario::new(&text);
    let names = ["n1", "n2", "n3"].map(Value::from);
    let run = whole_run(&mut ascending, &names, &json!({}));
    let steps = run["stepsTotal"].as_u64().expect("steps");
    assert!(steps > 20_000, "{steps}");
    assert_eq!(run["stopped"], false);
    assert!(run["totals"]["migrations"].as_u64() > Some(5), "{run}");
    // Around where checkpoints may be, and elsewhere.
    let mut wanted: Vec<u64> = (0..=steps / 4096)
        .flat_map(|number| [0, 1, 2, 3, 4, 5, 6, 7, 8, 1777].map(|more| number * 4096 + more))
        .chain([4095, 8191, steps - 1, steps, steps + 5])
        .collect();
    wanted.sort_unstable();
    let at = |scenario: &mut Scenario, step: u64| {
        ["vmDump", "vmStep"].map(|kind| {
            let question = json!({kind: {"step": step}}).to_string();
            scenario.ask(&question).expect("an answer")
        })
    };
    let expected: Vec<_> = wanted
        .iter()
        .map(|step| at(&mut ascending, *step))
        .collect();
    // What was written down when it happened is what comes of playing it again.
    for (step, [dump, _]) in wanted.iter().zip(&expected) {
        let dump: Value = serde_json::from_str(dump).expect("JSON");
        let step = (*step).min(steps) as usize;
        series_agree(&run, &dump, step).unwrap_or_else(|error| panic!("{error}"));
    }
    let mut fresh = Scenario::new(&text);
    // 23 and the number of steps wanted have no common divisor.
    let count = wanted.len();
    assert_ne!(count % 23, 0);
    for round in 0..count {
        let place = (round * 23 + 3) % count;
        let found = at(&mut fresh, wanted[place]);
        assert_eq!(found, expected[place], "step {}", wanted[place]);
    }
    assert_eq!(at(&mut fresh, steps), at(&mut fresh, u64::from(u32::MAX)));
}

/// Progress is the time that the run has reached, of its whole duration, in milliseconds.
#[test]
fn progress_is_the_time_reached() {
    let mut scenario = Scenario::new(&manifests());
    let question = json!({"vmTimeline": {"limit": 1}}).to_string();
    let mut reached = Vec::new();
    while let Some(progress) = scenario.advance(&question, 500).expect("a part") {
        assert_eq!(progress.of, 400_000);
        reached.push(progress.done);
    }
    // The VMs ask one after another all the time: each part comes about as far as the one before.
    assert!(reached.len() > 20, "{reached:?}");
    let first = reached[0];
    assert!((2_000..40_000).contains(&first), "{reached:?}");
    assert!(reached.is_sorted_by(|a, b| a < b), "{reached:?}");
    let last = reached.last().copied().unwrap_or_default();
    assert!((360_000..=400_000).contains(&last), "{reached:?}");
}
