//! Edits of a placement's spread constraints.

use schedscope_objects::{
    placement::{TopologyKeyType, WhenUnsatisfiable},
    word::Word as _,
    words,
};
#[cfg(feature = "types")]
use schedscope_options::types::{Declarations, Shape};
use schedscope_options::{Argument, Fault, Key, Source, options, read};
use schedscope_reader::PieceDraft;
use schedscope_text::edit::{self as edit, Edit, PathStep, Value};
use schedscope_text::tree::{Tree, ValueId, ValueKind};

use schedscope_whatif::placement::placement_name;

use crate::{Input, TextEdit};

/// A change of a placement's spread constraints. `add`: one after the others; `remove` one (with the last one, the
/// whole `spreadPolicy`); `move` one with its comments; `set` some of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "types",
    derive(ts_rs::TS),
    ts(
        tag = "type",
        rename_all = "lowercase",
        rename_all_fields = "camelCase"
    )
)]
pub enum SpreadEdit {
    /// Adds a constraint after the others.
    Add {
        /// The label or cluster claim whose values are the domains.
        topology_key: String,
        /// Whether the key is a label or a cluster claim.
        topology_key_type: TopologyKeyType,
        /// The max skew, at least 1.
        max_skew: i32,
        /// Whether the constraint is hard or soft.
        when_unsatisfiable: WhenUnsatisfiable,
    },
    /// Removes a constraint; with the last one, the whole `spreadPolicy`.
    Remove {
        /// The constraint: its topology key, or its index, from 0.
        #[cfg_attr(feature = "types", ts(type = "number | string"))]
        constraint: Key,
    },
    /// Moves a constraint with its comments.
    Move {
        /// The constraint: its topology key, or its index, from 0.
        #[cfg_attr(feature = "types", ts(type = "number | string"))]
        constraint: Key,
        /// The index of the constraint after the move, from 0.
        to: usize,
    },
    /// Sets fields of a constraint; absent ones stay.
    #[cfg_attr(feature = "types", ts(optional_fields))]
    Set {
        /// The constraint: its topology key, or its index, from 0.
        #[cfg_attr(feature = "types", ts(type = "number | string"))]
        constraint: Key,
        /// The label or cluster claim whose values are the domains. Absent: it stays.
        topology_key: Option<String>,
        /// Whether the key is a label or a cluster claim. Absent: it stays.
        topology_key_type: Option<TopologyKeyType>,
        /// The max skew, at least 1. Absent: it stays.
        max_skew: Option<i32>,
        /// Whether the constraint is hard or soft. Absent: it stays.
        when_unsatisfiable: Option<WhenUnsatisfiable>,
    },
}

words! {
    /// The type of a change.
    pub enum SpreadEditType {
        /// `SpreadEdit::Add`.
        Add = "add",
        /// `SpreadEdit::Remove`.
        Remove = "remove",
        /// `SpreadEdit::Move`.
        Move = "move",
        /// `SpreadEdit::Set`.
        Set = "set",
    }
}

schedscope_options::words! {
    SpreadEditType { "add" = Add, "remove" = Remove, "move" = Move, "set" = Set, }
}

options! {
    /// The fields of all types of changes.
    pub struct SpreadEditFields {
        /// The type of the change.
        r#type: Option<SpreadEditType> [needed],
        /// See [`SpreadEdit`].
        constraint: Option<Key>,
        /// See [`SpreadEdit`].
        to: Option<usize> [0..=4_294_967_295],
        /// See [`SpreadEdit`].
        topology_key: Option<String>,
        /// See [`SpreadEdit`].
        topology_key_type: Option<TopologyKeyType>,
        /// See [`SpreadEdit`].
        max_skew: Option<i32>,
        /// See [`SpreadEdit`].
        when_unsatisfiable: Option<WhenUnsatisfiable>,
    }
}

