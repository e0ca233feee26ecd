//! What of a text could not be read.

use serde::Serialize;

use crate::{
    diagnostic::{ObjectName, TextRange},
    words,
};

words! {
    /// Why a text is incomplete. `ends`: the text ends inside an object, which does not count. `list-ends`: a list has
    /// no end, so the text was cut off in or behind its last object, which counts as far as it goes. `unreadable`: a
    /// document or an item of a list cannot be read and does not count.
    pub enum IncompleteReason {
        /// The text ends inside an object.
        Ends = "ends",
        /// A list has no end.
        ListEnds = "list-ends",
        /// A document or an item of a list cannot be read.
        Unreadable = "unreadable",
    }
}

/// A place at which a text is incomplete: answers about the text lack what stands there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct IncompleteText {
    /// Why the text is incomplete.
    pub why: IncompleteReason,
    /// The object that is lost, or that the text may end in; `null` if the text does not tell. Its name is empty if
    /// only the kind is known.
    pub object: Option<ObjectName>,
    /// What is wrong, in lower case without a full stop.
    pub fault: String,
    /// Where it is wrong.
    pub range: TextRange,
}

/// A field that no API server takes as it is, or that it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct RefusedField {
    /// The object.
    pub object: ObjectName,
    /// The path of the field, such as `spec.sortBy`.
    pub path: String,
    /// What is wrong with it: the message of its diagnostic.
    pub message: String,
}

/// What every answer to a question about the text has besides its own fields.
#[cfg(feature = "types")]
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
}
