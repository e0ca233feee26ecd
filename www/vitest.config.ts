import { defineConfig } from "vitest/config";
import { packageSources } from "./package-sources.ts";

export default defineConfig({
  resolve: { alias: packageSources },
  test: {
    // The page's words are the package's: their tests run with the page's.
    include: ["src/**/*.test.ts", "tests/*.test.ts", "docs/**/*.test.ts", "../pkg/src/**/*.test.ts"],
    environment: "node",
    // Tests of the parts do not share state that they change: files need no worker of their own.
    isolate: false,
    pool: "threads",
    // Machines that do other things, too, are slow at times.
    testTimeout: 120_000,
  },
});
