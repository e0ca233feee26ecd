//! Engine and twin, asked the same.

use proptest::{prelude::*, test_runner::Config};
use serde_json::json;

use crate::{
    engine,
    hostile::{Line, lines, queues},
    random::{Choices, choices},
    reference::vm::shape,
    settings::{self, Scale, spoil},
    shape::{difference, essence},
};

fn differs(line: &Line) -> Option<String> {
    let expected = essence(&shape::answer(&line.0));
    let found = essence(&engine::events(&line.0));
    difference("", &expected, &found)
}

pub(crate) fn check(line: &Line) -> Result<(), TestCaseError> {
    if differs(line).is_some() {
        let line = line.smallest(|line| differs(line).is_some());
        prop_assert_eq!(differs(&line), None, "{:?}", line);
    }
    Ok(())
}

pub(crate) fn limits(scale: Scale, choices: &Choices) -> Result<(), TestCaseError> {
    let mut line = settings::node(choices, scale);
    let slot = choices.pick(&["1Gi", "512Mi", "1G", "3Mi", "1Ki", "1", "64Gi"]);
    line["config"] = settings::config(choices, scale, slot);
    line["config"]["nodeOverrides"] = json!([]);
    if choices.chance(25) {
        line["config"] = spoil(choices, line["config"].clone());
    }
    let (expected, found) = (shape::limits(&line), engine::limits(&line));
    prop_assert_eq!(
        expected["error"].is_null(),
        found["error"].is_null(),
        "{}",
        line
    );
    for field in ["vCPU", "memSlots", "marginCPUMilli", "marginMem"] {
        prop_assert_eq!(&expected[field], &found[field], "{} of {}", field, line);
    }
    Ok(())
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 0, ..Config::default() })]

    #[test]
    fn any_events(line in lines()) {
        check(&line)?;
    }

    #[test]
    fn any_limits(
        scale in prop::sample::select(vec![Scale::Odd, Scale::Small, Scale::Huge]),
        choices in choices(20),
    ) {
        limits(scale, &choices)?;
    }
}

proptest! {
    #![proptest_config(Config { max_shrink_iters: 0, cases: 24, ..Config::default() })]

    #[test]
    fn deep_queues(line in queues()) {
        check(&line)?;
    }
}
