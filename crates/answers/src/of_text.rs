//! What answers about the text have in common.

use schedscope_objects::incomplete::{IncompleteText, RefusedField};

use crate::quota::lint::QuotaDiagnostic;

/// What every answer to a question about the text has besides its own fields.
#[derive(ts_rs::TS)]
#[allow(missing_debug_implementations)]
pub struct OfText {
    /// What of the text could not be read, so that the answer lacks it; absent if the text is whole. At most 100.
    #[ts(optional)]
    pub incomplete: Option<Vec<IncompleteText>>,
    /// The invalid fields that the answer rests on, in the order of the text: the API server refuses their objects, and
    /// kube-scheduler does not start with its configuration. At most 10; absent if there are none.
    #[ts(optional)]
    #[ts(rename = "invalidFields")]
    pub invalid_fields: Option<Vec<RefusedField>>,
    /// The misspelt fields of objects that the answer rests on, in the order of the text: they are ignored. At most 10;
    /// absent if there are none.
    #[ts(optional)]
    pub misspelt: Option<Vec<RefusedField>>,
    /// The faults of quotas that make an answer about quotas doubtful: a quota that another of its namespace displaces,
    /// and a `max` below its `min`. At most 10; absent if there are none.
    #[ts(optional)]
    #[ts(rename = "quotaFaults")]
    pub quota_faults: Option<Vec<QuotaDiagnostic>>,
}
