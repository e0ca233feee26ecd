/** Another text begins with nothing chosen and nothing pinned. */
import { batch, effect } from "@preact/signals";
import { textNumber } from "../session/session";
import * as nodes from "../views/nodes/options";
import { chosenPod } from "../views/pods/chosen-pod";
import * as quotas from "../views/quotas/state";
import * as vms from "../views/vms/state";

/** Forgets what the views were told about the text before, whenever another one takes its place. */
export function followTexts(): void {
  let known = textNumber.peek();
  effect(() => {
    if (textNumber.value === known) return;
    known = textNumber.value;
    batch(() => {
      chosenPod.value = undefined;
      nodes.openNode.value = null;
      nodes.weights.value = {};
      nodes.bestEffort.value = "allocatable";
      quotas.openNode.value = undefined;
      quotas.shownQueueStep.value = null;
      vms.chosenTimeline.value = null;
      vms.chosenVariant.value = null;
      vms.step.value = undefined;
      vms.pinned.value = null;
      vms.filters.value = { pod: "", node: "", kind: "" };
    });
  });
}
