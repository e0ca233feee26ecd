//! The steps that an expression may take on all clusters together: which clusters are left without, also after edits.

use crate::findings::data_of;
use proptest::prelude::*;
use schedscope_fuzz::cases::cases;

use super::*;

#[test]
fn a_fleet_that_takes_too_many_steps_ends() {
    let names: Vec<String> = (0..4500).map(|number| format!("c{number}")).collect();
    let clusters: Vec<(&str, i64)> = names.iter().map(|name| (&**name, 1)).collect();
    let mut scenario = scenario(
        &text(&clusters, &[("p", &[X_IS_1, "heavy"])]),
        Encoding::Utf8,
    );
    let mut steps = Vec::new();
    let mut answer = |scenario: &mut Scenario, taken: [u64; 2], verdict: u8| {
        let question = scenario.cel_question(0).expect("a question");
        let question: Value = serde_json::from_str(&question).expect("JSON");
        steps.push(question["steps"].clone());
        let clusters = question["clusters"].as_array().expect("a list");
        let verdicts: Vec<[u8; 2]> = clusters.iter().map(|_| [1, verdict]).collect();
        let answer = json!({
            "compiled": [null, null], "verdicts": verdicts, "errors": [], "steps": taken,
        });
        scenario.cel_answer(&answer.to_string()).expect("an answer");
    };
    answer(&mut scenario, [0, 0], 1);
    answer(&mut scenario, [7, 104_499_000], 1);
    answer(&mut scenario, [7, 5_000], 2);
    answer(&mut scenario, [7, 0], 2);
    // Each has half of 200 million and of 2,000 for each cluster.
    let expect = [
        json!([]),
        json!([104_500_000, 104_500_000]),
        json!([104_499_993, 1_000]),
        json!([104_499_986, 0]),
    ];
    assert_eq!(steps, expect);
    assert_eq!(scenario.cel_question(0), None);
    let decided = scenario.decide(ask(0)).expect("a placement");
    let skipped = data_of(&json!(decided), &["cel-skipped"]);
    let path = "spec.predicates[0].requiredClusterSelector.celSelector.celExpressions[1]";
    assert_eq!(json!(skipped), json!([{"clusters": 2500, "path": path}]));
    let requirement = |scenario: &Scenario, cluster: u32, index: usize| {
        let explained = scenario.explain(&cluster.into()).expect("it");
        let requirement = explained.explanation.predicates[0].requirements[index].clone();
        (requirement.actual, requirement.error)
    };
    let yes = (Some("true".to_owned()), None);
    assert_eq!(requirement(&scenario, 1999, 1), yes);
    assert_eq!(requirement(&scenario, 4499, 0), yes);
    let text = "not evaluated: it takes too many steps on all clusters together";
    let no = (Some("error".to_owned()), Some(text.to_owned()));
    assert_eq!(requirement(&scenario, 2000, 1), no);
    // Nothing is asked again until a cluster changes; then the heavy one begins anew, and the other
    // one is asked about that cluster only, with the steps that it has left.
    edit(
        &mut scenario,
        "c4499, labels: {x: '1'}",
        "c4499, labels: {x: '0'}",
    );
    let question = scenario.cel_question(0).expect("a question");
    let question: Value = serde_json::from_str(&question).expect("JSON");
    assert_eq!(question["clusters"][0]["of"], json!([1]));
    assert_eq!(question["steps"], json!([104_499_979, 104_500_000]));
}

#[test]
fn where_no_steps_are_left_nothing_is_asked() {
    let names: Vec<String> = (0..4500).map(|number| format!("c{number}")).collect();
    let clusters: Vec<(&str, i64)> = names.iter().map(|name| (&**name, 1)).collect();
    let mut scenario = scenario(&text(&clusters, &[("p", &["heavy"])]), Encoding::Utf8);
    for steps in [0, 1_000_000_000_000_u64] {
        let question = scenario.cel_question(0).expect("a question");
        let (_, names) = read(&question);
        let verdicts = vec![[1]; names.len()];
        let answer = json!({
            "compiled": [null], "verdicts": verdicts, "errors": [], "steps": [steps],
        });
        scenario.cel_answer(&answer.to_string()).expect("an answer");
    }
    assert_eq!(scenario.cel_question(0), None);
    assert_eq!(selected(&mut scenario, 0).len(), 2000);
}

/// What an evaluator says for which an expression takes `x` million steps on a cluster.
fn answer(question: &str) -> String {
    let question: Value = serde_json::from_str(question).expect("JSON");
    let list = |key: &str| question[key].as_array().expect("a list").clone();
    let expressions = list("expressions").len();
    let most = list("steps");
    let mut taken = vec![0; expressions];
    let verdicts = list("clusters").into_iter().map(|cluster| {
        let x = &cluster["object"]["metadata"]["labels"]["x"];
        let x: u64 = x.as_str().expect("a label").parse().expect("a number");
        let of = cluster["of"].as_array().expect("a list").iter();
        let codes = of.map(|of| {
            let of = of.as_u64().expect("a place") as usize;
            if taken[of] >= most[of].as_u64().expect("a number") {
                return 2;
            }
            taken[of] += x * 1_000_000;
            1 - x % 2
        });
        codes.collect::<Vec<u64>>()
    });
    let verdicts: Vec<_> = verdicts.collect();
    let costs: Vec<Vec<u64>> = if question["costs"] == true {
        list("clusters").iter().map(costs_of).collect()
    } else {
        Vec::new()
    };
    let compiled = vec![Value::Null; expressions];
    json!({
        "compiled": compiled, "verdicts": verdicts, "errors": [], "steps": taken, "costs": costs,
    })
    .to_string()
}

