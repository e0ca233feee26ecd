//! The cases that run as WebAssembly, in Node.js and in a browser alike.

use schedscope::kube::names::Names;
use wasm_bindgen_test::wasm_bindgen_test;

#[wasm_bindgen_test]
fn names_are_interned() {
    let mut names = Names::default();
    let one = names.intern("eu-west");
    assert_eq!(names.intern("eu-west"), one);
    assert_ne!(names.intern("us-east"), one);
    assert_eq!(&names[one], "eu-west");
}
