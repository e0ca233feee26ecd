/** What a text records of its pods and quotas, compared with what would be decided now. */
import { recordedPodsReport } from "../../report/compare-pods.js";
import { counted } from "../../words/number.js";
import { isForPeople, print } from "../format.js";
import { answerTo } from "../progress.js";
import { err } from "../screen.js";
import { failDoubtful, failed, type Session } from "../session.js";
import type { CompareOptions } from "./placements.js";
import { fullNames } from "../../words/object-name.js";

/** Pods that are listed for people, and for programs: each is asked about once more in full. */
const most = { people: 100, programs: 1000 };

/** Whether a text has pods or quotas. */
export const hasPods = ({ reading }: Session): boolean =>
  reading.kinds.some(({ kind }) => kind === "Pod" || kind === "ElasticQuota");

/** Compares pods and quotas with what is recorded of them. Gives whether anything is; if not, nothing is printed. */
export async function compareRecordedPods({ scenario }: Session, options: CompareOptions): Promise<boolean> {
  const limit = isForPeople(options.output) ? most.people : most.programs;
  const asked = { profile: options.profile, limit };
  const answer = await answerTo(scenario, "compareRecorded", asked);
  if (answer.same === null) return false;
  failDoubtful(answer);
  print(options.output, {
    json: () => [`{"recorded":${scenario.askJson(JSON.stringify({ compareRecorded: asked }))}}`],
    names: () =>
      fullNames([
        ...answer.pods.filter(({ kind }) => kind !== "elsewhere").map(({ pod }) => pod),
        ...answer.nominations.filter(({ kind }) => kind === "lost" || kind === "moved").map(({ pod }) => pod),
      ]),
    people: (isWide) => recordedPodsReport(answer, isWide),
  });
  if (options.exitCode === true && !answer.same) failed("pods or quotas are not as recorded (--exit-code)");
  const rest = answer.misfits + answer.rejected + answer.elsewhere - answer.pods.length;
  if (!isForPeople(options.output) && rest > 0) err.line(`and ${counted(rest, "more pod")} that differ`, "quiet");
  return true;
}
