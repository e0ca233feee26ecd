//! Searches for the smallest changes, in parts.

use schedscope_answers::whatif::options::ChangeOptions;
use schedscope_placement::{DecisionOptions, Session};
use schedscope_pods::snapshot::ClusterSnapshot;
use schedscope_quota::ledger::Ledger;
use schedscope_whatif::{
    placement::{PlacementSearch, Trials, Want},
    pods::{PodQuestion, PodSearch, PodWant},
    vm::{VmQuestion, VmSearch, VmWant},
};

use super::world::{Trial, World};
use crate::{
    Progress, QuestionError, Scenario,
    playing::{Played, Turns, WAITS},
};

/// The maximum number of cached searches.
const KEPT: usize = 4;

/// The inputs of a search besides the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchKey {
    options: ChangeOptions,
    /// The revision of the verdicts of the placement's CEL expressions.
    cel: Option<u64>,
}

/// The wanted outcome.
#[derive(Debug)]
pub(super) enum Asked {
    Clusters(DecisionOptions, Want),
    Pod(PodWant),
    Vms(VmQuestion, VmWant),
}

/// A search in progress.
#[derive(Debug)]
pub(super) enum Running {
    Clusters(Box<PlacementSearch>),
    Pod(Box<PodSearch>),
    Vms(Box<VmSearch>),
}

/// A search that begins with its first part.
#[derive(Debug)]
pub(super) struct Searching {
    options: ChangeOptions,
    /// The wanted outcome; for a pod with the counted nodes, pods and quotas of the text.
    asked: Option<(Asked, Option<(ClusterSnapshot, Ledger)>)>,
    /// `None` if it has not begun, or cannot begin.
    pub(super) running: Option<Running>,
}

impl Searching {
    /// Decides without a change, and lists the candidates.
    fn begin(
        &self,
        (asked, counted): (Asked, Option<(ClusterSnapshot, Ledger)>),
        input: &mut Trial,
        session: &mut Session,
    ) -> Option<Running> {
        let options = &self.options;
        let families = Some(&*options.families).filter(|families| !families.is_empty());
        Some(match asked {
            Asked::Clusters(decide, want) => {
                let mut trials = Trials {
                    editor: input,
                    session,
                    options: decide,
                    left: options.max_steps,
                };
                Running::Clusters(Box::new(PlacementSearch::new(
                    &mut trials,
                    &want,
                    families,
                )?))
            }
            Asked::Pod(want) => {
                let question = PodQuestion {
                    pod: options.want.pod.as_deref()?,
                    want: &want,
                    profile: options.decide.profile.of_pods(),
                    families,
                    steps: options.max_steps,
                };
                Running::Pod(Box::new(PodSearch::new(input, question, counted?)?))
            }
            Asked::Vms(question, want) => {
                Running::Vms(Box::new(VmSearch::new(question, want, families)))
            }
        })
    }
}

impl Searching {
    /// The number of changes found that remain the cheapest ones.
    fn settled(&self) -> u64 {
        let found = match &self.running {
            Some(Running::Clusters(running)) => running.search.settled(),
            Some(Running::Pod(running)) => running.search.settled(),
            Some(Running::Vms(running)) => running.search.settled(),
            None => 0,
        };
        found as u64
    }
}

impl Played for Searching {
    type On<'a> = (&'a mut Trial, &'a mut Session);

    fn play(&mut self, (input, session): Self::On<'_>, turns: usize) -> bool {
        if let Some(asked) = self.asked.take() {
            self.running = self.begin(asked, input, session);
            // Listing the candidates takes about as long as a part.
            if turns < usize::MAX {
                return self.running.is_none();
            }
        }
        match &mut self.running {
            Some(Running::Clusters(search)) => search.advance(input, session, turns),
            Some(Running::Pod(search)) => search.advance(input, turns),
            Some(Running::Vms(search)) => search.advance(input, turns),
            None => true,
        }
    }

    fn progress(&self) -> (u64, u64) {
        match &self.running {
            Some(Running::Clusters(running)) => running.search.progress(),
            Some(Running::Pod(running)) => running.search.progress(),
            Some(Running::Vms(running)) => running.progress(),
            None => WAITS,
        }
    }
}

