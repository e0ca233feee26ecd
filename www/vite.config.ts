import { fileURLToPath } from "node:url";
import { defineConfig, type HtmlTagDescriptor, type Plugin } from "vite";
import { docs, docsInputs } from "./docs/site/plugin.ts";
import { offline } from "./scripts/offline.ts";
import { packageSources } from "./package-sources.ts";

/**
 * What the page may do: run its own code and styles, and read its own files. Nothing else, so a
 * text that is pasted here cannot leave the machine. The engine's worker is started from a `blob:`
 * so that it inherits this policy (a worker loaded by address would have none).
 */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Only in the built page: the development server injects styles inline. */
function contentSecurityPolicy(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: (_html, { path }) => [
      {
        tag: "meta",
        // The page about embedding shows a frame.
        attrs: {
          "http-equiv": "Content-Security-Policy",
          content: path === "/docs/embed.html" ? `${policy}; frame-src 'self'` : policy,
        },
        injectTo: "head-prepend",
      },
    ],
  };
}

/**
 * The engine and the page's own code are on their way before the first code asks for them. A worker cannot use what the
 * page preloads: its script would be requested twice, and the page compiles the engine for it.
 */
function preloads(): Plugin {
  return {
    name: "preloads",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { path, bundle = {} }) {
        if (path !== "/index.html") return [];
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const own = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith("/src/main.tsx"));
        const engine = Object.keys(bundle).filter((name) => /\/schedscope_bg-.*\.wasm$/.test(name));
        const link = (name: string, attrs: Record<string, string>): HtmlTagDescriptor => ({
          tag: "link",
          attrs: { ...attrs, crossorigin: true, href: `./${name}` },
          injectTo: "head",
        });
        return [
          ...engine.map((name) => link(name, { rel: "preload", as: "fetch" })),
          ...(own === undefined ? [] : [own.fileName, ...own.imports]).map((name) =>
            link(name, { rel: "modulepreload" }),
          ),
        ];
      },
    },
  };
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  resolve: { alias: packageSources },
  // Works from any folder of any web server.
  base: "./",
  // Several pages, and nothing at any other address.
  appType: "mpa",
  plugins: [contentSecurityPolicy(), preloads(), docs(), offline()],
  worker: { format: "es" },
  build: {
    target: ["chrome123", "firefox121", "safari17.5"],
    rolldownOptions: { input: { index: file("index.html"), embed: file("embed.html"), ...docsInputs } },
    modulePreload: { polyfill: false },
    // A text that is inlined as a data: address could not be fetched under the policy.
    assetsInlineLimit: 0,
    // The editor is most of it, and the page is of no use without.
    chunkSizeWarningLimit: 900,
  },
  server: { fs: { allow: [".."] } },
});
