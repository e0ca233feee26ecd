/** What can have differed when a hub recorded its decision. */
import { differenceReport } from "../report/whatif.js";
import { differenceText } from "../words/whatif.js";
import { type DecidingOptions, question } from "./deciding.js";
import { editPlace } from "./edit-place.js";
import { print } from "./format.js";
import { prepared } from "./progress.js";
import type { Session } from "./session.js";

/** The maximum number of differences to list. */
const most = 10;

/** Prints what can have differed, below a decision that is not as recorded. `placement`: its index. */
export async function recordedWhy(session: Session, options: DecidingOptions, placement: number): Promise<void> {
  const asking = { ...question(session, placement, options), want: { recorded: true }, limit: most };
  await prepared(session.scenario, "change", asking);
  const answer = session.scenario.change(asking);
  print(options.output, {
    json: () => [JSON.stringify(answer)],
    names: () => answer.changes.map(differenceText),
    people: () => differenceReport(answer, (edit) => editPlace(session, edit)),
  });
}
