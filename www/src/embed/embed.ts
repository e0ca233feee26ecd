/** One element without its DOM: the text, where it comes from, and its session with the engine. */
import { batch, computed, effect, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import type { EmbedAnswer, EmbedView } from "schedscope/embed";
import type { PlacementName } from "../engine/protocol";
import type { ShownPlacement } from "./session";
import { clockText } from "../ui/clock";
import { viewOf } from "../ui/choice";
import { newChoice, optionsOf } from "./choice";
import { loadEngine } from "./engine";
import { messageOf, EmbedSession } from "./session";
import { loadView } from "./views";

/** Rows of a table, and candidates of a step, that are shown at first. */
const fewRows = 10;
export const fewCandidates = 6;

export class Embed {
  readonly choice = newChoice();
  /** null: there is none yet */
  readonly text = signal<string | null>(null);
  /** null: the engine is not needed yet, or is being loaded */
  readonly session = signal<EmbedSession | null>(null);
  /** why text or engine are not there */
  readonly problem = signal<string | null>(null);
  /** which attribute is misspelt */
  readonly misspelt = signal<string | null>(null);
  readonly rows = signal(fewRows);
  readonly candidates = signal(fewCandidates);

  /** The current view; null before the text is read. */
  readonly view = computed<EmbedView | null>(() => {
    const wished = this.choice.view.value;
    const reading = this.session.value?.reading.value ?? null;
    if (wished !== null || reading === null) return wished;
    const found = viewOf(reading);
    return found === "placement" && this.session.value?.decision.value?.summary.spread ? "spread" : found;
  });

  readonly #madeAt = clockText(new Date());
  readonly #answered: (answer: EmbedAnswer) => void;
  #stop: (() => void) | null = null;

  constructor(answered: (answer: EmbedAnswer) => void) {
    this.#answered = answered;
  }

  /** Loads the engine and keeps it up to date; has no effect if already started. */
  start(): void {
    if (this.#stop !== null) return;
    // In parallel with the engine; the view reports a failure.
    const wished = this.choice.view.peek();
    if (wished !== null) loadView(wished).catch(() => undefined);
    let isOver = false;
    let dispose = (): void => undefined;
    this.#stop = () => {
      isOver = true;
      dispose();
      this.session.peek()?.free();
      this.session.value = null;
    };
    loadEngine().then(
      ({ Scenario }) => {
        if (isOver) return;
        const session = new EmbedSession(new Scenario());
        this.session.value = session;
        dispose = effect(() => {
          const text = this.text.value;
          if (text !== null) session.decide(text, this.#asked());
        });
      },
      (error: unknown) => {
        if (!isOver) this.problem.value = `The engine could not be loaded: ${messageOf(error)}`;
      },
    );
  }

  /** Gives the engine's memory back; `start` begins anew. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
  }

  /** Takes a text, or why there is none. */
  take(text: string | null, problem: string | null = null): void {
    batch(() => {
      this.text.value = text;
      this.problem.value = problem;
      this.rows.value = fewRows;
      this.candidates.value = fewCandidates;
    });
  }

  answered(answer: EmbedAnswer): void {
    this.#answered(answer);
  }

  /** The clock of all answers. */
  get now(): string {
    return this.choice.now.value ?? this.#madeAt;
  }

  #asked(): ShownPlacement {
    const { choice } = this;
    const weights = choice.weights.value;
    const placement = choice.placement.value;
    return {
      question: {
        ...optionsOf(choice, "decide"),
        placement: placement === null ? null : placementIn(placement),
        now: this.now,
        profile: choice.profile.value,
        ...(Object.keys(weights).length > 0 && { weights }),
      },
      cluster: choice.cluster.value,
      step: choice.step.value,
      rows: this.rows.value,
      candidates: this.candidates.value,
    };
  }
}

/** `namespace/name`; without a namespace any is meant. */
export function placementIn(name: string): PlacementName {
  const at = name.indexOf("/");
  return { namespace: at < 0 ? null : name.slice(0, at), name: name.slice(at + 1) };
}

export const EmbedContext = createContext<Embed | null>(null);

export function useEmbed(): Embed {
  const embed = useContext(EmbedContext);
  if (embed === null) throw new Error("a view of the element is outside of it");
  return embed;
}

/** Hands an answer to those who listen, once for each that is on show; null: there is none. */
export function useAnswerEvent(answer: EmbedAnswer | null): void {
  const embed = useEmbed();
  const written = JSON.stringify(answer);
  useEffect(() => {
    if (answer !== null) embed.answered(answer);
  }, [written]);
}
