/** Spread between page and engine: the step on show, the table of its candidates, the edits of its terms. */
import { effect, signal } from "@preact/signals";
import { Latest } from "../engine/latest";
import { changesTerms, mostSquares, type SpreadWindow } from "../engine/spread";
import type { ClusterRow, SpreadCandidate, SpreadEdit, TextEdit } from "../engine/types";
import * as answer from "./answer";
import { candidateSpan, openCluster, spreadStep, spreadWindow } from "./question";
import { TextControl, withoutPlace } from "./control";
import { client, isBehind, textNumber } from "./session";

/** A run is being played, step by step. */
export const playing = signal(false);

const stepFetches = new Latest<SpreadWindow>(
  (window) => void fetchStep(window).finally(() => stepFetches.done()),
  (_earlier, later) => later,
);

async function fetchStep(window: SpreadWindow): Promise<void> {
  try {
    const { serial, spread } = await client.request("spread", window);
    if (serial === answer.decision.peek()?.serial) answer.spread.value = spread;
  } catch (error) {
    if (!isBehind(error)) throw error;
  }
}

async function fetchCandidates(): Promise<void> {
  const step = answer.spread.peek()?.step ?? 0;
  if (step === 0) return;
  try {
    const reply = await client.request("spreadCandidates", { step, ...candidateSpan.peek() });
    const shown = answer.spread.peek();
    const fits = reply.serial === answer.decision.peek()?.serial && reply.step === shown?.step;
    if (fits && shown) answer.spread.value = { ...shown, candidates: reply.candidates };
  } catch (error) {
    if (!isBehind(error)) throw error;
  }
}

/** So many candidates of a step, best first; null: the decision went on. */
export async function stepCandidates(step: number, count: number): Promise<SpreadCandidate[] | null> {
  try {
    const reply = await client.request("spreadCandidates", { step, from: 0, count });
    return reply.serial === answer.decision.peek()?.serial ? reply.candidates.candidates : null;
  } catch (error) {
    if (!isBehind(error)) throw error;
    return null;
  }
}

/** The clusters' rows by rank, as many as have a square each; null: the decision went on. */
export async function rankedRows(): Promise<ClusterRow[] | null> {
  try {
    const { serial, rows } = await client.request("rows", { order: "rank", find: "", from: 0, count: mostSquares });
    return serial === answer.decision.peek()?.serial ? rows.rows : null;
  } catch (error) {
    if (!isBehind(error)) throw error;
    return null;
  }
}

/** Keeps what is on show in step with what is asked for. */
export function followSpread(): void {
  effect(() => {
    const wanted = spreadStep.value;
    const shown = answer.spread.peek();
    const steps = answer.decision.peek()?.summary.spread?.steps ?? 0;
    if (shown !== null && shown.step !== Math.min(wanted ?? steps, steps)) stepFetches.push(spreadWindow.peek());
  });
  effect(() => {
    const { from, count } = candidateSpan.value;
    const shown = answer.spread.peek()?.candidates;
    if (shown && (shown.from !== from || shown.count !== count)) void fetchCandidates();
  });
}

/** Shows the first step that spread turns, with the first answer, unless somebody has chosen a step or a text. */
export function openOnTurn(): void {
  const stop = answer.decision.subscribe((decision) => {
    if (decision === null) return;
    queueMicrotask(() => stop());
    const text = textNumber.peek();
    client.request("spreadTurn", null).then(
      ({ step }) => {
        if (step !== null && spreadStep.peek() === null && textNumber.peek() === text) spreadStep.value = step;
      },
      (error: unknown) => {
        if (!isBehind(error)) throw error;
      },
    );
  });
}

/** The keys that clusters have, for those who choose one. */
export const clusterKeys = signal<{ labels: string[]; claims: string[] }>({ labels: [], claims: [] });

export async function fetchKeys(): Promise<void> {
  try {
    clusterKeys.value = await client.request("clusterKeys", null);
  } catch (error) {
    if (!isBehind(error)) throw error;
  }
}

/** The row of the cluster behind a square; null: the text went on. */
export async function clusterRow(cluster: number): Promise<ClusterRow | null> {
  try {
    return await client.request("clusterRow", cluster);
  } catch (error) {
    if (!isBehind(error)) throw error;
    return null;
  }
}

/** Opens the card of the cluster behind a square. */
export async function openSquare(cluster: number): Promise<void> {
  const row = await clusterRow(cluster);
  if (row !== null) openCluster.value = row.name;
}

/** Changes of the spread constraints in the text. */
export const spreadControl = (): TextControl<SpreadEdit> => new TextControl((spread) => ({ spread }), unwritten);

function unwritten(change: SpreadEdit, edits: TextEdit[]): string | null {
  const terms = answer.decision.peek()?.summary.spreadConstraints ?? [];
  return edits.length === 0 && changesTerms(terms, change) ? withoutPlace : null;
}
