// WebKit: WebKitGTK's small browser on a display of its own, where both are installed.
import { readdirSync } from "node:fs";
import { join } from "node:path";

import { pulling } from "../harness/pulling.mjs";
import { installed } from "../harness/runtimes.mjs";

/** Debian keeps it among the libraries. */
export function browser() {
  for (const folder of [
    "/usr/lib",
    "/usr/libexec",
    `/usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`,
  ]) {
    for (const version of ["webkit2gtk-4.1", "webkit2gtk-4.0", "webkitgtk-6.0"]) {
      try {
        const path = join(folder, version);
        if (readdirSync(path).includes("MiniBrowser")) return join(path, "MiniBrowser");
      } catch {
        // There is no such folder.
      }
    }
  }
  return undefined;
}

/** What WebKit is told by its environment. */
export function environment() {
  return {
    // WebKitGTK 2.50 compiles WebAssembly beside the thread that runs it, and on virtual machines a run of either file
    // then traps now and then (9 of 40 runs of one expression; 0 of 60 like this). The same code is compiled, and run.
    JSC_useConcurrentJIT: "0",
    // As root, WebKit's sandbox does not start.
    ...(process.getuid() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
  };
}

export default {
  fixtures: ["script"],
  absent: () =>
    browser() === undefined || installed("xvfb-run") === undefined ? "WebKitGTK or Xvfb is not installed" : undefined,
  start: (test) =>
    pulling(test, (address) => [
      installed("xvfb-run"),
      ["--auto-servernum", browser(), "--private", address],
      environment(),
    ]),
};
