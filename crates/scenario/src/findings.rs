//! An answer with its findings.

use std::{
    iter::once,
    ops::{Deref, DerefMut},
};

use schedscope_checks::{
    context::{About, Context, Pods, Which},
    finding::{Finding, Findings},
    findings,
    uses::{Scheduling, Uses},
};
use schedscope_objects::{
    kubernetes_version::AssumedVersion,
    names::Names,
    namespaced_name::{NamedObject, NotNamed},
    not_looked_at::TouchedAnswer,
    objects::Objects,
};
use serde::Serialize;

use crate::{ClusterStates, Engine, Input, QuestionError, pods::ClusterState};

/// An answer with its findings.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Answered<A> {
    /// What to know before you believe the answer, or in addition to it, in the order in which it is shown.
    pub findings: Vec<Finding>,
    /// The version of Kubernetes that an answer about pods assumes. `None`: the answer is not about pods.
    #[serde(rename = "kubernetesVersion", skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<AssumedVersion>,
    #[serde(flatten)]
    pub answer: A,
}

impl<A> Answered<A> {
    /// Checks an answer.
    pub(crate) fn new(answer: A, input: &Input, about: About<'_>) -> Self {
        let kubernetes_version = match &about {
            About::Pods(pods) => Some(pods.version.clone()),
            _ => None,
        };
        Self {
            kubernetes_version,
            findings: findings(&Context::new(&input.reader, input.encoding, about)),
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

impl Engine<'_, ClusterStates> {
    /// What to know of the whole input, whichever question follows. O(pods x selectors).
    pub fn findings(&mut self) -> Findings {
        let (cluster, input) = self.cluster(None);
        let found = cluster.answered((), input, None, Uses::Whole);
        Findings {
            findings: found.findings,
            kubernetes_version: found.kubernetes_version,
        }
    }
}

/// Why an option names no object.
pub(crate) fn not_named(
    why: NotNamed,
    named: &NamedObject,
    what: &'static str,
    absent: fn(String) -> QuestionError,
) -> QuestionError {
    match why {
        NotNamed::Absent => absent(named.to_string()),
        NotNamed::Several(namespaces) => QuestionError::Several {
            what,
            names: named.in_each(&namespaces),
        },
    }
}

impl ClusterState {
    /// The pod that an option names, as `namespace/name`.
    ///
    /// # Errors
    /// The text has no such pod, or several.
    pub(crate) fn key(&self, pod: &NamedObject, names: &Names) -> Result<String, QuestionError> {
        let key = pod.to_string();
        if pod.namespace.is_some() {
            let found = self.snapshot.pod(&key, names).map(|_| key.clone());
            return found.ok_or(QuestionError::NoPod(key));
        }
        let pods = self.snapshot.pods.iter();
        let alike = pods.filter(|info| info.name(names) == pod.name);
        let found = pod.among(alike.map(|info| (&names[info.pod.namespace], info)));
        found
            .map(|info| info.key(names))
            .map_err(|why| not_named(why, pod, "pods", QuestionError::NoPod))
    }

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

    /// Checks an answer about pods, and not about quotas; `pod`: about one pod.
    pub(crate) fn answered_of_pods<A>(
        &self,
        answer: A,
        input: &Input,
        pod: Option<&str>,
        uses: Uses<'_>,
    ) -> Answered<A> {
        Answered::new(answer, input, About::Pods(self.about(input, pod, uses)))
    }

    /// Checks an answer about pods and quotas; `pod`: about one pod.
    pub(crate) fn answered<A>(
        &self,
        answer: A,
        input: &Input,
        pod: Option<&str>,
        uses: Uses<'_>,
    ) -> Answered<A> {
        let about = Pods {
            quotas: Some(&self.ledger),
            ..self.about(input, pod, uses)
        };
        Answered::new(answer, input, About::Pods(about))
    }

    fn about<'a>(&'a self, input: &Input, pod: Option<&str>, uses: Uses<'a>) -> Pods<'a> {
        Pods {
            snapshot: &self.snapshot,
            version: &self.version,
            quotas: None,
            needs: &self.needs,
            which: Which::new(pod, &self.snapshot, input.objects()),
            uses,
        }
    }
}
