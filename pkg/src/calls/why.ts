// Why an object is as it is, by its name.
import type { DecideOptions, FindOptions, FoundObject, NamedObject, QueueOptions } from "../../types.js";
import { subjectOf } from "../difference/meant.js";
import {
  type ClusterWhy,
  clusterWhy,
  type NodeWhy,
  nodeWhy,
  type PlacementWhy,
  placementWhy,
  type PodWhy,
  podWhy,
  type RejectionWhy,
  rejectionWhy,
  type WorkloadWhy,
  workloadWhy,
} from "../difference/why.js";
import { type VmWhy, vmWhy } from "../difference/vm-why.js";
import { SchedscopeError } from "../error.js";
import type { Block } from "../report/block.js";
import { plainLines } from "../report/plain.js";
import { podWhyReport } from "../report/pod-why.js";
import {
  clusterWhyReport,
  nodeWhyReport,
  placementWhyReport,
  rejectionWhyReport,
  vmWhyReport,
  workloadWhyReport,
} from "../report/why.js";
import { QUESTIONS } from "../questions/table.js";
import type { Scenario } from "../scenario.js";
import type { WorkOptions } from "../work.js";
import { lost } from "./ask.js";
import { call, type ManifestFindings } from "./call.js";
import type { InputText, Manifests } from "./manifests.js";
import type { Caveat } from "../words/caveat.js";
import { fullName } from "../words/object-name.js";
import type { ChangeWithMessage } from "./change.js";
import { named } from "./named.js";
import { clock } from "./place.js";
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
export type WhyDetails =
  | ({ subject: "pod" } & PodWhy)
  | ({ subject: "workload" } & WorkloadWhy)
  | ({ subject: "node" } & NodeWhy)
  | { subject: "cluster"; placements: ClusterWhy[] }
  | ({ subject: "placement" } & PlacementWhy)
  | ({ subject: "rejecting" } & RejectionWhy)
  | ({ subject: "vm" } & VmWhy);

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
  /** The cheapest changes that give another answer, at most 3; each was made in the manifests and decided again. */
  changes: ChangeWithMessage[];
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
  return call("why", manifests, options, OPTIONS, async ({ scenario, input }, given) => {
    await scenario.loadCel(undefined, { signal: given.signal, onProgress: given.onProgress });
    scenario.kubernetesVersion = given.kubernetesVersion;
    const name = nameOf(given.name);
    const object = named(scenario, "why.name", name, given.namespace);
    const answer = answerOf(scenario, object, given);
    const blocks = blocksOf(answer, input, object);
    const found = blocks.flatMap((block) => (block.kind === "findings" ? block.findings : []));
    const caveats = [...lost(scenario, input), ...found.filter((one) => "details" in one)];
    const cause = textOf(blocks.filter(({ kind }) => kind === "headline"));
    return { object, cause, message: textOf(blocks), caveats, changes: changesOf(answer), blocks, answer };
  });
}

const textOf = (blocks: Block[]): string => plainLines(blocks).join("\n");

function nameOf(given: NamedObject): string {
  if (typeof given === "string") return given;
  const isName = typeof given?.namespace === "string" && typeof given.name === "string";
  if (!isName) throw new SchedscopeError("invalid-argument", "why.name: must be text, or have `namespace` and `name`");
  return fullName(given);
}

function answerOf(scenario: Scenario, object: FoundObject, options: WhyOptions): WhyDetails {
  const { name, namespace, kubernetesVersion, signal, onProgress, ...decision } = options;
  const asked = { ...decision, now: clock(decision.now) };
  const { profile } = asked;
  switch (subjectOf(object.kind)) {
    case "workload":
      return { subject: "workload", ...workloadWhy(scenario, object, profile) };
    case "node":
      return { subject: "node", ...nodeWhy(scenario, object.name, profile) };
    case "cluster": {
      const { placement } = asked;
      const all = placement === undefined ? scenario.reading().placements.map(({ index }) => index) : [placement];
      const placements = all.map((index) => {
        const one = { ...asked, placement: index };
        return clusterWhy(scenario, object.name, scenario.decide(one), one);
      });
      return { subject: "cluster", placements };
    }
    case "placement":
      return {
        subject: "placement",
        ...placementWhy(scenario, scenario.decide({ ...asked, placement: fullName(object) })),
      };
    case "rejecting":
      return { subject: "rejecting", ...rejectionWhy(scenario, object, profile) };
    case "vm":
      return { subject: "vm", ...vmWhy(scenario, object) };
    default:
      return { subject: "pod", ...podWhy(scenario, object, profile) };
  }
}

/** The cheapest changes of what was searched. */
function changesOf(answer: WhyDetails): ChangeWithMessage[] {
  switch (answer.subject) {
    case "pod":
      return bestChanges(answer.wouldChange);
    case "workload":
      return bestChanges(answer.pending?.wouldChange ?? null);
    case "cluster":
      return answer.placements.flatMap((one) => bestChanges(one.wouldChange));
    default:
      return [];
  }
}

function blocksOf(answer: WhyDetails, input: InputText, object: FoundObject): Block[] {
  switch (answer.subject) {
    case "pod":
      return podWhyReport(answer);
    case "workload":
      return workloadWhyReport(answer);
    case "node":
      return nodeWhyReport(answer);
    case "cluster":
      return answer.placements.flatMap((one) => clusterWhyReport(one, input.where(object.range.start), false));
    case "placement":
      return placementWhyReport(answer, false);
    case "rejecting":
      return rejectionWhyReport(answer);
    case "vm":
      return vmWhyReport(answer);
  }
}
