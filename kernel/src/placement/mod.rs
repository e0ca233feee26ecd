//! Which clusters come first: scores, totals, selection, and picks spread over topology domains.

pub mod column;
pub mod fleet;
pub mod matching;
pub mod resource;
pub mod resource_allocatable;
pub mod resource_ratio;
pub mod select;
pub mod spread;
pub mod window;
