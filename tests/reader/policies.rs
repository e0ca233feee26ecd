//! What is wrong with classes and budgets, and where.

use super::check_marked as at;

#[test]
fn classes() {
    let class = |name: &str, more: &str| {
        format!(
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {name}}}\n{more}\n"
        )
    };
    at(&class("a", "value: 1000000000"), &[]);
    at(&class("a", "value: -5\npreemptionPolicy: Never"), &[]);
    at(
        &class("a", "value: «1000000001»"),
        &[
            "error out-of-range value maximum allowed value of a user defined priority is 1000000000",
        ],
    );
    at(
        &class("a", "value: «9999999999»"),
        &[
            "error out-of-range value `9999999999` is out of range: it must be between -2147483648 and 2147483647",
        ],
    );
    at(
        &class("a", "value: «1000m»"),
        &["error wrong-type value expected a whole number, found the string `1000m`"],
    );
    at(&class("system-node-critical", "value: 2000001000"), &[]);
    at(
        &class("system-node-critical", "value: «2000000000»"),
        &["error out-of-range value value of `system-node-critical` must be 2000001000"],
    );
    at(
        &class("«system-mine»", "value: 1"),
        &[
            "error invalid-value metadata.name priority class names with `system-` prefix are reserved for system \
             use only",
        ],
    );
    at(
        &format!("«{}»\n", class("a", "globalDefault: false").trim_end()),
        &["error missing-field value a priority class needs a `value`"],
    );
    at(
        &class("a", "value: 1\npreemptionPolicy: «Always»"),
        &[
            "error invalid-value preemptionPolicy `Always` is not allowed here, use `PreemptLowerPriority` or `Never`",
        ],
    );
    at(
        &class("a", "value: 1\nglobalDefault: «'true'»"),
        &["error wrong-type globalDefault expected `true` or `false`, found the string `true`"],
    );
    // The smallest value counts, whichever stands first.
    at(
        &[
            class("a", "value: 7\nglobalDefault: «true»"),
            class("b", "value: 3\nglobalDefault: true"),
            class("c", "value: 3\nglobalDefault: «true»"),
            class("d", "value: 1\nglobalDefault: false"),
        ]
        .join("---\n"),
        &[
            "error invalid-value globalDefault `b` is already marked as default and is used: only one default can \
             exist",
            "error invalid-value globalDefault `b` is already marked as default and is used: only one default can \
             exist",
        ],
    );
}

#[test]
fn budgets() {
    let budget = |spec: &str| {
        format!(
            "\
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {{name: b, namespace: ns}}
spec: {spec}
status: {{disruptionsAllowed: 1}}
"
        )
    };
    at(
        &budget("{maxUnavailable: 1, selector: {matchLabels: {app: a}}}"),
        &[],
    );
    at(
        &budget("{minAvailable: 50%, selector: {matchExpressions: [{key: a, operator: Exists}]}}"),
        &[],
    );
    at(
        &budget("«{minAvailable: 1, maxUnavailable: 1}»"),
        &["error invalid-value spec minAvailable and maxUnavailable cannot be both set"],
    );
    at(
        &budget("{minAvailable: «-1»}"),
        &["error out-of-range spec.minAvailable `-1` is out of range: it must be at least 0"],
    );
    at(
        &budget("{minAvailable: «half»}"),
        &[
            "error invalid-value spec.minAvailable `half`: a valid percent string must be a numeric string followed \
             by an ending '%'",
        ],
    );
    at(
        &budget("{maxUnavailable: «101%»}"),
        &["error out-of-range spec.maxUnavailable `101%` must not be greater than 100%"],
    );
    at(
        &budget("{selector: {matchExpressions: [«{key: a, operator: In}»]}}"),
        &[
            "error invalid-value spec.selector.matchExpressions[0] values: Invalid value: null: for 'in', 'notin' \
             operators, values set can't be empty",
        ],
    );
    at(
        &budget("{selector: {matchExpressions: [{key: a, operator: «Like»}]}}"),
        &[
            "error invalid-value spec.selector.matchExpressions[0].operator `Like` is not allowed here, use `In` or \
             `NotIn` or `Exists` or `DoesNotExist`",
        ],
    );
    at(
        &budget("{selector: {matchExpressions: [«{key: a}»]}}"),
        &[
            "error invalid-value spec.selector.matchExpressions[0].operator \"\" is not a valid label selector \
             operator",
        ],
    );
    at(
        &budget("{selector: {matchLabels: «{a: '!'}»}}"),
        &[
            "error invalid-value spec.selector.matchLabels.a values[0][a]: Invalid value: \"!\": a valid label must \
             be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with \
             an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is \
             '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
        ],
    );
    at(
        &budget("{selector: «app=a»}"),
        &["error wrong-type spec.selector expected a mapping, found the string `app=a`"],
    );
    at(
        "«apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: b}»\n",
        &[
            "info missing-field status.disruptionsAllowed no controller has written `status`: `disruptionsAllowed` is \
             computed from the pods",
        ],
    );
    at(
        &budget("{}").replace("{disruptionsAllowed: 1}", "{disruptionsAllowed: «two»}"),
        &[
            "error wrong-type status.disruptionsAllowed expected a whole number, found the string `two`",
        ],
    );
    at(
        &budget("{}")
            .replace("metadata: {", "metadata: {generation: 3, ")
            .replace(
                "{disruptionsAllowed: 1}",
                "{disruptionsAllowed: 1, observedGeneration: «2»}",
            ),
        &[
            "warning invalid-value status.observedGeneration is below `metadata.generation`: evictions are refused \
             until the budget's controller has looked at its last change",
        ],
    );
}
