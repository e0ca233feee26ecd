//! Answers as JSON texts, byte for byte as `serde_json` writes them.
//!
//! That crate's writer can fail at every comma, and so every field of every answer is followed by
//! what to do then: as WebAssembly, half of the code that writes answers. This one writes into a
//! text, which cannot fail.

use std::fmt;

use schedscope_text::json;
use serde::ser::{self, Serialize};

/// A value as a JSON text on one line.
pub fn text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut writer = Writer(String::new());
    match value.serialize(&mut writer) {
        Ok(()) => writer.0,
        Err(never) => match never {},
    }
}

/// What cannot happen.
#[derive(Debug)]
enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Self {
        unreachable!("no answer refuses to be written: {message}")
    }
}

struct Writer(String);

impl Writer {
    /// A comma, where something stands before.
    fn separate(&mut self) {
        if !matches!(self.0.as_bytes().last(), Some(b'[' | b'{')) {
            self.0.push(',');
        }
    }

    fn key(&mut self, key: &str) {
        self.separate();
        json::write_string(key, &mut self.0);
        self.0.push(':');
    }

    /// The start of `{"variant":` with what follows.
    fn variant(&mut self, variant: &str, start: char) {
        self.0.push('{');
        self.key(variant);
        self.0.push(start);
    }

    fn signed(&mut self, number: i64) {
        self.0.push_str(itoa::Buffer::new().format(number));
    }

    fn unsigned(&mut self, number: u64) {
        self.0.push_str(itoa::Buffer::new().format(number));
    }
}

/// Numbers that are written as wider ones.
macro_rules! widened {
    ($($method:ident: $from:ty, $to:ident;)*) => {$(
        fn $method(self, value: $from) -> Result<(), Never> {
            self.$to(value.into());
            Ok(())
        }
    )*};
}

impl<'w> ser::Serializer for &'w mut Writer {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Parts<'w>;
    type SerializeTuple = Parts<'w>;
    type SerializeTupleStruct = Parts<'w>;
    type SerializeTupleVariant = Parts<'w>;
    type SerializeMap = Parts<'w>;
    type SerializeStruct = Parts<'w>;
    type SerializeStructVariant = Parts<'w>;

    widened! {
        serialize_i8: i8, signed;
        serialize_i16: i16, signed;
        serialize_i32: i32, signed;
        serialize_i64: i64, signed;
        serialize_u8: u8, unsigned;
        serialize_u16: u16, unsigned;
        serialize_u32: u32, unsigned;
        serialize_u64: u64, unsigned;
    }

