/**
 * The worker's side of the conversation, apart from the worker: takes requests, asks the engine.
 * Knows nothing of messages and threads.
 */
import type {
  UpdateReply,
  Calls,
  ControlEdit,
  ShownDecision,
  ShownExplanation,
  PlacementName,
  Refusal,
  HostRequest,
  RowsOnShow,
  RowWindow,
  TextChange,
  Tick,
  TickReply,
  Update,
} from "./protocol";
import type { Scenario } from "schedscope";
import { clusterPath, itemKey, placementPath } from "./protocol";
import type { BaselineHost, ShownDifference } from "./baseline";
import { askScenario, type BesideHost } from "./beside";
import { rankCurve } from "./curve";
import { SpreadHost } from "./spread-host";
import type {
  ChangeAnswer,
  ChangeOptions,
  ClusterRow,
  DecisionHint,
  DecideAnswer,
  Findings,
  ExplainClusterAnswer,
  ObjectName,
  TextEdit,
  TextRange,
  ReadingAnswer,
} from "./types";

export class EngineHost {
  readonly #scenario: Scenario;
  readonly #spread: SpreadHost;
  readonly #baselines: BaselineHost | null;
  readonly #beside: BesideHost | null;
  #difference: ShownDifference | null = null;
  #version = 0;
  #serial = 0;
  #placement = 0;
  #revision = 0;
  /** what was read last */
  #reading: ReadingAnswer | null = null;

  /** `baselines`: of the same scenario, `beside`: another text; null: nothing is compared. */
  constructor(scenario: Scenario, baselines: BaselineHost | null = null, beside: BesideHost | null = null) {
    this.#scenario = scenario;
    this.#spread = new SpreadHost(scenario);
    this.#baselines = baselines;
    this.#beside = beside;
  }

