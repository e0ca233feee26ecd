/**
 * Connects the text, the question and the answer: sends every change of the text or the question to the
 * engine, and every answer to the signals and the editor's margin.
 */
import type { ChangeSet, Text } from "@codemirror/state";
import { batch, effect, signal, untracked } from "@preact/signals";
import { type Finding, listDiagnostics } from "../editor/findings";
import type { Gesture } from "../editor/gesture";
import { type Code, type Editing, LaterEditor } from "../editor/later";
import { TextNames, unnamed } from "../editor/text-name";
import { Client, Gone } from "../engine/client";
import { takeThread } from "../engine/early";
import { insertedLength, textEdits } from "../engine/edits";
import type { ControlEdit, UpdateReply, Edits, TextChange, Tick, Update } from "../engine/protocol";
import type { DecisionForm, NamedObject, TextRange } from "../engine/types";
import * as answer from "./answer";
import { moved } from "./cursor";
import { baselineAsk, chosenBaseline, otherText, pinned, textBegins, textChanged, textOpened } from "./baseline";
import { type FolderNote, folderNote } from "./folder";
import * as question from "./question";
import { type KeptText, largestKept, mostUndo, rememberText } from "./storage";
import { type TickOutcome, Ticks, written } from "./ticks";
import { chosenView } from "./views";

/** The name of the text, as a file. */
export const fileName = signal(unnamed);
/** Whether the last autosave worked; null before the first. */
export const kept = signal<boolean | null>(null);

/** Inserting more code units than this is sent after the frame that shows it: writing out megabytes takes a while. */
const largeChange = 200_000;
/** How long a computation runs before the page says so. */
const patience = 200;
/** How long, in ms, the editor's text may be behind the answer while a control is dragged. */
const textBehind = 100;
/** How long, in ms, the editor takes for a change of its text. */
const timeToWrite = 8;
const autosaveDelay = 400;

/** Counts the texts that took each other's place; each begins with nothing chosen. */
export const textNumber = signal(0);

/** Whether a step of the text can be undone, and redone. */
export const canUndo = signal(false);
export const canRedo = signal(false);

/** Whether the editor's code could not be loaded. */
export const isWithoutEditor = signal(false);

let editor: LaterEditor;
/** the version that the text began with */
let textBegan = 0;
/** a text with a name and a clock of its own is put in place */
let isOpening = false;
/** changes that the engine was not told yet */
let unsent: ChangeSet[] = [];
/** how many ticks, which the engine has written, are just being written into the editor */
let told = 0;
/** the ticks wait for a moment in which the page has nothing else to do */
let isWriting = false;
const ticks = new Ticks();
/** findings are marked in the editor */
let hasDiagnostics = false;
let names = new TextNames(unnamed);
let version = 0;
/** the version that the last answer is about */
let answeredVersion = -1;
let slowTimer: ReturnType<typeof setTimeout> | undefined;
let saveTimer: ReturnType<typeof setTimeout> | undefined;

export const client = new Client({
  startThread: takeThread,
  everything: () => {
    unsent = [];
    return update([{ whole: editor.toldText }], true);
  },
  answered,
  refused: (refusal) => {
    batch(() => {
      answer.refusal.value = refusal;
      // Nothing of the text before stays.
      if (answer.answeredText.peek() !== textNumber.peek()) answer.decision.value = null;
      answer.answeredText.value = textNumber.peek();
    });
    ticks.lose();
    loadEditor();
  },
  state: (state) => {
    answer.engine.value = state;
    if (state.type !== "well") {
      writeTicks();
      ticks.lose();
    }
    if (state.type === "stopped") loadEditor();
  },
  busy: (busy) => {
    clearTimeout(slowTimer);
    answer.slow.value = false;
    if (busy) slowTimer = setTimeout(() => (answer.slow.value = true), patience);
  },
});

function update(changes: TextChange[], everything = false): Update {
  return untracked(() => ({
    version: toldVersion(),
    changes,
    question: question.question.value,
    rows: question.rowWindow.value,
    cluster: question.openCluster.value,
    spread: question.spreadWindow.value,
    baseline: baselineAsk(everything),
  }));
}

/** The version of the text that the engine has, once it was told all. */
const toldVersion = (): number => version + ticks.unwritten;

