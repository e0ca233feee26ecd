//! `ResourceQuota`s beside elastic quotas: `min` <= `max` <= `hard`, and what the API server refuses.

use schedscope::scenario::Scenario;
use serde_json::Value;

fn ask(text: &str, question: &str) -> Value {
    let answer = Scenario::new(text).ask(question).expect("an answer");
    reference::answers::read(&answer)
}

fn resource_quota(spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {{name: compute, namespace: a}}\n{spec}\n"
    )
}

fn elastic_quota(spec: &str) -> String {
    format!(
        "---\napiVersion: scheduling.x-k8s.io/v1alpha1\nkind: ElasticQuota\nmetadata: {{name: q, namespace: a}}\n\
         spec: {spec}\n"
    )
}

fn pod(name: &str, metadata: &str, spec: &str) -> String {
    format!(
        "---\napiVersion: v1\nkind: Pod\nmetadata: {{name: {name}, namespace: a{metadata}}}\nspec: {{{spec}}}\n"
    )
}

fn asking(requests: &str) -> String {
    format!("containers: [{{name: c, resources: {{requests: {requests}}}}}]")
}

/// Findings about `hard`: the code, the path, the resource, both amounts.
#[track_caller]
fn check_findings(quota: &str, hard: &str, expect: &[&str]) {
    let text = elastic_quota(quota) + &resource_quota(&format!("spec: {{hard: {hard}}}"));
    let answer = ask(&text, r#"{"quotas": {}}"#);
    let findings = answer["quotaDiagnostics"]
        .as_array()
        .expect("a list")
        .iter();
    let findings = findings.filter(|finding| {
        !finding["resourceQuota"].is_null() || finding["code"] == "max-below-min"
    });
    let lines: Vec<String> = findings
        .map(|finding| {
            let text = |field: &str| finding[field].as_str().unwrap_or_default().to_owned();
            let line = format!("{} {} {}", text("code"), text("path"), text("resource"));
            format!("{line} {}>{}", finding["found"], finding["bound"])
        })
        .collect();
    assert_eq!(lines, expect, "{quota} {hard}");
}

#[test]
fn min_and_max_are_held_against_hard() {
    let quota = "{min: {cpu: 2, memory: 4Gi}, max: {cpu: 6, memory: 8Gi}}";
    check_findings(quota, "{requests.cpu: 6, memory: 8Gi}", &[]);
    check_findings(
        quota,
        "{requests.cpu: 5}",
        &["max-above-hard spec.max[cpu] cpu 6000>5000"],
    );
    check_findings(
        quota,
        "{cpu: 5}",
        &["max-above-hard spec.max[cpu] cpu 6000>5000"],
    );
    check_findings(
        quota,
        "{cpu: 1}",
        &[
            "min-above-hard spec.min[cpu] cpu 2000>1000",
            "max-above-hard spec.max[cpu] cpu 6000>1000",
        ],
    );
    // Limits are no requests.
    check_findings(quota, "{limits.cpu: 1}", &[]);
    let pods =
        "{min: {nvidia.com/gpu: 1}, max: {cpu: 1, memory: 1Gi, nvidia.com/gpu: 4, pods: 20}}";
    check_findings(
        pods,
        "{requests.nvidia.com/gpu: 2, pods: 10}",
        &[
            "max-above-hard spec.max[nvidia.com/gpu] nvidia.com/gpu 4>2",
            "max-above-hard spec.max[pods] pods 20>10",
        ],
    );
    check_findings(
        "{min: {cpu: 4}, max: {cpu: 3, memory: 1Gi}}",
        "{cpu: 3}",
        &[
            "max-below-min spec.max[cpu] cpu 3000>4000",
            "min-above-hard spec.min[cpu] cpu 4000>3000",
        ],
    );
}

/// As `podMatchesScopeFunc` of the API server: each scope with a pod that is in it, and one that is not.
#[test]
fn quotas_with_scopes_count_the_pods_in_them() {
    let selector = |scope: &str| format!("scopeSelector: {{matchExpressions: [{scope}]}}");
    let high = "{scopeName: PriorityClass, operator: In, values: [high]}";
    let no_class = "{scopeName: PriorityClass, operator: DoesNotExist}";
    let (asks, class) = (asking("{cpu: 1}"), ", priorityClassName: high");
    let affinity = |more: &str| {
        format!(
            ", affinity: {{podAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: \
             [{{topologyKey: zone, labelSelector: {{}}{more}}}]}}}}"
        )
    };
    let [near, far] = ["", ", namespaces: [b]"].map(affinity);
    let zero = asking("{cpu: 0}");
    let deadline = ", activeDeadlineSeconds: 9";
    let list = |scope: &str| format!("scopes: [{scope}]");
    let cases = [
        (list("BestEffort"), zero.clone(), asks.clone()),
        (list("NotBestEffort"), asks.clone(), zero),
        (list("Terminating"), asks.clone() + deadline, asks.clone()),
        (
            list("NotTerminating"),
            asks.clone(),
            asks.clone() + deadline,
        ),
        (list("PriorityClass"), asks.clone() + class, asks.clone()),
        (selector(high), asks.clone() + class, asks.clone()),
        (selector(no_class), asks.clone(), asks.clone() + class),
        (
            list("CrossNamespacePodAffinity"),
            asks.clone() + &far,
            asks.clone() + &near,
        ),
        // Every one of them.
        (
            list("NotBestEffort, Terminating"),
            asks.clone() + deadline,
            asks,
        ),
    ];
    for (scopes, inside, outside) in cases {
        let spec = format!("spec: {{hard: {{pods: 0}}, {scopes}}}");
        check(
            &spec,
            "",
            &pod("p", "", &inside),
            "compute pods exceeded 0+1>0",
        );
        check(&spec, "", &pod("p", "", &outside), "");
    }
}

/// The claim of a volume is refused in place of the pod.
#[test]
fn quotas_of_storage_refuse_claims() {
    let claim = |metadata: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: d, namespace: a{metadata}}}\n\
             spec: {{storageClassName: fast, accessModes: [ReadWriteOnce], \
             resources: {{requests: {{storage: 10}}}}}}\n---\n"
        )
    };
    let new = pod(
        "p",
        "",
        &(asking("{cpu: 1}") + ", volumes: [{name: v, persistentVolumeClaim: {claimName: d}}]"),
    );
    let hard = |key: &str, hard: u32| format!("spec: {{hard: {{{key}: {hard}}}}}");
    let one = "persistentvolumeclaims";
    for (key, most, expect) in [
        (one, 1, ""),
        (one, 0, "0+1>0"),
        ("count/persistentvolumeclaims", 0, "0+1>0"),
        ("requests.storage", 10, ""),
        ("requests.storage", 9, "0+10>9"),
        (
            "fast.storageclass.storage.k8s.io/requests.storage",
            9,
            "0+10>9",
        ),
        ("slow.storageclass.storage.k8s.io/requests.storage", 9, ""),
        (
            "fast.storageclass.storage.k8s.io/persistentvolumeclaims",
            0,
            "0+1>0",
        ),
    ] {
        let line = match expect {
            "" => String::new(),
            sum => format!("compute {key} exceeded {sum}"),
        };
        check(&hard(key, most), &claim(""), &new, &line);
    }
    // A stored claim counts before, and is not created for the pod.
    check(&hard(one, 0), &claim(", uid: d"), &new, "");
    // The second pod has the claim of the first one.
    let text = resource_quota(&hard(one, 1)) + &claim("") + &new;
    let second = new.replace("name: p,", "name: q,");
    assert_ne!(second, new);
    assert_eq!(refused(&(text + "---\n" + &second)), [""; 0]);
}

