//! What answers about the text have in common.

use schedscope_objects::incomplete::{IncompleteText, RefusedField};
use serde::Serialize;

use crate::quota::lint::QuotaDiagnostic;

/// What every answer to a question about the text has besides its own fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct OfText {
    /// What of the text could not be read, so that the answer lacks it; absent if the text is whole. At most 100.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<IncompleteText>>"))]
    pub incomplete: Vec<IncompleteText>,
    /// The invalid fields that the answer rests on, in the order of the text: the API server refuses their objects, and
    /// kube-scheduler does not start with its configuration. At most 10; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<RefusedField>>"))]
    pub invalid_fields: Vec<RefusedField>,
    /// The misspelt fields of objects that the answer rests on, in the order of the text: they are ignored. At most 10;
    /// absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<RefusedField>>"))]
    pub misspelt: Vec<RefusedField>,
    /// The faults of quotas that make an answer about quotas doubtful: a quota that another of its namespace displaces,
    /// and a `max` below its `min`. At most 10; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<QuotaDiagnostic>>"))]
    pub quota_faults: Vec<QuotaDiagnostic>,
}
