//! All targets in one program: `SCHEDSCOPE_FUZZ_TARGET` names the one that runs.
#![no_main]

use std::{env, sync::LazyLock};

use libfuzzer_sys::fuzz_target;
use schedscope_fuzz::{TARGETS, Target};

static CHOSEN: LazyLock<Target> = LazyLock::new(|| {
    let name = env::var("SCHEDSCOPE_FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.expect("SCHEDSCOPE_FUZZ_TARGET names a target").1
});

fuzz_target!(|data: &[u8]| CHOSEN(data));
