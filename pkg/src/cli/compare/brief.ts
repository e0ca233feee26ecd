/** The decisions of two texts that differ, in a line each. */
import type { PlacementEntry } from "../../../types.js";
import { queueDifference } from "../../difference/queue.js";
import { briefReport, type ComparedTexts, isSameInBrief, isSelectedAlike } from "../../report/compare-brief.js";
import type { Texts } from "../../report/compare-sides.js";
import { fullName, objectNamed } from "../../words/object-name.js";
import { failFaulty, placements } from "../deciding.js";
import { nothing } from "../exit.js";
import { print } from "../format.js";
import { failDoubtful, failed, type Session } from "../session.js";
import { asData, type CompareOptions, decidedPlacements, singleName } from "./placements.js";
import { hasWorld, queueOf } from "./queue.js";
import { sideData } from "./sides.js";

/** Decides both texts: the placements and the pending pods that either has. */
async function comparedTexts(
  [one, other]: readonly [Session, Session],
  options: CompareOptions,
  names: Texts,
): Promise<ComparedTexts> {
  const { profile } = options;
  // Without clusters in either text, only the pods are compared; one that alone lacks them is an error.
  const isDecided = hasPlacements(one) || hasPlacements(other);
  const of = (session: Session, name?: string): PlacementEntry[] =>
    isDecided && session.reading.placements.length > 0 ? placements(session, options, name) : [];
  const decided = decidedPlacements(
    [one, other],
    [of(one, names.first), of(other, names.second)],
    [options, options],
    ({ isChanged }) => isChanged,
  );
  const texts: ComparedTexts = { ...decided, queue: null };
  if (hasWorld(one) || hasWorld(other)) {
    const [first, second] = [await queueOf(one, { profile }), await queueOf(other, { profile })];
    texts.queue = { difference: queueDifference(first, second), sides: [first.queue, second.queue] };
  }
  return texts;
}

const hasPlacements = ({ reading }: Session): boolean =>
  reading.placements.length > 0 && reading.kinds.some(({ kind }) => kind === "ManagedCluster");

/** Prints what differs between two texts. `title`: of one pair of several. */
export async function compareBriefly(
  sessions: readonly [Session, Session],
  options: CompareOptions,
  names: Texts,
  title?: { before: string; after: string },
): Promise<void> {
  const texts = await comparedTexts(sessions, options, names);
  const { placements: both, singles, queue } = texts;
  const only = (of: "added" | "removed") =>
    singles.flatMap(({ placement, change }) => (change === of ? [objectNamed(placement)] : []));
  if (both.length + singles.length === 0 && queue === null)
    throw nothing("neither input has pods, or placements with clusters");
  print(options.output, {
    json: () => [
      JSON.stringify({
        ...title,
        placements: both.map(asData),
        gone: only("removed"),
        added: only("added"),
        queue: queue === null ? null : { queue: queue.difference, ...sideData(...queue.sides) },
      }),
    ],
    names: () => changedNames(texts),
    people: () => {
      const report = briefReport(texts, names);
      if (title === undefined) return report;
      const same = isSameInBrief(texts);
      const heading = {
        title: `${title.before} → ${title.after}${same ? ": no decision changes" : ""}`,
        isApart: true,
      };
      return same ? [{ kind: "facts", lines: [], ...heading }] : [{ kind: "facts", lines: [], ...heading }, ...report];
    },
  });
  for (const { was, is } of both) for (const { summary } of [was, is]) failFaulty(summary);
  for (const { side } of singles) failFaulty(side.summary);
  for (const side of queue?.sides ?? []) failDoubtful(side);
  if (options.exitCode === true && !isSelectedAlike(texts)) failed("decisions differ (--exit-code)");
}

/** What changes by name: placements, and pods. */
const changedNames = ({ placements: both, singles, queue }: ComparedTexts): string[] => [
  ...both.flatMap(({ placement, changes }) =>
    changes.flatMap(({ change, cluster }) =>
      change === "added" ? [`${placement} +${cluster}`] : change === "removed" ? [`${placement} -${cluster}`] : [],
    ),
  ),
  ...singles.map(singleName),
  ...(queue?.difference.pods.map(({ pod }) => fullName(pod)) ?? []),
];
