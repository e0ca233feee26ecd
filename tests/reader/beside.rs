//! What stands beside objects as people paste them: words, what `kubectl describe` prints, indentation, and what stands
//! before each line.

use schedscope::reader::Reader;

use super::{
    incomplete::{check, cluster, item, messages},
    lines,
    pasted::{check_second, list},
};

#[test]
fn words_behind_an_object() {
    let (a, b) = (cluster("a", ""), cluster("b", ""));
    for words in [
        "pod/api-0 edited",
        "Thanks!",
        "\nWhy is it so?",
        "❯",
        "➜  ~",
        "➜  k8s git:(main) ✗",
        "(prod) user@host:~/k8s$ ",
        "@ann can you look?\n\nBest,\nAnn\n",
        "`b` is the one",
        "We saw it twice: here it says: no such host",
        "https://example.com/a?b=c",
        "-- \nAnn",
    ] {
        for end in ["", "\n", "\r\n"] {
            check(&format!("{a}---\n{b}{words}{end}"), &[], "a b");
        }
        check(&format!("{a}{words}\n---\n{b}"), &[], "a b");
        check(&format!("{a}{words}\n{b}"), &[], "a b");
        check(&format!("{a}{words}\n```\n{b}"), &[], "a b");
        check(&format!("{words}\n{b}"), &[], "b");
        check(&format!("{}{words}\n", list(&[&item("a", "")])), &[], "a");
        check(
            &format!("{}{words}\n{b}", list(&[&item("a", "")])),
            &[],
            "a b",
        );
    }
    // They are found.
    let found = lines(&format!("{a}pod/a edited\n"));
    assert_eq!(
        found,
        ["info not-an-object  5:1-5:13 this is not part of an object: it is skipped"]
    );
}

#[test]
fn words_that_may_be_of_the_object() {
    let unread = |more: &str| {
        let text = format!("{}{more}", cluster("a", ""));
        let reader = schedscope::reader::Reader::new(&text);
        let encoding = schedscope::objects::diagnostic::Encoding::Utf8;
        !reader.incomplete(encoding).is_empty() && super::clusters(&reader).is_empty()
    };
    for more in [
        // The object goes on, directly or behind more words.
        "Some words\nspec: {}\n",
        "Some words\n\nand more\nspec: {}\n",
        "Some words\n  labels: {}\n",
        "Some words\n- x\n",
        // Another object follows that has something before each line.
        "Some words\n| apiVersion: v1\n| kind: Node\n",
        "Some words\nstatus:\n  x: y\n---\n",
        // The text may be cut off within a key.
        "sp",
        "sp\n",
        // The line before may have been wrapped.
        "spec:\n  text: some long text that a terminal has cut behind so many characters\nand goes on\n",
        // A quote or a bracket is open.
        "spec:\n  text: \"x\nSome words\n",
        "spec: {x: 1,\nSome words\n",
    ] {
        assert!(unread(more), "{more}");
    }
    // In texts of several lines nothing changes.
    check(
        &cluster("a", "spec:\n  text: |\n    x\n\n    Some words\n"),
        &[],
        "a",
    );
    check(
        &cluster("a", "spec:\n  text: \"x\n    Some words\"\n"),
        &[],
        "a",
    );
}

