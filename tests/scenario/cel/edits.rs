//! Edits of a text with CEL: only what they change is asked again, and nothing is kept.

use proptest::prelude::*;
use schedscope_fuzz::cases::cases;

use super::*;

#[test]
fn many_edits_forget_what_they_left_behind() {
    let mut scenario = scenario(&text(THREE, &[("p", &[X_IS_1])]), Encoding::Utf8);
    for round in 0..1200 {
        let (old, new) = if round % 2 == 0 {
            ("2", "1")
        } else {
            ("1", "2")
        };
        let of_b = |x: &str| format!("b, labels: {{x: '{x}'}}");
        edit(&mut scenario, &of_b(old), &of_b(new));
        if round % 97 == 0 {
            let expect: &[&str] = if round % 2 == 0 {
                &["a", "b", "c"]
            } else {
                &["a", "c"]
            };
            assert_eq!(selected(&mut scenario, 0), expect, "{round}");
        }
    }
}

/// An edit of a text of some clusters.
#[derive(Clone, Debug)]
enum Change {
    Set(usize, i64),
    Remove(usize),
    Add(i64),
    Placement(usize),
    Prepare,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (0..8usize, 0..4i64).prop_map(|(at, x)| Change::Set(at, x)),
        (0..8usize).prop_map(Change::Remove),
        (0..4i64).prop_map(Change::Add),
        (0..3usize).prop_map(Change::Placement),
        Just(Change::Prepare),
    ]
}

proptest! {
    #![proptest_config(cases(64))]

    /// After any edits and questions the answer is that of the text read anew.
    #[test]
    fn edits_give_what_a_fresh_reading_gives(changes in prop::collection::vec(change(), 1..20)) {
        const EXPRESSIONS: [&str; 3] = [
            X_IS_1,
            "int(managedCluster.metadata.labels.x) > 1",
            "managedCluster.metadata.labels.x in ['0', '3']",
        ];
        let mut clusters: Vec<(String, i64)> = (0..4).map(|n| (format!("c{n}"), n)).collect();
        let (mut chosen, mut next) = (0, 4);
        let write = |clusters: &[(String, i64)], chosen: usize| {
            let clusters: Vec<(&str, i64)> = clusters.iter().map(|(n, x)| (&**n, *x)).collect();
            text(&clusters, &[("p", &[EXPRESSIONS[chosen]])])
        };
        let mut resident = scenario(&write(&clusters, chosen), Encoding::Utf8);
        for change in changes {
            match change {
                Change::Set(at, x) => {
                    if let Some(cluster) = clusters.get_mut(at) {
                        cluster.1 = x;
                    }
                }
                Change::Remove(at) => {
                    if at < clusters.len() {
                        clusters.remove(at);
                    }
                }
                Change::Add(x) => {
                    clusters.insert(next % (clusters.len() + 1), (format!("c{next}"), x));
                    next += 1;
                }
                Change::Placement(other) => chosen = other,
                Change::Prepare => {
                    prepare(&mut resident, 0);
                }
            }
            rewrite(&mut resident, &write(&clusters, chosen));
        }
        let mut fresh = scenario(&write(&clusters, chosen), Encoding::Utf8);
        prop_assert_eq!(selected(&mut resident, 0), selected(&mut fresh, 0));
        let expect = clusters.iter().filter(|(_, x)| match chosen {
            0 => *x == 1,
            1 => *x > 1,
            _ => *x == 0 || *x == 3,
        });
        let mut expect: Vec<String> = expect.map(|(name, _)| name.clone()).collect();
        expect.sort_unstable();
        prop_assert_eq!(selected(&mut resident, 0), expect);
    }
}