/** Shows a text in `host`, and starts the engine; undo brings the text `before` back, if any. */
export function startSession(host: HTMLElement, opened: KeptText, before: KeptText | null): void {
  const { name, text, now } = opened;
  if (now !== null) question.now.value = now;
  const { undo, folder } = before ?? opened;
  folderNote.value = folder ?? null;
  names = new TextNames(before?.name ?? name, undo?.names);
  if (before !== null) {
    names.announce(name);
    names.replaced("new");
  }
  fileName.value = name;
  const failed = (): void => {
    isWithoutEditor.value = true;
  };
  const events = { changed, replaced, moved, began, typedEarly: keepSoon, failed };
  editor = new LaterEditor(host, text, before?.text ?? null, undo?.steps, events);
  if (before !== null) keepNow();
  // Who edits the text edits what the answer is about.
  for (const event of ["keydown", "beforeinput", "paste", "drop"])
    host.addEventListener(event, writeTicks, { capture: true });
  client.start();
  let first = true;
  effect(() => {
    // Read so that this runs when they change.
    void [question.question.value, question.openCluster.value];
    void [question.rowOrder.value, question.rowFilter.value];
    void [chosenBaseline.value, pinned.value, otherText.value];
    if (!first) send();
    first = false;
  });
  effect(() => {
    const wanted = question.rowWindow.value;
    const shown = answer.rows.peek();
    if (shown !== null && (shown.from !== wanted.from || shown.count !== wanted.count)) {
      void fetchRows();
    }
  });
}

/** What is on show comes before the editor's code. */
function loadEditor(): void {
  if (editor.now === null) requestAnimationFrame(() => setTimeout(() => void editor.load(), 0));
}

function began({ view, code }: Editing): void {
  isWithoutEditor.value = false;
  countSteps();
  textBegins(view.state.doc);
  if (answeredVersion === version) markFindings(code);
}

/** Sees what can be undone and redone. */
function countSteps(): void {
  editor.with(({ view, code }) => {
    canUndo.value = code.undoDepth(view.state) > 0;
    canRedo.value = code.redoDepth(view.state) > 0;
  });
}

/** Undoes the last step of the text, or redoes it. */
export const undoStep = (): void => editor.with(({ view, code }) => void code.undo(view));
export const redoStep = (): void => editor.with(({ view, code }) => void code.redo(view));

function changed(changes: ChangeSet, isNewStep: boolean, doc: Text): void {
  version += told > 0 ? told : 1;
  countSteps();
  textChanged(isNewStep, doc, told > 0);
  if (told > 0) {
    keepSoon();
    return;
  }
  unsent.push(changes);
  if (ticks.unwritten > 0) tellWhole();
  else if (insertedLength(changes) > largeChange) setTimeout(sendUnsent, 0);
  else if (unsent.length === 1) send();
  keepSoon();
}

/** What changed, and what is asked of it now. */
function send(tick?: Tick): void {
  const changes = unsent.map((changes) => ({ edits: textEdits(changes) }));
  unsent = [];
  client.update({ ...update(changes), ...(tick !== undefined && { ticks: [tick] }) });
}

/** A tick of a control: the engine writes it into its text, and the answer brings it into the editor. */
export function sendTick(edit: ControlEdit, gesture: Gesture): Promise<TickOutcome> {
  const { tick, done } = ticks.begin(edit, gesture);
  send(tick);
  return done;
}

/** Takes the ticks of an answer. `false`: the text went on, and the engine is told the whole text. */
function takeTicks(reply: UpdateReply): boolean {
  const { ticks: replies } = reply;
  if (replies === undefined) return true;
  if (reply.version - written(replies) !== toldVersion()) {
    ticks.lose();
    if (written(replies) === 0) return true;
    tellWhole();
    return false;
  }
  ticks.take(replies);
  if (document.visibilityState === "hidden") writeTicks();
  else if (ticks.unwritten > 0 && !isWriting) writeSoon(performance.now() + textBehind);
  return true;
}

/**
 * Writes the ticks when the page has time, or at `latest`: a transaction of the editor takes as long as all else in the
 * frame that shows an answer, and while a hand drags there is one in every frame.
 */
function writeSoon(latest: number): void {
  isWriting = true;
  const write = (): void => {
    isWriting = false;
    writeTicks();
  };
  if (typeof requestIdleCallback !== "function") requestAnimationFrame(() => setTimeout(write, 0));
  else
    requestIdleCallback(
      (idle) => {
        if (idle.didTimeout || idle.timeRemaining() >= timeToWrite) write();
        else writeSoon(latest);
      },
      { timeout: Math.max(1, latest - performance.now()) },
    );
}

