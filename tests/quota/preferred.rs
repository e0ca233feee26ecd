//! Preferred node affinity that the scheduler does not parse.

use schedscope::{
    answers::quota::queue::QueueOptions, objects::profile::Profile, scenario::Scenario,
};

use super::filters::{check, options, text};

/// The API server takes values of preferred terms that the scheduler does not parse. A single node is not scored.
#[test]
fn preferred_terms_that_do_not_parse() {
    let wants = |terms: &str| {
        format!(
            "in: | affinity: {{nodeAffinity: {{preferredDuringSchedulingIgnoredDuringExecution: [{terms}]}}}}"
        )
    };
    let label = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and \
                 must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', \
                 regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
    let integer = "for 'Gt', 'Lt' operators, the value must be an integer";
    let term = |expressions: &str| {
        format!("{{weight: 1, preference: {{matchExpressions: [{expressions}]}}}}")
    };
    let below = term("{key: gen, operator: Gt, values: ['-1']}");
    let spaced = term("{key: gen, operator: Exists}, {key: zone, operator: In, values: [a, a b]}");
    let word = term("{key: gen, operator: Lt, values: [x]}");
    for (terms, errors) in [
        (
            below.clone(),
            format!("[0].matchExpressions[0].values[0][gen]: Invalid value: \"-1\": {label}"),
        ),
        (
            format!("{{weight: 1, preference: {{}}}}, {spaced}"),
            format!("[1].matchExpressions[1].values[1][zone]: Invalid value: \"a b\": {label}"),
        ),
        (
            format!("{below}, {word}"),
            format!(
                "[[0].matchExpressions[0].values[0][gen]: Invalid value: \"-1\": {label}, \
                 [1].matchExpressions[0].values[0]: Invalid value: \"x\": {integer}]"
            ),
        ),
    ] {
        let pod = wants(&terms);
        check(&["n1: "], &[&pod], "Schedulable []; n1 fits");
        check(&["n1: ", "n2: "], &[&pod], "Error []; n1 fits; n2 fits");
        let mut scenario = Scenario::new(&text(&["n1: ", "n2: "], &[&pod]));
        let error = format!("running PreScore plugin \"NodeAffinity\": {errors}");
        let answer = scenario
            .pods()
            .simulate_pod(&options("default/in", Profile::Upstream));
        let answer = answer.expect("an answer");
        assert_eq!(
            (&answer.answer.message, answer.answer.preemption),
            (&error, None)
        );
        let queue = scenario.pods().queue(&QueueOptions::default());
        let [step] = queue.steps.as_slice() else {
            panic!("{:?}", queue.steps);
        };
        assert_eq!(
            (format!("{:?}", step.outcome), &step.node, &step.message),
            ("Error".to_owned(), &None, &Some(error))
        );
        assert_eq!((queue.bound, queue.waiting), (0, 1));
    }
    // What parses is no preference here, and fails nothing.
    let absent = term("{key: gen, operator: In, values: ['', b]}");
    check(
        &["n1: ", "n2: "],
        &[&wants(&absent)],
        "Schedulable []; n1 fits; n2 fits",
    );
    // The nominated node is the only one that is looked at.
    check(
        &["n1: ", "n2: "],
        &[&format!("{}| nominatedNodeName: n2", wants(&below))],
        "Schedulable []; n1 not asked; n2 fits",
    );
}
