//! An answer with its findings.

use std::{
    iter::once,
    ops::{Deref, DerefMut},
};

use schedscope_checks::{
    context::{About, Context, Decided, Pods, Vms, Which},
    finding::Finding,
    findings,
    missing::{self, MissingInput},
    uses::{Scheduling, Uses},
};
use schedscope_objects::{
    diagnostic::Encoding, kubernetes_version::AssumedVersion, not_looked_at::TouchedAnswer,
    objects::Objects,
};
use schedscope_placement::Decision;
use schedscope_reader::Reader;
use serde::Serialize;

use crate::{QuestionError, Scenario, pods::Desk};

/// An answer with its findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answered<A> {
    /// What to know before you believe the answer, or in addition to it, in the order in which it is shown.
    pub findings: Vec<Finding>,
    /// The version of Kubernetes that an answer about pods assumes. `None`: the answer is not about pods.
    #[serde(rename = "kubernetesVersion", skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<AssumedVersion>,
    /// The answer.
    #[serde(flatten)]
    pub answer: A,
}

impl<A> Answered<A> {
    /// Checks an answer.
    pub(crate) fn new(
        answer: A,
        (reader, encoding): (&Reader, Encoding),
        about: About<'_>,
    ) -> Self {
        let kubernetes_version = match &about {
            About::Pods(pods) => Some(pods.version.clone()),
            _ => None,
        };
        Self {
            kubernetes_version,
            findings: findings(&Context::new(reader, encoding, about)),
            answer,
        }
    }

    /// The answer as another one with the same findings.
    pub(crate) fn map<B>(self, of: impl FnOnce(A) -> B) -> Answered<B> {
        Answered {
            findings: self.findings,
            kubernetes_version: self.kubernetes_version,
            answer: of(self.answer),
        }
    }
}

impl<A> Deref for Answered<A> {
    type Target = A;

    fn deref(&self) -> &A {
        &self.answer
    }
}

impl<A> DerefMut for Answered<A> {
    fn deref_mut(&mut self) -> &mut A {
        &mut self.answer
    }
}

impl Scenario {
    /// The missing objects that an answer about the pending pods depends on. O(pods).
    pub fn missing_inputs(&mut self) -> Vec<MissingInput> {
        let (desk, objects) = self.desk(None);
        let pods = desk.snapshot.pods.iter();
        let pending = pods.filter(|pod| pod.is_to_schedule());
        missing::of_pending(objects, &desk.needs, pending)
    }

    /// Checks the answer of a what-if about a placement.
    pub(crate) fn checked_whatif<A>(&self, answer: A, decision: &Decision) -> Answered<A> {
        self.checked_decision(answer, decision, (true, false))
    }

    /// Checks a part of the latest decision.
    pub(crate) fn checked_part<A>(&self, answer: A) -> Answered<A> {
        match self.session.latest(self.input.objects()) {
            Some(decision) => self.checked_decision(answer, decision, (false, true)),
            None => Answered::new(
                answer,
                (&self.input.reader, self.input.encoding),
                About::Text,
            ),
        }
    }

    /// Checks the latest decision.
    pub(crate) fn checked_latest<A>(&self, answer: A) -> Answered<A> {
        match self.session.latest(self.input.objects()) {
            Some(decision) => self.checked_decision(answer, decision, (false, false)),
            None => Answered::new(
                answer,
                (&self.input.reader, self.input.encoding),
                About::Text,
            ),
        }
    }

    fn checked_decision<A>(
        &self,
        answer: A,
        decision: &Decision,
        (is_whatif, is_part): (bool, bool),
    ) -> Answered<A> {
        let about = About::Placement(Decided {
            placement: &decision.placement,
            decision,
            is_whatif,
            is_part,
        });
        Answered::new(answer, (&self.input.reader, self.input.encoding), about)
    }

    /// Checks an answer about autoscaled VMs.
    pub(crate) fn checked_vms<A>(&self, answer: A, about: Vms<'_>) -> Answered<A> {
        Answered::new(
            answer,
            (&self.input.reader, self.input.encoding),
            About::Vms(about),
        )
    }
}

impl Desk {
    /// A kind of answer that schedules one pod.
    ///
    /// # Errors
    /// The text does not have the pod.
    pub(crate) fn one(
        &self,
        answer: TouchedAnswer,
        key: &str,
        objects: &Objects,
    ) -> Result<Scheduling<'_>, QuestionError> {
        let pod = self.snapshot.pod(key, &objects.names);
        let info = pod.and_then(|pod| self.snapshot.pods.get(pod));
        let info = info.ok_or_else(|| QuestionError::NoPod(key.to_owned()))?;
        Ok(Scheduling::new(answer, once(info)))
    }

    /// What an answer about pods is about, and not about quotas; `pod`: about one pod.
    pub(crate) fn about_pods<'a>(
        &'a self,
        reader: &Reader,
        pod: Option<&str>,
        uses: Uses<'a>,
    ) -> About<'a> {
        About::Pods(self.pods_of(reader, pod, uses))
    }

    /// What an answer about pods and quotas is about; `pod`: about one pod.
    pub(crate) fn about_quotas<'a>(
        &'a self,
        reader: &Reader,
        pod: Option<&str>,
        uses: Uses<'a>,
    ) -> About<'a> {
        About::Pods(Pods {
            quotas: Some(&self.ledger),
            ..self.pods_of(reader, pod, uses)
        })
    }

    fn pods_of<'a>(&'a self, reader: &Reader, pod: Option<&str>, uses: Uses<'a>) -> Pods<'a> {
        Pods {
            snapshot: &self.snapshot,
            version: &self.version,
            quotas: None,
            needs: &self.needs,
            which: Which::new(pod, &self.snapshot, reader.objects()),
            uses,
        }
    }
}
