//! The parts of the text that could not be read: broken pieces, and lists without an end.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Encoding, ObjectName, Severity},
    incomplete::{IncompleteReason, IncompleteText},
    order,
};
use schedscope_text::{
    pasted::holds_fields,
    split::{Form, PieceStart},
    tree::{Tree, ValueId},
    yaml,
};

use crate::{
    Reader,
    decode::{Cause, INSIDE, PieceDiagnostic},
    read_piece::ReadPiece,
};

/// The maximum number of places listed.
const MOST: usize = 100;

impl Reader {
    /// The places of the text that could not be read, in text order, at most 100; empty for a complete text. They
    /// include objects that are defined more than once with different UIDs, and objects without a kind. O(1) for a
    /// complete text, else O(pieces).
    pub fn incomplete(&self, encoding: Encoding) -> Vec<IncompleteText> {
        let refused = self.refusal().map(|refusal| IncompleteText {
            why: IncompleteReason::Unreadable,
            object: None,
            fault: refusal.message,
            range: refusal.range,
        });
        if self.unread.is_empty()
            && self.open_lists.is_empty()
            && self.rests.is_empty()
            && self.head.is_none()
            && self.mixed.is_empty()
        {
            return refused.into_iter().collect();
        }
        let starts = self.starts(encoding);
        let last = self.pieces.iter().rposition(has_content);
        let is_lost = |index: &&usize| {
            let piece = self.pieces.get(**index);
            piece.is_some_and(|piece| !self.has_described(piece))
        };
        let broken = self.unread.iter().filter(is_lost).flat_map(|index| {
            let pieces = self.pieces.get(*index).into_iter();
            pieces.flat_map(move |piece| {
                let findings = piece.findings().iter();
                findings.filter_map(move |finding| {
                    let why = lost(finding)?;
                    let ends = is_unread(finding)
                        && piece.cut.stray.is_none()
                        && Some(*index) == last
                        && finding.cause != Cause::Explained
                        && ends_inside(piece, finding.bytes.0 as usize);
                    let why = if ends { IncompleteReason::Ends } else { why };
                    Some((*index, why, finding))
                })
            })
        });
        let open = self.open_lists.iter();
        let open = open.map(|(index, finding)| (*index, IncompleteReason::ListEnds, finding));
        let mixed = self.mixed.iter();
        let mixed = mixed.filter_map(|at| self.duplicates.get(*at));
        let mixed = mixed.map(|(index, finding)| (*index, IncompleteReason::Mixed, finding));
        let rests = self.rests.iter();
        let rests = rests.map(|(index, finding)| (*index, IncompleteReason::Unreadable, finding));
        let head = self.head.iter();
        let head = head.map(|(index, finding)| (*index, IncompleteReason::Ends, finding));
        let found = broken
            .take(MOST)
            .chain(open.take(MOST))
            .chain(rests.take(MOST))
            .chain(head);
        let mut places: Vec<_> = found.chain(mixed.take(MOST)).collect();
        order::sort(&mut places, |(one, ..), (two, ..)| one.cmp(two));
        places.truncate(MOST);
        let places = places
            .into_iter()
            .map(|(index, why, finding)| IncompleteText {
                why,
                object: finding.object.clone(),
                fault: finding.message.clone(),
                range: self.range(&starts, index, finding.bytes, encoding),
            });
        refused.into_iter().chain(places).collect()
    }

    /// Reports that a list has no end after a piece.
    fn open_list(&self, piece: &ReadPiece) -> PieceDiagnostic {
        let end = piece.text.trim_end().len();
        let message = "the list does not end, the input may be cut off";
        let code = DiagnosticCode::Syntax;
        PieceDiagnostic {
            object: self.last_object(piece).or_else(|| yaml_name(&piece.text)),
            ..PieceDiagnostic::new(Severity::Error, code, message, (end, end))
        }
    }

    /// The name of the last object of a piece.
    fn last_object(&self, piece: &ReadPiece) -> Option<ObjectName> {
        let located = piece.objects().last()?;
        let (_, namespace, name) = located.object.identity();
        Some(ObjectName {
            kind: located.object.kind().to_owned(),
            namespace: self.objects.names[namespace].to_owned(),
            name: self.objects.names[name].to_owned(),
        })
    }

