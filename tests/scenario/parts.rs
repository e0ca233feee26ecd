//! Long work in parts gives the bytes of the same work in one piece.

use schedscope_fuzz::cases::cases;
use std::fs;

use proptest::prelude::*;
use schedscope::generate::{
    hub_yaml,
    pods::{NodesAndPodsOptions, nodes_and_pods},
};
use serde_json::json;

use super::*;

/// The texts of all examples.
fn examples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    let files = fs::read_dir(folder).expect("the folder");
    let mut examples: Vec<(String, String)> = files
        .map(|file| file.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|it| it == "yaml"))
        .map(|path| {
            let text = fs::read_to_string(&path).expect("a text");
            (path.display().to_string(), text)
        })
        .collect();
    examples.sort();
    assert!(examples.len() > 25);
    examples
}

/// Full nodes, and pods that wait.
fn pods(seed: u64) -> String {
    nodes_and_pods(&NodesAndPodsOptions {
        seed,
        nodes: 6,
        fill: 97,
        pending: 60,
        ..NodesAndPodsOptions::default()
    })
}

/// Reads a text in parts. How many parts there were.
fn read_in_parts(scenario: &mut Scenario, text: &str, bytes: usize) -> usize {
    scenario.begin(text.to_owned());
    let mut parts = 1;
    let mut before = 0;
    while let Some(progress) = scenario.read_on(bytes) {
        assert!(before <= progress.done && progress.done <= progress.of);
        before = progress.done;
        parts += 1;
    }
    parts
}

/// Everything that can be known of a scenario.
fn told(scenario: &mut Scenario) -> String {
    let mut told = format!("{:?}\n{}", scenario.reading(), scenario.text());
    for placement in 0..scenario.reading().placements.len() {
        let report = scenario.report(ask(placement)).expect("a decision");
        told += &serde_json::to_string(&report).expect("JSON");
    }
    for question in ["pods", "nodes", "quotas", "queue", "vmTimeline"] {
        told += &scenario
            .ask(&json!({ question: {} }).to_string())
            .expect("an answer");
    }
    told
}

#[test]
fn a_text_that_is_read_in_parts_is_read_as_in_one_piece() {
    for (name, text) in examples() {
        let mut whole = scenario(&text, Encoding::Utf16);
        let expect = told(&mut whole);
        for bytes in [1, 700, 1 << 20] {
            let mut in_parts = Scenario::with_encoding(Encoding::Utf16);
            let parts = read_in_parts(&mut in_parts, &text, bytes);
            assert!(parts > 2 || bytes > 1, "{name}");
            assert_eq!(told(&mut in_parts), expect, "{name} by {bytes}");
        }
    }
}

#[test]
fn the_old_text_stays_until_the_new_one_is_read() {
    let (_, text) = examples().swap_remove(0);
    let mut scenario = scenario(TEXT, Encoding::Utf16);
    let expect = told(&mut scenario);
    scenario.begin(text.clone());
    assert!(scenario.read_on(1).is_some());
    assert_eq!(told(&mut scenario), expect);
    // Any other change ends it.
    scenario.edit(0, 0, "# more\n");
    assert_eq!(scenario.read_on(usize::MAX), None);
    assert_eq!(scenario.text(), format!("# more\n{TEXT}"));
    scenario.begin(text.clone());
    scenario.begin(text.clone());
    while scenario.read_on(1000).is_some() {}
    assert_eq!(scenario.text(), text);
}

/// A question asked after so many parts, and the parts.
fn ask_in_parts(scenario: &mut Scenario, question: &str, budget: usize) -> (String, usize) {
    let mut parts = 0;
    let mut before = 0;
    while let Some(progress) = scenario.advance(question, budget).expect("a part") {
        assert!(before <= progress.done && progress.done <= progress.of);
        before = progress.done;
        parts += 1;
        assert!(parts < 1_000_000);
    }
    (scenario.ask(question).expect("an answer"), parts)
}