#[test]
fn descriptions() {
    let of = |line: u32| {
        format!(
            "Unreadable {line}:1 this is the output of `kubectl describe`, which lacks fields of its objects: print \
             them with `kubectl get … -o yaml`"
        )
    };
    let events = "Events:\n  Type     Reason            Age   From               Message\n  ----     ------            \
                  ----  ----               -------\n  Warning  FailedScheduling  2m    default-scheduler  0/1 nodes \
                  are available: 1 Insufficient cpu.\n";
    let object = format!(
        "Name:         web\nNamespace:    shop\nLabels:       <none>\nContainers:\n  web:\n    Image:      \
         nginx\n{events}"
    );
    let (a, b) = (cluster("a", ""), cluster("b", ""));
    for described in [events, "Events:          <none>\n", &object] {
        check(&format!("{a}{described}"), &[&of(5)], "a");
        check(&format!("{a}---\n{described}"), &[&of(6)], "a");
        check(&format!("{a}{described}\n{b}"), &[&of(5)], "a b");
        check(
            &format!("{a}---\n{described}\n\n---\n{b}"),
            &[&of(6)],
            "a b",
        );
        check(
            &format!("{}{described}", list(&[&item("a", "")])),
            &[&of(9)],
            "a",
        );
    }
    // Indented, as in a ticket.
    for described in [events, &object] {
        let deep: String = described
            .lines()
            .map(|line| format!("    {line}\n"))
            .collect();
        check(&deep, &[&of(1)], "");
        check(&format!("{a}---\n{deep}---\n{b}"), &[&of(6)], "a b");
    }
    // The sums of a node's pods have no object.
    let sums = "Allocated resources:\n  (Total limits may be over 100 percent, i.e., overcommitted.)\n  \
                Resource  Requests    Limits\n  --------  --------    ------\n  cpu       850m (21%)  0 (0%)\n\
                Events:              <none>\n";
    check(&format!("{a}{sums}"), &[], "a");
    check(&format!("{a}---\n{sums}---\n{b}"), &[], "a b");
    check(&format!("{a}---\n{sums}\n{object}"), &[&of(6)], "a");
    // Two of them are one place.
    check(&format!("{object}\n\n{object}{a}"), &[&of(1)], "a");
    // A field is none.
    check(&format!("{a}Name:  x\n"), &[], "a");
    // What is described is there as a whole: nothing is missing. In another namespace it is not.
    let whole = |namespace: &str| {
        let head = "---\napiVersion: v1\nkind: Pod\n";
        format!(
            "{head}metadata: {{name: web, namespace: {namespace}}}\nspec: {{containers: [{{name: c}}]}}\n"
        )
    };
    check(&format!("{object}{}{a}", whole("shop")), &[], "a");
    check(&format!("{a}{}---\n{object}", whole("shop")), &[], "a");
    check(&format!("{object}{}{a}", whole("other")), &[&of(1)], "a");
    assert_eq!(lines(&format!("{object}{}", whole("shop"))), [""; 0]);
    let node = object
        .replace("Namespace:    shop\n", "")
        .replace("web", "a");
    check(&format!("{a}---\n{node}"), &[], "a");
    let both = format!("{node}\n{object}");
    check(&format!("{a}---\n{both}"), &[&of(6)], "a");
}

/// Tables of objects that the text has as a whole: nothing is missing.
#[test]
fn tables_of_whole_objects() {
    let fault = "Unreadable 1:1 this is a table of kubectl, which lacks most of its objects: print them with \
                 `-o yaml`";
    let pod = |namespace: &str, name: &str| {
        format!(
            "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: {namespace}}}\nspec: {{containers: \
             [{{name: c}}]}}\n"
        )
    };
    let node = "---\napiVersion: v1\nkind: Node\nmetadata: {name: n1}\n";
    let whole = format!("{}{}{node}", pod("shop", "web"), pod("test", "db"));
    let pods =
        "NAME   READY   STATUS    RESTARTS      AGE\nweb    1/1     Running   3 (2d ago)    5d\n";
    let all = "NAMESPACE   NAME   READY   STATUS    RESTARTS   AGE\n\
               shop        web    1/1     Running   0          5d\n\
               test        db     0/1     Pending   0          <unknown>\n";
    let nodes = "NAME   STATUS   ROLES    AGE   VERSION\nn1     Ready    <none>   5d    v1.36.0\n";
    let top_nodes = "NAME   CPU(cores)   CPU%   MEMORY(bytes)   MEMORY%\n\
                     n1     250m         6%     1024Mi          6%\n";
    let top_pods = "NAMESPACE   NAME   CPU(cores)   MEMORY(bytes)\n\
                    shop        web    250m         1024Mi\n";
    // Of other objects than pods and nodes, an event says nothing that is missing.
    let events = "LAST SEEN   TYPE      REASON             OBJECT           MESSAGE\n\
                  3m (x5)     Warning   FailedScheduling   pod/web          0/2 nodes are available.\n\
                  5m          Normal    Scaled             deployment/api   Scaled up api/1 to 2\n";
    for table in [pods, all, nodes, top_nodes, top_pods, events] {
        check(&format!("{table}{whole}"), &[], "");
        check(&format!("{whole}---\n{table}"), &[], "");
        assert_eq!(lines(&format!("{table}{whole}")), [""; 0]);
    }
    // A pod of an event that a text with pods lacks may be deleted.
    let mut reader = Reader::default();
    let of_all = "NAMESPACE   LAST SEEN   TYPE      REASON             OBJECT     MESSAGE\n\
                  shop        3m          Warning   FailedScheduling   pod/web    0/2 nodes are available.\n\
                  test        3m          Warning   FailedScheduling   pod/web    0/2 nodes are available.\n";
    let gone = events.replace("pod/web", "pod/gone");
    reader.replace(&format!("{gone}{whole}---\n{of_all}"));
    let named = reader.event_pods().into_iter();
    let named: Vec<_> = named.map(|pod| (pod.namespace, pod.name)).collect();
    let pod = |namespace: &str, name: &str| (namespace.to_owned(), name.to_owned());
    assert_eq!(named, [pod("", "gone"), pod("test", "web")]);
    check(&format!("{gone}{whole}"), &[], "");
    check(&format!("{gone}{node}"), &[fault], "");
    let both = "NAME      READY   STATUS    RESTARTS   AGE\npod/web   1/1     Running   0          5d\n\n\
                NAME      STATUS   ROLES    AGE   VERSION\nnode/n1   Ready    <none>   5d    v1.36.0\n";
    check(&format!("{both}{whole}"), &[], "");
    let of_hub = "NAME   HUB ACCEPTED   MANAGED CLUSTER URLS   JOINED   AVAILABLE   AGE\n\
                  a      true           https://a:6443         True     True        5d\n";
    check(&format!("{of_hub}{}", cluster("a", "")), &[], "a");
    check(&format!("{of_hub}{}", cluster("b", "")), &[fault], "b");
    for lacking in [
        pods.replace("web", "api"),
        // A pod of this name is no node, and one of another namespace another pod.
        nodes.replace("n1", "db"),
        all.replace("test        db", "shop        db"),
        top_nodes.replace("n1", "n2"),
        top_pods.replace("web", "api"),
        events.replace("deployment/api", "node/gone"),
        // Of another kind, and without a head.
        pods.replace("RESTARTS", "AVAILABLE"),
        "web    1/1     Running   0   5d\n".to_owned(),
    ] {
        check(&format!("{lacking}{whole}"), &[fault], "");
    }
}

