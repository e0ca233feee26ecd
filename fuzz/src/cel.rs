//! CEL: expressions of the signatures' types, evaluated in slices of bounded time as in one piece; and placements with
//! expressions against the twin.

use std::sync::LazyLock;

use crate::cases::{BySize, Size, seeded, show};
use arbitrary::{Result, Unstructured};
use proptest::prelude::*;
use schedscope::objects::profile::Profile;
use schedscope_cel::{evaluator::Evaluator, limits::STEPS};
use serde_json::{Value, json};

mod twin;

/// Steps of a slice.
const SLICE: u64 = 5000;

/// The text of a call with the types of its arguments and of its result.
struct Call {
    name: &'static str,
    arguments: Vec<&'static str>,
    result: &'static str,
}

static CALLS: LazyLock<Vec<Call>> = LazyLock::new(|| {
    let lines = include_str!("../../crates/cel/src/signatures.txt").lines();
    let call = |line: &'static str| {
        let (call, result) = line.rsplit_once(" -> ")?;
        let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
        // `list<A>` and `map<A, B>` are of what the literals have.
        let arguments = arguments
            .split(", ")
            .filter(|argument| !argument.is_empty());
        let arguments = arguments.map(|argument| argument.split('<').next().unwrap_or(argument));
        Some(Call {
            name,
            arguments: arguments.collect(),
            result: result.split('<').next().unwrap_or(result),
        })
    };
    lines.filter_map(call).collect()
});

/// Texts of a type that are no call.
fn literals(of: &str) -> &'static [&'static str] {
    match of {
        "bool" => &["true", "false", "has(managedCluster.metadata.labels)"],
        "int" => &[
            "0",
            "1",
            "-1",
            "9223372036854775807",
            "-9223372036854775808",
            "x",
            "size(managedCluster.metadata.name)",
        ],
        "uint" => &["0u", "1u", "18446744073709551615u"],
        "double" => &["0.0", "-0.0", "1.5", "1e308", "-1e-308", "0.0/0.0"],
        "string" => &[
            "''",
            "'a'",
            "'é🙂'",
            "'1Gi'",
            "'1.2.3'",
            "'10.0.0.0/8'",
            "'::1'",
            "'(a*)*b'",
            "'https://a:1/b?c=d'",
            "'2025-06-01T12:00:00Z'",
            "managedCluster.metadata.name",
            "s",
        ],
        "bytes" => &["b''", "b'\\377'"],
        "list" => &[
            "[]",
            "[1, 2, 3]",
            "['a', 'b', 'a']",
            "managedCluster.status.clusterClaims",
            "[[1], [2]]",
            "[x]",
        ],
        "map" => &[
            "{}",
            "{'a': 1}",
            "managedCluster.metadata.labels",
            "managedCluster.status.allocatable",
        ],
        "duration" => &["duration('1h')", "duration('-9223372036854775808ns')"],
        "timestamp" => &[
            "timestamp('2025-06-01T12:00:00Z')",
            "timestamp('9999-12-31T23:59:59.999999999Z')",
        ],
        "optional" => &[
            "optional.none()",
            "optional.of(1)",
            "managedCluster.status.?version",
        ],
        "null_type" => &["null"],
        _ => &["null", "1", "managedCluster", "'a'"],
    }
}

/// An expression of a type.
fn expression(u: &mut Unstructured<'_>, of: &str, depth: u32) -> Result<String> {
    if depth == 0 || u.is_empty() || u.ratio(1, 4)? {
        return Ok((*u.choose(literals(of))?).to_owned());
    }
    let depth = depth - 1;
    let of_it = |call: &&Call| call.result == of || ["A", "B", "dyn"].contains(&call.result);
    match u.int_in_range(0..=11)? {
        0 => {
            let (when, one) = (expression(u, "bool", depth)?, expression(u, of, depth)?);
            Ok(format!("({when} ? {one} : {})", expression(u, of, depth)?))
        }
        1 if of == "bool" => {
            let (a, b) = (expression(u, of, depth)?, expression(u, of, depth)?);
            Ok(format!("({a} {} {b})", u.choose(&["&&", "||"])?))
        }
        2 | 3 if of == "bool" => {
            let (list, test) = (expression(u, "list", depth)?, expression(u, "bool", depth)?);
            let name = u.choose(&["all", "exists", "exists_one"])?;
            Ok(format!("{list}.{name}({}, {test})", u.choose(&["x", "s"])?))
        }
        2..=4 if of == "list" => {
            let (list, name) = (
                expression(u, "list", depth)?,
                *u.choose(&["map", "filter"])?,
            );
            let each = expression(u, if name == "map" { "int" } else { "bool" }, depth)?;
            Ok(format!("{list}.{name}({}, {each})", u.choose(&["x", "s"])?))
        }
        5 => Ok(format!(
            "{}[{}]",
            expression(u, "list", depth)?,
            expression(u, "int", depth)?
        )),
        _ => {
            let calls: Vec<&Call> = CALLS.iter().filter(of_it).collect();
            let chosen = *u.choose(&calls)?;
            call(u, chosen, depth)
        }
    }
}

