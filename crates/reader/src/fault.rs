//! Diagnostics for pasted text that is not an object, and for a piece that cannot be parsed.

use schedscope_objects::{
    diagnostic::{DiagnosticCode, Severity},
    kind::KINDS,
};
use schedscope_text::{
    left_out::is_mark,
    pasted::{ABSENT, Kind, MARK, Row, Stop, Unread, lines, of_unread},
    split::Form,
    tree::Tree,
    yaml::{ParseCause, ParseError},
};

use crate::{
    decode::{Cause, PieceDiagnostic, clip, clip_to},
    read_piece::{ReadPiece, parsed_place, syntax},
    unread::name_of,
};

/// The maximum number of characters quoted from a message.
const LONGEST_MESSAGE: usize = 160;

/// The finding about a piece that cannot be parsed. It explains known causes, at their place.
pub(super) fn fault(piece: &ReadPiece, tree: &Tree, error: &ParseError) -> PieceDiagnostic {
    let mut finding = syntax(&parsed_place(piece), error);
    if finding.code == DiagnosticCode::Syntax && error.cause != ParseCause::Foreign {
        if let Some(found) = explained(piece, Stop::NoObject) {
            // It is about another object than the piece.
            return found;
        }
        let stop = Stop::At(finding.bytes.0 as usize, error.cause);
        finding = explained(piece, stop).unwrap_or(finding);
    }
    finding.object = name_of(piece, tree);
    finding
}

/// The finding about text that was not read as an object, if the table of pasted text has it.
pub(super) fn explained(piece: &ReadPiece, stop: Stop) -> Option<PieceDiagnostic> {
    let (row, found) = of_unread(&Unread {
        text: &piece.text,
        lead: piece.cut.lead,
        is_json: piece.cut.form == Form::Json,
        stop,
    })?;
    let quote = clip(&piece.text[found.quote.0..found.quote.1]);
    let message = row.sentence(&quote);
    let (severity, code) = (Severity::Error, DiagnosticCode::Syntax);
    Some(PieceDiagnostic {
        cause: Cause::Explained,
        ..PieceDiagnostic::new(severity, code, message, found.bytes)
    })
}

/// The finding about a piece that is not YAML or JSON; it is about the first line.
pub(super) fn stray(piece: &ReadPiece, row: &Row) -> PieceDiagnostic {
    let start = piece.cut.lead;
    let object = row.kind.is_message().then(|| explained(piece, Stop::Cut));
    object.flatten().unwrap_or_else(|| {
        let is_absent = row.kind == Kind::Failure && is_of_absent_kinds(&piece.text[start..]);
        of_line(piece, if is_absent { &ABSENT } else { row }, start)
    })
}

fn of_line(piece: &ReadPiece, row: &Row, start: usize) -> PieceDiagnostic {
    let line = piece.text[start..].lines().next().unwrap_or_default();
    let line = line.trim_end();
    let (severity, code) = match row.kind {
        Kind::Frame | Kind::Words => (Severity::Info, DiagnosticCode::NotAnObject),
        Kind::Omission => (Severity::Warning, DiagnosticCode::LeftOut),
        _ => (Severity::Error, DiagnosticCode::Syntax),
    };
    let quote = clip_to(line, LONGEST_MESSAGE);
    let message = row.sentence(&quote);
    PieceDiagnostic::new(severity, code, message, (start, start + line.len()))
}

/// The finding about a comment before the first value of a piece, or within it, that marks omitted content.
pub(super) fn comment(piece: &ReadPiece, tree: &Tree) -> Option<PieceDiagnostic> {
    let lead = piece.cut.lead;
    let mut comments = lines(&piece.text[..lead])
        .filter(|(_, line)| line.starts_with('#') && is_mark(line.as_bytes()));
    let comment = comments.next().map(|(at, _)| at);
    let at = comment.or(tree.left_out().map(|at| lead + at));
    at.map(|at| of_line(piece, &MARK, at))
}

/// Whether every line of a text is kubectl's error about a kind that the cluster does not have.
fn is_of_absent_kinds(text: &str) -> bool {
    text.lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .all(is_of_absent_kind)
}

fn is_of_absent_kind(line: &str) -> bool {
    line.strip_prefix("error: the server doesn't have a resource type \"")
        .and_then(|rest| rest.strip_suffix('"'))
        .and_then(|typed| typed.split('.').next())
        .is_some_and(|name| {
            let mut optional = KINDS.iter().filter(|kind| kind.is_optional);
            optional.any(|kind| kind.kubectl.contains(&name))
        })
}