#[test]
fn queues_and_timelines_in_parts_are_those_in_one_piece() {
    let mut texts = examples();
    for seed in 0..4 {
        texts.push((format!("world {seed}"), pods(seed)));
    }
    // Two pods that wait have a turn before the one that evicts another.
    let pod = |name: &str, cpu: usize, spec: &str| {
        format!(
            "---\nkind: Pod\napiVersion: v1\nmetadata: {{name: {name}, namespace: d, uid: {name}}}\n\
             spec: {{{spec}, containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}\n"
        )
    };
    let turns = "kind: Node\napiVersion: v1\nmetadata: {name: n1}\nstatus: {allocatable: {cpu: 8, pods: 9}}\n"
        .to_owned()
        + &pod("low", 8, "nodeName: n1")
        + &pod("first", 3, "priority: 9, preemptionPolicy: Never")
        + &pod("second", 3, "priority: 9, preemptionPolicy: Never")
        + &pod("evicting", 4, "priority: 1");
    texts.push(("turns".to_owned(), turns));
    let questions = [
        json!({"queue": {}}),
        json!({"queue": {"profile": "Upstream", "maxSteps": 7, "limit": 1}}),
        json!({"queueStep": {"step": 3}}),
        json!({"vmTimeline": {"limit": 100_000}}),
        json!({"vmTimeline": {"mitigations": {"largestStep": 1}}}),
        json!({"vmStep": {"step": 5}}),
        json!({"vmDump": {"step": 1000}}),
    ];
    let mut many = 0;
    for (name, text) in texts {
        let is_of_vms = text.contains("kind: Timeline");
        for question in &questions {
            let question = question.to_string();
            if question.contains("vm") != is_of_vms {
                continue;
            }
            let expect = scenario(&text, Encoding::Utf16).ask(&question);
            let expect = expect.expect("an answer");
            for budget in [3, 70] {
                let mut scenario = scenario(&text, Encoding::Utf16);
                let (answer, parts) = ask_in_parts(&mut scenario, &question, budget);
                assert_eq!(answer, expect, "{name}: {question} by {budget}");
                many += usize::from(parts > 5);
                // What is known takes no parts; what is asked before the end needs none either.
                assert_eq!(scenario.advance(&question, 1).expect("known"), None);
            }
            let mut early = self::scenario(&text, Encoding::Utf16);
            let _ = early.advance(&question, 5).expect("a part");
            assert_eq!(early.ask(&question).expect("an answer"), expect, "{name}");
        }
    }
    assert!(many > 20, "{many} questions had parts");
}

#[test]
fn work_in_parts_begins_anew_where_the_text_or_the_question_changes() {
    let text = pods(7);
    let mut scenario = scenario(&text, Encoding::Utf8);
    let [one, two] = [
        json!({"queue": {}}),
        json!({"queue": {"profile": "Upstream"}}),
    ]
    .map(|question| question.to_string());
    for _ in 0..3 {
        assert!(scenario.advance(&one, 2).expect("a part").is_some());
        assert!(scenario.advance(&two, 2).expect("a part").is_some());
    }
    let at = text.find("cpu: ").expect("an amount") + "cpu: ".len();
    scenario.edit(at, at + 1, "9");
    let expect = self::scenario(&scenario.text(), Encoding::Utf8).ask(&two);
    assert_eq!(scenario.ask(&two).expect("an answer"), expect.expect("one"));
    assert!(scenario.advance("{}", 1).is_err());
}

/// Asks questions in turns, each some steps at a time, until all are answered.
fn ask_in_turns(scenario: &mut Scenario, questions: &[String], budget: usize) -> Vec<String> {
    let mut answers = vec![None; questions.len()];
    for round in 0.. {
        assert!(round < 10_000, "the questions never end");
        for (question, answer) in questions.iter().zip(&mut answers) {
            if answer.is_none()
                && scenario
                    .advance(question, budget)
                    .expect("a part")
                    .is_none()
            {
                *answer = Some(scenario.ask(question).expect("an answer"));
            }
        }
        if answers.iter().all(Option::is_some) {
            break;
        }
    }
    answers.into_iter().flatten().collect()
}

/// Questions with different runs: so many queues, or timelines.
fn runs(count: usize, name: &str) -> Vec<String> {
    let profile = |run: usize| ["Upstream", "Proposal"][run % 2];
    let options = |run: usize| match name {
        "queue" => json!({"maxSteps": 20 + run / 2, "profile": profile(run)}),
        _ => json!({"limit": 3, "mitigations": {"largestStep": run + 1}}),
    };
    (0..count)
        .map(|run| json!({ name: options(run) }).to_string())
        .collect()
}

#[test]
fn questions_that_take_turns_all_are_answered() {
    let timeline = include_str!("../../examples/vm-normal-growth.yaml");
    for (name, text) in [("queue", pods(7)), ("vmTimeline", timeline.to_owned())] {
        // More than can be in progress, too.
        for count in [2, 5, 12] {
            let questions = runs(count, name);
            let alone = questions.iter().map(|question| {
                let answer = scenario(&text, Encoding::Utf16).ask(question);
                answer.expect("an answer")
            });
            let alone: Vec<String> = alone.collect();
            for budget in [2, 9] {
                let mut scenario = scenario(&text, Encoding::Utf16);
                assert_eq!(ask_in_turns(&mut scenario, &questions, budget), alone);
            }
        }
    }
}

#[test]
fn a_run_that_is_given_up_takes_no_place() {
    let mut scenario = scenario(&pods(7), Encoding::Utf16);
    for question in runs(12, "queue") {
        let progress = scenario.advance(&question, 2).expect("a part");
        // It does not wait: its own steps are counted.
        assert_eq!(progress.map(|progress| progress.done), Some(2));
        assert_eq!(scenario.advance(&question, 0).expect("given up"), None);
    }
}

