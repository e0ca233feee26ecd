/** Spread between page and engine: the step on show, the table of its candidates, the edits of its terms. */
import { effect } from "@preact/signals";
import { Latest } from "../engine/latest";
import { changesTerms, mostSquares, type SpreadWindow } from "../engine/spread";
import type { SpreadEdit, TextEdit } from "../engine/types";
import type { Host } from "../ui/host";
import * as answer from "./answer";
import { candidateSpan, spreadStep, spreadWindow } from "./question";
import { TextControl, withoutPlace } from "./control";
import { client, ofShown, textNumber, unlessBehind } from "./session";

const stepFetches = new Latest<SpreadWindow>(
  (window) => void fetchStep(window).finally(() => stepFetches.done()),
  (_earlier, later) => later,
);

async function fetchStep(window: SpreadWindow): Promise<void> {
  const reply = await ofShown(client.request("spread", window));
  if (reply !== null) answer.spread.value = reply.spread;
}

async function fetchCandidates(): Promise<void> {
  const step = answer.spread.peek()?.step ?? 0;
  if (step === 0) return;
  const reply = await ofShown(client.request("spreadCandidates", { step, ...candidateSpan.peek() }));
  const shown = answer.spread.peek();
  if (shown && reply?.step === shown.step) answer.spread.value = { ...shown, candidates: reply.candidates };
}

/** So many candidates of a step, best first. */
export const candidates: Host["fetch"]["candidates"] = async (step, count) =>
  (await ofShown(client.request("spreadCandidates", { step, from: 0, count })))?.candidates.candidates ?? null;

/** The clusters' rows by rank, as many as have a square each. */
export const rankedRows: Host["fetch"]["rankedRows"] = async () =>
  (await ofShown(client.request("rows", { order: "rank", find: "", from: 0, count: mostSquares })))?.rows.rows ?? null;

export const rankCurve: Host["fetch"]["rankCurve"] = async () =>
  (await ofShown(client.request("rankCurve", null)))?.curve ?? null;

/** The row of the cluster behind a square. */
export const clusterRow: Host["fetch"]["clusterRow"] = (cluster) => unlessBehind(client.request("clusterRow", cluster));

/** The keys that clusters have, for those who choose one. */
export const clusterKeys: Host["fetch"]["clusterKeys"] = () => unlessBehind(client.request("clusterKeys", null));

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
    void unlessBehind(client.request("spreadTurn", null)).then((turn) => {
      if (turn !== null && turn.step !== null && spreadStep.peek() === null && textNumber.peek() === text)
        spreadStep.value = turn.step;
    });
  });
}

/** Changes of the spread constraints in the text. */
export const spreadControl = (): TextControl<SpreadEdit> => new TextControl((spread) => ({ spread }), unwritten);

function unwritten(change: SpreadEdit, edits: TextEdit[]): string | null {
  const terms = answer.decision.peek()?.summary.spreadConstraints ?? [];
  return edits.length === 0 && changesTerms(terms, change) ? withoutPlace : null;
}
