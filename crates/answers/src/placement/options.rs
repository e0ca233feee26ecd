//! The options of a decision.

pub use schedscope_objects::profile::{Profile, ProfileChoice};
use schedscope_objects::{by_name::ByName, namespaced_name::NamedObject, objects::Objects};
use schedscope_options::{Clock, Key, options};
use schedscope_placement::other_profile::released_or_preview;
pub use schedscope_placement::{CandidateMode, DecisionOptions, Wanted};

options! {
    /// Options of `decide` and `report`.
    pub struct DecideOptions {
        /// The placement: its name, or its index from 0. Default: the only one.
        placement: Option<Key<NamedObject>>,
        /// The time of the decision, RFC 3339: tolerations end and scores expire. Default: the time of the call.
        now: Clock [needed],
        /// The scheduler to reproduce. `Upstream`: the released one; `Proposal`: the preview of the design documents;
        /// `auto`: the released one, unless the Placement uses what only a design document has (`spreadPolicy`,
        /// `configurations[].name`, `ResourceRatio…`).
        profile: ProfileChoice,
        /// The clusters that the placement may choose from. `auto`: those of cluster sets if the input has any; `sets`:
        /// always those of sets; `given`: every cluster.
        candidates: CandidateMode,
        /// What if: weights by prioritizer, such as `{ Steady: 3 }`. Valid on a hub: -10 to 10; other 32-bit values are
        /// computed with. Default: the weights of the input.
        weights: ByName<i32>,
        /// What if: the number of clusters, or all (`null`). Default: the number of the input.
        number_of_clusters: Wanted,
        /// What if: max skews by topology key or index of the constraint, such as `{ zone: 2 }`. Default: those of the
        /// input.
        max_skews: ByName<i32>,
        /// The maximum number of names in `selected`. `report` lists all.
        limit: usize = 100,
    }
}

impl DecideOptions {
    /// The placement at `placement` as it is, at `now` (RFC 3339), by the default profile.
    pub fn new(placement: impl Into<Key<NamedObject>>, now: impl Into<String>) -> Self {
        Self {
            placement: Some(placement.into()),
            now: Clock(now.into()),
            ..Self::default()
        }
    }

    /// The options for the engine, for the placement at an index of the input. `auto` is resolved for that placement.
    ///
    /// # Errors
    /// `now` is not an RFC 3339 time.
    pub fn read(self, placement: usize, objects: &Objects) -> Result<DecisionOptions, InvalidNow> {
        let now = self.now.0.parse().map_err(|_| InvalidNow {
            text: self.now.0.clone(),
        })?;
        let of = objects.placements.get(placement);
        let auto = of.map_or(Profile::Upstream, |of| {
            released_or_preview(&of.spec, &self.weights)
        });
        Ok(DecisionOptions {
            placement,
            now,
            profile: self.profile.or(auto),
            candidates: self.candidates,
            weights: self.weights,
            number_of_clusters: self.number_of_clusters,
            max_skews: self.max_skews,
            cel: None,
        })
    }
}

/// `now` is not an RFC 3339 time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidNow {
    /// The given text.
    pub text: String,
}

impl std::fmt::Display for InvalidNow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is not an RFC 3339 time", self.text)
    }
}

impl std::error::Error for InvalidNow {}
