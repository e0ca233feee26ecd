//! Placement decisions, written from the specification alone: slow, plain, over Kubernetes JSON.
//!
//! Takes a scenario as the vectors have it and gives what they call `expected`.

pub mod cel;
mod filters;
mod groups;
mod scores;

use std::collections::{BTreeMap, BTreeSet};

use schedscope::{quantity::Quantity, time::Timestamp};
use serde_json::{Map, Value, json};

use super::spread;

type Strings = BTreeMap<String, String>;

const SET_LABEL: &str = "cluster.open-cluster-management.io/clusterset";
const PLACEMENT_LABEL: &str = "cluster.open-cluster-management.io/placement";
const DISABLE: &str = "cluster.open-cluster-management.io/experimental-scheduling-disable";

/// A placement or filter that is misconfigured.
struct Misconfigured;

struct Twin<'a> {
    scenario: &'a Value,
    proposal: bool,
    now: Timestamp,
}

/// Decides. `proposal`: profile `Proposal`, else `Upstream`.
pub fn decide(scenario: &Value, proposal: bool) -> Value {
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
            "In" | "NotIn" if values.is_empty() => return Err(Misconfigured),
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                return Err(Misconfigured);
            }
            "In" => actual.is_some_and(|actual| values.contains(&actual)),
            "NotIn" => actual.is_none_or(|actual| !values.contains(&actual)),
            "Exists" => actual.is_some(),
            "DoesNotExist" => actual.is_none(),
            _ => return Err(Misconfigured),
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
            Err(Misconfigured) => code = "Misconfigured",
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
            // Which words is not the specification's business.
            json!({"type": "PlacementMisconfigured", "status": "True", "reason": "Misconfigured",
                   "message": null})
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
            let given = self.scores(scorer, &feasible, &mut warning);
            for (cluster, score) in &given {
                let total = totals.get_mut(cluster.as_str()).expect("feasible");
                *total = if self.proposal {
                    total.saturating_add(score.saturating_mul(scorer.weight))
                } else {
                    total.wrapping_add(score.wrapping_mul(scorer.weight))
                };
            }
            results.push((scorer.name.clone(), scorer.weight, json!(given)));
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
        let terms = spread::terms(self.spec());
        if self.proposal && !terms.is_empty() {
            if !spread::is_valid(&terms) {
                return Ok(None);
            }
            let run = spread::Run::of(self.spec(), &ranked, &totals);
            let picks = run.selected();
            let place = |cluster: &Value| picks.iter().position(|pick| *pick == name(cluster));
            ranked.sort_by_key(|cluster| place(cluster).unwrap_or(usize::MAX));
            // Those that were picked, in order, then the others by total.
            result["rankedClusters"] = names(&ranked);
            ranked.truncate(picks.len());
            result["unscheduled"] = json!(run.unscheduled);
            result["selectedClusters"] = names(&ranked);
            result["requeueTime"] = self.requeue();
            return Ok(Some((ranked, warning)));
        }
        result["rankedClusters"] = names(&ranked);
        if let Some(wanted) = wanted {
            ranked.truncate(usize::try_from(wanted).expect("not negative"));
            result["unscheduled"] = json!(wanted - ranked.len() as i64);
        }
        result["selectedClusters"] = names(&ranked);
        result["requeueTime"] = self.requeue();
        Ok(Some((ranked, warning)))
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