/// What the expressions cost on a cluster: eleven together exceed the hub's budget, ten do not.
fn costs_of(cluster: &Value) -> Vec<u64> {
    let x = &cluster["object"]["metadata"]["labels"]["x"];
    let x: u64 = x.as_str().expect("a label").parse().expect("a number");
    let of = cluster["of"].as_array().expect("a list").iter();
    of.map(|_| x.min(1) * 1_000_000).collect()
}

/// Eleven expressions, which may exceed the budget of a predicate.
const COSTLY: &[&str] = &["heavy", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/// What a placement decides, and what it says of each cluster.
fn decided(scenario: &mut Scenario, placement: usize) -> (Value, Vec<String>) {
    for round in 0.. {
        assert!(round < 100, "the questions do not end");
        let Some(question) = scenario.cel_question(placement) else {
            break;
        };
        scenario.cel_answer(&answer(&question)).expect("an answer");
    }
    let decided = scenario.decide(ask(placement)).expect("a placement");
    let notes = json!(decided.notes);
    let clusters = scenario.reader().objects().clusters.len() as u32;
    let explained = (0..clusters).map(|cluster| {
        let explained = scenario.explain(&cluster.into()).expect("a cluster");
        format!("{:?}", explained.explanation.predicates)
    });
    (notes, explained.collect())
}

#[derive(Clone, Debug)]
enum Change {
    Set(usize, i64),
    Remove(usize),
    Add(usize, i64),
    Decide(usize),
}

fn change() -> impl Strategy<Value = Change> {
    let x = || prop::sample::select(vec![0_i64, 1, 2, 40, 49, 99, 150, 201]);
    prop_oneof![
        (0..6_usize, x()).prop_map(|(at, x)| Change::Set(at, x)),
        (0..6_usize).prop_map(Change::Remove),
        (0..6_usize, x()).prop_map(|(at, x)| Change::Add(at, x)),
        (0..3_usize).prop_map(Change::Decide),
        (0..3_usize).prop_map(Change::Decide),
    ]
}

proptest! {
    #![proptest_config(cases(256))]

    /// Neither clusters that are gone nor other placements take steps from a decision.
    #[test]
    fn edits_and_other_placements_take_no_steps(
        changes in prop::collection::vec(change(), 1..16),
    ) {
        let write = |clusters: &[(String, i64)]| {
            let clusters: Vec<_> = clusters.iter().map(|(n, x)| (&**n, *x)).collect();
            text(&clusters, &[("p", &["heavy"]), ("q", &["heavy", "other"]), ("r", COSTLY)])
        };
        let mut clusters: Vec<(String, i64)> = (0..3).map(|n| (format!("c{n}"), 60)).collect();
        let mut resident = scenario(&write(&clusters), Encoding::Utf8);
        let mut next = 3;
        for change in changes {
            match change {
                Change::Set(at, x) => {
                    if let Some(cluster) = clusters.get_mut(at) {
                        cluster.1 = x;
                    }
                }
                Change::Remove(at) if at < clusters.len() => drop(clusters.remove(at)),
                Change::Remove(_) => {}
                Change::Add(at, x) => {
                    clusters.insert(at.min(clusters.len()), (format!("c{next}"), x));
                    next += 1;
                }
                Change::Decide(placement) => {
                    let mut fresh = scenario(&write(&clusters), Encoding::Utf8);
                    let expect = decided(&mut fresh, placement);
                    prop_assert_eq!(decided(&mut resident, placement), expect);
                    prop_assert_eq!(resident.cel_question(placement), None);
                }
            }
            rewrite(&mut resident, &write(&clusters));
        }
    }
}

/// What was evaluated for a placement is known, whatever was evaluated since for another one.
#[test]
fn placements_with_the_same_heavy_expression() {
    let placements: [(&str, &[&str]); 2] = [("p", &["heavy"]), ("q", &["heavy", "other"])];
    let mut scenario = scenario(
        &text(&[("a", 150), ("b", 150)], &placements),
        Encoding::Utf8,
    );
    let mut ask_all = |placement| {
        let asked = std::iter::from_fn(|| {
            let question = scenario.cel_question(placement)?;
            scenario.cel_answer(&answer(&question)).expect("an answer");
            Some(())
        });
        asked.take(20).count()
    };
    assert!([0, 1].map(&mut ask_all).iter().all(|asked| *asked > 0));
    assert_eq!([0, 1, 0, 1].map(ask_all), [0; 4]);
}

/// A cluster that was evaluated for a placement that needs no costs, before one that does.
#[test]
fn costs_are_known_of_all_clusters() {
    let write = |x: i64| text(&[("a", 2), ("b", x)], &[("p", &["heavy"]), ("r", COSTLY)]);
    let mut resident = scenario(&write(2), Encoding::Utf8);
    decided(&mut resident, 1);
    rewrite(&mut resident, &write(4));
    decided(&mut resident, 0);
    let mut fresh = scenario(&write(4), Encoding::Utf8);
    assert_eq!(decided(&mut resident, 1), decided(&mut fresh, 1));
}
