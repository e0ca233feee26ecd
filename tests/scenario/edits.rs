//! Edits of the text: what they read again, and what they decide.

use super::*;

/// A list of so many clusters as kubectl prints it, and a placement behind it.
fn fleet(clusters: usize) -> String {
    let list = generate::fleet_yaml(7, clusters);
    let placement = "---\napiVersion: cluster.open-cluster-management.io/v1beta1\n\
                     kind: Placement\nmetadata: {name: p, namespace: team}\n\
                     spec: {numberOfClusters: 10}\n";
    format!("{list}{placement}")
}

#[test]
fn an_edit_reads_the_touched_item_of_a_long_list() {
    let text = fleet(1000);
    for encoding in BOTH {
        let mut scenario = scenario(&text, encoding);
        let pieces = scenario.reading().reread;
        assert!(pieces > 1000, "{pieces}");
        // In the middle of the 500th cluster.
        let name = text.match_indices("hubAcceptsClient: true").nth(500);
        let (from, old) = name.expect("it is there");
        let offset = units(&text, from, encoding);
        let behind = offset + units(old, old.len(), encoding);
        scenario.edit(offset, behind, "hubAcceptsClient: false");
        let reading = scenario.reading();
        assert_eq!(reading.revision, 2);
        assert!((1..=3).contains(&reading.reread), "{}", reading.reread);
        // Typing one letter after the other costs no more.
        for (at, letter) in "# 🙂".chars().enumerate() {
            scenario.edit(offset + at, offset + at, &letter.to_string());
            assert!(scenario.reading().reread <= 3);
        }
        // The same as if it had been read anew.
        let mut anew = super::scenario(&scenario.text(), encoding);
        let (left, right) = (scenario.reading(), anew.reading());
        assert_eq!(left.diagnostics, right.diagnostics);
        assert_eq!(
            (left.kinds, left.placements),
            (right.kinds, right.placements)
        );
        let left = scenario.report(ask(0)).expect("a decision");
        assert_eq!(left, anew.report(ask(0)).expect("a decision"));
    }
}

#[test]
fn an_edit_of_the_placement_reads_no_cluster() {
    let mut scenario = scenario(&fleet(1000), Encoding::Utf16);
    scenario.decide(ask(0)).expect("a decision");
    let edits = scenario.input().weight_edit(0, "Steady", 7);
    assert_eq!(edits.len(), 1);
    apply(&mut scenario, &edits);
    assert!(scenario.reading().reread <= 2);
}

/// A placement with this specification, in block or flow, and the clusters of [`TEXT`].
fn with_policy(spec: &str) -> String {
    let clusters = TEXT.split_once("---\n").expect("documents").1;
    let clusters = clusters.split_once("---\n{").expect("documents").0;
    format!(
        "# 🙂\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: team}}\n{spec}\n---\n{clusters}"
    )
}

/// Placements in whose text a weight must find its place.
fn layouts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "spec:\n  numberOfClusters: 1",
        "spec: {}",
        "spec:",
        "spec: null # nothing yet",
        "spec:\n  prioritizerPolicy:",
        "spec:\n  prioritizerPolicy:\n    mode: Exact",
        "spec:\n  prioritizerPolicy:\n    configurations: []",
        "spec:\n  prioritizerPolicy:\n    configurations: []\n    # none\n    mode: Exact",
        "spec:\n  prioritizerPolicy: {mode: Additive, configurations: [{scoreCoordinate: {builtIn: Steady}}]}",
        "\
spec:
  prioritizerPolicy:
    configurations:
    - name: Steady
    - name: Balance # 語
      weight: 2",
        "\
spec:
  prioritizerPolicy:
    configurations:
      # one
      - scoreCoordinate:
          builtIn: Balance
        weight: # to come
      # end",
        "\
spec:
  prioritizerPolicy:
    configurations:
    - scoreCoordinate: {type: BuiltIn, builtIn: Balance}
      weight: \"3\"",
        "# no specification",
    ]
    .iter()
    .map(|spec| with_policy(spec))
    .collect();
    texts.extend(texts.clone().iter().map(|text| text.replace('\n', "\r\n")));
    texts.push(TEXT.to_owned());
    texts
}

