//! Two parameters over their ranges.

use schedscope_answers::{
    placement::integer::Integer,
    whatif::{
        grid::{GridAxis, GridOutcome, GridRows, GridRun, SweepGridAnswer},
        options::{GridAxisOptions, SweepGridOptions},
    },
};
use schedscope_whatif::placement::{
    grid::Grid,
    placement_name,
    sweep::{Parameter, Range},
};

use super::{
    sweep::wrong,
    works::{LongQuestion, Work},
};
use crate::{QuestionError, Scenario};

impl Scenario {
    /// The selection for every pair of values of two parameters.
    ///
    /// # Errors
    /// Not one parameter is named for an axis, or one for both; `now` is not a time; the text has no such placement or
    /// constraint.
    pub fn sweep_grid(
        &mut self,
        options: &SweepGridOptions,
    ) -> Result<SweepGridAnswer, QuestionError> {
        let (key, work) = self.worked(LongQuestion::SweepGrid(options.clone()))?;
        let answer = match &work {
            Work::Grid(_, found) => self.grid_answer(found, options.decide.limit),
            _ => Err(QuestionError::NoDecision),
        };
        self.keep_work((key, work));
        answer
    }

    pub(super) fn grid_work(&mut self, options: &SweepGridOptions) -> Result<Work, QuestionError> {
        let (decide, limit) = self.trial_options(options.decide.clone())?;
        let axis = |options: &GridAxisOptions| {
            let GridAxisOptions {
                weight,
                count,
                max_skew,
            } = options;
            self.parameter(
                (weight.as_ref(), *count, max_skew.as_ref()),
                decide.placement,
            )
            .map_err(|error| {
                error.unwrap_or_else(|| {
                    wrong("sweepGrid: name one of `weight`, `count` and `maxSkew` for each axis")
                })
            })
        };
        let parameters = [axis(&options.rows)?, axis(&options.columns)?];
        if parameters[0] == parameters[1] {
            return Err(wrong(
                "sweepGrid: the rows and the columns are the same parameter",
            ));
        }
        let grid = Grid::new(parameters, limit);
        Ok(Work::Grid(decide, Box::new(grid)))
    }

    fn grid_answer(&self, found: &Grid, limit: usize) -> Result<SweepGridAnswer, QuestionError> {
        let decision = found.decision.as_ref().ok_or(QuestionError::NoDecision)?;
        let axis = |parameter: &Parameter, range: &Range| {
            let (parameter, subject) = self.swept_parameter(parameter, decision);
            GridAxis {
                parameter,
                subject,
                in_force: range.in_force.map(Integer),
                from: Integer(range.from),
                to: Integer(range.to),
            }
        };
        let ([of_rows, of_columns], [rows, columns]) = (&found.parameters, &found.ranges);
        let grid = found.rows.iter().map(|rows| GridRows {
            from: Integer(rows.from),
            to: Integer(rows.to),
            runs: rows
                .runs
                .iter()
                .map(|run| GridRun {
                    from: Integer(run.from),
                    to: Integer(run.to),
                    outcome: run.outcome,
                })
                .collect(),
        });
        let outcomes = found.outcomes.iter().take(limit).map(|one| GridOutcome {
            selected: one.selected,
            decided: one.decided,
            cells: one.cells,
            comes: self.cluster_list(&one.exchange.comes),
            out: self.cluster_list(&one.exchange.out),
        });
        let (missing_inputs, not_looked_at) = self.doubts(decision);
        Ok(SweepGridAnswer {
            object: placement_name(&decision.placement, &self.reader.objects().names),
            rows: axis(of_rows, rows),
            columns: axis(of_columns, columns),
            grid: grid.collect(),
            outcomes: outcomes.collect(),
            count: found.outcomes.len(),
            complete: found.complete,
            missing_inputs,
            not_looked_at,
        })
    }
}
