//! Quantities against the twin.

#[path = "../../tests/quantities.rs"]
mod quantities;

/// Runs a case.
pub(crate) fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if text.len() < 200 {
        quantities::check_twin(&text);
    }
}
