//! Answers requests with native code: reads one request a line from standard input and prints one answer a
//! line. `cargo xtask conformance` runs it. `native generated <count>` prints requests instead, for
//! `cargo xtask determinism`.

use std::io::{self, BufRead as _, Write as _};

mod answer;
mod generated;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("generated") {
        let count = arguments.next().and_then(|count| count.parse().ok());
        for number in 0..count.unwrap_or(1000) {
            writeln!(out, "{}", generated::request(number))?;
        }
        return Ok(());
    }
    for request in io::stdin().lock().lines() {
        writeln!(out, "{}", answer::answer(&request?)?)?;
        out.flush()?;
    }
    Ok(())
}
