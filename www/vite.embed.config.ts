import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

/**
 * The page's style sheets for a shadow root: what is the page there is the element's frame here, and
 * what depends on the width of the window depends on that of the element.
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
 * The engine is the package's own, so that whoever imports the package and the element has one: each file
 * imports the entry for browsers by its place.
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
  plugins: [shadowStyles(), sharedEngine()],
  publicDir: false,
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: false,
    outDir: fileURLToPath(new URL("../pkg/lib", import.meta.url)),
    emptyOutDir: false,
    // Vite leaves the blanks of a library to whoever bundles it; this one is also loaded as it is.
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
