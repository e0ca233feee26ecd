//! Faults of node affinity, and where they stand.

use super::spec;

/// A pod with one required node selector term.
#[track_caller]
fn term(term: &str, expect: &[&str]) {
    let expect: Vec<String> = expect
        .iter()
        .map(|line| {
            let (head, rest) = line.split_once(' ').expect("a severity");
            let (code, rest) = rest.split_once(' ').expect("a code");
            format!("{head} {code} spec.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.{rest}")
        })
        .collect();
    let expect: Vec<&str> = expect.iter().map(String::as_str).collect();
    let affinity = format!(
        "affinity: {{nodeAffinity: {{requiredDuringSchedulingIgnoredDuringExecution: {term}}}}}"
    );
    spec(&affinity, &expect);
}

#[test]
// One table.
#[allow(clippy::too_many_lines)]
fn node_affinity() {
    let labels = |requirement: &str, expect: &[&str]| {
        term(
            &format!("{{nodeSelectorTerms: [{{matchExpressions: [{requirement}]}}]}}"),
            expect,
        );
    };
    let fields = |requirement: &str, expect: &[&str]| {
        term(
            &format!("{{nodeSelectorTerms: [{{matchFields: [{requirement}]}}]}}"),
            expect,
        );
    };
    labels(
        "{key: a, operator: In, values: [b]}, {key: a, operator: NotIn, values: [b, c]}, {key: a, operator: Exists}, \
         {key: a, operator: DoesNotExist}, {key: a, operator: Gt, values: ['1']}, {key: a, operator: Lt, values: \
         ['1']}",
        &[],
    );
    labels(
        "«{key: a, operator: In}»",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values must be specified when `operator` \
             is 'In' or 'NotIn'",
        ],
    );
    labels(
        "{key: a, operator: NotIn, values: «[]»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values must be specified when `operator` \
             is 'In' or 'NotIn'",
        ],
    );
    labels(
        "{key: a, operator: Exists, values: «[b]»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values may not be specified when \
             `operator` is 'Exists' or 'DoesNotExist'",
        ],
    );
    labels(
        "{key: a, operator: Gt, values: «['1', '2']»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values must be specified single value when \
             `operator` is 'Lt' or 'Gt'",
        ],
    );
    labels(
        "«{key: a, operator: Lt}»",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values must be specified single value when \
             `operator` is 'Lt' or 'Gt'",
        ],
    );
    labels(
        "{key: a, operator: Gt, values: [«1.5x»]}",
        &[
            "warning invalid-value nodeSelectorTerms[0].matchExpressions[0].values[0] `1.5x` fits no node: for 'Gt', \
             'Lt' operators, the value must be an integer without a sign, because it must be a label's value, too",
        ],
    );
    labels(
        "{key: a, operator: Lt, values: [«\"-5\"»]}",
        &[
            "warning invalid-value nodeSelectorTerms[0].matchExpressions[0].values[0] `-5` fits no node: for 'Gt', \
             'Lt' operators, the value must be an integer without a sign, because it must be a label's value, too",
        ],
    );
    labels(
        "{key: a, operator: Gt, values: [«5»]}",
        &[
            "error wrong-type nodeSelectorTerms[0].matchExpressions[0].values[0] expected a string, found the number \
             `5`: put it in quotes",
        ],
    );
    labels(
        "{key: «a b», operator: DoesNotExist}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].key `a b` is not a valid label key: at most \
             63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends; before it may stand a DNS name \
             and `/`",
        ],
    );
    labels(
        "{key: a, operator: NotIn, values: [b, «-c»]}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].values[1] `-c` is not a valid label value: \
             at most 63 letters, digits, `-`, `_` and `.`, with a letter or digit at both ends",
        ],
    );
    labels(
        "{key: example.com/a, operator: In, values: [\"\", b.C_d-1]}",
        &[],
    );
    labels(
        "{key: a, operator: «Exist»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].operator `Exist` is not allowed here, did \
             you mean `Exists`",
        ],
    );
    labels(
        "{key: a, operator: «Equals», values: [a]}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchExpressions[0].operator `Equals` is not allowed here, use \
             `In` or `NotIn` or `Exists` or `DoesNotExist` or `Gt` or `Lt`",
        ],
    );
    labels(
        "«{operator: Exists}»",
        &[
            "error missing-field nodeSelectorTerms[0].matchExpressions[0].key a requirement needs a `key`",
        ],
    );
    labels(
        "«{key: a}»",
        &[
            "error missing-field nodeSelectorTerms[0].matchExpressions[0].operator a requirement needs an `operator`",
        ],
    );
    fields("{key: metadata.name, operator: In, values: [a]}", &[]);
    fields(
        "{key: metadata.name, operator: In, values: «[a, b]»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchFields[0].values must be only one value when `operator` \
             is 'In' or 'NotIn' for node field selector",
        ],
    );
    fields(
        "{key: metadata.name, operator: «Exists»}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchFields[0].operator `Exists` is not allowed here, use `In` \
             or `NotIn`",
        ],
    );
    fields(
        "{key: «name», operator: In, values: [a]}",
        &[
            "error invalid-value nodeSelectorTerms[0].matchFields[0].key `name` is not a valid field selector key, \
             only `metadata.name` is",
        ],
    );
    term(
        "«{nodeSelectorTerms: []}»",
        &["error missing-field nodeSelectorTerms must have at least one node selector term"],
    );
    term(
        "«{}»",
        &["error missing-field nodeSelectorTerms must have at least one node selector term"],
    );
}
