//! Every step of random runs: the state, by the twin and by the laws, and how it is reported.

use proptest::{prelude::*, test_runner::Config};
use schedscope_fuzz::cases::cases;
use serde_json::{Value, json};

use super::{
    explanations::{Witness, pressure_after},
    manifests::{Flavour, Manifests, random_manifests},
    player::Player,
    recording::{Recording, amounts, list, node, number, states, text},
};
use schedscope_fuzz::vm::laws::node_holds;

/// The runs of manifests: as they are, and their variant.
fn options(manifests: &Manifests) -> Vec<Value> {
    let mut all = vec![json!({})];
    if manifests.spec["variants"].is_array() {
        all.push(json!({"variant": "v"}));
    }
    all
}

fn config<'w>(manifests: &'w Manifests, options: &Value) -> &'w Value {
    let own = &manifests.spec["variants"][0]["config"];
    if options["variant"].is_null() || own.is_null() {
        &manifests.config
    } else {
        own
    }
}

/// The log, played by the twin, goes through the same states.
pub(crate) fn by_the_twin(manifests: &Manifests, options: &Value) -> Result<(), TestCaseError> {
    let recording = Recording::new(&manifests.text(), options);
    let player = Player::start(manifests, config(manifests, options));
    prop_assert_eq!(
        player.is_err(),
        !recording.run["notRun"].is_null(),
        "{}",
        recording.run["notRun"]
    );
    let Ok(mut player) = player else {
        prop_assert_eq!(recording.steps(), 0);
        return Ok(());
    };
    prop_assert_eq!(player.difference(&recording.dumps[0]), None, "at the start");
    for step in 1..=recording.steps() {
        player.step(&recording, step)?;
        let difference = player.difference(&recording.dumps[step]);
        prop_assert_eq!(
            difference,
            None,
            "after step {}: {}",
            step,
            recording.event(step)
        );
    }
    Ok(())
}

/// The state and what is told of it, at each step.
fn told(manifests: &Manifests, options: &Value) -> Result<(), TestCaseError> {
    let recording = Recording::new(&manifests.text(), options);
    for (step, dump) in recording.dumps.iter().enumerate() {
        for state in states(dump).values() {
            node_holds(state).map_err(|error| TestCaseError::fail(format!("{error} at {step}")))?;
        }
        series_agree(&recording.run, dump, step)?;
        neighbours(&recording, step)?;
        pressure_after(&recording, step)?;
        let moment = &recording.moments[step];
        for state in list(&moment["nodes"]) {
            prop_assert_eq!(Some(state), node(dump, text(&state["name"])));
        }
        if step > 0 {
            prop_assert_eq!(&moment["event"], recording.event(step));
            room_is_kept(&recording, step)?;
        }
    }
    let mut witness = Witness::new(manifests, config(manifests, options), &recording);
    for step in 1..=recording.steps() {
        witness.step(&recording, step)?;
    }
    end_agrees(&recording)
}

/// No request and no plugin point reserves more than there is.
fn room_is_kept(recording: &Recording, step: usize) -> Result<(), TestCaseError> {
    let event = recording.event(step);
    let kind = text(&event["kind"]);
    if ["config", "restart", "add-node"].contains(&kind) {
        return Ok(());
    }
    for now in list(&recording.dumps[step]["nodes"]) {
        let Some(was) = node(&recording.dumps[step - 1], text(&now["name"])) else {
            continue;
        };
        for resource in ["cpu", "memory"] {
            let [total, system, _, reserved, ..] = amounts(&was[resource]);
            let most = reserved.max(total - system);
            prop_assert!(
                amounts(&now[resource])[3] <= most,
                "{} raised too far",
                event
            );
        }
    }
    Ok(())
}

/// The series of a node at a step: the last point so far.
pub(crate) fn series_agree(run: &Value, dump: &Value, step: usize) -> Result<(), TestCaseError> {
    for series in list(&run["series"]) {
        let last = |points: &Value| -> Option<Vec<i64>> {
            let reached = list(points).take_while(|point| number(&point[0]) <= step as i64);
            let point = reached.last()?.as_array().expect("a point");
            Some(point[2..].iter().map(number).collect())
        };
        let found = [last(&series["limits"]), last(&series["points"])];
        let hot = list(&series["underPressure"])
            .any(|stretch| (number(&stretch[0])..number(&stretch[1])).contains(&(step as i64)));
        let Some(state) = node(dump, text(&series["node"])) else {
            prop_assert_eq!(found, [None, None]);
            prop_assert!(!hot);
            continue;
        };
        let (mut limits, mut points) = (Vec::new(), Vec::new());
        for resource in ["cpu", "memory"] {
            let all = amounts(&state[resource]);
            limits.extend(&all[..3]);
            points.extend(&all[3..]);
            points.push(number(&state["other"][resource]));
        }
        prop_assert_eq!(found, [Some(limits), Some(points)], "at {}", step);
        prop_assert_eq!(&state["tooMuchPressure"], hot, "at {}", step);
    }
    Ok(())
}

