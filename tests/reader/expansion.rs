//! Which pods workloads have still to make.

use schedscope::{objects::diagnostic::Encoding, reader::Reader};

/// A workload in the namespace `ns`, with more in its `metadata`, and its `spec` besides what it
/// must have.
fn workload(kind: &str, name: &str, meta: &str, spec: &str, status: &str) -> String {
    let (version, template) = if kind == "Job" {
        (
            "batch/v1",
            "template: {spec: {restartPolicy: Never, containers: [{name: c}]}}",
        )
    } else {
        (
            "apps/v1",
            "selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: \
             c}]}}",
        )
    };
    format!(
        "\
---
apiVersion: {version}
kind: {kind}
metadata: {{namespace: ns, name: {name}, {meta}}}
spec: {{{spec}, {template}}}
status: {{{status}}}
"
    )
}

/// Pods in the namespace `ns` with such an owner, each `name` or `name:phase` or `name:deleting`.
fn pods(names: &str, kind: &str, owner: &str, uid: &str) -> String {
    let labels = owner.rsplit_once('-').map_or(String::new(), |(_, hash)| {
        format!("labels: {{pod-template-hash: {hash}}}, ")
    });
    let pods = names.split(' ').map(|pod| {
        let (name, phase) = pod.split_once(':').unwrap_or((pod, "Running"));
        let (phase, deleting) = match phase {
            "deleting" => ("Running", "deletionTimestamp: 2026-01-01T00:00:00Z, "),
            phase => (phase, ""),
        };
        format!(
            "\
---
apiVersion: v1
kind: Pod
metadata:
  {{namespace: ns, name: {name}, {deleting}{labels}ownerReferences: [{{kind: Node, name: other}}, {{controller: \
true, kind: {kind}, name: {owner}, uid: '{uid}'}}]}}
spec: {{containers: [{{name: c}}]}}
status: {{phase: {phase}}}
"
        )
    });
    pods.collect()
}

fn owned(kind: &str, name: &str, uid: &str) -> String {
    format!("ownerReferences: [{{kind: {kind}, name: {name}, uid: '{uid}', controller: true}}]")
}

/// The text has no finding, and workloads make these pods.
#[track_caller]
fn check(parts: &[String], expect: &str) {
    let text = parts.concat();
    let reader = Reader::new(&text);
    assert_eq!(reader.diagnostics(Encoding::Utf8, 9), [], "\n{text}");
    let objects = reader.objects();
    let names = &objects.names;
    let made = objects.expansions().into_iter().map(|expansion| {
        let workload = &objects.workloads[expansion.workload];
        let (kind, name) = (&names[workload.kind], &names[workload.name]);
        assert_eq!(workload.template.name, workload.name);
        assert_eq!(workload.template.namespace, workload.namespace);
        format!("{kind} {name} {:?}", expansion.numbers)
    });
    assert_eq!(made.collect::<Vec<_>>().join(", "), expect, "\n{text}");
}

fn deployment(name: &str, replicas: u32) -> String {
    let replicas = format!("replicas: {replicas}");
    workload("Deployment", name, "uid: d", &replicas, "")
}

fn set(kind: &str, name: &str, meta: &str, replicas: u32) -> String {
    workload(kind, name, meta, &format!("replicas: {replicas}"), "")
}

#[test]
fn all_of_them() {
    check(&[deployment("web", 3)], "Deployment web [0, 1, 2]");
    check(&[deployment("web", 0)], "");
    check(
        &[workload("StatefulSet", "db", "", "serviceName: db", "")],
        "StatefulSet db [0]",
    );
    check(&[set("ReplicaSet", "rs", "", 2)], "ReplicaSet rs [0, 1]");
}

#[test]
fn replication_controllers() {
    let controller = "\
---
apiVersion: v1
kind: ReplicationController
metadata: {namespace: ns, name: rc}
spec: {replicas: 3, selector: {app: a}, template: {metadata: {labels: {app: a}}, spec: {containers: [{name: c}]}}}
";
    let controller = controller.to_owned();
    check(
        std::slice::from_ref(&controller),
        "ReplicationController rc [0, 1, 2]",
    );
    let one = pods("rc-0", "ReplicationController", "rc", "");
    check(&[controller, one], "ReplicationController rc [1, 2]");
}