    /// Reports that the text ends inside a key of a piece; `None`: it does not.
    fn cut_key(&self, piece: &ReadPiece) -> Option<PieceDiagnostic> {
        let (from, key) = piece.cut_key()?;
        let message = format!("the text ends inside the key `{key}`");
        let (code, range) = (DiagnosticCode::Syntax, (from, from + key.len()));
        Some(PieceDiagnostic {
            object: self.last_object(piece),
            ..PieceDiagnostic::new(Severity::Error, code, &message, range)
        })
    }

    /// Updates the lists of pieces: those that could not be read, those after which the end of a list is missing, and
    /// those that are the rest of an object.
    pub(super) fn list_unread(&mut self) {
        let mut head: Option<&ReadPiece> = None;
        let (mut unread, mut open, mut rests) = (Vec::new(), Vec::new(), Vec::new());
        // Whether the last piece with objects, or with a `---` before it, is an object in YAML.
        let mut is_behind_object = false;
        for (index, piece) in self.pieces.iter().enumerate() {
            if piece.cut.head {
                head = Some(piece);
            }
            let is_broken = piece.findings().iter().any(is_unread);
            if is_broken || piece.findings().iter().any(|one| lost(one).is_some()) {
                unread.push(index);
            }
            if let Some(rest) = piece.rest(is_behind_object) {
                rests.push((index, rest));
            }
            if let Some(is_object) = piece.is_object_to_continue() {
                is_behind_object = is_object;
            }
            let is_whole = !is_broken || piece.cut.stray.is_some();
            if is_whole && piece.ends_list() && head.is_some_and(lacks_kind) {
                open.push((index, self.open_list(piece)));
            }
        }
        let mut pieces = self.pieces.iter().enumerate().rev();
        let last = pieces.find(|(_, piece)| has_content(piece));
        self.head = last.and_then(|(index, piece)| {
            let is_told = unread.contains(&index) || open.iter().any(|(at, _)| *at == index);
            let end = || piece.head_alone().or_else(|| self.cut_key(piece));
            let end = (!is_told).then(end);
            Some((index, end??))
        });
        self.unread = unread;
        self.open_lists = open;
        self.rests = rests;
    }
}

/// Whether a list with this head is cut off unless fields follow its items: always in JSON; in YAML if the head looks
/// like kubectl's, which writes `kind` after the items.
fn lacks_kind(head: &ReadPiece) -> bool {
    let has = |key: &str| head.text.lines().any(|line| line.starts_with(key));
    head.cut.form == Form::Json || (has("apiVersion: v1") && !has("kind:"))
}

impl ReadPiece {
    /// Whether it is an item after which the list does not continue, or text after the items that is not of the list.
    fn ends_list(&self) -> bool {
        let is_item = match self.cut.place {
            PieceStart::YamlItem(_) | PieceStart::JsonItem => true,
            PieceStart::YamlFooter => self.cut.stray.is_some(),
            _ => false,
        };
        is_item && self.cut.next.is_document()
    }

    /// Whether the lists of [`Reader::list_unread`] can depend on it.
    pub(super) fn is_telling(&self) -> bool {
        let tells = |one: &PieceDiagnostic| lost(one).is_some() || is_without_kind(one);
        self.cut.head
            || self.cut.stray.is_some()
            || self.ends_list()
            || self.findings().iter().any(tells)
            || self.head_alone().is_some()
            || self.cut_key().is_some()
    }

    /// Whether it is an object in YAML that the lines after it may continue; `None` if it neither is nor ends an
    /// object.
    pub(super) fn is_object_to_continue(&self) -> Option<bool> {
        let has_objects = !self.objects().is_empty();
        let is_document = self.cut.place == PieceStart::Document && self.cut.form == Form::Yaml;
        (has_objects || self.is_marked()).then_some(has_objects && is_document)
    }

    /// Whether a `---` precedes it.
    fn is_marked(&self) -> bool {
        let before = self.text.get(..self.cut.lead).unwrap_or_default();
        before.lines().any(|line| line.starts_with("---"))
    }

