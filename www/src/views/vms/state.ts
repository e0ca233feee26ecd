/** What is on show of the timelines of VMs; kept while another view is. */
import { signal } from "@preact/signals";
import type { VmStepKind } from "../../engine/types";
import { useHost } from "../../ui/host";
import { LostTimeline } from "./lost";

const lost = new LostTimeline();
/** Whether the text has an error where the timeline stood. */
export const useIsLost = (): boolean => lost.follow(useHost().answer.reading.value);

/** the timeline, by its key; null: the first of the text */
export const chosenTimeline = signal<string | null>(null);
/** one of its variants; null: none */
export const chosenVariant = signal<string | null>(null);

export type Compared = { type: "text"; kind: "edit" | "pinned" | "text" } | { type: "variant"; name: string | null };

/** What the run is compared with. */
export const useCompared = (): Compared => comparedOf(useHost().baseline.chosen("vms") ?? "edit");

export function comparedKey(of: Compared): string {
  if (of.type === "text") return of.kind;
  return of.name === null ? "variant" : `variant ${of.name}`;
}

/** Keys come from links, too: what is none of ours is the usual one. */
function comparedOf(key: string): Compared {
  const [type = "", ...rest] = key.split(" ");
  const name = rest.join(" ");
  if (type === "variant") return { type: "variant", name: name === "" ? null : name };
  return { type: "text", kind: type === "pinned" || type === "text" ? type : "edit" };
}

/** Whether the run beside it is drawn, too: what was before the last edit is told in the sentence alone. */
export const isDrawn = (of: Compared): boolean => of.type !== "text" || of.kind !== "edit";

/** after so many events; null: after the last; undefined: nobody chose */
export const step = signal<number | null | undefined>(undefined);
export const playing = signal(false);
/** an event was added by hand, and is to be shown once the cursor is in it */
export const isAdded = signal(false);
/** the node that is shown in detail, by name; null: that of the event */
export const pinned = signal<string | null>(null);

/** Which events are listed; empty: all. */
export const filters = signal<{ pod: string; node: string; kind: VmStepKind | "" }>({ pod: "", node: "", kind: "" });
