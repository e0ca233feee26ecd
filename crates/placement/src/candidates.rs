//! Which clusters a placement may choose from: sets, bindings, membership.

use schedscope_objects::{
    cluster_set::{CLUSTER_SET_LABEL, ManagedClusterSet, SetSelector},
    clusters::Cluster,
    id::{ClusterId, Id},
    names::{Names, Symbol},
    objects::Objects,
    order,
    placement::Placement,
    selector::Selector,
};

use crate::{decision_options::CandidateMode, fleet::Fleet};

/// What the sets and bindings of a text mean for one placement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    /// How the candidates were found.
    pub basis: CandidateSource,
    /// The bindings in the placement's namespace whose set exists, sorted by name.
    pub valid_bindings: Vec<Symbol>,
    /// Those of them that the placement wants, sorted by name.
    pub eligible: Vec<Symbol>,
    /// The candidates in the order of the text; or why the hub stops before it schedules.
    pub clusters: Result<Vec<ClusterId>, String>,
}

/// Where candidates come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateSource {
    /// The eligible sets.
    Sets,
    /// All clusters that are not going away, for there are neither sets nor bindings.
    All,
    /// All clusters, as they are.
    Given,
}

impl Candidates {
    /// O(clusters x eligible sets), O(clusters) where all sets are exclusive.
    pub fn new(
        objects: &Objects,
        fleet: &Fleet,
        placement: &Placement,
        mode: CandidateMode,
    ) -> Self {
        let basis = match mode {
            CandidateMode::Given => CandidateSource::Given,
            CandidateMode::Auto
                if objects.cluster_sets.is_empty() && objects.bindings.is_empty() =>
            {
                CandidateSource::All
            }
            CandidateMode::Auto | CandidateMode::Sets => CandidateSource::Sets,
        };
        let mut found = Self {
            basis,
            valid_bindings: Vec::new(),
            eligible: Vec::new(),
            clusters: Ok(Vec::new()),
        };
        if basis == CandidateSource::Sets {
            found.valid_bindings = valid_bindings(objects, placement.namespace);
            found.eligible.clone_from(&found.valid_bindings);
            if !placement.spec.cluster_sets.is_empty() {
                found
                    .eligible
                    .retain(|set| placement.spec.cluster_sets.contains(set));
            }
        }
        let all = (0..fleet.len()).map(ClusterId::new);
        let staying: Vec<ClusterId> = match basis {
            CandidateSource::Given => all.collect(),
            CandidateSource::Sets if found.eligible.is_empty() => Vec::new(),
            CandidateSource::All | CandidateSource::Sets => {
                all.filter(|index| !fleet.is_deleting(*index)).collect()
            }
        };
        found.clusters = found.membership(objects).map(|membership| {
            if basis != CandidateSource::Sets {
                return staying;
            }
            let staying = objects.clusters.of(&staying);
            let members = staying.filter(|(_, cluster)| membership.any(*cluster, &objects.names));
            members.map(|(index, _)| index).collect()
        });
        found
    }

    /// The eligible sets, as membership tests.
    ///
    /// # Errors
    /// The first set, by name, that the hub cannot evaluate.
    pub fn membership(&self, objects: &Objects) -> Result<Membership, String> {
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
                SetSelector::ExclusiveClusterSetLabel => MembershipTest::Exclusive,
                SetSelector::LabelSelector(None) => MembershipTest::Nothing,
                SetSelector::LabelSelector(Some(selector)) => {
                    MembershipTest::Labels(selector.compile(names).map_err(|error| {
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

/// Membership tests of cluster sets.
#[derive(Debug, Default)]
pub struct Membership {
    label: Option<Symbol>,
    sets: Vec<(Symbol, MembershipTest)>,
}

#[derive(Debug)]
enum MembershipTest {
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
    pub fn of<'a>(
        &'a self,
        cluster: Cluster<'a>,
        names: &'a Names,
    ) -> impl Iterator<Item = Symbol> + 'a {
        let label = self.label.and_then(|key| cluster.labels().get(key));
        self.sets
            .iter()
            .filter(move |(name, test)| match test {
                MembershipTest::Exclusive => label == Some(*name),
                MembershipTest::Labels(selector) => selector.matches(cluster.labels(), names),
                MembershipTest::Nothing => false,
            })
            .map(|(name, _)| *name)
    }
}
