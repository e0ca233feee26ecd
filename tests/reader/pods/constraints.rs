//! Faults of ports, gates, spreading and pod affinity, and where they stand.

use super::{at, pod, spec};

#[test]
fn ports() {
    let port = |port: &str, expect: &[&str]| {
        at(
            &pod(&format!(
                "{{containers: [{{name: c, ports: [{{{port}}}]}}]}}"
            )),
            expect,
        );
    };
    port(
        "containerPort: 80, hostPort: 65535, hostIP: 10.0.0.1, protocol: SCTP, name: web",
        &[],
    );
    port(
        "containerPort: «0», hostPort: «65536»",
        &[
            "error out-of-range spec.containers[0].ports[0].containerPort `0` must be between 1 and 65535, inclusive",
            "error out-of-range spec.containers[0].ports[0].hostPort `65536` must be between 1 and 65535, inclusive",
        ],
    );
    port(
        "containerPort: 80, hostPort: «-1», protocol: «tcp»",
        &[
            "error out-of-range spec.containers[0].ports[0].hostPort `-1` must be between 1 and 65535, inclusive",
            "error invalid-value spec.containers[0].ports[0].protocol `tcp` is not allowed here, did you mean `TCP`",
        ],
    );
    port(
        "hostPort: «http»",
        &[
            "error wrong-type spec.containers[0].ports[0].hostPort expected a whole number, found the string `http`",
        ],
    );
}

#[test]
fn gates() {
    spec(
        "schedulingGates: [«{}», {name: a}]",
        &["error missing-field spec.schedulingGates[0].name a scheduling gate needs a `name`"],
    );
    spec(
        "schedulingGates: «wait»",
        &["error wrong-type spec.schedulingGates expected a list, found the string `wait`"],
    );
}

#[test]
fn topology_spread() {
    let one = |constraint: &str, expect: &[&str]| {
        let expect: Vec<String> = expect
            .iter()
            .map(|line| line.replace('@', "spec.topologySpreadConstraints[0]"))
            .collect();
        let expect: Vec<&str> = expect.iter().map(String::as_str).collect();
        spec(
            &format!("topologySpreadConstraints: [{constraint}]"),
            &expect,
        );
    };
    one(
        "«««{}»»»",
        &[
            "error missing-field @.maxSkew a constraint needs a `maxSkew`",
            "error missing-field @.topologyKey can not be empty",
            "error missing-field @.whenUnsatisfiable a constraint needs `whenUnsatisfiable`",
        ],
    );
    one(
        "{maxSkew: «0», topologyKey: zone, whenUnsatisfiable: «DoNotSchedul», minDomains: «0»}",
        &[
            "error out-of-range @.maxSkew `0` must be greater than zero",
            "error invalid-value @.whenUnsatisfiable `DoNotSchedul` is not allowed here, did you mean `DoNotSchedule`",
            "error out-of-range @.minDomains `0` must be greater than zero",
        ],
    );
    one(
        "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: ScheduleAnyway, minDomains: «2»}",
        &[
            "error invalid-value @.minDomains can only use minDomains if whenUnsatisfiable=DoNotSchedule, not \
             ScheduleAnyway",
        ],
    );
    one(
        "{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, nodeAffinityPolicy: «honor», \
         nodeTaintsPolicy: «Never», labelSelector: {matchExpressions: [«{key: a, operator: In}»]}}",
        &[
            "error invalid-value @.nodeAffinityPolicy `honor` is not allowed here, did you mean `Honor`",
            "error invalid-value @.nodeTaintsPolicy `Never` is not allowed here, use `Honor` or `Ignore`",
            "error invalid-value @.labelSelector.matchExpressions[0] values: Invalid value: null: for 'in', \
             'notin' operators, values set can't be empty",
        ],
    );
}

#[test]
fn affinity() {
    spec(
        "affinity: {podAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [«{labelSelector: {}}»]}}",
        &[
            "error missing-field spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].\
             topologyKey \
             can not be empty",
        ],
    );
    let preferred = |sort: &str, term: &str| {
        format!(
            "affinity: {{{sort}: {{preferredDuringSchedulingIgnoredDuringExecution: [{term}]}}}}"
        )
    };
    let path = |sort: &str| {
        format!("spec.affinity.{sort}.preferredDuringSchedulingIgnoredDuringExecution[0]")
    };
    for (sort, term) in [
        ("podAffinity", "podAffinityTerm: {topologyKey: zone}"),
        ("podAntiAffinity", "podAffinityTerm: {topologyKey: zone}"),
        ("nodeAffinity", "preference: {}"),
    ] {
        for weight in ["0", "101", "-1"] {
            spec(
                &preferred(sort, &format!("{{weight: «{weight}», {term}}}")),
                &[&format!(
                    "error out-of-range {}.weight `{weight}` must be in the range 1-100",
                    path(sort)
                )],
            );
        }
        for weight in ["1", "100"] {
            spec(
                &preferred(sort, &format!("{{weight: {weight}, {term}}}")),
                &[],
            );
        }
        let name = term.split(':').next().expect("a name");
        spec(
            &preferred(sort, "««{}»»"),
            &[
                &format!(
                    "error missing-field {}.weight a preferred term needs a `weight`",
                    path(sort)
                ),
                &format!(
                    "error missing-field {}.{name} a preferred term needs a `{name}`",
                    path(sort)
                ),
            ],
        );
    }
}
