//! Reads how the hub writes a placement's decisions: their groups, and how often it updates the scores.

use schedscope_objects::{
    diagnostic::DiagnosticCode,
    placement::{DecisionGroup, GroupStrategy, IntOrString},
};
use schedscope_quantity::double::double;
use schedscope_text::tree::{Scalar, ValueId};

use crate::decode::{Decoder, FieldPath, clip, placement::cluster_selector};

/// Seconds, minutes or hours in the CRD's pattern `^[0-9]+[hms]$`.
pub(super) fn score_rate_limit(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> Option<i64> {
    let text = d.string(node, path)?;
    let (digits, unit) = text.split_at(text.len().saturating_sub(1));
    let seconds = match unit {
        "h" => 3600,
        "m" => 60,
        "s" => 1,
        _ => 0,
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    if seconds == 0 || !is_number {
        let message = format!(
            "`{}` is not a rate limit: digits and one of `h`, `m` and `s`, as `5m`",
            clip(text)
        );
        d.refuse(node, path, message);
        return None;
    }
    let number: i64 = digits.parse().unwrap_or(i64::MAX);
    Some(number.saturating_mul(seconds))
}

pub(super) fn group_strategy(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> GroupStrategy {
    let mut strategy = GroupStrategy {
        clusters_per_decision_group: IntOrString::String("100%".to_owned()),
        decision_groups: Vec::new(),
    };
    fields!(d, node, path, |d, field, node, path| match field {
        "clustersPerDecisionGroup" =>
            if let Some(number) = clusters_per_group(d, node, path) {
                strategy.clusters_per_decision_group = number;
            },
        "decisionGroups" => {
            strategy.decision_groups.clear();
            d.items(node, path, |d, item, path| {
                strategy.decision_groups.push(group(d, item, path));
            });
        }
    });
    strategy
}

fn clusters_per_group(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
) -> Option<IntOrString> {
    if let Some(Scalar::Number(_)) = d.tree.scalar(node, d.source) {
        let number = d.integer(node, path)?;
        // The CRD's pattern applies to strings only.
        if number < 1 {
            let message = "a group has at least 1 cluster; this is taken as all clusters";
            d.warn(DiagnosticCode::OutOfRange, node, path, message.to_owned());
        }
        return Some(IntOrString::Int(number));
    }
    let text = d.string(node, path)?;
    check_percentage(d, node, path, text);
    Some(IntOrString::String(text.to_owned()))
}

fn group(d: &mut Decoder<'_>, item: ValueId, path: &FieldPath<'_>) -> DecisionGroup {
    let mut group = DecisionGroup::default();
    fields!(d, item, path, |d, field, node, path| match field {
        "groupName" => {
            let name = d.string(node, path).unwrap_or_default();
            check_group_name(d, node, path, name);
            name.clone_into(&mut group.name);
        }
        "groupClusterSelector" => group.selector = cluster_selector(d, node, path),
    });
    d.needs(
        item,
        path,
        "groupName",
        "a decision group needs a `groupName`",
    );
    let message = "a decision group needs a `groupClusterSelector`";
    d.needs(item, path, "groupClusterSelector", message);
    group
}

/// The CRD's pattern is `^((100|[1-9][0-9]{0,1})%|[1-9][0-9]*)$`, and the hub rejects a string without `%`.
fn check_percentage(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, text: &str) {
    let percent = text.strip_suffix('%').unwrap_or_default();
    let is_decimal = percent.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let message = if !is_decimal || double(percent).is_none() {
        "is not a percentage: write it as `25%`, or a number of clusters without quotes"
    } else if percent == "100"
        || (percent.len() <= 2 && !percent.starts_with('0') && !percent.contains('.'))
    {
        return;
    } else {
        "is not allowed: a percentage is a whole number from `1%` to `100%`"
    };
    let message = format!("`{}` {message}", clip(text));
    d.refuse(node, path, message);
}

/// The CRD's pattern is `^[a-zA-Z0-9][-A-Za-z0-9_.]{0,61}[a-zA-Z0-9]$`.
fn check_group_name(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, name: &str) {
    let bytes = name.as_bytes();
    let is_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    let is_name = (2..=63).contains(&bytes.len())
        && is_end(bytes.first())
        && is_end(bytes.last())
        && bytes
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(b));
    if !is_name {
        let message = format!(
            "`{}` is not a group name: 2 to 63 letters, digits, `-`, `_` and `.`, a letter or a digit at both ends",
            clip(name)
        );
        d.refuse(node, path, message);
    }
}
