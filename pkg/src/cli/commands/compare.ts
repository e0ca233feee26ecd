/** `schedscope compare`: what differs between two texts, or between a text and a what-if, and why. */
import { framed } from "../command.js";
import { compareBriefly } from "../compare/brief.js";
import { type CompareOptions, comparePlacements, compareRecorded } from "../compare/placements.js";
import { compareQueues, hasQueue, hasWorld } from "../compare/queue.js";
import { compareRecordedPods, hasPods } from "../compare/recorded.js";
import { compareSnapshots, isFolder } from "../compare/snapshots.js";
import { compareTimelines, hasTimeline } from "../compare/timelines.js";
import { checked, namesProfile, withDeciding } from "../deciding.js";
import { misuse, nothing } from "../exit.js";
import { hubCommand, podsCommand } from "../kubectl.js";
import { copied, open, type Session } from "../session.js";
import { given } from "../options.js";
import { QuestionFlags } from "../question.js";
import type { Texts } from "../../report/compare-sides.js";

const flags = new QuestionFlags("vmTimeline", {}, ["timeline", "variant"]);

interface CommandOptions extends CompareOptions {
  recorded?: true;
  brief?: true;
}

export const compare = framed({
  name: "compare",
  summary: "differences between two inputs, or between an input and a what-if",
  about:
    "Decides both and lists the clusters that are added, removed, or change their state, total or rank, and " +
    "why. Of pods it lists those that are on another node, or end differently when the pending ones are " +
    "scheduled, and what nodes and quotas use; of timelines of VMs the " +
    "permits, migrations and nodes that differ. With two inputs, the options apply to both; with one, " +
    "they are the what-if that the input is compared with.",
  args: [
    ["<before>", "a file or a folder; `-`: standard input"],
    [
      "[after]",
      "the same; without it, the options are the what-if; without options, each file of the folder is compared " +
        "with the one before it",
    ],
  ],
  options: [
    withDeciding,
    flags,
    [
      "--brief",
      "a line for each decision that changes, with the reason, and first the Applications that Argo CD would delete",
    ],
    ["--recorded", "with one input: compare with what the cluster has recorded of placements, pods and quotas"],
    [
      "--exit-code",
      "exit with 1 if different clusters are selected, or pods or VMs end differently; with --recorded also with " +
        "3 if nothing is recorded",
    ],
  ],
  examples: `
  schedscope compare before.yaml after.yaml
  schedscope compare before/ after/ --brief -o markdown     for a comment on a pull request
  schedscope compare snapshots/                             what changed the decisions, file by file
  schedscope compare fleet.yaml --weight Steady=3           what this weight would change
  schedscope compare fleet.yaml --profile Proposal          what the preview does differently
  schedscope compare fleet.yaml --recorded                  what the hub would change
  schedscope compare world.yaml --recorded --exit-code      which pods would not get their node now
  schedscope compare world.yaml --variant smaller-steps     what a variant of a timeline changes
  git show main:fleet.yaml | schedscope compare - fleet.yaml --exit-code`,
  notes: `
-o json gives a line of JSON for every placement: { placement, added, removed, stays, clusters, fields, sets,
groups, objects, conditions }, or, if only one input has it, { placement, change, findings, added or removed }; one for
the queue: { queue, kubernetesVersion }, and one for the timeline: { timeline, totals, requests, migrations, nodes,
unplaced, placed }; the first and the queue have { findings } of the second text, and { before } with those of the
first; with --brief, and of each two snapshots, one line: { before, after, placements, gone, added, queue };
with --recorded one for pods and quotas: { recorded }, which is Scenario.compareRecorded().
-o name gives +name for a cluster or Placement that is added or a pod that gets a node, -name for one that is removed
or loses it;
with --recorded the pods that would not get their node now.`,
  run: async (before: string, after: string | undefined, options: CommandOptions) => {
    if (options.recorded === true) {
      if (after !== undefined) throw misuse("--recorded is about one text");
      if (options.brief === true) throw misuse("--brief needs two inputs");
      await compareAllRecorded(await open([before], options), checked(options));
      return;
    }
    if (after === undefined && !hasWhatIf(options) && isFolder(before)) {
      const now = options.now ?? new Date().toISOString();
      await compareSnapshots(before, { ...(options.exitCode === true ? checked(options) : options), now });
      return;
    }
    const isWhatIf = after === undefined;
    const isReleased = options.exitCode === true && !namesProfile(options);
    if (isWhatIf && !hasWhatIf(options))
      throw misuse(
        "nothing to compare with",
        "give a second text, or an option that changes the decision, for example --weight Steady=3",
      );
    if (isWhatIf && isReleased && options.maxSkew !== undefined)
      throw misuse(
        "--exit-code is about the released scheduler, which ignores max skews",
        "name the preview: --profile Proposal",
      );
    if (isWhatIf && options.brief === true) throw misuse("--brief needs two inputs");
    if (before === "-" && after === "-") throw misuse("standard input cannot be both texts");
    const named = (path: string): string => (path === "-" ? "standard input" : `\`${path}\``);
    const texts: Texts = after === undefined ? {} : { first: named(before), second: named(after) };
    const one = await open([before], { ...options, called: texts.first });
    const other = after === undefined ? copied(one) : await open([after], { ...options, called: texts.second });
    // Both at the same time, or time itself would be a difference.
    const asked = { ...(isReleased ? checked(options) : options), now: options.now ?? new Date().toISOString() };
    const { placement, now, quiet, failOn, timeline } = asked;
    const plain: CompareOptions = {
      now,
      ...given({ placement, quiet, failOn, timeline }),
      // The preview is compared with the released scheduler, even where the text uses what only the preview has.
      ...((isReleased || isPreviewOnly(options)) && { profile: "Upstream" as const }),
    };
    const plainly = isWhatIf ? { ...plain, quiet: true } : asked;
    if (options.brief === true) await compareBriefly([one, other], asked, texts);
    else await compareAll([one, other], [plainly, asked], texts, namesProfile(options));
  },
});