impl SpreadEditFields {
    /// The change, if it has the fields of its type and no others.
    fn change(self) -> Result<SpreadEdit, Fault> {
        fn needed<T>(value: Option<T>, name: &str) -> Result<T, Fault> {
            value.ok_or_else(|| Fault::missing(name))
        }
        let r#type = needed(self.r#type, "type")?;
        let [key, key_type, skew, action] = FIELDS;
        let given = [
            ("constraint", self.constraint.is_some()),
            ("to", self.to.is_some()),
            (key, self.topology_key.is_some()),
            (key_type, self.topology_key_type.is_some()),
            (skew, self.max_skew.is_some()),
            (action, self.when_unsatisfiable.is_some()),
        ];
        let known: &[&str] = match r#type {
            SpreadEditType::Add => &FIELDS,
            SpreadEditType::Remove => &["constraint"],
            SpreadEditType::Move => &["constraint", "to"],
            SpreadEditType::Set => &["constraint", key, key_type, skew, action],
        };
        for (name, is_given) in given {
            if is_given && !known.contains(&name) {
                return Err(format!("`{}` has no field `{name}`", r#type.word()).into());
            }
        }
        let constraint = needed(self.constraint, "constraint");
        Ok(match r#type {
            SpreadEditType::Add => SpreadEdit::Add {
                topology_key: needed(self.topology_key, key)?,
                topology_key_type: needed(self.topology_key_type, key_type)?,
                max_skew: needed(self.max_skew, skew)?,
                when_unsatisfiable: needed(self.when_unsatisfiable, action)?,
            },
            SpreadEditType::Remove => SpreadEdit::Remove {
                constraint: constraint?,
            },
            SpreadEditType::Move => SpreadEdit::Move {
                constraint: constraint?,
                to: needed(self.to, "to")?,
            },
            SpreadEditType::Set => SpreadEdit::Set {
                constraint: constraint?,
                topology_key: self.topology_key,
                topology_key_type: self.topology_key_type,
                max_skew: self.max_skew,
                when_unsatisfiable: self.when_unsatisfiable,
            },
        })
    }
}

impl Argument for SpreadEdit {
    fn read(from: &mut dyn Source) -> Result<Self, Fault> {
        read::<SpreadEditFields>(from)?.change()
    }

    #[cfg(feature = "types")]
    fn shape() -> Shape {
        Shape::new("SpreadEdit")
    }

    #[cfg(feature = "types")]
    fn declare(declarations: &mut Declarations) {
        ts_rs::TypeVisitor::visit::<Self>(declarations);
        TopologyKeyType::declare(declarations);
        WhenUnsatisfiable::declare(declarations);
    }
}

impl Default for SpreadEdit {
    fn default() -> Self {
        Self::Remove {
            constraint: Key::Index(0),
        }
    }
}

/// The path to the list of constraints.
const LIST: [&str; 3] = ["spec", "spreadPolicy", "spreadConstraints"];

/// The fields of a constraint, in the order in which they are written.
const FIELDS: [&str; 4] = [
    "topologyKey",
    "topologyKeyType",
    "maxSkew",
    "whenUnsatisfiable",
];

/// The values of a constraint's own fields; `None` if absent, or merged in.
type Term = [Option<String>; 4];

impl Input {
    /// The edit that changes a placement's spread constraints in the text; comments and layout of
    /// everything else stay. Indices count the constraints of the latest reading. Empty where
    /// nothing changes, or the text cannot take it: no such placement or constraint, an anchor in
    /// the way, a list that stands elsewhere. O(bytes of the placement + objects).
    pub fn spread_edit(&self, placement: usize, change: &SpreadEdit) -> Vec<TextEdit> {
        let edit = self.drafted(placement, change);
        let edit = edit.map(|edit| TextEdit {
            from: edit.from,
            to: edit.to,
            insert: edit.insert,
        });
        edit.into_iter().collect()
    }

    /// Checks that the constraint of a change is one of the placement's, where it is named by its topology key.
    ///
    /// # Errors
    /// No constraint, or more than one, has the key.
    pub fn check_spread_edit(&self, placement: usize, change: &SpreadEdit) -> Result<(), String> {
        let (SpreadEdit::Remove { constraint }
        | SpreadEdit::Move { constraint, .. }
        | SpreadEdit::Set { constraint, .. }) = change
        else {
            return Ok(());
        };
        match self.objects().placements.get(placement) {
            Some(placement) => self.constraint(placement, constraint).map(|_| ()),
            None => Ok(()),
        }
    }

