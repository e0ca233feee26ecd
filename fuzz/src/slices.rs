//! Questions that take turns, with edits in between, are answered as each alone; so are those about placements whose
//! CEL expressions are evaluated in between.

use std::{cell::RefCell, sync::LazyLock};

use crate::cases::{Size, checked, texts};
use arbitrary::Unstructured;
use proptest::{
    prelude::*,
    test_runner::{TestCaseError, TestCaseResult},
};
use schedscope::{
    generate::pods::{NodesAndPodsOptions, nodes_and_pods},
    scenario::Scenario,
};
use schedscope_cel::evaluator::Evaluator;
use serde_json::json;

use crate::random_edits::RandomEdit;

/// What is done with one of the questions.
#[derive(Clone, Debug)]
enum Turn {
    Advance {
        question: usize,
        budget: usize,
    },
    Ask {
        question: usize,
    },
    /// The evaluator of CEL gets what a question needs; its answer comes later, or never.
    Evaluate {
        question: usize,
    },
    /// The evaluator answers what it got last.
    Answer,
    Edit(RandomEdit),
    /// The text comes again, in parts, while questions go on.
    Read {
        bytes: usize,
    },
}

impl Turn {
    fn from(u: &mut Unstructured<'_>) -> arbitrary::Result<Self> {
        let question = u.arbitrary::<u8>()?.into();
        Ok(match u.int_in_range(0..=19)? {
            17..=18 => Self::Evaluate { question },
            19 => Self::Answer,
            0..=11 => Self::Advance {
                question,
                budget: match u.int_in_range(0..=9)? {
                    0 => 0,
                    9 => usize::MAX,
                    _ => u.int_in_range(1..=40)?,
                },
            },
            12..=14 => Self::Ask { question },
            15 => Self::Edit(RandomEdit::from_bytes(u.arbitrary()?)),
            _ => Self::Read {
                bytes: u.int_in_range(1..=4000)?,
            },
        })
    }
}

static QUESTIONS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut questions = vec![
        json!({"queue": {}}),
        json!({"queueStep": {"step": 3, "queue": {"maxSteps": 60}}}),
        json!({"queueLimits": {"maxSteps": 40, "weights": {"LimitAware": 2, "LeastAllocated": 1}}}),
        json!({"vmStep": {"step": 5}}),
        json!({"vmDump": {"step": 9}}),
    ];
    for most in [1, 7, 60] {
        questions.push(json!({"queue": {"maxSteps": most, "profile": "Upstream"}}));
        questions.push(json!({"queue": {"maxSteps": most, "scorer": "LimitAware"}}));
        questions.push(json!({"vmTimeline": {"limit": 9, "mitigations": {"largestStep": most}}}));
    }
    questions.iter().map(ToString::to_string).collect()
});

/// Clusters, and placements with the same, another, both and no expressions.
static PLACEMENTS: LazyLock<String> = LazyLock::new(|| {
    const X: &str = "managedCluster.metadata.labels.x == '1'";
    const Y: &str =
        "int(managedCluster.metadata.labels.x) < 2 || managedCluster.metadata.name == 'c3'";
    let clusters = ["1", "2", "a", "1"].iter().enumerate().map(|(at, x)| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
             metadata: {{name: c{at}, labels: {{x: '{x}'}}}}\n"
        )
    });
    let placements = [
        ("p", vec![X]),
        ("q", vec![Y]),
        ("r", vec![X, Y]),
        ("s", vec![X]),
        ("t", vec![]),
    ];
    let placements = placements.map(|(name, expressions)| {
        format!(
            "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
             metadata: {{name: {name}, namespace: d}}\nspec:\n  numberOfClusters: 1\n  predicates:\n  \
             - requiredClusterSelector: {}\n",
            json!({"celSelector": {"celExpressions": expressions}})
        )
    });
    let documents: Vec<String> = clusters.chain(placements).collect();
    documents.join("---\n")
});

static QUESTIONS_OF_PLACEMENTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of = |placement: &str| {
        let asked = |mut options: serde_json::Value| {
            options["placement"] = placement.into();
            options["now"] = "2025-06-01T12:00:00Z".into();
            options
        };
        [
            json!({"decide": asked(json!({}))}),
            json!({"sweep": asked(json!({"weight": "Steady"}))}),
            json!({"change": asked(json!({"want": {"selects": ["c2"]}, "maxSteps": 20}))}),
            json!({"changesSoFar": asked(json!({"want": {"selects": ["c2"]}, "maxSteps": 20}))}),
        ]
    };
    let questions = ["p", "q", "r", "s", "t"].into_iter().flat_map(of);
    questions.map(|question| question.to_string()).collect()
});