#[test]
fn events_of_a_description() {
    let event = "  Warning  FailedScheduling  2m (x3 over 5m)  default-scheduler  0/1 nodes are available: 1 node(s) \
                 had untolerated taint {a: b}.\n";
    let head = concat!(
        "  Type     Reason            Age   From               Message\n",
        "  ----     ------            ----  ----               -------\n"
    );
    let (a, b) = (cluster("a", ""), cluster("b", ""));
    for events in [event, &format!("{event}{event}"), &format!("{head}{event}")] {
        check(events, &[], "");
        check(&format!("{events}---\n{a}"), &[], "a");
        check(&format!("{a}---\n{events}---\n{b}"), &[], "a b");
        check(&format!("{events}{a}"), &[], "a");
    }
}

#[test]
fn lines_with_something_before_them() {
    let text = format!("{}---\n{}", cluster("a", ""), cluster("b", ""));
    let with = |prefix: &dyn Fn(usize) -> String| -> String {
        let lines = text.lines().enumerate();
        lines
            .map(|(at, line)| format!("{}{line}\n", prefix(at)))
            .collect()
    };
    let of = |line: u32, prefix: &str| {
        format!("Unreadable {line}:1 these lines begin with `{prefix}`: paste them without")
    };
    let time = |at: usize| format!("2026-11-26T08:01:02.00000{at}Z ");
    check(&with(&time), &[&of(1, "2026-11-26T08:01:02.000000Z")], "");
    let file = with(&|_| "pod.yaml:".to_owned());
    check(&file, &[&of(1, "pod.yaml:")], "");
    check(
        &format!("{}---\n{file}", cluster("c", "")),
        &[&of(6, "pod.yaml:")],
        "c",
    );
    let border = with(&|_| "│ ".to_owned()).replace('\n', "   │\n");
    check(
        &format!("┌── x ──┐\n{border}└───────┘\n"),
        &[&of(2, "│")],
        "",
    );
    // Comments, and what an object holds.
    let commented = "# apiVersion: v1\n# kind: X\nspec: [\n";
    check_second(
        &cluster("b", commented),
        "Unreadable ManagedCluster b 12:7 `[` is not closed",
    );
    check(
        &cluster("a", "spec:\n  x: |\n    > apiVersion: v1\n    > kind: X\n"),
        &[],
        "a",
    );
}

