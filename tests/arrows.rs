//! The crates depend on each other as ARCHITECTURE.md says, in its table and in its drawing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

type Arrows = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// The part of the document about the crates.
fn section(document: &str) -> &str {
    let (_, from) = document.split_once("## The crates").expect("the section");
    from.split_once("\n## ")
        .map_or(from, |(section, _)| section)
}

/// The words in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The table's first and last columns.
fn written(document: &str) -> Arrows {
    let rows = section(document)
        .lines()
        .filter(|line| line.starts_with("| `"));
    let arrows = rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").collect();
        let name = quoted(cells[0]).next().expect("a name");
        let last = cells.get(2).expect("three columns");
        (name.to_owned(), quoted(last).map(str::to_owned).collect())
    });
    arrows.collect()
}

/// The Rust files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The crates of the project that a source names outside of its tests, by the word behind `schedscope_`.
fn named(source: &str, crates: &BTreeMap<String, PathBuf>) -> BTreeSet<String> {
    // A module of tests ends with the first brace that is not indented.
    let parts = source.split("#[cfg(test)]").enumerate();
    let parts = parts.map(|(index, part)| match part.split_once("\n}\n") {
        Some((_, behind)) if index > 0 => behind,
        None if index > 0 => "",
        _ => part,
    });
    let code = parts
        .flat_map(str::lines)
        .filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("schedscope_").skip(1));
    let names = names.map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        rest[..end.unwrap_or(rest.len())].replace('_', "-")
    });
    names.filter(|name| crates.contains_key(name)).collect()
}

/// The folders of the crates, by name without `schedscope-`; those that lie inside of another's folder, too.
fn crates() -> BTreeMap<String, PathBuf> {
    let mut crates = BTreeMap::new();
    let mut folders = vec![root().join("crates")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let Ok(manifest) = fs::read_to_string(path.join("Cargo.toml")) else {
                continue;
            };
            let name = manifest
                .lines()
                .find_map(|line| line.strip_prefix("name = \""));
            let name = name.expect("a name").trim_end_matches('"');
            // The comparison as WebAssembly is a binding.
            if name != "conformance-wasm" {
                let name = name.trim_start_matches("schedscope-");
                crates.insert(name.to_owned(), path.join("src"));
            }
            folders.push(path);
        }
    }
    crates
}

/// The crates that each crate imports, in its sources.
fn imported() -> Arrows {
    let crates = crates();
    let arrows = crates.iter().map(|(name, folder)| {
        let mut files = Vec::new();
        sources(folder, &mut files);
        let texts = files
            .iter()
            .map(|file| fs::read_to_string(file).expect("a source"));
        let mut arrows: BTreeSet<String> = texts.flat_map(|text| named(&text, &crates)).collect();
        arrows.remove(name);
        (name.clone(), arrows)
    });
    arrows.collect()
}

#[test]
fn the_table_says_what_each_crate_imports() {
    let (written, imported) = (written(&architecture()), imported());
    assert_eq!(
        written.keys().collect::<Vec<_>>(),
        imported.keys().collect::<Vec<_>>(),
        "the table has a row for each crate"
    );
    for (name, arrows) in &imported {
        assert_eq!(
            &written[name], arrows,
            "`{name}` in the table and in its sources"
        );
    }
}

#[test]
fn arrows_of_the_drawing_point_down() {
    let document = architecture();
    let (_, drawing) = section(&document)
        .split_once("```text\n")
        .expect("the drawing");
    let (drawing, _) = drawing.split_once("```").expect("its end");
    let imported = imported();
    let mut rows = BTreeMap::new();
    for (row, line) in drawing.lines().enumerate() {
        for word in line.split(|c: char| !c.is_ascii_alphanumeric()) {
            if imported.contains_key(word) {
                assert_eq!(rows.insert(word, row), None, "`{word}` is drawn twice");
            }
        }
    }
    assert!(rows.len() >= 10, "the drawing has {rows:?} alone");
    for (name, arrows) in &imported {
        for below in arrows {
            if let (Some(above), Some(row)) = (rows.get(&**name), rows.get(&**below)) {
                assert!(above < row, "`{name}` is not drawn above `{below}`");
            }
        }
    }
}

#[test]
fn scenario_has_no_questions_of_its_own() {
    let mut files = Vec::new();
    sources(&root().join("crates/scenario/src"), &mut files);
    files.retain(|file| {
        let source = fs::read_to_string(file).expect("a source");
        source.contains("\nimpl Scenario {")
    });
    assert!(
        (1..=2).contains(&files.len()),
        "a question belongs to the `Engine` of its state: {files:?}"
    );
}

#[test]
fn imports_are_found_in_code_alone() {
    let crates = ["pods", "quota"]
        .map(|name| (name.to_owned(), PathBuf::new()))
        .into();
    let source = "use schedscope_pods::fit;\n// schedscope_quota\nlet a = schedscope_podsy::x;\n\
                  #[cfg(test)]\nmod tests {\nuse schedscope_quota::a;\n}\n";
    assert_eq!(named(source, &crates), ["pods".to_owned()].into());
}
