/** Which answer is on show. */
import { computed, signal } from "@preact/signals";
import { countsOf, hasContentFor, type ViewName, viewOf } from "../ui/choice";
import { reading } from "./answer";

export { type ViewName, viewNames } from "../ui/choice";

/** null: nobody chose, the text decides */
export const chosenView = signal<ViewName | null>(null);

/** How many objects of its own each view finds in the text. */
export const viewCounts = computed<Record<ViewName, number>>(() => countsOf(reading.value));

export const view = computed<ViewName>(() => {
  const chosen = chosenView.value;
  return chosen !== null && hasContent(chosen) ? chosen : viewOf(reading.value);
});

/** Whether a view has anything to show. */
export const hasContent = (name: ViewName): boolean => hasContentFor(reading.value, name);
