//! The hub's check of `'…'.format([…])` before evaluation, if the text and the list are literals.

use cel::common::ast::{EntryExpr, Expr, IdedExpr, LiteralValue};

use crate::{
    library::format::{precision, refusal},
    types::{Substitution, Type},
};

/// A call whose text and values are literals.
#[derive(Debug)]
pub(crate) struct FormatCall {
    id: u64,
    text: String,
    values: Vec<Shape>,
}

/// A value, with its parts if it is a literal list or map.
#[derive(Debug)]
struct Shape {
    id: u64,
    parts: Vec<Shape>,
}

/// The id of the expression that has an error, and the message.
pub(crate) type Wrong = (u64, String);

impl FormatCall {
    /// The call with this target and this argument; `None` if one of them is not a literal.
    pub(crate) fn new(id: u64, target: &IdedExpr, argument: &IdedExpr) -> Option<Self> {
        let Expr::Literal(LiteralValue::String(text)) = &target.expr else {
            return None;
        };
        let Expr::List(values) = &argument.expr else {
            return None;
        };
        Some(Self {
            id,
            text: text.inner().to_owned(),
            values: values.elements.iter().map(shape).collect(),
        })
    }

    /// Checks the clauses against the types of the values.
    ///
    /// # Errors
    /// The first clause that is invalid or does not take its value.
    pub(crate) fn check(
        &self,
        types: &Substitution,
        type_of: impl Fn(u64) -> Option<Type>,
    ) -> Result<(), Wrong> {
        let type_of = |id| type_of(id).map_or(Type::Dyn, |of| types.resolve(&of));
        let wrong = |message: String| (self.id, message);
        let mut taken = 0;
        let mut rest = self.text.as_str();
        while let Some((_, clause)) = rest.split_once('%') {
            if let Some(behind) = clause.strip_prefix('%') {
                rest = behind;
                continue;
            }
            let value = self.values.get(taken);
            let value = value.ok_or_else(|| wrong(format!("index {taken} out of range")))?;
            taken += 1;
            let (_, clause) = precision(clause).map_err(|stop| wrong(stop.to_string()))?;
            let Some(kind) = clause.chars().next() else {
                return Err(wrong("unexpected end of string".to_owned()));
            };
            rest = &clause[kind.len_utf8()..];
            let bad = match kind {
                's' => unwritable(value, &type_of),
                'd' | 'e' | 'f' | 'b' | 'o' | 'x' | 'X' => {
                    let of = type_of(value.id);
                    (!takes(kind, &of)).then_some((value.id, of))
                }
                other => {
                    return Err(wrong(format!(
                        "could not parse formatting clause: unrecognized formatting clause \
                         \"{other}\""
                    )));
                }
            };
            if let Some((id, of)) = bad {
                let why = refusal(kind, of.runtime_name());
                return Err((id, format!("error during formatting: {why}")));
            }
        }
        let given = self.values.len();
        if given > taken {
            return Err(wrong(format!(
                "too many arguments supplied to string.format (expected {taken}, got {given})"
            )));
        }
        Ok(())
    }
}

fn shape(expression: &IdedExpr) -> Shape {
    let parts = match &expression.expr {
        Expr::List(list) => list.elements.iter().map(shape).collect(),
        Expr::Map(map) => {
            let entries = map.entries.iter().filter_map(|entry| match &entry.expr {
                EntryExpr::MapEntry(entry) => Some([shape(&entry.key), shape(&entry.value)]),
                EntryExpr::StructField(_) => None,
            });
            entries.flatten().collect()
        }
        _ => Vec::new(),
    };
    Shape {
        id: expression.id,
        parts,
    }
}

/// The first part that `%s` does not write.
fn unwritable(value: &Shape, type_of: &impl Fn(u64) -> Type) -> Option<(u64, Type)> {
    let of = type_of(value.id);
    if !takes('s', &of) {
        return Some((value.id, of));
    }
    let mut parts = value.parts.iter();
    parts.find_map(|part| unwritable(part, type_of))
}

/// Whether a clause takes values of a type.
fn takes(kind: char, of: &Type) -> bool {
    match of {
        Type::Dyn
        | Type::Error
        | Type::Variable(_)
        | Type::Parameter(_)
        | Type::Int
        | Type::Uint => true,
        Type::Double => matches!(kind, 's' | 'd' | 'e' | 'f'),
        Type::Bool => matches!(kind, 's' | 'b'),
        Type::String | Type::Bytes => matches!(kind, 's' | 'x' | 'X'),
        Type::Null
        | Type::Timestamp
        | Type::Duration
        | Type::List(_)
        | Type::Map(_)
        | Type::Type(_) => kind == 's',
        Type::Optional(_) | Type::Object(_) => false,
    }
}
