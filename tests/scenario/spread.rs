//! Edits of spread constraints: the list is as meant, and everything else stays.

mod layouts;

use schedscope::{
    objects::placement::{TopologyKeyType, WhenUnsatisfiable},
    scenario::{Key, SpreadEdit},
};
use schedscope_fuzz::cases::cases;

use super::*;
use layouts::layouts;

/// Key, type, max skew and action of a constraint.
type Term = (String, TopologyKeyType, i32, WhenUnsatisfiable);

fn term(key: &str, max_skew: i32) -> Term {
    let hard = WhenUnsatisfiable::DoNotSchedule;
    (key.to_owned(), TopologyKeyType::Label, max_skew, hard)
}

/// The constraints as the reader has them.
fn terms(scenario: &Scenario, placement: usize) -> Vec<Term> {
    let objects = scenario.reader().objects();
    let constraints = objects.placements[placement].spec.spread_constraints.iter();
    constraints
        .map(|of| {
            let key = objects.names[of.topology_key].to_owned();
            (
                key,
                of.topology_key_type,
                of.max_skew,
                of.when_unsatisfiable,
            )
        })
        .collect()
}

/// The index of a constraint that is named by its index, or by a topology key that no other has.
fn index_of(terms: &[Term], constraint: &Key) -> Option<usize> {
    match constraint {
        Key::Index(index) => Some(*index as usize),
        Key::Name(name) => {
            let mut found = (0..terms.len()).filter(|index| terms[*index].0 == **name);
            found.next().filter(|_| found.next().is_none())
        }
    }
}

/// What a change makes of a list; `None`: it cannot be made.
fn changed(terms: &[Term], change: &SpreadEdit) -> Option<Vec<Term>> {
    let mut terms = terms.to_vec();
    match change.clone() {
        SpreadEdit::Add {
            topology_key,
            topology_key_type,
            max_skew,
            when_unsatisfiable,
        } => terms.push((
            topology_key,
            topology_key_type,
            max_skew,
            when_unsatisfiable,
        )),
        SpreadEdit::Remove { constraint } => {
            let index = index_of(&terms, &constraint)?;
            terms.get(index)?;
            terms.remove(index);
        }
        SpreadEdit::Move { constraint, to } => {
            let from = index_of(&terms, &constraint)?;
            terms.get(from.max(to))?;
            let term = terms.remove(from);
            terms.insert(to, term);
        }
        SpreadEdit::Set {
            constraint,
            topology_key,
            topology_key_type,
            max_skew,
            when_unsatisfiable,
        } => {
            let index = index_of(&terms, &constraint)?;
            let term = terms.get_mut(index)?;
            term.0 = topology_key.unwrap_or(term.0.clone());
            term.1 = topology_key_type.unwrap_or(term.1);
            term.2 = max_skew.unwrap_or(term.2);
            term.3 = when_unsatisfiable.unwrap_or(term.3);
        }
    }
    Some(terms)
}

/// Everything that may be asked of a list of so many constraints, and a little beyond.
fn changes(count: usize) -> Vec<SpreadEdit> {
    let mut changes = Vec::new();
    for key in [
        "zone",
        "topology.kubernetes.io/zone",
        "no",
        "7",
        "a: \"b\" # c",
    ] {
        let (topology_key_type, when_unsatisfiable) =
            (TopologyKeyType::Claim, WhenUnsatisfiable::ScheduleAnyway);
        changes.push(SpreadEdit::Add {
            topology_key: key.to_owned(),
            topology_key_type,
            max_skew: 3,
            when_unsatisfiable,
        });
        changes.push(SpreadEdit::Set {
            constraint: Key::from(count as u32 / 2),
            topology_key: Some(key.to_owned()),
            topology_key_type: Some(topology_key_type),
            max_skew: Some(i32::MAX),
            when_unsatisfiable: Some(when_unsatisfiable),
        });
    }
    for key in ["zone", "region", "nowhere"] {
        let constraint = Key::from(key);
        changes.push(SpreadEdit::Remove { constraint });
    }
    for index in 0..=count {
        changes.push(SpreadEdit::Remove {
            constraint: Key::from(index as u32),
        });
        changes.extend((0..=count).map(|to| SpreadEdit::Move {
            constraint: Key::from(index as u32),
            to,
        }));
        let nothing = SpreadEdit::Set {
            constraint: Key::from(index as u32),
            topology_key: None,
            topology_key_type: None,
            max_skew: None,
            when_unsatisfiable: None,
        };
        for at in 0..4 {
            let mut change = nothing.clone();
            if let SpreadEdit::Set {
                topology_key,
                topology_key_type,
                max_skew,
                when_unsatisfiable,
                ..
            } = &mut change
            {
                match at {
                    0 => *topology_key = Some("rack".to_owned()),
                    1 => *topology_key_type = Some(TopologyKeyType::Claim),
                    2 => *max_skew = Some(12),
                    _ => *when_unsatisfiable = Some(WhenUnsatisfiable::ScheduleAnyway),
                }
            }
            changes.push(change);
        }
        changes.push(nothing);
    }
    changes
}

