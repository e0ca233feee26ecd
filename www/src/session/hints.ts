/** The hints of a decision as findings of the text. */
import { hintText } from "schedscope/words/placement";
import type { Finding } from "../editor/findings";
import type { ShownDecision } from "../engine/protocol";

/** Those that are about a place of the text. */
export const hintFindings = ({
  hints,
  lines,
  summary,
}: Pick<ShownDecision, "hints" | "lines" | "summary">): Finding[] =>
  hints.flatMap((hint) => {
    const range = hint.path === null ? undefined : lines[hint.path];
    return range === undefined ? [] : [{ severity: "hint", message: hintText(hint), range, object: summary.placement }];
  });
