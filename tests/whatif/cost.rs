//! Which of two changes is the smaller one: each comparison of the cost by itself, where those before it are equal.

use std::cmp::Ordering;

use schedscope::{
    objects::diagnostic::ObjectName,
    whatif::{
        Cost, Edit, Family, StepSize, Value,
        edit::path,
        search::{Found, Space, Trial, search},
    },
};

/// An edit of an object, of a family, that goes so far.
fn edit(family: Family, object: &str, step: StepSize) -> Edit {
    Edit {
        family,
        object: ObjectName {
            kind: "Thing".to_owned(),
            namespace: String::new(),
            name: object.to_owned(),
        },
        path: path("spec.field"),
        old: None,
        new: Some(Value::Integer(1)),
        subject: String::new(),
        model: None,
        pods: 1,
        numbers: None,
        step,
    }
}

const ONE: StepSize = StepSize { part: 1, whole: 1 };

fn whole(part: u64) -> StepSize {
    StepSize::of(part)
}

fn share(old: i64, new: i64) -> StepSize {
    StepSize::share(old, new)
}

/// The first costs less than the second.
#[track_caller]
fn less(one: &[Edit], other: &[Edit]) {
    let [one, other] = [Cost::new(one, 0), Cost::new(other, 0)];
    assert_eq!(one.cmp(&other), Ordering::Less, "{one:?} {other:?}");
    assert_eq!(other.cmp(&one), Ordering::Greater);
}

/// Both cost the same.
#[track_caller]
fn same(one: &[Edit], other: &[Edit]) {
    assert_eq!(Cost::new(one, 0), Cost::new(other, 0));
}

use Family::{Count, Label, Name, Predicate, Quota, Release, Request, Skew, Weight};

/// What is displaced comes before how natural an edit is.
#[test]
fn what_is_displaced_comes_first() {
    let cost = |edits: &[Edit], displaced| Cost::new(edits, displaced);
    let (label, quota) = ([edit(Label, "a", ONE)], [edit(Quota, "z", whole(9))]);
    assert!(cost(&quota, 0) < cost(&label, 1));
    assert!(cost(&label, 1) < cost(&quota, 1));
    // A misspelt name comes before all; removed objects, negative weights and requests of 0 after all.
    let [name, gone] = [Name, Release].map(|family| [edit(family, "a", ONE)]);
    let negative = [Edit {
        numbers: Some((Some(0), Some(-1))),
        ..edit(Weight, "a", ONE)
    }];
    assert!(cost(&name, 9) < cost(&label, 0));
    assert!(cost(&quota, 9) < cost(&gone, 0));
    assert!(cost(&quota, 9) < cost(&negative, 0));
    let request = |new| {
        [Edit {
            numbers: Some((Some(1), Some(new))),
            ..edit(Request, "a", ONE)
        }]
    };
    assert!(cost(&quota, 9) < cost(&request(0), 0));
    assert!(cost(&request(1), 0) < cost(&quota, 9));
}

#[test]
fn how_natural_an_edit_is_comes_before_their_number_steps_and_names() {
    let left_out = |family| Edit {
        new: None,
        ..edit(family, "a", ONE)
    };
    let node = Edit {
        path: Vec::new(),
        ..edit(Family::Node, "z", whole(9))
    };
    let order = [
        edit(Name, "z", whole(9)),
        Edit {
            path: path("spec.topologySpreadConstraints.nodeTaintsPolicy"),
            ..edit(Skew, "z", whole(9))
        },
        Edit {
            path: path("spec.unschedulable"),
            ..edit(Family::Node, "z", whole(9))
        },
        edit(Label, "z", whole(9)),
        edit(Skew, "z", whole(9)),
        edit(Weight, "z", whole(9)),
        Edit {
            old: Some(Value::text("hdd")),
            ..edit(Label, "z", whole(9))
        },
        edit(Quota, "z", whole(9)),
        node.clone(),
        left_out(Predicate),
        edit(Release, "a", ONE),
    ];
    for pair in order.windows(2) {
        less(&pair[..1], &pair[1..]);
        // The least natural edit of several counts.
        less(&[pair[0].clone(), pair[0].clone()], &pair[1..]);
    }
    less(&[edit(Quota, "z", whole(9))], &[left_out(Skew)]);
    // A label says what a node is.
    let mut label = edit(Label, "a", ONE);
    label.object.kind = "Node".to_owned();
    less(&[edit(Weight, "z", ONE)], &[label]);
    // Half of an amount is ordinary, less is not.
    let amount = |family, old, new| Edit {
        numbers: Some((Some(old), Some(new))),
        ..edit(family, "a", ONE)
    };
    for family in [Request, Quota] {
        less(&[amount(family, 8, 4)], std::slice::from_ref(&node));
        less(std::slice::from_ref(&node), &[amount(family, 8, 3)]);
    }
    // Few pods belong on control planes and cordoned nodes.
    let tolerates = |key: &str| Edit {
        new: Some(Value::map([("key", Value::text(key))])),
        ..edit(Family::Toleration, "a", ONE)
    };
    less(&[tolerates("gpu")], &[edit(Skew, "a", ONE)]);
    for key in [
        "node-role.kubernetes.io/control-plane",
        "node.kubernetes.io/unschedulable",
    ] {
        less(std::slice::from_ref(&node), &[tolerates(key)]);
    }
    same(
        &[edit(Release, "a", ONE), edit(Weight, "a", ONE)],
        &[edit(Weight, "a", ONE), edit(Release, "a", ONE)],
    );
}

