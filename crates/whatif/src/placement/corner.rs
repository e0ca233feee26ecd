//! Who is exchanged where all weights change at once.

use schedscope_objects::id::ClusterId;
use schedscope_placement::Decision;

use super::stability::Radius;

/// A pair of a selected and a rejected cluster whose totals meet where every weight has changed by `radius`, each in
/// the direction that speaks against the selected one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) radius: crate::fraction::Fraction,
    /// Positions among the feasible clusters.
    pub(super) out: usize,
    pub(super) comes: usize,
}

impl Corner {
    /// Who goes and who comes just beyond the corner: of all clusters, because others may pass there as well. Totals
    /// and columns are of the feasible clusters. O(n x columns).
    pub(super) fn exchange(
        self,
        decision: &Decision,
        columns: &[&[i64]],
        totals: &[i64],
    ) -> Option<Radius> {
        let (selection, fleet) = decision.selection()?;
        let score = |column: &[i64], place: usize| column.get(place).copied().unwrap_or(0);
        let signs: Vec<i64> = columns
            .iter()
            .map(|column| (score(column, self.comes) - score(column, self.out)).signum())
            .collect();
        // The order just beyond: by the total at the corner, by how fast it grows, and by name.
        let mut comes: Option<((i128, i128, u32), ClusterId)> = None;
        let mut out = comes;
        for (place, &cluster) in decision.feasible().iter().enumerate() {
            let grows: i128 = columns
                .iter()
                .zip(&signs)
                .map(|(column, sign)| i128::from(score(column, place)) * i128::from(*sign))
                .sum();
            let total = i128::from(totals.get(place).copied().unwrap_or(0));
            let at = total * self.radius.whole + grows * self.radius.part;
            let key = (at, grows, u32::MAX - fleet.rank(cluster));
            if selection.is_selected(cluster, fleet) {
                if out.is_none_or(|(worst, _)| key < worst) {
                    out = Some((key, cluster));
                }
            } else if comes.is_none_or(|(best, _)| key > best) {
                comes = Some((key, cluster));
            }
        }
        Some(Radius {
            radius: self.radius,
            out: out?.1,
            comes: comes?.1,
        })
    }
}
