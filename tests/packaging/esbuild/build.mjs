// What `npx esbuild` does with the same words.
import { build } from "esbuild";

const page = { bundle: true, format: "esm", loader: { ".wasm": "file" }, logLevel: "warning" };
await build({ ...page, entryPoints: ["slim.js"], outdir: "dist/slim" });
await build({ ...page, entryPoints: ["inline.js"], outdir: "dist/inline" });

await build({
  entryPoints: ["server.js"],
  outfile: "dist/server/main.mjs",
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  loader: { ".wasm": "binary" },
  logLevel: "warning",
});
