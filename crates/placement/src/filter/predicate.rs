//! The predicates: selectors over labels, claims and CEL, `ORed`.

use schedscope_objects::{
    clusters::Cluster,
    id::ClusterId,
    names::Names,
    objects::Objects,
    placement::ClusterSelector,
    selector::{Selector, SelectorError},
};

use crate::{
    cel::{CelPurse, CelVerdict, CelVerdicts},
    filter::FilterError,
    matching::{SelectorPair, matching_any},
};

/// The name upstream gives this filter.
pub const NAME: &str = "Predicate";

/// A predicate or a group's selector, ready to match: labels AND claims AND CEL.
#[derive(Clone, Debug, Default)]
pub struct Predicate {
    /// `labelSelector`.
    pub labels: Selector,
    /// `claimSelector`.
    pub claims: Selector,
    /// `celSelector`: per expression its column's index in the verdicts.
    pub cel: Vec<usize>,
}

impl Predicate {
    /// Makes labels and claims of a selector ready; CEL is left out, as the hub does in groups.
    ///
    /// # Errors
    /// The first part that is not valid.
    pub fn without_cel(selector: &ClusterSelector, names: &Names) -> Result<Self, SelectorError> {
        Ok(Self {
            labels: selector.labels.compile(names)?,
            claims: selector.claims.compile(names)?,
            cel: Vec::new(),
        })
    }

    /// Whether labels and claims match.
    pub fn matches(&self, cluster: Cluster<'_>, names: &Names) -> bool {
        self.labels.matches(cluster.labels(), names) && self.claims.matches(cluster.claims(), names)
    }

    /// Whether labels, claims and CEL match. `id` is the cluster's.
    fn matches_all(
        &self,
        cluster: Cluster<'_>,
        id: ClusterId,
        names: &Names,
        cel: &CelVerdicts,
    ) -> bool {
        let mut purse = CelPurse::default();
        self.matches(cluster, names)
            && self.cel.iter().all(|&column| {
                let column = cel.columns.get(column);
                column.and_then(|column| purse.pay(column, id)) == Some(CelVerdict::True)
            })
    }
}

/// Makes all predicates ready.
///
/// # Errors
/// The first selector that is not valid or CEL expression that does not compile or was not
/// evaluated: predicate by predicate, labels before claims before CEL, as upstream looks at them.
pub fn compile(
    predicates: &[ClusterSelector],
    names: &Names,
    cel: Option<&CelVerdicts>,
) -> Result<Vec<Predicate>, FilterError> {
    let misconfigured = |error: SelectorError| FilterError::Misconfigured(error.message);
    let mut compiled = Vec::with_capacity(predicates.len());
    for (index, selector) in predicates.iter().enumerate() {
        let mut predicate = Predicate::without_cel(selector, names).map_err(misconfigured)?;
        for (place, expression) in selector.cel_expressions.iter().enumerate() {
            let column = cel.and_then(|cel| {
                cel.columns
                    .iter()
                    .position(|column| column.expression == *expression)
                    .map(|position| (position, &cel.columns))
            });
            let Some((position, columns)) = column else {
                return Err(FilterError::CelNotEvaluated {
                    predicate: index,
                    expression: place,
                });
            };
            if let Some(Err(error)) = columns.get(position).map(|column| &column.result) {
                return Err(FilterError::Misconfigured(error.to_string()));
            }
            predicate.cel.push(position);
        }
        compiled.push(predicate);
    }
    Ok(compiled)
}

/// The candidates that match any predicate, in the order given. No predicate or no candidate:
/// nothing is looked at, so that a wrong selector stays unnoticed, as on the hub.
///
/// O(candidates x requirements x labels).
///
/// # Errors
/// See [`compile`].
pub fn filter(
    predicates: &[ClusterSelector],
    objects: &Objects,
    candidates: &[ClusterId],
    cel: Option<&CelVerdicts>,
) -> Result<Vec<ClusterId>, FilterError> {
    if predicates.is_empty() || candidates.is_empty() {
        return Ok(candidates.to_vec());
    }
    let names = &objects.names;
    let compiled = compile(predicates, names, cel)?;
    if compiled.iter().all(|predicate| predicate.cel.is_empty()) {
        let wanted = compiled.iter().map(|predicate| SelectorPair {
            labels: &predicate.labels,
            claims: &predicate.claims,
        });
        let wanted: Vec<SelectorPair<'_>> = wanted.collect();
        return Ok(matching_any(&objects.clusters, candidates, &wanted, names));
    }
    let none = CelVerdicts::default();
    let cel = cel.unwrap_or(&none);
    let passed = objects.clusters.of(candidates).filter(|(index, cluster)| {
        let mut predicates = compiled.iter();
        predicates.any(|predicate| predicate.matches_all(*cluster, *index, names, cel))
    });
    Ok(passed.map(|(index, _)| index).collect())
}
