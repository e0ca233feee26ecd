//! The table of sizes in the README.

use std::{fmt::Write as _, fs};

use super::Row;
use crate::{
    failure::{Done, Failure},
    project,
};

/// Where the table stands.
pub(crate) const FILE: &str = "README.md";
/// Around it.
const BEGIN: &str = "<!-- sizes, written by `cargo xtask size --write` -->\n";
const END: &str = "<!-- end of sizes -->";
/// How far a number may be from what is measured: compilers differ by less, changes that matter do not.
const TOLERANCE: f64 = 0.02;

/// Holds the table to what was measured: the same lines and limits, and sizes that differ by no more than
/// their rounding or 2%.
pub(crate) fn check(readme: &str, rows: &[Row]) -> Done {
    let (_, table, _) = cut(readme)?;
    let anew = self::table(rows);
    let (written, measured) = (cells(table), cells(&anew));
    let agree = written.len() == measured.len()
        && written.iter().zip(&measured).all(|(written, measured)| {
            written.len() == measured.len()
                && written
                    .iter()
                    .zip(measured)
                    .all(|(one, other)| near(one, other))
        });
    if agree {
        return Ok(());
    }
    Err(Failure::new(format!(
        "the table of sizes in `{FILE}` is not what was measured: write it with `cargo xtask size \
         --write`"
    )))
}

/// Writes the table.
pub(crate) fn write(rows: &[Row]) -> Done {
    let readme = project::read(FILE)?;
    let (before, _, after) = cut(&readme)?;
    let text = format!("{before}{BEGIN}{}{END}{after}", table(rows));
    fs::write(project::root().join(FILE), text).map_err(Failure::of(format!("`{FILE}`")))
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

/// What stands before, between and after the marks.
fn cut(readme: &str) -> Done<(&str, &str, &str)> {
    let cut = || {
        let (before, rest) = readme.split_once(BEGIN)?;
        let (table, after) = rest.split_once(END)?;
        Some((before, table, after))
    };
    cut().ok_or_else(|| {
        Failure::new(format!(
            "`{FILE}` has no place for the sizes: `{}` and `{END}`",
            BEGIN.trim()
        ))
    })
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
            // What was rounded itself is not exact to the last bit.
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

    fn readme(rows: &[Row]) -> String {
        format!("# Title\n{BEGIN}{}{END}\nMore.\n", table(rows))
    }

    #[test]
    fn the_table_is_held_to_what_was_measured() {
        let text = readme(&rows(465_900));
        assert!(
            text.contains("| the engine | 1515 | 617 | 466 | 475 brotli |\n"),
            "{text}"
        );
        assert_eq!(check(&text, &rows(465_900)), Ok(()));
        assert_eq!(check(&text, &rows(474_000)), Ok(()));
        assert!(check(&text, &rows(490_000)).is_err());
        assert!(check(&text, &[]).is_err());
        assert!(check("# Title\n", &[]).is_err());
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
