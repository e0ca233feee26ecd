//! The table of sizes in `docs/performance.md`.

use std::fmt::Write as _;

use super::Row;
use crate::{
    failure::{Done, Failure},
    marked::Part,
};

/// Where the table is.
const PART: Part = Part {
    file: "docs/performance.md",
    begin: "<!-- sizes, written by `cargo xtask size --write` -->",
    end: "<!-- end of sizes -->",
};
/// How far a number may be from the measured one: compilers differ by less, changes that matter by more.
const TOLERANCE: f64 = 0.02;

/// Compares the table with what was measured: it must have the same lines and limits, and sizes that differ
/// by no more than their rounding or 2%.
pub(crate) fn check(rows: &[Row]) -> Done {
    if agrees(&PART.read()?, rows) {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the table of sizes in `{}` differs from what was measured: write it with `cargo xtask size --write`",
        PART.file
    )))
}

/// Writes the table.
pub(crate) fn write(rows: &[Row]) -> Done {
    PART.write(&table(rows))
}

fn agrees(table: &str, rows: &[Row]) -> bool {
    let anew = self::table(rows);
    let (written, measured) = (cells(table), cells(&anew));
    written.len() == measured.len()
        && written.iter().zip(&measured).all(|(written, measured)| {
            written.len() == measured.len()
                && written
                    .iter()
                    .zip(measured)
                    .all(|(one, other)| near(one, other))
        })
}

fn table(rows: &[Row]) -> String {
    let mut text =
        String::from("\n| kB | raw | gzip | brotli | at most |\n|---|---|---|---|---|\n");
    for row in rows {
        let [raw, gzip, brotli, limit] = row.cells();
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "| {} | {raw} | {gzip} | {brotli} | {limit} |",
            row.budget.what
        );
    }
    text.push('\n');
    text
}

fn cells(table: &str) -> Vec<Vec<&str>> {
    let rows = table.lines().filter(|line| !line.is_empty());
    rows.map(|row| row.split('|').map(str::trim).collect())
        .collect()
}

fn near(written: &str, measured: &str) -> bool {
    match (written.parse::<f64>(), measured.parse::<f64>()) {
        (Ok(one), Ok(other)) => {
            let rounding = if measured.contains('.') { 0.1 } else { 1.0 };
            // The rounded numbers are not exact to the last bit.
            (one - other).abs() <= f64::max(rounding, other * TOLERANCE) + 1e-9
        }
        _ => written == measured,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::size::{Sizes, budget};

    fn rows(brotli: u64) -> Vec<Row> {
        let budget = json!([{ "what": "the engine", "files": "a.wasm", "brotli": 475_000 }]);
        let sizes = Sizes {
            raw: 1_514_703,
            gzip: 616_523,
            brotli,
        };
        let budgets = budget::read(&budget).expect("a budget");
        budgets
            .into_iter()
            .map(|budget| Row { budget, sizes })
            .collect()
    }

    #[test]
    fn the_table_is_compared_with_what_was_measured() {
        let text = table(&rows(465_900));
        assert!(
            text.contains("| the engine | 1515 | 617 | 466 | 475 brotli |\n"),
            "{text}"
        );
        assert!(agrees(&text, &rows(465_900)));
        assert!(agrees(&text, &rows(474_000)));
        assert!(!agrees(&text, &rows(490_000)));
        assert!(!agrees(&text, &[]));
    }

    #[test]
    fn numbers_may_differ_by_their_rounding_and_a_little() {
        assert!(near("0.6", "0.7"));
        assert!(!near("0.6", "0.8"));
        assert!(near("466", "457"));
        assert!(!near("466", "455"));
        assert!(!near("475 brotli", "474 brotli"));
    }
}
