//! Reading a fleet as kubectl prints it, positions included.

mod timing;

use schedscope::{generate, scenario::Scenario};

const CLUSTERS: usize = 10_000;

fn main() {
    let text = generate::fleet_yaml(1, CLUSTERS);
    eprintln!("reader: {} bytes", text.len());
    timing::row(
        "reader",
        "schedscope, with positions",
        CLUSTERS,
        || (),
        |()| Scenario::new(&text),
    );
}
