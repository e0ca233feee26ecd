// Why an object is as it is, by its name.
import type { Change, DecideOptions, FindOptions, FoundObject, NamedObject, QueueOptions } from "../../types.js";
import { type ObjectWhy, placementsFor, whyOf } from "../difference/why-of.js";
import type { ClusterWhy } from "../difference/why.js";
import { SchedscopeError } from "../error.js";
import { answerBlocks, type Block } from "../report/block.js";
import { plainLines } from "../report/plain.js";
import { whyReport } from "../report/why.js";
import { QUESTIONS } from "../questions/table.js";
import type { Scenario } from "../scenario.js";
import type { WorkOptions } from "../work.js";
import { lost } from "./ask.js";
import { call, type ManifestFindings } from "./call.js";
import type { Manifests } from "./manifests.js";
import { type Caveat, onceEach } from "../words/caveat.js";
import { fullName } from "../words/object-name.js";
import type { WithMessage } from "./answers.js";
import { named } from "./named.js";
import { checkWeights, clock, lacking } from "./place.js";
import { bestChanges } from "./would-change.js";

/** Options of `why`. */
export interface WhyOptions
  extends Omit<DecideOptions, "limit">,
    Pick<FindOptions, "namespace">,
    Pick<QueueOptions, "kubernetesVersion">,
    WorkOptions {
  /**
   * `name`, `namespace/name`, `kind/name` or `kind/namespace/name`, with kinds as kubectl takes them; or
   * `{ namespace, name }`.
   */
  name: NamedObject;
}

const OPTIONS = [
  ...QUESTIONS.decide.options.filter((name) => name !== "limit"),
  ...QUESTIONS.find.options,
  "kubernetesVersion",
];

/** What is behind a `why`, by the kind of the object. */
export type WhyDetails = Exclude<ObjectWhy, { subject: "cluster" }> | { subject: "cluster"; placements: ClusterWhy[] };

/** The answer of `why`. */
export interface WhyAnswer extends ManifestFindings {
  /** The object that the name means. */
  object: FoundObject;
  /** The cause alone: `message` without caveats and changes. */
  cause: string;
  /** The cause first, then the cheapest changes, as lines of text. */
  message: string;
  /** What you must know before you believe the answer, as sentences with their data. */
  caveats: Caveat[];
  /**
   * The cheapest changes that give another answer, at most 3, of a cluster for each placement; each was made in the
   * manifests and decided again.
   */
  changes: WithMessage<Change>[];
  /** The same with its tables, as blocks that a page can render. */
  blocks: Block[];
  /** The answers that the message is made from. */
  answer: WhyDetails;
}

/**
 * Says why a pod, workload, node, cluster, placement, quota or claim is as it is: the cause first, then the cheapest
 * changes.
 *
 * @throws {SchedscopeError} `no-such-object`: the name means no object, or several; `invalid-argument`
 * @example
 * const { message } = await why(text, { name: "deployment/web" });
 */
export function why(manifests: Manifests, options: WhyOptions): Promise<WhyAnswer> {
  return call("why", manifests, options, OPTIONS, async (context, given) => {
    const { scenario, input } = context;
    await scenario.loadCel(undefined, { signal: given.signal, onProgress: given.onProgress });
    scenario.kubernetesVersion = given.kubernetesVersion;
    const name = nameOf(given.name);
    const object = named(scenario, "why.name", name, given.namespace);
    const all = await answersOf(scenario, object, given);
    const blocks =
      all.length === 0
        ? answerBlocks(lacking(context).caveats, [`The input has no Placement that could select ${object.name}.`])
        : all.flatMap((why) => whyReport(why, input.where, false));
    const found = blocks.flatMap((block) => (block.kind === "findings" ? block.findings : []));
    const caveats = onceEach([...lost(scenario, input), ...found.filter((one) => "details" in one)]);
    const cause = textOf(blocks.filter(({ kind }) => kind === "headline"));
    return {
      object,
      cause,
      message: textOf(blocks),
      caveats,
      changes: all.flatMap(changesOf),
      blocks,
      answer: detailsOf(all),
    };
  });
}

const textOf = (blocks: Block[]): string => plainLines(blocks).join("\n");

function nameOf(given: NamedObject): string {
  if (typeof given === "string") return given;
  const isName = typeof given?.namespace === "string" && typeof given.name === "string";
  if (!isName) throw new SchedscopeError("invalid-argument", "why.name: must be text, or have `namespace` and `name`");
  return fullName(given);
}

/** Of a cluster, one for each placement. */
async function answersOf(scenario: Scenario, object: FoundObject, options: WhyOptions): Promise<ObjectWhy[]> {
  const { name, namespace, kubernetesVersion, signal, onProgress, ...decision } = options;
  const asked = { ...decision, now: clock(decision.now) };
  const { placement } = asked;
  const all = placementsFor<NamedObject | number>(
    object,
    () => (placement === undefined ? scenario.reading().placements.map(({ index }) => index) : [placement]),
    () => [fullName(object)],
  );
  for (const placement of all)
    if (placement !== undefined) await checkWeights("why", scenario, { ...asked, placement }, { signal, onProgress });
  return all.map((placement) =>
    whyOf(scenario, object, asked.profile, () => {
      const one = { ...asked, placement };
      return { summary: scenario.decide(one), asked: one };
    }),
  );
}

function detailsOf(all: ObjectWhy[]): WhyDetails {
  const placements: ClusterWhy[] = [];
  for (const why of all) {
    if (why.subject !== "cluster") return why;
    const { subject, ...one } = why;
    placements.push(one);
  }
  return { subject: "cluster", placements };
}

/** The cheapest changes of what was searched. */
function changesOf(why: ObjectWhy): WithMessage<Change>[] {
  switch (why.subject) {
    case "pod":
    case "cluster":
      return bestChanges(why.wouldChange);
    case "workload":
      return bestChanges(why.pending?.wouldChange ?? null);
    default:
      return [];
  }
}