/// A `StatefulSet` creates a pod again for which the claim exists.
#[test]
fn claims_of_replicas_that_exist() {
    let set = "---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: db, namespace: a, uid: s}\nspec:\n  \
               serviceName: db\n  selector: {matchLabels: {app: db}}\n  \
               template: {metadata: {labels: {app: db}}, spec: {containers: [{name: c}]}}\n  volumeClaimTemplates:\n  \
               - {metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1}}}}\n";
    let claim = |name: &str| {
        format!(
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata: {{name: {name}, namespace: a, uid: u}}\n\
             spec: {{accessModes: [ReadWriteOnce], resources: {{requests: {{storage: 1}}}}}}\n"
        )
    };
    let quota = resource_quota("spec: {hard: {persistentvolumeclaims: 1}}");
    for (name, expected) in [
        ("data-db-0", vec![]),
        ("other", vec!["db persistentvolumeclaims 2>1"]),
    ] {
        let text = format!("{quota}{}{set}", claim(name));
        assert_eq!(refused(&text), expected, "{text}");
    }
}

/// The refusal of `a/p`: the quota's key, the rule, requested, used and hard.
#[track_caller]
fn check(spec: &str, others: &str, pod: &str, expect: &str) {
    let answer = ask(
        &format!("{}{others}{pod}", resource_quota(spec)),
        r#"{"simulatePod": {"pod": "a/p"}}"#,
    );
    let refusal = &answer["resourceQuota"];
    let line = if refusal.is_null() {
        String::new()
    } else {
        let text = |field: &str| refusal[field].as_str().unwrap_or_default().to_owned();
        let amounts = format!(
            "{}+{}>{}",
            refusal["used"], refusal["requested"], refusal["hard"]
        );
        format!(
            "{} {} {} {amounts}",
            text("name"),
            text("resource"),
            text("rule")
        )
    };
    assert_eq!(line, expect, "{spec}\n{pod}");
}