thread_local! {
    /// It knows compiled expressions.
    static EVALUATOR: RefCell<Evaluator> = RefCell::default();
}

/// Answers a question about CEL.
fn answer(scenario: &mut Scenario, question: &str) -> TestCaseResult {
    let answer = EVALUATOR.with_borrow_mut(|evaluator| evaluator.answer(question));
    let answer = answer.map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert!(scenario.cel_answer(&answer).is_ok(), "{question}: {answer}");
    Ok(())
}

/// The answer to a question, after what it needs of CEL.
fn ask(scenario: &mut Scenario, question: &str) -> Result<String, TestCaseError> {
    for round in 0.. {
        prop_assert!(round < 20, "the questions about CEL do not end");
        let Some(asked) = scenario.cel_question_of(question) else {
            break;
        };
        answer(scenario, &asked)?;
    }
    Ok(format!("{:?}", scenario.ask(question)))
}

fn world(seed: u64, size: Size) -> String {
    let (nodes, pending) = match size {
        Size::Tiny => (1, 2),
        Size::Small => (1, 4),
        Size::Large => (3, 12),
    };
    nodes_and_pods(&NodesAndPodsOptions {
        seed,
        nodes,
        fill: 95,
        pending,
        ..NodesAndPodsOptions::default()
    })
}

fn check(text: &str, questions: &[String], turns: &[Turn]) -> TestCaseResult {
    let mut scenario = Scenario::new(text);
    let mut unanswered = None;
    let pick = |number: usize| &*questions[number % questions.len()];
    for turn in turns {
        match *turn {
            Turn::Advance { question, budget } => {
                // A text without a timeline has no such run.
                if let Ok(Some(progress)) = scenario.advance(pick(question), budget) {
                    prop_assert!(budget != 0, "a run that is given up is not in progress");
                    prop_assert!(progress.done <= progress.of, "{progress:?}");
                }
            }
            Turn::Ask { question } => {
                let question = pick(question);
                let found = ask(&mut scenario, question)?;
                // What a search has found so far is part of what it finds.
                if !question.contains("changesSoFar") {
                    let alone = ask(&mut Scenario::new(&scenario.text()), question)?;
                    prop_assert_eq!(found, alone, "{}", question);
                }
            }
            Turn::Evaluate { question } => {
                unanswered = scenario.cel_question_of(pick(question)).or(unanswered);
            }
            Turn::Answer => {
                if let Some(question) = unanswered.take() {
                    answer(&mut scenario, &question)?;
                }
            }
            Turn::Edit(ref edit) => {
                let text = scenario.text();
                if let Some((range, new)) = edit.of(&text) {
                    // Of a scenario that counts bytes.
                    scenario.edit(range.start, range.end, &new);
                }
            }
            Turn::Read { bytes } => {
                let text = scenario.text();
                scenario.begin(text.clone());
                while scenario.read_on(bytes).is_some() {
                    scenario.advance(pick(bytes), 3).ok();
                }
                prop_assert_eq!(scenario.text(), text);
            }
        }
    }
    Ok(())
}

/// Runs a case.
pub fn run(data: &[u8]) {
    let size = Size::of(data);
    let Some((number, data)) = data.split_first() else {
        return;
    };
    let mut u = Unstructured::new(data);
    let turns = std::iter::from_fn(|| (!u.is_empty()).then(|| Turn::from(&mut u).ok()).flatten());
    let most = match size {
        Size::Tiny => 4,
        Size::Small => 12,
        Size::Large => 40,
    };
    let turns: Vec<Turn> = turns.take(most).collect();
    let texts = texts(size);
    let (text, questions) = match number % 4 {
        0 => (world(u64::from(number / 4), size), &*QUESTIONS),
        // They decide again and again, which takes longest.
        1 if *number < 24 => (PLACEMENTS.clone(), &*QUESTIONS_OF_PLACEMENTS),
        _ => {
            let text = &texts[usize::from(*number) % texts.len()];
            (text.clone(), &*QUESTIONS)
        }
    };
    checked(&turns, || check(&text, questions, &turns));
}
