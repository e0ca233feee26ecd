import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/browser/**/*.test.ts"],
    environment: "node",
    globalSetup: "tests/browser/preview.ts",
    // Each file has a browser of its own. They wait more than they compute: two of them share a small machine well.
    maxWorkers: 2,
    // A browser of a busy machine stops now and then without a word; what failed the first time is in the log.
    retry: 1,
    // Small machines are slow when several things run.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
