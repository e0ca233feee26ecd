//! The decoder's diagnostics.

use schedscope_objects::diagnostic::{DiagnosticCode, ObjectName, Severity};
use schedscope_text::tree::{Scalar, ValueId, ValueKind};

use crate::decode::{Decoder, FieldPath, clip, clip_to, form::LONGEST_NAME, words::is_placeholder};

/// Details of a fault beyond its code. Code that needs them reads them here and never parses the message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Cause {
    /// Nothing beyond the code.
    #[default]
    OfCode,
    /// The text at the fault explains it, so the text is not cut off there: a tab, a table, a typographic quote.
    Explained,
    /// The name that was probably meant.
    Misspelt(String),
    /// The object is also defined in this piece, and its name stands at these bytes.
    Duplicate(usize, (u32, u32)),
    /// The API server accepts the field; the hub finds the fault when it decides.
    LeftToHub,
    /// The API server accepts the field; the plugin of autoscaled VMs finds the fault when it starts.
    LeftToPlugin,
}

/// A diagnostic of one piece of the text; bytes count from the start of the piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDiagnostic {
    pub severity: Severity,
    /// The stable code.
    pub code: DiagnosticCode,
    /// Details of the fault beyond its code.
    pub cause: Cause,
    /// The message, without the path.
    pub message: String,
    /// The object, if it has a name.
    pub object: Option<ObjectName>,
    /// The path of the field in the object; empty for the object itself.
    pub path: String,
    /// The bytes from the start of the piece: first, and one past the last.
    pub bytes: (u32, u32),
}

impl PieceDiagnostic {
    /// A diagnostic about bytes of a piece, without an object.
    pub(crate) fn new(
        severity: Severity,
        code: DiagnosticCode,
        message: impl Into<String>,
        bytes: (usize, usize),
    ) -> Self {
        Self {
            severity,
            code,
            cause: Cause::OfCode,
            message: message.into(),
            object: None,
            path: String::new(),
            bytes: (bytes.0 as u32, bytes.1 as u32),
        }
    }

