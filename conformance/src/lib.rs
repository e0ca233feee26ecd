//! Conformance vectors: what goes in, what the real programs printed, and the difference.