#[test]
fn the_line_that_is_at_fault() {
    // A line of a log inside of the object, and a selection that begins behind the spaces of its first line.
    let words = "Unreadable ManagedCluster b 10:1 these words are not YAML";
    for line in ["time=\"x\" level=info", "~"] {
        check_second(&cluster("b", &format!("{line}\nspec:\n  a: 1\n")), words);
    }
    let text = cluster("a", "").replace('\n', "\n  ");
    let said = "this line is indented, and the one before it is not: select whole lines";
    check(
        text.trim_end_matches(' '),
        &[&format!("Unreadable 2:1 {said}")],
        "",
    );
}

#[test]
fn markup_of_jira() {
    for (begin, end) in [
        ("{code}", "{code}"),
        ("{code:yaml|title=a b.yaml}", "{code}"),
        ("{noformat}", "{noformat}"),
    ] {
        let text = format!(
            "h2. See\n{begin}\n{}{end}\nThe node:\n{begin}\n{}{end}\nThanks!\n",
            cluster("a", ""),
            cluster("b", "")
        );
        check(&text, &[], "a b");
        let found = lines(&text);
        assert!(
            found.iter().all(|line| line.starts_with("info ")),
            "{found:?}"
        );
    }
    // JSON in braces is none.
    assert_eq!(lines("{code: 1}\n")[0], lines("{kode: 1}\n")[0]);
}

#[test]
fn indented_texts() {
    let text = format!(
        "{}---\n{}",
        cluster("a", ""),
        cluster("b", "spec:\n  x: |\n    ---\n    y\n")
    );
    for indent in ["  ", "    ", "        "] {
        let indented: String = text
            .lines()
            .map(|line| format!("{indent}{line}\n"))
            .collect();
        check(&indented, &[], "a b");
        check(&format!("Look here:\n\n{indented}\nThanks!\n"), &[], "a b");
        check(&format!("{indent}---\n{indented}{indent}---\n"), &[], "a b");
        check(
            &format!("{}---\n{indented}", cluster("c", "")),
            &[],
            "c a b",
        );
    }
    // Not where lines have another indentation.
    check(
        &cluster("a", "spec:\n  x: 1\n  ---\n  y: 2\n"),
        &["Unreadable ManagedCluster a 7:3 `---` stands in the first column only"],
        "",
    );
    // In a list, the parser stops at the marker itself.
    let marked = item("a", "").replace("  metadata", "  ---\n  metadata");
    check(
        &list(&[&marked, &item("b", "")]),
        &["Unreadable ManagedCluster a 5:3 `---` stands in the first column only"],
        "b",
    );
}

#[test]
fn headers_of_mails() {
    let headers = "From: ops@corp.example\nSubject: Re: Re: placement\nDate: Thu, 26 Nov 2026 10:12:44 +0100\n";
    let (a, b) = (cluster("a", ""), cluster("b", ""));
    check(
        &format!("{headers}\nHi Anna,\n\nthis is it:\n\n{a}"),
        &[],
        "a",
    );
    check(&format!("{headers}\n{a}---\n{headers}\n{b}"), &[], "a b");
    check(&format!("{headers}{a}"), &[], "a");
}

#[test]
fn log_lines_with_an_object() {
    let log = |said: &str| format!("2026-11-26T10:01:12.115Z\tDEBUG\tobject\t{said}\n");
    let json = "{\"apiVersion\":\"v1\",\"kind\":\"Placement\",\"metadata\":{}}";
    check(
        &(log("{\"placement\": \"b\"}") + &log(json) + "---\n" + &cluster("a", "")),
        &["Unreadable 2:1 these are log lines: paste the object in them alone"],
        "a",
    );
    let klog =
        "E1126 10:01:12.120431       1 scheduler.go:88] \"failed to list\" err=\"timed out\"";
    check(
        &format!("{klog}\n{}", cluster("a", "")),
        &[&format!(
            "Unreadable 1:1 this is a log line, and what it is about may not be in the input: `{klog}`"
        )],
        "a",
    );
}

/// Objects one after another whose `kind` stands first.
#[test]
fn objects_without_markers_begin_with_a_kind() {
    let kind_first = |name: &str| {
        format!(
            "kind: ManagedCluster\napiVersion: cluster.open-cluster-management.io/v1\nmetadata:\n  name: {name}\n"
        )
    };
    let text = kind_first("a") + &kind_first("b");
    check(&text, &[], "a b");
    let missing = "warning 5: another object begins here, and the line `---` before it is missing";
    messages(&text, &[missing]);
}