const PRIORITIZERS: [&str; 7] = [
    "Steady",
    "Balance",
    "ResourceAllocatableCPU",
    "ResourceRatioMemory",
    "ResourceAllocatable(nvidia.com/gpu)",
    "AddOn/net/bandwidth",
    "AddOn/other/score",
];

/// A weight in the text decides as the same weight in the question; comments stay.
#[track_caller]
fn check_weight(text: &str, encoding: Encoding, placement: usize, prioritizer: &str, weight: i32) {
    let mut scenario = scenario(text, encoding);
    let errors = scenario.reading().counts.error;
    let what_if = DecideOptions {
        weights: vec![(prioritizer.to_owned(), weight)].into(),
        ..ask(placement)
    };
    let expect = scenario.report(what_if).expect("a decision");
    let edits = scenario.input().weight_edit(placement, prioritizer, weight);
    assert_eq!(edits.len(), 1, "no edit of {prioritizer} in\n{text}");
    apply(&mut scenario, &edits);
    let edited = scenario.text();
    let actual = scenario.report(ask(placement)).expect("a decision");
    assert_eq!(
        actual.answer, expect.answer,
        "{prioritizer} {weight} in\n{edited}"
    );
    assert!(scenario.reading().counts.error <= errors, "\n{edited}");
    for comment in [
        "# 🙂",
        "# none",
        "# 語",
        "# one",
        "# end",
        "# 🚀",
        "# to come",
    ] {
        assert_eq!(
            text.matches(comment).count(),
            edited.matches(comment).count(),
            "{comment} in\n{edited}"
        );
    }
    let breaks = |text: &str| text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
    assert_eq!(breaks(text), breaks(&edited), "line ends of\n{edited:?}");
    // Where it stands now, it is found and set again.
    let summary = scenario.details().expect("details").summary(100);
    let mut prioritizers = summary.prioritizers.into_iter();
    let found = prioritizers.find(|of| of.name == prioritizer);
    let path = found.expect("listed").path.expect("it stands in the text");
    let range = scenario
        .input()
        .locate(&summary.placement, &format!("{path}.weight"));
    assert_eq!(
        part(&edited, range.expect("a place"), encoding),
        weight.to_string()
    );
    let edits = scenario.input().weight_edit(placement, prioritizer, 5);
    apply(&mut scenario, &edits);
    assert_eq!(
        scenario.text().len(),
        edited.len() + 1 - weight.to_string().len()
    );
}

#[test]
fn a_weight_in_the_text_decides_as_a_weight_in_the_question() {
    for text in layouts() {
        for prioritizer in PRIORITIZERS {
            for weight in [-10, 0, 7] {
                check_weight(&text, Encoding::Utf16, 0, prioritizer, weight);
            }
        }
    }
    for prioritizer in PRIORITIZERS {
        check_weight(TEXT, Encoding::Utf8, 0, prioritizer, 7);
    }
    for prioritizer in PRIORITIZERS {
        check_weight(TEXT, Encoding::Utf16, 1, prioritizer, 7);
    }
}

#[test]
fn where_a_weight_has_no_place_there_is_no_edit() {
    let check = |spec: &str| {
        let scenario = scenario(&with_policy(spec), Encoding::Utf8);
        assert_eq!(scenario.input().weight_edit(0, "Steady", 1), [], "{spec}");
    };
    check("spec: none");
    check("spec:\n  prioritizerPolicy: [1]");
    check("spec:\n  prioritizerPolicy:\n    configurations: many");
    let scenario = scenario(TEXT, Encoding::Utf8);
    for placement in [2, usize::MAX] {
        assert_eq!(scenario.input().weight_edit(placement, "Steady", 1), []);
        assert_eq!(
            scenario.input().number_of_clusters_edit(placement, Some(1)),
            []
        );
        assert_eq!(
            scenario.input().number_of_clusters_edit(placement, None),
            []
        );
        assert_eq!(
            scenario
                .input()
                .mode_edit(placement, PrioritizerMode::Exact),
            []
        );
    }
}

