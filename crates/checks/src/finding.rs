//! Findings.

use schedscope_answers::quota::lint::QuotaDiagnostic;
use schedscope_objects::{
    diagnostic::Severity,
    incomplete::{IncompleteText, RefusedField},
    kubernetes_version::AssumedVersion,
    words,
};
use serde::Serialize;

use crate::{
    later_change::LaterChange, quotas_as_before::QuotasAsBefore, unknown_score::UnknownScore,
};

words! {
    /// Whether a finding comes before or after the answer. `before`: it can make the answer wrong. `after`: it adds to
    /// the answer.
    pub enum FindingPlace {
        /// It can make the answer wrong.
        Before = "before",
        /// It adds to the answer.
        After = "after",
    }
}

/// What to know before you believe an answer, or in addition to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Finding {
    /// Whether it comes before or after the answer.
    pub at: FindingPlace,
    /// How bad it is. `error`: the answer lacks a part of the text, or depends on an object that the API server
    /// rejects. `warning`: the text is most likely not what its author meant. `info`: good to know.
    pub severity: Severity,
    /// What is found, as a code with its data.
    #[serde(flatten)]
    #[cfg_attr(feature = "types", ts(flatten))]
    pub fact: Fact,
}

/// What is found, as a code with its data.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Fact {
    /// A part of the text cannot be read.
    IncompleteText {
        /// The part of the text that cannot be read: the answer lacks it. At most 100.
        data: IncompleteText,
    },
    /// The answer rests on an invalid field.
    InvalidField {
        /// An invalid field that the answer depends on: the API server rejects its object, or kube-scheduler does not
        /// start with the configuration. At most 10.
        data: RefusedField,
    },
    /// A quota has a fault.
    QuotaFault {
        /// The fault of a quota, which makes an answer about quotas doubtful: another quota of its namespace displaces
        /// it, or its `max` is below its `min`. At most 10.
        data: QuotaDiagnostic,
    },
    /// A field of an object that the answer rests on is misspelt or in a wrong place.
    MisspeltField {
        /// The misspelt or misplaced field of an object that the answer rests on: it is ignored. At most 10.
        data: RefusedField,
    },
    /// A prioritizer names a score that no add-on reports.
    UnknownScore {
        /// The score that a prioritizer names and no `AddOnPlacementScore` of that name has: it counts 0. At most 10.
        data: UnknownScore,
    },
    /// Quotas are answered as with an earlier version of Kubernetes.
    QuotasAsBefore {
        /// `CapacityScheduling` panics with the assumed version of Kubernetes.
        data: QuotasAsBefore,
    },
    /// A version of Kubernetes that is not modelled yet reads something of the text otherwise.
    LaterChange {
        /// The change, and what of the text it concerns. At most 10.
        data: LaterChange,
    },
}

/// What every answer to a question about the text has besides its own fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// What to know before you believe the answer, or in addition to it, in the order in which it is shown.
    pub findings: Vec<Finding>,
    /// The version of Kubernetes that an answer about pods assumes. Absent: the answer is not about pods.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub kubernetes_version: Option<AssumedVersion>,
}
