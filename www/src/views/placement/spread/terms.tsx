import { useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { hintText, noteText } from "schedscope/words/placement";
import { absentText, isHard } from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { DecisionNote, SpreadConstraintSummary, TopologyKeyType, WhenUnsatisfiable } from "../../../engine/types";
import { useHost } from "../../../ui/host";
import { LineLink } from "../../../ui/line-link";
import { Loaded } from "../../../ui/loaded";
import { NumberField } from "../../../ui/number-field";
import { Interval } from "../interval";
import { sweeps, WithSweep } from "../with-sweep";
import { Quoted } from "../../../ui/quoted";
import { TextField } from "../../../ui/text-field";
import { nextKey } from "./keys";
import { capital } from "schedscope/words/phrase";
import { Section } from "../../../ui/section";
import { Select } from "../../../ui/select";

/** As many as the API allows. */
const most = 8;

/** The spread constraints as controls: each edits the text and follows it. */
export function Terms({ decision }: { decision: ShownDecision }) {
  const { spreadConstraints: terms, notes, prioritizers } = decision.summary;
  const { controls, fetch } = useHost();
  const keys = useSignal<{ labels: string[]; claims: string[] }>({ labels: [], claims: [] });
  const fetchKeys = async (): Promise<void> => {
    keys.value = (await fetch.clusterKeys()) ?? keys.peek();
  };
  const control = useMemo(controls.spread, []);
  const list = useRef<HTMLOListElement>(null);
  const focus = useRef<{ on: string; terms: string; until: number } | null>(null);
  const written = JSON.stringify(terms.map(({ topologyKey, topologyKeyType }) => [topologyKey, topologyKeyType]));
  // Buttons that moved with their term keep the keyboard's place; not where nothing came of it.
  useEffect(() => {
    const wanted = focus.current;
    if (wanted === null || wanted.terms === written) return;
    focus.current = null;
    const target = list.current?.parentElement?.querySelector<HTMLElement>(wanted.on);
    if (performance.now() < wanted.until) target?.focus();
  }, [written]);

  const once = (change: Parameters<typeof control.set>[0], then: string): void => {
    focus.current = { on: then, terms: written, until: performance.now() + 2000 };
    control.once(change);
  };
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= terms.length) return;
    once(
      { type: "move", constraint: from, to },
      `[data-term="${to}"] .${to > from ? "down" : "up"}:enabled, [data-term="${to}"] .key`,
    );
  };
  const add = async (): Promise<void> => {
    await fetchKeys();
    const topologyKey = nextKey(keys.peek().labels, terms);
    const change = {
      type: "add",
      topologyKey,
      topologyKeyType: "Label",
      maxSkew: 1,
      whenUnsatisfiable: "ScheduleAnyway",
    } as const;
    once(change, `[data-term="${terms.length}"] .key`);
  };
  const remove = (index: number): void =>
    once(
      { type: "remove", constraint: index },
      terms.length > 1 ? `[data-term="${Math.min(index, terms.length - 2)}"] .remove` : ".add",
    );

  const weight = prioritizers.find(({ name }) => name === "Spread")?.weight;
  const weighed = weight === undefined ? "" : `; weight ${integer(weight)}`;
  return (
    <Section
      class="spread"
      id="spread-title"
      title="Spread"
      words={
        terms.length === 0
          ? "no terms: clusters are selected by rank alone"
          : `one cluster at a time, the first term weighs most${weighed}`
      }
      head={
        <button
          type="button"
          class="plain add"
          disabled={terms.length >= most}
          title={terms.length >= most ? "The API allows at most 8" : "The new one is the least important"}
          onClick={() => void add()}
        >
          Add spread constraint
        </button>
      }
    >
      <WithSweep decision={decision}>
        <ol class="spread-terms" ref={list}>
          {terms.map((term, index) => (
            <Term
              key={index}
              decision={decision}
              term={term}
              index={index}
              count={terms.length}
              notes={notes.filter(({ path }) => path?.startsWith(term.path))}
              set={(fields, done) => {
                control.set({ type: "set", constraint: index, ...fields });
                if (done) control.end();
              }}
              move={move}
              fetchKeys={fetchKeys}
              remove={remove}
            />
          ))}
        </ol>
      </WithSweep>
      <SpreadNotes decision={decision} />
      <WeightOffer decision={decision} />
      {terms.length > 0 && <Help />}
      <Keys {...keys.value} />
    </Section>
  );
}

const helpBody = (): Promise<ComponentType> => import("./help").then((it) => it.HelpBody);

/** Its text is loaded when it is first opened. */
function Help() {
  const open = useSignal(false);
  return (
    <details class="help" onToggle={(event) => (open.value = event.currentTarget.open)}>
      <summary>How this differs from a pod's topologySpreadConstraints</summary>
      {open.value && <Loaded load={helpBody} />}
    </details>
  );
}

interface Fields {
  topologyKey?: string;
  topologyKeyType?: TopologyKeyType;
  maxSkew?: number;
  whenUnsatisfiable?: WhenUnsatisfiable;
}

const isSkew = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 2147483647;

interface Props {
  decision: ShownDecision;
  term: SpreadConstraintSummary;
  index: number;
  count: number;
  notes: DecisionNote[];
  set(fields: Fields, done: boolean): void;
  move(from: number, to: number): void;
  fetchKeys(): Promise<void>;
  remove(index: number): void;
}

