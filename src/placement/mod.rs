//! Which managed clusters a `Placement` selects.
