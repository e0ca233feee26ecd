/** One element's text in the engine, and the answers about it. */
import { batch, signal } from "@preact/signals";
import type { Scenario } from "schedscope";
import { EngineHost } from "../engine/host";
import { Latest } from "../engine/latest";
import type { ShownDecision, DecisionQuestion, Update } from "../engine/protocol";
import type { QuestionName, Questions } from "../engine/questions";
import type { ClusterRow, KubernetesVersion, ReadingAnswer } from "../engine/types";

/** What is asked about placements. */
export interface ShownPlacement {
  question: DecisionQuestion;
  /** the cluster to explain */
  cluster: string | null;
  /** the run of spread after so many steps; null: after the last */
  step: number | null;
  /** so many rows of the table, and so many candidates of the step */
  rows: number;
  candidates: number;
}

/** The what-ifs that views ask for. */
export type WhatIfName = "change" | "sweep";

/** An answer, or why there is none. */
export type Result<Answer> = { answer: Answer; error: null } | { answer: null; error: string };

export class EmbedSession {
  readonly reading = signal<ReadingAnswer | null>(null);
  /** null: there is none, or none yet */
  readonly decision = signal<ShownDecision | null>(null);
  /** why there is no decision */
  readonly refusal = signal<string | null>(null);

  readonly #scenario: Scenario;
  readonly #host: EngineHost;
  readonly #updates: Latest<Update>;
  #version = 0;
  #text: string | null = null;
  #isFree = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#host = new EngineHost(scenario);
    this.#updates = new Latest(
      (update) => void this.#update(update).finally(() => this.#updates.done()),
      (earlier, later) => ({ ...later, changes: [...earlier.changes, ...later.changes].slice(-1) }),
    );
  }

  /** Decides; of several that come while one is under way, the last. */
  decide(text: string, { question, cluster, step, rows, candidates }: ShownPlacement): void {
    const changes = text === this.#text ? [] : [{ whole: text }];
    this.#text = text;
    this.#version += changes.length;
    this.#updates.push({
      version: this.#version,
      changes,
      question,
      rows: { order: "rank", find: "", from: 0, count: rows },
      cluster,
      spread: { step, from: 0, count: candidates },
    });
  }

  /** A question about nodes, pods, quotas and VMs, or a what-if. `version`: of Kubernetes; null: the text decides. */
  ask<Q extends QuestionName | WhatIfName>(
    name: Q,
    options: Questions[Q][0],
    version: KubernetesVersion | null,
  ): Result<Questions[Q][1]> {
    try {
      this.#scenario.kubernetesVersion = version ?? undefined;
      // The compiler does not see that name and options belong together.
      const ask = this.#scenario[name] as (options: unknown) => Questions[Q][1];
      return { answer: ask.call(this.#scenario, options), error: null };
    } catch (error) {
      return { answer: null, error: messageOf(error) };
    }
  }

  /** The row of a cluster by its index. */
  clusterRow(cluster: number): ClusterRow | null {
    return this.#host.clusterRow(cluster);
  }

  /** Gives its memory back. */
  free(): void {
    this.#isFree = true;
    this.#updates.clear();
    try {
      this.#scenario.free();
    } catch {
      // An engine that failed has nothing left to give back.
    }
  }

  async #update(update: Update): Promise<void> {
    try {
      const answer = await this.#host.update(update);
      if (this.#isFree) return;
      batch(() => {
        this.reading.value = answer.reading;
        this.decision.value = answer.decision;
        this.refusal.value = answer.refusal?.message ?? null;
      });
    } catch (error) {
      if (this.#isFree) return;
      batch(() => {
        this.decision.value = null;
        this.refusal.value = messageOf(error);
      });
    }
  }
}

/** What an error says, to those who read the page. */
export function messageOf(error: unknown): string {
  if (error instanceof WebAssembly.RuntimeError)
    return `The engine failed (${error.message}). Reload the page to start it again.`;
  return error instanceof Error ? error.message : String(error);
}
