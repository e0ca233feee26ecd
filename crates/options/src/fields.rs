//! The fields of an object of options.

#[cfg(feature = "types")]
use crate::types::Field;
use crate::{
    Fault, Source,
    misspelt::{clip, nearest},
    source::{Fields, ReadText, Types},
};

/// An object of options.
pub trait Options: Default {
    /// The names of its own fields.
    const NAMES: &'static [&'static str];
    /// The names of the flattened fields.
    const FLAT: &'static [&'static str];
    /// The required fields, as bits by their index in `NAMES`.
    const NEEDED: u64;

    /// Reads the value of a field. `field` is its index in `NAMES` followed by `FLAT`. Returns `false` if the value is
    /// absent.
    ///
    /// # Errors
    /// The value is invalid.
    fn set(&mut self, field: usize, from: &mut dyn Source) -> Result<bool, Fault>;

    /// The name of the type.
    #[cfg(feature = "types")]
    const NAME: &'static str;

    /// The fields, including the flattened ones.
    #[cfg(feature = "types")]
    fn fields() -> Vec<Field>;
}

/// Reads options.
///
/// # Errors
/// The value is not an object, a field is unknown, or a value is invalid or missing.
pub fn read<O: Options>(from: &mut dyn Source) -> Result<O, Fault> {
    let mut options = O::default();
    let mut object = Object::new(&mut options);
    from.one_of(Types {
        expected: "an object with options",
        fields: Some(&mut object),
        ..Types::default()
    })?;
    object.finish()?;
    Ok(options)
}

/// Reads an options object or a string. Returns `None` for a string, after passing it to `text`.
///
/// # Errors
/// The value is neither, or is invalid.
pub fn read_or_text<O: Options>(
    from: &mut dyn Source,
    expected: &'static str,
    text: ReadText<'_>,
) -> Result<Option<O>, Fault> {
    let mut options = O::default();
    let mut object = Object::new(&mut options);
    let mut is_text = false;
    from.one_of(Types {
        expected,
        fields: Some(&mut object),
        text: Some(&mut |word| {
            is_text = true;
            text(word)
        }),
        ..Types::default()
    })?;
    if is_text {
        return Ok(None);
    }
    object.finish()?;
    Ok(Some(options))
}

/// Reads the value of a field, by its index.
trait Set {
    fn set(&mut self, field: usize, from: &mut dyn Source) -> Result<bool, Fault>;
}

impl<O: Options> Set for O {
    fn set(&mut self, field: usize, from: &mut dyn Source) -> Result<bool, Fault> {
        Options::set(self, field, from)
    }
}

/// An object of options being read. It is not generic, so its code is compiled only once.
struct Object<'r> {
    own: &'static [&'static str],
    flat: &'static [&'static str],
    needed: u64,
    /// The required fields that are not read yet, as bits.
    missing: u64,
    /// The index of the field being read.
    field: usize,
    options: &'r mut dyn Set,
}

impl<'r> Object<'r> {
    fn new<O: Options>(options: &'r mut O) -> Self {
        Self {
            own: O::NAMES,
            flat: O::FLAT,
            needed: O::NEEDED,
            missing: O::NEEDED,
            field: 0,
            options,
        }
    }

    fn finish(self) -> Result<(), Fault> {
        let missing = self.own.get(self.missing.trailing_zeros() as usize);
        missing.map_or(Ok(()), |name| Err(Fault::missing(name)))
    }
}

impl Fields for Object<'_> {
    fn name(&mut self, name: String) -> Result<(), Fault> {
        self.field = index_of(&name, self.own, self.flat)?;
        Ok(())
    }

    fn value(&mut self, from: &mut dyn Source) -> Result<(), Fault> {
        // The last value of a duplicate field wins.
        let bit = self.needed & 1u64.checked_shl(self.field as u32).unwrap_or_default();
        self.missing |= bit;
        if self.options.set(self.field, from)? {
            self.missing &= !bit;
        }
        Ok(())
    }
}

/// The index of a field.
fn index_of(name: &str, own: &[&'static str], flat: &[&'static str]) -> Result<usize, Fault> {
    if let Some(index) = own.iter().chain(flat).position(|known| *known == name) {
        return Ok(index);
    }
    let known = [own, flat].concat();
    let what = format!("there is no field `{}`", clip(name));
    let message = match nearest(name, &known) {
        Some(meant) => format!("{what}, did you mean `{meant}`"),
        None if known.is_empty() => format!("{what}, there are none"),
        None => format!("{what}, there are {}", known.join(", ")),
    };
    Err(message.into())
}
