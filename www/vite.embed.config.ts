import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { packageSources } from "./package-sources.ts";

/**
 * The page's style sheets for a shadow root: the root of the page becomes the element's frame, and rules
 * for the width of the window apply to the width of the element.
 */
function shadowStyles(): Plugin {
  return {
    name: "shadow-styles",
    enforce: "pre",
    transform: (code, id) =>
      /\.css\?inline$/.test(id)
        ? {
            code: code
              .replaceAll(":root", ".embed")
              .replaceAll("@media (max-width: 760px)", "@container answer (max-width: 760px)"),
            map: null,
          }
        : null,
  };
}

/**
 * Uses the engine of the package, so that an application with the package and the element loads it once:
 * each file imports the entry for browsers by its relative path.
 */
function sharedEngine(): Plugin {
  return {
    name: "shared-engine",
    enforce: "pre",
    resolveId: (id) => (id === "schedscope" ? { id, external: true } : null),
    generateBundle: (_, bundle) => {
      for (const [file, chunk] of Object.entries(bundle)) {
        if (chunk.type !== "chunk") continue;
        const entry = `${file.includes("/") ? "../" : "./"}entries/web.js`;
        chunk.code = chunk.code.replace(/import\((["'`])schedscope\1\)/g, `import("${entry}")`);
      }
    },
  };
}

/** `schedscope/embed`: modules of the package, one a view, Preact and style sheets included. */
export default defineConfig({
  resolve: { alias: packageSources },
  plugins: [shadowStyles(), sharedEngine()],
  publicDir: false,
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: false,
    outDir: fileURLToPath(new URL("../pkg/lib", import.meta.url)),
    emptyOutDir: false,
    // Vite leaves the minification of a library to the application's bundler; this one is also loaded directly.
    rolldownOptions: {
      output: {
        minify: true,
        chunkFileNames: "embed/[name].js",
        codeSplitting: { groups: [{ name: "shared", minShareCount: 3 }] },
      },
    },
    lib: { entry: "src/embed/index.ts", formats: ["es"], fileName: () => "embed.js" },
  },
});
