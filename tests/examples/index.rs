//! The list of the gallery.

use serde_json::Value;

use super::{names, read, read_quietly};

/// The view that the page opens for a text.
fn view(text: &str) -> &'static str {
    let kinds = read_quietly(text).reading().kinds;
    let has = |kind: &str| kinds.iter().any(|found| found.kind == kind);
    match () {
        () if has("Placement") => "placement",
        () if has("ElasticQuota") => "quotas",
        () if has("VirtualMachine") => "vms",
        () => "nodes",
    }
}

#[test]
fn the_index_lists_the_files_that_exist() {
    let index: Value = serde_json::from_str(&read("index.json")).expect("JSON");
    let entries = index.as_array().expect("a list");
    let mut listed = Vec::new();
    let mut stories = Vec::new();
    for entry in entries {
        let keys: Vec<&String> = entry.as_object().expect("an entry").keys().collect();
        assert_eq!(keys, ["file", "story", "summary", "title", "view"]);
        let text = |key: &str| entry[key].as_str().expect("a text");
        listed.push(text("file").strip_suffix(".yaml").expect("YAML").to_owned());
        assert!(!text("title").is_empty() && !text("summary").is_empty());
        assert_eq!(text("view"), view(&read(text("file"))), "{}", text("file"));
        let story = entry["story"].as_u64();
        stories.extend(story.map(|story| (text("view").to_owned(), story)));
    }
    let expect = [1, 2, 3, 4, 5].map(|story| ("placement".to_owned(), story));
    let (placement, quotas) = stories.split_at(expect.len());
    assert_eq!(placement, expect);
    assert_eq!(quotas, [1, 2, 2].map(|story| ("quotas".to_owned(), story)));
    let readme = read("README.md");
    for name in &listed {
        assert!(readme.contains(&format!("[{name}.yaml]({name}.yaml)")));
    }
    listed.sort_unstable();
    assert_eq!(listed, names(".yaml"));
    assert_eq!(listed, names(".expected.json"));
}