const AROUND: [&str; 2] = [
    "# 🙂 語\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
     metadata: {name: p, namespace: team}\n",
    "\n---\napiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedCluster\n\
     metadata: {name: c, labels: {zone: a}}\n",
];

#[track_caller]
fn check(text: &str, encoding: Encoding, change: &SpreadEdit, before: &[Term]) {
    let mut scenario = scenario(text, encoding);
    assert_eq!(terms(&scenario, 0), before, "{text}");
    let errors = scenario.reading().counts.error;
    let edits = scenario.input().spread_edit(0, change);
    let expect = changed(before, change).filter(|after| after != before);
    let Some(expect) = expect else {
        assert_eq!(edits, [], "{change:?} in\n{text}");
        return;
    };
    assert_eq!(edits.len(), 1, "{change:?} in\n{text}");
    for unit in [edits[0].from, edits[0].to] {
        let at = byte(text, unit, encoding);
        let parts_a_break = text[..at].ends_with('\r') && text[at..].starts_with('\n');
        assert!(!parts_a_break, "{change:?} in\n{text}");
    }
    apply(&mut scenario, &edits);
    let edited = scenario.text();
    assert_eq!(terms(&scenario, 0), expect, "{change:?} gives\n{edited}");
    let has_new_errors = scenario.reading().counts.error > errors;
    let is_key = !edited.contains("a: ") && !edited.contains("\\\"b\\\"");
    assert!(!has_new_errors || !is_key, "{change:?} gives\n{edited}");
    // The same as if it had been read anew.
    let fresh = super::scenario(&edited, encoding);
    let (mut left, mut right) = (scenario.reading(), fresh.reading());
    (left.reread, left.revision) = (0, 0);
    (right.reread, right.revision) = (0, 0);
    assert_eq!(left, right);
    // Comments go with their constraint, or not at all.
    let is_removal = matches!(change, SpreadEdit::Remove { .. });
    for line in text.lines() {
        let Some((_, comment)) = line.split_once('#') else {
            continue;
        };
        let is_kept = edited.contains(comment);
        let is_of_the_list = text.contains("spreadConstraints:") && !line.starts_with('#');
        assert!(
            is_kept || is_removal && is_of_the_list,
            "{comment} of\n{text}\nafter {change:?}\n{edited}"
        );
    }
    let breaks = |text: &str| text.contains("\r\n") && !text.replace("\r\n", "").contains('\n');
    assert_eq!(breaks(text), breaks(&edited), "line ends of\n{edited:?}");
}

#[test]
fn constraints_are_as_meant() {
    for (text, before) in layouts() {
        for change in changes(before.len()) {
            for encoding in BOTH {
                check(&text, encoding, &change, &before);
            }
        }
    }
}

