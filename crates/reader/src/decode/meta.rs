//! `apiVersion`, `kind` and `metadata`: what every object begins with.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    labels::Labels,
    names::Symbol,
};
use schedscope_text::tree::ValueId;
use schedscope_time::Timestamp;

use crate::decode::{Decoder, FieldPath, clip, labels};

/// The fields of `metadata` that scheduling reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// `namespace`; empty where absent.
    pub namespace: Symbol,
    /// `name`; empty where absent.
    pub name: Symbol,
    /// `labels`.
    pub labels: Labels,
    /// `annotations`, where they are: few kinds read them.
    pub annotations: Option<ValueId>,
    /// `deletionTimestamp` is set.
    pub deleting: bool,
    /// `uid`; empty where absent.
    pub uid: Symbol,
    /// `creationTimestamp`.
    pub created: Option<Timestamp>,
}

impl Meta {
    /// Reads `metadata` of the object at `root`. `None` where the object has no name, which is
    /// reported: nothing can refer to it.
    ///
    /// Only pods and what makes them are told apart by `uid` and ordered by age.
    pub fn decode(d: &mut Decoder<'_>, root: ValueId, of_pods: bool) -> Option<Self> {
        let mut meta = Self::default();
        let mut named = false;
        let metadata = d.get(root, "metadata");
        if let Some(node) = metadata {
            let known = [
                "name",
                "namespace",
                "labels",
                "annotations",
                "deletionTimestamp",
                "uid",
                "creationTimestamp",
            ];
            let path = FieldPath::Field(&FieldPath::Root, "metadata");
            d.fields(node, &path, &known, |d, field, node, path| match field {
                "name" => {
                    if let Some(name) = d.string(node, path).filter(|name| !name.is_empty()) {
                        check_name(d, node, path, name);
                        meta.name = d.names.intern(name);
                        named = true;
                    }
                }
                "namespace" => meta.namespace = d.symbol(node, path).unwrap_or_default(),
                "labels" => meta.labels = labels::decode(d, node, path),
                "annotations" => meta.annotations = Some(node),
                "uid" if of_pods => meta.uid = d.symbol(node, path).unwrap_or_default(),
                "creationTimestamp" if of_pods => meta.created = d.time(node, path),
                "uid" | "creationTimestamp" => {}
                _ => meta.deleting = d.time(node, path).is_some(),
            });
        }
        if !named {
            let at = metadata.unwrap_or(root);
            let path = FieldPath::Field(&FieldPath::Root, "metadata");
            let message = "an object needs a name".to_owned();
            d.report(
                Severity::Error,
                DiagnosticCode::MissingField,
                at,
                &path.field("name"),
                message,
            );
            return None;
        }
        Some(meta)
    }

    /// The namespace, `default` where the object does not say.
    pub fn namespace_or_default(&self, d: &mut Decoder<'_>) -> Symbol {
        if self.namespace.is_empty() {
            d.names.intern("default")
        } else {
            self.namespace
        }
    }
}

/// Names are DNS subdomains: the API server takes no other.
fn check_name(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, name: &str) {
    let is_label = |label: &str| {
        let bytes = label.as_bytes();
        !bytes.is_empty()
            && bytes[0] != b'-'
            && bytes[bytes.len() - 1] != b'-'
            && bytes
                .iter()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-')
    };
    if name.len() > 253 || !name.split('.').all(is_label) {
        let message = format!(
            "`{}` is not a valid name: at most 253 lower case letters, digits, `-` and `.`, with a letter or digit \
             at both ends of each part",
            clip(name)
        );
        d.report(
            Severity::Error,
            DiagnosticCode::InvalidValue,
            node,
            path,
            message,
        );
    }
}