    /// The finding about a piece that continues the object before it after an unrelated line, or about an object within
    /// a JSON value.
    fn rest(&self, is_behind_object: bool) -> Option<PieceDiagnostic> {
        let finding = self.findings().iter().find(|one| is_without_kind(one))?;
        if self.cut.form == Form::Json {
            return holds_fields(&self.text).then(|| PieceDiagnostic {
                message: INSIDE.to_owned(),
                ..finding.clone()
            });
        }
        let text = self.text.get(self.cut.lead..)?;
        let is_cut = is_behind_object && self.cut.stray.is_none();
        let starts = |key: &&str| {
            text.strip_prefix(*key)
                .is_some_and(|rest| rest.starts_with(':'))
        };
        let is_rest = text.starts_with(' ') || FIELDS.iter().any(starts);
        (is_cut && is_rest && !self.is_marked()).then(|| PieceDiagnostic {
            message: "these lines are cut off from the object before them".to_owned(),
            ..finding.clone()
        })
    }

    /// The finding about a piece that ends in the head of its object, before its name.
    fn head_alone(&self) -> Option<PieceDiagnostic> {
        let is_nameless = |one: &&PieceDiagnostic| {
            one.object
                .as_ref()
                .is_none_or(|object| object.name.is_empty())
        };
        let finding = self.findings().iter().find(is_nameless)?;
        let text = self.text.get(self.cut.lead..)?.trim_end();
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let is_head = |line: &str| HEAD.iter().any(|key| line.starts_with(key));
        let is_alone = self.cut.form == Form::Yaml && is_head(text) && lines.all(is_head);
        is_alone.then(|| PieceDiagnostic {
            message: "the input ends before the name of the object".to_owned(),
            ..finding.clone()
        })
    }
}

impl ReadPiece {
    /// The key in which a text in YAML ends, with its position: the first one of a mapping, which without its colon
    /// looks like the value of the field before it. A key after others is a fault of YAML.
    fn cut_key(&self) -> Option<(usize, &str)> {
        let text = self.text.as_ref();
        if self.cut.form != Form::Yaml || self.objects().is_empty() || text.ends_with('\n') {
            return None;
        }
        let start = text.rfind('\n')? + 1;
        let key = text[start..].trim_start_matches(' ');
        let of_key = |char: char| char.is_ascii_alphanumeric() || "-_./".contains(char);
        let is_key =
            key.starts_with(|char: char| char.is_ascii_alphabetic()) && key.chars().all(of_key);
        let mut before = text[..start].lines().rev();
        let field = before.find(|line| {
            let line = line.trim_start();
            !line.is_empty() && !line.starts_with('#')
        })?;
        let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
        let is_value = field.trim_end().ends_with(':') && indent(&text[start..]) > indent(field);
        (is_key && is_value).then_some((text.len() - key.len(), key))
    }
}

/// The finding after a piece where the next object begins without a `---`.
pub(super) fn unmarked(piece: &ReadPiece) -> Option<PieceDiagnostic> {
    let end = piece.text.len();
    let message = "another object begins here, and the line `---` before it is missing";
    let code = DiagnosticCode::Syntax;
    piece
        .cut
        .unmarked
        .then(|| PieceDiagnostic::new(Severity::Warning, code, message, (end, end)))
}

/// Fields with which the rest of an object begins.
const FIELDS: [&str; 5] = ["metadata", "spec", "status", "data", "value"];

/// Fields before the name of an object.
const HEAD: [&str; 3] = ["apiVersion:", "kind:", "metadata:"];

/// Whether the finding is about a value with neither a kind nor a name.
fn is_without_kind(finding: &PieceDiagnostic) -> bool {
    finding.code == DiagnosticCode::NotAnObject && finding.object.is_none()
}

fn is_unread(finding: &PieceDiagnostic) -> bool {
    if finding.severity != Severity::Error {
        return false;
    }
    matches!(
        finding.code,
        DiagnosticCode::Syntax | DiagnosticCode::TooDeep | DiagnosticCode::AliasBudget
    ) || (finding.code == DiagnosticCode::TooLarge && finding.path.is_empty())
}

