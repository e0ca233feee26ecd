//! Reads an `Event`: of a pod that kube-scheduler could not place, its message.

use schedscope_objects::event::{Event, FailedScheduling};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, Meta, pod::nodes_tried};

/// The group in which the fields of an event have other names.
pub(super) const NEWER_GROUP: &str = "events.k8s.io";

/// The times of an event; those of its series stand in `series`.
const TIMES: [&str; 5] = [
    "eventTime",
    "lastTimestamp",
    "firstTimestamp",
    "deprecatedLastTimestamp",
    "deprecatedFirstTimestamp",
];

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Event {
    Event {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        failed: failed(d, root),
    }
}

/// Other events are many, and nothing is read of them.
fn failed(d: &mut Decoder<'_>, root: ValueId) -> Option<FailedScheduling> {
    let text = |d: &Decoder<'_>, at: ValueId, key: &str| {
        let found = d.get(at, key).filter(|at| !d.is_null(*at));
        found.map_or_else(String::new, |at| d.text_of(at).to_owned())
    };
    if text(d, root, "reason") != "FailedScheduling" {
        return None;
    }
    let object = d.get(root, "involvedObject").or(d.get(root, "regarding"))?;
    let message = ["message", "note"].map(|key| text(d, root, key));
    let message = message.into_iter().find(|message| !message.is_empty())?;
    let pod = text(d, object, "name");
    if text(d, object, "kind") != "Pod" || pod.is_empty() {
        return None;
    }
    let series = d.get(root, "series");
    let metadata = d.get(root, "metadata");
    let times = TIMES.iter().map(|key| text(d, root, key));
    let of_series = series.map(|at| text(d, at, "lastObservedTime"));
    let created = metadata.map(|at| text(d, at, "creationTimestamp"));
    let times = times.chain(of_series).chain(created);
    let last = times.filter_map(|time| time.parse().ok()).max();
    let namespace = text(d, object, "namespace");
    let uid = text(d, object, "uid");
    let namespace = if namespace.is_empty() {
        "default"
    } else {
        &namespace
    };
    Some(FailedScheduling {
        namespace: d.names.intern(namespace),
        pod: d.names.intern(&pod),
        uid: d.names.intern(&uid),
        nodes_tried: nodes_tried(&message),
        message: d.names.intern(&message),
        last,
    })
}
