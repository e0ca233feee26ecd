/** Answers for tests of sentences. */
import type { MissingInput, NotLookedAt } from "../../types.js";
import { findingsOf, type Found } from "./finding.js";

const isAfter = ({ assumed, cannotHelp = false }: MissingInput): boolean => assumed || cannotHelp;

/** What an answer lacks: what is assumed, or cannot change it, comes after it. */
export const lacking = (...rows: MissingInput[]): Required<Pick<Found, "findings">> => ({
  findings: [
    ...findingsOf(
      "missing-input",
      rows.filter((row) => !isAfter(row)),
    ),
    ...findingsOf("assumed-input", rows.filter(isAfter), "info", "after"),
  ],
});

/** What an answer does not model: what is in its pods comes before it. */
export const unmodelled = (...rows: NotLookedAt[]): Required<Pick<Found, "findings">> => ({
  findings: [
    ...findingsOf(
      "not-modelled",
      rows.filter(({ own }) => own),
      "warning",
    ),
    ...findingsOf(
      "not-looked-at",
      rows.filter(({ own }) => !own),
      "warning",
      "after",
    ),
  ],
});
