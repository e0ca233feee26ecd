import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { docs, docsInputs } from "./docs/site/plugin.ts";

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

/** The engine is on its way, at low priority, before the worker starts and asks for it. */
function enginePreload(): Plugin {
  return {
    name: "engine-preload",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { path, bundle }) {
        if (path !== "/index.html") return [];
        const isEngine = (name: string): boolean => /\/(schedscope_bg-.*\.wasm|worker-.*\.js)$/.test(name);
        const files = Object.keys(bundle ?? {}).filter(isEngine);
        return files.map((name) => ({
          tag: "link",
          attrs: {
            rel: "prefetch",
            as: name.endsWith(".js") ? "script" : "fetch",
            crossorigin: true,
            href: `./${name}`,
          },
          injectTo: "head",
        }));
      },
    },
  };
}

const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export default defineConfig({
  // Works from any folder of any web server.
  base: "./",
  // Several pages, and nothing at any other address.
  appType: "mpa",
  plugins: [contentSecurityPolicy(), enginePreload(), docs()],
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
