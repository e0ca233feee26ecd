//! Reads taints and tolerations.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    names::{Names, Symbol},
    taint::{Taint, TaintEffect, TaintUpkeep, Toleration, TolerationOperator},
};
use schedscope_text::tree::{Scalar, ValueId};

use crate::decode::{
    Cause, Decoder, FieldPath,
    form::{is_label_key, is_word},
    words::is_placeholder,
};

/// The effects of taints of managed clusters.
pub(super) const CLUSTER_EFFECTS: [&str; 3] = ["NoSelect", "PreferNoSelect", "NoSelectIfNew"];
/// The effects of taints of nodes.
pub(super) const NODE_EFFECTS: [&str; 3] = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

fn effect(names: &mut Names, text: &str) -> TaintEffect {
    match text {
        "NoSelect" => TaintEffect::NoSelect,
        "PreferNoSelect" => TaintEffect::PreferNoSelect,
        "NoSelectIfNew" => TaintEffect::NoSelectIfNew,
        "NoSchedule" => TaintEffect::NoSchedule,
        "PreferNoSchedule" => TaintEffect::PreferNoSchedule,
        "NoExecute" => TaintEffect::NoExecute,
        _ => TaintEffect::Other(names.intern(text)),
    }
}

/// Reads `spec.taints` of a managed cluster or a node.
pub(super) fn taints(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    effects: &[&str; 3],
) -> Box<[Taint]> {
    let mut taints: Vec<Taint> = Vec::new();
    d.items(node, path, |d, item, path| {
        let mut taint = Taint {
            key: Symbol::EMPTY,
            value: Symbol::EMPTY,
            effect: TaintEffect::Other(Symbol::EMPTY),
            time_added: None,
            upkeep: TaintUpkeep::Kept,
        };
        fields!(d, item, path, |d, field, node, path| match field {
            "key" => taint.key = d.symbol(node, path).unwrap_or_default(),
            "value" => taint.value = d.symbol(node, path).unwrap_or_default(),
            "effect" => {
                if let Some(text) = d.word(node, path, effects) {
                    taint.effect = effect(d.names, text);
                }
            }
            "timeAdded" => taint.time_added = d.time(node, path),
        });
        let has_no_effect = taint.effect == TaintEffect::Other(Symbol::EMPTY);
        for (missing, article, field) in [
            (taint.key.is_empty(), "a", "key"),
            (has_no_effect, "an", "effect"),
        ] {
            if missing {
                let message = format!("a taint needs {article} `{field}`");
                d.missing(item, path, field, &message);
            }
        }
        if *effects == NODE_EFFECTS {
            check_label(d, item, path, [taint.key, taint.value]);
            let mut others = taints.iter();
            if others.any(|other| (other.key, other.effect) == (taint.key, taint.effect)) {
                let message = "taints must be unique by `key` and `effect`";
                d.refuse(item, path, message.to_owned());
            }
        }
        taints.push(taint);
    });
    taints.into_boxed_slice()
}

/// Rejects a `key` and a `value` that are not those of a label.
fn check_label(d: &mut Decoder<'_>, at: ValueId, path: &FieldPath<'_>, label: [Symbol; 2]) {
    let [key, value] = label.map(|text| d.names[text].to_owned());
    if let (false, Some(at)) = (key.is_empty() || is_label_key(&key), d.get(at, "key")) {
        d.refuse_label_key(at, &path.field("key"), &key);
    }
    if let (false, Some(at)) = (value.is_empty() || is_word(&value), d.get(at, "value"))
        && !is_placeholder(&value)
    {
        d.refuse_label_value(at, &path.field("value"), &value);
    }
}

/// Reads `tolerations` of taints with these effects.
pub(super) fn tolerations(
    d: &mut Decoder<'_>,
    node: ValueId,
    path: &FieldPath<'_>,
    effects: &[&str; 3],
) -> Vec<Toleration> {
    let mut tolerations = Vec::new();
    d.items(node, path, |d, item, path| {
        if let Some(Scalar::String(text)) = d.tree.scalar(item, d.source)
            && d.is_placeholder(item, path, text)
        {
            return;
        }
        let mut toleration = Toleration {
            key: Symbol::EMPTY,
            operator: TolerationOperator::Equal,
            value: Symbol::EMPTY,
            effect: None,
            seconds: None,
        };
        fields!(d, item, path, |d, field, node, path| match field {
            "key" => toleration.key = d.symbol(node, path).unwrap_or_default(),
            "operator" => {
                if let Some(text) = d.word(node, path, &["Equal", "Exists", ""]) {
                    toleration.operator = match text {
                        "" | "Equal" => TolerationOperator::Equal,
                        "Exists" => TolerationOperator::Exists,
                        other => TolerationOperator::Other(d.names.intern(other)),
                    };
                }
            }
            "value" => toleration.value = d.symbol(node, path).unwrap_or_default(),
            "effect" => {
                let [first, second, third] = *effects;
                let allowed = [first, second, third, ""];
                if let Some(text) = d.word(node, path, &allowed).filter(|text| !text.is_empty()) {
                    toleration.effect = Some(effect(d.names, text));
                }
            }
            "tolerationSeconds" => toleration.seconds = d.integer(node, path),
        });
        check_toleration(d, item, path, &toleration, *effects == NODE_EFFECTS);
        if *effects == NODE_EFFECTS {
            check_label(d, item, path, [toleration.key, toleration.value]);
        }
        tolerations.push(toleration);
    });
    tolerations
}

/// The API server's checks of a toleration, and the hub's: that of a pod has seconds only with `NoExecute`.
fn check_toleration(
    d: &mut Decoder<'_>,
    item: ValueId,
    path: &FieldPath<'_>,
    toleration: &Toleration,
    of_pod: bool,
) {
    // The CRD of a Placement has no such rules.
    let cause = if of_pod {
        Cause::OfCode
    } else {
        Cause::LeftToHub
    };
    let (field, message) = match toleration.operator {
        TolerationOperator::Equal if toleration.key.is_empty() => (
            "operator",
            "operator must be Exists when `key` is empty, which means \"match all values and all keys\"",
        ),
        TolerationOperator::Exists if !toleration.value.is_empty() => {
            ("value", "value must be empty when `operator` is 'Exists'")
        }
        _ if of_pod
            && toleration.seconds.is_some()
            && toleration.effect != Some(TaintEffect::NoExecute) =>
        {
            (
                "effect",
                "effect must be 'NoExecute' when `tolerationSeconds` is set",
            )
        }
        _ => return,
    };
    d.report_cause(
        Severity::Error,
        (DiagnosticCode::InvalidValue, cause),
        d.get(item, field).unwrap_or(item),
        &path.field(field),
        message.to_owned(),
    );
}
