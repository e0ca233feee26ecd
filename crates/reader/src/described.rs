//! Objects that `kubectl describe` or a table of `kubectl get` prints, and that the text has as a whole.

use schedscope_objects::{kind::ObjectKind, names::Symbol, namespaced_name::NamespacedName};
use schedscope_text::pasted::{DESCRIBED, TABLE};

use crate::{Reader, read_piece::ReadPiece};

/// An object that is printed in part.
struct Printed<'text> {
    /// `None`: any.
    kind: Option<ObjectKind>,
    /// `None`: any. Empty: the object has none.
    namespace: Option<&'text str>,
    name: &'text str,
    /// Whether it is the pod of an event, which may be older than the text.
    is_of_event: bool,
}

impl Reader {
    /// Whether a piece prints nothing but objects that the text has: then nothing is missing. In a text with pods,
    /// those of events that it lacks count as deleted. O((objects + printed) log printed) for a piece that prints some.
    pub(super) fn has_described(&self, piece: &ReadPiece) -> bool {
        let Some(printed) = printed(piece) else {
            return false;
        };
        let mut lacked = self.lacked(&printed).peekable();
        lacked.peek().is_none() || !self.objects.pods.is_empty() && lacked.all(|of| of.is_of_event)
    }

    /// The pods that the rows of `kubectl get events` name and the text lacks, in the order of the text, where it has
    /// pods; without a namespace where the rows have none. O(printed + objects) for a text with such rows.
    pub fn event_pods(&self) -> Vec<NamespacedName> {
        let pieces = self.unread.iter().filter_map(|at| self.pieces.get(*at));
        let pieces = pieces.filter(|piece| self.has_described(piece));
        let pods = pieces.flat_map(|piece| {
            let printed = printed(piece).unwrap_or_default();
            let lacked = self.lacked(&printed).map(|pod| NamespacedName {
                namespace: pod.namespace.unwrap_or_default().to_owned(),
                name: pod.name.to_owned(),
            });
            lacked.collect::<Vec<_>>()
        });
        pods.collect()
    }

    /// Those of the objects that the text lacks.
    fn lacked<'a, 't>(
        &self,
        printed: &'a [Printed<'t>],
    ) -> impl Iterator<Item = &'a Printed<'t>> + use<'a, 't> {
        let names = &self.objects.names;
        let mut is_there = vec![false; printed.len()];
        let keys = printed.iter().enumerate().filter_map(|(at, printed)| {
            let namespace = match printed.namespace {
                None => None,
                Some("") => Some(Symbol::EMPTY),
                Some(namespace) => Some(names.get(namespace)?),
            };
            Some((names.get(printed.name)?, namespace, printed.kind, at))
        });
        let mut keys: Vec<_> = keys.collect();
        keys.sort_by_key(|(name, ..)| *name);
        self.objects.each(|kind, namespace, name| {
            let from = keys.partition_point(|(other, ..)| *other < name);
            for key in keys.iter().skip(from) {
                if key.0 != name {
                    break;
                }
                is_there[key.3] |=
                    key.1.is_none_or(|of| of == namespace) && key.2.is_none_or(|of| of == kind);
            }
        });
        let printed = printed.iter().zip(is_there);
        printed.filter_map(|(printed, is_there)| (!is_there).then_some(printed))
    }
}

/// The objects that a piece prints; `None`: it prints what cannot be named.
fn printed(piece: &ReadPiece) -> Option<Vec<Printed<'_>>> {
    let text = piece.text.get(piece.cut.lead..).unwrap_or_default();
    match piece.cut.stray {
        // The end of an output, without an object.
        Some(row) if *row == DESCRIBED && is_sum_of_node(text) => Some(Vec::new()),
        Some(row) if *row == DESCRIBED => Some(described(text)).filter(|of| !of.is_empty()),
        Some(row) if *row == TABLE => listed(text),
        _ => None,
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
                is_of_event: false,
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
fn event_object<'text>(line: &'text str, namespace: Option<&'text str>) -> Option<Printed<'text>> {
    let object = line.split_whitespace().find(|word| word.contains('/'))?;
    let (kind, name) = object.split_once('/')?;
    let kind = match kind {
        "pod" => ObjectKind::Pod,
        "node" => ObjectKind::Node,
        _ => return None,
    };
    Some(Printed {
        namespace: namespace.filter(|_| kind == ObjectKind::Pod),
        kind: Some(kind),
        name,
        is_of_event: kind == ObjectKind::Pod,
    })
}

/// The objects that tables of `kubectl get` list; `None`: a table has no head, or is of another kind.
fn listed(text: &str) -> Option<Vec<Printed<'_>>> {
    let mut listed = Vec::new();
    let (mut head, mut is_of_events, mut has_namespaces) = (None, false, false);
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let mut columns = line.split_whitespace();
        let first = columns.next()?;
        if matches!(first, "NAME" | "NAMESPACE" | "LAST") {
            let has = |column: &str| line.split_whitespace().any(|word| word == column);
            is_of_events = has("LAST") && has("SEEN");
            has_namespaces = first == "NAMESPACE";
            if !is_of_events {
                let mut kinds = KINDS_BY_COLUMN.iter();
                let (_, kind) = kinds.find(|(column, _)| has(column))?;
                head = Some(*kind);
            }
            continue;
        }
        if is_of_events {
            listed.extend(event_object(line, has_namespaces.then_some(first)));
            continue;
        }
        let kind = head?;
        let (namespace, name) = if has_namespaces {
            (Some(first), columns.next()?)
        } else {
            (None, first)
        };
        listed.push(Printed {
            kind: Some(kind),
            namespace,
            // Of several kinds, a name begins with its kind.
            name: name.rsplit('/').next()?,
            is_of_event: false,
        });
    }
    Some(listed)
}