/// The steps before and after that are about the same node.
fn neighbours(recording: &Recording, step: usize) -> Result<(), TestCaseError> {
    let moment = &recording.moments[step];
    let about = moment["event"]["node"].as_str();
    let known = list(&recording.run["nodes"]).any(|node| node["name"].as_str() == about);
    let of_all = list(&recording.run["series"]).count() as u64 != recording.run["nodeCount"];
    if about.is_some() && !known && of_all {
        // A node that the plugin never knew: whether the text has it is not to be told from here.
        return Ok(());
    }
    let is_about = |other: &usize| {
        let event = recording.event(*other);
        let all = ["config", "restart", "scheduler-down"].contains(&text(&event["kind"]));
        !known || all || event["node"].as_str() == about
    };
    let previous = (1..step).rev().find(is_about);
    let next = (step + 1..=recording.steps()).find(is_about);
    let found = [&moment["previous"], &moment["next"]].map(Value::as_u64);
    prop_assert_eq!(
        found,
        [previous, next].map(|step| step.map(|step| step as u64)),
        "of {}",
        step
    );
    Ok(())
}

/// What is said of the end and of the whole.
fn end_agrees(recording: &Recording) -> Result<(), TestCaseError> {
    let run = &recording.run;
    let dump = recording.dumps.last().expect("the end");
    prop_assert_eq!(list(&run["nodes"]).count(), list(&dump["nodes"]).count());
    for (told, state) in list(&run["nodes"]).zip(list(&dump["nodes"])) {
        for field in ["name", "cpu", "memory", "tooMuchPressure"] {
            prop_assert_eq!(&told[field], &state[field]);
        }
        prop_assert_eq!(&told["vms"], list(&state["pods"]).count());
        let about = list(&run["steps"]).filter(|event| event["node"] == told["name"]);
        prop_assert_eq!(&told["steps"], about.count());
    }
    let mut totals = [0u64; 4];
    for event in list(&run["steps"]).filter(|event| event["kind"] == "request") {
        match text(&event["result"]) {
            "200" => {
                totals[0] += 1;
                let less =
                    |name: &str| number(&event["permit"][name]) < number(&event["want"][name]);
                totals[1] += u64::from(less("vCPUs") || less("mem"));
            }
            "400" | "404" => totals[2] += 1,
            _ => totals[3] += 1,
        }
    }
    let hot = |dump: &&Value| list(&dump["nodes"]).any(|node| node["tooMuchPressure"] == true);
    prop_assert_eq!(
        &run["totals"],
        &json!({
            "accepted": totals[0], "notInFull": totals[1], "refused": totals[2],
            "unanswered": totals[3],
            "migrations": list(&run["migrations"]).count(),
            "failed": list(&run["migrations"]).filter(|one| one["failed"] == true).count(),
            "open": list(&run["migrations"]).filter(|one| one["ended"].is_null()).count(),
            "overBudget": list(&run["overBudget"]).count(),
            "stepsUnderPressure": recording.dumps.iter().filter(hot).count(),
        })
    );
    let placed: Vec<&Value> = list(&dump["nodes"])
        .flat_map(|node| list(&node["pods"]))
        .map(|pod| &pod["pod"])
        .collect();
    prop_assert!(list(&run["unplaced"]).all(|pod| !placed.contains(&pod)));
    prop_assert_eq!(&run["unplacedCount"], list(&run["unplaced"]).count());
    let times: Vec<f64> = list(&run["steps"])
        .map(|event| event["at"].as_f64().expect("a time"))
        .collect();
    prop_assert!(times.is_sorted());
    prop_assert!(
        times
            .last()
            .is_none_or(|last| run["duration"].as_f64() >= Some(*last))
    );
    Ok(())
}

/// Agents that keep to what they were told never use more than there is.
fn promise(manifests: &Manifests) -> Result<(), TestCaseError> {
    let recording = Recording::new(&manifests.text(), &json!({}));
    for (step, dump) in recording.dumps.iter().enumerate() {
        for state in list(&dump["nodes"]) {
            for resource in ["cpu", "memory"] {
                let [total, system, _, reserved, buffer, ..] = amounts(&state[resource]);
                prop_assert!(
                    reserved - buffer <= total - system,
                    "{} at {step}",
                    state["name"]
                );
            }
            let mut uses = [0, 0];
            for pod in list(&state["pods"]) {
                uses[0] += number(&pod["use"]["vCPUs"]);
                uses[1] += number(&pod["use"]["mem"]);
            }
            let totals = ["cpu", "memory"].map(|resource| number(&state[resource]["total"]));
            prop_assert!(
                uses[0] <= totals[0] && uses[1] <= totals[1],
                "in use at {step}"
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 60, ..cases(40) })]

    #[test]
    fn a_twin_goes_through_the_same_states(manifests in random_manifests(Flavour::Plain)) {
        for options in options(&manifests) {
            by_the_twin(&manifests, &options)?;
        }
    }

    #[test]
    fn what_is_told_of_a_run_is_so(manifests in prop_oneof![
        random_manifests(Flavour::Plain), random_manifests(Flavour::Mitigated),
    ]) {
        for options in options(&manifests) {
            told(&manifests, &options)?;
        }
    }

    #[test]
    fn agents_use_no_more_than_there_is(manifests in random_manifests(Flavour::Behaved)) {
        promise(&manifests)?;
    }
}
