//! Paths of fields in objects.

use std::fmt;

/// The path of a value in its object.
#[derive(Clone, Copy, Debug)]
pub enum FieldPath<'p> {
    /// The object itself.
    Root,
    /// A field of the parent.
    Field(&'p FieldPath<'p>, &'p str),
    /// A key of a map whose keys are free, such as a label.
    Key(&'p FieldPath<'p>, &'p str),
    /// An item of a list, from 0.
    Index(&'p FieldPath<'p>, usize),
}

impl FieldPath<'_> {
    /// The index of the list item; 0 if the path does not end in one.
    pub fn index(&self) -> usize {
        match self {
            FieldPath::Index(_, index) => *index,
            _ => 0,
        }
    }

    /// Whether the path is a top-level field of the object, or below it.
    pub fn begins_with(&self, field: &str) -> bool {
        match self {
            FieldPath::Root => false,
            FieldPath::Field(FieldPath::Root, name) => *name == field,
            FieldPath::Field(parent, _)
            | FieldPath::Key(parent, _)
            | FieldPath::Index(parent, _) => parent.begins_with(field),
        }
    }

    /// The path of one of its fields.
    pub fn field<'q>(&'q self, name: &'q str) -> FieldPath<'q> {
        FieldPath::Field(self, name)
    }
}

impl fmt::Display for FieldPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldPath::Root => Ok(()),
            FieldPath::Field(FieldPath::Root, name) => f.write_str(name),
            FieldPath::Field(parent, name) => write!(f, "{parent}.{name}"),
            FieldPath::Key(parent, key) => write!(f, "{parent}[{key}]"),
            FieldPath::Index(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
