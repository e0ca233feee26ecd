import { hubCommandLine } from "../words/placement.js";

/** The command that prints all objects that a decision depends on, on two lines. */
export const hubCommand = hubCommandLine.replace(" -A", " \\\n    -A");
