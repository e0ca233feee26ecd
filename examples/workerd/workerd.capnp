# What `workerd serve` runs: the bundled Worker, and the WebAssembly files as compiled modules.
using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8787", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "dist/worker.js"),
    (name = "schedscope_bg.wasm", wasm = embed "dist/schedscope_bg.wasm"),
    (name = "schedscope_cel_bg.wasm", wasm = embed "dist/schedscope_cel_bg.wasm"),
  ],
  compatibilityDate = "2025-06-01",
);
