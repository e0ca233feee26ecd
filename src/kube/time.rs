//! Times as Kubernetes writes them: RFC 3339.

/// A moment, to the nanosecond.
pub type Timestamp = jiff::Timestamp;