/// Why the object of a finding is not used.
fn lost(finding: &PieceDiagnostic) -> Option<IncompleteReason> {
    match finding.code {
        DiagnosticCode::LeftOut => Some(IncompleteReason::LeftOut),
        _ if is_unread(finding) => Some(IncompleteReason::Unreadable),
        _ if finding.severity != Severity::Error => None,
        DiagnosticCode::NotAnObject => match &*finding.object.as_ref()?.kind {
            "" => Some(IncompleteReason::NoKind),
            _ => Some(IncompleteReason::Unreadable),
        },
        DiagnosticCode::PartialList => Some(IncompleteReason::Page),
        DiagnosticCode::UnknownVersion => Some(IncompleteReason::WrongVersion),
        _ => None,
    }
}

fn has_content(piece: &ReadPiece) -> bool {
    piece.cut.lead < piece.text.len()
}

/// Whether a fault is caused by the end of the text: a bracket or a quote is open, or the fault is in the last line.
fn ends_inside(piece: &ReadPiece, at: usize) -> bool {
    let text = piece.text.trim_end();
    let last_line = text.rfind(['\n', '\r']).map_or(0, |line| line + 1);
    at >= last_line
        || (piece.cut.form == Form::Yaml
            && yaml::unclosed(&piece.text[piece.cut.lead..]) == Some(at - piece.cut.lead))
}

/// The name of the object in a piece that could not be parsed, as far as it is readable; `tree`: the parsed part. The
/// fields after the items of a list are not an object.
pub(super) fn name_of(piece: &ReadPiece, tree: &Tree) -> Option<ObjectName> {
    if matches!(
        piece.cut.place,
        PieceStart::YamlFooter | PieceStart::JsonFooter
    ) {
        return None;
    }
    let source = &piece.text[piece.cut.lead..];
    if piece.cut.form == Form::Yaml {
        return yaml_name(source);
    }
    let root = tree.root()?;
    let text = |of: Option<ValueId>, key: &str| {
        let value = of.and_then(|of| tree.get(of, key, source));
        value.map_or_else(String::new, |value| tree.text(value, source).to_owned())
    };
    let metadata = tree.get(root, "metadata", source);
    named(
        text(Some(root), "kind"),
        text(metadata, "namespace"),
        text(metadata, "name"),
    )
}

fn named(kind: String, namespace: String, name: String) -> Option<ObjectName> {
    (!kind.is_empty()).then_some(ObjectName {
        kind,
        namespace,
        name,
    })
}

/// Reads the name of an object from lines of YAML that do not have to parse.
fn yaml_name(source: &str) -> Option<ObjectName> {
    let [mut kind, mut namespace, mut name] = <[String; 3]>::default();
    let mut base = None;
    // The column of the fields of `metadata`, inside of it.
    let mut inside: Option<Option<usize>> = None;
    for line in source.lines() {
        let mut content = line.trim_start_matches(' ');
        if content.is_empty() || content.starts_with(['\t', '#']) || content.starts_with("---") {
            continue;
        }
        if base.is_none() {
            while let Some(rest) = content.strip_prefix("- ") {
                content = rest.trim_start_matches(' ');
            }
        }
        let column = line.len() - content.len();
        let base = *base.get_or_insert(column);
        let value = |key: &str| {
            let rest = content.strip_prefix(key)?.strip_prefix(": ")?;
            Some(rest.trim().trim_matches(['"', '\'']).to_owned())
        };
        if column < base {
            break;
        }
        if column == base {
            inside = None;
            if let Some(found) = value("kind") {
                kind = found;
            } else if let Some(fields) = content.strip_prefix("metadata:") {
                inside = Some(None);
                for field in fields.split(['{', '}', ',']) {
                    match field.trim().split_once(": ") {
                        Some(("name", found)) => found.trim().clone_into(&mut name),
                        Some(("namespace", found)) => found.trim().clone_into(&mut namespace),
                        _ => {}
                    }
                }
            }
        } else if let Some(fields) = &mut inside
            && *fields.get_or_insert(column) == column
        {
            if let Some(found) = value("name") {
                name = found;
            } else if let Some(found) = value("namespace") {
                namespace = found;
            }
        }
    }
    named(kind, namespace, name)
}
