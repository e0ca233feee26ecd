/** What the engine says. */
import { diagnosticText } from "schedscope/words/diagnostic";
import { computed, signal } from "@preact/signals";
import type { EngineState } from "../engine/client";
import type { ShownDecision, Refusal, RowsOnShow } from "../engine/protocol";
import type { SpreadOnShow } from "../engine/spread";
import type { Finding } from "../editor/findings";
import type { ReadingAnswer } from "../engine/types";
import { hintFindings } from "./hints";

export const engine = signal<EngineState>({ type: "starting" });
/** an answer has been awaited for long enough to say so */
export const slow = signal(false);

/** the number of the text that the answers are about */
export const answeredText = signal(-1);
export const reading = signal<ReadingAnswer | null>(null);
/** the latest decision; kept while the placement is being typed and cannot be read */
export const decision = signal<ShownDecision | null>(null);
/** the decision is of an earlier text, because this one has an error where the placement was */
export const stale = signal(false);
export const refusal = signal<Refusal | null>(null);
/** the rows on show, of `decision` */
export const rows = signal<RowsOnShow | null>(null);
/** the step of spread on show, of `decision` */
export const spread = signal<SpreadOnShow | null>(null);

/** What the decision says of the text that it was made of. */
const hints = computed(() => (stale.value || decision.value === null ? [] : hintFindings(decision.value)));
/** What the engine of quotas finds wrong with them. */
export const quotaFindings = signal<readonly Finding[]>([]);
/** What the engines find, beside what is found by reading. */
const more = computed((): readonly Finding[] => [...hints.value, ...quotaFindings.value]);
/** What is found by reading and by the engines, in the order of the text. */
export const findings = computed((): readonly Finding[] => {
  const read = (reading.value?.diagnostics ?? []).map((one) => ({ ...one, message: diagnosticText(one) }));
  if (more.value.length === 0) return read;
  return [...read, ...more.value].sort((a, b) => a.range.start.offset - b.range.start.offset);
});
export const counts = computed(() => {
  const read = reading.value?.counts;
  if (read === undefined) return null;
  const all = { ...read };
  for (const { severity } of more.value) all[severity] += 1;
  return all;
});
export const placements = computed(() => reading.value?.placements ?? []);
