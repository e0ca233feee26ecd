//! Values from JSON.

use std::{fmt, rc::Rc};

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::{map::Map, value::Value};

/// The types of JSON's numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Whole numbers become integers, as in Kubernetes' objects.
    AsWritten,
    /// All numbers become doubles, as when Go decodes JSON into `any`.
    Doubles,
}

impl<'de> DeserializeSeed<'de> for Numbers {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Numbers {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(match self {
            Self::AsWritten => Value::Int(value),
            Self::Doubles => Value::Double(value as f64),
        })
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        match (self, i64::try_from(value)) {
            (Self::AsWritten, Ok(value)) => Ok(Value::Int(value)),
            _ => Ok(Value::Double(value as f64)),
        }
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Double(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::string(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::list(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::default();
        while let Some(key) = entries.next_key::<std::borrow::Cow<'_, str>>()? {
            map.insert(Value::string(&*key), entries.next_value_seed(self)?);
        }
        Ok(Value::Map(Rc::new(map)))
    }
}

/// Reads JSON. Nesting ends at 128 levels.
///
/// # Errors
/// The text is not JSON.
pub fn read(text: &str, numbers: Numbers) -> Result<Value, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = numbers.deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}
