//! notes
