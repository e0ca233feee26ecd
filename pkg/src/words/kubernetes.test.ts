import { expect, test } from "vitest";
import type { AssumedVersion } from "../../types.js";
import { kubernetesText } from "./kubernetes.js";

const CASES: [assumed: AssumedVersion, words: string][] = [
  [{ version: "1.35", source: "option" }, "Kubernetes 1.35"],
  [{ version: "1.36", source: "default" }, "Kubernetes 1.36: no node reports a version"],
  [{ version: "1.37", source: "nodes" }, "Kubernetes 1.37, the newest version that nodes report"],
  [{ version: "1.37", source: "nodes", capped: "1.38" }, "Kubernetes 1.37: nodes report 1.38, which is not modelled"],
];

test.each(CASES)("%o", (assumed, words) => {
  expect(kubernetesText(assumed)).toBe(words);
});
