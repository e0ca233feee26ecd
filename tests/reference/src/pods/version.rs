//! Which Kubernetes schedules.

use serde_json::Value;

use super::of_kind;

/// The versions that are modelled, by their minor numbers.
const OLDEST: u32 = 35;
const NEWEST: u32 = 37;
/// The one of a text whose nodes do not tell.
const DEFAULT: u32 = 36;

/// The minor number of the newest kubelet, as far as it is modelled.
pub fn of(objects: &[Value]) -> u32 {
    let told = of_kind(objects, "Node").filter_map(|node| {
        let version = node["status"]["nodeInfo"]["kubeletVersion"].as_str()?;
        let minor = version.strip_prefix("v1.")?.split('.').next()?;
        minor.parse::<u32>().ok()
    });
    told.max()
        .map_or(DEFAULT, |newest| newest.clamp(OLDEST, NEWEST))
}

/// The minor number of the Kubernetes that printed a line of the vectors.
pub fn of_line(line: &Value) -> u32 {
    match line["kubernetesVersion"].as_str() {
        None | Some("1.35") => 35,
        Some("1.36") => 36,
        Some(other) => panic!("a version of the vectors: {other}"),
    }
}
