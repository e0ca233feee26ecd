/** `schedscope whatif sweep --stability`: how far weights may change before the selection does. */
import { stabilityReport } from "../report/whatif.js";
import { radiusText } from "../words/whatif.js";
import type { DecidingOptions } from "./deciding.js";
import { print } from "./format.js";
import { answerTo } from "./progress.js";
import { failed, type Session } from "./session.js";
import { ask } from "./whatif.js";

/** Prints the weights of each prioritizer that leave the selection as it is. */
export async function sweepStability(session: Session, options: DecidingOptions): Promise<void> {
  const asked = ask(session, options);
  const answer = await answerTo(session.scenario, "stability", asked.question);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.prioritizers.map(({ prioritizer }) => prioritizer),
    people: (isWide) => stabilityReport(asked.summary, answer, isWide),
  });
  if (answer.reason !== null) failed(radiusText(answer));
}
