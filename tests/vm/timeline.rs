//! Timelines of VMs: agents, migrations, any moment, explained.

mod agents;
mod edits;
mod explanations;
mod hostile;
mod left_behind;
mod long;
mod manifests;
mod migrations;
mod mitigations;
mod outage;
mod player;
mod recording;
mod refusals;
mod replay;
mod whatif;
