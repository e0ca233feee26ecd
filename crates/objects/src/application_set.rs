//! `ApplicationSet` of Argo CD (`argoproj.io/v1alpha1`), as far as placements decide what it makes.

use crate::{labels::Labels, names::Symbol, words};

/// An `ApplicationSet`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApplicationSet {
    /// `metadata.namespace`.
    pub namespace: Symbol,
    /// `metadata.name`.
    pub name: Symbol,
    /// The `clusterDecisionResource` generators, also those inside of `matrix` and `merge`.
    pub generators: Vec<DecisionGenerator>,
    /// `spec.goTemplate`.
    pub go_template: bool,
    /// The texts of `spec.template` that name an Application and its destination.
    pub template: ApplicationTemplate,
    /// `spec.syncPolicy.preserveResourcesOnDeletion`.
    pub preserves_resources: bool,
    /// `spec.syncPolicy.applicationsSync`; empty: `sync`.
    pub policy: Symbol,
}

/// The texts of an Application, with parameters in them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApplicationTemplate {
    /// `metadata.name`.
    pub name: Box<str>,
    /// `spec.destination.name`.
    pub cluster: Box<str>,
    /// `spec.destination.server`.
    pub server: Box<str>,
    /// `spec.destination.namespace`.
    pub namespace: Box<str>,
}

/// Texts by name.
pub type Parameters = Vec<(Box<str>, Box<str>)>;

/// A `clusterDecisionResource` generator.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DecisionGenerator {
    /// `configMapRef`.
    pub config_map: Symbol,
    /// `name`: of the one decision object that it reads; empty: by labels.
    pub name: Symbol,
    /// `labelSelector.matchLabels`.
    pub labels: Labels,
    /// Whether the selector has `matchExpressions`, which are not looked at.
    pub has_expressions: bool,
    /// `requeueAfterSeconds`; `None`: Argo CD's default, 180 seconds.
    pub requeue_seconds: Option<i64>,
    /// `values`: further parameters.
    pub values: Parameters,
    /// Where it stands.
    pub inside: GeneratorPlace,
    /// The parameters of a `list` generator in the same `matrix`: each creates its own Applications.
    pub elements: Vec<Parameters>,
    /// The other generators in the same `matrix` or `merge`, which are not evaluated.
    pub others: Vec<Symbol>,
}

words! {
    /// Where a generator stands: `alone`, or inside of a `matrix` or a `merge` generator.
    #[derive(Default)]
    pub enum GeneratorPlace {
        /// In `spec.generators`.
        #[default]
        Alone = "alone",
        /// Inside of a `matrix` generator.
        Matrix = "matrix",
        /// Inside of a `merge` generator.
        Merge = "merge",
    }
}
