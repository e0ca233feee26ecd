//! The scheduler whose behaviour is reproduced.

use schedscope_answer_macro::answer;
use schedscope_options::words;

use crate::taint::LongSeconds;

/// The scheduler to reproduce; `auto`: `Upstream`, unless the Placement uses what only a design document has.
/// `Upstream`: the released scheduler, with its faults. `Proposal`: the preview of the design documents, without those
/// faults.
#[answer(Copy, Default, Eq, Hash)]
pub enum ProfileChoice {
    /// The released scheduler, unless the Placement uses what only a design document has.
    #[default]
    #[serde(rename = "auto")]
    Auto,
    /// The released scheduler.
    Upstream,
    /// The preview.
    Proposal,
}

/// The scheduler to reproduce: `Upstream`: the released one; `Proposal`: the preview of the design documents.
#[answer(Copy, Default, Eq, Hash)]
pub enum Profile {
    /// The released program, with its faults.
    #[default]
    Upstream,
    /// The same with the proposals of the design documents: `Spread`, `ResourceRatio…`, any resource name, the
    /// short form of a prioritizer's configuration; and without overflow where the hub's arithmetic overflows.
    Proposal,
}

impl ProfileChoice {
    /// The profile of a question about pods. `auto` is the released scheduler: no design document adds a field to a
    /// pod, a node or an `ElasticQuota`.
    #[must_use]
    pub fn of_pods(self) -> Profile {
        self.or(Profile::Upstream)
    }

    /// The chosen profile; `auto` for [`ProfileChoice::Auto`].
    #[must_use]
    pub fn or(self, auto: Profile) -> Profile {
        match self {
            Self::Auto => auto,
            Self::Upstream => Profile::Upstream,
            Self::Proposal => Profile::Proposal,
        }
    }
}

impl From<Profile> for ProfileChoice {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Upstream => Self::Upstream,
            Profile::Proposal => Self::Proposal,
        }
    }
}

words! {
    ProfileChoice { "auto" = Auto, "Upstream" = Upstream, "Proposal" = Proposal, }
    Profile { "Upstream" = Upstream, "Proposal" = Proposal, }
}

impl Profile {
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Upstream => Self::Proposal,
            Self::Proposal => Self::Upstream,
        }
    }

    /// How `tolerationSeconds` beyond 292 years are treated.
    pub fn long_seconds(self) -> LongSeconds {
        match self {
            Self::Upstream => LongSeconds::Wrap,
            Self::Proposal => LongSeconds::Saturate,
        }
    }
}
