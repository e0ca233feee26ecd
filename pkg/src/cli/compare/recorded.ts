/** What a text records of its pods and quotas, compared with what would be decided now. */
import type { CompareRecordedAnswer, Findings, RecordedPodAnswer } from "../../../types.js";
import { shortened } from "../../words/phrase.js";
import { allCaveats } from "../../words/pod-caveats.js";
import { counted } from "../../words/number.js";
import { listed } from "../../words/phrase.js";
import {
  causeText,
  chargedText,
  nominationText,
  recordedGroups,
  recordedSentence,
} from "../../words/whatif/recorded.js";
import { showCaveats } from "../caveats.js";
import { isForPeople, print } from "../format.js";
import { prepared } from "../progress.js";
import { err, out } from "../screen.js";
import { failDoubtful, failed, type Session } from "../session.js";
import type { Cell } from "../table.js";
import type { CompareOptions } from "./placements.js";

/** Pods that are listed for people, and for programs: each is asked about once more in full. */
const most = { people: 100, programs: 1000 };
/** Pods for which another node scores higher that are listed, unless the output is wide. */
const mostElsewhere = 10;

/** Whether a text has pods or quotas. */
export const hasPods = ({ reading }: Session): boolean =>
  reading.kinds.some(({ kind }) => kind === "Pod" || kind === "ElasticQuota");

/**
 * Compares pods and quotas with what is recorded of them. Gives whether anything is; if not, nothing is printed.
 * `isSecond`: something was printed before.
 */
export async function compareRecordedPods(
  session: Session,
  options: CompareOptions,
  isSecond: boolean,
): Promise<boolean> {
  const { scenario } = session;
  const limit = isForPeople(options.output) ? most.people : most.programs;
  const asked = { profile: options.profile, limit };
  await prepared(scenario, "compareRecorded", asked);
  const answer = scenario.compareRecorded(asked);
  if (answer.same === null) return false;
  failDoubtful(answer);
  if (isSecond && options.output === "yaml") out.raw("---");
  if (isSecond && isForPeople(options.output)) out.gap();
  print(options.output, {
    json: () => [`{"recorded":${scenario.askJson(JSON.stringify({ compareRecorded: asked }))}}`],
    names: () => [
      ...answer.pods.filter(({ kind }) => kind !== "elsewhere").map(({ pod }) => pod),
      ...answer.nominations.filter(({ kind }) => kind === "lost" || kind === "moved").map(({ pod }) => pod),
    ],
    people: (isWide) => show(answer, isWide),
  });
  if (options.exitCode === true && !answer.same) failed("pods or quotas are not as recorded (--exit-code)");
  const rest = answer.misfits + answer.rejected + answer.elsewhere - answer.pods.length;
  if (!isForPeople(options.output) && rest > 0) err.line(`and ${counted(rest, "more pod")} that differ`, "quiet");
  return true;
}

function show(answer: CompareRecordedAnswer & Findings, isWide: boolean): void {
  showCaveats(allCaveats(answer), isWide, () => out.line(recordedSentence(answer)));
  const { pods, misfits, rejected, elsewhere } = answer;
  const isElsewhere = ({ kind }: RecordedPodAnswer): boolean => kind === "elsewhere";
  const refused = pods.filter((pod) => !isElsewhere(pod));
  if (refused.length > 0) {
    out.head("Would not get their node now");
    table(refused, isWide);
    more(misfits + rejected - refused.length);
  }
  const others = pods.filter(isElsewhere).slice(0, isWide ? most.people : mostElsewhere);
  if (others.length > 0) {
    out.head("Another node scores higher now");
    table(others, isWide);
    more(elsewhere - others.length);
  }
  if (answer.nominations.length > 0) {
    out.head("Nominated pods");
    out.table(
      [{ head: "POD", gives: true }, { head: "NOMINATED FOR" }, { head: "NOW", gives: true }],
      answer.nominations.map((row): Cell[] => [
        row.pod,
        row.node,
        { text: nominationText(row), look: row.kind === "lost" || row.kind === "moved" ? "bad" : undefined },
      ]),
      isWide,
    );
    more(answer.nominated - answer.nominations.length);
  }
  if (answer.quotas.length > 0) showQuotas(answer, isWide);
}

const more = (rest: number): void => {
  if (rest > 0) out.line(`and ${counted(rest, "more", "more")}`, "quiet");
};

function table(rows: RecordedPodAnswer[], isWide: boolean): void {
  out.table(
    [
      { head: "POD", gives: true },
      { head: "NODE" },
      { head: "WHY", gives: true },
      { head: "IF IT WERE PENDING", gives: true },
    ],
    recordedGroups(rows).map(({ first, pods, why, ifPending }): Cell[] => [
      listed(shortened(pods)),
      first.node,
      { text: why, look: first.kind === "elsewhere" ? undefined : "bad" },
      ifPending,
    ]),
    isWide,
  );
}

function showQuotas({ quotas }: CompareRecordedAnswer, isWide: boolean): void {
  out.head("Quotas");
  out.table(
    [
      { head: "QUOTA", gives: true },
      { head: "RESOURCE" },
      { head: "RECORDED", align: "right" },
      { head: "RUNNING PODS", align: "right" },
      { head: "CHARGED", align: "right" },
    ],
    quotas.flatMap(({ namespace, name, resources }) =>
      resources.map((use): Cell[] => [
        `${namespace}/${name}`,
        use.resource,
        { text: use.recorded, look: "bad" },
        use.counted,
        chargedText(use),
      ]),
    ),
    isWide,
  );
  for (const quota of quotas) {
    const pods = quota.pods.map(({ pod, amounts }) => `${pod} ${Object.values(amounts)[0] ?? ""}`);
    const [use] = quota.resources;
    const who =
      pods.length === 0 ? "" : `; of ${use?.resource ?? ""} it counts ${listed(shortened(pods, quota.podsTotal))}`;
    out.line(`${quota.namespace}/${quota.name}: ${causeText(quota)}${who}`, "quiet");
  }
}
