//! Bindings for JavaScript.
