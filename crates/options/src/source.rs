//! A type-erased deserializer.
//!
//! serde compiles a deserializer again for each type that it reads. [`Source`] is compiled once for all options: the
//! engine file is 2.6% smaller after Brotli. Errors keep the position and the path of the deserializer.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// An error in a value. The message of an error in a field starts with the name of the field, as in
/// `.name: is required`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault(String);

impl Fault {
    /// A fault of a field of the object that is read.
    pub fn of_field(name: &str, message: impl fmt::Display) -> Self {
        Self(format!(".{name}: {message}"))
    }

    /// A required field is absent.
    pub fn missing(name: &str) -> Self {
        Self::of_field(name, "is required")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for Fault {
    fn from(message: String) -> Self {
        Self(message)
    }
}

impl From<&str> for Fault {
    fn from(message: &str) -> Self {
        Self(message.to_owned())
    }
}

/// Reads a value.
pub type ReadValue<'r> = &'r mut dyn FnMut(&mut dyn Source) -> Result<(), Fault>;

/// Reads the fields of an object: for each field, first the name, then the value.
pub trait Fields {
    /// Reads the name of a field.
    ///
    /// # Errors
    /// The field is unknown.
    fn name(&mut self, name: String) -> Result<(), Fault>;

    /// Reads the value of the field.
    ///
    /// # Errors
    /// The value is invalid.
    fn value(&mut self, from: &mut dyn Source) -> Result<(), Fault>;
}

/// Reads a string.
pub type ReadText<'r> = &'r mut dyn FnMut(&str) -> Result<(), Fault>;

/// A value that can be read only once.
pub trait Source {
    /// Reads the value as JSON, as written.
    ///
    /// # Errors
    /// The value is not JSON.
    fn json(&mut self) -> Result<Box<RawValue>, Fault>;

    /// Reads the value, unless it is `null`.
    ///
    /// # Errors
    /// The value is invalid.
    fn optional(&mut self, read: ReadValue<'_>) -> Result<(), Fault>;

    /// Reads a value of one of several types.
    ///
    /// # Errors
    /// The value has another type, or is invalid.
    fn one_of(&mut self, types: Types<'_>) -> Result<(), Fault>;
}

/// The types that a value may have. Items and fields are read in place, so that errors include their path.
#[derive(Default)]
pub struct Types<'r> {
    /// What is expected, with an article.
    pub expected: &'static str,
    /// Reads an item of a list.
    pub item: Option<ReadValue<'r>>,
    /// Reads the fields of an object.
    pub fields: Option<&'r mut dyn Fields>,
    /// Reads a string.
    pub text: Option<ReadText<'r>>,
}

impl fmt::Debug for Types<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Types")
            .field("expected", &self.expected)
            .finish_non_exhaustive()
    }
}

/// Reads a list.
///
/// # Errors
/// The value is not a list, or an item is invalid.
pub fn list(from: &mut dyn Source, item: ReadValue<'_>) -> Result<(), Fault> {
    from.one_of(Types {
        expected: "a list",
        item: Some(item),
        ..Types::default()
    })
}

/// Reads an object with arbitrary keys.
///
/// # Errors
/// The value is not an object, or a field is invalid.
pub fn entries(from: &mut dyn Source, fields: &mut dyn Fields) -> Result<(), Fault> {
    from.one_of(Types {
        expected: "an object",
        fields: Some(fields),
        ..Types::default()
    })
}

/// Reads a value from a deserializer.
///
/// # Errors
/// The value is invalid.
pub fn with<'de, T, D: Deserializer<'de>>(
    from: D,
    read: impl FnOnce(&mut dyn Source) -> Result<T, Fault>,
) -> Result<T, D::Error> {
    let mut source = Erased {
        from: Some(from),
        error: None,
    };
    read(&mut source).map_err(|fault| source.error.take().unwrap_or_else(|| Error::custom(fault)))
}

/// A type-erased deserializer.
struct Erased<D, E> {
    from: Option<D>,
    error: Option<E>,
}

impl<'de, D: Deserializer<'de>> Erased<D, D::Error> {
    /// Reads the value. Keeps the error of the deserializer, which has a position and a path.
    fn read<T>(&mut self, read: impl FnOnce(D) -> Result<T, D::Error>) -> Result<T, Fault> {
        let from = self.from.take().ok_or("a value is read once")?;
        read(from).map_err(|error| {
            self.error = Some(error);
            Fault::default()
        })
    }
}

impl<'de, D: Deserializer<'de>> Source for Erased<D, D::Error> {
    fn json(&mut self) -> Result<Box<RawValue>, Fault> {
        self.read(Box::<RawValue>::deserialize)
    }

    fn optional(&mut self, read: ReadValue<'_>) -> Result<(), Fault> {
        self.read(|from| from.deserialize_option(Optional(read)))
    }

    fn one_of(&mut self, types: Types<'_>) -> Result<(), Fault> {
        self.read(|from| from.deserialize_any(types))
    }
}

/// Reads a value in place.
struct Value<'r>(ReadValue<'r>);

impl<'de> DeserializeSeed<'de> for Value<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        with(from, self.0)
    }
}

struct Optional<'r>(ReadValue<'r>);

impl<'de> Visitor<'de> for Optional<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        with(from, self.0)
    }
}

impl Types<'_> {
    fn wrong<E: Error>(&self) -> Result<(), E> {
        Err(E::custom(format_args!("expected {}", self.expected)))
    }
}

macro_rules! unexpected {
    ($($method:ident: $type:ty),*) => {$(
        fn $method<E: Error>(self, _: $type) -> Result<(), E> {
            self.wrong()
        }
    )*};
}

impl<'de> Visitor<'de> for Types<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    unexpected! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64 }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        self.wrong()
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match self.text {
            Some(read) => read(text).map_err(E::custom),
            None => self.wrong(),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some(read) = self.item else {
            return self.wrong();
        };
        while list.next_element_seed(Value(read))?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<(), A::Error> {
        let Some(fields) = self.fields else {
            return self.wrong();
        };
        while let Some(name) = object.next_key()? {
            fields.name(name).map_err(A::Error::custom)?;
            object.next_value_seed(Value(&mut |from| fields.value(from)))?;
        }
        Ok(())
    }
}
