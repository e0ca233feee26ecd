//! Section 4: prioritizers.

use num_bigint::BigInt;

use super::{
    super::quantity, BTreeMap, Misconfigured, Quantity, Timestamp, Twin, Value, go, json, list,
    name, spread, text,
};

/// One prioritizer that counts.
pub(super) struct Scorer {
    pub name: String,
    /// Type, built-in, add-on: what makes two configurations one.
    identity: String,
    pub weight: i64,
    coordinate: Value,
}

impl Twin<'_> {
    /// Section 4: who counts, with what weight.
    pub(super) fn scorers(&self) -> Result<Vec<Scorer>, Misconfigured> {
        let built_in = |name: &str, weight: i64| Scorer {
            name: name.to_owned(),
            identity: format!("BuiltIn {name}"),
            weight,
            coordinate: json!({"type": "BuiltIn", "builtIn": name}),
        };
        let policy = &self.spec()["prioritizerPolicy"];
        let mut scorers = match text(&policy["mode"]) {
            "" | "Additive" => vec![built_in("Balance", 1), built_in("Steady", 1)],
            "Exact" => Vec::new(),
            _ => return Err(Misconfigured),
        };
        if self.proposal && !scorers.is_empty() && !spread::terms(self.spec()).is_empty() {
            scorers.push(built_in("Spread", 2));
        }
        for (index, config) in list(&policy["configurations"]).iter().enumerate() {
            let weight = config["weight"].as_i64().unwrap_or(1);
            let coordinate = &config["scoreCoordinate"];
            let scorer = if coordinate.is_null() {
                match config["name"].as_str() {
                    Some(name) if self.proposal => built_in(name, weight),
                    _ => return Err(Misconfigured),
                }
            } else if coordinate["type"].as_str().unwrap_or("BuiltIn") == "BuiltIn" {
                built_in(text(&coordinate["builtIn"]), weight)
            } else {
                let add_on = &coordinate["addOn"];
                Scorer {
                    name: format!(
                        "AddOn/{}/{}",
                        text(&add_on["resourceName"]),
                        text(&add_on["scoreName"])
                    ),
                    // The same add-on twice: both count.
                    identity: if add_on.is_null() {
                        "AddOn".to_owned()
                    } else {
                        format!("AddOn {index}")
                    },
                    weight,
                    coordinate: coordinate.clone(),
                }
            };
            match scorers.iter_mut().find(|s| s.identity == scorer.identity) {
                Some(other) => *other = scorer,
                None => scorers.push(scorer),
            }
        }
        for scorer in scorers.iter().filter(|scorer| scorer.weight != 0) {
            let coordinate = &scorer.coordinate;
            let known = if text(&coordinate["type"]) == "BuiltIn" {
                let name = text(&coordinate["builtIn"]);
                matches!(name, "Steady" | "Balance")
                    || matches!(name, "ResourceAllocatableCPU" | "ResourceAllocatableMemory")
                    || self.proposal && (name == "Spread" || resource_of(name).is_some())
            } else {
                !coordinate["addOn"].is_null()
            };
            if !known {
                return Err(Misconfigured);
            }
        }
        Ok(scorers)
    }

    pub(super) fn scores(
        &self,
        scorer: &Scorer,
        feasible: &[&Value],
        warning: &mut bool,
    ) -> BTreeMap<String, i64> {
        let coordinate = &scorer.coordinate;
        let built_in = text(&coordinate["builtIn"]);
        let each = |score: &dyn Fn(&Value) -> Option<i64>| -> BTreeMap<String, i64> {
            let clusters = feasible.iter();
            clusters
                .filter_map(|cluster| Some((name(cluster).to_owned(), score(cluster)?)))
                .collect()
        };
        if text(&coordinate["type"]) != "BuiltIn" {
            let expired = std::cell::Cell::new(false);
            let values = each(&|cluster| Some(self.add_on(coordinate, cluster, &expired)));
            *warning |= expired.get();
            return values;
        }
        match built_in {
            "Steady" => {
                let own = self.own();
                each(&|cluster| Some(if own.contains(name(cluster)) { 100 } else { 0 }))
            }
            "Balance" => {
                let mut counts: BTreeMap<&str, u32> = BTreeMap::new();
                for decision in self.decisions().iter().filter(|d| !self.is_own(d)) {
                    for entry in list(&decision["status"]["decisions"]) {
                        *counts.entry(text(&entry["clusterName"])).or_default() += 1;
                    }
                }
                let max = counts.values().max().copied().unwrap_or(0);
                each(&|cluster| {
                    Some(match counts.get(name(cluster)) {
                        None => 100,
                        Some(&count) => 2 * go(100.0 * (0.5 - f64::from(count) / f64::from(max))),
                    })
                })
            }
            // Nothing is computed per cluster.
            "Spread" => BTreeMap::new(),
            _ => {
                let (ratio, resource) = resource_of(built_in).expect("a resource");
                if ratio {
                    Self::ratios(resource, feasible)
                } else {
                    self.allocatable_scores(resource, feasible)
                }
            }
        }
    }

    fn ratios(resource: &str, feasible: &[&Value]) -> BTreeMap<String, i64> {
        let amount = |value: &Value| -> Option<BigInt> {
            let amount = quantity::read(&quantity_text(&value[resource])?).expect("a quantity");
            let nanos = BigInt::from(amount.nanos);
            Some(if amount.negative { -nanos } else { nanos })
        };
        let mut scores = BTreeMap::new();
        for cluster in feasible {
            let allocatable = amount(&cluster["status"]["allocatable"]);
            let capacity = amount(&cluster["status"]["capacity"]);
            if let (Some(allocatable), Some(capacity)) = (allocatable, capacity)
                && capacity != BigInt::ZERO
            {
                // The division of integers truncates toward zero.
                let score: BigInt = (allocatable * 200 - &capacity * 100) / capacity;
                let score = score.clamp(BigInt::from(-100), BigInt::from(100));
                scores.insert(
                    name(cluster).to_owned(),
                    score.try_into().expect("a small number"),
                );
            }
        }
        scores
    }

    fn allocatable_scores(&self, resource: &str, feasible: &[&Value]) -> BTreeMap<String, i64> {
        let amount = |value: &Value| {
            let amount = Quantity::parse(&quantity_text(&value[resource])?);
            Some(amount.expect("a quantity").to_f64())
        };
        let mut amounts = BTreeMap::new();
        for cluster in feasible {
            let allocatable = amount(&cluster["status"]["allocatable"]);
            let capacity = amount(&cluster["status"]["capacity"]);
            if let (Some(allocatable), Some(_)) = (allocatable, capacity) {
                amounts.insert(name(cluster).to_owned(), allocatable);
            }
        }
        let all = amounts.values().copied();
        let min = all.clone().fold(f64::INFINITY, f64::min);
        let max = all.fold(f64::NEG_INFINITY, f64::max);
        let mut scores = BTreeMap::new();
        for (cluster, allocatable) in amounts {
            let level = if self.proposal {
                max.total_cmp(&min).is_eq()
            } else {
                // Not so for infinities: their difference is no number.
                max - min == 0.0
            };
            let value = if level {
                100.0
            } else {
                ((allocatable - min) / (max - min) - 0.5) * 2.0 * 100.0
            };
            if self.proposal {
                if !value.is_nan() {
                    scores.insert(cluster, go(value.clamp(-100.0, 100.0)));
                }
            } else {
                scores.insert(cluster, go(value));
            }
        }
        scores
    }

    pub(super) fn add_on(
        &self,
        coordinate: &Value,
        cluster: &Value,
        expired: &std::cell::Cell<bool>,
    ) -> i64 {
        let add_on = &coordinate["addOn"];
        let mut objects = list(&self.scenario["addOnPlacementScores"]).iter();
        let object = objects.find(|object| {
            text(&object["metadata"]["namespace"]) == name(cluster)
                && name(object) == text(&add_on["resourceName"])
        });
        let Some(object) = object else { return 0 };
        if let Some(until) = object["status"]["validUntil"].as_str() {
            let until: Timestamp = until.parse().expect("a time");
            if self.now > until {
                expired.set(true);
                return 0;
            }
        }
        let mut value = 0;
        for score in list(&object["status"]["scores"]) {
            if score["name"] == add_on["scoreName"] {
                value = score["value"].as_i64().expect("an integer");
            }
        }
        value
    }
}

/// A quantity as it is written, as a text or as a number.
fn quantity_text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        number => Some(number.to_string()),
    }
}

/// Whether a resource prioritizer is a ratio, and its resource.
fn resource_of(name: &str) -> Option<(bool, &str)> {
    let (ratio, rest) = match name.strip_prefix("ResourceRatio") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("ResourceAllocatable")?),
    };
    let resource = match rest {
        "CPU" => "cpu",
        "Memory" => "memory",
        _ => rest.strip_prefix('(')?.strip_suffix(')')?,
    };
    (!resource.is_empty()).then_some((ratio, resource))
}
