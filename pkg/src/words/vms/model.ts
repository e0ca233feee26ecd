/** Which plugin of autoscaled VMs an answer models, and what differs today. */
import type { UnlabelledVms, VmModel } from "../../../types.js";
import type { Sentence } from "../finding.js";
import { listed, shortened } from "../phrase.js";
import { fullNames, objectText } from "../object-name.js";

/** The first sentence of each answer about VMs. */
export const vmModelSentences = ([{ configMap, assumesConfig }]: [VmModel, ...VmModel[]]): Sentence[] => {
  const modelled =
    "This answer models the plugin of the design document of March 2023, not the one rewritten in February 2025";
  if (configMap === null) return [{ message: `${modelled}.`, details: [] }];
  const name = objectText(configMap);
  const instead = assumesConfig ? ": a typical config of 2023 is assumed instead" : "";
  return [{ message: `${modelled}, whose config is in ${name}${instead}.`, details: [] }];
};

/** The VMs that would not migrate today. */
export const vmLabelSentences = ([{ label, vms, count }]: [UnlabelledVms, ...UnlabelledVms[]]): Sentence[] => [
  {
    message:
      `Since July 2024 a VM migrates only with the label \`${label}: "true"\`: ` +
      `${listed(shortened(fullNames(vms), count))} ${count === 1 ? "migrates" : "migrate"} here without it.`,
    details: [],
  },
];
