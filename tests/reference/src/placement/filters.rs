//! Section 3: predicates and taints.

use super::{Misconfigured, Timestamp, Twin, Value, json, list, name, selects, text};

/// When a toleration ends.
enum End {
    Never,
    /// In nanoseconds.
    At(i128),
}

impl Twin<'_> {
    pub(super) fn predicates<'c>(
        &self,
        clusters: &[&'c Value],
    ) -> Result<Vec<&'c Value>, Misconfigured> {
        let predicates = list(&self.spec()["predicates"]);
        if predicates.is_empty() {
            return Ok(clusters.to_vec());
        }
        let mut matched = Vec::new();
        for cluster in clusters {
            let mut any = false;
            for predicate in predicates {
                let selector = &predicate["requiredClusterSelector"];
                any |= selects(selector, cluster)? & self.expressions(selector, cluster)?;
            }
            if any {
                matched.push(*cluster);
            }
        }
        Ok(matched)
    }

    pub(super) fn taints<'c>(
        &self,
        clusters: &[&'c Value],
    ) -> Result<Vec<&'c Value>, Misconfigured> {
        if clusters.is_empty() {
            return Ok(Vec::new());
        }
        for toleration in list(&self.spec()["tolerations"]) {
            let exists = text(&toleration["operator"]) == "Exists";
            if text(&toleration["key"]).is_empty() && !exists
                || exists && !text(&toleration["value"]).is_empty()
            {
                return Err(Misconfigured);
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
        for taint in &self.hub_taints(cluster) {
            let effect = text(&taint["effect"]);
            if effect == "PreferNoSelect" || effect == "NoSelectIfNew" && in_decision {
                continue;
            }
            let tolerations = list(&self.spec()["tolerations"]).iter();
            let mut ends = tolerations.filter_map(|toleration| self.tolerates(toleration, taint));
            match ends.next() {
                None => return (false, None),
                Some(End::Never) => {}
                Some(End::At(end)) => {
                    earliest = Some(earliest.map_or(end, |earliest| earliest.min(end)));
                }
            }
        }
        (true, earliest)
    }

    /// The taints of a cluster as the hub's taint controller leaves them.
    fn hub_taints(&self, cluster: &Value) -> Vec<Value> {
        let mut taints = list(&cluster["spec"]["taints"]).to_vec();
        let conditions = list(&cluster["status"]["conditions"]).iter();
        let mut available =
            conditions.filter(|one| one["type"] == "ManagedClusterConditionAvailable");
        let Some(available) = available.next() else {
            return taints;
        };
        for (key, status) in [("unavailable", "False"), ("unreachable", "Unknown")] {
            let key = format!("cluster.open-cluster-management.io/{key}");
            let is_it = |taint: &Value| {
                taint["key"] == key.as_str()
                    && text(&taint["value"]).is_empty()
                    && taint["effect"] == "NoSelect"
            };
            if available["status"] != status {
                taints.retain(|taint| !is_it(taint));
            } else if !taints.iter().any(is_it) {
                let now = self.now.to_string();
                taints.push(json!({"key": key, "effect": "NoSelect", "timeAdded": now}));
            }
        }
        taints
    }

    /// `None`: does not tolerate (any more).
    fn tolerates(&self, toleration: &Value, taint: &Value) -> Option<End> {
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
            return Some(End::Never);
        };
        let added: Timestamp = taint["timeAdded"].as_str()?.parse().expect("a time");
        let duration = if self.proposal {
            i128::from(seconds) * 1_000_000_000
        } else {
            // Go counts a duration in 64 bits of nanoseconds.
            i128::from(seconds.wrapping_mul(1_000_000_000))
        };
        let end = added.as_nanosecond() + duration;
        (self.now.as_nanosecond() < end).then_some(End::At(end))
    }

    pub(super) fn requeue(&self) -> Value {
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
}
