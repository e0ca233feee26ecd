//! What an edit costs.

use schedscope::{
    objects::{diagnostic::Encoding, kind::ObjectKind, names::Symbol},
    reader::Reader,
};

use schedscope_fuzz::reader::dump::dump;

use super::line;

/// One keystroke in a long list reads one item.
#[test]
fn a_keystroke_reads_one_item() {
    let items: String = (0..1_000)
        .map(|at| {
            format!(
                "\
- apiVersion: cluster.open-cluster-management.io/v1
  kind: ManagedCluster
  metadata:
    name: c{at}
"
            )
        })
        .collect();
    let text = format!("apiVersion: v1\nitems:\n{items}kind: List\n");
    let mut reader = Reader::new(&text);
    let at = text.find("c500").expect("the item");
    reader.edit(at, at + 1, "d", Encoding::Utf8);
    assert!(reader.reread() <= 3, "{} pieces were read", reader.reread());
    assert_eq!(reader.objects().clusters.len(), 1_000);
}

/// Findings about objects that name each other follow edits of either.
#[test]
fn what_names_another_object_is_looked_at_anew() {
    let pod = |name: &str, node: &str| {
        format!(
            "\
---
apiVersion: v1
kind: Pod
metadata: {{name: {name}}}
spec: {{nodeName: {node}, priorityClassName: gold, containers: [{{name: c}}]}}
"
        )
    };
    let class = "\
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: gold}
value: 1
globalDefault: true
";
    let node = "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";
    let text = [
        pod("p1", "n1"),
        class.to_owned(),
        node.to_owned(),
        pod("p2", "n1"),
        class.replace("gold", "iron"),
    ]
    .concat();
    let mut reader = Reader::new(&text);
    let default = "error invalid-value PriorityClass /iron globalDefault 26:16-26:20 `gold` is already marked as \
        default and is used: only one default can exist";
    let mut edit = |find: &str, replace: &str, expect: &[&str]| {
        let at = reader.text().find(find).expect("the place");
        reader.edit(at, at + find.len(), replace, Encoding::Utf8);
        let found = reader.diagnostics(Encoding::Utf8, 9);
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(lines, expect, "{}", reader.text());
    };
    edit("p2", "p3", &[default]);
    let lost = |place: &str, count: &str| {
        format!(
            "info unknown-object Pod default/p1 spec.nodeName {place} node `m1` is not in the input: {count} not \
             counted"
        )
    };
    edit(
        "nodeName: n1",
        "nodeName: m1",
        &[&lost("5:18-5:20", "1 pod on it is"), default],
    );
    // A comment moves what is found.
    edit(
        "nodeName: m1",
        "  nodeName:  m1",
        &[&lost("5:21-5:23", "1 pod on it is"), default],
    );
    edit(
        "nodeName: n1",
        "nodeName: m1",
        &[&lost("5:21-5:23", "2 pods on it are"), default],
    );
    edit("name: n1", "name: m1", &[default]);
    edit(
        "value: 1",
        "value: 2",
        &[
            "error invalid-value PriorityClass /gold globalDefault 11:16-11:20 `iron` is already marked as default \
             and is used: only one default can exist",
        ],
    );
    edit("globalDefault: true", "globalDefault: false", &[]);
    edit(
        "name: gold",
        "name: lead",
        &[
            "warning unknown-object Pod default/p1 spec.priorityClassName 5:44-5:48 priority class `gold` is not in \
             the input: priority 0 is used, 2 times in all",
        ],
    );
}

/// What timelines name is looked at anew where any of it changes.
#[test]
fn what_timelines_name_is_looked_at_anew() {
    let text = "apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: t}
spec:
  configMap: c
  events:
  - {at: 0, delete: {pod: a-1}}
  - {at: 0, addNode: {node: n1}}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a}
