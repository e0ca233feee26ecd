/** What must be known before a decision is believed, as sentences: one place for all of it. */
import type {
  DecisionFormDifference,
  DecisionNote,
  DecideAnswer,
  GroupSize,
  OtherProfile,
  Profile,
  ProfileDifference,
  RecordedCause,
  RecordedComparison,
  RecordedGroupDifference,
} from "../../../types.js";
import { type Caveat, caveatsAround } from "../caveat.js";
import type { Found } from "../finding.js";
import { counted, integer } from "../number.js";
import { listed, shortened } from "../phrase.js";
import { HUB, HUBS } from "../released.js";
import { applicationNotes, deletionText, duplicateTexts } from "./applications.js";

/** What of a decision the sentences are made from. */
export type Caveats = Pick<DecideAnswer, "otherProfile" | "recorded" | "applications"> &
  Partial<Pick<DecideAnswer, "notes">> &
  Found;

const before = { at: "before", severity: "warning" } as const;

/** The sentences, in the order in which they must come: what comes first makes the others doubtful. */
export function caveats(summary: Caveats): Caveat[] {
  const { otherProfile, recorded, applications, notes = [] } = summary;
  const differences: Caveat[] = [];
  for (const of of applications ?? []) {
    const message = deletionText(of);
    if (message !== undefined)
      differences.push({ ...before, code: "applications-deleted", message, details: applicationNotes(of) });
  }
  for (const message of duplicateTexts(applications))
    differences.push({ ...before, code: "duplicate-applications", message, details: [] });
  const agreed = recorded !== undefined && otherProfile !== undefined && isOther(recorded, otherProfile);
  const preview: Caveat[] =
    otherProfile !== undefined && isPreview(otherProfile)
      ? [
          {
            ...before,
            code: agreed ? "released-recorded" : "other-profile",
            message: otherProfileText(otherProfile, agreed),
            details: [],
          },
        ]
      : [];
  // A what-if does not report that the hub has decided differently, which is expected.
  if (
    recorded !== undefined &&
    !recorded.same &&
    recorded.causes[0]?.code !== "what-if" &&
    !(agreed && preview.length > 0)
  )
    differences.push({
      ...before,
      code: "recorded-differs",
      message: agreed ? otherProfileText(otherProfile, agreed) : recordedText(recorded, otherProfile),
      details: likely(recorded)
        .slice(1)
        .map((cause) => causeText(cause, recorded, otherProfile)),
    });
  if (recorded?.otherForm !== undefined)
    differences.push({ ...before, code: "forms-differ", message: formsText(recorded.otherForm), details: [] });
  for (const note of notes)
    if (note.code === "addon-score-expired" && note.all)
      differences.push({ ...before, code: "scores-expired", message: expiredText(note.prioritizer), details: [] });
  if (otherProfile !== undefined && !agreed && preview.length === 0)
    differences.push({ ...before, code: "other-profile", message: otherProfileText(otherProfile), details: [] });
  return [...preview, ...caveatsAround(summary, differences)];
}

/** Whether a hub has recorded the clusters that the other profile selects, which is then the likeliest cause. */
function isOther(recorded: RecordedComparison, other: OtherProfile): boolean {
  const isSame = (recorded: string[], count: number, names: string[], known: number): boolean =>
    count === known && [...recorded].sort().join() === [...names].sort().join();
  return (
    !recorded.same &&
    likely(recorded)[0]?.code === "other-profile" &&
    other.status === "Success" &&
    recorded.addedCount + recorded.removedCount > 0 &&
    // In and out of this decision, against in and out of the other one.
    isSame(recorded.removed, recorded.removedCount, other.added, other.addedCount) &&
    isSame(recorded.added, recorded.addedCount, other.removed, other.removedCount)
  );
}

/** Add-ons renew their scores: where none is left, it is the input that is old. */
const expiredText = (prioritizer: string): string =>
  `All scores of \`${prioritizer}\` have expired and count 0: the input seems older than this answer's time; ` +
  "the option `now` decides as of another.";

const clusters = (names: string[], count: number): string => listed(shortened(names, count));

