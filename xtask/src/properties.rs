//! The property tests of the project, by name.

use crate::{failure::Done, project};

/// The names of all property tests.
pub(crate) fn names() -> Done<Vec<String>> {
    let mut names = Vec::new();
    for file in sources()? {
        for block in blocks(&project::read(&file)?) {
            names.extend(tests(&block).map(str::to_owned));
        }
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// The Rust sources that may have property tests.
fn sources() -> Done<Vec<String>> {
    let mut files = project::files()?;
    files.retain(|file| {
        let (name, ending) = file.rsplit_once('.').unwrap_or_default();
        ending == "rs" && !name.starts_with("xtask/")
    });
    Ok(files)
}

/// The lines of each `proptest!` block of a source.
fn blocks(source: &str) -> Vec<Vec<&str>> {
    let mut blocks = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        if !["proptest! {", "proptest::proptest! {"].contains(&code) {
            continue;
        }
        // rustfmt puts the closing brace below the start of the line that opens the block.
        let indent = &line[..line.len() - code.len()];
        let inside = lines.by_ref();
        let inside = inside.take_while(|line| line.strip_prefix(indent) != Some("}"));
        blocks.push(inside.collect());
    }
    blocks
}

/// The functions of a block that are tests.
fn tests<'a>(block: &[&'a str]) -> impl Iterator<Item = &'a str> {
    let pairs: Vec<[&str; 2]> = block.windows(2).map(|pair| [pair[0], pair[1]]).collect();
    pairs.into_iter().filter_map(|[attribute, function]| {
        let name = function.trim_start().strip_prefix("fn ")?;
        (attribute.trim() == "#[test]").then_some(&name[..name.find('(')?])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "
proptest! {
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn one(a in any::<u8>()) {
        fn helper() {}
    }

    /// With a comment.
    #[test]
    fn two(
        a in any::<u8>(),
    ) {
    }
}

#[test]
fn plain() {}

mod inner {
    proptest::proptest! {
        #[test]
        fn three() {}
    }
}
";

    #[test]
    fn tests_of_blocks_are_found() {
        let blocks = blocks(SOURCE);
        let found: Vec<Vec<&str>> = blocks.iter().map(|block| tests(block).collect()).collect();
        assert_eq!(found, [vec!["one", "two"], vec!["three"]]);
    }

    #[test]
    fn every_block_of_the_project_has_tests() {
        let mut count = 0;
        for file in sources().expect("files") {
            let source = project::read(&file).expect("a source");
            let blocks = blocks(&source);
            assert_eq!(
                blocks.len(),
                source.matches("proptest! {").count(),
                "{file}"
            );
            for block in &blocks {
                assert!(tests(block).next().is_some(), "{file}");
            }
            count += blocks.len();
        }
        assert!(count > 0 && names().expect("names").len() >= count);
    }
}
