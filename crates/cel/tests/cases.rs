//! Functions, operators and macros, each as their documents say: tables of expressions.
//!
//! Each line is an expression that is true, or has an error: ` !! ` precedes a part of its runtime error; ` ?? `
//! precedes the line, the column and a part of its compile error. Lines that begin with `#` are comments.

use std::rc::Rc;

use schedscope_cel::{
    cluster::Cluster,
    compile::compile,
    evaluator::Evaluator,
    json::{Numbers, read},
    map::Map,
    value::Value,
};

/// What the tables may look at.
const OBJECT: &str = r#"{
    "apiVersion": "cluster.open-cluster-management.io/v1", "kind": "ManagedCluster",
    "metadata": {
        "name": "east-1", "generation": 3, "creationTimestamp": "2025-01-02T03:04:05Z",
        "labels": {"env": "prod", "a.b/c": "d"}, "annotations": {"json": "{\"n\": [1, 2.5, null]}"}
    },
    "spec": {"hubAcceptsClient": true, "taints": [{"key": "gpu", "effect": "NoSelect"}]},
    "status": {
        "version": {"kubernetes": "v1.31.4"},
        "allocatable": {"cpu": "3500m", "memory": "64Gi", "pods": "110"},
        "clusterClaims": [{"name": "zone", "value": "z1"}, {"name": "id", "value": "7"}],
        "conditions": [{"type": "ManagedClusterConditionAvailable", "status": "True"}]
    }
}"#;

const SCORES: &str = r#"{"demo": [{"name": "s", "value": 30}, {"name": "t", "value": -5}]}"#;

fn cluster() -> Rc<Cluster> {
    let json = |text| read(text, Numbers::AsWritten).expect("JSON");
    let Value::Map(scores) = json(SCORES) else {
        panic!("the scores are a map");
    };
    Rc::new(Cluster::new(json(OBJECT), Map::clone(&scores)))
}

/// What became of an expression.
fn outcome(evaluator: &mut Evaluator, cluster: &Rc<Cluster>, expression: &str) -> String {
    match compile(expression) {
        Err(error) => {
            let first = error.first;
            format!("?? {}:{}: {}", first.line, first.column, first.message)
        }
        Ok(program) => match evaluator.value(&Rc::new(program), cluster).0 {
            Ok(value) => value.to_string(),
            Err(stop) => format!("!! {stop}"),
        },
    }
}

/// A line's expression and what it must come to.
fn parts(line: &str) -> (&str, String) {
    for mark in ["!!", "??"] {
        if let Some((expression, expect)) = line.split_once(&format!(" {mark} ")) {
            return (expression.trim(), format!("{mark} {}", expect.trim()));
        }
    }
    (line, "true".to_owned())
}

/// The answer is the same, to the byte, if the evaluation pauses after every step. Returns the number of parts.
fn in_parts(evaluator: &mut Evaluator, expression: &str) -> usize {
    let cluster = format!(r#"{{"of": [0], "object": {OBJECT}, "scores": {SCORES}}}"#);
    let expression = serde_json::to_string(expression).expect("a text");
    let question =
        format!(r#"{{"expressions": [{expression}], "costs": true, "clusters": [{cluster}]}}"#);
    let whole = evaluator.answer(&question).expect("a question");
    let mut work = evaluator.begin(&question).expect("a question");
    for parts in 1.. {
        if let Some(answer) = evaluator.advance(&mut work, 1) {
            assert_eq!(answer, whole, "{expression}");
            return parts;
        }
    }
    unreachable!("it ends")
}

#[test]
fn an_evaluation_pauses_inside_an_expression() {
    let mut evaluator = Evaluator::new();
    assert!(
        in_parts(
            &mut evaluator,
            "[1, 2, 3].map(a, [4, 5].map(b, a * b)).size() == 3"
        ) > 50
    );
}

#[track_caller]
fn check(table: &str) {
    let mut evaluator = Evaluator::new();
    let cluster = cluster();
    let mut wrong = Vec::new();
    let lines = table.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut count = 0;
    for line in lines {
        count += 1;
        let (expression, expect) = parts(line);
        let found = outcome(&mut evaluator, &cluster, expression);
        in_parts(&mut evaluator, expression);
        let fits = match expect.split_at_checked(3) {
            Some((mark @ ("!! " | "?? "), text)) => found.starts_with(mark) && found.contains(text),
            _ => found == expect,
        };
        if !fits {
            wrong.push(format!(
                "{expression}\n    expected {expect}\n    found    {found}"
            ));
        }
    }
    assert!(count > 5, "the table is empty");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

macro_rules! tables {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(include_str!(concat!("cases/", stringify!($name), ".txt")));
        }
    )*};
}

tables! {
    arithmetic comparisons conversions format lists logic macros named_formats network optionals
    quantities regex scores semver strings syntax times types urls
}
