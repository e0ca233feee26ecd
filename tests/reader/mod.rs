//! What the reader finds in texts as people paste them, whole and edited.

// Texts are put together for reading, not for speed.
#![allow(clippy::format_collect, clippy::format_push_string)]

use schedscope::{
    objects::diagnostic::{Diagnostic, Encoding},
    reader::Reader,
};

mod admission;
mod beside;
mod broken;
mod cases;
mod claims;
mod cluster_context;
mod constraint_checks;
mod constraints;
mod copies;
mod cut_off;
mod edits;
mod expansion;
mod forms;
mod hostile;
mod incomplete;
mod incremental;
mod kubectl;
mod log_lines;
mod lost_objects;
mod misplaced;
mod not_looked_at;
mod pasted;
mod pods;
mod policies;
mod quotas;
mod records;
mod scheduler_configuration;
mod strict;
mod templates;
mod timelines;
mod vms;
mod workloads;

const CLUSTER: &str = "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n";
const PLACEMENT: &str = "\
apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: p, namespace: ns}
";

/// One line a diagnostic: severity, code, object, path, range, message.
fn line(diagnostic: &Diagnostic) -> String {
    let Diagnostic {
        code,
        message,
        object,
        path,
        range,
        severity,
        duplicate,
        suggestion: _,
    } = diagnostic;
    let object = object.as_ref().map_or(String::new(), |object| {
        format!(" {} {}/{}", object.kind, object.namespace, object.name)
    });
    let also = duplicate.map_or_else(String::new, |also| {
        format!(" (also at {}:{})", also.start.line, also.start.column)
    });
    let text = |value: String| value.trim_matches('"').to_owned();
    format!(
        "{} {}{object} {path} {}:{}-{}:{} {message}{also}",
        text(serde_json::to_string(severity).expect("a word")),
        text(serde_json::to_string(code).expect("a word")),
        range.start.line,
        range.start.column,
        range.end.line,
        range.end.column,
    )
}

fn lines(text: &str) -> Vec<String> {
    let reader = Reader::new(text);
    reader
        .diagnostics(Encoding::Utf8, 1000)
        .iter()
        .map(line)
        .collect()
}

/// The text has exactly these findings.
#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(lines(text), expect, "\n{text}");
}

/// A text in which exactly these things are found, in this order; each stands between `«` and `»`.
/// Lines are severity, code, path and message.
#[track_caller]
fn check_marked(marked: &str, expect: &[&str]) {
    let mut text = String::new();
    let (mut open, mut ranges) = (Vec::new(), Vec::new());
    for char in marked.chars() {
        match char {
            '«' => open.push(text.len()),
            '»' => ranges.push((open.pop().expect("a start"), text.len())),
            other => text.push(other),
        }
    }
    ranges.sort_unstable();
    let found = Reader::new(&text).diagnostics(Encoding::Utf8, 100);
    let lines: Vec<String> = found.iter().map(line).collect();
    let short = found.iter().zip(&lines).map(|(found, line)| {
        let head = line.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
        format!("{head} {} {}", found.path, found.message)
    });
    assert_eq!(short.collect::<Vec<_>>(), expect, "\n{text}");
    let places = found.iter().map(|found| {
        let range = found.range;
        (range.start.offset as usize, range.end.offset as usize)
    });
    assert_eq!(places.collect::<Vec<_>>(), ranges, "\n{text}\n{lines:#?}");
}

/// The names of the clusters that were read, joined by blanks.
fn clusters(reader: &Reader) -> String {
    let names = &reader.objects().names;
    let clusters = reader
        .objects()
        .clusters
        .iter()
        .map(|cluster| &names[cluster.name()]);
    clusters.collect::<Vec<_>>().join(" ")
}

/// The text has no finding, and these clusters.
#[track_caller]
fn check_clusters(text: &str, expect: &str) {
    let reader = Reader::new(text);
    assert_eq!(clusters(&reader), expect, "\n{text}");
    assert_eq!(lines(text), Vec::<String>::new(), "\n{text}");
}