spec: {guest: {cpus: {use: 1, max: 2}, memorySlots: {use: 1, max: 2}}}
status: {podName: a-1}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {autoscaler-enforcer-config.json: \
'{\"memBlockSize\":\"1Gi\",\"nodeDefaults\":{\"cpu\":{\"watermark\":1,\"system\":\"1\"},\
\"memory\":{\"watermark\":1,\"system\":\"1Gi\"},\"computeUnit\":{\"vCPUs\":1,\"mem\":4}},\"schedulerName\":\"s\"}'}
---
apiVersion: v1
kind: Node
metadata: {name: n1}
---
apiVersion: v1
kind: Pod
metadata: {name: p, labels: {vm.neon.tech/nam: a}}
spec: {containers: [{name: c}]}
";
    let mut reader = Reader::new(text);
    let mut edit = |find: &str, replace: &str, expect: &[&str]| {
        let at = reader.text().find(find).expect("the place");
        reader.edit(at, at + find.len(), replace, Encoding::Utf8);
        let found = reader.diagnostics(Encoding::Utf8, 9);
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(lines, expect, "{}", reader.text());
    };
    let found = |path: &str, place: &str, message: &str| {
        format!("warning unknown-object Timeline default/t {path} {place} {message}")
    };
    edit("metadata: {name: t}", "metadata: { name: t }", &[]);
    edit(
        "podName: a-1",
        "podName: a-2",
        &[&found(
            "spec.events[0].delete.pod",
            "7:27-7:30",
            "pod `default/a-1` is not in the input",
        )],
    );
    edit("pod: a-1", "pod: a-2", &[]);
    // The pod runs the VM now, which stands for no other.
    let runs_elsewhere = found(
        "spec.events[0].delete.pod",
        "7:27-7:30",
        "pod `default/a-2` is not in the input",
    );
    edit("tech/nam:", "tech/name:", &[&runs_elsewhere]);
    edit(
        "containers: [{name: c}]}",
        "containers: [{name: c}]}\nstatus: {phase: Succeeded}",
        &[],
    );
    edit("phase: Succeeded", "phase: Running", &[&runs_elsewhere]);
    edit("pod: a-2", "pod: p", &[]);
    edit(
        "autoscaler-enforcer-config.json",
        "other.json",
        &[&found(
            "spec.configMap",
            "5:14-5:15",
            "ConfigMap `default/c` has no config of the plugin, which belongs under `autoscaler-enforcer-config.json`",
        )],
    );
    edit("other.json", "autoscale-enforcer-config.json", &[]);
    edit(
        "name: n1}",
        "name: n2}",
        &[&found(
            "spec.events[1].addNode.node",
            "8:29-8:31",
            "node `n1` is not in the input",
        )],
    );
    // An event before it moves it.
    edit(
        "  - {at: 0, delete",
        "  - {at: 0, migrate: {pod: p}}\n  - {at: 0, delete",
        &[&found(
            "spec.events[2].addNode.node",
            "9:29-9:31",
            "node `n1` is not in the input",
        )],
    );
}

