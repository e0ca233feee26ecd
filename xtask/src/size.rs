//! `cargo xtask size`: the sizes of what is published, their budget, and their table in
//! `docs/performance.md`.

mod budget;
mod measure;
mod written;

use std::path::Path;

use crate::{
    failure::{Done, Failure},
    package, project,
    table::table,
};
use budget::Budget;
use measure::Sizes;

const BUDGET: &str = "pkg/budget.json";

/// A line of the budget with the measured sizes.
#[derive(Debug)]
struct Row {
    budget: Budget,
    sizes: Sizes,
}

/// Packs what was built, prints the sizes, and compares them with the budget and with the written table.
pub(crate) fn check() -> Done {
    let rows = measured(&package::tarball()?)?;
    report(&rows)?;
    written::check(&rows)
}

/// Packs what was built, prints the sizes, compares them with the budget, and writes the table.
pub(crate) fn write() -> Done {
    let rows = measured(&package::tarball()?)?;
    report(&rows)?;
    written::write(&rows)
}

/// Prints the sizes of a tarball and of its files, and compares them with the budget.
pub(crate) fn of(tarball: &Path) -> Done {
    report(&measured(tarball)?)
}

fn measured(tarball: &Path) -> Done<Vec<Row>> {
    let lines = budget::read(&project::json(BUDGET)?)?;
    let found = budget::files(&lines, &package::staged()?, tarball)?;
    let row = |(budget, files): (Budget, Vec<_>)| {
        let sizes = measure::sizes(&files)?;
        let sizes = if budget.is_each() {
            sizes.into_iter().max_by_key(|sizes| budget.held(sizes))
        } else {
            sizes.into_iter().reduce(Sizes::with)
        };
        // A line without files was refused before.
        let sizes = sizes.unwrap_or_default();
        Ok(Row { budget, sizes })
    };
    lines.into_iter().zip(found).map(row).collect()
}

fn report(rows: &[Row]) -> Done {
    let cells = |row: &Row| {
        let mut cells = vec![row.budget.what.replace('`', "")];
        cells.extend(row.cells());
        cells
    };
    let lines: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let head = ["kB", "raw", "gzip", "brotli", "at most"];
    print!("{}", table(&head, &lines));
    for Row { budget, sizes } in rows {
        within(budget, budget.held(sizes))?;
    }
    Ok(())
}

impl Row {
    /// Raw, gzip, brotli, and the limit; what is compressed already is not compressed once more.
    fn cells(&self) -> [String; 4] {
        let Self { budget, sizes } = self;
        let compressed = |size| {
            if budget.is_tarball() {
                return String::new();
            }
            kilobytes(size)
        };
        [
            kilobytes(sizes.raw),
            compressed(sizes.gzip),
            compressed(sizes.brotli),
            format!("{} {}", kilobytes(budget.limit), budget.measure.name()),
        ]
    }
}

fn within(budget: &Budget, size: u64) -> Done {
    if size <= budget.limit {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{}: {size} bytes ({}), over the {} of `{BUDGET}`: make it smaller, or raise the budget in a \
         change that says why",
        budget.what,
        budget.measure.name(),
        budget.limit
    )))
}

/// Thousands of bytes, with one decimal where there are few.
fn kilobytes(bytes: u64) -> String {
    let tenths = (bytes + 50) / 100;
    if tenths < 100 {
        return format!("{}.{}", tenths / 10, tenths % 10);
    }
    ((bytes + 500) / 1000).to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn sizes_are_printed_in_kilobytes() {
        assert_eq!(kilobytes(0), "0.0");
        assert_eq!(kilobytes(1_049), "1.0");
        assert_eq!(kilobytes(9_949), "9.9");
        assert_eq!(kilobytes(9_950), "10");
        assert_eq!(kilobytes(299_500), "300");
    }

    #[test]
    fn the_budget_holds() {
        let budget = json!([{ "what": "a", "files": "a.js", "raw": 300_000 }]);
        let budget = &budget::read(&budget).expect("a budget")[0];
        assert_eq!(within(budget, 300_000).ok(), Some(()));
        assert!(within(budget, 300_001).is_err());
    }
}