/// Another number, all clusters, and the first number again.
#[track_caller]
fn check_number(text: &str, placement: usize, first: i64, exactly_back: bool) {
    for encoding in BOTH {
        let mut scenario = scenario(text, encoding);
        let before = scenario.report(ask(placement)).expect("a decision");
        for number in [Some(7), None, Some(first)] {
            let what_if = DecideOptions {
                number_of_clusters: number.map_or(Wanted::All, Wanted::Exactly),
                ..ask(placement)
            };
            let expect = scenario.report(what_if).expect("a decision");
            let edits = scenario.input().number_of_clusters_edit(placement, number);
            assert_eq!(edits.len(), 1);
            apply(&mut scenario, &edits);
            let edited = scenario.text();
            let summary = scenario.decide(ask(placement)).expect("a decision");
            assert_eq!(
                summary.number_of_clusters,
                number.map(Into::into),
                "\n{edited}"
            );
            let actual = scenario.details().expect("details").report();
            assert_eq!(actual, expect.answer, "\n{edited}");
            for comment in [
                "# 🙂",
                "# How many?",
                "# two 🙂",
                "# 語",
                "# by hand",
                "# 🚀",
            ] {
                assert_eq!(
                    text.matches(comment).count(),
                    edited.matches(comment).count(),
                    "{comment} in\n{edited}"
                );
            }
        }
        let after = scenario.report(ask(placement)).expect("a decision");
        assert_eq!(after, before);
        assert_eq!(
            scenario.text() == text,
            exactly_back,
            "\n{}",
            scenario.text()
        );
    }
}

#[test]
fn the_number_of_clusters_goes_to_all_and_back() {
    // A comment on the line keeps the line.
    check_number(TEXT, 0, 2, true);
    check_number(TEXT, 1, 1, true);
    let moved = TEXT.replace("2 # two 🙂", "2");
    check_number(&moved, 0, 2, false);
    check_number(&with_policy("spec:\n  numberOfClusters: 1"), 0, 1, true);
    check_number(&with_policy("spec: {numberOfClusters: 1}"), 0, 1, true);
    let scenario = scenario(TEXT, Encoding::Utf8);
    for number in [i64::MIN, -1, 0, i64::MAX] {
        let edits = scenario.input().number_of_clusters_edit(0, Some(number));
        assert_eq!(edits[0].insert, number.to_string());
    }
}

#[test]
fn the_mode_finds_its_place_in_every_layout() {
    for text in layouts() {
        for encoding in BOTH {
            let mut scenario = scenario(&text, encoding);
            for mode in [PrioritizerMode::Exact, PrioritizerMode::Additive] {
                let comments = scenario.text().matches('#').count();
                let expected = format!("{mode:?}");
                let edits = scenario.input().mode_edit(0, mode);
                assert!(edits.len() <= 1);
                apply(&mut scenario, &edits);
                let edited = scenario.text();
                let summary = scenario.decide(ask(0)).expect("a decision");
                assert_eq!(summary.mode, expected, "\n{edited}");
                assert_eq!(edited.matches('#').count(), comments, "\n{edited}");
                // As a weight is written next, the mode stays.
                let edits = scenario.input().weight_edit(0, "Steady", 3);
                apply(&mut scenario, &edits);
                let summary = scenario.decide(ask(0)).expect("a decision");
                assert_eq!(summary.mode, expected, "\n{}", scenario.text());
            }
        }
    }
}

#[test]
fn edits_behind_wide_characters_meet_their_place() {
    for encoding in BOTH {
        let mut scenario = scenario(TEXT, encoding);
        replace_once(&mut scenario, encoding, "cpu: 3500m", "cpu: 🙂");
        let reading = scenario.reading();
        let text = scenario.text();
        let found: Vec<_> = reading
            .diagnostics
            .iter()
            .map(|of| (of.code, part(&text, of.range, encoding)))
            .collect();
        let expect = [
            (DiagnosticCode::InvalidQuantity, "🙂"),
            (DiagnosticCode::UnknownKind, "Gadget"),
        ];
        assert_eq!(found, expect);
        replace_once(&mut scenario, encoding, "cpu: 🙂", "cpu: 3500m");
        assert_eq!(scenario.text(), TEXT);
        assert_eq!(scenario.reading().counts.error, 0);
    }
    // Half of a character is none: an edit there begins at its start.
    let mut halves = scenario("# 🙂\n", Encoding::Utf16);
    halves.edit(3, 4, "x");
    assert_eq!(halves.text(), "# x\n");
}

#[test]
fn a_comment_behind_a_list_in_one_line_stays() {
    let spec = "spec:\n  prioritizerPolicy:\n    configurations: [] # none\n    mode: Exact";
    check_weight(&with_policy(spec), Encoding::Utf8, 0, "Steady", 7);
}