/** Writes the ticks that were answered into the editor, where they are not yet: before anyone else uses the text. */
export function writeTicks(): void {
  if (ticks.unwritten === 0) return;
  try {
    ticks.write((count) => (told = count));
  } finally {
    told = 0;
  }
  markAgain();
}

/** The engine's text is another one: it gets the editor's, and the ticks that this lacks again. */
function tellWhole(): void {
  const lost = ticks.loseUnwritten();
  unsent = [];
  client.update(update([{ whole: editor.toldText }]));
  for (const { edit, gesture } of lost) void sendTick(edit, gesture);
}

/** The editor with all that the answer is about. */
function settled(): LaterEditor {
  writeTicks();
  return editor;
}

function sendUnsent(): void {
  if (unsent.length > 0) send();
}

function replaced(how: "new" | "undo" | "redo"): void {
  names.replaced(how);
  if (how === "new") textOpened();
  textBegan = version + 1;
  batch(() => {
    textNumber.value += 1;
    fileName.value = names.current;
    if (how === "new" && !isOpening) forgetChoices(null);
  });
}

/** What was chosen about a text says nothing about the next one. */
function forgetChoices(now: string | null): void {
  question.now.value = now ?? question.loadedAt;
  question.chosenPlacement.value = null;
  question.openCluster.value = null;
  question.rowFilter.value = "";
  question.spreadStep.value = null;
  chosenView.value = null;
}

function keepSoon(): void {
  clearTimeout(saveTimer);
  // When nothing else is to be done: writing a megabyte takes longer than a frame.
  const soon = (): unknown => (typeof requestIdleCallback === "function" ? requestIdleCallback(keepNow) : keepNow());
  saveTimer = setTimeout(soon, autosaveDelay);
}

/** Keeps the text in this browser now, for when the page is about to go. */
export function keepNow(): void {
  clearTimeout(saveTimer);
  if (editor.length > largestKept) {
    kept.value = false;
    return;
  }
  const now = question.now.peek();
  kept.value = rememberText({
    name: fileName.peek(),
    text: currentText(),
    now: now === question.loadedAt ? null : now,
    undo: { steps: editor.steps(mostUndo), names: names.kept },
    ...(folderNote.peek() !== null && { folder: folderNote.peek() as FolderNote }),
  });
}

function answered(reply: UpdateReply): void {
  if (!takeTicks(reply)) return;
  // The first answer about a text: nothing of the one before it stays.
  const isOther = reply.version >= textBegan && answer.answeredText.peek() !== textNumber.peek();
  batch(() => {
    if (isOther) {
      answer.answeredText.value = textNumber.peek();
      answer.quotaFindings.value = [];
    }
    answer.reading.value = reply.reading;
    answer.refusal.value = reply.refusal;
    const broken = reply.reading.counts.error > 0;
    if (reply.decision !== null) {
      answer.decision.value = reply.decision;
      answer.rows.value = reply.decision.rows;
      answer.spread.value = reply.decision.spread;
      answer.stale.value = false;
      follow(reply);
    } else if (!isOther && answer.decision.value !== null && (broken || reply.refusal !== null)) {
      answer.stale.value = true;
    } else {
      answer.decision.value = null;
      answer.rows.value = null;
      answer.spread.value = null;
      answer.stale.value = false;
    }
  });
  answeredVersion = reply.version;
  markAgain();
  loadEditor();
}

/** Lists what the engine finds wrong with quotas among the findings of the text. */
export function showQuotaFindings(found: readonly Finding[]): void {
  answer.quotaFindings.value = found;
  markAgain();
}

/** Lists and marks the findings, whose offsets are of the text that was answered; a newer one gets its own. */
function markAgain(): void {
  if (answeredVersion !== version) return;
  listDiagnostics(answer.findings.peek());
  if (editor.now !== null) markFindings(editor.now.code);
}

/** Marks the findings of the last answer in the editor. */
function markFindings(code: Code): void {
  const found = answer.findings.peek();
  // A transaction of the editor costs as much as the answer.
  if (found.length > 0 || hasDiagnostics) editor.with(({ view }) => code.showDiagnostics(view, found));
  hasDiagnostics = found.length > 0;
}

/** A placement that is renamed stays the chosen one. */
function follow(reply: UpdateReply): void {
  const index = reply.decision?.placement;
  const named = reply.reading.placements.find((placement) => placement.index === index);
  const chosen = question.chosenPlacement.value;
  if (named === undefined || chosen === null) return;
  if (named.name !== chosen.name || named.namespace !== chosen.namespace) {
    question.chosenPlacement.value = { namespace: named.namespace, name: named.name };
  }
}

