// Rollup with @rollup/plugin-node-resolve; files are imported through @rollup/plugin-url, because Rollup
// does not follow `new URL("…", import.meta.url)`.
import resolve from "@rollup/plugin-node-resolve";
import url from "@rollup/plugin-url";

const files = url({ include: ["**/*.wasm"], limit: 0, fileName: "[name].[hash][extname]" });

export default [
  {
    input: "slim.js",
    output: { dir: "dist/slim", format: "es" },
    plugins: [resolve({ browser: true }), files],
  },
  {
    input: "inline.js",
    output: { dir: "dist/inline", format: "es" },
    plugins: [resolve({ browser: true }), files],
  },
];
