//! Priorities that the API server computes of classes.

use serde_json::Value;

/// Whether the API server takes a priority as it stands in the pod: a new pod gets that of its class, or of the class
/// that is the global default. Where a pod names a class, it keeps the priority of that class.
pub(super) fn is_free(asked: &str, objects: &[Value]) -> bool {
    let pod = objects
        .iter()
        .find(|one| super::change::is_named(one, "Pod", asked));
    let pod = pod.expect("the pod");
    let phase = pod["status"]["phase"].as_str().unwrap_or_default();
    let is_new = pod["metadata"]["uid"].is_null()
        && pod["spec"]["nodeName"].is_null()
        && !matches!(phase, "Succeeded" | "Failed");
    let class = &pod["spec"]["priorityClassName"];
    if class.as_str().is_some_and(|name| !name.is_empty()) {
        return false;
    }
    let mut classes = objects.iter().filter(|one| one["kind"] == "PriorityClass");
    let is_told = classes.any(|one| one["globalDefault"] == true);
    !(is_new && is_told)
}
