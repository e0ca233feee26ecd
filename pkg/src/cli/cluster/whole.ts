/** Answers about a cluster: an object of a kind that was read whole does not exist, and the input does not lack it. */
import { parse, stringify } from "lossless-json";
import type { Findings, MissingReason } from "../../../types.js";
import { type Questions, Scenario } from "../../entries/node.js";

/**
 * Why an object is missed where the engine decides as a cluster without it does. All others stay: of claims without
 * their volumes, for one, the engine assumes that these exist.
 */
const decidesWithout: ReadonlySet<string> = new Set<MissingReason>([
  "set-wanted",
  "set-bound",
  "not-bound",
  "scores",
  "some-scores",
  "cel-scores",
  "set-clusters",
  "recorded",
  "history",
  "bound-node",
  "other-nodes",
  "all-pods",
  "workload-pods",
  "quota-pods",
  "one-namespace",
  "priority-class",
  "default-class",
  "runtime-class",
  "free-volumes",
  "volume-limits",
  "storage-capacity",
  "namespace-labels",
  "owner",
  "budgets",
]);

/** Codes of findings about objects that the input lacks. */
const missing: ReadonlySet<string> = new Set(["missing-input", "assumed-input", "assumed-storage"]);
const hasMissing = new RegExp(`"code":"(?:${[...missing].join("|")})"`);

interface Found {
  code: string;
  data?: { kind?: string; why?: string };
}

/** A scenario with the objects of a cluster. */
export class ClusterScenario extends Scenario {
  readonly #whole: ReadonlySet<string>;

  /** `whole`: the kinds of which every object was read. */
  constructor(whole: ReadonlySet<string>) {
    super();
    this.#whole = whole;
  }

  override askJson(question: string): string {
    const json = super.askJson(question);
    if (!hasMissing.test(json)) return json;
    // Numbers keep every digit.
    return stringify(this.#withoutAbsent(parse(json) as Partial<Findings>)) ?? json;
  }

  protected override answer<Question extends keyof Questions>(
    question: Question,
    options: object | undefined,
  ): Questions[Question][1] {
    return this.#withoutAbsent(super.answer(question, options));
  }

  #withoutAbsent<Answer>(answer: Answer): Answer {
    const { findings } = (answer ?? {}) as { findings?: Found[] };
    if (findings === undefined) return answer;
    const isAbsent = ({ code, data }: Found): boolean =>
      missing.has(code) && decidesWithout.has(data?.why ?? "") && this.#whole.has(data?.kind ?? "");
    return { ...answer, findings: findings.filter((one) => !isAbsent(one)) };
  }
}
