import { useSignal } from "@preact/signals";
import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { answeredText, decision, engine, reading, refusal, slow } from "../session/answer";
import { addressNote } from "../session/address";
import { appliedChange, undoApplied } from "../session/applied";
import { noteOf } from "../session/folder";
import { loadedAt, now } from "../session/question";
import { client, fileName, stopEngine, textNumber } from "../session/session";
import { chosenView, hasContent, type ViewName, view, viewCounts, viewNames } from "../session/views";
import type { ReadingAnswer } from "../engine/types";
import { isClockText } from "../ui/clock";
import { Incomplete } from "../ui/incomplete";
import { Quoted } from "../ui/quoted";
import { DecisionAnnouncement } from "../views/placement/answer-line";
import { HatchPattern } from "../ui/bar";
import { PlacementView } from "../views/placement/view";
import { subjectOf } from "../ui/choice";
import { Loaded } from "../ui/loaded";

/** Right: the answer, by the kinds found in the text. */
export function AnswerPane() {
  const lost = reading.value?.incomplete;
  const folder = noteOf(fileName.value);
  const pane = useRef<HTMLElement>(null);
  const text = textNumber.value;
  // Another text is read from its first sentence on.
  useEffect(() => pane.current?.scrollTo(0, 0), [text]);
  const described = [
    ...(folder?.incomplete == null ? [] : ["incomplete-folder"]),
    ...(lost === undefined ? [] : ["incomplete-text"]),
  ];
  return (
    <main class="answer-pane" ref={pane}>
      <Progress />
      <div class="tabs flex-row">
        <div class="tab-list" role="tablist" aria-label="Views">
          {viewNames.map((name) => (
            <Tab key={name} name={name} />
          ))}
        </div>
        <Stop />
        <Clock />
      </div>
      <DecisionAnnouncement on={view.value === "placement"} />
      <HatchPattern />
      {folder?.incomplete != null && (
        <p class="incomplete-text" role="status" id="incomplete-folder">
          <Quoted text={folder.incomplete} />
        </p>
      )}
      {folder !== null && folder.notes.length > 0 && <NotRead notes={folder.notes} />}
      <div
        id="view"
        tabIndex={-1}
        role="tabpanel"
        aria-labelledby={`tab-${view.value}`}
        class={described.length > 0 ? "incomplete" : undefined}
        aria-describedby={described.length > 0 ? described.join(" ") : undefined}
      >
        <Shown view={<View key={`${view.value} ${answeredText.value}`} name={view.value} />} />
      </div>
      {/* Over the foot of the answer: they come and go while somebody types or drags. */}
      <div class="banners">
        <div>
          <AppliedNote />
          <AddressNote />
          <EngineState />
          <Incomplete places={lost} id="incomplete-text" />
        </div>
      </div>
      <div hidden>{viewCounts.value.quotas > 0 && view.value !== "quotas" && <Loaded load={quotaFindings} />}</div>
    </main>
  );
}

/** Files of a folder that hold no objects as they stand. */
function NotRead({ notes }: { notes: string[] }) {
  return (
    <ul class="notes not-read">
      {notes.map((note) => (
        <li key={note} class="hint">
          <Quoted text={note} />
        </li>
      ))}
    </ul>
  );
}

const viewOrNoSubject = () => import("./no-subject").then((it) => it.ViewOrNoSubject);

/**
 * The view on show; not that of the text before, once the answer about this one is slow. Texts with little to decide
 * about may have nothing for it: what says so is loaded for them.
 */
function Shown({ view }: { view: ComponentChildren }) {
  const text = textNumber.value;
  const slowText = useRef(-1);
  if (slow.value || engine.value.type === "stopped") slowText.current = text;
  const isAwaited = reading.value !== null && answeredText.value !== text && slowText.current === text;
  const isLittle = reading.value !== null && refusal.value === null && decision.value === null;
  if (!isAwaited && (!isLittle || subjectOf(reading.value as ReadingAnswer) === "more")) return <>{view}</>;
  return <Loaded load={viewOrNoSubject} given={{ view: isAwaited ? null : view }} />;
}

const nodes = (): Promise<ComponentType> => import("../views/nodes/view").then((it) => it.NodesView);
const quotas = (): Promise<ComponentType> => import("../views/quotas/view").then((it) => it.QuotasView);
const vms = (): Promise<ComponentType> => import("../views/vms/view").then((it) => it.VmsView);

