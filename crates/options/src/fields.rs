//! The fields of an object of options.

use std::marker::PhantomData;

use serde::de::{Deserializer, Error, MapAccess};

#[cfg(feature = "types")]
use crate::types::Field;
use crate::{
    compound::{self, Compound},
    misspelt::{clip, nearest},
};

/// An object of options.
pub trait Options: Default {
    /// The names of its own fields.
    const NAMES: &'static [&'static str];
    /// The names of the fields of the part that is written among them.
    const FLAT: &'static [&'static str];
    /// Which of its own fields are needed, as bits.
    const NEEDED: u64;

    /// Reads the value of a field. `field` is its index in `NAMES` followed by `FLAT`. Returns `false` if the value is
    /// absent.
    ///
    /// # Errors
    /// The value is invalid.
    fn set<'de, A: MapAccess<'de>>(&mut self, field: usize, from: &mut A)
    -> Result<bool, A::Error>;

    /// The name of the type.
    #[cfg(feature = "types")]
    const NAME: &'static str;

    /// The fields, with those of the part that is written among them.
    #[cfg(feature = "types")]
    fn fields() -> Vec<Field>;
}

/// Reads options.
///
/// # Errors
/// It is not an object, a field is not known, or a value is invalid or missing.
pub fn read<'de, O: Options, D: Deserializer<'de>>(from: D) -> Result<O, D::Error> {
    compound::read(from, Object(PhantomData))
}

struct Object<O>(PhantomData<O>);

impl<'de, O: Options> Compound<'de> for Object<O> {
    type Value = O;
    const EXPECTED: &'static str = "an object with options";

    fn object<A: MapAccess<'de>>(self, from: A) -> Result<O, A::Error> {
        read_fields(from)
    }
}

/// Reads the fields of an object of options.
///
/// # Errors
/// A field is not known, or a value is invalid or missing.
pub fn read_fields<'de, O: Options, A: MapAccess<'de>>(mut from: A) -> Result<O, A::Error> {
    let mut options = O::default();
    let mut missing = O::NEEDED;
    while let Some(name) = from.next_key::<String>()? {
        let field = index_of(&name, O::NAMES, O::FLAT).map_err(A::Error::custom)?;
        // Of two values of a field the last one counts.
        let bit = O::NEEDED & 1u64.checked_shl(field as u32).unwrap_or_default();
        missing |= bit;
        if options.set(field, &mut from)? {
            missing &= !bit;
        }
    }
    match O::NAMES.get(missing.trailing_zeros() as usize) {
        Some(name) => Err(A::Error::missing_field(name)),
        None => Ok(options),
    }
}

/// The index of a field.
fn index_of(name: &str, own: &[&'static str], flat: &[&'static str]) -> Result<usize, String> {
    if let Some(index) = own.iter().chain(flat).position(|known| *known == name) {
        return Ok(index);
    }
    let known = [own, flat].concat();
    let what = format!("there is no field `{}`", clip(name));
    Err(match nearest(name, &known) {
        Some(meant) => format!("{what}, did you mean `{meant}`"),
        None if known.is_empty() => format!("{what}, there are none"),
        None => format!("{what}, there are {}", known.join(", ")),
    })
}
