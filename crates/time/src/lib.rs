//! RFC 3339 times and Go durations, as Go's package `time` reads and writes them.
//!
//! Kubernetes reads the times of its objects with `time.Parse(time.RFC3339, text)`, CEL's `timestamp()` does the same,
//! and CEL's `duration()` reads `time.ParseDuration(text)`. Both accept what Go accepts, which differs from RFC 3339:
//! wider in four places and narrower in two; [`OffsetTimestamp`] lists them.
//!
//! * [`Timestamp`]: a moment in UTC, to the nanosecond.
//! * [`OffsetTimestamp`]: a moment together with the offset from UTC that it was written with.
//! * [`Civil`]: the date and the time of day of a moment at an offset.
//! * [`Duration`]: a signed length of time in nanoseconds.
//! * [`duration::Parts`]: the numbers and units that a duration's text consists of.
//!
//! ```
//! use schedscope_time::{Duration, Timestamp};
//!
//! let noon: Timestamp = "2025-06-01T14:00:00.5+02:00".parse()?;
//! assert_eq!(noon.to_string(), "2025-06-01T12:00:00.5Z");
//! assert_eq!("2025-06-01 14:00:00Z".parse::<Timestamp>().ok(), None);
//!
//! let length: Duration = "1m30s".parse()?;
//! assert_eq!(length, Duration(90_000_000_000));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod calendar;
pub mod duration;
mod rfc3339;
mod timestamp;

pub use calendar::Civil;
pub use duration::{Duration, DurationError};
pub use rfc3339::TimestampError;
pub use timestamp::{OffsetTimestamp, Timestamp};
