//! How large the WebAssembly files are, and how large they may be.

use serde_json::Value;

use crate::{
    failure::{Done, Failure},
    process, project,
};

const DIST: &str = "pkg/dist";
const BUDGET: &str = "pkg/budget.json";

/// Prints the sizes of the built files; fails when one is over its budget.
pub(crate) fn check() -> Done {
    let budgets = project::json(BUDGET)?;
    let budgets = budgets.as_object().filter(|budgets| !budgets.is_empty());
    let budgets = budgets.ok_or_else(|| Failure::new(format!("`{BUDGET}` must name files")))?;
    for (file, budget) in budgets {
        let budget = budget["brotli"].as_u64().ok_or_else(|| {
            Failure::new(format!(
                "`{BUDGET}` must give `brotli`, a number of bytes, for `{file}`"
            ))
        })?;
        let path = format!("{DIST}/{file}");
        let printed = process::output(project::node().args(["xtask/node/size.mjs", &path]))?;
        let sizes: Value =
            serde_json::from_str(&printed).map_err(Failure::of("the sizes are no JSON"))?;
        let size = |name: &str| sizes[name].as_u64().unwrap_or_default();
        println!(
            "{file}: raw {} kB, gzip {} kB, brotli {} kB of {} kB",
            kilobytes(size("raw")),
            kilobytes(size("gzip")),
            kilobytes(size("brotli")),
            kilobytes(budget)
        );
        within(file, size("brotli"), budget)?;
    }
    Ok(())
}

fn within(file: &str, size: u64, budget: u64) -> Done {
    if size <= budget {
        return Ok(());
    }
    Err(Failure::new(format!(
        "`{file}` takes {size} bytes with brotli, over the {budget} of `{BUDGET}`: make it \
         smaller, or raise the budget in a change that says why"
    )))
}

/// Thousands of bytes with one decimal.
fn kilobytes(bytes: u64) -> String {
    let tenths = (bytes + 50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_printed_in_kilobytes() {
        assert_eq!(kilobytes(0), "0.0");
        assert_eq!(kilobytes(1_049), "1.0");
        assert_eq!(kilobytes(299_950), "300.0");
    }

    #[test]
    fn the_budget_holds() {
        assert_eq!(within("a", 300_000, 300_000), Ok(()));
        assert!(within("a", 300_001, 300_000).is_err());
    }
}
