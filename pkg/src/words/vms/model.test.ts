import { expect, test } from "vitest";
import type { VmModel } from "../../../types.js";
import { vmLabelSentences, vmModelSentences } from "./model.js";
import { objectNamed } from "../object-name.js";

const modelled =
  "This answer models the plugin of the design document of March 2023, not the one rewritten in February 2025";
const configMap = { kind: "ConfigMap", namespace: "kube-system", name: "config" };

test.each<[VmModel, string]>([
  [{ configMap: null, range: null, assumesConfig: false }, `${modelled}.`],
  [
    { configMap, range: null, assumesConfig: true },
    `${modelled}, whose config is in ConfigMap kube-system/config: a typical config of 2023 is assumed instead.`,
  ],
  [{ configMap, range: null, assumesConfig: false }, `${modelled}, whose config is in ConfigMap kube-system/config.`],
])("%j", (model, message) => {
  expect(vmModelSentences([model])).toEqual([{ message, details: [] }]);
});

test("VMs that would not migrate today", () => {
  const label = "autoscaling.neon.tech/auto-migration-enabled";
  const [one] = vmLabelSentences([{ label, vms: [objectNamed("d/a")], count: 1 }]);
  expect(one?.message).toBe(
    `Since July 2024 a VM migrates only with the label \`${label}: "true"\`: d/a migrates here without it.`,
  );
  const [many] = vmLabelSentences([{ label, vms: [objectNamed("d/a"), objectNamed("d/b")], count: 2 }]);
  expect(many?.message).toMatch(/: d\/a and d\/b migrate here without it\.$/);
});
