//! The engine as WebAssembly in a headless browser.

#![cfg(target_arch = "wasm32")]

mod wasm_cases;

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
