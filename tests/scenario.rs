//! What interactive tools rely on: a resident text, its edits, its decisions and its places.

use schedscope::{
    answers::placement::{DecideOptions, rows::ClusterOrder},
    generate,
    objects::diagnostic::{DiagnosticCode, Encoding, ObjectName, Severity, TextRange},
    options::Clock,
    placement::Wanted,
    scenario::{PrioritizerMode, QuestionError, Scenario, TextEdit},
};

mod agents;
mod availability;
mod beside_pods;
mod budget_status;
mod caveats;
mod cel;
mod claims;
mod cluster_secrets;
mod codes;
mod domains;
mod edited;
mod edits;
mod empty_lists;
mod find;
mod foreign_quotas;
mod hints;
mod idle_selectors;
mod invalid_fields;
mod kubernetes_versions;
mod limit_ranges;
mod losses;
mod missing;
mod missing_nodes;
mod more_of_sets;
mod named;
mod not_looked_at;
mod not_missing;
mod option_errors;
mod ordered_queue;
mod parts;
mod places;
mod pod_answers;
mod pod_changes;
mod pods_on_nodes;
mod profiles;
mod questions;
mod recorded;
mod records;
mod refused;
mod resting_workloads;
mod score_update;
mod set_members;
mod shared_claims;
mod spread;
mod storage;
mod timeline;
mod vm_model;
mod volume_moves;
mod volume_queue;
mod volume_ties;
mod volumes;
mod whatif_faults;

/// Two placements, three clusters and a score; characters of every width in UTF-8 and UTF-16.
const TEXT: &str = include_str!("scenario/two-placements.yaml");

const BOTH: [Encoding; 2] = [Encoding::Utf8, Encoding::Utf16];

fn scenario(text: &str, encoding: Encoding) -> Scenario {
    let mut scenario = Scenario::with_encoding(encoding);
    scenario.replace(text);
    scenario
}

fn ask(placement: usize) -> DecideOptions {
    DecideOptions::new(placement as u32, "2025-06-01T12:00:00Z")
}

/// The code units before a place of a text.
fn units(text: &str, byte: usize, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => byte,
        Encoding::Utf16 => text[..byte].encode_utf16().count(),
    }
}

/// The byte of a place that counts code units.
fn byte(text: &str, unit: usize, encoding: Encoding) -> usize {
    let mut places = text.char_indices().map(|(byte, _)| byte);
    places
        .find(|byte| units(text, *byte, encoding) >= unit)
        .unwrap_or(text.len())
}

/// The part of a text that a range means; line and column must agree with the offset.
#[track_caller]
fn part(text: &str, range: TextRange, encoding: Encoding) -> &str {
    let bytes = [range.start, range.end].map(|position| {
        let at = byte(text, position.offset as usize, encoding);
        let line_start = text[..at].rfind('\n').map_or(0, |at| at + 1);
        let line = text[..at].matches('\n').count() + 1;
        let column = units(text, at, encoding) - units(text, line_start, encoding) + 1;
        assert_eq!(
            (position.line as usize, position.column as usize),
            (line, column)
        );
        at
    });
    &text[bytes[0]..bytes[1]]
}

/// Replaces the only place of `old` by `new`.
#[track_caller]
fn replace_once(scenario: &mut Scenario, encoding: Encoding, old: &str, new: &str) {
    let text = scenario.text();
    assert_eq!(text.matches(old).count(), 1, "`{old}` stands once");
    let from = text.find(old).expect("it stands there");
    let to = units(&text, from + old.len(), encoding);
    scenario.edit(units(&text, from, encoding), to, new);
    assert_eq!(scenario.text(), text.replace(old, new));
}

fn apply(scenario: &mut Scenario, edits: &[TextEdit]) {
    // Behind first, so that what stands before keeps its place.
    let mut edits = edits.to_vec();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.from));
    for edit in edits {
        scenario.edit(edit.from, edit.to, &edit.insert);
    }
}

#[test]
fn a_reading_says_what_the_text_holds() {
    for encoding in BOTH {
        let reading = scenario(TEXT, encoding).reading();
        assert_eq!((reading.revision, reading.documents), (1, 7));
        assert_eq!(reading.reread, 7);
        let kinds = reading
            .kinds
            .iter()
            .map(|of| (of.kind.as_str(), of.count))
            .collect::<Vec<_>>();
        let expect = [
            ("ManagedCluster", 3),
            ("Placement", 2),
            ("AddOnPlacementScore", 1),
            ("Gadget", 1),
        ];
        assert_eq!(kinds, expect);
        let placements: Vec<_> = reading
            .placements
            .iter()
            .map(|of| (of.index, of.namespace.as_str(), of.name.as_str()))
            .collect();
        assert_eq!(placements, [(0, "team", "first"), (1, "team", "second")]);
        for placement in &reading.placements {
            let text = part(TEXT, placement.range, encoding);
            assert!(text.starts_with("apiVersion:") || text.starts_with('{'));
            assert!(text.contains(&placement.name) && !text.contains("ManagedCluster"));
        }
        let found: Vec<_> = reading
            .diagnostics
            .iter()
            .map(|of| (of.severity, of.code, part(TEXT, of.range, encoding)))
            .collect();
        assert_eq!(
            found,
            [(Severity::Info, DiagnosticCode::UnknownKind, "Gadget")]
        );
        let counts = reading.counts;
        assert_eq!(
            [counts.error, counts.warning, counts.info, counts.hint],
            [0, 0, 1, 0]
        );
    }
}

