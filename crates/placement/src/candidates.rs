//! Which clusters a placement may choose from: sets, bindings, membership.

use schedscope_objects::{
    cluster_set::{CLUSTER_SET_LABEL, ManagedClusterSet, SetSelector},
    clusters::Cluster,
    names::{Names, Symbol},
    objects::Objects,
    order,
    placement::Placement,
    selector::Selector,
};

use crate::{fleet::Fleet, options::CandidateMode};

/// What the sets and bindings of a text mean for one placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Candidates {
    /// How the candidates were found.
    pub(crate) basis: Basis,
    /// The bindings in the placement's namespace whose set exists, sorted by name.
    pub(crate) valid_bindings: Vec<Symbol>,
    /// Those of them that the placement wants, sorted by name.
    pub(crate) eligible: Vec<Symbol>,
    /// The candidates in the order of the text; or why the hub stops before it schedules.
    pub(crate) clusters: Result<Vec<u32>, String>,
}

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Basis {
    /// The eligible sets.
    Sets,
    /// All clusters that are not going away, for there are neither sets nor bindings.
    All,
    /// All clusters, as they are.
    Given,
}

impl Candidates {
    /// O(clusters x eligible sets), O(clusters) where all sets are exclusive.
    pub(crate) fn new(
        objects: &Objects,
        fleet: &Fleet,
        placement: &Placement,
        mode: CandidateMode,
    ) -> Self {
        let basis = match mode {
            CandidateMode::Given => Basis::Given,
            CandidateMode::Auto
                if objects.cluster_sets.is_empty() && objects.bindings.is_empty() =>
            {
                Basis::All
            }
            CandidateMode::Auto | CandidateMode::Sets => Basis::Sets,
        };
        let mut found = Self {
            basis,
            valid_bindings: Vec::new(),
            eligible: Vec::new(),
            clusters: Ok(Vec::new()),
        };
        if basis == Basis::Sets {
            found.valid_bindings = valid_bindings(objects, placement.namespace);
            found.eligible.clone_from(&found.valid_bindings);
            if !placement.spec.cluster_sets.is_empty() {
                found
                    .eligible
                    .retain(|set| placement.spec.cluster_sets.contains(set));
            }
        }
        let all = 0..fleet.len() as u32;
        let staying: Vec<u32> = match basis {
            Basis::Given => all.collect(),
            Basis::Sets if found.eligible.is_empty() => Vec::new(),
            Basis::All | Basis::Sets => all.filter(|index| !fleet.is_deleting(*index)).collect(),
        };
        found.clusters = found.membership(objects).map(|membership| {
            if basis != Basis::Sets {
                return staying;
            }
            let staying = objects.clusters.of(&staying);
            let members = staying.filter(|(_, cluster)| membership.any(*cluster, &objects.names));
            members.map(|(index, _)| index).collect()
        });
        found
    }

    /// The eligible sets, ready to tell members.
    ///
    /// # Errors
    /// The first set, by name, that the hub cannot evaluate.
    pub(crate) fn membership(&self, objects: &Objects) -> Result<Membership, String> {
        let names = &objects.names;
        let mut membership = Membership {
            label: names.get(CLUSTER_SET_LABEL),
            sets: Vec::with_capacity(self.eligible.len()),
        };
        for &name in &self.eligible {
            let Some(set) = set_of(objects, name) else {
                continue;
            };
            let test = match &set.selector {
                SetSelector::ExclusiveClusterSetLabel => Test::Exclusive,
                SetSelector::LabelSelector(None) => Test::Nothing,
                SetSelector::LabelSelector(Some(selector)) => {
                    Test::Labels(selector.compile(names).map_err(|error| {
                        format!(
                            "failed to get clusters from ClusterSet {:?}: {error}",
                            &names[name]
                        )
                    })?)
                }
                SetSelector::Unknown(kind) => {
                    return Err(format!(
                        "failed to get clusters from ClusterSet {:?}: selectorType is not right: \
                         {kind}",
                        &names[name]
                    ));
                }
            };
            membership.sets.push((name, test));
        }
        Ok(membership)
    }
}

fn set_of(objects: &Objects, name: Symbol) -> Option<&ManagedClusterSet> {
    let mut sets = objects.cluster_sets.iter();
    sets.find(|set| set.name == name).map(AsRef::as_ref)
}

/// The names of the bindings of a namespace whose set exists: sorted, distinct.
fn valid_bindings(objects: &Objects, namespace: Symbol) -> Vec<Symbol> {
    let mut exists = vec![false; objects.names.len()];
    for set in &objects.cluster_sets {
        if let Some(flag) = exists.get_mut(set.name.index()) {
            *flag = true;
        }
    }
    let bindings = objects.bindings.iter();
    let mut valid: Vec<Symbol> = bindings
        .filter(|binding| binding.namespace == namespace)
        .filter(|binding| exists.get(binding.name.index()) == Some(&true))
        .map(|binding| binding.name)
        .collect();
    order::sort(&mut valid, |a, b| objects.names[*a].cmp(&objects.names[*b]));
    valid.dedup();
    valid
}

/// Sets that can tell their members.
#[derive(Debug, Default)]
pub(crate) struct Membership {
    label: Option<Symbol>,
    sets: Vec<(Symbol, Test)>,
}

#[derive(Debug)]
enum Test {
    /// The label names the set.
    Exclusive,
    /// The selector matches.
    Labels(Selector),
    /// Never.
    Nothing,
}

impl Membership {
    /// Whether a cluster is in any of the sets.
    fn any(&self, cluster: Cluster<'_>, names: &Names) -> bool {
        self.of(cluster, names).next().is_some()
    }

    /// The sets that a cluster is in, by name.
    pub(crate) fn of<'a>(
        &'a self,
        cluster: Cluster<'a>,
        names: &'a Names,
    ) -> impl Iterator<Item = Symbol> + 'a {
        let label = self.label.and_then(|key| cluster.labels().get(key));
        self.sets
            .iter()
            .filter(move |(name, test)| match test {
                Test::Exclusive => label == Some(*name),
                Test::Labels(selector) => selector.matches(cluster.labels(), names),
                Test::Nothing => false,
            })
            .map(|(name, _)| *name)
    }
}
