//! What of the text can touch an answer and is not modelled.

use schedscope_objects::{
    diagnostic::{ObjectName, TextRange},
    not_looked_at::NotLookedAtReason,
};
use serde::Serialize;

/// Something of the text that is not modelled and can change a scheduler's answer, in all objects that have it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct NotLookedAt {
    /// The first object that has it.
    pub object: ObjectName,
    /// The path of the field in that object; empty for the object itself.
    pub path: String,
    /// Why it matters.
    pub why: NotLookedAtReason,
    /// The name of the plugin, if a plugin of a scheduler's configuration is not applied; else `null`.
    pub plugin: Option<String>,
    /// The range of the field in the text; of an object, that of its kind; `null`: it stands at no one place, or it is
    /// an owner that the text lacks of the pod that the answer is about.
    pub range: Option<TextRange>,
    /// The fields that are meant: the path with `[]` for any item of a list and `*` for any end of a key; empty for
    /// objects.
    pub field: String,
    /// Whether it stands in a pod that the answer schedules, or in the workload that makes the pod.
    pub own: bool,
    /// The number of objects that have it.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    pub count: usize,
    /// The next objects that have it, at most 4.
    pub more: Vec<ObjectName>,
}