/** Compares what is recorded of placements, and of pods and quotas. */
async function compareAllRecorded(session: Session, options: CompareOptions): Promise<void> {
  const isOfPods = hasPods(session);
  const isOfPlacements = session.reading.placements.length > 0 || !isOfPods;
  let isRecorded = isOfPlacements && compareRecorded(session, options);
  if (isOfPods) isRecorded = (await compareRecordedPods(session, options)) || isRecorded;
  if (isRecorded || (isOfPlacements && options.exitCode !== true)) return;
  throw nothing(
    isOfPlacements ? "no decision is recorded in the input" : "the input records nothing about pods or quotas",
    `try: ${isOfPlacements ? hubCommand : podsCommand}`,
  );
}

const hasWhatIf = ({ weight, numberOfClusters, maxSkew, candidates, profile, variant }: CompareOptions): boolean =>
  weight !== undefined ||
  numberOfClusters !== undefined ||
  maxSkew !== undefined ||
  candidates !== undefined ||
  variant !== undefined ||
  namesProfile({ profile });

const isPreviewOnly = ({ profile, ...others }: CompareOptions): boolean => profile === "Proposal" && !hasWhatIf(others);

const hasNodes = ({ reading }: Session): boolean => reading.kinds.some(({ kind }) => kind === "Node");

/** Compares what both texts have: placements, pending pods, timelines. */
async function compareAll(
  [one, other]: [Session, Session],
  [before, after]: [CompareOptions, CompareOptions],
  texts: Texts,
  hasProfile: boolean,
): Promise<void> {
  const both = (has: (session: Session) => boolean): boolean => has(one) || has(other);
  const isOfVms = both(hasTimeline) && (texts.first !== undefined || after.variant !== undefined);
  // Nodes and pods of a timeline are compared in its run.
  const isOfPods = both(hasQueue)
    ? texts.first !== undefined || hasProfile
    : texts.first !== undefined && !both(hasTimeline) && both(hasWorld);
  // Without anything else to compare, this fails and reports that the text has no placement.
  const hasPlacements = both(({ reading }) => reading.placements.length > 0);
  if (!hasPlacements && !isOfPods && !both(hasQueue) && !isOfVms && both(hasNodes))
    throw nothing("the input has no pending pod", "a what-if about pods is about pending ones");
  if (hasPlacements || (!isOfPods && !isOfVms)) comparePlacements(one, other, before, after, texts);
  if (isOfPods) await compareQueues(one, other, before, after, texts);
  if (isOfVms) await compareTimelines(one, other, before, after);
}
