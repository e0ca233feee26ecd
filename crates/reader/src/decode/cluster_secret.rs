//! Reads the name of the cluster that a `Secret` registers with Argo CD, and nothing else of its data.

use schedscope_objects::cluster_secret::{ClusterSecret, SECRET_TYPE_LABEL};
use schedscope_text::tree::ValueId;

use crate::decode::{Decoder, Meta};

pub(super) fn decode(d: &mut Decoder<'_>, root: ValueId, meta: &Meta) -> ClusterSecret {
    let label = d.names.get(SECRET_TYPE_LABEL);
    let value = label.and_then(|label| meta.labels.get(label));
    let is_cluster = value.is_some_and(|value| d.names[value] == *"cluster");
    ClusterSecret {
        namespace: meta.namespace_or_default(d),
        name: meta.name,
        cluster: is_cluster.then(|| {
            let name = cluster_name(d, root).unwrap_or_default();
            d.names.intern(&name)
        }),
    }
}

/// The API server writes `stringData` over `data`.
fn cluster_name(d: &Decoder<'_>, root: ValueId) -> Option<String> {
    let name = |field: &str| {
        let at = d.get(d.get(root, field)?, "name")?;
        (!d.is_null(at)).then(|| d.tree.text(at, d.source))
    };
    match name("stringData") {
        Some(name) => Some(name.to_owned()),
        None => String::from_utf8(decode_base64(name("data")?)?).ok(),
    }
}

/// The bytes of a text in base64 with the standard alphabet; `None` if it is not one. O(characters).
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0);
    let text = text.trim_end().trim_end_matches('=');
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(six);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(bytes)
}
