/** What must be known before a decision is believed, as sentences: one place for all of it. */
import type {
  DecisionSummary,
  OtherProfile,
  Profile,
  ProfileDifference,
  RecordedCause,
  RecordedComparison,
} from "../../../types.js";
import { allCaveats, type Caveat, shortened } from "../caveat.js";
import { counted, integer } from "../number.js";
import { listed } from "../phrase.js";

/** What of a decision the sentences are made from. */
export type Caveats = Pick<DecisionSummary, "missingInputs" | "notLookedAt" | "otherProfile" | "recorded">;

/** The sentences, in the order in which they must come: what comes first makes the others doubtful. */
export function caveats(summary: Caveats): Caveat[] {
  const { otherProfile, recorded } = summary;
  const differences: Caveat[] = [];
  // Who asks what if knows that the hub has decided something else.
  if (recorded !== undefined && !recorded.same && recorded.causes[0]?.code !== "what-if")
    differences.push({
      code: "recorded-differs",
      message: recordedText(recorded, otherProfile),
      details: recorded.causes.slice(1).map((cause) => causeText(cause, recorded, otherProfile)),
    });
  if (otherProfile !== undefined)
    differences.push({ code: "other-profile", message: otherProfileText(otherProfile), details: [] });
  return allCaveats(summary, differences);
}

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
    Proposal: "makes no group beside an invalid selector",
  },
};

/** ``Today's hub ignores `spreadPolicy` and selects a2 instead of b1.`` */
export function otherProfileText(other: OtherProfile): string {
  const { profile, status, message } = other;
  const who = profile === "Upstream" ? "Today's hub" : "The proposal";
  if (status === "Misconfigured")
    return `${who} takes the placement as misconfigured (${message}) and selects no cluster.`;
  if (status === "Error") return `${who} takes the placement as invalid and decides nothing.`;
  return `${who} ${differencesText(other)} and selects ${moves(other)}.`;
}

const differencesText = ({ because, profile }: OtherProfile): string =>
  because.map((code) => DIFFERENCES[code][profile]).join(", ");

function moves({ in: comes, inCount, out, outCount, selected }: OtherProfile): string {
  if (selected === 0) return "no cluster";
  if (inCount > 0 && outCount > 0) return `${clusters(comes, inCount)} instead of ${clusters(out, outCount)}`;
  if (inCount > 0) return `${clusters(comes, inCount)} too`;
  if (outCount > 0) return `${counted(selected, "cluster")}, without ${clusters(out, outCount)}`;
  return "the same clusters, in other groups";
}

/** The decision against what a hub has recorded, in one sentence, or in two where a cause can be told. */
export function recordedText(recorded: RecordedComparison, other?: OtherProfile): string {
  const { same, clusters: known, numberOfSelectedClusters: number, conditions, causes } = recorded;
  if (same && known === null)
    return number === null
      ? "The hub recorded the same conditions; which clusters it selected is not in the text."
      : `The hub recorded ${counted(number, "cluster")}, too; which ones is not in the text.`;
  if (same) return "The hub recorded the same decision.";
  const { inCount, outCount } = recorded;
  const [comes, out] = [clusters(recorded.in, inCount), clusters(recorded.out, outCount)];
  const [condition] = conditions;
  const what =
    inCount > 0 && outCount > 0
      ? `${out} instead of ${comes}`
      : inCount > 0
        ? `a decision without ${comes}`
        : outCount > 0
          ? `${out} too`
          : number !== null && known !== number
            ? counted(number, "selected cluster")
            : condition === undefined
              ? `${integer(number ?? 0)} as the number of selected clusters`
              : `\`${condition.type}\` as ${condition.status}: ${condition.reason}, not ${condition.decided}`;
  const [cause] = causes;
  const why =
    cause === undefined ? "The text does not tell why" : `Likeliest cause: ${causeText(cause, recorded, other)}`;
  return `The hub recorded ${what}. ${why}.`;
}

/** What can explain a difference, in lower case without a full stop. */
export function causeText(
  { code, object, time }: RecordedCause,
  { at }: Pick<RecordedComparison, "at">,
  other?: OtherProfile,
): string {
  const subject =
    object === null ? "" : `${object.kind} ${object.namespace === "" ? "" : `${object.namespace}/`}${object.name}`;
  switch (code) {
    case "what-if":
      return "the options change the placement";
    case "missing-input":
      return "the text lacks objects";
    case "other-profile":
      return other === undefined ? "the hub decides by the other profile" : `this hub ${differencesText(other)}`;
    case "changed-since":
      return time === null
        ? `${subject} was written after the decision, by its resourceVersion`
        : `${subject} was changed at ${time}, after ${at ?? "the decision"}`;
    case "score-expired":
      return `${subject} expired at ${time ?? "an unknown time"}`;
    case "steady":
      return "the recorded decision is an input (`Steady`), so this is the one after it";
  }
}
