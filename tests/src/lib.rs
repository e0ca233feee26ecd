//! The tests of the engine from outside, and its benches (`benches/`): a package of its own, so that what is
//! published holds neither them nor what they need. There is nothing in this library.
