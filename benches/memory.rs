//! Memory use of a cluster in addition to its text.

use std::hint::black_box;

use peak_alloc::PeakAlloc;
use schedscope::{generate, scenario::Scenario};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Bytes that are allocated and not given back, without what the allocator itself needs. On 64 bits;
/// in WebAssembly pointers take half as much.
fn main() {
    for clusters in [10_000, 100_000] {
        let text = generate::fleet_yaml(1, clusters);
        let before = ALLOCATOR.current_usage();
        let scenario = black_box(Scenario::new(&text));
        let live = ALLOCATOR.current_usage() - before;
        drop(black_box(scenario));
        let row = serde_json::json!({
            "suite": "memory",
            "work": "bytes per cluster beyond the text",
            "n": clusters,
            "target": "native",
            "bytes": live.saturating_sub(text.len()) / clusters,
        });
        println!("{row}");
    }
}