  /** Answers one request, before the next one; throws what the engine throws. */
  async handle(request: HostRequest): Promise<Calls[keyof Calls]["answer"]> {
    switch (request.call) {
      case "update":
        return this.update(request.ask);
      case "rows":
        return { serial: this.#serial, rows: this.#rows(request.ask) };
      case "timelineEdit": {
        const { timeline, event } = request.ask;
        return {
          version: this.#version,
          edits: this.#scenario.timelineEdit({ timeline: timeline ?? undefined, event }),
        };
      }
      case "locate":
        return this.#scenario.locate(request.ask);
      case "ask":
        return { revision: this.#revision, answer: askScenario(this.#scenario, request.ask) };
      case "askBeside":
        return this.#beside?.ask(request.ask) ?? null;
      case "changes":
        return { version: this.#version, answers: this.#changes(request.ask) };
      case "selection": {
        const baseline = this.#difference?.baseline;
        if (request.ask === "shown") return this.#baselines?.selection ?? null;
        return baseline === undefined ? null : (this.#baselines?.compared(baseline) ?? null);
      }
      case "decisionsYaml": {
        const yaml = await this.#scenario.ask("decisionsYaml", { form: request.ask });
        return { serial: this.#serial, yaml };
      }
      case "spread":
        return { serial: this.#serial, spread: this.#spread.onShow(request.ask) };
      case "spreadCandidates": {
        const { step, from, count } = request.ask;
        return { serial: this.#serial, step, candidates: this.#spread.candidates(step, from, count) };
      }
      case "rankCurve": {
        const all = this.#scenario;
        return { serial: this.#serial, curve: rankCurve(all.states(), all.totals(), all.selectedIndices()) };
      }
      case "spreadTurn":
        return { serial: this.#serial, step: this.#spread.turn() };
      case "clusterKeys": {
        const { labels, claims } = await this.#scenario.ask("clusterKeys");
        return { labels: labels.map(({ key }) => key), claims: claims.map(({ key }) => key) };
      }
      case "clusterRow":
        return this.clusterRow(request.ask);
    }
  }

  #changes(all: ChangeOptions[]): ChangeAnswer[] {
    const end = performance.now() + longestSearch;
    const answers: ChangeAnswer[] = [];
    for (const options of all) {
      answers.push(this.#scenario.change({ limit: mostNamed, ...options }));
      if (performance.now() > end) break;
    }
    return answers;
  }

  /** Takes all that changed, and answers all that is on show. */
  async update(update: Update): Promise<UpdateReply> {
    if (update.baseline !== undefined) this.#baselines?.begin(update.baseline);
    const { changes, ticks = [] } = update;
    if (changes.length > 0) this.#baselines?.textChanged();
    // What a tick changes is read once, with the tick.
    const known = changes.length === 0 && ticks.length > 0 ? this.#reading : null;
    const before = known ?? this.#read(changes);
    const placement = choosePlacement(before, update.question.placement, this.#placement);
    const replies: TickReply[] = [];
    for (const tick of ticks) replies.push(await this.#write(placement, tick));
    const written = replies.filter(({ edits }) => edits.length > 0).length;
    this.#version = update.version + written;
    const reading = written > 0 && this.#reading !== null ? this.#reading : known === null ? before : this.#read([]);
    const answer: UpdateReply = { version: this.#version, reading, decision: null, refusal: null };
    if (update.ticks !== undefined) answer.ticks = replies;
    if (placement === null) return answer;
    this.#placement = placement;
    try {
      // What CEL's compiler finds stands among the diagnostics.
      if (await this.#scenario.loadCel(placement)) answer.reading = this.#scenario.reading();
    } catch (error) {
      // Without CEL there is a decision too, which says so.
      answer.refusal = refusalOf(error);
      if (answer.refusal === null) throw error;
    }
    const decide = (limit: number) => this.#scenario.decide({ ...update.question, placement, limit });
    let summary: DecideAnswer & Findings;
    try {
      // The table and the columns name the clusters on show.
      summary = decide(mostNamed);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return { ...answer, refusal };
    }
    this.#serial += 1;
    this.#spread.decided(summary);
    await this.#compare(update, summary, decide);
    return { ...answer, decision: await this.#decision(placement, summary, update) };
  }

  async #compare({ baseline, question }: Update, summary: DecideAnswer, decide: (limit: number) => DecideAnswer) {
    this.#difference = null;
    if (baseline === undefined || this.#baselines === null) return;
    this.#difference = await this.#baselines.decided(summary, baseline.kind, question, decide);
    // Only the squares of spread are marked.
    const changed = summary.spread === null ? null : this.#baselines.changed(this.#difference);
    if (changed !== null) this.#spread.mark(changed);
  }

  /** Writes what a control asks for into the text. */
  async #write(placement: number | null, { id, edit, begins }: Tick): Promise<TickReply> {
    if (placement === null) return { id, edits: [], refusal: null };
    try {
      const edits = await this.#editOf(placement, edit);
      if (begins && edits.length > 0) this.#baselines?.begin({ kind: null, begins: "edit" });
      // The last one first: their offsets are those of the text before all of them.
      const backwards = [...edits].sort((one, other) => other.from - one.from);
      if (edits.length > 0) this.#read([{ edits: backwards }]);
      return { id, edits, refusal: null };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      return { id, edits: [], refusal };
    }
  }

  /** The first of them loads a part of the engine. */
  #editOf(placement: number, edit: ControlEdit): Promise<TextEdit[]> {
    if ("spread" in edit) return this.#scenario.ask("spreadEdit", { placement, change: edit.spread });
    if ("weight" in edit) return this.#scenario.ask("weightEdit", { placement, ...edit });
    if ("mode" in edit) return this.#scenario.ask("modeEdit", { placement, ...edit });
    return this.#scenario.ask("numberOfClustersEdit", { placement, ...edit });
  }

  #read(changes: TextChange[]): ReadingAnswer {
    let reading: ReadingAnswer | null = null;
    for (const change of changes) {
      if ("whole" in change) {
        reading = this.#scenario.replace(change.whole);
        this.#spread.forget();
      } else {
        for (const { from, to, insert } of change.edits) {
          reading = this.#scenario.edit(from, to, insert);
        }
      }
    }
    reading ??= this.#scenario.reading();
    this.#reading = reading;
    this.#revision = reading.revision;
    return reading;
  }

  async #decision(placement: number, summary: DecideAnswer & Findings, update: Update): Promise<ShownDecision> {
    const hints = this.#scenario.hints();
    return {
      serial: this.#serial,
      placement,
      summary,
      rows: this.#rows(update.rows),
      explained: await this.#explain(update.cluster, summary),
      cutOff: this.#cutOff(summary),
      lines: this.#placementLines(summary, hints),
      hints,
      spread: this.#spread.onShow(update.spread),
      difference: this.#difference,
    };
  }

  #rows(window: RowWindow): RowsOnShow {
    const { order, from, count, find } = window;
    const { total, rows } = this.#scenario.clusters({
      order,
      offset: from,
      limit: count,
      find: find === "" ? undefined : find,
    });
    const marks = this.#difference === null ? undefined : rows.map(({ name }) => this.#baselines?.markOf(name) ?? null);
    return { ...window, total, rows, ...(marks !== undefined && { marks }) };
  }

  /** The row of a cluster by its index; null: there is none. */
  clusterRow(cluster: number): ClusterRow | null {
    const [name] = this.#scenario.clusterNames({ clusters: [cluster] });
    if (name === undefined) return null;
    return this.#scenario.clusters({ find: name }).rows.find((row) => row.name === name) ?? null;
  }

  #cutOff(summary: DecideAnswer): number | null {
    // Spread does not cut a ranking.
    if (summary.spread !== null) return null;
    const { selected: count, feasible } = summary.clusterCounts;
    if (count === 0 || count >= feasible) return null;
    const selected = this.#scenario.selectedIndices();
    const last = selected[selected.length - 1];
    return last === undefined ? null : (this.#scenario.totals()[last] ?? null);
  }

  #placementLines(summary: DecideAnswer, hints: DecisionHint[]): Record<string, TextRange> {
    const keys = new Map<string, string>();
    const note = (path: string, key = path): void => void keys.set(key, path);
    if (summary.numberOfClusters !== null) note("spec.numberOfClusters");
    for (const { path } of summary.prioritizers) {
      if (path === null) continue;
      note(`${path}.weight`, path);
      note(path, itemKey(path));
    }
    for (const { path } of summary.spreadConstraints) {
      note(path);
      note(`${path}.maxSkew`);
    }
    for (const { path } of [...summary.notes, ...hints])
      if (path !== null && path !== "" && !keys.has(path)) note(path);
    const [policy, mode] = ["spec.prioritizerPolicy", "spec.prioritizerPolicy.mode"];
    const lines = this.#lines(summary.placement, keys, [policy, mode]);
    // Where the text does not have it, its parent is meant.
    if (lines[mode]?.start.offset === lines[policy]?.start.offset) delete lines[mode];
    delete lines[policy];
    return lines;
  }

  /** Where fields of an object stand, by their keys; those of `more` by their paths. */
  #lines(object: ObjectName, keys: Map<string, string>, more: string[] = []): Record<string, TextRange> {
    const named = [...keys, ...more.map((path) => [path, path] as const)];
    const ranges = this.#scenario.locateAll({ object, paths: named.map(([, path]) => path) }) ?? [];
    const lines: Record<string, TextRange> = {};
    named.forEach(([key], i) => {
      const range = ranges[i];
      if (range) lines[key] = range;
    });
    return lines;
  }

  async #explain(name: string | null, summary: DecideAnswer): Promise<ShownExplanation | null> {
    if (name === null) return null;
    const cluster = this.#scenario.clusterIndex({ name });
    if (cluster === null) return null;
    const explanation = await this.#scenario.ask("explainCluster", { cluster });
    const object = { kind: "ManagedCluster", namespace: "", name };
    const lines = {
      ...this.#lines(
        summary.placement,
        new Map(placementPaths(explanation).map((path) => [placementPath(path), path])),
      ),
      ...this.#lines(object, new Map(clusterPaths(explanation).map((path) => [clusterPath(path), path]))),
    };
    for (const { name: prioritizer } of explanation.scores) {
      const source = this.#scoreSource(prioritizer, name);
      if (source) lines[prioritizer] = source;
    }
    return { explanation, lines, blocking: this.#spread.blocking(explanation) };
  }

  /** Where the number behind a raw score stands, for scores that are read off one field. */
  #scoreSource(prioritizer: string, cluster: string): TextRange | null {
    const addOn = /^AddOn\/([^/]+)\/(.+)$/.exec(prioritizer);
    if (addOn) {
      const object = { kind: "AddOnPlacementScore", namespace: cluster, name: addOn[1] ?? "" };
      return this.#scenario.locate({ object, path: "status.scores" });
    }
    const resource = resourceOf(prioritizer);
    if (resource === null) return null;
    const object = { kind: "ManagedCluster", namespace: "", name: cluster };
    return this.#scenario.locate({ object, path: `status.allocatable.${resource}` });
  }
}

/** The resource a built-in scores by, as the cluster's status names it. */
function resourceOf(prioritizer: string): string | null {
  const name = /^Resource(?:Allocatable|Ratio)(.+)$/.exec(prioritizer)?.[1];
  if (name === undefined) return null;
  if (name === "CPU") return "cpu";
  if (name === "Memory") return "memory";
  return /^\((.+)\)$/.exec(name)?.[1] ?? null;
}

/**
 * The placement asked for by name; where the name is gone (it is being typed), the one at the same
 * place; else the first.
 */
export function choosePlacement(reading: ReadingAnswer, wanted: PlacementName | null, before: number): number | null {
  const { placements } = reading;
  if (placements.length === 0) return null;
  if (wanted === null) return 0;
  const named = placements.find(
    (p) => p.name === wanted.name && (wanted.namespace === null || p.namespace === wanted.namespace),
  );
  return named?.index ?? placements[Math.min(before, placements.length - 1)]?.index ?? 0;
}

function placementPaths(explanation: ExplainClusterAnswer): string[] {
  const paths = explanation.predicates.flatMap((predicate) => [
    predicate.path,
    ...predicate.requirements.map((requirement) => requirement.path),
  ]);
  for (const taint of explanation.taints) {
    if (taint.toleration !== null) paths.push(`spec.tolerations[${taint.toleration}]`);
    for (const { toleration } of taint.rejected) paths.push(`spec.tolerations[${toleration}]`);
  }
  return paths;
}

function clusterPaths(explanation: ExplainClusterAnswer): string[] {
  return explanation.taints.map((taint) => taint.path);
}

/** An error that the engine means, with its code; null for a crash. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error instanceof WebAssembly.RuntimeError) return null;
  const code = (error as Error & { code?: unknown }).code;
  // The engine has started afresh; a fresh worker gets all that is on show, too.
  return typeof code === "string" && code !== "engine-failed" ? { code, message: error.message } : null;
}
/** How long searches go on before what waits behind them has its turn, in milliseconds. */
const longestSearch = 20;
/** Selected clusters that are named: to tell who comes and goes. */
const mostNamed = 100;
