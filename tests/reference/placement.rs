//! Placement decisions, written from the specification alone: slow, plain, over Kubernetes JSON.
//!
//! Takes a scenario as the vectors have it and gives what they call `expected`.

use std::collections::{BTreeMap, BTreeSet};

use schedscope::kube::{quantity::Quantity, time::Timestamp};
use serde_json::{Map, Value, json};

type Strings = BTreeMap<String, String>;

const SET_LABEL: &str = "cluster.open-cluster-management.io/clusterset";
const PLACEMENT_LABEL: &str = "cluster.open-cluster-management.io/placement";
const DISABLE: &str = "cluster.open-cluster-management.io/experimental-scheduling-disable";

/// A placement or filter that is misconfigured.
struct Misconfigured(&'static str);

struct Twin<'a> {
    scenario: &'a Value,
    proposal: bool,
    now: Timestamp,
}

/// Decides. `proposal`: profile `Proposal`, else `Upstream`.
pub(crate) fn decide(scenario: &Value, proposal: bool) -> Value {
    let now = text(&scenario["now"]).parse().expect("a time");
    Twin {
        scenario,
        proposal,
        now,
    }
    .decide()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn strings(value: &Value) -> Strings {
    let entries = value.as_object().into_iter().flatten();
    entries
        .map(|(key, value)| (key.clone(), text(value).to_owned()))
        .collect()
}

fn name(object: &Value) -> &str {
    text(&object["metadata"]["name"])
}

fn claims(cluster: &Value) -> Strings {
    // Inserting again replaces: the last one counts.
    let claims = list(&cluster["status"]["clusterClaims"]).iter();
    claims
        .map(|claim| {
            (
                text(&claim["name"]).to_owned(),
                text(&claim["value"]).to_owned(),
            )
        })
        .collect()
}

/// Section 3.1: whether a selector matches; an error where it is not valid.
fn matches(selector: &Value, labels: &Strings) -> Result<bool, Misconfigured> {
    let mut all = true;
    for (key, value) in strings(&selector["matchLabels"]) {
        all &= labels.get(&key) == Some(&value);
    }
    for expression in list(&selector["matchExpressions"]) {
        let values: Vec<&str> = list(&expression["values"]).iter().map(text).collect();
        let actual = labels.get(text(&expression["key"])).map(String::as_str);
        all &= match text(&expression["operator"]) {
            "In" | "NotIn" if values.is_empty() => return Err(Misconfigured("Predicate")),
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                return Err(Misconfigured("Predicate"));
            }
            "In" => actual.is_some_and(|actual| values.contains(&actual)),
            "NotIn" => actual.is_none_or(|actual| !values.contains(&actual)),
            "Exists" => actual.is_some(),
            "DoesNotExist" => actual.is_none(),
            _ => return Err(Misconfigured("Predicate")),
        };
    }
    Ok(all)
}

/// Label selector AND claim selector.
fn selects(selector: &Value, cluster: &Value) -> Result<bool, Misconfigured> {
    let labels = matches(
        &selector["labelSelector"],
        &strings(&cluster["metadata"]["labels"]),
    )?;
    let claims = matches(&selector["claimSelector"], &claims(cluster))?;
    Ok(labels && claims)
}

/// A float to an integer as Go does it on amd64.
fn go(value: f64) -> i64 {
    let value = value.trunc();
    if value.is_nan() || value >= 2_f64.powi(63) || value < -(2_f64.powi(63)) {
        i64::MIN
    } else {
        value as i64
    }
}

/// One prioritizer that counts.
struct Scorer {
    name: String,
    /// Type, built-in, add-on: what makes two configurations one.
    identity: String,
    weight: i64,
    coordinate: Value,
}

