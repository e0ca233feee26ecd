//! Times as Kubernetes writes them: RFC 3339.

/// A moment, to the nanosecond.
pub type Timestamp = jiff::Timestamp;

/// Reads a time as Kubernetes does: `2025-06-01T12:00:00Z`, with an optional fraction of a second
/// and an offset such as `+02:00` in place of `Z`. `None` for anything else.
pub fn parse(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    // The library also reads spaces, lower case, and names of time zones; Kubernetes does not.
    let is_shaped = bytes.get(10) == Some(&b'T')
        && bytes
            .get(19)
            .is_some_and(|b| matches!(b, b'.' | b'Z' | b'+' | b'-'))
        && bytes
            .iter()
            .all(|b| b.is_ascii_digit() || b"-:.TZ+".contains(b))
        && (text.ends_with('Z') || text.len() >= 25);
    if is_shaped { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<&str>) {
        assert_eq!(
            parse(text).map(|time| time.to_string()).as_deref(),
            expect,
            "{text}"
        );
    }

    #[test]
    fn rfc_3339_only() {
        check("2025-06-01T12:00:00Z", Some("2025-06-01T12:00:00Z"));
        check("2025-06-01T12:00:00.5Z", Some("2025-06-01T12:00:00.5Z"));
        check("2025-06-01T14:00:00+02:00", Some("2025-06-01T12:00:00Z"));
        check("0001-01-01T00:00:00Z", Some("0001-01-01T00:00:00Z"));
        for bad in [
            "",
            "2025-06-01",
            "2025-06-01 12:00:00Z",
            "2025-06-01t12:00:00z",
            "now",
            "2025-13-01T12:00:00Z",
            "2025-06-01T12:00:00",
        ] {
            check(bad, None);
        }
    }
}