    /// The name that was probably meant.
    pub fn suggestion(&self) -> Option<String> {
        match &self.cause {
            Cause::Misspelt(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Whether every API server rejects the object because of it.
    pub fn refuses(&self) -> bool {
        self.severity == Severity::Error
            && matches!(
                self.code,
                DiagnosticCode::WrongType
                    | DiagnosticCode::Placeholder
                    | DiagnosticCode::MissingField
                    | DiagnosticCode::OutOfRange
                    | DiagnosticCode::InvalidValue
                    | DiagnosticCode::InvalidQuantity
                    | DiagnosticCode::InvalidTime
            )
    }

    /// Whether a field is missing without which the plugin of autoscaled VMs ignores the VM.
    pub fn leaves_out_vm(&self) -> bool {
        let object = self.object.as_ref();
        self.code == DiagnosticCode::MissingField
            && object.is_some_and(|object| object.kind == "VirtualMachine")
    }

    /// Whether a label is missing without which a recorded decision belongs to no placement.
    pub fn is_of_nothing(&self) -> bool {
        let object = self.object.as_ref();
        self.severity == Severity::Warning
            && self.code == DiagnosticCode::MissingField
            && object.is_some_and(|object| object.kind == "PlacementDecision")
    }

    /// Whether it is about a pod, or about a workload that creates pods.
    pub fn is_about_pods(&self) -> bool {
        let object = self.object.as_ref();
        object.is_some_and(|object| {
            matches!(
                &*object.kind,
                "Pod"
                    | "Deployment"
                    | "ReplicaSet"
                    | "StatefulSet"
                    | "Job"
                    | "ReplicationController"
            )
        })
    }
}

impl Decoder<'_> {
    /// Reports a fault of a value, without a cause beyond the code.
    pub fn report(
        &mut self,
        severity: Severity,
        code: DiagnosticCode,
        node: ValueId,
        path: &FieldPath<'_>,
        message: String,
    ) {
        self.report_cause(severity, (code, Cause::OfCode), node, path, message);
    }

    /// Reports a value that the API server rejects.
    pub(super) fn refuse(&mut self, node: ValueId, path: &FieldPath<'_>, message: String) {
        self.error(DiagnosticCode::InvalidValue, node, path, message);
    }

    /// Reports a missing field of the mapping at `node`.
    pub(super) fn missing(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        field: &str,
        message: &str,
    ) {
        let path = path.field(field);
        self.error(
            DiagnosticCode::MissingField,
            node,
            &path,
            message.to_owned(),
        );
    }

    /// Reports a field that the mapping at `node` lacks.
    pub(super) fn needs(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        field: &str,
        message: &str,
    ) {
        let own = self.tree.entries(node);
        let own = own.map(|(key, value)| (value, self.text_of(key)));
        let merged = self.merged(node).into_iter();
        let mut all = own.chain(merged.map(|(_, value, name)| (value, name)));
        if !all.any(|(value, name)| name == field && !self.is_null(value)) {
            self.missing(node, path, field, message);
        }
    }

    /// Reports an error of a value, without a cause beyond the code.
    pub(super) fn error(
        &mut self,
        code: DiagnosticCode,
        node: ValueId,
        path: &FieldPath<'_>,
        message: String,
    ) {
        self.report(Severity::Error, code, node, path, message);
    }

    /// Warns of a value, without a cause beyond the code.
    pub(super) fn warn(
        &mut self,
        code: DiagnosticCode,
        node: ValueId,
        path: &FieldPath<'_>,
        message: String,
    ) {
        self.report(Severity::Warning, code, node, path, message);
    }

    /// Reports a fault of a value, with its cause.
    pub fn report_cause(
        &mut self,
        severity: Severity,
        (code, cause): (DiagnosticCode, Cause),
        node: ValueId,
        path: &FieldPath<'_>,
        message: String,
    ) {
        self.report_at(severity, code, self.tree.range(node), path, message);
        if let Some(finding) = self.findings.last_mut() {
            finding.cause = cause;
        }
    }

    /// Reports a fault at bytes of the source.
    pub fn report_at(
        &mut self,
        severity: Severity,
        code: DiagnosticCode,
        bytes: (usize, usize),
        path: &FieldPath<'_>,
        message: String,
    ) {
        self.findings.push(PieceDiagnostic {
            object: self.object_name(),
            path: path.to_string(),
            ..PieceDiagnostic::new(severity, code, message, bytes)
        });
    }

    /// The kind, the namespace and the name of the object.
    fn object_name(&self) -> Option<ObjectName> {
        let (root, kind) = self.object?;
        let metadata = self.get(root, "metadata");
        let text = |key: &str| {
            let node = metadata.and_then(|metadata| self.get(metadata, key));
            // Not truncated if it can be a name, so that the object can be found by it.
            node.map(|node| clip_to(self.text_of(node), LONGEST_NAME))
                .unwrap_or_default()
        };
        Some(ObjectName {
            kind: clip(&self.names[kind]),
            namespace: text("namespace"),
            name: metadata
                .and_then(|metadata| self.name_of(metadata))
                .map(|(_, name)| clip_to(&name, LONGEST_NAME))
                .unwrap_or_default(),
        })
    }

    /// Whether a text is a placeholder; reports it if so.
    #[inline]
    pub(super) fn is_placeholder(
        &mut self,
        node: ValueId,
        path: &FieldPath<'_>,
        text: &str,
    ) -> bool {
        let is_one = is_placeholder(text);
        if is_one {
            let message = format!("`{}` is a placeholder: fill it in", clip(text));
            let code = DiagnosticCode::Placeholder;
            self.report(Severity::Error, code, node, path, message);
        }
        is_one
    }

    /// Whether a value is a template of Helm or Go, which YAML reads as a mapping.
    pub(super) fn is_template(&self, node: ValueId) -> bool {
        self.source[self.tree.range(node).0..].starts_with("{{")
    }

    pub(super) fn wrong_type(&mut self, node: ValueId, path: &FieldPath<'_>, expected: &str) {
        let mut code = DiagnosticCode::WrongType;
        let found = match self.tree.scalar(node, self.source) {
            None if self.is_template(node) => {
                code = DiagnosticCode::Placeholder;
                "a template of Helm or Go: render it first, as with `helm template`".to_owned()
            }
            Some(Scalar::String(text)) if self.is_placeholder(node, path, text) => return,
            None if self.tree.kind(node) == ValueKind::Mapping => "a mapping".to_owned(),
            None => "a list".to_owned(),
            Some(Scalar::Null) => "nothing".to_owned(),
            Some(Scalar::Bool(_)) => {
                format!("the boolean `{}`", clip(self.tree.text(node, self.source)))
            }
            Some(Scalar::Number(text)) => format!("the number `{}`", clip(text)),
            Some(Scalar::String(text)) => format!("the string `{}`", clip(text)),
        };
        let message = format!("expected {expected}, found {found}");
        self.report(Severity::Error, code, node, path, message);
    }
}
