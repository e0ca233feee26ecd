/** What the engine says. */
import { computed, signal } from "@preact/signals";
import type { EngineState } from "../engine/client";
import type { ShownDecision, Refusal, RowsOnShow } from "../engine/protocol";
import type { SpreadOnShow } from "../engine/spread";
import type { Diagnostic, Reading } from "../engine/types";

export const engine = signal<EngineState>({ type: "starting" });
/** an answer has been awaited for long enough to say so */
export const slow = signal(false);

export const reading = signal<Reading | null>(null);
/** the latest decision; kept while the placement is being typed and cannot be read */
export const decision = signal<ShownDecision | null>(null);
/** the decision is of an earlier text, because this one has an error where the placement was */
export const stale = signal(false);
export const refusal = signal<Refusal | null>(null);
/** the rows on show, of `decision` */
export const rows = signal<RowsOnShow | null>(null);
/** the step of spread on show, of `decision` */
export const spread = signal<SpreadOnShow | null>(null);

const none: Diagnostic[] = [];
export const diagnostics = computed(() => reading.value?.diagnostics ?? none);
export const placements = computed(() => reading.value?.placements ?? []);
