//! The `schedule` of a `CronJob`.
//!
//! Source: `ParseStandard` of `github.com/robfig/cron` v3, and `validateScheduleFormat` in `pkg/apis/batch/validation`
//! of Kubernetes 1.35.

use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, clip};

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
const DAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const NAMED: [&str; 7] = [
    "@yearly",
    "@annually",
    "@monthly",
    "@weekly",
    "@daily",
    "@midnight",
    "@hourly",
];

/// A field of a schedule: what it is called, its least and greatest number, and the names from the least on.
type Field = (&'static str, [u32; 2], &'static [&'static str]);

const FIELDS: [Field; 5] = [
    ("minute", [0, 59], &[]),
    ("hour", [0, 23], &[]),
    ("day of the month", [1, 31], &[]),
    ("month", [1, 12], &MONTHS),
    ("day of the week", [0, 6], &DAYS),
];

/// Rejects a schedule that the API server does not parse.
pub(super) fn check(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>) {
    let Some(text) = d.string(at, path) else {
        return;
    };
    if text.starts_with('@') {
        if !NAMED.contains(&text) && !text.starts_with("@every ") {
            let message = format!("`{}` is not a schedule", clip(text));
            d.refuse(at, path, message);
        }
        return;
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    if fields.len() != FIELDS.len() {
        let message = format!(
            "`{}` has {} fields: minute, hour, day of the month, month and day of the week are 5",
            clip(text),
            fields.len()
        );
        d.refuse(at, path, message);
        return;
    }
    let mut all = fields.iter().zip(&FIELDS);
    if let Some((field, (name, [least, most], _))) =
        all.find(|(field, of)| !field.split(',').all(|part| is_part(part, of)))
    {
        let message = format!(
            "`{}` is no {name}: numbers from {least} to {most}, ranges as `1-3` and steps as `*/2`",
            clip(field)
        );
        d.refuse(at, path, message);
    }
}

/// Whether a part between commas is a number, a range, or one with a step.
fn is_part(part: &str, (_, [least, most], names): &Field) -> bool {
    let number = |text: &str| {
        let lower = text.to_ascii_lowercase();
        let index = names.iter().position(|word| *word == lower);
        let number = index.map(|index| index as u32 + least);
        number.or_else(|| text.parse::<u32>().ok())
    };
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, step.parse::<u32>().ok()),
        None => (part, Some(1)),
    };
    let bounds = match range.split_once('-') {
        _ if part.is_empty() || ["*", "?"].contains(&range) => Some([*least, *most]),
        Some((start, end)) => number(start).zip(number(end)).map(|(a, b)| [a, b]),
        None => number(range).map(|one| [one, one]),
    };
    let is_range = |[start, end]: [u32; 2]| *least <= start && start <= end && end <= *most;
    step.is_some_and(|step| step > 0) && bounds.is_some_and(is_range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_those_that_cron_parses() {
        let [minute, _, day, month, week] = &FIELDS;
        for (part, of) in [
            ("*", minute),
            ("?", day),
            ("*/15", minute),
            ("0-59/5", minute),
            ("59", minute),
            ("5/10", minute),
            ("Jan-MAR", month),
            ("sun", week),
        ] {
            assert!(is_part(part, of), "{part}");
        }
        for (part, of) in [
            ("60", minute),
            ("5-1", minute),
            ("*/0", minute),
            ("1-2-3", minute),
            ("1/2/3", minute),
            ("-1", minute),
            ("0", day),
            ("13", month),
            ("7", week),
            ("monday", week),
        ] {
            assert!(!is_part(part, of), "{part}");
        }
    }
}