/// A question at a fixed time.
fn dated(question: &str, mut options: serde_json::Value) -> String {
    options["now"] = json!("2025-06-01T12:00:00Z");
    json!({ question: options }).to_string()
}

fn sweep(of: serde_json::Value) -> String {
    dated("sweep", of)
}

/// Questions of pods and nodes, each with its text.
fn searches_of_pods() -> Vec<(String, Vec<String>)> {
    let pods = pods(7);
    let listed = |text: &str| -> Vec<serde_json::Value> {
        let listed = scenario(text, Encoding::Utf16).ask(r#"{"pods": {"limit": 1000}}"#);
        let listed = reference::answers::read(&listed.expect("pods"));
        listed["pods"].as_array().expect("a list").clone()
    };
    let mut waiting = listed(&pods)
        .into_iter()
        .filter(|pod| pod["node"].is_null());
    let pending = &waiting.next().expect("a pending pod")["pod"];
    let roomy = nodes_and_pods(&NodesAndPodsOptions {
        nodes: 6,
        fill: 20,
        ..NodesAndPodsOptions::default()
    });
    let running = &listed(&roomy)[0]["pod"];
    vec![
        (
            pods,
            vec![
                json!({"withoutNodes": {"each": "node"}}).to_string(),
                json!({"withoutNodes": {"each": "node", "profile": "Upstream", "limit": 2}})
                    .to_string(),
                json!({"drain": {"node": "node-00001"}}).to_string(),
                json!({"compareRecorded": {}}).to_string(),
                json!({"drain": {"node": "node-00002", "profile": "Upstream", "limit": 3}})
                    .to_string(),
                sweep(json!({"pod": pending, "request": "cpu"})),
                sweep(json!({"pod": pending, "priority": true, "profile": "Upstream"})),
            ],
        ),
        (
            roomy,
            vec![
                json!({"more": {"pod": running, "most": 40}}).to_string(),
                json!({"more": {"pod": running, "profile": "Upstream"}}).to_string(),
            ],
        ),
    ]
}

/// Questions of a placement, of pods and of a timeline, each with its text.
fn searches() -> Vec<(String, Vec<String>)> {
    let changes = |wants: &[serde_json::Value]| {
        let question =
            |want| json!({"change": {"now": "2025-06-01T12:00:00Z", "want": want}}).to_string();
        wants.iter().map(question).collect::<Vec<_>>()
    };
    let example = |text: &str| text.to_owned();
    let hub = hub_yaml(7, 60);
    let cluster = scenario(&hub, Encoding::Utf16)
        .input()
        .cluster_names(&[7])
        .remove(0);
    vec![
        (
            example(include_str!("../../examples/use-case-4-joint-spread.yaml")),
            vec![
                sweep(json!({"count": true})),
                sweep(json!({"maxSkew": 0})),
                dated("without", json!({"each": "cluster"})),
            ],
        ),
        (
            hub,
            vec![
                sweep(json!({"count": true, "limit": 3})),
                sweep(json!({"weight": "Steady", "cluster": cluster})),
                sweep(json!({"weight": "ResourceAllocatableMemory", "rank": cluster})),
                sweep(json!({"stability": true, "limit": 5})),
                sweep(json!({"stability": true, "weights": {"Steady": 3}})),
                dated("without", json!({"each": "cluster"})),
                dated("without", json!({"each": "region", "limit": 2})),
            ],
        ),
        (
            example(include_str!(
                "../../examples/what-if/wrong-zone-and-tainted.yaml"
            )),
            changes(&[
                json!({"selects": ["both"]}),
                json!({"count": 0}),
                json!({"count": 2}),
                json!({"drops": ["near"], "count": 1}),
                json!({"count": 3}),
            ]),
        ),
        (
            example(include_str!("../../examples/what-if/pods-two-edits.yaml")),
            changes(&[
                json!({"pod": "team-a/wide", "admitted": true}),
                json!({"pod": "team-a/wide", "admitted": true, "evictsNobody": true}),
                json!({"pod": "team-a/wide", "evictsNobody": true}),
            ]),
        ),
        (
            example(include_str!("../../examples/vm-watermark-crossed.yaml")),
            [
                changes(&[json!({"noMigration": "n1"}), json!({"starts": true})]),
                vec![
                    sweep(json!({"watermark": "cpu"})),
                    sweep(json!({"system": "memory"})),
                ],
            ]
            .concat(),
        ),
    ]
}

#[test]
fn changes_in_parts_and_in_turns_are_those_in_one_piece() {
    let mut many = 0;
    for (text, questions) in searches().into_iter().chain(searches_of_pods()) {
        let alone = questions.iter().map(|question| {
            let answer = scenario(&text, Encoding::Utf16).ask(question);
            answer.unwrap_or_else(|error| panic!("{question}: {error:?}"))
        });
        let alone: Vec<String> = alone.collect();
        for budget in [2, 40] {
            for (question, expect) in questions.iter().zip(&alone) {
                let mut scenario = scenario(&text, Encoding::Utf16);
                let (answer, parts) = ask_in_parts(&mut scenario, question, budget);
                assert_eq!(&answer, expect, "{question} by {budget}");
                assert!(parts > 0 || budget > 2, "{question} has no parts");
                many += usize::from(parts > 2);
                assert_eq!(scenario.advance(question, 1).expect("known"), None);
                assert_eq!(scenario.ask(question).as_deref(), Ok(&**expect));
            }
            // Nor do they disturb each other, or what is on show.
            let mut scenario = scenario(&text, Encoding::Utf16);
            let shown = told(&mut scenario);
            let rows = |scenario: &mut Scenario| scenario.ask(r#"{"clusters": {}}"#);
            let decided = rows(&mut scenario);
            assert_eq!(ask_in_turns(&mut scenario, &questions, budget), alone);
            assert_eq!(rows(&mut scenario), decided);
            assert_eq!(told(&mut scenario), shown);
            // Given up, and begun anew.
            let question = &questions[0];
            scenario.edit(0, 0, "# more\n");
            scenario.advance(question, 1).expect("a part");
            assert_eq!(scenario.advance(question, 0).expect("given up"), None);
            let expect = self::scenario(&scenario.text(), Encoding::Utf16).ask(question);
            assert_eq!(
                ask_in_parts(&mut scenario, question, 3).0,
                expect.expect("one")
            );
        }
    }
    assert!(many > 5, "{many} questions had parts");
}

#[test]
fn a_long_timeline_takes_many_parts_of_a_search() {
    let example = include_str!("../../examples/vm-watermark-crossed.yaml");
    let text = example.replace("agentPeriod: 6s", "agentPeriod: 10ms");
    let wanted = json!({"change": {"want": {"noMigration": "n1"}}}).to_string();
    for question in [wanted, sweep(json!({"watermark": "cpu"}))] {
        let mut whole = scenario(&text, Encoding::Utf16);
        let expect = whole.ask(&question).expect("an answer");
        let mut scenario = scenario(&text, Encoding::Utf16);
        let run = scenario.ask(r#"{"vmTimeline": {}}"#).expect("a run");
        let run: serde_json::Value = serde_json::from_str(&run).expect("JSON");
        assert!(run["stepsTotal"].as_u64() > Some(10_000));
        // Not even the run as it is is at its end, and no candidate is tried.
        for _ in 0..9 {
            let progress = scenario.advance(&question, 1).expect("a part");
            assert_eq!(progress.map(|progress| progress.done), Some(0));
        }
        let (answer, parts) = ask_in_parts(&mut scenario, &question, 1);
        assert_eq!(answer, expect, "{question}");
        assert!(parts > 100, "{question}: {parts} parts");
    }
}

/// Parts of texts, whole and broken, of which some change how others are read.
const PARTS: [&str; 14] = [
    "---\n",
    "apiVersion: v1\nkind: List\nitems:\n",
    "- {apiVersion: v1, kind: Node, metadata: {name: a}}\n",
    "- &n {apiVersion: v1, kind: Node, metadata: {name: b}}\n",
    "- *n\n",
    "kind: NodesAnswer\n",
    "kind: Thing\n",
    "- metadata: {name: c}\n",
    "metadata: {resourceVersion: ''}\n",
    "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":[",
    "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"é🙂\"}},",
    "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"d\"}}",
    "]}\n",
    "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {nodeName: a}\n",
];

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn any_text_in_any_parts_is_the_text_in_one_piece(
        before in prop::collection::vec(0..PARTS.len(), 0..6),
        parts in prop::collection::vec(0..PARTS.len(), 0..16),
        bytes in 1_usize..200,
        edit in (0_usize..400, 0_usize..30),
    ) {
        let text = |parts: &[usize]| -> String { parts.iter().map(|at| PARTS[*at]).collect() };
        let mut whole = scenario(&text(&before), Encoding::Utf16);
        let mut in_parts = scenario(&text(&before), Encoding::Utf16);
        whole.replace(&text(&parts));
        read_in_parts(&mut in_parts, &text(&parts), bytes);
        prop_assert_eq!(told(&mut whole), told(&mut in_parts));
        for scenario in [&mut whole, &mut in_parts] {
            scenario.edit(edit.0, edit.0 + edit.1, "- x\n");
        }
        prop_assert_eq!(told(&mut whole), told(&mut in_parts));
    }
}