#[test]
fn a_move_and_its_return_leave_no_trace() {
    // What is no constraint is stepped over, and not stepped back over.
    let is_all = |text: &str| !text.contains("topologyKey:\n") && !text.contains("topologyKey:\r");
    for (text, before) in layouts().into_iter().filter(|(text, _)| is_all(text)) {
        for (from, to) in [(0, 1), (1, 0), (2, 0), (0, 2)] {
            let mut scenario = scenario(&text, Encoding::Utf16);
            let edits = scenario.input().spread_edit(
                0,
                &SpreadEdit::Move {
                    constraint: Key::from(from as u32),
                    to,
                },
            );
            assert_eq!(
                edits.is_empty(),
                before.len() <= from.max(to),
                "{from} {to} {text}"
            );
            apply(&mut scenario, &edits);
            let edits = scenario.input().spread_edit(
                0,
                &SpreadEdit::Move {
                    constraint: Key::from(to as u32),
                    to: from,
                },
            );
            apply(&mut scenario, &edits);
            assert_eq!(scenario.text(), text);
        }
    }
}

/// The text behind the constraints, with what becomes of them.
#[track_caller]
fn check_text(spec: &str, change: &SpreadEdit, expect: &str) {
    let whole = |spec: &str| format!("{}{spec}{}", AROUND[0], AROUND[1]);
    let mut scenario = scenario(&whole(spec), Encoding::Utf16);
    let edits = scenario.input().spread_edit(0, change);
    apply(&mut scenario, &edits);
    assert_eq!(scenario.text(), whole(expect), "{change:?}");
}

#[test]
fn the_text_is_as_a_person_would_write_it() {
    let hard = WhenUnsatisfiable::DoNotSchedule;
    let add = SpreadEdit::Add {
        topology_key: "region".to_owned(),
        topology_key_type: TopologyKeyType::Label,
        max_skew: 1,
        when_unsatisfiable: hard,
    };
    let policy = "\
spec:
  numberOfClusters: 1
  spreadPolicy:
    spreadConstraints:
    - topologyKey: region
      topologyKeyType: Label
      maxSkew: 1
      whenUnsatisfiable: DoNotSchedule";
    check_text("spec:\n  numberOfClusters: 1", &add, policy);
    check_text(
        policy,
        &SpreadEdit::Remove {
            constraint: Key::Index(0),
        },
        "spec:\n  numberOfClusters: 1",
    );
    check_text(
        policy,
        &add,
        &format!(
            "{policy}{}",
            &policy[policy.find("\n    - ").expect("an item")..]
        ),
    );
    let skew = |max_skew| SpreadEdit::Set {
        constraint: Key::from("region"),
        topology_key: None,
        topology_key_type: None,
        max_skew: Some(max_skew),
        when_unsatisfiable: None,
    };
    check_text(
        policy,
        &skew(4),
        &policy.replace("maxSkew: 1", "maxSkew: 4"),
    );
    check_text(policy, &skew(1), policy);
    let short = "\
spec:
  spreadPolicy:
    spreadConstraints:
    - topologyKey: region # why
      topologyKeyType: Label";
    check_text(short, &skew(2), &format!("{short}\n      maxSkew: 2"));
    check_text(
        &format!("{short}\n  # of spread, or of what it was\n  numberOfClusters: 1"),
        &SpreadEdit::Remove {
            constraint: Key::Index(0),
        },
        "spec:\n  # of spread, or of what it was\n  numberOfClusters: 1",
    );
}

