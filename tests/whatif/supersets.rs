//! Searches of spaces that are made up: what is told holds for the spaces of every system.

use schedscope::{
    objects::diagnostic::ObjectName,
    whatif::{
        Edit, Family, StepSize, Value,
        edit::path,
        search::{Found, Search, Space, Trial},
    },
};

use super::worlds::Dice;

const FAMILIES: [Family; 3] = [Family::Weight, Family::Request, Family::Release];

/// One of a few edits, each of another field.
fn edit(number: usize) -> Edit {
    Edit {
        family: FAMILIES[number % 3],
        object: ObjectName {
            kind: "Thing".to_owned(),
            namespace: String::new(),
            name: "one".to_owned(),
        },
        path: path(&format!("spec.field{number}")),
        old: None,
        new: Some(Value::Integer(1)),
        subject: String::new(),
        model: None,
        pods: 1,
        numbers: None,
        step: StepSize::of(number as u64),
    }
}

/// Lists of candidates of up to three edits, and sets of edits of which each meets the want, with whatever else.
fn drawn(dice: &mut Dice) -> (Vec<Space>, Vec<Vec<Edit>>, Vec<Vec<Edit>>) {
    fn set(dice: &mut Dice, most: usize) -> Vec<Edit> {
        let first = dice.below(9);
        (0..=dice.below(most))
            .map(|more| edit((first + more * 2) % 9))
            .collect()
    }
    let spaces = FAMILIES.map(|family| Space {
        family,
        candidates: Ok((0..=dice.below(4)).map(|_| set(dice, 3)).collect()),
        whole: true,
    });
    let joint = (0..dice.below(3)).map(|_| set(dice, 3)).collect();
    let enough = (0..=dice.below(3)).map(|_| set(dice, 4)).collect();
    (spaces.into(), joint, enough)
}

fn has(edits: &[Edit], less: &[Edit]) -> bool {
    less.iter().all(|edit| edits.contains(edit))
}

#[test]
fn no_change_has_all_edits_of_another() {
    let (mut several, mut left_out) = (0, 0);
    for seed in 0..4000 {
        let mut dice = Dice::new(seed);
        let (spaces, joint, enough) = drawn(&mut dice);
        let meets = |edits: &[Edit]| enough.iter().any(|set| has(edits, set));
        let mut met: Vec<Vec<Edit>> = Vec::new();
        let mut search = Search::new(&spaces).with_joint(joint, true);
        let mut told = 0;
        while !search.advance(1, &mut |edits| {
            if !meets(edits) {
                return Trial::Fails;
            }
            met.push(edits.to_vec());
            Trial::Meets(0)
        }) {
            // What was told stays.
            let so_far = search.so_far().changes.len();
            assert!(so_far >= told, "{seed}");
            told = so_far;
        }
        let Found { changes, .. } = search.found();
        for (at, change) in changes.iter().enumerate() {
            for (other, less) in changes.iter().enumerate() {
                assert!(at == other || !has(&change.edits, &less.edits), "{seed}");
            }
        }
        assert_eq!(met.is_empty(), changes.is_empty(), "{seed}");
        several += usize::from(changes.len() > 1);
        let is_known = |edits: &Vec<Edit>| changes.iter().any(|change| change.edits == *edits);
        left_out += met.iter().filter(|edits| !is_known(edits)).count();
    }
    assert!(several > 100 && left_out > 100, "{several} {left_out}");
}
