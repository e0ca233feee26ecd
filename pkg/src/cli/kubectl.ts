import { hubCommandLine, podsCommandLine, vmsCommandLine } from "../words/kubectl.js";

const onTwoLines = (line: string): string => line.replace(" -A", " \\\n    -A");

/** The command that prints all that a decision depends on, on two lines. */
export const hubCommand = onTwoLines(hubCommandLine);
/** The command that prints all objects that an answer about pods depends on, on two lines. */
export const podsCommand = onTwoLines(podsCommandLine);
/** The command that prints all objects that a timeline of VMs depends on, but for the timeline. */
export const vmsCommand = vmsCommandLine;