#[test]
fn pods_that_are_there_are_not_made_again() {
    let sets = [set("ReplicaSet", "rs", "uid: r", 4)];
    let with = |pods: String, expect: &str| check(&[pods, sets[0].clone()], expect);
    with(
        pods("rs-a rs-b", "ReplicaSet", "rs", "r"),
        "ReplicaSet rs [0, 1]",
    );
    // What is over or going is replaced.
    with(
        pods(
            "rs-a rs-b:Failed rs-c:deleting rs-d:Pending",
            "ReplicaSet",
            "rs",
            "r",
        ),
        "ReplicaSet rs [0, 1]",
    );
    // As many as wanted, and more.
    with(pods("a b c d", "ReplicaSet", "rs", "r"), "");
    with(pods("a b c d e", "ReplicaSet", "rs", "r"), "");
    // Without a UID on one side the name decides; two UIDs must be one.
    with(pods("a", "ReplicaSet", "rs", ""), "ReplicaSet rs [0, 1, 2]");
    with(
        pods("a", "ReplicaSet", "rs", "former"),
        "ReplicaSet rs [0, 1, 2, 3]",
    );
    // Another owner.
    with(
        pods("a", "StatefulSet", "rs", "r"),
        "ReplicaSet rs [0, 1, 2, 3]",
    );
    with(
        pods("a", "ReplicaSet", "rs", "r").replace("namespace: ns", "namespace: other"),
        "ReplicaSet rs [0, 1, 2, 3]",
    );
}

#[test]
fn names_never_clash() {
    let db = || set("StatefulSet", "db", "uid: s", 3);
    check(
        &[db(), pods("db-0 db-2", "StatefulSet", "db", "s")],
        "StatefulSet db [1]",
    );
    // A stateful set waits for the end of a pod, and one that failed keeps its name.
    check(
        &[
            db(),
            pods("db-0:deleting db-1:Failed", "StatefulSet", "db", "s"),
        ],
        "StatefulSet db [2, 3]",
    );
    // A pod that only has such a name.
    check(
        &[db(), pods("db-1", "ReplicaSet", "x", "")],
        "StatefulSet db [0, 2, 3]",
    );
    // Two workloads of one name.
    check(
        &[
            deployment("db", 2),
            db(),
            pods("db-1", "StatefulSet", "db", "s"),
        ],
        "Deployment db [0, 2], StatefulSet db [3, 4]",
    );
}

#[test]
fn replica_sets_of_deployments() {
    let rs = |name: &str, replicas: u32| {
        set(
            "ReplicaSet",
            name,
            &format!("uid: {name}, {}", owned("Deployment", "web", "d")),
            replicas,
        )
    };
    check(
        &[deployment("web", 3), rs("web-1a", 3)],
        "Deployment web [0, 1, 2]",
    );
    check(
        &[rs("web-1a", 3), deployment("web", 3)],
        "Deployment web [0, 1, 2]",
    );
    // Alone, a replica set stands for itself.
    check(&[rs("web-1a", 3)], "ReplicaSet web-1a [0, 1, 2]");
    // In the middle of an update.
    check(
        &[
            rs("web-1a", 1),
            rs("web-2b", 2),
            pods("web-1a-x", "ReplicaSet", "web-1a", "web-1a"),
            pods("web-2b-x", "ReplicaSet", "web-2b", "web-2b"),
            deployment("web", 3),
        ],
        "Deployment web [0]",
    );
    // The replica set is not in the text: the pods' label says which part of its name is the hash.
    check(
        &[
            pods("web-1a-x web-1a-y", "ReplicaSet", "web-1a", "r"),
            deployment("web", 3),
        ],
        "Deployment web [0]",
    );
    check(
        &[
            pods("web-1a-x", "ReplicaSet", "web-1a", "r").replace("hash: 1a", "hash: 2b"),
            deployment("web", 3),
        ],
        "Deployment web [0, 1, 2]",
    );
    check(
        &[
            pods("webs-1a-x", "ReplicaSet", "webs-1a", "r"),
            deployment("web", 1),
        ],
        "Deployment web [0]",
    );
    // Owners in a circle.
    check(
        &[
            set("ReplicaSet", "a", &owned("ReplicaSet", "b", ""), 1),
            set("ReplicaSet", "b", &owned("ReplicaSet", "a", ""), 1),
            pods("p", "ReplicaSet", "a", ""),
            set("ReplicaSet", "c", &owned("ReplicaSet", "c", ""), 1),
        ],
        "ReplicaSet c [0]",
    );
}

