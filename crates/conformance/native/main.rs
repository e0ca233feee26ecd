//! Answers requests with native code: reads one request a line from standard input and prints one answer a
//! line. `cargo xtask conformance` runs it.

use std::io::{self, BufRead as _, Write as _};

mod answer;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", answer::answer(&request?)?)?;
        out.flush()?;
    }
    Ok(())
}
