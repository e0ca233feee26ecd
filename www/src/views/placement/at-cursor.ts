/** What of an answer is written where the cursor stands. */
import type { TextRange } from "../../engine/types";
import { cursor } from "../../session/session";

/** Whether the cursor is on a line of the range. */
export const holdsCursor = (range: TextRange | undefined): boolean =>
  range !== undefined && range.start.line <= cursor.value.line && cursor.value.line <= range.end.line;
