//! CEL as far as the scenarios use it: each form of expression with what it means, by hand.

use num_bigint::{BigInt, Sign};
use proptest::{prelude::*, sample};

use super::{Map, Misconfigured, Twin, Value, list, name, text};
use crate::quantity;

/// What all expressions of a predicate may cost on a cluster, and what one of them may.
const PREDICATE: u64 = 10_000_000;
const ONE: u64 = 1_000_000;

/// A form of expressions, with `$` for a text of its own.
#[derive(Clone, Copy, Debug)]
struct Form {
    expression: &'static str,
    texts: &'static [&'static str],
    /// `None`: a runtime error, or no boolean.
    holds: fn(&str, &Value, &Value) -> Option<bool>,
}

/// A field that the hub leaves out where it is empty, as a map or a list.
fn filled<'v>(value: &'v Value, path: &str) -> Option<&'v Value> {
    let value = value.pointer(path)?;
    let empty =
        value.as_array().is_some_and(Vec::is_empty) || value.as_object().is_some_and(Map::is_empty);
    (!empty).then_some(value)
}

fn scores<'v>(scenario: &'v Value, cluster: &Value) -> Option<&'v [Value]> {
    let objects = list(&scenario["addOnPlacementScores"]).iter();
    let mut of = objects.filter(|object| {
        text(&object["metadata"]["namespace"]) == name(cluster) && name(object) == "demo"
    });
    Some(list(&of.next()?["status"]["scores"]))
}

const FORMS: &[Form] = &[
    Form {
        expression: "managedCluster.metadata.labels.env == '$'",
        texts: &["dev", "prod", ""],
        holds: |wanted, _, cluster| {
            let labels = filled(cluster, "/metadata/labels")?;
            Some(text(labels.get("env")?) == wanted)
        },
    },
    Form {
        expression: "has(managedCluster.metadata.labels.$)",
        texts: &["env", "region", "none"],
        holds: |wanted, _, cluster| {
            let labels = filled(cluster, "/metadata/labels")?;
            Some(labels.get(wanted).is_some())
        },
    },
    Form {
        expression: "!has(managedCluster.metadata.labels) || !('$' in managedCluster.metadata.labels)",
        texts: &["env", "region", "none"],
        holds: |wanted, _, cluster| {
            let labels = filled(cluster, "/metadata/labels");
            Some(labels.is_none_or(|labels| labels.get(wanted).is_none()))
        },
    },
    Form {
        expression: "managedCluster.metadata.name.endsWith('$') && managedCluster.metadata.name.size() < 3",
        texts: &["1", "3", "c5", ""],
        holds: |wanted, _, cluster| {
            Some(name(cluster).ends_with(wanted) && name(cluster).len() < 3)
        },
    },
    Form {
        expression: "managedCluster.status.clusterClaims.exists(c, c.name == 'id' && c.value == '$')",
        texts: &["1", "2", "3"],
        holds: |wanted, _, cluster| {
            let claims = list(filled(cluster, "/status/clusterClaims")?).iter();
            let mut ids = claims.filter(|claim| text(&claim["name"]) == "id");
            Some(ids.any(|claim| text(&claim["value"]) == wanted))
        },
    },
    Form {
        expression: "managedCluster.status.?clusterClaims.orValue([]).all(c, c.name != '$')",
        texts: &["id", "zone", "none"],
        holds: |wanted, _, cluster| {
            let mut claims = list(&cluster["status"]["clusterClaims"]).iter();
            Some(claims.all(|claim| text(&claim["name"]) != wanted))
        },
    },
    Form {
        expression: "managedCluster.spec.taints.map(t, t.key).indexOf('$') >= 0",
        texts: &["k1", "k2", "k3"],
        holds: |wanted, _, cluster| {
            let mut taints = list(filled(cluster, "/spec/taints")?).iter();
            Some(taints.any(|taint| text(&taint["key"]) == wanted))
        },
    },
    Form {
        expression: "managedCluster.spec.taints[0].key.find('[0-9]+') == '$' && size(managedCluster.spec.taints) == 1",
        texts: &["1", "2", ""],
        holds: |wanted, _, cluster| {
            let taints = list(filled(cluster, "/spec/taints")?);
            let digit = text(&taints[0]["key"]).strip_prefix('k').unwrap_or("");
            Some(taints.len() == 1 && digit == wanted)
        },
    },
    Form {
        expression: "quantity(managedCluster.status.allocatable.cpu).compareTo(quantity('$')) > 0",
        texts: &["500m", "1", "3.3", "-2", "x"],
        holds: |wanted, _, cluster| {
            let resources = filled(cluster, "/status/allocatable")?;
            let value = |text: &str| {
                let read = quantity::read(text)?;
                let sign = if read.negative {
                    Sign::Minus
                } else {
                    Sign::Plus
                };
                Some(BigInt::from_biguint(sign, read.nanos))
            };
            Some(value(text(resources.get("cpu")?))? > value(wanted)?)
        },
    },
    Form {
        expression: "managedCluster.scores('demo').filter(s, s.name == '$').map(s, s.value).max() > 10",
        texts: &["s", "t", "u"],
        holds: |wanted, scenario, cluster| {
            let scores = scores(scenario, cluster)?.iter();
            let named = scores.filter(|score| text(&score["name"]) == wanted);
            let values: Option<Vec<i64>> = named.map(|score| score["value"].as_i64()).collect();
            Some(values?.into_iter().max()? > 10)
        },
    },
    Form {
        expression: "managedCluster.scores('demo').exists(s, s.name == '$' && s.value < 0)",
        texts: &["s", "t", "u"],
        holds: |wanted, scenario, cluster| {
            let mut scores = scores(scenario, cluster)?.iter();
            Some(
                scores.any(|score| {
                    text(&score["name"]) == wanted && score["value"].as_i64() < Some(0)
                }),
            )
        },
    },
    Form {
        expression: "managedCluster.metadata.labels.region + '$'",
        texts: &["a"],
        holds: |_, _, _| None,
    },
    Form {
        expression: "semver('$').isLessThan(semver('2.0.0'))",
        texts: &["", "1.0"],
        holds: |_, _, _| None,
    },
];