/** Whose decision it is, what it does with each difference. */
const DIFFERENCES: Record<ProfileDifference, Record<Profile, string>> = {
  "spread-policy": { Upstream: "ignores `spreadPolicy`", Proposal: "applies `spreadPolicy`" },
  prioritizer: { Upstream: "lacks a prioritizer", Proposal: "knows all prioritizers" },
  "short-form": { Upstream: "does not read `configurations[].name`", Proposal: "reads `configurations[].name`" },
  arithmetic: { Upstream: "lets scores overflow", Proposal: "keeps scores from overflowing" },
  "toleration-seconds": {
    Upstream: "wraps `tolerationSeconds` beyond 292 years",
    Proposal: "takes `tolerationSeconds` as they are",
  },
  "group-selector": {
    Upstream: "keeps groups before an invalid selector",
    Proposal: "creates no groups with an invalid selector",
  },
};

/** What only a design document has. */
const PROPOSED: ReadonlySet<ProfileDifference> = new Set(["spread-policy", "prioritizer", "short-form"]);

/** Whether the decision is a preview: it uses what the released hub ignores or rejects. */
const isPreview = ({ profile, because }: OtherProfile): boolean =>
  profile === "Upstream" && because.some((code) => PROPOSED.has(code));

/**
 * ``Preview of a design document: OCM 1.3 ignores `spreadPolicy` and selects a2 instead of b1.``; `recorded`:
 * the hub recorded what the other profile decides.
 */
export function otherProfileText(other: OtherProfile, recorded = false): string {
  const { profile, status, message } = other;
  const who = isPreview(other) ? `Preview of a design document: ${HUB}` : HUBS[profile];
  const does =
    status === "Misconfigured"
      ? `takes the placement as misconfigured (${message}) and selects no cluster`
      : status === "Error"
        ? "takes the placement as invalid and decides nothing"
        : `${differencesText(other)} and ${moves(other)}`;
  return `${who} ${does}${recorded ? "; the hub recorded the same" : ""}.`;
}

const differencesText = ({ because, profile }: OtherProfile): string =>
  because.map((code) => DIFFERENCES[code][profile]).join(", ");

function moves({ same, added: comes, addedCount, removed: out, removedCount, selected }: OtherProfile): string {
  if (same) return selected === 0 ? "selects no cluster either" : "selects the same clusters";
  if (selected === 0) return "selects no cluster";
  if (addedCount > 0 && removedCount > 0)
    return `selects ${clusters(comes, addedCount)} instead of ${clusters(out, removedCount)}`;
  if (addedCount > 0) return `${selected > addedCount ? "also selects" : "selects"} ${clusters(comes, addedCount)}`;
  if (removedCount > 0) return `selects ${counted(selected, "cluster")}, without ${clusters(out, removedCount)}`;
  return "selects the same clusters, in other groups";
}

/** `The hub recorded a in OCM's form only.` */
function formsText({ onlyOcm, onlyMulticluster }: DecisionFormDifference): string {
  const forms = [
    { names: onlyOcm, form: "OCM's form only" },
    { names: onlyMulticluster, form: "SIG Multicluster's form only" },
  ].filter(({ names }) => names.length > 0);
  return `The hub recorded ${forms.map(({ names, form }) => `${listed(shortened(names))} in ${form}`).join(", and ")}.`;
}

/** Whether nothing of what a hub has recorded differs: decisions of both forms, and status. */
export const isSame = ({ same, otherForm }: RecordedComparison): boolean => same && otherForm === undefined;

/** All that a hub has recorded against the decision, in sentences. */
export function comparedText(
  recorded: RecordedComparison,
  other?: OtherProfile,
  notes: readonly DecisionNote[] = [],
): string {
  const { otherForm } = recorded;
  const text = recordedText(recorded, other, notes);
  return otherForm === undefined ? text : `${text} ${formsText(otherForm)}`;
}

/** The same clusters; with `sortBy`, the hub also writes their scores, by which it orders them. */
function sameText(notes: readonly DecisionNote[]): string {
  for (const note of notes) {
    const other = "The hub recorded the same clusters with other scores";
    if (note.code === "scores-written") return `${other}: it would write the new scores, in their order, now.`;
    if (note.code === "scores-wait") return `${other}: it writes the new scores, in their order, at ${note.until}.`;
  }
  return "The hub recorded the same decision.";
}

/** The causes that can explain it. `Steady` changes ranks alone: one cluster comes for each that goes. */
const likely = ({ causes, addedCount, removedCount }: RecordedComparison): RecordedCause[] =>
  causes.filter(({ code }) => code !== "steady" || (addedCount > 0 && removedCount > 0));

