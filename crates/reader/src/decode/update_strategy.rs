//! Reads how a workload replaces its pods.
//!
//! Source: `ValidateDeploymentStrategy`, `validateStatefulSetSpec` and `ValidateRollingUpdateDaemonSet` in
//! `pkg/apis/apps/validation` of Kubernetes 1.35.

use schedscope_objects::{
    policy::IntOrPercent,
    update_strategy::{RollingUpdate, UpdateStrategy},
};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, FieldPath, policy::int_or_percent};

/// The most percent of new pods beside the old ones: the API server has no bound.
const MOST_SURGE: u16 = 10_000;

/// The field of `spec` with the strategy, and the types that a kind has.
pub(super) fn field_and_types(kind: &str) -> (&'static str, [&'static str; 2]) {
    match kind {
        "Deployment" => ("strategy", ["RollingUpdate", "Recreate"]),
        _ => ("updateStrategy", ["RollingUpdate", "OnDelete"]),
    }
}

/// The fields of `rollingUpdate` of a kind.
fn rolling_fields(kind: &str) -> &'static [&'static str] {
    match kind {
        "StatefulSet" => &["partition", "maxUnavailable"],
        _ => &["maxSurge", "maxUnavailable"],
    }
}

pub(super) fn decode(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    kind: &str,
) -> UpdateStrategy {
    let (_, types) = field_and_types(kind);
    let mut strategy = "RollingUpdate";
    let mut rolling = RollingUpdate::default();
    fields!(d, at, path, |d, field, at, path| match field {
        "type" => strategy = d.word(at, path, &types).unwrap_or(strategy),
        "rollingUpdate" => rolling = decode_rolling(d, at, path, kind),
    });
    if let ("Recreate", Some(at)) = (strategy, d.get(at, "rollingUpdate"))
        && !d.is_null(at)
    {
        let message = "may not be specified when strategy `type` is `Recreate`".to_owned();
        d.refuse(at, &path.field("rollingUpdate"), message);
    }
    match strategy {
        "Recreate" => UpdateStrategy::Recreate,
        "OnDelete" => UpdateStrategy::OnDelete,
        _ => UpdateStrategy::Rolling(rolling),
    }
}

fn decode_rolling(
    d: &mut Decoder<'_>,
    at: ValueId,
    path: &FieldPath<'_>,
    kind: &str,
) -> RollingUpdate {
    let mut rolling = RollingUpdate::default();
    let known = rolling_fields(kind);
    d.fields(at, path, known, &mut |d, field, at, path| match field {
        "maxSurge" => rolling.max_surge = int_or_percent(d, at, path, MOST_SURGE),
        "maxUnavailable" => rolling.max_unavailable = int_or_percent(d, at, path, 100),
        _ => {
            let partition = d.int32(at, path, 0..=i32::MAX).unwrap_or_default();
            rolling.partition = partition.max(0) as u32;
        }
    });
    let is_zero = |amount: Option<IntOrPercent>, default: bool| {
        amount.map_or(default, |amount| {
            matches!(amount, IntOrPercent::Int(0) | IntOrPercent::Percent(0))
        })
    };
    // A DaemonSet has no surge by default; a StatefulSet never.
    let no_surge = is_zero(rolling.max_surge, kind == "DaemonSet");
    if kind != "StatefulSet" && no_surge && is_zero(rolling.max_unavailable, false) {
        let message = "`maxUnavailable` may not be 0 when `maxSurge` is 0".to_owned();
        d.refuse(at, path, message);
    }
    // A DaemonSet has `maxUnavailable: 1` by default.
    if kind == "DaemonSet" && !no_surge && !is_zero(rolling.max_unavailable, false) {
        let at = d.get(at, "maxSurge").unwrap_or(at);
        let message = "may not be set when `maxUnavailable` is not 0; its default is 1".to_owned();
        d.refuse(at, &path.field("maxSurge"), message);
    }
    rolling
}