/// Expressions that hold everywhere and are all but free, except for their cost on the hub: `$` is a list of numbers.
const HEAVY: (&str, &str) = (
    "[",
    "].all(w, [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0].all(x, [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0].all(y, \
     [0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0].all(z, x+y+z == 0))))",
);

/// A heavy expression: the first costs 77,905, the second 934,739, the third more than one may.
pub fn heavy() -> impl Strategy<Value = String> {
    let list = prop_oneof![
        10 => Just("1"),
        30 => Just("1,2,3,4,5,6,7,8,9,10,11,12"),
        1 => Just("1,2,3,4,5,6,7,8,9,10,11,12,13"),
    ];
    list.prop_map(|list| format!("{}{list}{}", HEAVY.0, HEAVY.1))
}

/// What an expression costs. Others than heavy ones cost some hundred at most: their sum decides nothing.
fn cost(expression: &str) -> u64 {
    let list = expression.strip_prefix(HEAVY.0);
    let Some(list) = list.and_then(|rest| rest.strip_suffix(HEAVY.1)) else {
        return 0;
    };
    // A list is created for 10, its result is read for 1; a turn reads twice and asks once whether to go on.
    let all = |items: u64, body: u64| 11 + items * (3 + body);
    // Three variables, two sums, one comparison.
    all(list.split(',').count() as u64, all(20, all(20, all(20, 6))))
}

/// What the hub cannot compile.
const BROKEN: &[&str] = &[
    "managedCluster.",
    "1 < 1.5",
    "nope",
    "managedCluster.name('x')",
    "'a",
];

/// An expression that compiles nearly always.
pub fn expression() -> impl Strategy<Value = String> {
    let good = sample::select(FORMS).prop_flat_map(|form| {
        let texts = sample::select(form.texts);
        texts.prop_map(move |text| form.expression.replace('$', text))
    });
    prop_oneof![40 => good, 1 => sample::select(BROKEN).prop_map(str::to_owned)]
}

impl Twin<'_> {
    /// Whether all expressions hold; an error where one does not compile.
    pub(super) fn expressions(
        &self,
        selector: &Value,
        cluster: &Value,
    ) -> Result<bool, Misconfigured> {
        let mut all = true;
        let mut left = PREDICATE;
        for expression in list(&selector["celSelector"]["celExpressions"]) {
            if BROKEN.contains(&text(expression)) {
                return Err(Misconfigured);
            }
            let cost = cost(text(expression));
            all &= cost <= left.min(ONE);
            left = left.saturating_sub(cost);
            if cost > 0 {
                continue;
            }
            let (form, own) = form(text(expression));
            all &= (form.holds)(own, self.scenario, cluster) == Some(true);
        }
        Ok(all)
    }
}

/// The form of an expression, and its own text.
fn form(expression: &str) -> (&'static Form, &str) {
    let found = FORMS.iter().find_map(|form| {
        let (before, behind) = form.expression.split_once('$')?;
        let own = expression.strip_prefix(before)?.strip_suffix(behind)?;
        Some((form, own))
    });
    found.expect("a form")
}
