//! The objects of volumes in lines of the suite `quota`, and the compared parts of their answers.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json, value::RawValue};

use crate::pods::{documents, items, name_of};

/// The objects of volumes; `None` for a line without them. An empty list is written, because it says that no such
/// object exists.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_field_names, reason = "the names of the kinds")]
struct Storage<'a> {
    #[serde(borrow)]
    persistent_volumes: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    persistent_volume_claims: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    storage_classes: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    csi_nodes: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    csi_drivers: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    csi_storage_capacities: Option<Vec<&'a RawValue>>,
    #[serde(borrow)]
    volume_attachments: Option<Vec<&'a RawValue>>,
}

/// The objects of volumes of a line of the suite `quota`.
///
/// # Errors
/// The line is not a line of this suite.
pub(crate) fn text(line: &str) -> Result<String, serde_json::Error> {
    let line: Storage<'_> = serde_json::from_str(line)?;
    Ok(line.text())
}

impl Storage<'_> {
    fn text(&self) -> String {
        let storage = "storage.k8s.io/v1";
        let lists = [
            (&self.persistent_volumes, "v1", "PersistentVolume"),
            (
                &self.persistent_volume_claims,
                "v1",
                "PersistentVolumeClaim",
            ),
            (&self.storage_classes, storage, "StorageClass"),
            (&self.csi_nodes, storage, "CSINode"),
            (&self.csi_drivers, storage, "CSIDriver"),
            (&self.csi_storage_capacities, storage, "CSIStorageCapacity"),
            (&self.volume_attachments, storage, "VolumeAttachment"),
        ];
        let texts = lists.map(|(list, version, kind)| match list.as_deref() {
            None => String::new(),
            Some([]) => {
                let kind = format!("{kind}List");
                format!(
                    "{}\n",
                    json!({"apiVersion": version, "kind": kind, "items": []})
                )
            }
            Some(objects) => documents(objects.iter()),
        });
        texts.concat()
    }
}

/// The volumes of a node as the vectors print them.
pub(crate) fn volumes_of(volumes: &Value) -> Value {
    let mut found = Map::new();
    let bind = items(&volumes["bind"])
        .map(|bind| (name_of(&bind["claim"]).to_owned(), bind["volume"].clone()));
    let bind: Map<String, Value> = bind.collect();
    if !bind.is_empty() {
        found.insert("bind".to_owned(), Value::Object(bind));
    }
    if items(&volumes["provision"]).next().is_some() {
        let claims = items(&volumes["provision"]).map(|claim| name_of(claim).into());
        found.insert("provision".to_owned(), Value::Array(claims.collect()));
    }
    Value::Object(found)
}

/// What preemption says if there is nothing to evict: of each node why, in the order of the texts.
pub(crate) fn preemption_message(answer: &Value) -> String {
    let preemption = &answer["preemption"];
    match preemption["ineligibleReason"].as_str() {
        Some("volumes") => return "not eligible due to failed to read from cycleState".to_owned(),
        Some("terminating") => {
            return "not eligible due to a terminating pod on the nominated node.".to_owned();
        }
        Some("policy") => return "not eligible due to preemptionPolicy=Never.".to_owned(),
        _ => {}
    }
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for node in items(&answer["nodes"]) {
        let reasons = items(&node["dryRun"]["reasons"]).filter_map(Value::as_str);
        let mut reasons: Vec<&str> = reasons.collect();
        if node["dryRun"].is_null() {
            reasons.push("Preemption is not helpful for scheduling");
        }
        for reason in reasons {
            *counts.entry(reason.to_owned()).or_default() += 1;
        }
    }
    let parts = counts
        .iter()
        .map(|(reason, count)| format!("{count} {reason}"));
    let mut parts: Vec<String> = parts.collect();
    parts.sort_unstable();
    let nodes = items(&answer["nodes"]).count();
    format!("0/{nodes} nodes are available: {}.", parts.join(", "))
}