impl Scenario {
    /// Tries at most `turns` more candidates of a search; cancels it with 0. `None` if the search is complete or
    /// cancelled.
    ///
    /// # Errors
    /// As [`Scenario::change`].
    pub(crate) fn advance_change(
        &mut self,
        options: &ChangeOptions,
        turns: usize,
    ) -> Result<Option<Progress>, QuestionError> {
        let key = self.search_key(options)?;
        let world = self.world.of(&self.input);
        let mut searched = world.searched.iter();
        if let Some(at) = searched.position(|(known, _)| *known == key) {
            let latest = world.searched.remove(at);
            world.searched.push(latest);
            return Ok(None);
        }
        if turns == 0 {
            world.searching.retain(|known| known.options != key.options);
            return Ok(None);
        }
        let asked = if world.searching.has(&key) {
            None
        } else {
            Some(self.asked(options)?)
        };
        let counted = matches!(asked, Some(Asked::Pod(_))).then(|| {
            let (desk, _) = self.desk(options.kubernetes_version);
            (desk.snapshot.clone(), desk.ledger.clone())
        });
        let begin = || Searching {
            options: options.clone(),
            asked: asked.map(|asked| (asked, counted)),
            running: None,
        };
        let World {
            trial,
            session,
            searching,
            searched,
            ..
        } = self.world.of(&self.input);
        Ok(
            match searching.advance(&key, begin, (trial, session), turns) {
                Turns::GoesOn(progress) => Some(Progress {
                    found: searching.get(&key).map_or(0, Searching::settled),
                    ..Progress::new(progress)
                }),
                Turns::Ended(ended, search) => {
                    let waits = ended != key;
                    if searched.len() >= KEPT {
                        searched.remove(0);
                    }
                    searched.push((ended, search));
                    waits.then(|| Progress::new(WAITS))
                }
            },
        )
    }

    /// Completes a search and removes it; [`Self::keep_search`] returns it to the cache.
    pub(super) fn searched(
        &mut self,
        options: &ChangeOptions,
    ) -> Result<(SearchKey, Searching), QuestionError> {
        self.advance_change(options, usize::MAX)?;
        let found = self.world.of(&self.input).searched.pop();
        found.ok_or(QuestionError::NoDecision)
    }

    /// Removes and returns a search in progress. `None` if it has not begun, or is complete.
    pub(super) fn in_progress(
        &mut self,
        options: &ChangeOptions,
    ) -> Result<Option<(SearchKey, usize, Searching)>, QuestionError> {
        let key = self.search_key(options)?;
        let world = self.world.of(&self.input);
        let taken = world.searching.take(&key);
        Ok(taken.map(|(at, search)| (key, at, search)))
    }

    /// Whether a search is complete and cached.
    pub(super) fn is_searched(&mut self, options: &ChangeOptions) -> Result<bool, QuestionError> {
        let key = self.search_key(options)?;
        let searched = &self.world.of(&self.input).searched;
        Ok(searched.iter().any(|(known, _)| *known == key))
    }

    /// Restores the search that [`Self::in_progress`] removed.
    pub(super) fn goes_on(&mut self, (key, at, search): (SearchKey, usize, Searching)) {
        let world = self.world.of(&self.input);
        world.searching.give_back(key, (at, search));
    }

    /// Caches a complete search.
    pub(super) fn keep_search(&mut self, search: (SearchKey, Searching)) {
        self.world.of(&self.input).searched.push(search);
    }

    fn search_key(&mut self, options: &ChangeOptions) -> Result<SearchKey, QuestionError> {
        let is_of_clusters = options.want.is_of_clusters();
        let cel = if is_of_clusters {
            let placement = self
                .input
                .placement_index(options.decide.placement.as_ref())?;
            self.cel.verdicts(&self.input.reader, placement)
        } else {
            None
        };
        Ok(SearchKey {
            options: options.clone(),
            cel: cel.map(|verdicts| verdicts.revision),
        })
    }

    /// Parses the wanted outcome.
    fn asked(&mut self, options: &ChangeOptions) -> Result<Asked, QuestionError> {
        let wanted = &options.want;
        if wanted.is_of_vms() {
            self.asked_vms(options)
                .map(|asked| Asked::Vms(asked.question, asked.want))
        } else if wanted.pod.is_some() {
            self.asked_pod(options).map(Asked::Pod)
        } else {
            self.asked_clusters(options)
        }
    }
}
