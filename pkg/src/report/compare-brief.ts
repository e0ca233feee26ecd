/** What a change of the input does to decisions, in a line each: for a pull request, or a list of snapshots. */
import type { Findings, QueueAnswer } from "../../types.js";
import type { QueueDifference } from "../difference/queue.js";
import { type Caveat, isBefore, onceEach } from "../words/caveat.js";
import { counted, integer } from "../words/number.js";
import { listed, plain, quiet, shortened, strong } from "../words/phrase.js";
import { caveats } from "../words/placement.js";
import { conditionChangeText } from "../words/placement/difference.js";
import { madeApplications, keepsApplications, titleOf } from "../words/placement/applications.js";
import { allCaveats } from "../words/pod-caveats.js";
import { differenceTiesText, podEndText } from "../words/quotas/difference.js";
import { bad, type Block, facts, type Item, type Line, link, list } from "./block.js";
import {
  changedCount,
  type Compared,
  type ComparedPlacements,
  selectedOf,
  singleCaveats,
  signs,
  singleItems,
  specChanges,
  writtenLines,
} from "./compare-placements.js";
import { bothCaveats, type Texts } from "./compare-sides.js";

/** The decisions of two texts. */
export interface ComparedTexts extends ComparedPlacements {
  /** The pending pods; null: neither has any. */
  queue: { difference: QueueDifference; sides: [QueueAnswer & Findings, QueueAnswer & Findings] } | null;
}

/** Pods that are listed, and clusters of a placement with their reasons. */
const most = { pods: 20, clusters: 5 };

/** What is added to a selection and what is removed, and how much is kept. */
function exchanged({ changes, is }: Compared): { added: string[]; removed: string[]; kept: number } {
  const of = (wanted: "added" | "removed"): string[] =>
    changes.filter(({ change }) => change === wanted).map(({ cluster }) => cluster);
  const added = of("added");
  return { added, removed: of("removed"), kept: selectedOf(is).length - added.length };
}

/** Whether the report lists nothing. */
export const isSameInBrief = (texts: ComparedTexts): boolean =>
  isSelectedAlike(texts) && !texts.placements.some(({ isChanged }) => isChanged);

/** Whether the same clusters are selected, and no pod ends differently. */
export const isSelectedAlike = ({ placements, singles, queue }: ComparedTexts): boolean =>
  !placements.some(({ isMoved }) => isMoved) && singles.length === 0 && (queue?.difference.pods.length ?? 0) === 0;

/** The decisions that change, with the reasons. Applications that Argo CD deletes come first. */
export function briefReport(texts: ComparedTexts, names: Texts): Block[] {
  const { placements, singles, queue } = texts;
  const all = placements.length + singles.length;
  const pods = queue?.difference.pods ?? [];
  return [
    ...list(deletions(texts)),
    { kind: "findings", findings: before(texts, names) },
    ...facts([all === 0 ? "" : [strong(changedCount(texts))], queue === null ? "" : [strong(podsText(pods.length))]]),
    ...list([
      ...placements.filter(({ isChanged }) => isChanged).map(changedItem),
      ...singleItems(texts),
      ...pods.slice(0, most.pods).map(
        ({ pod, before: was, after: is }): Item => ({
          line: [link("Pod", pod, "strong"), plain(`: ${podEndText(was)} → ${podEndText(is)}`)],
        }),
      ),
      ...(pods.length > most.pods ? [{ line: quiet(`and ${counted(pods.length - most.pods, "more pod")}`) }] : []),
    ]),
    ...facts([queue === null || pods.length === 0 ? "" : quiet(differenceTiesText(queue.sides))]),
  ];
}

const podsText = (count: number): string =>
  count === 0 ? "No pod ends differently" : `${counted(count, "pod")} ${count === 1 ? "ends" : "end"} differently`;

function changedItem(compared: Compared): Item {
  const { placement, changes, written } = compared;
  const { added, removed, kept } = exchanged(compared);
  const moved = [...added, ...removed];
  const whys = changes.filter(({ cluster, why }) => moved.includes(cluster) && why !== "");
  const rest = whys.length - most.clusters;
  return {
    line: [
      link("Placement", placement, "strong"),
      plain(": "),
      ...(moved.length === 0
        ? [plain("the same clusters are selected")]
        : [...signs(added, removed), quiet(` (${integer(kept)} unchanged)`)]),
    ],
    about: [
      ...specChanges(compared),
      ...whys.slice(0, most.clusters).map(({ cluster, why }): Line => `${cluster}: ${why}`),
      ...(rest > 0 ? [quiet(`and ${counted(rest, "more cluster")}`)] : []),
      ...(moved.length === 0 ? writtenLines(written) : written.conditions.map(conditionChangeText)),
    ],
  };
}

/** What must be known before the decisions are believed, once. */
function before(texts: ComparedTexts, names: Texts): Caveat[] {
  const { placements, queue } = texts;
  const all = [
    ...singleCaveats(texts, names),
    ...placements.flatMap(({ was, is }) =>
      bothCaveats([was.summary, is.summary], [caveats(was.summary), caveats(is.summary)], names),
    ),
    ...(queue === null
      ? []
      : bothCaveats(queue.sides, [allCaveats(queue.sides[0]), allCaveats(queue.sides[1])], names)),
  ];
  return onceEach(all.filter(isBefore));
}

/** `Argo CD would delete 2 Applications of ApplicationSet argocd/shop: a and b` */
function deletions({ placements, singles }: ComparedTexts): Line[] {
  const sides = [
    ...placements.map(({ was, is }) => ({ was: was.summary.applications ?? [], is: is.summary.applications ?? [] })),
    ...singles
      .filter(({ change }) => change === "removed")
      .map(({ side }) => ({ was: side.summary.applications ?? [], is: [] })),
  ];
  return sides.flatMap(({ was, is }) =>
    was.flatMap((of) => {
      const made = new Set(is.flatMap(madeApplications).map(({ namespace, name }) => `${namespace}/${name}`));
      const lost = madeApplications(of).filter(({ namespace, name }) => !made.has(`${namespace}/${name}`));
      if (lost.length === 0) return [];
      const names = listed(shortened(lost.map(({ name }) => name)));
      const verb = keepsApplications(of) ? "would keep, no longer generated," : "would delete";
      return [[bad(`Argo CD ${verb} ${counted(lost.length, "Application")} of ${titleOf(of)}`), plain(`: ${names}`)]];
    }),
  );
}
