//! Picks one by one over topology domains: domains, tournament, the counts at any moment.

pub mod bracket;
mod front;
pub mod moment;
pub mod picks;
pub mod score;
pub mod topology;
pub mod tournament;
