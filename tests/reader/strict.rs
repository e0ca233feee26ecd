//! Fields that no type of the API has, and values of another type than the field's, in objects that are not stored.

use super::check_marked as check;

/// A Deployment whose pods have a container with more fields.
fn deployment(metadata: &str, container: &str) -> String {
    format!(
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {{name: a{metadata}}}\nspec:\n  selector: {{matchLabels: \
         {{a: b}}}}\n  template:\n    metadata: {{labels: {{a: b}}}}\n    spec:\n      containers:\n      - {{name: c, \
         image: i, {container}}}\n"
    )
}

const CONTAINER: &str = "spec.template.spec.containers[0]";

#[test]
fn unknown_fields() {
    let unknown = |container: &str, path: &str, says: &str| {
        let says = format!("error unknown-field {CONTAINER}.{path} unknown field {says}");
        check(&deployment("", container), &[&says]);
    };
    unknown(
        "«readinesProbe»: {httpGet: {port: 80}}",
        "readinesProbe",
        "`readinesProbe`, did you mean `readinessProbe`",
    );
    unknown(
        "livenessProbe: {httpGet: {port: 80, «headers»: []}}",
        "livenessProbe.httpGet.headers",
        "`headers`",
    );
    // Known to what reads the pod, too.
    unknown(
        "«resource»: {}",
        "resource",
        "`resource`, did you mean `resources`",
    );
    check(
        "apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: 80, «targetport»: 8}]}\n",
        &[
            "error unknown-field spec.ports[0].targetport unknown field `targetport`, did you mean `targetPort`",
        ],
    );
}

#[test]
fn services() {
    let service = |name: &str, ports: &str| {
        format!(
            "apiVersion: v1\nkind: Service\nmetadata: {{name: {name}}}\nspec: {{ports: [{ports}]}}\n"
        )
    };
    check(&service("1web", "{port: 80}"), &[]);
    check(
        &service("«a.b»", "{port: 80}"),
        &[
            "error invalid-value metadata.name `a.b` is not a valid name: at most 63 lower case letters, digits and \
             `-`, with a letter or digit at both ends",
        ],
    );
    check(
        &service(
            "a",
            "{port: 80, name: p}, «{port: 81}», {port: 82, name: «p»}",
        ),
        &[
            "error missing-field spec.ports[1].name each port of a Service with several ports needs a `name`",
            "error invalid-value spec.ports[2].name two ports have the name `p`",
        ],
    );
}

#[test]
fn types() {
    let wrong = |container: &str, path: &str, says: &str| {
        let says = format!("error wrong-type {CONTAINER}.{path} expected {says}");
        check(&deployment("", container), &[&says]);
    };
    wrong(
        "env: [{name: P, value: «8080»}]",
        "env[0].value",
        "a string, found the number `8080`: put it in quotes",
    );
    wrong(
        "command: [sleep, «1»]",
        "command[1]",
        "a string, found the number `1`: put it in quotes",
    );
    wrong(
        "securityContext: {runAsUser: «\"1\"»}",
        "securityContext.runAsUser",
        "a whole number, found the string `1`",
    );
    wrong(
        "tty: «\"true\"»",
        "tty",
        "`true` or `false`, found the string `true`",
    );
    check(
        &deployment(", annotations: {a: «true»}", "tty: true"),
        &[
            "error wrong-type metadata.annotations[a] expected a string, found the boolean `true`: put it in quotes",
        ],
    );
}

#[test]
fn quantities_and_ports_are_of_either_type() {
    let more = "resources: {requests: {cpu: 1}}, livenessProbe: {httpGet: {port: 80}}, args: [\"$(A)\", null]";
    check(&deployment("", more), &[]);
}

#[test]
fn a_stored_object_may_be_of_a_newer_version() {
    let text = deployment(", uid: 5f0c9f5e-0000-0000-0000-000000000000", "newer: 1");
    check(&text, &[]);
}