    fn serialize_i128(self, value: i128) -> Result<(), Never> {
        self.0.push_str(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result<(), Never> {
        self.0.push_str(itoa::Buffer::new().format(value));
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.0.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        if value.is_finite() {
            self.0.push_str(zmij::Buffer::new().format_finite(value));
            return Ok(());
        }
        self.serialize_unit()
    }

    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        schedscope_quantity::double::write_json(value, &mut self.0);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Never> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        json::write_string(value, &mut self.0);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.0.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.0.push('{');
        self.key(variant);
        value.serialize(&mut *self)?;
        self.0.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Parts<'w>, Never> {
        self.0.push('[');
        Ok(Parts(self, "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Parts<'w>, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Never> {
        self.serialize_seq(None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Never> {
        self.variant(variant, '[');
        Ok(Parts(self, "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Parts<'w>, Never> {
        self.0.push('{');
        Ok(Parts(self, "}"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'w>, Never> {
        self.serialize_map(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'w>, Never> {
        self.variant(variant, '{');
        Ok(Parts(self, "}}"))
    }
}

/// What stands between brackets, and how they close.
struct Parts<'w>(&'w mut Writer, &'static str);

impl Parts<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.0.separate();
        value.serialize(&mut *self.0)
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<(), Never> {
        self.0.key(key);
        value.serialize(&mut *self.0)
    }

    fn close(self) {
        self.0.0.push_str(self.1);
    }
}

/// What comes one after another, by whichever name serde has for it.
macro_rules! items {
    ($($name:ident::$method:ident)*) => {$(
        impl ser::$name for Parts<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.item(value)
            }

            fn end(self) -> Result<(), Never> {
                self.close();
                Ok(())
            }
        }
    )*};
}

items! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

/// What has names, likewise.
macro_rules! fields {
    ($($name:ident)*) => {$(
        impl ser::$name for Parts<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Never> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Never> {
                self.close();
                Ok(())
            }
        }
    )*};
}

fields! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Parts<'_> {
    type Ok = ();
    type Error = Never;

    /// Keys are texts; what is none is put in quotes.
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        self.0.separate();
        let start = self.0.0.len();
        key.serialize(&mut *self.0)?;
        if !self.0.0[start..].starts_with('"') {
            self.0.0.insert(start, '"');
            self.0.0.push('"');
        }
        self.0.0.push(':');
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        value.serialize(&mut *self.0)
    }

    fn end(self) -> Result<(), Never> {
        self.close();
        Ok(())
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use serde::Serialize;

    use super::*;

    #[derive(Serialize)]
    struct Unit;

    #[derive(Serialize)]
    struct New(u8);

    #[derive(Serialize)]
    struct Pair(i8, Option<char>);

    #[derive(Serialize)]
    struct Inner {
        x: Vec<i16>,
        y: (),
    }

    #[derive(Serialize)]
    enum Plain {
        Unit,
        New(i64),
        Tuple(u16, u32),
        Fields { a: i128, b: u128 },
        Empty {},
    }

    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "kebab-case")]
    enum Tagged {
        FirstOne,
        Second { at: f64 },
        Third(BTreeMap<String, bool>),
    }

    #[derive(Serialize)]
    #[serde(untagged)]
    enum Untagged {
        Text(&'static str),
        Fields { f: f32 },
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct All {
        unit_struct: Unit,
        new: New,
        pair: Pair,
        plain: Vec<Plain>,
        tagged: [Tagged; 4],
        untagged: (Untagged, Untagged),
        #[serde(flatten)]
        inner: Inner,
        #[serde(skip_serializing_if = "Option::is_none")]
        none: Option<u8>,
        by_number: BTreeMap<u64, Vec<[f64; 2]>>,
        nothing: [u8; 0],
        empty: BTreeMap<char, u8>,
    }

    #[track_caller]
    fn check<T: Serialize + ?Sized>(value: &T) {
        assert_eq!(text(value), serde_json::to_string(value).expect("writable"));
    }

    #[test]
    fn every_shape_is_written_as_elsewhere() {
        check(&All {
            unit_struct: Unit,
            new: New(255),
            pair: Pair(-128, Some('"')),
            plain: vec![
                Plain::Unit,
                Plain::New(i64::MIN),
                Plain::Tuple(1, u32::MAX),
                Plain::Fields {
                    a: i128::MIN,
                    b: u128::MAX,
                },
                Plain::Empty {},
            ],
            tagged: [
                Tagged::FirstOne,
                Tagged::Second { at: f64::NAN },
                Tagged::Third(BTreeMap::new()),
                Tagged::Third(BTreeMap::from([
                    ("{".to_owned(), true),
                    ("[".to_owned(), false),
                ])),
            ],
            untagged: (Untagged::Text("a,["), Untagged::Fields { f: f32::INFINITY }),
            inner: Inner {
                x: vec![1, -2],
                y: (),
            },
            none: None,
            by_number: BTreeMap::from([(u64::MAX, vec![[1.0, -0.0], [1e300, 0.1]]), (0, vec![])]),
            nothing: [],
            empty: BTreeMap::new(),
        });
        check(&[None, Some("x")]);
        check("");
    }

    proptest! {
        #[test]
        fn texts_are_written_as_elsewhere(text in any::<String>(), low in "[\\x00-\\x7f]*") {
            check(&text);
            check(&low);
        }

        #[test]
        fn numbers_are_written_as_elsewhere(bits in 0_u64.., short in 0_u32..) {
            check(&f64::from_bits(bits));
            check(&f32::from_bits(short));
            check(&(bits, bits as i64, short, short as i32));
        }
    }
}
