//! What of a text could not be read.

use crate::{
    diagnostic::{DiagnosticCode, ObjectName, TextRange},
    words,
};
use schedscope_answer_macro::answer;

words! {
    /// Why a text is incomplete. `ends`: the text ends inside an object, which does not count. `list-ends`: a list has
    /// no end, so the text was cut off in or behind its last object, which counts as far as it goes. `unreadable`: a
    /// document or an item of a list cannot be read and does not count. `mixed`: an object stands twice with different
    /// UIDs, so that the text has objects of two clusters, or of one at two times. `no-kind`: an object has no `kind`
    /// and does not count. `wrong-version`: an object's `apiVersion` does not have its kind, and it does not count.
    /// `page`: a list is one page of several, of which the others are not in the text. `left-out`: a line or a comment
    /// stands for what somebody left out, such as `# ... (12 more)`.
    pub enum IncompleteReason {
        /// The text ends inside an object.
        Ends = "ends",
        /// A list has no end.
        ListEnds = "list-ends",
        /// A document or an item of a list cannot be read.
        Unreadable = "unreadable",
        /// An object stands twice with different UIDs.
        Mixed = "mixed",
        /// An object has no `kind`.
        NoKind = "no-kind",
        /// An object's `apiVersion` does not have its kind.
        WrongVersion = "wrong-version",
        /// A list is one page of several.
        Page = "page",
        /// Something is left out.
        LeftOut = "left-out",
    }
}

/// A place at which a text is incomplete: answers about the text lack what stands there.
#[answer(Eq)]
pub struct IncompleteText {
    /// Why the text is incomplete.
    pub why: IncompleteReason,
    /// The object that is lost, or that the text may end in; `null` if the text does not tell. Its name is empty if
    /// only the kind is known, and its kind is empty if it has none. Of a page,
    /// the kind of its items.
    pub object: Option<ObjectName>,
    /// What is wrong, in lower case without a full stop.
    pub fault: String,
    /// Where it is wrong.
    pub range: TextRange,
}

/// A field that no API server takes as it is, or that it does not know.
#[answer(Eq)]
pub struct RefusedField {
    /// The object.
    pub object: ObjectName,
    /// The path of the field, such as `spec.sortBy`.
    pub path: String,
    /// The code of its diagnostic.
    pub code: DiagnosticCode,
    /// What is wrong with it: the message of its diagnostic.
    pub message: String,
    /// The name that was probably meant; absent if none is near.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}
