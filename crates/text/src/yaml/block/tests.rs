//! Everything that this reader reads, the parser reads the same.

use std::fmt::Write as _;

use proptest::prelude::*;

use super::parse;
use crate::{tree::Tree, yaml::parse_any};

/// Whether this reader takes the text; panics where the parser makes another tree.
fn is_read(source: &str) -> bool {
    let (mut tree, mut expected) = (Tree::default(), Tree::default());
    if !parse(source, &mut tree) {
        return false;
    }
    assert_eq!(parse_any(source, &mut expected), Ok(()), "{source:?}");
    assert_eq!(format!("{tree:?}"), format!("{expected:?}"), "{source:?}");
    true
}

#[test]
fn what_kubectl_prints_is_read() {
    let cluster = "apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata:
  creationTimestamp: \"2025-06-01T12:00:00Z\"
  labels:
    topology.kubernetes.io/region: eu-west-1
    empty: ''
  name: cluster-00001
spec:
  hubAcceptsClient: true
  leaseDurationSeconds: 60
  taints:
  - effect: NoSelect
    key: gpu
    timeAdded: null
  - {}
status:
  clusterClaims: []
  conditions:
    - status: \"True\"
      type: -1
  message: a text, with (words) and 'quotes' # none
";
    assert!(!is_read(cluster));
    let cluster = cluster.replace(" # none", "#none");
    assert!(is_read(&cluster));
    assert!(is_read(&format!("---\n# before\n\n{cluster}\n# behind\n")));
    let lines = cluster.lines().map(|line| format!("  {line}\n"));
    let item = lines.collect::<String>().replacen("  ", "- ", 1);
    assert!(is_read(&item));
    for source in [
        "- a",
        "- - a\n  - b\n- c",
        "a: 1",
        " a: 1\n b: 2\n",
        "a:\n- b\n- c\nd: e",
        "- a: 1\n\n  b: 2",
    ] {
        assert!(is_read(source), "{source:?}");
    }
}

#[test]
fn all_else_is_left_to_the_parser() {
    for source in [
        "",
        "a",
        "a:",
        "a:\n",
        "a:\nb: 1",
        "a: b\n  c",
        "a: b\n c: d",
        "a: b: c",
        "a: b:",
        "a: b #c",
        "a: |\n  b",
        "a: &b c",
        "a: *b",
        "a: !b c",
        "a: {b: c}",
        "a: [b]",
        "a: \"b\\n\"",
        "a: 'b''c'",
        "a: b ",
        "a: b\r\n",
        "a:\tb",
        "<<: a",
        "a: - b",
        "-",
        "-\n  a: b",
        "- a\nb: c",
        "a: b\n- c",
        "  a: b\nc: d",
        "a:\n    b: c\n  d: e",
        "a: ~",
        "a: \u{e9}",
        "a: b\n---\nc: d",
        "a: b\n...\n",
        "%YAML 1.2\n---\na: b",
        "--- a",
        "? a\n: b",
        "a: b\n--- \n",
        "- a\n - b",
        "a:\n  - b\n - c",
        "a: \"b\" c",
        "a: \"b",
        "a:  \n  b: c",
        "\u{feff}a: b",
    ] {
        assert!(!is_read(source), "{source:?}");
    }
}

#[test]
fn nesting_is_limited_as_by_the_parser() {
    let nested = |depth: usize| {
        let mut text = String::new();
        for level in 0..depth {
            _ = writeln!(text, "{}a:", " ".repeat(level));
        }
        text + &" ".repeat(depth) + "a: 1\n"
    };
    assert!(is_read(&nested(127)));
    assert!(!is_read(&nested(128)));
    assert!(!is_read(&format!("{}: 1", "a".repeat(2_000))));
}

/// A value as programs print it.
#[derive(Clone, Debug)]
enum Printed {
    Scalar(usize),
    Mapping(Vec<Printed>),
    /// Its items, and the column of its dashes relative to the key.
    Sequence(Vec<Printed>, usize),
}

const SCALARS: [&str; 12] = [
    "word",
    "two words",
    "-1",
    "2025-06-01T12:00:00Z",
    "\"in quotes: #1\"",
    "'single'",
    "{}",
    "[]",
    "null",
    "a:b",
    "/var",
    ".5",
];

impl Printed {
    fn print(&self, column: usize, step: usize, out: &mut String) {
        let indent = " ".repeat(column);
        match self {
            Self::Scalar(number) => _ = writeln!(out, "{}", SCALARS[*number % SCALARS.len()]),
            Self::Mapping(values) => {
                for (number, value) in values.iter().enumerate() {
                    if number > 0 {
                        out.push_str(&indent);
                    }
                    _ = write!(out, "key-{number}:");
                    let inner = match value {
                        Self::Scalar(_) => {
                            out.push(' ');
                            column
                        }
                        Self::Mapping(_) => column + step,
                        Self::Sequence(_, behind) => column + behind,
                    };
                    if !matches!(value, Self::Scalar(_)) {
                        _ = write!(out, "\n{}", " ".repeat(inner));
                    }
                    value.print(inner, step, out);
                }
            }
            Self::Sequence(items, _) => {
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push_str(&indent);
                    }
                    _ = write!(out, "-{}", " ".repeat(step));
                    item.print(column + 1 + step, step, out);
                }
            }
        }
    }
}

fn printed() -> impl Strategy<Value = Printed> {
    let scalar = any::<usize>().prop_map(Printed::Scalar);
    scalar.prop_recursive(5, 40, 4, |inner| {
        let values = prop::collection::vec(inner, 1..4);
        prop_oneof![
            values.clone().prop_map(Printed::Mapping),
            (values, 0..3_usize).prop_map(|(items, behind)| Printed::Sequence(items, behind)),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// All that programs print is read.
    #[test]
    fn what_programs_print_is_read(value in printed(), column in 0..3_usize, step in 1..4_usize) {
        let mut text = " ".repeat(column);
        value.print(column, step, &mut text);
        prop_assert_eq!(is_read(&text), !matches!(value, Printed::Scalar(_)) && !text.trim().is_empty());
    }

    /// Lines of all kinds, in any order.
    #[test]
    fn trees_are_the_parsers(lines in proptest::collection::vec((0..5_usize, 0..LINES.len()), 0..9)) {
        let mut text = String::new();
        for (indent, line) in lines {
            text += &" ".repeat(indent);
            text += LINES[line];
        }
        is_read(&text);
    }

    /// Texts of the characters that mean something.
    #[test]
    fn trees_of_any_characters_are_the_parsers(text in "[-a1:#'\"{}\\[\\], \n.~/_&|\\\\]{0,24}") {
        is_read(&text);
    }

    /// Values after a key, and in a sequence.
    #[test]
    fn values_are_the_parsers(value in "[-a1:#'\"{}\\[\\], .~/_?!%@`>=<+*&|]{1,8}") {
        is_read(&format!("a: {value}\nb: c"));
        is_read(&format!("a:\n- {value}\n- c"));
        is_read(&format!("{value}: a\nb: c"));
    }
}

const LINES: [&str; 22] = [
    "a: 1\n",
    "b: text of words\n",
    "c:\n",
    "d: \"quoted\"\n",
    "e: 'quoted'\n",
    "f: {}\n",
    "g: []\n",
    "- a\n",
    "- b: 1\n",
    "- - c\n",
    "-   d: 2\n",
    "- e:\n",
    "\n",
    "# comment\n",
    "---\n",
    "- {}\n",
    "- \"quoted\"\n",
    "-\n",
    "- - f: 1\n",
    "word\n",
    "h: 2025-06-01\n",
    "- - g:\n",
];