/// The objects around autoscaled VMs have a counter of their own, and leave the pods' journal alone.
#[test]
fn objects_of_vms_are_counted_alone() {
    let text = "apiVersion: v1
kind: Pod
metadata: {name: p}
spec: {containers: [{name: c}]}
---
apiVersion: schedscope.dev/v1alpha1
kind: Timeline
metadata: {name: t}
spec: {seed: 1}
---
apiVersion: vm.neon.tech/v1
kind: VirtualMachine
metadata: {name: a}
spec: {guest: {cpus: {use: 1, max: 2}, memorySlots: {use: 1, max: 2}}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {autoscaler-enforcer-config.json: '{}'}
";
    let mut reader = Reader::new(text);
    let mut changes = |find: &str, replace: &str| {
        let (before, journal) = (
            reader.objects().revisions,
            reader.objects().pod_journal.clone(),
        );
        let at = reader.text().find(find).expect("the place");
        reader.edit(at, at + find.len(), replace, Encoding::Utf8);
        let (after, objects) = (reader.objects().revisions, reader.objects());
        assert_eq!(after.clusters, before.clusters);
        assert_eq!(after.others, before.others);
        assert_eq!(after.placements, before.placements);
        assert_eq!(objects.pod_journal.epoch, journal.epoch);
        let journal = objects.pod_journal.changed.len() - journal.changed.len();
        (after.vms - before.vms, after.pods - before.pods, journal)
    };
    assert_eq!(changes("seed: 1", "seed: 2"), (1, 0, 0));
    assert_eq!(changes("use: 1", "use: 2"), (1, 0, 0));
    assert_eq!(changes("'{}'", "'[]'"), (1, 0, 0));
    assert_eq!(changes("seed: 2", "seed:  2"), (0, 0, 0));
    assert_eq!(
        changes("metadata: {name: p}", "metadata: {name: p, labels: {a: b}}"),
        (0, 1, 1)
    );
}

/// What an edit makes of words far before it, and of pieces that come into a list or out of one.
#[test]
fn pieces_far_from_an_edit_are_read_anew() {
    for (before, gone, insert, after) in [
        ("t [\napiVersion:!\n\n1\n", "", "{", ""),
        (" .\napiVersion:\"\n\n", "%apiVersion:", "", ""),
        ("items:\n- \nk\ne3  tr", "", ":", "  2d\n- apiVersion: *:"),
        (
            "```\n",
            "",
            "}",
            "- apiVersion: \nitems:\n    - apiVersion: \n      kind: Node\n      metadata: {name: 4}\n*\u{c}",
        ),
        (
            "items:\n- ",
            "",
            "\nd\n",
            ">\n- apiVersion: v1\n  kind: Node\nmetadata: {continue: abc, remainingItemCount: 3}\n",
        ),
    ] {
        let mut reader = Reader::new(&format!("{before}{gone}{after}"));
        reader.edit(
            before.len(),
            before.len() + gone.len(),
            insert,
            Encoding::Utf8,
        );
        let anew = Reader::new(&format!("{before}{insert}{after}"));
        assert_eq!(
            dump(&reader),
            dump(&anew),
            "{before:?} {insert:?} {after:?}"
        );
    }
}

/// Faults, and when objects were changed, are those of the text after every edit, and of the copy that counts.
#[test]
fn faults_and_times_follow_edits() {
    let cluster = |name: &str, created: &str| {
        format!(
            "\
---
apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {{name: {name}, creationTimestamp: \"{created}\"}}
spec: {{hubAcceptsClient: true}}
"
        )
    };
    let [old, new] = ["2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z"];
    let text = [cluster("a", old), cluster("b", old), cluster("a", new)].concat();
    let mut reader = Reader::new(&text);
    let check = |reader: &Reader, expect: [Option<&str>; 2]| {
        let names = &reader.objects().names;
        let wanted = ["a", "b"].map(|name| {
            let name = names.get(name).unwrap_or_default();
            (ObjectKind::ManagedCluster, Symbol::EMPTY, name)
        });
        let changes = reader.changes(&wanted).into_iter();
        let created: Vec<_> = changes
            .map(|one| one.spec.map(|at| at.to_string()))
            .collect();
        assert_eq!(created, expect.map(|one| one.map(str::to_owned)));
    };
    let faults = |reader: &Reader| {
        let all = reader.invalid_fields(&|_| true);
        all.map(|(object, _)| object.name.clone())
            .collect::<Vec<_>>()
    };
    check(&reader, [Some(new), Some(old)]);
    assert_eq!(faults(&reader), [""; 0]);
    // The same object with another time, then with a fault, then without one.
    let second = text.find("name: b").expect("the cluster");
    let month = second + text[second..].find("-01-01").expect("the time") + 2;
    reader.edit(month, month + 1, "3", Encoding::Utf8);
    check(&reader, [Some(new), Some("2025-03-01T00:00:00Z")]);
    let accepts = second + text[second..].find("true").expect("the field");
    reader.edit(accepts, accepts + 4, "7", Encoding::Utf8);
    assert_eq!(faults(&reader), ["b"]);
    reader.edit(accepts, accepts + 1, "true", Encoding::Utf8);
    assert_eq!(faults(&reader), [""; 0]);
    // Another object in its place: the last copy of `a` counts, and there is no `b`.
    reader.edit(second + 6, second + 7, "a", Encoding::Utf8);
    check(&reader, [Some(new), None]);
}
