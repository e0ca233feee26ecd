// For browsers, and for a server. Nothing is said about the WebAssembly file: webpack finds it by itself.
import { fileURLToPath } from "node:url";

const folder = (name) => fileURLToPath(new URL(name, import.meta.url));

export default [
  {
    mode: "production",
    context: folder("."),
    entry: "./main.js",
    output: { path: folder("dist/page"), filename: "main.js" },
    // The WebAssembly file is larger than webpack advises.
    performance: { hints: false },
  },
  {
    mode: "production",
    context: folder("."),
    target: "node",
    entry: "./server.js",
    output: { path: folder("dist/server"), filename: "main.cjs" },
  },
];