fn call(u: &mut Unstructured<'_>, call: &Call, depth: u32) -> Result<String> {
    let mut arguments = Vec::new();
    for of in &call.arguments {
        let of = match *of {
            "A" | "B" | "dyn" => *u.choose(&["int", "string", "list", "double"])?,
            of => of,
        };
        arguments.push(expression(u, of, depth)?);
    }
    let operator = call.name.trim_matches('_');
    let is_operator = !operator.chars().any(char::is_alphanumeric);
    Ok(match (is_operator, arguments.as_slice()) {
        (true, [one]) => format!("{operator}({one})"),
        (true, [one, two]) => format!("({one} {operator} {two})"),
        _ => match (call.name.rsplit_once('.'), arguments.split_first()) {
            (Some((receiver, name)), Some((first, others))) if !receiver.contains("::") => {
                format!("({first}).{name}({})", others.join(", "))
            }
            _ => format!("{}({})", call.name.replace("::", "."), arguments.join(", ")),
        },
    })
}

/// What expressions are written with, for such as hardly anybody would write.
const TOKENS: [&str; 63] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "(",
    ")",
    ",",
    ":",
    ".",
    ".?",
    "?",
    "[?",
    "!",
    "-",
    "--",
    "+",
    "*",
    "/",
    "%",
    "==",
    "!=",
    "<",
    "<=",
    ">",
    "&&",
    "||",
    " in ",
    " ",
    "\n",
    "//",
    "true",
    "null",
    "0",
    "1u",
    "0x",
    "1e9",
    ".5",
    "1.",
    "9223372036854775808",
    "'",
    "\"",
    "'''",
    "r'",
    "b'",
    "\\",
    "\\u00",
    "'a'",
    "a",
    "x",
    "é",
    "🙂",
    "as",
    "if",
    "managedCluster",
    "metadata",
    "labels",
    "has(",
    "size",
    "map(",
    "exists(x,",
    "optional",
];

fn tokens(data: &[u8]) -> String {
    let token = |byte: &u8| TOKENS[usize::from(*byte) % TOKENS.len()];
    data.iter().map(token).collect()
}

/// Steps of an expression. Most cases have few: all that are allowed take as long as thousands of cases.
fn steps(data: &[u8]) -> u64 {
    STEPS
        / if Size::of(data) == Size::Large {
            10
        } else {
            1000
        }
}

fn check(expression: &str, steps: u64) {
    let cluster = json!({"of": [0], "object": {
        "metadata": {"name": "c1", "labels": {"env": "dev", "x": "1"}},
        "spec": {"taints": [{"key": "k1", "effect": "NoSelect"}]},
        "status": {"allocatable": {"cpu": "1", "memory": "1Gi"}, "version": {"kubernetes": "v1.30.0"},
            "clusterClaims": [{"name": "id", "value": "1"}, {"name": "zone", "value": "a"}]},
    }, "scores": {"demo": [{"name": "s", "value": 10}]}});
    let question = json!({
        "id": 1, "expressions": [expression], "steps": [steps], "costs": true, "clusters": [cluster, cluster],
    });
    let question = question.to_string();
    let whole = Evaluator::new().answer(&question).expect("a question");
    let mut evaluator = Evaluator::new();
    let mut work = evaluator.begin(&question).expect("a question");
    // A few steps over the limit, for two clusters; and what is no step.
    let most = 4 + 30 * steps / SLICE;
    for slice in 0.. {
        assert!(slice < most, "more than {most} slices: {expression}");
        if let Some(answer) = evaluator.advance(&mut work, SLICE) {
            assert_eq!(answer, whole, "{expression}");
            break;
        }
    }
}

thread_local! {
    static CASES: BySize<BoxedStrategy<(Value, bool)>> = BySize {
        tiny: (twin::scenario_of_few(2), any::<bool>()).boxed(),
        small: (twin::scenario_of_few(4), any::<bool>()).boxed(),
        large: (twin::scenario(), any::<bool>()).boxed(),
    };
}

/// Runs a case.
pub fn run(data: &[u8]) {
    match data.split_first() {
        // A few: one with expressions that exceed the budgets takes as long as a thousand of the others.
        Some((kind, data)) if kind % 64 == 0 => {
            CASES.with(|cases| {
                seeded(data, cases.of(data), |(scenario, proposal)| {
                    twin::check(
                        &scenario,
                        if proposal {
                            Profile::Proposal
                        } else {
                            Profile::Upstream
                        },
                    )
                });
            });
        }
        // Any text.
        Some((kind, data)) if kind % 4 == 1 => {
            let text = String::from_utf8_lossy(data);
            show(&text);
            check(&text, steps(data));
        }
        Some((kind, data)) if kind % 4 == 2 => {
            let text = tokens(data);
            show(&text);
            check(&text, steps(data));
        }
        Some((_, data)) => {
            let mut u = Unstructured::new(data);
            if let Ok(text) = expression(&mut u, "bool", 5) {
                show(&text);
                check(&text, steps(data));
            }
        }
        None => {}
    }
}