function Term({ decision, term, index, count, notes, set, move, fetchKeys, remove }: Props) {
  const name = `term ${index + 1}, ${term.topologyKey}`;
  const absent = absentText(decision.summary, index);
  const skew = (value: number, done: boolean): void => {
    if (isSkew(value)) set({ maxSkew: value }, done);
  };
  return (
    <li
      class={`spread-term ${useHost().cursor.isOn(decision.lines[term.path]) ? "at-cursor" : ""}`}
      data-term={index}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || by === undefined) return;
        event.preventDefault();
        move(index, index + by);
      }}
    >
      <div class="term-line flex-row">
        <span class="term-number" aria-hidden="true">
          {index + 1}
        </span>
        <span class="term-moves">
          <button
            type="button"
            class="up"
            disabled={index === 0}
            aria-label={`Move ${name} up`}
            title="Up (Alt+↑)"
            onClick={() => move(index, index - 1)}
          >
            ↑
          </button>
          <button
            type="button"
            class="down"
            disabled={index === count - 1}
            aria-label={`Move ${name} down`}
            title="Down (Alt+↓)"
            onClick={() => move(index, index + 1)}
          >
            ↓
          </button>
        </span>
        <Select<TopologyKeyType>
          aria-label={`Type of ${name}`}
          value={term.topologyKeyType}
          choices={["Label", "Claim"]}
          onChoose={(topologyKeyType) => set({ topologyKeyType }, true)}
        />
        <TextField
          class="key"
          list={`cluster-${term.topologyKeyType.toLowerCase()}s`}
          value={term.topologyKey}
          aria-label={`Topology key of term ${index + 1}`}
          onFocus={() => void fetchKeys()}
          onDone={(topologyKey) => set({ topologyKey }, true)}
        />
        <span
          {...sweeps({ maxSkew: index })}
          class={`stepper ${isHard(term) ? "" : "off"}`}
          title={isHard(term) ? undefined : "No effect: ScheduleAnyway never blocks"}
        >
          <span>maxSkew</span>
          <button
            type="button"
            aria-label={`Smaller maxSkew of ${name}`}
            disabled={term.maxSkew <= 1}
            onClick={() => skew(term.maxSkew - 1, true)}
          >
            −
          </button>
          <NumberField
            min={1}
            step={1}
            value={term.maxSkew}
            aria-label={`maxSkew of ${name}`}
            accepts={isSkew}
            onSet={(value) => skew(value, false)}
            onDone={(value) => void skew(value, true)}
          />
          <button type="button" aria-label={`Larger maxSkew of ${name}`} onClick={() => skew(term.maxSkew + 1, true)}>
            +
          </button>
        </span>
        {isHard(term) ? (
          <Interval of={{ maxSkew: index }} value={term.maxSkew} />
        ) : (
          <span class="interval">no effect: never blocks</span>
        )}
        <Select<WhenUnsatisfiable>
          aria-label={`Action of ${name}`}
          value={term.whenUnsatisfiable}
          choices={["DoNotSchedule", "ScheduleAnyway"]}
          onChoose={(whenUnsatisfiable) => set({ whenUnsatisfiable }, true)}
        />
        <LineLink range={decision.lines[term.path]} />
        <button
          type="button"
          class="close remove"
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={() => remove(index)}
        >
          ×
        </button>
      </div>
      {(absent !== "" || notes.length > 0) && (
        <ul class="notes">
          {absent !== "" && <li class="hint">{absent}</li>}
          {notes.map((note) => (
            <Note key={note.code} note={note} decision={decision} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Terms that count nothing, because Spread has no weight: one press gives it one. */
function WeightOffer({ decision }: { decision: ShownDecision }) {
  const { controls } = useHost();
  const control = useMemo(() => controls.weight("Spread"), []);
  const hint = decision.hints.find(({ code }) => code === "term-without-weight");
  if (hint === undefined) return null;
  return (
    <p class="weight-offer">
      {capital(hintText(hint))}.{" "}
      <button type="button" class="line-link" onClick={() => control.once(1)}>
        Set the weight of Spread to 1
      </button>
    </p>
  );
}

/** What the engine says about spread as a whole. */
function SpreadNotes({ decision }: { decision: ShownDecision }) {
  const { notes, spreadConstraints: terms } = decision.summary;
  const own = notes.filter(
    ({ code, path }) =>
      code.startsWith("spread-") && code !== "spread-ignored" && !terms.some((term) => path?.startsWith(term.path)),
  );
  if (own.length === 0) return null;
  return (
    <ul class="notes">
      {own.map((note) => (
        <Note key={note.code} note={note} decision={decision} />
      ))}
    </ul>
  );
}

const Note = ({ note, decision }: { note: DecisionNote; decision: ShownDecision }) => (
  <li class={note.code === "spread-counts-anew" ? "" : "hint"}>
    <Quoted text={noteText(note)} /> <LineLink range={note.path === null ? null : decision.lines[note.path]} />
  </li>
);

/** What a topology key may be, as far as the text's clusters tell. */
function Keys({ labels, claims }: { labels: string[]; claims: string[] }) {
  return (
    <>
      <datalist id="cluster-labels">
        {labels.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
      <datalist id="cluster-claims">
        {claims.map((key) => (
          <option key={key} value={key} />
        ))}
      </datalist>
    </>
  );
}
