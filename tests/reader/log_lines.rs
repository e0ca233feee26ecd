//! Lines of logs, words with a colon and headers of mails beside objects.

use super::{
    CLUSTER,
    incomplete::{check, cluster, item, messages},
    lines,
    pasted::list,
};

const IN_LOG: &str = "these are log lines: paste the object in them alone";

/// An object in JSON behind each kind of beginning that log lines have, behind another object, is named.
#[test]
fn log_lines_hold_the_object() {
    let json = "{\"apiVersion\":\"v1\",\"kind\":\"Placement\",\"metadata\":{\"name\":\"b\"},\"spec\":{\"x\":\"a: b\"}}";
    let escaped = format!("\"{}\"", json.replace('"', "\\\""));
    for begin in [
        "I1126 10:00:00.123456       1 controller.go:120] applied ",
        "E1126 10:00:00.123456       1 controller.go:120] not applied ",
        "time=\"2026-11-26T10:00:00Z\" level=info msg=\"applied: x\" object=",
        "2026-11-26T10:00:00.000Z\tINFO\tcontroller\tapplied\t",
        "2026-11-26T10:00:00.000Z stdout F INFO: applied: ",
        "2026-11-26 10:00:00 INFO applied ",
        "[2026-11-26 10:00:00] INFO applied ",
        "[pod/manager-0/manager] applied: ",
        "INFO[0012] applied ",
        "INFO: applied [1] ",
        "10:00:00 INFO applied: ",
        "{\"level\":\"info\",\"ts\":\"2026-11-26T10:00:00Z\",\"object\":",
    ] {
        for json in [json, &escaped] {
            let end = if begin.starts_with('{') { "}" } else { "" };
            for between in ["", "---\n"] {
                let text = format!("{}{between}{begin}{json}{end}\n", cluster("a", ""));
                let line = 5 + between.len() / 4;
                check(&text, &[&format!("Unreadable {line}:1 {IN_LOG}")], "a");
            }
            check(
                &format!("{begin}{json}{end}\n{}", cluster("a", "")),
                &[&format!("Unreadable 1:1 {IN_LOG}")],
                "a",
            );
        }
    }
    check(
        &format!("{}spec: {json}\nstatus: [\n", cluster("a", "")),
        &["Ends ManagedCluster a 6:9 `[` is not closed"],
        "",
    );
    // Without the sign of a log.
    check(
        &format!("{}---\nwe applied: {json}\n", cluster("a", "")),
        &["Unreadable 6:1 these words stand before an object: paste the object alone"],
        "a",
    );
    // Log lines that only name an object.
    for line in [
        "I1126 10:00:00.123456 1 event.go:377] \"Event occurred\" kind=\"Placement\" apiVersion=\"v1\"",
        "2026-11-26T10:00:00.000Z\tINFO\tx\t{\"object\": {\"name\": \"web\"}}",
    ] {
        let text = format!("{}{line}\n", cluster("a", ""));
        check(&text, &[], "a");
    }
    // The last applied configuration that an object holds.
    let applied = format!(
        "  annotations:\n    kubectl.kubernetes.io/last-applied-configuration: |\n      {json}\n"
    );
    check(&cluster("a", &applied), &[], "a");
    check(
        &cluster("a", &format!("x: '{json}'\ny: {json}\n")),
        &[],
        "a",
    );
}

/// Lines of an object in YAML behind the beginning of a log's lines are not part of the object before them.
#[test]
fn log_lines_in_yaml_behind_an_object() {
    for begin in [
        "I1126 10:00:00.123456       1 dump.go:20] ",
        "2026-11-26T10:00:00.000Z ",
        "scheduler-7d4f | ",
        "[pod/manager-0/manager] ",
        "manager-0 › ",
    ] {
        let object: String = cluster("b", "  labels:\n    x: y\n")
            .lines()
            .map(|line| format!("{begin}{line}\n"))
            .collect();
        let said = format!(
            ":1 these lines begin with `{}`: paste them without",
            begin.trim_end()
        );
        let [a, c] = ["a", "c"].map(|name| cluster(name, ""));
        check(
            &format!("{a}{object}"),
            &[&format!("Unreadable 5{said}")],
            "a",
        );
        check(
            &format!("{a}{object}{c}"),
            &[&format!("Unreadable 5{said}")],
            "a c",
        );
        check(
            &format!("{}{object}", list(&[&item("a", "")])),
            &[&format!("Unreadable 9{said}")],
            "a",
        );
    }
    // Keys of annotations and comments are not.
    check(
        &cluster(
            "a",
            "# apiVersion: v1\n  annotations:\n    a.b/x apiVersion: v1\n",
        ),
        &[],
        "a",
    );
}

