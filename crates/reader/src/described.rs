//! Objects that `kubectl describe` or a table of `kubectl get` prints, and that the text has as a whole.

use schedscope_objects::{kind::ObjectKind, names::Symbol};
use schedscope_text::pasted::{DESCRIBED, TABLE};

use crate::{Reader, read_piece::ReadPiece};

/// An object that is printed in part.
struct Printed<'text> {
    /// `None`: any.
    kind: Option<ObjectKind>,
    /// `None`: any. Empty: the object has none.
    namespace: Option<&'text str>,
    name: &'text str,
}

impl Reader {
    /// Whether a piece prints nothing but objects that the text has: then nothing is missing.
    /// O((objects + printed) log printed) for a piece that prints some.
    pub(super) fn has_described(&self, piece: &ReadPiece) -> bool {
        let text = piece.text.get(piece.cut.lead..).unwrap_or_default();
        let printed = match piece.cut.stray {
            // The end of an output, without an object.
            Some(row) if *row == DESCRIBED && is_sum_of_node(text) => return true,
            Some(row) if *row == DESCRIBED => Some(described(text)).filter(|of| !of.is_empty()),
            Some(row) if *row == TABLE => listed(text),
            _ => return false,
        };
        let Some(printed) = printed else {
            return false;
        };
        let names = &self.objects.names;
        let keys = printed.iter().map(|printed| {
            let namespace = match printed.namespace {
                None => None,
                Some("") => Some(Symbol::EMPTY),
                Some(namespace) => Some(names.get(namespace)?),
            };
            Some((names.get(printed.name)?, namespace, printed.kind))
        });
        let Some(mut keys) = keys.collect::<Option<Vec<_>>>() else {
            return false;
        };
        keys.sort_by_key(|(name, ..)| *name);
        let mut is_there = vec![false; keys.len()];
        self.objects.each(|kind, namespace, name| {
            let from = keys.partition_point(|(other, ..)| *other < name);
            for (key, is_there) in keys.iter().zip(&mut is_there).skip(from) {
                if key.0 != name {
                    break;
                }
                *is_there |=
                    key.1.is_none_or(|of| of == namespace) && key.2.is_none_or(|of| of == kind);
            }
        });
        is_there.iter().all(|is_there| *is_there)
    }
}

/// The objects that `kubectl describe` prints.
fn described(text: &str) -> Vec<Printed<'_>> {
    let mut described: Vec<Printed<'_>> = Vec::new();
    let indent = &text[..text.len() - text.trim_start_matches(' ').len()];
    for line in text.lines() {
        let value = |field: &str| Some(line.strip_prefix(indent)?.strip_prefix(field)?.trim());
        if let Some(name) = value("Name:  ") {
            described.push(Printed {
                kind: None,
                namespace: Some(""),
                name,
            });
        } else if let Some(namespace) = value("Namespace:  ")
            && let Some(last) = described.last_mut()
        {
            last.namespace = Some(namespace);
        }
    }
    described
}

/// Whether the output of `kubectl describe` is the end of a node's, from the sums of its pods, which have no object.
fn is_sum_of_node(text: &str) -> bool {
    let start = text.trim_start();
    start.starts_with("Allocated resources:") && described(text).is_empty()
}

/// A word of the head of a kind's table that the heads of the kinds behind it lack.
const KINDS_BY_COLUMN: [(&str, ObjectKind); 8] = [
    ("RESTARTS", ObjectKind::Pod),
    ("ROLES", ObjectKind::Node),
    ("JOINED", ObjectKind::ManagedCluster),
    ("RECLAIM", ObjectKind::PersistentVolume),
    ("VOLUME", ObjectKind::PersistentVolumeClaim),
    ("DISRUPTIONS", ObjectKind::PodDisruptionBudget),
    // Of `kubectl top`.
    ("CPU%", ObjectKind::Node),
    ("CPU(cores)", ObjectKind::Pod),
];

/// The pod or node that a row of `kubectl get events` is about; events of other objects say nothing that is missing.
fn event_object(line: &str) -> Option<Printed<'_>> {
    let object = line.split_whitespace().find(|word| word.contains('/'))?;
    let (kind, name) = object.split_once('/')?;
    let kind = match kind {
        "pod" => ObjectKind::Pod,
        "node" => ObjectKind::Node,
        _ => return None,
    };
    Some(Printed {
        kind: Some(kind),
        namespace: None,
        name,
    })
}

/// The objects that tables of `kubectl get` list; `None`: a table has no head, or is of another kind.
fn listed(text: &str) -> Option<Vec<Printed<'_>>> {
    let mut listed = Vec::new();
    let (mut head, mut is_of_events) = (None, false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut columns = line.split_whitespace();
        let first = columns.next()?;
        if matches!(first, "NAME" | "NAMESPACE" | "LAST") {
            let has = |column: &str| line.split_whitespace().any(|word| word == column);
            is_of_events = has("LAST") && has("SEEN");
            if !is_of_events {
                let mut kinds = KINDS_BY_COLUMN.iter();
                let (_, kind) = kinds.find(|(column, _)| has(column))?;
                head = Some((*kind, first == "NAMESPACE"));
            }
            continue;
        }
        if is_of_events {
            listed.extend(event_object(line));
            continue;
        }
        let (kind, has_namespace) = head?;
        let (namespace, name) = if has_namespace {
            (Some(first), columns.next()?)
        } else {
            (None, first)
        };
        listed.push(Printed {
            kind: Some(kind),
            namespace,
            // Of several kinds, a name begins with its kind.
            name: name.rsplit('/').next()?,
        });
    }
    Some(listed)
}
