//! The CPU time of programs that this one ran.

use std::time::Duration;

/// The CPU time, on all cores, of all programs that this one ran and that ended, and of those that they ran.
#[cfg(unix)]
pub(crate) fn of_children() -> Option<Duration> {
    use nix::sys::{
        resource::{UsageWho, getrusage},
        time::TimeVal,
    };

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).ok()?;
    let duration = |time: TimeVal| {
        let seconds = Duration::from_secs(time.tv_sec().try_into().ok()?);
        Some(seconds + Duration::from_micros(time.tv_usec().try_into().ok()?))
    };
    Some(duration(usage.user_time())? + duration(usage.system_time())?)
}

/// Not known on this system.
#[cfg(not(unix))]
pub(crate) fn of_children() -> Option<Duration> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::{process, project};

    #[test]
    fn programs_take_time() {
        let before = of_children().expect("known");
        process::output(project::node().args(["-e", "0"])).expect("it runs");
        assert!(of_children().expect("known") > before);
    }
}