impl Twin<'_> {
    fn placement(&self) -> &Value {
        &self.scenario["placement"]
    }

    fn spec(&self) -> &Value {
        &self.placement()["spec"]
    }

    fn namespace(&self) -> &str {
        text(&self.placement()["metadata"]["namespace"])
    }

    fn clusters(&self) -> &[Value] {
        list(&self.scenario["managedClusters"])
    }

    fn decisions(&self) -> &[Value] {
        list(&self.scenario["placementDecisions"])
    }

    /// Whether an existing decision is this placement's.
    fn is_own(&self, decision: &Value) -> bool {
        let label = &decision["metadata"]["labels"][PLACEMENT_LABEL];
        text(&decision["metadata"]["namespace"]) == self.namespace()
            && label.as_str() == Some(name(self.placement()))
    }

    /// The clusters in this placement's existing decisions.
    fn own(&self) -> BTreeSet<&str> {
        let own = self.decisions().iter().filter(|d| self.is_own(d));
        own.flat_map(|decision| list(&decision["status"]["decisions"]))
            .map(|entry| text(&entry["clusterName"]))
            .collect()
    }

    fn decide(&self) -> Value {
        let sync = text(&self.scenario["mode"]) == "sync";
        let sets = list(&self.scenario["managedClusterSets"]);
        let set_names: BTreeSet<&str> = sets.iter().map(name).collect();
        let bindings = list(&self.scenario["managedClusterSetBindings"]).iter();
        let mut valid: BTreeSet<&str> = bindings
            .filter(|binding| text(&binding["metadata"]["namespace"]) == self.namespace())
            .map(name)
            .filter(|name| set_names.contains(name))
            .collect();
        let wanted: Vec<&str> = list(&self.spec()["clusterSets"]).iter().map(text).collect();
        let mut eligible = valid.clone();
        if !wanted.is_empty() {
            eligible.retain(|set| wanted.contains(set));
        }
        if !sync {
            valid.clear();
            eligible.clear();
        }
        let untouched = |outcome: &str, valid: &BTreeSet<&str>, eligible: &BTreeSet<&str>| {
            json!({
                "outcome": outcome, "validBindings": valid, "eligibleClusterSets": eligible,
                "availableClusters": [], "status": null, "filterResults": [],
                "prioritizerResults": [], "scores": {}, "rankedClusters": [],
                "selectedClusters": [], "unscheduled": 0, "requeueTime": null,
                "numberOfSelectedClusters": 0, "decisionGroups": [], "placementDecisions": [],
                "deletedPlacementDecisions": [], "conditions": [],
            })
        };
        let metadata = &self.placement()["metadata"];
        let skipped = !metadata["deletionTimestamp"].is_null()
            || text(&metadata["annotations"][DISABLE]) == "true";
        if sync && skipped {
            return untouched("skipped", &valid, &eligible);
        }
        let mut available: Vec<&Value> = Vec::new();
        if sync {
            for cluster in self.clusters() {
                let mut member = false;
                for set in sets.iter().filter(|set| eligible.contains(name(set))) {
                    let Some(is) = is_member(cluster, set) else {
                        return untouched("syncError", &valid, &eligible);
                    };
                    member |= is;
                }
                if member && cluster["metadata"]["deletionTimestamp"].is_null() {
                    available.push(cluster);
                }
            }
            // A set that cannot be evaluated stops the hub even where there is no cluster.
            for set in sets.iter().filter(|set| eligible.contains(name(set))) {
                if is_member(&json!({}), set).is_none() {
                    return untouched("syncError", &valid, &eligible);
                }
            }
        } else {
            available.extend(self.clusters());
        }
        available.sort_by_key(|cluster| name(cluster));
        let mut result = self.schedule(&available, sync, &valid, &eligible);
        result["validBindings"] = json!(valid);
        result["eligibleClusterSets"] = json!(eligible);
        result["availableClusters"] = names(&available);
        result
    }

    /// Sections 3 to 7.
    fn schedule(
        &self,
        available: &[&Value],
        sync: bool,
        valid: &BTreeSet<&str>,
        eligible: &BTreeSet<&str>,
    ) -> Value {
        let mut result = json!({
            "outcome": "scheduled", "filterResults": [], "prioritizerResults": [], "scores": {},
            "rankedClusters": [], "selectedClusters": [], "unscheduled": 0, "requeueTime": null,
            "numberOfSelectedClusters": 0,
        });
        let mut code = "Success";
        let mut selected: Vec<&Value> = Vec::new();
        match self.filter_and_score(available, &mut result) {
            Ok(None) => return json!({"outcome": "invalid"}),
            Ok(Some((clusters, warning))) => {
                selected = clusters;
                if warning {
                    code = "Warning";
                }
            }
            Err(Misconfigured(_)) => code = "Misconfigured",
        }
        result["numberOfSelectedClusters"] = json!(selected.len());
        let (groups, bad) = self.groups(&selected);
        if bad {
            code = "Misconfigured";
        }
        self.objects(&groups, &mut result);
        result["status"] = json!({"code": code});
        let unscheduled = result["unscheduled"].as_i64().expect("an integer");
        let joined = |sets: Vec<&str>| sets.join(",");
        let (reason, message) = if sync && valid.is_empty() {
            (
                "NoManagedClusterSetBindings",
                "No valid ManagedClusterSetBindings found in placement namespace".to_owned(),
            )
        } else if sync && eligible.is_empty() {
            let sets = list(&self.spec()["clusterSets"]).iter().map(text).collect();
            (
                "NoIntersection",
                format!(
                    "None of ManagedClusterSets [{}] is bound to placement namespace",
                    joined(sets)
                ),
            )
        } else if available.is_empty() {
            (
                "AllManagedClusterSetsEmpty",
                format!(
                    "All ManagedClusterSets [{}] have no member ManagedCluster",
                    joined(eligible.iter().copied().collect())
                ),
            )
        } else if selected.is_empty() {
            (
                "NoManagedClusterMatched",
                "No ManagedCluster matches any of the cluster predicate".to_owned(),
            )
        } else if unscheduled == 0 {
            (
                "AllDecisionsScheduled",
                "All cluster decisions scheduled".to_owned(),
            )
        } else {
            (
                "NotAllDecisionsScheduled",
                format!("{unscheduled} cluster decisions unscheduled"),
            )
        };
        let satisfied = if reason == "AllDecisionsScheduled" {
            "True"
        } else {
            "False"
        };
        let misconfigured = if code == "Misconfigured" {
            json!({"type": "PlacementMisconfigured", "status": "True", "reason": "Misconfigured"})
        } else {
            json!({"type": "PlacementMisconfigured", "status": "False",
                   "reason": "Succeedconfigured",
                   "message": "Placement configurations check pass"})
        };
        result["conditions"] = json!([
            misconfigured,
            {"type": "PlacementSatisfied", "status": satisfied, "reason": reason,
             "message": message},
        ]);
        result
    }

    /// Sections 3 to 5. Gives the selected clusters and whether a score expired; `None`: a negative
    /// number of clusters.
    fn filter_and_score<'c>(
        &self,
        available: &[&'c Value],
        result: &mut Value,
    ) -> Result<Option<(Vec<&'c Value>, bool)>, Misconfigured> {
        let matched = self.predicates(available)?;
        push(
            &mut result["filterResults"],
            json!({"name": "Predicate", "filteredClusters": names(&matched)}),
        );
        let feasible = self.taints(&matched)?;
        push(
            &mut result["filterResults"],
            json!({"name": "Predicate,TaintToleration", "filteredClusters": names(&feasible)}),
        );
        let scorers = self.scorers()?;
        let wanted = self.spec()["numberOfClusters"].as_i64();
        if wanted.is_some_and(|wanted| wanted < 0) {
            return Ok(None);
        }
        let mut totals: BTreeMap<&str, i64> =
            feasible.iter().map(|cluster| (name(cluster), 0)).collect();
        let mut results = Vec::new();
        let mut warning = false;
        for scorer in scorers.iter().filter(|scorer| scorer.weight != 0) {
            let scores = self.scores(scorer, &feasible, &mut warning);
            for (cluster, score) in &scores {
                let total = totals.get_mut(cluster.as_str()).expect("feasible");
                *total = if self.proposal {
                    total.saturating_add(score.saturating_mul(scorer.weight))
                } else {
                    total.wrapping_add(score.wrapping_mul(scorer.weight))
                };
            }
            results.push((scorer.name.clone(), scorer.weight, json!(scores)));
        }
        results.sort_by(|a, b| (&a.0, a.1).cmp(&(&b.0, b.1)));
        result["prioritizerResults"] = results
            .into_iter()
            .map(|(name, weight, scores)| json!({"name": name, "weight": weight, "scores": scores}))
            .collect();
        result["scores"] = json!(totals);
        let mut ranked = feasible;
        ranked.sort_by(|a, b| {
            let total = |cluster: &Value| totals[name(cluster)];
            total(b).cmp(&total(a)).then(name(a).cmp(name(b)))
        });
        result["rankedClusters"] = names(&ranked);
        if let Some(wanted) = wanted {
            ranked.truncate(usize::try_from(wanted).expect("not negative"));
            result["unscheduled"] = json!(wanted - ranked.len() as i64);
        }
        result["selectedClusters"] = names(&ranked);
        result["requeueTime"] = self.requeue();
        Ok(Some((ranked, warning)))
    }

    fn predicates<'c>(&self, clusters: &[&'c Value]) -> Result<Vec<&'c Value>, Misconfigured> {
        let predicates = list(&self.spec()["predicates"]);
        if predicates.is_empty() {
            return Ok(clusters.to_vec());
        }
        let mut matched = Vec::new();
        for cluster in clusters {
            let mut any = false;
            for predicate in predicates {
                any |= selects(&predicate["requiredClusterSelector"], cluster)?;
            }
            if any {
                matched.push(*cluster);
            }
        }
        Ok(matched)
    }

    fn taints<'c>(&self, clusters: &[&'c Value]) -> Result<Vec<&'c Value>, Misconfigured> {
        if clusters.is_empty() {
            return Ok(Vec::new());
        }
        for toleration in list(&self.spec()["tolerations"]) {
            let exists = text(&toleration["operator"]) == "Exists";
            if text(&toleration["key"]).is_empty() && !exists
                || exists && !text(&toleration["value"]).is_empty()
            {
                return Err(Misconfigured("TaintToleration"));
            }
        }
        let own = self.own();
        let tolerated = clusters.iter().copied();
        Ok(tolerated
            .filter(|cluster| self.tolerated(cluster, own.contains(name(cluster))).0)
            .collect())
    }

    /// Whether all taints of a cluster are tolerated, and the earliest end.
    fn tolerated(&self, cluster: &Value, in_decision: bool) -> (bool, Option<i128>) {
        let mut earliest: Option<i128> = None;
        for taint in list(&cluster["spec"]["taints"]) {
            let effect = text(&taint["effect"]);
            if effect == "PreferNoSelect" || effect == "NoSelectIfNew" && in_decision {
                continue;
            }
            let tolerations = list(&self.spec()["tolerations"]).iter();
            let mut ends = tolerations.filter_map(|toleration| self.tolerates(toleration, taint));
            match ends.next() {
                None => return (false, None),
                Some(None) => {}
                Some(Some(end)) => {
                    earliest = Some(earliest.map_or(end, |earliest| earliest.min(end)));
                }
            }
        }
        (true, earliest)
    }

    /// `None`: does not tolerate. `Some(None)`: for ever. Else the end in nanoseconds.
    fn tolerates(&self, toleration: &Value, taint: &Value) -> Option<Option<i128>> {
        let effect = text(&toleration["effect"]);
        let key = text(&toleration["key"]);
        let fits = (effect.is_empty() || effect == text(&taint["effect"]))
            && (key.is_empty() || key == text(&taint["key"]))
            && match text(&toleration["operator"]) {
                "Exists" => true,
                "" | "Equal" => text(&toleration["value"]) == text(&taint["value"]),
                _ => false,
            };
        if !fits {
            return None;
        }
        let Some(seconds) = toleration["tolerationSeconds"].as_i64() else {
            return Some(None);
        };
        let added: Timestamp = taint["timeAdded"].as_str()?.parse().expect("a time");
        let duration = if self.proposal {
            i128::from(seconds) * 1_000_000_000
        } else {
            // Go counts a duration in 64 bits of nanoseconds.
            i128::from(seconds.wrapping_mul(1_000_000_000))
        };
        let end = added.as_nanosecond() + duration;
        (self.now.as_nanosecond() < end).then_some(Some(end))
    }

    fn requeue(&self) -> Value {
        let own = self.own();
        let clusters = self.clusters().iter();
        let earliest = clusters
            .filter(|cluster| own.contains(name(cluster)))
            .filter_map(|cluster| self.tolerated(cluster, true).1)
            .min();
        earliest.map_or(Value::Null, |end| {
            let end = Timestamp::from_nanosecond(end).unwrap_or(Timestamp::MAX);
            json!(end.to_string())
        })
    }

    /// Section 4: who counts, with what weight.
    fn scorers(&self) -> Result<Vec<Scorer>, Misconfigured> {
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
            _ => return Err(Misconfigured("")),
        };
        for (index, config) in list(&policy["configurations"]).iter().enumerate() {
            let weight = config["weight"].as_i64().unwrap_or(1);
            let coordinate = &config["scoreCoordinate"];
            let scorer = if coordinate.is_null() {
                match config["name"].as_str() {
                    Some(name) if self.proposal => built_in(name, weight),
                    _ => return Err(Misconfigured("")),
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
                    || self.proposal && (name == "Spread" || self.resource(name).is_some())
            } else {
                !coordinate["addOn"].is_null()
            };
            if !known {
                return Err(Misconfigured(""));
            }
        }
        Ok(scorers)
    }

    /// Whether a resource prioritizer is a ratio, and its resource.
    fn resource<'n>(&self, name: &'n str) -> Option<(bool, &'n str)> {
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

    fn scores(
        &self,
        scorer: &Scorer,
        feasible: &[&Value],
        warning: &mut bool,
    ) -> BTreeMap<String, i64> {
        let coordinate = &scorer.coordinate;
        let built_in = text(&coordinate["builtIn"]);
        let each = |score: &dyn Fn(&Value) -> Option<i64>| -> BTreeMap<String, i64> {
            let scores = feasible.iter();
            scores
                .filter_map(|cluster| Some((name(cluster).to_owned(), score(cluster)?)))
                .collect()
        };
        if text(&coordinate["type"]) != "BuiltIn" {
            let expired = std::cell::Cell::new(false);
            let scores = each(&|cluster| Some(self.add_on(coordinate, cluster, &expired)));
            *warning |= expired.get();
            return scores;
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
                let (ratio, resource) = self.resource(built_in).expect("a resource");
                self.resource_scores(ratio, resource, feasible)
            }
        }
    }

    fn resource_scores(
        &self,
        ratio: bool,
        resource: &str,
        feasible: &[&Value],
    ) -> BTreeMap<String, i64> {
        let amount = |value: &Value| {
            let amount = match &value[resource] {
                Value::Null => return None,
                Value::String(text) => Quantity::parse(text),
                number => Quantity::parse(&number.to_string()),
            };
            Some(amount.expect("a quantity").to_f64())
        };
        let mut amounts = BTreeMap::new();
        for cluster in feasible {
            let allocatable = amount(&cluster["status"]["allocatable"]);
            let capacity = amount(&cluster["status"]["capacity"]);
            if let (Some(allocatable), Some(capacity)) = (allocatable, capacity) {
                amounts.insert(name(cluster).to_owned(), (allocatable, capacity));
            }
        }
        let all = amounts.values().map(|(allocatable, _)| *allocatable);
        let min = all.clone().fold(f64::INFINITY, f64::min);
        let max = all.fold(f64::NEG_INFINITY, f64::max);
        let mut scores = BTreeMap::new();
        for (cluster, (allocatable, capacity)) in amounts {
            let value = if ratio {
                if capacity == 0.0 {
                    continue;
                }
                (allocatable / capacity - 0.5) * 2.0 * 100.0
            } else {
                let level = if self.proposal {
                    max.total_cmp(&min).is_eq()
                } else {
                    // Not so for infinities: their difference is no number.
                    max - min == 0.0
                };
                if level {
                    100.0
                } else {
                    ((allocatable - min) / (max - min) - 0.5) * 2.0 * 100.0
                }
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

    fn add_on(&self, coordinate: &Value, cluster: &Value, expired: &std::cell::Cell<bool>) -> i64 {
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

    /// Section 6: groups of clusters with their names, and whether they are misconfigured.
    fn groups(&self, selected: &[&Value]) -> (Vec<(String, Vec<String>)>, bool) {
        let strategy = &self.spec()["decisionStrategy"]["groupStrategy"];
        let total = selected.len();
        let length = match &strategy["clustersPerDecisionGroup"] {
            Value::Null => total as i64,
            Value::String(text) => {
                let percent = text.strip_suffix('%').filter(|percent| {
                    percent.starts_with(|c: char| c.is_ascii_digit() || c == '-')
                });
                let Some(percent) = percent.and_then(|percent| percent.parse::<f64>().ok()) else {
                    return (Vec::new(), true);
                };
                go((percent / 100.0 * total as f64).ceil())
            }
            number => number.as_i64().expect("an integer"),
        };
        let length = match usize::try_from(length) {
            Ok(length) if length >= 1 && length <= total => length,
            _ => total,
        };
        let mut left: Vec<&Value> = selected.to_vec();
        left.sort_by_key(|cluster| name(cluster));
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let cut = |group: &str, clusters: &[&Value]| -> Vec<(String, Vec<String>)> {
            let chunks = clusters.chunks(length.max(1));
            chunks
                .map(|chunk| {
                    let names = chunk.iter().map(|cluster| name(cluster).to_owned());
                    (group.to_owned(), names.collect())
                })
                .collect()
        };
        for group in list(&strategy["decisionGroups"]) {
            let selector = &group["groupClusterSelector"];
            let Ok(_) = selects(selector, &json!({})) else {
                // On the hub the groups before it stay.
                if self.proposal {
                    groups.clear();
                }
                return (groups, true);
            };
            let (taken, rest) = left
                .iter()
                .partition(|cluster| matches!(selects(selector, cluster), Ok(true)));
            left = rest;
            groups.extend(cut(text(&group["groupName"]), &taken));
        }
        groups.extend(cut("", &left));
        if groups.is_empty() {
            groups.push((String::new(), Vec::new()));
        }
        (groups, false)
    }

    /// Section 6: the objects.
    fn objects(&self, groups: &[(String, Vec<String>)], result: &mut Value) {
        let placement = name(self.placement());
        let mut kept = BTreeSet::new();
        let mut objects = Vec::new();
        let mut statuses = Vec::new();
        for (index, (group, clusters)) in groups.iter().enumerate() {
            let mut chunks: Vec<&[String]> = clusters.chunks(100).collect();
            if chunks.is_empty() {
                chunks.push(&[]);
            }
            let mut decisions = Vec::new();
            for chunk in chunks {
                let object = format!("{placement}-decision-{}", objects.len() + 1);
                let mut labels = Map::new();
                let label = |key: &str| format!("cluster.open-cluster-management.io/{key}");
                labels.insert(label("placement"), json!(placement));
                labels.insert(label("decision-group-index"), json!(index.to_string()));
                labels.insert(label("decision-group-name"), json!(group));
                objects.push(json!({
                    "name": object, "namespace": self.namespace(), "labels": labels,
                    "clusterNames": chunk,
                }));
                kept.insert(object.clone());
                decisions.push(object);
            }
            statuses.push(json!({
                "decisionGroupIndex": index, "decisionGroupName": group, "decisions": decisions,
                "clusterCount": clusters.len(),
            }));
        }
        let own = self.decisions().iter().filter(|d| self.is_own(d));
        let deleted: BTreeSet<&str> = own.map(name).filter(|name| !kept.contains(*name)).collect();
        result["placementDecisions"] = json!(objects);
        result["decisionGroups"] = json!(statuses);
        result["deletedPlacementDecisions"] = json!(deleted);
    }
}

/// Section 2: whether a cluster is in a set; `None` where the hub cannot tell.
fn is_member(cluster: &Value, set: &Value) -> Option<bool> {
    let labels = strings(&cluster["metadata"]["labels"]);
    let selector = &set["spec"]["clusterSelector"];
    match text(&selector["selectorType"]) {
        "" | "ExclusiveClusterSetLabel" => {
            Some(labels.get(SET_LABEL).map(String::as_str) == Some(name(set)))
        }
        "LabelSelector" => match &selector["labelSelector"] {
            Value::Null => Some(false),
            selector => matches(selector, &labels).ok(),
        },
        _ => None,
    }
}

fn names(clusters: &[&Value]) -> Value {
    clusters
        .iter()
        .map(|cluster| json!(name(cluster)))
        .collect()
}

fn push(list: &mut Value, item: Value) {
    list.as_array_mut().expect("a list").push(item);
}