#[test]
fn where_constraints_cannot_be_changed_there_is_no_edit() {
    let removal = SpreadEdit::Remove {
        constraint: Key::Index(0),
    };
    let shift = SpreadEdit::Move {
        constraint: Key::Index(0),
        to: 1,
    };
    let item = "topologyKey: zone, topologyKeyType: Label";
    for spec in [
        "spec: none".to_owned(),
        "spec:\n  spreadPolicy: [1]".to_owned(),
        "spec:\n  spreadPolicy:\n    spreadConstraints: many".to_owned(),
        // Something else refers to what is written here, or this to what is written elsewhere.
        format!(
            "x: &x [{{{item}}}, {{{item}}}]\nspec:\n  spreadPolicy:\n    spreadConstraints: *x"
        ),
        format!("spec:\n  spreadPolicy:\n    spreadConstraints:\n    - &x {{{item}}}\n    - *x"),
        format!(
            "x: &x\n  spreadPolicy:\n    spreadConstraints: [{{{item}}}, {{{item}}}]\nspec:\n  <<: *x"
        ),
        // What is merged in may be a key, or none: then the constraints cannot be counted in the text.
        format!(
            "\
x: &x {{maxSkew: 1}}
spec:
  spreadPolicy:
    spreadConstraints:
    - <<: *x
    - {{{item}}}
    - {{{item}}}"
        ),
    ] {
        let text = format!("{}{spec}{}", AROUND[0], AROUND[1]);
        let scenario = scenario(&text, Encoding::Utf8);
        for change in [&removal, &shift] {
            assert_eq!(
                scenario.input().spread_edit(0, change),
                [],
                "{change:?} of {spec}"
            );
        }
    }
    let scenario = scenario(&layouts()[9].0, Encoding::Utf8);
    for placement in [1, usize::MAX] {
        assert_eq!(scenario.input().spread_edit(placement, &removal), []);
    }
}

/// What policies are made of.
const PARTS: &[&str] = &[
    "\n",
    "# note 🙂\n",
    "    # note\n",
    "        # note\n",
    "    - topologyKey: region\n      topologyKeyType: Label\n",
    "    - topologyKeyType: \"Claim\" # why\n      topologyKey: 'zone'\n\n",
    "    - {topologyKey: rack, topologyKeyType: Label, maxSkew: 3}\n",
    "    - # later\n      topologyKey: \"語\"\n      maxSkew:\n",
    "    -\n",
    "  numberOfClusters: 1\n",
];

/// What hardly belongs into them.
const OTHERS: &[&str] = &[
    "\r\n",
    " ",
    "      ",
    "    - &a\n      topologyKey: x\n",
    "    - *a\n",
    "    - <<: *a\n",
    "    - topologyKey: |\n        text\n",
    "    - - topologyKey: deep\n",
    "    ? topologyKey: odd\n",
    "    [{topologyKey: a}, # one\n     {topologyKey: b, topologyKeyType: Claim},\n    ]\n",
    "    {topologyKey: c}",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "-",
    "|",
    "'",
    "\"",
    "🙂",
    "\t",
    "\u{feff}",
    "  spreadPolicy: &p\n    spreadConstraints:\n",
    "---\n",
];

fn parts() -> impl proptest::strategy::Strategy<Value = Vec<&'static str>> {
    use proptest::{prelude::*, sample::select};
    prop::collection::vec(prop_oneof![8 => select(PARTS), 1 => select(OTHERS)], 0..7)
}

proptest::proptest! {
    #![proptest_config(cases(2000))]

    /// Whatever the text: an edit that is offered makes of the constraints what was meant.
    #[test]
    fn what_is_offered_is_as_meant(
        parts in parts(),
        change in proptest::sample::select(changes(3)),
        is_item in proptest::bool::ANY,
        utf16 in proptest::bool::ANY,
    ) {
        let head = "apiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
                    metadata: {name: p, namespace: é}\nspec:\n  spreadPolicy:\n    spreadConstraints:\n";
        let mut text = format!("{head}{}", parts.concat());
        if is_item {
            let lines: Vec<String> = text.lines().map(|line| format!("  {line}\n")).collect();
            text = format!("kind: List\nitems:\n{}", lines.concat().replacen("  api", "- api", 1));
        }
        let encoding = if utf16 { Encoding::Utf16 } else { Encoding::Utf8 };
        let mut scenario = scenario(&text, encoding);
        if !scenario.reading().placements.is_empty() {
            let before = terms(&scenario, 0);
            let edits = scenario.input().spread_edit(0, &change);
            let meant = changed(&before, &change);
            apply(&mut scenario, &edits);
            if !edits.is_empty() {
                proptest::prop_assert_eq!(
                    Some(terms(&scenario, 0)),
                    meant,
                    "\n{}\n{:?}\n{}",
                    text,
                    change,
                    scenario.text()
                );
            }
        }
    }
}
