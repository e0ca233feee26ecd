/** Decides scenarios of a plan; in a thread of its own, or in this one. */
import type { NamespacedName } from "../../../types.js";
import { Scenario } from "../../entries/node.js";
import { fullName } from "../../words/object-name.js";
import { patternLike } from "../cluster-pattern.js";
import { checkWeights } from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import type { SweepPlan } from "./file.js";
import { Scenarios, type Settings } from "./scenarios.js";

/** What a thread needs. */
export interface SweepInput {
  plan: SweepPlan;
  /** The manifests. */
  text: string;
}

/** Clusters that are listed: all. */
const limit = 2 ** 31 - 1;

/** Decides the scenarios of a plan one by one. */
export class Sweeper {
  readonly #plan: SweepPlan;
  readonly #scenarios: Scenarios;
  readonly #scenario = new Scenario();
  readonly #placement: number;
  readonly #name: NamespacedName;

  constructor({ plan, text }: SweepInput) {
    this.#plan = plan;
    this.#scenarios = new Scenarios(plan);
    const { placements } = this.#scenario.replace(text);
    const named = placements.filter(
      (entry) => plan.placement === undefined || fullName(entry) === plan.placement || entry.name === plan.placement,
    );
    const [one, ...others] = named;
    if (one === undefined || others.length > 0)
      throw misuse(
        one === undefined ? "the input has no such placement" : "the input has several placements",
        `\`placement\` of the plan names one of ${placements.slice(0, 10).map(fullName).join(", ")}`,
      );
    this.#placement = one.index;
    this.#name = { namespace: one.namespace, name: one.name };
    this.#check();
  }

  /** A name that does not exist would change nothing in any scenario. */
  #check(): void {
    const { now, vary } = this.#plan;
    const asked = { placement: this.#placement, now, profile: this.#plan.profile ?? "Upstream" };
    checkWeights(this.#scenario, asked, Object.fromEntries(Object.keys(vary.weights ?? {}).map((name) => [name, 1])));
    this.#scenario.decide(asked);
    for (const lost of vary.without ?? [])
      if (lost !== "" && this.#scenario.matchClusters({ pattern: lost }).length === 0)
        throw nothing(`no cluster matches \`${lost}\``, ...patternLike(this.#scenario, lost, asked));
  }

  /** A scenario as a line of JSON. */
  line(number: number): string {
    const settings = this.#scenarios.at(number);
    return JSON.stringify({ scenario: number, ...settings, placement: this.#name, ...this.#result(settings) });
  }

  #result({ weights, numberOfClusters, without = "" }: Settings): object {
    const { now, profile = "Upstream" } = this.#plan;
    const asked = {
      placement: this.#placement,
      now,
      profile,
      limit,
      ...(weights !== undefined && { weights }),
      ...(numberOfClusters !== undefined && { numberOfClusters }),
    };
    const { selected, unscheduled, outcome, status } = this.#scenario.decide(asked);
    if (outcome !== "scheduled") return { outcome };
    if (status.code === "Misconfigured") return { outcome: "misconfigured" };
    if (without === "") return { selected, unscheduled };
    const lost = without.includes("=") ? { label: without } : { cluster: without };
    const [loss] = this.#scenario.without({ ...asked, ...lost }).losses;
    const gone = new Set([...(loss?.lost ?? []), ...(loss?.removed ?? [])]);
    return {
      selected: [...selected.filter((name) => !gone.has(name)), ...(loss?.added ?? [])],
      unscheduled: loss?.unscheduled ?? unscheduled,
    };
  }
}
