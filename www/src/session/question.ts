/** What is asked of the text. */
import { computed, signal } from "@preact/signals";
import type { PlacementName, DecisionQuestion, RowWindow } from "../engine/protocol";
import type { SpreadWindow } from "../engine/spread";
import type { KubernetesVersion, Profile, ProfileChoice } from "../engine/types";
import { clockText } from "../ui/clock";

/** When the page was loaded: the clock stands still unless someone moves it. */
export const loadedAt = clockText(new Date());

export const now = signal(loadedAt);
/** the scheduler to reproduce, as it was chosen */
export const profile = signal<ProfileChoice>("auto");
/** the scheduler of answers about pods: no design document adds a field to them */
export const podProfile = computed<Profile>(() => (profile.value === "auto" ? "Upstream" : profile.value));
/** the version of Kubernetes of answers about pods, as it was chosen; null: the newest one that nodes report */
export const kubernetes = signal<KubernetesVersion | null>(null);
/** null: the first placement of the text */
export const chosenPlacement = signal<PlacementName | null>(null);
/** the cluster whose card is open, by name */
export const openCluster = signal<string | null>(null);

export const rowOrder = signal<RowWindow["order"]>("rank");
export const rowFilter = signal("");
/** the rows around those on screen */
export const rowSpan = signal({ from: 0, count: 100 });

/** the step of spread on show: after so many steps; null: after the last */
export const spreadStep = signal<number | null>(null);
/** the candidates around those on screen */
export const candidateSpan = signal({ from: 0, count: 50 });

export const spreadWindow = computed<SpreadWindow>(() => ({
  step: spreadStep.value,
  ...candidateSpan.value,
}));

export const question = computed<DecisionQuestion>(() => ({
  placement: chosenPlacement.value,
  now: now.value,
  profile: profile.value,
}));

export const rowWindow = computed<RowWindow>(() => ({
  order: rowOrder.value,
  find: stateNamed(rowFilter.value),
  ...rowSpan.value,
}));

/** The page's words for states that have other names in the engine. */
const states: Record<string, string> = {
  "not selected": "feasible",
  "filtered out": "filtered",
  "not a candidate": "excluded",
};

/** While a word is being typed, too: from five letters on only one of them is meant. */
function stateNamed(find: string): string {
  const typed = find.trim().toLowerCase();
  const words = typed.length < 5 ? undefined : Object.keys(states).find((state) => state.startsWith(typed));
  return words === undefined ? find : (states[words] ?? find);
}
