//! Lists and objects. An item or a field is read where it stands, so that an error knows its path.

use std::fmt;

use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// Reads a list, an object, or a text. A value of another type is an error that says what was expected.
pub trait Compound<'de>: Sized {
    /// What is read.
    type Value;
    /// What is expected, with its article.
    const EXPECTED: &'static str;

    /// Reads a list.
    ///
    /// # Errors
    /// A list is not expected, or has an invalid item.
    fn list<A: SeqAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        wrong::<Self, _>()
    }

    /// Reads an object.
    ///
    /// # Errors
    /// An object is not expected, or has an invalid field.
    fn object<A: MapAccess<'de>>(self, _: A) -> Result<Self::Value, A::Error> {
        wrong::<Self, _>()
    }

    /// Reads a text.
    ///
    /// # Errors
    /// A text is not expected, or is invalid.
    fn text<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        wrong::<Self, _>()
    }
}

/// Reads a value.
///
/// # Errors
/// The value is invalid.
pub fn read<'de, C: Compound<'de>, D: Deserializer<'de>>(
    from: D,
    by: C,
) -> Result<C::Value, D::Error> {
    from.deserialize_any(CompoundVisitor(by))
}

fn wrong<'de, C: Compound<'de>, E: Error>() -> Result<C::Value, E> {
    Err(E::custom(format_args!("expected {}", C::EXPECTED)))
}

struct CompoundVisitor<C>(C);

macro_rules! unexpected {
    ($($method:ident: $type:ty),*) => {$(
        fn $method<E: Error>(self, _: $type) -> Result<C::Value, E> {
            wrong::<C, E>()
        }
    )*};
}

impl<'de, C: Compound<'de>> Visitor<'de> for CompoundVisitor<C> {
    type Value = C::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(C::EXPECTED)
    }

    unexpected! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64 }

    fn visit_unit<E: Error>(self) -> Result<C::Value, E> {
        wrong::<C, E>()
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<C::Value, E> {
        self.0.text(text)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<C::Value, A::Error> {
        self.0.list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<C::Value, A::Error> {
        self.0.object(object)
    }
}
