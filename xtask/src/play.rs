//! `cargo xtask play`: the page, built and served on this machine.

use std::{
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::{Child, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Duration,
};

use crate::{
    build::{self, Profile},
    failure::{Done, Failure},
    process, project, setup,
};

/// The port where nothing else is asked for; where it is taken, the next free one.
const PORT: u16 = 4173;

/// Builds the page and serves it until Ctrl-C.
pub(crate) fn run(port: Option<u16>, build: bool) -> Done {
    setup::tools()?;
    if build {
        build::run(Profile::Release)?;
    }
    if !project::root().join("www/dist/index.html").is_file() {
        return Err(Failure::new(
            "there is no page in www/dist: run `cargo xtask play` without --no-build",
        ));
    }
    let port = free_port(port)?;
    serve(port)
}

/// Runs Vite's server for built pages, and ends it with this program however that ends: on a
/// signal it is killed, and it ends by itself when its standard input closes.
fn serve(port: u16) -> Done {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed))
        .map_err(Failure::of("Ctrl-C cannot be handled"))?;
    let mut vite = project::node();
    vite.current_dir(project::root().join("www"))
        .arg(project::root().join("node_modules/vite/bin/vite.js"))
        .args(["preview", "--host", "127.0.0.1", "--strictPort"])
        .args(["--logLevel", "warn", "--port", &port.to_string()])
        .env_remove("CI")
        .stdin(Stdio::piped());
    let mut server = vite
        .spawn()
        .map_err(|error| process::missing(&vite, &error))?;
    let outcome = watch(&mut server, port, &stop);
    // Where it has ended already there is nothing to kill.
    let _ = server.kill();
    let _ = server.wait();
    outcome
}

/// Prints the address once the server answers, and returns when it is told to stop.
fn watch(server: &mut Child, port: u16, stop: &AtomicBool) -> Done {
    let mut printed = false;
    while !stop.load(Ordering::Relaxed) {
        if !printed && TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok() {
            println!("\nschedscope: http://127.0.0.1:{port}/\nCtrl-C stops it");
            printed = true;
        }
        let ended = server
            .try_wait()
            .map_err(Failure::of("the server cannot be watched"))?;
        // Ctrl-C reaches the server too, and it may be the first to act on it.
        if let Some(status) = ended {
            thread::sleep(Duration::from_millis(100));
            if !stop.load(Ordering::Relaxed) {
                return Err(Failure::new(format!("the server ended ({status})")));
            }
        }
        thread::sleep(Duration::from_millis(50));
    }
    println!("\nstopped");
    Ok(())
}

/// The port asked for, which must be free, or else a free one.
fn free_port(asked: Option<u16>) -> Done<u16> {
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    match asked {
        Some(port) if !free(&port) => Err(Failure::new(format!(
            "port {port} is taken: pass another one, or none"
        ))),
        Some(port) => Ok(port),
        None => (PORT..PORT + 100)
            .find(free)
            .ok_or_else(|| Failure::new("no port is free: pass one with --port")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_port_is_refused_or_passed_over() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        let port = taken.local_addr().expect("it has an address").port();
        assert!(free_port(Some(port)).is_err());
        drop(taken);
        assert_eq!(free_port(Some(port)), Ok(port));
    }
}