const quotaFindings = (): Promise<ComponentType> => import("../views/quotas/findings").then((it) => it.QuotaFindings);

/** A view; but for the first, each is loaded when it is shown. */
function View({ name }: { name: ViewName }) {
  if (name === "placement") return <PlacementView />;
  return <Loaded load={{ nodes, quotas, vms }[name]} />;
}

const titles: Record<ViewName, string> = { placement: "Placement", nodes: "Nodes", quotas: "Quotas", vms: "VMs" };

/** A tab; Left, Right, Home and End move between those that have anything to show. */
function Tab({ name }: { name: ViewName }) {
  const chosen = view.value === name;
  const count = viewCounts.value[name];
  const able = hasContent(name);
  const move = (event: KeyboardEvent): void => {
    const names = viewNames.filter(hasContent);
    const at = names.indexOf(name);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: names.length - 1 }[event.key];
    const next = to === undefined ? undefined : names[(to + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    chosenView.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${name}`}
      aria-selected={chosen}
      aria-controls={chosen ? "view" : undefined}
      aria-disabled={!able || undefined}
      tabIndex={chosen ? 0 : -1}
      title={able ? undefined : "Nothing of this kind in the input"}
      onClick={() => {
        if (able) chosenView.value = name;
      }}
      onKeyDown={move}
    >
      {titles[name]} <span class="tab-count">{count || "–"}</span>
    </button>
  );
}

/** The clock that tolerations and scores expire by. It stands still. */
function Clock() {
  const typed = useSignal<string | null>(null);
  const text = typed.value ?? now.value;
  const fine = isClockText(text);
  const set = (value: string): void => {
    typed.value = value;
    if (isClockText(value)) now.value = value;
  };
  return (
    <div class="clock inline">
      <label title="Tolerations and scores expire by this clock, not by your system clock">
        <span class="quiet">at</span>
        <input
          type="text"
          class="clock-text"
          size={21}
          value={text}
          spellcheck={false}
          aria-label="The clock, RFC 3339"
          aria-invalid={!fine}
          onInput={(event) => set(event.currentTarget.value)}
          onBlur={() => {
            if (fine) typed.value = null;
          }}
        />
      </label>
      {text !== loadedAt && (
        <button
          type="button"
          class="quiet-button"
          onClick={() => {
            typed.value = null;
            now.value = loadedAt;
          }}
        >
          reset
        </button>
      )}
    </div>
  );
}

function Progress() {
  return (
    <div class="progress" hidden={!slow.value}>
      <div class="progress-bar" role="progressbar" aria-label="Computing" />
    </div>
  );
}

/** In the row of the tabs, so that it covers nothing. */
function Stop() {
  return (
    <button type="button" class="plain stop" hidden={!slow.value} onClick={stopEngine}>
      Stop
    </button>
  );
}

/** The suggestion that was just applied, and the way back. */
function AppliedNote() {
  const words = appliedChange();
  if (words === null) return null;
  return (
    <p class="address-note" role="status">
      Applied: {words}{" "}
      <button type="button" class="apply" onClick={undoApplied}>
        Undo
      </button>
    </p>
  );
}

/** What the address asked for in vain. */
function AddressNote() {
  if (addressNote.value === null) return null;
  return (
    <p class="address-note" role="status">
      {addressNote.value}{" "}
      <button type="button" class="quiet-button" onClick={() => (addressNote.value = null)}>
        dismiss
      </button>
    </p>
  );
}

/** Says so when the engine was restarted, or does not run. */
function EngineState() {
  const state = engine.value;
  if (state.type === "well" || state.type === "starting") return null;
  return (
    <p class="engine-state" role="alert">
      {state.type === "restarted"
        ? "The engine failed and was restarted with the same text."
        : "The engine stopped: the answer may be outdated."}{" "}
      <span class="quiet">{state.message}</span>{" "}
      <button
        type="button"
        class="quiet-button"
        onClick={state.type === "restarted" ? () => (engine.value = { type: "well" }) : () => client.start()}
      >
        {state.type === "restarted" ? "dismiss" : "Run again"}
      </button>
    </p>
  );
}
