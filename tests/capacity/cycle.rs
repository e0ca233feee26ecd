//! A cycle of the engine against one of the twin.
