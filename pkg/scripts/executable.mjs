// Makes the plugin of kubectl a single executable for this platform, with Node.js inside, and packs it:
// node pkg/scripts/executable.mjs <version> <folder>. Prints the path of the archive. Needs a built package.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { inject } from "postject";

const [version, folder] = process.argv.slice(2);
const pkg = fileURLToPath(new URL("..", import.meta.url));
const work = join(folder, "executable");
const name = "kubectl-schedscope";
const isWindows = process.platform === "win32";

/** The files that the program reads, by their paths in the package. */
const assets = [
  ...["dist/schedscope_bg.wasm", "dist/schedscope_cel_bg.wasm", "dist/page.json.br", "lib/examples.json.br"],
  ...["schema/test.json", "schema/sweep-plan.json"],
];
const manifest = "lib/package.json";

/** `node:fs`, with the assets where the program reads files of its package by their addresses. */
const files = `const fs = require("node:fs");
const { getAsset } = require("node:sea");
const asset = (url, encoding) => {
  const content = getAsset(url.pathname.slice(1), encoding);
  return encoding === undefined ? Buffer.from(content) : content;
};
module.exports = {
  ...fs,
  readFileSync: (file, options) => (file instanceof URL ? asset(file, options) : fs.readFileSync(file, options)),
  existsSync: (file) => file instanceof URL || fs.existsSync(file),
};`;

rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });
await build({
  entryPoints: [join(pkg, "src/cli/main.ts")],
  outfile: join(work, "main.cjs"),
  bundle: true,
  minify: true,
  platform: "node",
  target: "node20",
  format: "cjs",
  legalComments: "none",
  define: { "import.meta.url": '"file:///lib/cli/main.cjs"' },
  plugins: [
    {
      name: "assets",
      setup(on) {
        on.onResolve({ filter: /^node:fs$/ }, ({ namespace }) =>
          namespace === "assets" ? { path: "node:fs", external: true } : { path: "node:fs", namespace: "assets" },
        );
        on.onLoad({ filter: /.*/, namespace: "assets" }, () => ({ contents: files, loader: "js" }));
      },
    },
  ],
  logLevel: "warning",
});

const own = join(work, "package.json");
writeFileSync(own, JSON.stringify({ version }));
const config = {
  main: join(work, "main.cjs"),
  output: join(work, "main.blob"),
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  assets: { ...Object.fromEntries(assets.map((asset) => [asset, join(pkg, asset)])), [manifest]: own },
};
writeFileSync(join(work, "sea.json"), JSON.stringify(config));
execFileSync(process.execPath, ["--experimental-sea-config", join(work, "sea.json")], { stdio: "ignore" });

const executable = join(work, isWindows ? `${name}.exe` : name);
copyFileSync(process.execPath, executable);
chmodSync(executable, 0o755);
const isMac = process.platform === "darwin";
if (isMac) execFileSync("codesign", ["--remove-signature", executable]);
await inject(executable, "NODE_SEA_BLOB", readFileSync(config.output), {
  sentinelFuse: "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
  ...(isMac && { machoSegmentName: "NODE_SEA" }),
});
// macOS runs no program without a signature.
if (isMac) execFileSync("codesign", ["--sign", "-", executable]);

copyFileSync(join(pkg, "../LICENSE"), join(work, "LICENSE"));
copyFileSync(join(pkg, "lib/third-party-notices.txt"), join(work, "third-party-notices.txt"));
const [os, arch] = [isWindows ? "windows" : process.platform, process.arch === "x64" ? "amd64" : process.arch];
const archive = `${name}-v${version}-${os}-${arch}.tar.gz`;
const packed = [isWindows ? `${name}.exe` : name, "LICENSE", "third-party-notices.txt"];
execFileSync("tar", ["-czf", join(folder, archive), "-C", work, ...packed]);
console.log(join(folder, archive));
