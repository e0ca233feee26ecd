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
            Some(row) if *row == DESCRIBED => described(text),
            Some(row) if *row == TABLE => listed(text).unwrap_or_default(),
            _ => return false,
        };
        if printed.is_empty() {
            return false;
        }
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

/// A word of the head of a kind's table that the heads of the other kinds lack.
const KINDS_BY_COLUMN: [(&str, ObjectKind); 6] = [
    ("RESTARTS", ObjectKind::Pod),
    ("ROLES", ObjectKind::Node),
    ("JOINED", ObjectKind::ManagedCluster),
    ("RECLAIM", ObjectKind::PersistentVolume),
    ("VOLUME", ObjectKind::PersistentVolumeClaim),
    ("DISRUPTIONS", ObjectKind::PodDisruptionBudget),
];

/// The objects that tables of `kubectl get` list; `None`: a table has no head, or is of another kind.
fn listed(text: &str) -> Option<Vec<Printed<'_>>> {
    let mut listed = Vec::new();
    let mut head = None;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut columns = line.split_whitespace();
        let first = columns.next()?;
        if first == "NAME" || first == "NAMESPACE" {
            let kind = line.split_whitespace().find_map(|word| {
                let of = KINDS_BY_COLUMN.iter().find(|(column, _)| *column == word);
                of.map(|(_, kind)| *kind)
            })?;
            head = Some((kind, first == "NAMESPACE"));
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
