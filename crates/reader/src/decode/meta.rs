//! `apiVersion`, `kind` and `metadata`, which every object has.

use std::borrow::Cow;

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    labels::Labels,
    names::Symbol,
};
use schedscope_text::{pasted::TEMPLATE, tree::ValueId};
use schedscope_time::Timestamp;

use crate::decode::{Cause, Decoder, FieldPath, clip, form, labels, words::is_placeholder};

/// The fields of `metadata` that scheduling reads.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meta {
    /// `namespace`; empty if absent.
    pub namespace: Symbol,
    /// `name`; empty if absent.
    pub name: Symbol,
    /// `labels`.
    pub labels: Labels,
    /// `annotations`, not decoded, because few kinds use them.
    pub annotations: Option<ValueId>,
    /// `deletionTimestamp` is set.
    pub deleting: bool,
    /// `uid`; empty if absent.
    pub uid: Symbol,
    /// `uid` has the length of a UUID, so an API server has set it.
    pub is_stored: bool,
    /// `creationTimestamp`.
    pub created: Option<Timestamp>,
}

impl Meta {
    /// Reads `metadata` of the object at `root`. `None` if the object has no name, which is reported: nothing can refer
    /// to it.
    ///
    /// `of_pods`: the kind is a pod or creates pods. Only these are distinguished by `uid` and ordered by age.
    pub fn decode(d: &mut Decoder<'_>, root: ValueId, of_pods: bool) -> Option<Self> {
        let mut meta = Self::default();
        let mut named = false;
        let mut is_known = false;
        let metadata = d.get(root, "metadata");
        let path = FieldPath::Field(&FieldPath::Root, "metadata");
        if let Some(node) = metadata {
            let mut labels = None;
            fields!(d, node, &path, |d, field, node, path| match field {
                "name" => {
                    if let Some(name) = d.string(node, path).filter(|name| !name.is_empty()) {
                        check_name(d, node, path, name);
                        meta.name = d.names.intern(name);
                        named = true;
                    }
                }
                "namespace" => meta.namespace = d.symbol(node, path).unwrap_or_default(),
                "labels" => {
                    meta.labels = labels::decode(d, node, path);
                    labels = Some(node);
                }
                "annotations" => meta.annotations = Some(node),
                "deletionTimestamp" => meta.deleting = d.time(node, path).is_some(),
                "uid" => {
                    is_known = true;
                    meta.is_stored = d.text_of(node).len() == UUID;
                    if of_pods {
                        meta.uid = d.symbol(node, path).unwrap_or_default();
                    }
                }
                "creationTimestamp" if of_pods => meta.created = d.time(node, path),
            });
            if let Some(at) = labels.filter(|_| !is_known) {
                d.check_labels(at, &path.field("labels"));
            }
            if !named {
                named = meta.generated(d, node, &path);
            }
        }
        if !named {
            let at = metadata.unwrap_or(root);
            let name = path.field("name");
            let template = d.get(at, "name").filter(|name| d.is_template(*name));
            let mut said = d.findings.iter_mut();
            if let Some(said) =
                said.rfind(|said| template.is_some() && said.path == "metadata.name")
            {
                said.code = DiagnosticCode::Syntax;
                said.cause = Cause::Explained;
                TEMPLATE.clone_into(&mut said.message);
                return None;
            }
            let message = "an object needs a name".to_owned();
            d.error(DiagnosticCode::MissingField, at, &name, message);
            return None;
        }
        Some(meta)
    }

    /// Derives a name from `generateName`, of which only the prefix is known, and reports it. Returns `false` without
    /// a `generateName` string.
    fn generated(&mut self, d: &mut Decoder<'_>, metadata: ValueId, path: &FieldPath<'_>) -> bool {
        let Some((at, name)) = d.name_of(metadata) else {
            return false;
        };
        let name = name.into_owned();
        let field = path.field("generateName");
        let is_one = name.strip_suffix(GENERATED).is_some() && d.string(at, &field).is_some();
        if is_one {
            self.name = d.names.intern(&name);
            if !check_name(d, at, &field, &name) {
                return true;
            }
            let message = format!(
                "the API server makes the name, of `generateName` and five letters: `{}` stands for it",
                clip(&name)
            );
            let code = DiagnosticCode::MissingField;
            d.report(Severity::Info, code, at, &path.field("name"), message);
        }
        is_one
    }

    /// The namespace, `default` if the object has none.
    pub fn namespace_or_default(&self, d: &mut Decoder<'_>) -> Symbol {
        if self.namespace.is_empty() {
            d.names.intern("default")
        } else {
            self.namespace
        }
    }
}

/// Whether a name is a DNS subdomain. Reports any other name, which the API server rejects.
fn check_name(d: &mut Decoder<'_>, node: ValueId, path: &FieldPath<'_>, name: &str) -> bool {
    let is_valid = form::is_subdomain(name);
    if !is_valid && !is_placeholder(name) {
        let message = format!(
            "`{}` is not a valid name: at most 253 lower case letters, digits, `-` and `.`, with a letter or digit \
             at both ends of each part",
            clip(name)
        );
        d.refuse(node, path, message);
    }
    is_valid
}

impl Decoder<'_> {
    /// The name of an object from its `metadata`, with the value that it is read from. A generated name ends in
    /// `xxxxx`.
    pub(super) fn name_of(&self, metadata: ValueId) -> Option<(ValueId, Cow<'_, str>)> {
        let text = |key: &str| {
            let at = self.get(metadata, key)?;
            let text = self.tree.text(at, self.source);
            (!text.is_empty() && !self.is_null(at)).then_some((at, text))
        };
        if let Some((at, name)) = text("name") {
            return Some((at, name.into()));
        }
        let (at, prefix) = text("generateName")?;
        let end = prefix.char_indices().nth(LONGEST_PREFIX);
        let prefix = &prefix[..end.map_or(prefix.len(), |(end, _)| end)];
        Some((at, format!("{prefix}{GENERATED}").into()))
    }
}

/// The length of a UID that an API server has set, in characters.
const UUID: usize = 36;

/// The maximum number of characters that the API server keeps of `generateName` before it appends five.
const LONGEST_PREFIX: usize = 58;
/// The placeholder for the five generated characters.
const GENERATED: &str = "xxxxx";
