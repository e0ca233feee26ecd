//! Answers as JSON.

use std::{fmt, io};

use schedscope_answers::of_text::OfText;
use serde::{
    Deserialize, Serialize, Serializer,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// A value of an answer as JSON on one line.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> String {
    let mut json = JsonBytes(Vec::new());
    let mut writer = serde_json::Serializer::new(&mut json);
    let written = value.serialize(&mut writer);
    written.expect("all keys are strings, and no type refuses to be written");
    String::from_utf8(json.0).expect("JSON is UTF-8")
}

/// The bytes of a JSON text. A `Vec` copies single bytes, which JSON has most of, as slices; compiled to be small, that
/// takes half of the time to write an answer.
struct JsonBytes(Vec<u8>);

impl JsonBytes {
    #[inline(never)]
    fn push(&mut self, bytes: &[u8]) {
        match bytes {
            [byte] => self.0.push(*byte),
            _ => self.0.extend_from_slice(bytes),
        }
    }
}

impl io::Write for JsonBytes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.push(bytes);
        Ok(bytes.len())
    }

    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.push(bytes);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An answer, after the fields that all answers have in common.
#[derive(Serialize)]
pub(super) struct AnswerOfText<'a> {
    #[serde(flatten)]
    pub(super) of_text: OfText,
    #[serde(flatten)]
    pub(super) answer: Fields<'a>,
}

/// The fields of an object, in its order.
pub(super) struct Fields<'a>(Vec<(String, &'a RawValue)>);

impl Serialize for Fields<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de> Deserialize<'de> for Fields<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Fields<'de>, A::Error> {
        let mut fields = Vec::new();
        while let Some(field) = object.next_entry()? {
            fields.push(field);
        }
        Ok(Fields(fields))
    }
}