/// Words with a colon before and between objects, and headers of mails.
#[test]
fn labels_before_objects() {
    let [a, b] = ["a", "b"].map(|name| cluster(name, ""));
    let words = "this is not part of an object: it is skipped";
    for label in [
        "Cluster:\n",
        "Cluster:\n\n",
        "Cluster: prod\nEnvironment: test\n\n",
        "Environment:\nprod hub\n\nSteps to reproduce:\n",
        "Hello,\n\nPlacement:\n\n",
        "*Cluster:*\n\n",
        "**Cluster**: prod: eu\n\n",
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 7bit\n\n",
        "Subject: Placement: web\nMIME-Version: 1.0\nContent-Type: multipart/mixed;\n boundary=\"x\"\n\nHi,\n",
        "--boundary42\nContent-Type: text/plain\n\n",
        "install.go:222: 2026-11-26 17:31:11.123 +0000 UTC m=+0.021 [debug] Original chart version: \"\"\n",
    ] {
        let info = |line: usize| format!("info {line}: {words}");
        messages(&format!("{label}{a}"), &[&info(1)]);
        check(&format!("{label}{a}"), &[], "a");
        if label.as_bytes()[0].is_ascii_uppercase() && !label.starts_with("Hello") {
            messages(&format!("{label}---\n{a}"), &[&info(1)]);
        }
        check(&format!("{label}{a}---\n{label}{b}"), &[], "a b");
        for (begin, end) in [("```yaml\n", "```\n"), ("{code:yaml}\n", "{code}\n")] {
            check(
                &format!("{label}{begin}{a}{end}{label}{begin}{b}{end}"),
                &[],
                "a b",
            );
        }
        check(&format!("{a}{label}{b}"), &[], "a b");
        messages(&format!("{a}{label}---\n{b}"), &[&info(5)]);
    }
}

/// Keys that are of an object stay there.
#[test]
fn labels_that_are_keys() {
    for key in [
        "Kind: X\n",
        "Spec:\n  x: y\n",
        "Other:\n  x: y\n",
        "Other:\n- x\n",
        "Spec: {}\n",
        "Metadata:\n",
    ] {
        for text in [
            cluster("a", key),
            format!("{key}{}", cluster("a", "")),
            format!("{CLUSTER}{key}metadata:\n  name: a\n"),
        ] {
            let found = lines(&text);
            let is_word = |line: &String| line.contains("not part of an object");
            assert!(!found.iter().any(is_word), "{found:?}\n{text}");
            check(&text, &[], "a");
        }
    }
}

/// Fences of Markdown in the item of a list, with all that is between them.
#[test]
fn indented_fences() {
    let object: String = cluster("a", "")
        .lines()
        .map(|line| format!("   {line}\n"))
        .collect();
    check(
        &format!("1. The cluster:\n\n   ```yaml\n{object}   ```\n"),
        &["Unreadable 3:1 this fence of Markdown is indented: paste the lines between the fences"],
        "",
    );
}

/// A fault in the last line that has nothing to do with the end of the text.
#[test]
fn a_tab_in_the_last_line() {
    check(
        &cluster("a", "\tlabels: {}\n"),
        &["Unreadable ManagedCluster a 5:1 a tab cannot indent, use spaces"],
        "",
    );
}

/// Kinds that few clusters have: where the cluster lacks one, the text lacks nothing of it.
#[test]
fn kinds_that_the_cluster_does_not_have() {
    let absent =
        |kind: &str| format!("error: the server doesn't have a resource type \"{kind}\"\n");
    for kind in [
        "elasticquotas",
        "vm",
        "applicationsets.argoproj.io",
        "addonplacementscores",
    ] {
        let error = absent(kind);
        check(
            &format!("{}{error}{}", cluster("a", ""), cluster("b", "")),
            &[],
            "a b",
        );
        let found = format!(
            "info 1: the cluster has no object of this kind: `{}`",
            error.trim_end()
        );
        messages(&format!("{error}{}", cluster("a", "")), &[&found]);
    }
    let both = absent("eq") + &absent("vms");
    check(&format!("{}{both}", cluster("a", "")), &[], "a");
    // The others are those of every cluster, or of every hub.
    for kind in ["pods", "placements"] {
        let fault = format!(
            "Unreadable 5:1 this is an error message of kubectl, not YAML, and what it is about is not in the input: \
             `{}`",
            absent("eq").trim_end()
        );
        let both = absent("eq") + &absent(kind);
        check(&format!("{}{both}", cluster("a", "")), &[&fault], "a");
    }
}

/// Messages of kube-scheduler are no objects, and hide none; a field with one is a field.
#[test]
fn messages_of_the_scheduler() {
    let message = "0/4 nodes are available: 1 Insufficient cpu, 3 node(s) had untolerated taint {a: b}. preemption: \
                   0/4 nodes are available: 4 Preemption is not helpful for scheduling.";
    for line in [
        message.to_owned(),
        format!("Warning  FailedScheduling  3m  default-scheduler  {message}"),
        format!("{{\"level\":\"info\",\"msg\":\"no fit\",\"err\":\"{message}\"}}"),
        format!("I1126 10:00:00.123456       1 schedule_one.go:1] \"no fit\" err=\"{message}\""),
    ] {
        check(&format!("{line}\n"), &[], "");
        check(&format!("{line}\n---\n{}", cluster("a", "")), &[], "a");
        check(&format!("{}{line}\n", cluster("a", "")), &[], "a");
    }
    let field = format!("message: '{message}'\n");
    check(&cluster("a", &field), &[], "a");
    check(&format!("{field}{}", cluster("a", "")), &[], "a");
    check(
        &format!("status: {{message: '{message}'}}\n{}", cluster("a", "")),
        &[],
        "a",
    );
}
