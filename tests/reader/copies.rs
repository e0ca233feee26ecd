//! Objects that stand twice: which copy counts.

use schedscope::{
    objects::diagnostic::{Encoding, ObjectName},
    reader::Reader,
};

use super::line;

/// A placement for so many clusters, as an API server has stored it.
fn placement(clusters: u32, uid: char, version: &str) -> String {
    let part = |length| uid.to_string().repeat(length);
    let uid = [8, 4, 4, 4, 12].map(part).join("-");
    format!(
        "---\napiVersion: cluster.open-cluster-management.io/v1beta1\nkind: Placement\n\
         metadata: {{name: p, namespace: ns, uid: {uid}{version}}}\nspec: {{numberOfClusters: {clusters}}}\n"
    )
}

fn version(number: &str) -> String {
    format!(", resourceVersion: \"{number}\"")
}

/// How many clusters the placement that counts selects, the line that it stands in, and the findings.
fn counting(reader: &Reader) -> (Option<i64>, u32, Vec<String>) {
    let placements = &reader.objects().placements;
    assert_eq!(placements.len(), 1);
    let object = ObjectName {
        kind: "Placement".to_owned(),
        namespace: "ns".to_owned(),
        name: "p".to_owned(),
    };
    let range = reader.locate(&object, "spec.numberOfClusters", Encoding::Utf8);
    let here = range.expect("a place").start.line;
    let ranges = reader.placement_ranges(Encoding::Utf8);
    assert_eq!(ranges[0].start.line + 3, here, "an edit would go elsewhere");
    let found = reader.diagnostics(Encoding::Utf8, 9);
    let wanted = placements[0].spec.number_of_clusters;
    (wanted, here, found.iter().map(line).collect())
}

#[track_caller]
fn check(copies: &[String], wanted: i64, line: u32, finding: &str) {
    let text = copies.concat();
    let mut typed = Reader::default();
    for copy in copies.iter().rev() {
        typed.edit(0, 0, copy, Encoding::Utf8);
    }
    for reader in [Reader::new(&text), typed] {
        let (found, at, findings) = counting(&reader);
        assert_eq!((found, at), (Some(wanted), line), "{text}");
        assert_eq!(findings.len(), copies.len() - 1, "{findings:?}");
        assert!(findings[0].contains(finding), "{findings:?}");
    }
}

/// Two exports appended, the older one last.
#[test]
fn the_newer_copy_of_an_object_counts() {
    let older = placement(1, '1', &version("99"));
    let newer = placement(2, '1', &version("100"));
    check(
        &[newer.clone(), older.clone()],
        2,
        5,
        "warning duplicate-object Placement ns/p metadata.name 9:18-9:19 Placement `p` is defined twice; the earlier \
         one wins: its `resourceVersion` is 100, here it is 99 (also at 4:18)",
    );
    let later = "Placement `p` is defined twice; the later one wins (also at 4:18)";
    check(&[older.clone(), newer.clone()], 2, 10, later);
    // An edit of a version.
    let mut reader = Reader::new(&[newer, older].concat());
    let at = reader.text().find("\"99\"").expect("the version");
    reader.edit(at, at + 4, "\"101\"", Encoding::Utf8);
    assert_eq!(counting(&reader).0, Some(1));
}

#[test]
fn of_several_copies_the_newest_counts() {
    let copy = |clusters, number: &str| placement(clusters, '1', &version(number));
    check(
        &[copy(1, "5"), copy(2, "7"), copy(3, "6")],
        2,
        10,
        "is defined twice; the later one wins (also at 4:18)",
    );
}

/// Without versions of one API server the later one counts, as when a text is applied.
#[test]
fn copies_that_cannot_be_compared() {
    let later = "is defined twice; the later one wins (also at 4:18)";
    let newer = placement(2, '1', &version("100"));
    check(&[newer.clone(), placement(1, '1', "")], 1, 10, later);
    check(
        &[newer.clone(), placement(1, '1', &version("x"))],
        1,
        10,
        later,
    );
    let mixed = "the later one wins: their UIDs differ";
    check(&[newer, placement(1, '2', &version("99"))], 1, 10, mixed);
}

/// A pod in two exports: only the fields of the copy that counts can make an answer wrong.
#[test]
fn invalid_fields_of_a_copy_that_does_not_count_are_left_out() {
    let pod = |memory: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p, namespace: ns}}\n\
             spec: {{containers: [{{name: c, resources: {{requests: {{memory: {memory}}}}}}}]}}\n"
        )
    };
    let invalid = |copies: [&str; 2]| {
        let reader = Reader::new(&copies.map(pod).concat());
        let fields = reader.invalid_fields(&|_| true);
        fields.count()
    };
    assert_eq!(invalid(["12mi", "12Mi"]), 0);
    assert_eq!(invalid(["12Mi", "12mi"]), 1);
    assert_eq!(invalid(["12mi", "13mi"]), 1);
}

/// What is not looked at in a copy that does not count is not listed.
#[test]
fn a_copy_that_does_not_count_says_nothing() {
    let pod = |volumes: &str, number: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: p, uid: 11111111-1111-1111-1111-111111111111, \
             resourceVersion: \"{number}\"}}\nspec: {{containers: [{{name: c}}]{volumes}}}\n"
        )
    };
    let claims = ", volumes: [{name: v, cinder: {volumeID: d}}]";
    let looked = |text: &str| Reader::new(text).not_looked_at().count();
    assert_eq!(looked(&(pod("", "2") + &pod(claims, "1"))), 0);
    assert_eq!(looked(&(pod(claims, "2") + &pod("", "1"))), 1);
}
