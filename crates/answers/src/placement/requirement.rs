//! Requirements of predicates and of cluster sets, and whether a cluster meets them.

use schedscope_answer_macro::answer;
use schedscope_placement::cel::CelBudget;

/// One requirement of a predicate and whether the cluster meets it.
#[answer(Eq)]
pub struct RequirementResult {
    /// Where the requirement looks: at a label, at a cluster claim, or at the object by CEL.
    pub on: RequirementOn,
    /// The key of the label or claim; for CEL the expression.
    pub key: String,
    /// The operator: `=` for `matchLabels`, else `In`, `NotIn`, `Exists` or `DoesNotExist`; empty for CEL.
    pub operator: String,
    /// The values that the operator compares with; empty for `Exists`, `DoesNotExist` and CEL.
    pub values: Vec<String>,
    /// The value that the cluster has; `null` if the key is missing. For CEL `true`, `false` or `error`; `null` if
    /// the expression was not evaluated.
    pub actual: Option<String>,
    /// The error of the CEL expression; `null` without one.
    pub error: Option<String>,
    /// The budget of cost that the CEL expression exceeds on the cluster (`actual` is `error` then); `null` if it
    /// exceeds none.
    pub overdrawn: Option<CelBudget>,
    /// Whether the cluster meets the requirement.
    pub holds: bool,
    /// The path of the requirement in the placement.
    pub path: String,
}

/// Where a requirement looks. At a `label`, at a cluster `claim`, or at the whole object by `cel`.
#[answer(Copy, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum RequirementOn {
    /// A label.
    Label,
    /// A cluster claim.
    Claim,
    /// The whole object, by a CEL expression.
    Cel,
}