#[test]
fn nothing_is_read_from_nothing() {
    for text in ["", "\n", "---\n", "# only words 🙂\n", "\u{feff}"] {
        let mut scenario = scenario(text, Encoding::Utf16);
        let reading = scenario.reading();
        assert_eq!(reading.placements, [], "{text:?}");
        assert_eq!(reading.counts.error, 0, "{text:?}");
        assert_eq!(scenario.text(), text);
        scenario.edit(usize::MAX, 0, "kind: Placement\n");
        assert_eq!(scenario.text(), format!("{text}kind: Placement\n"));
    }
}

#[test]
fn a_thousand_findings_are_listed_and_all_are_counted() {
    let bad = "kind: Placement\napiVersion: cluster.open-cluster-management.io/v1beta1\n\
               metadata: {name: p, namespace: team}\nspec: {numberOfClusters: three}\n---\n";
    let reading = Scenario::new(&bad.repeat(1200)).reading();
    assert_eq!(reading.diagnostics.len(), 1000);
    assert_eq!(reading.counts.error, 1200);
    // All but the first stand there again.
    assert_eq!(reading.counts.warning, 1199);
}

#[test]
fn the_same_in_both_encodings() {
    let [mut bytes, mut units] = BOTH.map(|encoding| scenario(TEXT, encoding));
    for placement in 0..2 {
        let decided = [&mut bytes, &mut units].map(|of| of.decide(ask(placement)));
        assert!(decided[0].is_ok() && decided[0] == decided[1]);
        let reports = [&bytes, &units].map(|of| of.details().expect("details").report());
        assert_eq!(reports[0], reports[1]);
        for cluster in 0..3 {
            let [left, right] = [&bytes, &units].map(|of| of.explain(&cluster.into()));
            let [left, right] = [left, right].map(|of| of.expect("it is there"));
            assert_eq!(left.explanation, right.explanation);
            let text = part(TEXT, left.range, Encoding::Utf8);
            assert_eq!(text, part(TEXT, right.range, Encoding::Utf16));
            assert!(text.starts_with("apiVersion:") && text.contains("kind: ManagedCluster"));
            assert!(text.contains(&left.explanation.name));
        }
        let none = QuestionError::NoCluster("3".to_owned());
        assert_eq!(bytes.explain(&3.into()), Err(none));
        let none = QuestionError::NoCluster("nearer".to_owned());
        assert_eq!(bytes.explain(&"nearer".into()), Err(none));
        let near = bytes.explain(&"near".into()).expect("it is there");
        assert_eq!(Ok(near), bytes.explain(&0.into()));
    }
}

#[test]
fn there_is_no_answer_before_a_decision_and_none_after_a_change() {
    #[track_caller]
    fn check(scenario: &Scenario, expect: Option<&str>) {
        let code = scenario.details().err().map(|error| error.code());
        assert_eq!(code, expect);
        let error = scenario.explain(&0.into()).err();
        assert_eq!(error.map(|error| error.code()), expect);
    }
    let none = Some("no-decision");
    let mut scenario = scenario(TEXT, Encoding::Utf8);
    check(&scenario, none);
    for (old, new) in [
        ("cpu: 8", "cpu: 9"),
        ("numberOfClusters: 2", "numberOfClusters: 1"),
        ("# by hand", "# by hands"),
        ("kind: Gadget", "kind: Gizmo"),
    ] {
        scenario.decide(ask(0)).expect("a decision");
        check(&scenario, None);
        replace_once(&mut scenario, Encoding::Utf8, old, new);
        check(&scenario, none);
    }
    scenario.decide(ask(0)).expect("a decision");
    scenario.replace(TEXT);
    check(&scenario, none);
    let error = scenario.details().expect_err("an error");
    let message = "nothing was decided since the input changed";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_question_that_has_no_answer_leaves_the_last_one() {
    let mut scenario = scenario(TEXT, Encoding::Utf8);
    let decided = scenario.decide(ask(1)).expect("a decision");
    let mut check = |options: DecideOptions, code: &str, message: &str| {
        let error = scenario.decide(options).expect_err("no answer");
        assert_eq!((error.code(), error.to_string().as_str()), (code, message));
        assert_eq!(
            scenario.details().expect("the last").summary(100),
            decided.answer
        );
    };
    let message = "there is no placement `2`: the input has 2";
    check(ask(2), "no-such-placement", message);
    let message = "there is no placement `4294967295`: the input has 2";
    check(ask(usize::MAX), "no-such-placement", message);
    for now in ["", "noon", "2025-02-30T00:00:00Z", "2025-06-01", "🙂"] {
        let options = DecideOptions {
            now: Clock(now.to_owned()),
            ..ask(1)
        };
        let message = format!("`{now}` is not an RFC 3339 time");
        check(options, "invalid-now", &message);
    }
}

#[test]
fn rows_are_the_decision_in_either_order() {
    let mut scenario = scenario(TEXT, Encoding::Utf8);
    scenario.decide(ask(0)).expect("a decision");
    let details = scenario.details().expect("details");
    let names = |order, from, count, find| {
        let page = details.rows(order, from, count, find);
        let names = page.rows.into_iter().map(|row| row.name);
        (page.total, names.collect::<Vec<_>>())
    };
    let all = |order| names(order, 0, usize::MAX, None).1;
    assert_eq!(all(ClusterOrder::Name), ["far", "near", "spare"]);
    assert_eq!(all(ClusterOrder::Rank), ["near", "far", "spare"]);
    let (total, found) = names(ClusterOrder::Name, 1, 1, Some("ar"));
    assert_eq!((total, found), (3, vec!["near".to_owned()]));
    let state = |find| names(ClusterOrder::Name, 0, usize::MAX, Some(find)).1;
    assert_eq!(state("selected"), ["far", "near"]);
    assert_eq!(state("filt"), ["spare"]);
    assert_eq!(state("fi"), [""; 0]);
    assert_eq!(
        names(ClusterOrder::Rank, usize::MAX, usize::MAX, None),
        (3, vec![])
    );
}
