//! The smallest change of a text that gives a field a value.
