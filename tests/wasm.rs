//! The engine as WebAssembly in Node.js.

#![cfg(target_arch = "wasm32")]

mod wasm_cases;
