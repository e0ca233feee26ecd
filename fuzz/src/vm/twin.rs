//! Engine and twin, asked the same.

use proptest::prelude::*;
use serde_json::json;

use super::engine;
use super::hostile::Line;
use super::random::Choices;
use super::settings::{self, Scale, spoil};
use super::shape::{difference, essence};
use reference::vm::shape;

fn differs(line: &Line) -> Option<String> {
    let expected = essence(&shape::answer(&line.0));
    let found = essence(&engine::events(&line.0));
    difference("", &expected, &found)
}

pub fn check(line: &Line) -> Result<(), TestCaseError> {
    if differs(line).is_some() {
        let line = line.smallest(|line| differs(line).is_some());
        prop_assert_eq!(differs(&line), None, "{:?}", line);
    }
    Ok(())
}

pub fn limits(scale: Scale, choices: &Choices) -> Result<(), TestCaseError> {
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
