/** `schedscope test`: policy tests. */
import { Option } from "commander";
import { framed } from "../command.js";
import type { TestOptions } from "../policy/command.js";

export const test = framed({
  name: "test",
  summary: "policy tests: what must be decided of manifests, for CI",
  about:
    "Runs the tests in files named *.schedscope-test.yaml: which clusters placements select, which nodes pods get, " +
    "which pods they evict, why they wait, also after a drain or a loss. Reports for each failed expectation " +
    "what was expected, what was decided, and why.",
  args: [["[path...]", "files of tests, and folders that are searched for them; default: the working directory"]],
  options: [
    new Option(
      "-o, --output <format>",
      "json, yaml: the results by file; name: the tests that fail; wide: the same as without; markdown: for a " +
        "comment; junit: JUnit XML; github: annotations for GitHub Actions; sarif: for code scanning",
    ).choices(["json", "yaml", "wide", "name", "markdown", "junit", "github", "sarif"]),
    ["--init", "write a first test file next to these manifests, from today's decisions"],
  ],
  examples: `
  schedscope test --init fleet.yaml            writes fleet.schedscope-test.yaml
  schedscope test                              all tests below this folder
  schedscope test policies/ -o junit           for the test report of a pipeline`,
  notes: `
A file of tests:
  apiVersion: schedscope.dev/v1alpha1
  kind: SchedulingTest
  inputs: [fleet.yaml]
  now: 2026-01-31T12:00:00Z
  tests:
    - name: production survives the loss of a zone
      placement: prod/web
      without: {zone: eu-1}
      expectCount: 3
      expectNone: tier=dev

Exits 0 if all tests pass, 1 if one fails, 2 if a file of tests has a fault, 3 if there is none.`,
  run: async (paths: string[], options: TestOptions) => (await import("../policy/command.js")).test(paths, options),
});
