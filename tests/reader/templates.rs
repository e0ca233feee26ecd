//! Templates of Helm and Go, which a tool has still to make objects of.

use schedscope::{
    objects::{diagnostic::Encoding, incomplete::IncompleteReason},
    reader::Reader,
};

use super::{CLUSTER, clusters, lines};

const SAID: &str =
    "this is a template of Helm or Go, not YAML: render it first, as with `helm template`";

/// The places that cannot be read, with the line and the fault of each; the text holds these clusters besides.
#[track_caller]
fn check(text: &str, expect: &[(u32, &str)], count: &str) {
    let mut typed = Reader::default();
    for (at, char) in text.char_indices() {
        typed.edit(at, at, char.encode_utf8(&mut [0; 4]), Encoding::Utf8);
    }
    for reader in [Reader::new(text), typed] {
        let places = reader.incomplete(Encoding::Utf8);
        assert!(
            places
                .iter()
                .all(|place| place.why == IncompleteReason::Unreadable),
            "{places:?}"
        );
        let found: Vec<(u32, &str)> = places
            .iter()
            .map(|place| (place.range.start.line, &*place.fault))
            .collect();
        assert_eq!(found, expect, "\n{text}");
        assert_eq!(clusters(&reader), count, "\n{text}");
    }
}

#[test]
fn actions_in_lines_of_their_own() {
    let text = format!(
        "{{{{- if .Values.on }}}}\n{CLUSTER}metadata:\n  name: a\n{{{{- end }}}}\n---\n{CLUSTER}metadata: {{name: b}}\n"
    );
    check(&text, &[(1, SAID), (6, SAID)], "a b");
    // At the end of the text.
    let text = format!(
        "{CLUSTER}metadata:\n  name: a\n  labels:\n    {{{{- toYaml .Values.labels | nindent 4 }}}}\n"
    );
    check(&text, &[(6, SAID)], "");
}

#[test]
fn actions_in_values() {
    let text = format!(
        "{CLUSTER}metadata:\n  name: {{{{ .Release.Name }}}}-a\n---\n{CLUSTER}metadata: {{name: b}}\n"
    );
    check(&text, &[(4, SAID)], "b");
    // YAML by itself, but of another type.
    let text = format!("{CLUSTER}metadata:\n  name: {{{{ .Release.Name }}}}\n");
    let found = lines(&text);
    let wanted = "expected a string, found a template of Helm or Go: render it first, as with `helm template`";
    assert!(found[1].ends_with(wanted), "{found:?}");
}

/// What other tools read of an object is not a template of it.
#[test]
fn braces_of_others() {
    let text = format!(
        "{CLUSTER}metadata:\n  name: a\n  annotations:\n    x: \"{{{{ $labels.node }}}}\"\n\ty: 1\n\
         ---\n{CLUSTER}metadata: {{name: b}}\n"
    );
    check(&text, &[(7, "a tab cannot indent, use spaces")], "b");
    let text = "{\"kind\": \"ManagedCluster\", \"apiVersion\": \"cluster.open-cluster-management.io/v1\", \
                \"metadata\": {\"name\": \"a\"}}\n";
    check(text, &[], "a");
}
