//! Reads how a placement's decisions are written: their groups, and how often their scores.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    placement::{DecisionGroup, GroupStrategy, IntOrString},
};
use schedscope_text::tree::{Scalar, ValueId};

use crate::decode::{Decoder, FieldPath, clip, placement::cluster_selector};

/// Seconds, minutes or hours, as the CRD's pattern `^[0-9]+[hms]$` has them.
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
        d.report(
            Severity::Error,
            DiagnosticCode::InvalidValue,
            node,
            path,
            message,
        );
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
    let known = ["clustersPerDecisionGroup", "decisionGroups"];
    d.fields(node, path, &known, |d, field, node, path| {
        if field == "clustersPerDecisionGroup" {
            let tree = d.tree;
            strategy.clusters_per_decision_group = match tree.scalar(node, d.source) {
                Some(Scalar::Number(_)) => match d.integer(node, path) {
                    Some(number) => IntOrString::Int(number),
                    None => return,
                },
                _ => match d.string(node, path) {
                    Some(text) => {
                        let percent = text.strip_suffix('%').unwrap_or_default();
                        let is_decimal = percent.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                        if !is_decimal || percent.parse::<f64>().is_err() {
                            let message = format!(
                                "`{}` is not a percentage: write it as `25%`, or a number of clusters without quotes",
                                clip(text)
                            );
                            d.report(Severity::Error, DiagnosticCode::InvalidValue, node, path, message);
                        }
                        IntOrString::String(text.to_owned())
                    }
                    None => return,
                },
            };
        } else {
            strategy.decision_groups.clear();
            d.items(node, path, |d, item, path| {
                let mut group = DecisionGroup::default();
                let known = ["groupName", "groupClusterSelector"];
                d.fields(item, path, &known, |d, field, node, path| match field {
                    "groupName" => {
                        d.string(node, path)
                            .unwrap_or_default()
                            .clone_into(&mut group.name);
                    }
                    _ => group.selector = cluster_selector(d, node, path),
                });
                strategy.decision_groups.push(group);
            });
        }
    });
    strategy
}
