/** Colour, where people look: on a terminal, unless they say otherwise. */
import { styleText } from "node:util";
import type { Paint } from "../report/table.js";

const styles = { strong: "bold", quiet: "dim", good: "green", warning: "yellow", bad: "red" } as const;

/** Colours texts, or leaves them as they are. */
export const painter = (isWanted: boolean): Paint =>
  isWanted
    ? (text, look) =>
        look === undefined || text === "" ? text : styleText(styles[look], text, { validateStream: false })
    : (text) => text;

/** `NO_COLOR` (https://no-color.org) comes first, then `FORCE_COLOR`, then whether it is a terminal. */
export function wantsColour(isTerminal: boolean, env: NodeJS.ProcessEnv): boolean {
  if ((env.NO_COLOR ?? "") !== "") return false;
  const forced = env.FORCE_COLOR;
  if (forced !== undefined) return !["0", "false"].includes(forced);
  return isTerminal && env.TERM !== "dumb";
}