#[test]
fn steps_come_before_names() {
    less(&[edit(Weight, "z", ONE)], &[edit(Weight, "a", whole(2))]);
    less(&[edit(Weight, "a", ONE)], &[edit(Weight, "b", ONE)]);
    less(&[edit(Request, "a", ONE)], &[edit(Quota, "a", whole(2))]);
    let [a, z] = ["a", "z"].map(|name| edit(Weight, name, ONE));
    same(&[z.clone(), a.clone()], &[a.clone(), z.clone()]);
    // The first names first.
    less(&[z, a], &[edit(Weight, "b", ONE), edit(Weight, "c", ONE)]);
}

/// Who uncordons a node does one thing: the control plane removes the taint.
#[test]
fn the_taint_of_a_cordon_is_no_edit_of_its_own() {
    let open = |step: &str, new| Edit {
        path: path(step),
        new,
        ..edit(Family::Node, "n1", ONE)
    };
    let uncordoned = [
        open("spec.unschedulable", Some(Value::Plain("false".to_owned()))),
        open("spec.taints.0", None),
    ];
    assert_eq!(Cost::new(&uncordoned, 0).edits, 1);
    assert_eq!(
        Cost::new(&[edit(Weight, "a", ONE), edit(Weight, "b", ONE)], 0).edits,
        2
    );
}

/// Whole numbers are added up; of shares the largest counts first.
#[test]
fn steps_together() {
    let two = |one, other| [edit(Quota, "a", one), edit(Quota, "a", other)];
    less(&two(whole(3), whole(3)), &two(whole(1), whole(6)));
    less(&two(whole(4), whole(1)), &two(whole(3), whole(3)));
    less(
        &two(share(10, 14), share(10, 14)),
        &two(share(10, 11), share(10, 15)),
    );
    less(
        &two(share(10, 15), share(10, 11)),
        &two(share(10, 12), share(10, 15)),
    );
}

/// The difference of amounts counts as a share of the old one, exactly.
#[test]
fn shares_of_the_old_amount() {
    let one = |old, new| [edit(Request, "a", share(old, new))];
    less(&one(1000, 1100), &one(10, 12));
    less(&one(10, 9), &one(10, 12));
    same(&one(10, 12), &one(5, 6));
    let large = i64::MAX / 3;
    less(&one(large, large + 1), &one(large - 1, large + 1));
    // What was nothing has no share: the less the better.
    less(&one(0, 1), &one(0, 2));
}

/// Others are as cheap if families and steps are the same, whatever their objects are called.
#[test]
fn as_cheap() {
    let candidates = |all: &[(Family, &str, u64)]| {
        let edits = all.iter();
        let edits = edits.map(|(family, name, step)| vec![edit(*family, name, whole(*step))]);
        let space = Space {
            family: Weight,
            candidates: Ok(edits.collect()),
            whole: true,
        };
        let Found { changes, .. } = search(&[space], &mut |_| Trial::Meets(0));
        (changes.len(), changes[0].alike.len())
    };
    assert_eq!(candidates(&[(Weight, "a", 1), (Weight, "b", 1)]), (1, 1));
    assert_eq!(candidates(&[(Weight, "a", 1), (Weight, "b", 2)]), (1, 0));
    assert_eq!(candidates(&[(Weight, "a", 1), (Count, "b", 1)]), (1, 0));
}
