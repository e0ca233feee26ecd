// Packs the built page, `www/dist`, for `schedscope open`: `pkg/dist/page.json.br` holds its files by path. The engine
// is in the package already, and pictures, which do not get smaller, are left out. So is the service worker: the page
// is served from this machine, at an address that differs each time.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";

const built = fileURLToPath(new URL("../../www/dist", import.meta.url));
const packed = /\.(css|html|js|json|svg|yaml)$/;
const serviceWorker = "service-worker.js";
const named = /\s*<meta name="service-worker"[^>]*>/;

const files = readdirSync(built, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && packed.test(entry.name) && entry.name !== serviceWorker)
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const page = Object.fromEntries(
  files.map((file) => [relative(built, file).split(sep).join("/"), readFileSync(file, "utf8").replace(named, "")]),
);
const text = JSON.stringify(page);
const options = { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: text.length } };
writeFileSync(new URL("../dist/page.json.br", import.meta.url), brotliCompressSync(text, options));