/** The decision against what a hub has recorded, in one sentence, or in two where a cause can be told. */
export function recordedText(
  recorded: RecordedComparison,
  other?: OtherProfile,
  notes: readonly DecisionNote[] = [],
): string {
  const { same, clusters: known, numberOfSelectedClusters: number, conditions, group } = recorded;
  if (same && known === null)
    return number === null
      ? "The hub recorded the same conditions; which clusters it selected is not in the input."
      : number === 0
        ? "The hub recorded that no cluster is selected, too."
        : `The hub recorded ${counted(number, "cluster")}, too; the input does not have all of their names.`;
  if (same) return sameText(notes);
  const { addedCount, removedCount } = recorded;
  const [comes, out] = [clusters(recorded.added, addedCount), clusters(recorded.removed, removedCount)];
  const [condition] = conditions;
  const what =
    addedCount > 0 && removedCount > 0
      ? `${out} instead of ${comes}`
      : addedCount > 0
        ? `a decision without ${comes}`
        : removedCount > 0
          ? known === removedCount
            ? `${out}, and this decision selects none`
            : `${out} as well`
          : number !== null && known !== number
            ? counted(number, "selected cluster")
            : group !== undefined
              ? groupText(group)
              : condition === undefined
                ? `${integer(number ?? 0)} as the number of selected clusters`
                : `\`${condition.type}\` as ${condition.status}: ${condition.reason}, not ${condition.decided}`;
  const [cause] = likely(recorded);
  const why =
    cause === undefined ? "The input does not say why" : `Likeliest cause: ${causeText(cause, recorded, other)}`;
  return `The hub recorded ${what}. ${why}.`;
}

/**
 * `1 cluster in decision group 0 (canary), not 2`, or, by the names, `the same clusters in other decision groups: a in
 * group 0, not b`
 */
function groupText({ index, recorded, decided }: RecordedGroupDifference): string {
  if ((recorded ?? decided)?.members.length !== 0) {
    const named = (group: GroupSize | null): string =>
      group === null
        ? "none"
        : `${clusters(group.members, group.clusters)}${group.name === "" ? "" : ` (${group.name})`}`;
    const place = `${named(recorded)} in group ${integer(index)}, not ${named(decided)}`;
    return `the same clusters in other decision groups: ${place}`;
  }
  const group = ({ name, clusters }: GroupSize): string =>
    `${counted(clusters, "cluster")} in decision group ${integer(index)}${name === "" ? "" : ` (${name})`}`;
  if (recorded === null) return `${counted(index, "decision group")}, and this decision has more`;
  if (decided === null) return `more than ${counted(index, "decision group")}`;
  return recorded.name === decided.name
    ? `${group(recorded)}, not ${integer(decided.clusters)}`
    : `${group(recorded)}, not ${group(decided)}`;
}

/** What can explain a difference, in lower case without a full stop. */
export function causeText(
  { code, object, time, taint = "" }: RecordedCause,
  { at }: Pick<RecordedComparison, "at">,
  other?: OtherProfile,
): string {
  const subject =
    object === null ? "" : `${object.kind} ${object.namespace === "" ? "" : `${object.namespace}/`}${object.name}`;
  switch (code) {
    case "what-if":
      return "the options change the placement";
    case "missing-input":
      return "the input lacks objects";
    case "misconfigured-then":
      return "the placement was misconfigured then, which empties its decision";
    case "number-changed":
      return "numberOfClusters was changed since";
    case "other-profile":
      return other === undefined ? "the hub decides as the other scheduler does" : `this hub ${differencesText(other)}`;
    case "changed-since":
      return time === null
        ? `${subject} was written after the decision, by its resourceVersion`
        : `${subject} was changed at ${time}, after ${at ?? "the decision"}`;
    case "taint-added":
      return (
        `taint ${taint} of ${subject} was added at ${time ?? "an unknown time"}, ` +
        (at === null ? "and the input does not tell when the hub decided" : `after ${at}`)
      );
    case "hub-taint":
      return `the hub adds taint ${taint} to ${subject}, which is not available`;
    case "toleration-ended":
      return `the toleration for a taint of ${subject} ended at ${time ?? "an unknown time"}`;
    case "score-expired":
      return `${subject} expired at ${time ?? "an unknown time"}`;
    case "steady":
      return "`Steady` scores the recorded clusters, so the hub's next decision can be another one";
  }
}
