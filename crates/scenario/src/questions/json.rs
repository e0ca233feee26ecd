//! Answers as JSON.

use std::io;

use serde::Serialize;

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
