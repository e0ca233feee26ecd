/** The sentence of a diagnostic. */
import type { Diagnostic } from "../../types.js";
import { inLine, type PlaceWords } from "./incomplete.js";

/** The message, and where the object of a `duplicate-object` is also defined. */
export const diagnosticText = (
  { message, duplicate }: Pick<Diagnostic, "message" | "duplicate">,
  place: PlaceWords = inLine,
): string => (duplicate === undefined ? message : `${message} (also at ${place(duplicate.start)})`);
