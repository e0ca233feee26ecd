import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["src/**/*.test.ts", "docs/**/*.test.ts"], environment: "node" },
});