#[test]
fn jobs() {
    let job = |spec: &str, status: &str| workload("Job", "j", "uid: j", spec, status);
    let with = |spec: &str, status: &str, names: &str, expect: &str| {
        let mut parts = vec![job(spec, status)];
        if !names.is_empty() {
            parts.push(pods(names, "Job", "j", "j"));
        }
        check(&parts, expect);
    };
    with("backoffLimit: 1", "", "", "Job j [0]");
    with("parallelism: 3", "", "", "Job j [0, 1, 2]");
    with("completions: 5, parallelism: 3", "", "", "Job j [0, 1, 2]");
    with("completions: 2, parallelism: 3", "", "", "Job j [0, 1]");
    with("completions: 5", "", "", "Job j [0]");
    with(
        "completions: 5, parallelism: 3",
        "succeeded: 3",
        "",
        "Job j [0, 1]",
    );
    with("completions: 5, parallelism: 3", "succeeded: 9", "", "");
    with(
        "completions: 5, parallelism: 3",
        "succeeded: 3",
        "j-a",
        "Job j [0]",
    );
    // Pods that succeeded count where the status does not say so yet.
    with(
        "completions: 5, parallelism: 3",
        "succeeded: 1",
        "j-a:Succeeded j-b:Succeeded j-c:Succeeded j-d:Failed j-0",
        "Job j [1]",
    );
    // A queue of work ends with the first success.
    with("parallelism: 3", "", "j-a:Succeeded j-b", "");
    with("parallelism: 3, suspend: true", "", "", "");
    with(
        "parallelism: 3",
        "completionTime: 2026-01-01T00:00:00Z",
        "",
        "",
    );
    with(
        "parallelism: 3",
        "conditions: [{type: Failed, status: 'True'}]",
        "",
        "",
    );
    with(
        "parallelism: 1",
        "conditions: [{type: Failed, status: 'False'}]",
        "",
        "Job j [0]",
    );
    with(
        "parallelism: 1",
        "conditions: [{type: Suspended, status: 'True'}]",
        "",
        "Job j [0]",
    );
    // A job of a CronJob, which makes nothing itself.
    check(
        &[workload(
            "Job",
            "k",
            &owned("CronJob", "every", "c"),
            "backoffLimit: 1",
            "",
        )],
        "Job k [0]",
    );
}

/// The workloads with the number of their pods that the text lacks.
#[track_caller]
fn check_lacking(parts: &[String], expect: &str) {
    let reader = Reader::new(&parts.concat());
    let objects = reader.objects();
    let lacking = objects.lacking_pods().into_iter().map(|lacking| {
        let workload = &objects.workloads[lacking.workload];
        let [kind, name] = [workload.kind, workload.name].map(|of| &objects.names[of]);
        format!("{kind} {name} {}", lacking.pods)
    });
    assert_eq!(lacking.collect::<Vec<_>>().join(", "), expect);
}

#[test]
fn pods_that_a_status_counts() {
    let of = |kind: &str, meta: &str, status: &str| {
        let spec = if kind == "Job" {
            "parallelism: 4"
        } else {
            "replicas: 4"
        };
        workload(kind, "w", meta, spec, status)
    };
    for (kind, status) in [
        ("Deployment", "replicas: 3, readyReplicas: 1"),
        ("ReplicaSet", "replicas: 3"),
        ("StatefulSet", "replicas: 3"),
        ("Job", "active: 3, succeeded: 1"),
        (
            "DaemonSet",
            "currentNumberScheduled: 3, desiredNumberScheduled: 5",
        ),
    ] {
        let one = of(kind, "uid: w", status);
        check_lacking(std::slice::from_ref(&one), &format!("{kind} w 3"));
        // Who is over is not counted, who is being deleted is there.
        let some = pods("w-a w-b:deleting w-c:Failed", kind, "w", "w");
        check_lacking(&[one.clone(), some], &format!("{kind} w 1"));
        check_lacking(&[one.clone(), pods("a b c d", kind, "w", "w")], "");
        // Those of a former workload of the name are not its own.
        check_lacking(
            &[one, pods("a b c", kind, "w", "v")],
            &format!("{kind} w 3"),
        );
        check_lacking(&[of(kind, "", "")], "");
    }
    // What owns another one has its pods.
    let owner = owned("Deployment", "web", "d");
    let status = "replicas: 2";
    let top = |status: &str| workload("Deployment", "web", "uid: d", "replicas: 2", status);
    let below = |name: &str| {
        workload(
            "ReplicaSet",
            name,
            &format!("uid: {name}, {owner}"),
            "replicas: 2",
            status,
        )
    };
    check_lacking(&[top(status), below("web-1")], "Deployment web 2");
    check_lacking(
        &[top(""), below("web-1"), below("web-2")],
        "Deployment web 4",
    );
    let one = pods("web-1-a", "ReplicaSet", "web-1", "web-1");
    check_lacking(
        &[top(status), below("web-1"), one.clone()],
        "Deployment web 1",
    );
    check_lacking(&[top(status), one], "Deployment web 1");
}
