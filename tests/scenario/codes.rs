//! The codes of errors, as the package lists them.

use std::{collections::BTreeSet, fs, path::Path};

/// The texts in double quotes of a source that look like codes.
fn quoted(source: &str) -> BTreeSet<String> {
    let parts = source.split('"').skip(1).step_by(2);
    let is_code = |text: &&str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'-')
    };
    parts.filter(is_code).map(str::to_owned).collect()
}

/// What is between two texts, each time.
fn between<'t>(text: &'t str, start: &str, end: &'t str) -> Vec<&'t str> {
    let parts = text.split(start).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(end)?.0))
        .collect()
}

#[test]
fn the_package_lists_every_code_that_is_thrown() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a source");
    let mut thrown = BTreeSet::new();
    for path in [
        "crates/scenario/src/questions/error.rs",
        "crates/scenario/src/cel.rs",
    ] {
        for body in between(&read(path), "pub fn code(", "\n    }\n") {
            thrown.extend(quoted(body));
        }
    }
    for call in between(&read("src/wasm/error.rs"), "coded(\"", ")") {
        thrown.extend(quoted(&format!("\"{call}")));
    }
    assert!(thrown.contains("invalid-argument") && thrown.contains("invalid-cel-answer"));
    let mut modules = vec![root.join("pkg/src")];
    while let Some(folder) = modules.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                modules.push(path);
            } else if path.extension().is_some_and(|it| it == "ts") {
                let source = fs::read_to_string(path).expect("a source");
                // The code is the first argument, on a line of its own where the call is long.
                for call in between(&source, "SchedscopeError(", ",") {
                    thrown.extend(quoted(call));
                }
            }
        }
    }
    let source = read("pkg/src/error.ts");
    let listed = between(&source, "export type ErrorCode =", ";");
    assert_eq!(quoted(listed[0]), thrown);
    let about = between(&source, "/**\n * The kind of a `SchedscopeError`", "*/")[0];
    for code in thrown {
        assert!(
            about.contains(&format!("`{code}`")),
            "{code} is not explained"
        );
    }
}