async function fetchRows(): Promise<void> {
  const rows = (await ofShown(client.request("rows", question.rowWindow.peek())))?.rows;
  const wanted = question.rowWindow.peek();
  if (rows?.order === wanted.order && rows.find === wanted.find) answer.rows.value = rows;
}

/** What is answered about the decision on show; null: it went on. */
export async function ofShown<Reply extends { serial: number }>(asked: Promise<Reply>): Promise<Reply | null> {
  const reply = await unlessBehind(asked);
  return reply?.serial === answer.decision.peek()?.serial ? reply : null;
}

/** Whether an answer is missing because the text went on, or the engine did not; the next one is on its way. */
export const isBehind = (error: unknown): boolean =>
  error instanceof Gone || (error as { code?: string }).code === "no-decision";

/** What is answered; null: the text went on, or the engine refuses the question. */
export const unlessRefused = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  asked.catch((error: unknown) => {
    if (isBehind(error) || typeof (error as { code?: unknown }).code === "string") return null;
    throw error;
  });

/** What is answered; null: it is missing because the text went on. */
export const unlessBehind = <Answer>(asked: Promise<Answer>): Promise<Answer | null> =>
  asked.catch((error: unknown) => {
    if (isBehind(error)) return null;
    throw error;
  });

export const currentText = (): string => settled().text;

/** Opens another text, with its own clock or that of the load; undo brings the old text back. */
export async function openText(name: string, text: string, now: string | null = null): Promise<void> {
  const editing = editor.now ?? (await editor.load());
  if (editing === null) return;
  batch(() => {
    names.announce(name);
    forgetChoices(now);
  });
  writeTicks();
  isOpening = true;
  editing.code.replaceText(editing.view, text);
  isOpening = false;
}

/** Shows and selects a range of the text. */
export function goTo(range: TextRange, focus = true): void {
  settled().with(({ view, code }) => code.reveal(view, range.start.offset, range.end.offset, focus));
}

/** Selects what an edit has written, without taking the focus. */
export const showWritten = (from: number, to: number): void =>
  settled().with(({ view, code }) => code.reveal(view, from, to, false));

/** Lights a range of the text while something points at it. */
export function light(range: TextRange | null): void {
  const { now } = settled();
  now?.code.lightLines(now.view, range && { from: range.start.offset, to: range.end.offset });
}

/** Brings a range of the text into sight where it is not, without selecting it. */
export const showFar = (range: TextRange): void =>
  settled().with(({ view, code }) => code.scrollIfFar(view, range.start.offset));

/** Does something with the editor: now, or once it is loaded. */
export const withEditor = (use: (editing: Editing) => void): void => settled().with(use);

/** Writes edits into the text as one step of undo; they are in offsets of the text as it is now. */
export function writeEdits(edits: Edits["edits"]): void {
  settled().with(({ view, code }) => {
    const gesture = new code.Gesture(view);
    gesture.apply(edits);
    gesture.end();
  });
}

/** A gesture of a control, with the editor that it writes into; null: the editor cannot be loaded. */
export async function newGesture(): Promise<Gesture | null> {
  const editing = editor.now ?? (await editor.load());
  return editing && new editing.code.Gesture(editing.view);
}

export const stopEngine = (): void => client.stop();

/** The objects as the hub would write them, of the decision on show. */
export const decisionsYaml = async (form: DecisionForm = "ocm"): Promise<string | null> =>
  (await unlessBehind(client.request("decisionsYaml", form)))?.yaml ?? null;

/** Counts changes of the text. */
export const textVersion = toldVersion;

/** Writes an event of a timeline as a step of undo, and shows it; null: the text went on. */
export async function addEvent(timeline: NamedObject | null, event: object): Promise<boolean | null> {
  await editor.load();
  for (;;) {
    const reply = await unlessBehind(client.request("timelineEdit", { timeline, event }));
    if (reply === null) return null;
    if (reply.version === toldVersion()) {
      const [first] = reply.edits;
      if (first === undefined) return false;
      writeEdits(reply.edits);
      const { from, insert } = first;
      const begins = Math.max(insert.search(/\S/), insert.lastIndexOf("- {"), insert.lastIndexOf("- at:"));
      showWritten(from + begins, from + insert.trimEnd().length);
      return true;
    }
    await frame();
  }
}

export const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
