// Firefox, where it is installed.
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

import { pulling } from "../harness/pulling.mjs";
import { installed } from "../harness/runtimes.mjs";

const program = () => installed("firefox-esr", "firefox");

export default {
  fixtures: ["script"],
  absent: () => (program() === undefined ? "Firefox is not installed" : undefined),
  start(test) {
    const profile = mkdtempSync(join(test.folder, "profile-"));
    return pulling(test, (address) => [
      program(),
      ["--headless", "--no-remote", "--profile", profile, address],
      { HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
    ]);
  },
};
