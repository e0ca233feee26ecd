import { defineConfig } from "vitest/config";
import { packageSources } from "./package-sources.ts";

export default defineConfig({
  resolve: { alias: packageSources },
  test: {
    include: ["tests/browser/**/*.test.ts"],
    environment: "node",
    globalSetup: "tests/browser/preview.ts",
    // Files share the Chromium of their worker, and its tabs. Pages wait more than they compute, so two workers fit a
    // small machine.
    tags: [{ name: "nightly", description: "left out of `npm run test:browser`, run by `test:browser:nightly`" }],
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    // A browser of a busy machine stops now and then without a word; what failed the first time is in the log.
    retry: 1,
    // Limits for a machine that is several times slower; a test that passes does not wait for them.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
