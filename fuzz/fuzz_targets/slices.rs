//! Questions that take turns, with edits in between, are answered as each alone.

use std::sync::LazyLock;

use arbitrary::{Result, Unstructured};
use proptest::{prelude::*, test_runner::TestCaseResult};
use schedscope::{
    generate::pods::{NodesAndPodsOptions, nodes_and_pods},
    scenario::Scenario,
};
use schedscope_fuzz::{Size, checked, texts};
use serde_json::json;

#[path = "../../tests/scenario/random_edits.rs"]
mod random_edits;

use random_edits::RandomEdit;

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
    Edit(RandomEdit),
    /// The text comes again, in parts, while questions go on.
    Read {
        bytes: usize,
    },
}

impl Turn {
    fn from(u: &mut Unstructured<'_>) -> Result<Self> {
        let question = u.arbitrary::<u8>()?.into();
        Ok(match u.int_in_range(0..=16)? {
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

fn check(text: &str, turns: &[Turn]) -> TestCaseResult {
    let mut scenario = Scenario::new(text);
    let pick = |number: usize| &QUESTIONS[number % QUESTIONS.len()];
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
                let found = scenario.ask(pick(question));
                let alone = Scenario::new(&scenario.text()).ask(pick(question));
                prop_assert_eq!(
                    format!("{found:?}"),
                    format!("{alone:?}"),
                    "{}",
                    pick(question)
                );
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
pub(crate) fn run(data: &[u8]) {
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
    let text = match number % 4 {
        0 => world(u64::from(number / 4), size),
        _ => texts[usize::from(*number) % texts.len()].clone(),
    };
    checked(&turns, || check(&text, &turns));
}
