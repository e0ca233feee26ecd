//! A resident text with its objects and its latest decision.
