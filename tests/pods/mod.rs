//! Pods on nodes against their slow twin: which node each scorer likes.

mod before_scores;
mod cases;
mod classes;
mod configured_filters;
mod default_profile;
mod default_twin;
mod default_vectors;
mod scheduler_configuration;
mod vectors;
