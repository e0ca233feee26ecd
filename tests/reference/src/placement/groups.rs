//! Section 6: groups and objects.

use super::{BTreeSet, Map, Twin, Value, go, json, list, name, selects, text};

impl Twin<'_> {
    /// Section 6: groups of clusters with their names, and whether they are misconfigured.
    pub(super) fn groups(&self, selected: &[&Value]) -> (Vec<(String, Vec<String>)>, bool) {
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
    pub(super) fn objects(&self, groups: &[(String, Vec<String>)], result: &mut Value) {
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
