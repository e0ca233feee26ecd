//! Reads an `Event`: the message about a pod that kube-scheduler could not place.

use schedscope_objects::event::{Event, FailedScheduling};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, Meta, pod::nodes_tried};

/// The group whose events have other field names.
pub(super) const NEWER_GROUP: &str = "events.k8s.io";

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> Event {
    Event {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        failed: failed(d, root),
    }
}

/// Reads a `FailedScheduling` event of a pod. Other events are frequent and not used.
fn failed(d: &mut Decoder<'_>, root: ValueId) -> Option<FailedScheduling> {
    if text(d, Some(root), "reason") != "FailedScheduling" {
        return None;
    }
    let object = d.get(root, "involvedObject").or(d.get(root, "regarding"));
    let [kind, namespace, pod, uid] =
        ["kind", "namespace", "name", "uid"].map(|key| text(d, object, key));
    let [message, note, event, last, former] = [
        "message",
        "note",
        "eventTime",
        "lastTimestamp",
        "deprecatedLastTimestamp",
    ]
    .map(|key| text(d, Some(root), key));
    let series = text(d, d.get(root, "series"), "lastObservedTime");
    let created = text(d, d.get(root, "metadata"), "creationTimestamp");
    let times = [event, last, former, series, created].map(|time| time.parse().ok());
    let message = if message.is_empty() { note } else { message };
    if kind != "Pod" || pod.is_empty() || message.is_empty() {
        return None;
    }
    let namespace = if namespace.is_empty() {
        "default"
    } else {
        namespace
    };
    Some(FailedScheduling {
        namespace: d.names.intern(namespace),
        pod: d.names.intern(pod),
        uid: d.names.intern(uid),
        nodes_tried: nodes_tried(message),
        message: d.names.intern(message),
        last: times.into_iter().flatten().max(),
    })
}

/// The text of a field; empty if it is absent or null.
fn text<'a>(d: &Decoder<'a>, of: Option<ValueId>, key: &str) -> &'a str {
    let found = of.and_then(|of| d.get(of, key));
    let found = found.filter(|at| !d.is_null(*at));
    found.map_or("", |at| d.text_of(at))
}