/// The findings of `lint` about refused pods: the object, the resource, used with the pod and hard.
fn refused(text: &str) -> Vec<String> {
    let answer = ask(text, r#"{"quotas": {}}"#);
    let findings = answer["quotaDiagnostics"].as_array().expect("a list");
    let findings = findings.iter();
    let refused = findings.filter(|finding| finding["code"] == "refused-at-admission");
    let line = |finding: &Value| {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let name = text(&finding["object"]["name"]);
        let resource = text(&finding["resource"]);
        format!(
            "{name} {resource} {}>{}",
            finding["found"], finding["bound"]
        )
    };
    refused.map(line).collect()
}

#[test]
fn all_keys_that_refuse_are_listed() {
    let hard = "spec: {hard: {requests.cpu: 1, pods: 0, limits.memory: 1Gi}}";
    let text = resource_quota(hard) + &pod("p", "", &asking("{cpu: 2}"));
    let refusal = &ask(&text, r#"{"simulatePod": {"pod": "a/p"}}"#)["resourceQuota"];
    assert_eq!(refusal["resource"], "limits.memory");
    let more = refusal["more"].as_array().expect("a list").iter();
    let more = more.map(|key| {
        let (used, requested, hard) = (&key["used"], &key["requested"], &key["hard"]);
        format!("{} {used}+{requested}>{hard}", key["resource"])
    });
    let expected = [r#""requests.cpu" 0+2000>1000"#, r#""pods" 0+1>0"#];
    assert_eq!(more.collect::<Vec<_>>(), expected);
    let expected = ["p memory null>null", "p cpu 2000>1000", "p pods 1>0"];
    assert_eq!(refused(&text), expected);
}

/// One replica fits beside another, three do not.
#[test]
fn lint_admits_one_after_another() {
    let deployment = |replicas: u32| {
        format!(
            "---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: web, namespace: a}}\nspec:\n  \
             replicas: {replicas}\n  selector: {{}}\n  template: {{spec: {{{}}}}}\n",
            asking("{cpu: 2}")
        )
    };
    let hard = resource_quota("spec: {hard: {requests.cpu: 5}}");
    assert_eq!(refused(&(hard.clone() + &deployment(2))), [""; 0]);
    assert_eq!(refused(&(hard + &deployment(4))), ["web cpu 6000>5000"]);
}

#[test]
fn the_api_server_refuses_new_pods() {
    let new = pod("p", "", &asking("{cpu: 2}"));
    check("spec: {hard: {cpu: 2}}", "", &new, "");
    check(
        "spec: {hard: {cpu: 1}}",
        "",
        &new,
        "compute cpu exceeded 0+2000>1000",
    );
    check(
        "spec: {hard: {requests.cpu: 1500m, pods: 9}}",
        "",
        &new,
        "compute requests.cpu exceeded 0+2000>1500",
    );
    check(
        "spec: {hard: {pods: 0}}",
        "",
        &new,
        "compute pods exceeded 0+1>0",
    );
    check(
        "spec: {hard: {count/pods: 0}}",
        "",
        &new,
        "compute count/pods exceeded 0+1>0",
    );
    check("spec: {hard: {configmaps: 0}}", "", &new, "");
    // What is not asked for is not exceeded; what must be named is not named.
    check("spec: {hard: {requests.nvidia.com/gpu: 0}}", "", &new, "");
    check(
        "spec: {hard: {memory: 1Gi}}",
        "",
        &new,
        "compute memory must-specify 0+0>1073741824",
    );
    check(
        "spec: {hard: {limits.cpu: 4}}",
        "",
        &new,
        "compute limits.cpu must-specify 0+0>4000",
    );
    // A limit is a request, too, where none is given.
    let limited = pod(
        "p",
        "",
        "containers: [{name: c, resources: {limits: {cpu: 3}}}]",
    );
    check(
        "spec: {hard: {limits.cpu: 2}}",
        "",
        &limited,
        "compute limits.cpu exceeded 0+3000>2000",
    );
    check(
        "spec: {hard: {requests.cpu: 2}}",
        "",
        &limited,
        "compute requests.cpu exceeded 0+3000>2000",
    );
}

#[test]
fn pods_that_are_stored_were_admitted() {
    let stored = pod("p", ", uid: u", &asking("{cpu: 2}"));
    check("spec: {hard: {cpu: 1}}", "", &stored, "");
    let bound = pod("p", "", &format!("nodeName: n, {}", asking("{cpu: 2}")));
    check("spec: {hard: {cpu: 1}}", "", &bound, "");
}

#[test]
fn use_is_that_of_the_status_or_of_admitted_pods() {
    let new = pod("p", "", &asking("{cpu: 2}"));
    let status = "spec: {hard: {cpu: 5}}\nstatus: {hard: {cpu: 5}, used: {cpu: 4}}";
    check(status, "", &new, "compute cpu exceeded 4000+2000>5000");
    let others = [
        pod("bound", "", &format!("nodeName: n, {}", asking("{cpu: 1}"))),
        pod("stored", ", uid: u1", &asking("{cpu: 1}")),
        // Not admitted yet, over, and of another namespace.
        pod("new", "", &asking("{cpu: 10}")),
        pod("over", ", uid: u2", &asking("{cpu: 10}")) + "status: {phase: Succeeded}\n",
        pod("other", ", uid: u3", &asking("{cpu: 10}")).replace("namespace: a", "namespace: b"),
    ];
    check(
        "spec: {hard: {cpu: 3}}",
        &others.concat(),
        &new,
        "compute cpu exceeded 2000+2000>3000",
    );
    check("spec: {hard: {cpu: 4}}", &others.concat(), &new, "");
}

#[test]
fn sidecars_init_containers_overhead_and_the_pod_as_a_whole() {
    let container = |name: &str, cpu: u32, more: &str| {
        format!("{{name: {name}, resources: {{requests: {{cpu: {cpu}}}}}{more}}}")
    };
    let (one, init, sidecar) = (
        container("c", 2, ""),
        container("i", 5, ""),
        container("s", 1, ", restartPolicy: Always"),
    );
    let of = |inits: &str, more: &str| {
        pod(
            "p",
            "",
            &format!("containers: [{one}], initContainers: [{inits}]{more}"),
        )
    };
    let hard = "spec: {hard: {cpu: 0}}";
    check(hard, "", &of(&init, ""), "compute cpu exceeded 0+5000>0");
    check(
        hard,
        "",
        &of(&format!("{sidecar}, {init}"), ""),
        "compute cpu exceeded 0+6000>0",
    );
    check(hard, "", &of(&sidecar, ""), "compute cpu exceeded 0+3000>0");
    check(
        hard,
        "",
        &of(&sidecar, ", runtimeClassName: kata, overhead: {cpu: 500m}"),
        "compute cpu exceeded 0+3500>0",
    );
    // Overhead adds to a limit where there is one.
    let limited = "containers: [{name: c, resources: {limits: {cpu: 3}}}], runtimeClassName: kata, \
                   overhead: {cpu: 500m, memory: 1Gi}";
    check(
        "spec: {hard: {limits.cpu: 2}}",
        "",
        &pod("p", "", limited),
        "compute limits.cpu exceeded 0+3500>2000",
    );
    let whole = ", resources: {requests: {cpu: 7}}";
    check(hard, "", &of(&init, whole), "compute cpu exceeded 0+7000>0");
}

#[test]
fn lint_names_the_pods_that_are_refused() {
    let text = elastic_quota("{min: {cpu: 2}, max: {cpu: 6, memory: 1Gi}}")
        + &resource_quota("spec: {hard: {cpu: 6}}")
        + &pod("p", "", &asking("{cpu: 9}"));
    let answer = ask(&text, r#"{"quotas": {}}"#);
    let findings = answer["quotaDiagnostics"].as_array().expect("a list");
    let found = findings
        .iter()
        .find(|finding| finding["code"] == "refused-at-admission")
        .expect("the finding");
    assert_eq!(found["object"]["name"], "p");
    assert_eq!(
        (&found["found"], &found["bound"]),
        (&9000.into(), &6000.into())
    );
    assert_eq!(found["resourceQuota"], "a/compute");
}

/// The scores of nodes say it, too, and in the same words.
#[test]
fn scores_are_those_of_a_pod_that_is_refused() {
    let node = "apiVersion: v1\nkind: Node\nmetadata: {name: n}\n\
        status: {allocatable: {cpu: \"8\", memory: 8Gi, pods: \"9\"}}\n";
    let new = pod("new", "", &asking("{cpu: 2}"));
    let of = |hard: &str| {
        let text = [node, &resource_quota(hard), &new].concat();
        let of = |question: &str| ask(&text, question)["resourceQuota"].clone();
        let scored = of(r#"{"scoreNodes": {"pod": "a/new"}}"#);
        assert_eq!(scored, of(r#"{"simulatePod": {"pod": "a/new"}}"#));
        scored["name"].clone()
    };
    assert_eq!(of("spec: {hard: {cpu: 1}}"), "compute");
    assert_eq!(of("spec: {hard: {cpu: 2}}"), Value::Null);
}
