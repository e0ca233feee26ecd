//! `cargo xtask play`: the page, built and served on this machine.

use std::{
    io::{self, IsTerminal as _},
    process::Command,
};

use anyhow::bail;

use crate::{
    build::{self, Profile},
    failure::Done,
    process, project, setup,
};

/// Builds the page and serves it until Ctrl-C, on a port or on a free one.
pub(crate) fn run(port: Option<u16>, build: bool) -> Done {
    setup::tools()?;
    if build {
        build::run(Profile::Release)?;
    }
    let www = project::root().join("www");
    if !www.join("dist/index.html").is_file() {
        bail!("there is no page in www/dist: run `cargo xtask play` without --no-build");
    }
    let mut vite = project::node();
    vite.current_dir(www)
        .arg(project::root().join("node_modules/vite/bin/vite.js"))
        .args(["preview", "--host", "127.0.0.1"])
        // Otherwise the server ends when its standard input does.
        .env("CI", "true");
    if !io::stdout().is_terminal() {
        vite.env("NO_COLOR", "1");
    }
    if let Some(port) = port {
        vite.args(["--strictPort", "--port", &port.to_string()]);
    }
    println!("\nschedscope: Ctrl-C stops the server at");
    serve(vite)
}

/// This process becomes the server, so that a signal that ends one ends the other.
#[cfg(unix)]
fn serve(mut vite: Command) -> Done {
    use std::os::unix::process::CommandExt as _;

    let error = vite.exec();
    Err(process::missing(&vite, &error))
}

#[cfg(not(unix))]
fn serve(mut vite: Command) -> Done {
    process::run(&mut vite)
}
