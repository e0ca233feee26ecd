//! Objects that do not count, and those that a list lacks.

use super::incomplete::{check, cluster, item};

#[test]
fn objects_without_a_kind() {
    const NONE: &str = "an object needs a `kind` and an `apiVersion`";
    let text = format!("{}---\nmetadata:\n  name: b\n", cluster("a", ""));
    check(&text, &[&format!("NoKind  b 6:1 {NONE}")], "a");
    check(
        "{\"items\":[{\"metadata\":{\"name\":\"a\"}},\n{\"metadata\":{\"name\":\"b\"}}]}\n",
        &[
            &format!("NoKind  a 1:11 {NONE}"),
            &format!("NoKind  b 2:1 {NONE}"),
        ],
        "",
    );
    // Items in one piece.
    check(
        "kind: List\nitems: [{metadata: {name: a}}, {metadata: {name: b}}]\n",
        &[
            &format!("NoKind  a 2:9 {NONE}"),
            &format!("NoKind  b 2:32 {NONE}"),
        ],
        "",
    );
    // They may be anything: values of Helm, a list that tells the kind of its items.
    check("image: {name: b}\nmetadata: {}\n", &[], "");
    check(
        "apiVersion: cluster.open-cluster-management.io/v1\nkind: ManagedClusterList\nitems:\n- metadata: {name: a}\n",
        &[],
        "a",
    );
}

#[test]
fn kinds_of_another_group() {
    check(
        "apiVersion: v1\nkind: Deployment\nmetadata: {name: w}\n",
        &[
            "WrongVersion Deployment w 1:13 no matches for kind `Deployment` in version `v1`, use `apps/v1`",
        ],
        "",
    );
    check(
        "apiVersion: v1\nkind: ManagedCluster\nmetadata: {name: a}\n",
        &[
            "WrongVersion ManagedCluster a 1:13 no matches for kind `ManagedCluster` in version `v1`, use \
             `cluster.open-cluster-management.io/v1`",
        ],
        "",
    );
    // Versions that are read all the same, and kinds of others.
    check(
        "apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: {name: w}\n",
        &[],
        "",
    );
    check(
        "apiVersion: x.example/v1\nkind: Node\nmetadata: {name: n}\n",
        &[],
        "",
    );
}

#[test]
fn pages_of_lists() {
    const HEAD: &str = "{\"kind\":\"ManagedClusterList\",\"apiVersion\":\"cluster.open-cluster-management.io/v1\",";
    const ITEM: &str = "{\"metadata\":{\"name\":\"a\"}}";
    let page = |metadata: &str| format!("{HEAD}\n\"metadata\":{metadata},\"items\":[{ITEM}]}}");
    check(
        &page("{\"continue\":\"ey\",\"remainingItemCount\":120}"),
        &["Page ManagedCluster  2:50 120 more items on further pages of this list"],
        "a",
    );
    check(
        &page("{\"continue\":\"ey\"}"),
        &["Page ManagedCluster  2:24 more items on further pages of this list"],
        "a",
    );
    // The last page, a list behind its items, and one without items.
    check(&page("{\"continue\":\"\"}"), &[], "a");
    check(
        &format!(
            "items:\n{}kind: List\nmetadata: {{continue: e, remainingItemCount: 1}}\n",
            item("a", "")
        ),
        &["Page 7:45 1 more item on further pages of this list"],
        "a",
    );
    check(
        "apiVersion: v1\nkind: PodList\nmetadata: {continue: e}\nitems: []\n",
        &["Page Pod  3:22 more items on further pages of this list"],
        "",
    );
    // No answer needs leases.
    check(
        "apiVersion: v1\nkind: LeaseList\nmetadata: {continue: e}\nitems: []\n",
        &[],
        "",
    );
}

#[test]
fn answers_of_the_api_server_that_are_not_objects() {
    const ERROR: &str =
        "this is an error of the API server, and what it is about is not in the input: `no nodes`";
    let status = |status: &str| {
        format!(
            "{{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"{status}\",\"message\":\"no nodes\"}}\n"
        )
    };
    check(
        &status("Failure"),
        &[&format!("Unreadable Status  1:1 {ERROR}")],
        "",
    );
    check(&status("Success"), &[], "");
    check(
        "kind: Table\napiVersion: meta.k8s.io/v1\nrows: []\n",
        &[
            "Unreadable Table  1:1 this is a table of the API server, which lacks most of its objects: print them with \
             `-o yaml`",
        ],
        "",
    );
    check(
        "kind: PartialObjectMetadataList\napiVersion: meta.k8s.io/v1\nitems: [{metadata: {name: a}}]\n",
        &["Unreadable PartialObjectMetadata a 3:9 this is only the metadata of an object"],
        "",
    );
    check(
        "kind: Table\napiVersion: x.example/v1\nmetadata: {name: a}\n",
        &[],
        "",
    );
}