    fn drafted(&self, placement: usize, change: &SpreadEdit) -> Option<Edit> {
        let placement = self.objects().placements.get(placement)?;
        let mut draft = PieceDraft::of(
            &self.reader,
            &placement_name(placement, &self.objects().names),
        )?;
        let places = places(&draft);
        if places.len() != placement.spec.spread_constraints.len() {
            return None;
        }
        let mut expect = terms(&draft);
        match change {
            SpreadEdit::Add {
                topology_key,
                topology_key_type,
                max_skew,
                when_unsatisfiable,
            } => {
                let values = [
                    Value::Text(topology_key.clone()),
                    Value::Text(topology_key_type.name().to_owned()),
                    Value::number(i64::from(*max_skew)),
                    Value::Text(when_unsatisfiable.name().to_owned()),
                ];
                expect.push(values.clone().map(|value| Some(written(value))));
                let term = Value::Map(FIELDS.map(str::to_owned).into_iter().zip(values).collect());
                set(&mut draft, &[PathStep::Append], &term)?;
            }
            SpreadEdit::Remove { constraint } => {
                let place = *places.get(self.constraint(placement, constraint).ok()?)?;
                expect.remove(place);
                remove(&mut draft, place)?;
            }
            SpreadEdit::Move { constraint, to } => {
                let from = self.constraint(placement, constraint).ok()?;
                let (from, to) = (*places.get(from)?, *places.get(*to)?);
                let term = expect.remove(from);
                expect.insert(to, term);
                let (source, tree, root) = draft.parts();
                let list = list(source, tree, root)?;
                let edit = edit::move_item(source, tree, list, from, to)?;
                draft.apply(&edit)?;
            }
            SpreadEdit::Set {
                constraint,
                topology_key,
                topology_key_type,
                max_skew,
                when_unsatisfiable,
            } => {
                let place = *places.get(self.constraint(placement, constraint).ok()?)?;
                let (source, tree, root) = draft.parts();
                if edit::has_anchors(source, tree, list(source, tree, root)?) {
                    return None;
                }
                let values = [
                    topology_key.clone().map(Value::Text),
                    topology_key_type.map(|of| Value::Text(of.name().to_owned())),
                    max_skew.map(|number| Value::number(i64::from(number))),
                    when_unsatisfiable.map(|when| Value::Text(when.name().to_owned())),
                ];
                let defaults = [
                    None,
                    None,
                    Some("1"),
                    Some(WhenUnsatisfiable::default().name()),
                ];
                for (at, value) in values.into_iter().enumerate() {
                    let Some(value) = value else { continue };
                    let term = &mut expect[place][at];
                    let text = written(value.clone());
                    // An equivalent value is left as written.
                    if term.as_deref().or(defaults[at]) == Some(&*text) {
                        continue;
                    }
                    *term = Some(text);
                    set(
                        &mut draft,
                        &[PathStep::Index(place), PathStep::Key(FIELDS[at])],
                        &value,
                    )?;
                }
            }
        }
        // Verifies the result, because YAML has more forms than the edits handle.
        (terms(&draft) == expect).then(|| draft.edit(self.encoding))?
    }
}

/// Removes an item, and with the last one the whole policy.
fn remove(draft: &mut PieceDraft<'_>, place: usize) -> Option<()> {
    let (source, tree, root) = draft.parts();
    let list = list(source, tree, root)?;
    let edit = if tree.items(list).count() > 1 {
        edit::remove_item(source, tree, list, place)
    } else {
        let spec = own(source, tree, root, &LIST[..1])?;
        edit::remove_entry(source, tree, spec, LIST[1])
    };
    let edit = edit?;
    draft.apply(&edit)
}

/// Sets a value below the list.
fn set(draft: &mut PieceDraft<'_>, below: &[PathStep<'_>], value: &Value) -> Option<()> {
    let (source, tree, root) = draft.parts();
    let path: Vec<_> = LIST
        .iter()
        .map(|key| PathStep::Key(key))
        .chain(below.iter().copied())
        .collect();
    let edit = edit::set(source, tree, root, &path, value.clone())?;
    draft.apply(&edit)
}

/// The list, if it is written in the object itself.
fn list(source: &str, tree: &Tree, root: ValueId) -> Option<ValueId> {
    own(source, tree, root, &LIST).filter(|list| tree.kind(*list) == ValueKind::Sequence)
}

/// A value that is written in the object itself, not reached through an alias.
fn own(source: &str, tree: &Tree, root: ValueId, path: &[&str]) -> Option<ValueId> {
    path.iter().try_fold(root, |node, key| {
        let next = tree.get(node, key, source)?;
        (!edit::is_elsewhere(source, tree, next)).then_some(next)
    })
}

/// The indices of the items that are constraints: those with a topology key, or with a merge key.
fn places(draft: &PieceDraft<'_>) -> Vec<usize> {
    let (source, tree, root) = draft.parts();
    let items = list(source, tree, root)
        .into_iter()
        .flat_map(|list| tree.items(list));
    let has_key = |item: ValueId| match tree.get(item, FIELDS[0], source) {
        Some(key) => tree.scalar(key, source).is_some() && !tree.is_null(key, source),
        None => tree.get(item, "<<", source).is_some(),
    };
    items
        .enumerate()
        .filter_map(|(index, item)| has_key(item).then_some(index))
        .collect()
}

/// The fields of the list's items.
fn terms(draft: &PieceDraft<'_>) -> Vec<Term> {
    let (source, tree, root) = draft.parts();
    let items = list(source, tree, root)
        .into_iter()
        .flat_map(|list| tree.items(list));
    let field = |item, key| {
        let value = tree.get(item, key, source)?;
        (!tree.is_null(value, source)).then(|| tree.text(value, source).to_owned())
    };
    items
        .map(|item| FIELDS.map(|key| field(item, key)))
        .collect()
}

fn written(value: Value) -> String {
    match value {
        Value::Plain(text) | Value::Text(text) => text,
        Value::Map(_) | Value::Written { .. } => String::new(),
    }
}
