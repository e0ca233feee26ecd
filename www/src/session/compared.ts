/** Which baseline a view of pods or of VMs is shown against, and which there are. */
import type { BaselineKind } from "schedscope/words/placement";
import type { ViewName } from "../views/choice";
import { chosenBeside, otherText } from "./baseline";
import { chooseBeside, textsBeside } from "./beside";
import { podProfile } from "./question";

/**
 * The baselines of a view. `recorded`: what it is called there; null: the text records nothing. `isUsual`: it is what
 * the view is compared with unless something else is chosen.
 */
export function baselinesOf(view: ViewName, recorded: string | null, isUsual = true) {
  const texts = textsBeside();
  const labels: Record<BaselineKind, string> = {
    recorded: recorded ?? "",
    edit: "before my last edit",
    pinned: "the pinned input",
    profile: podProfile.value === "Upstream" ? "the preview" : "the released scheduler",
    text: otherText.value?.name ?? "another text",
  };
  const has = (kind: BaselineKind): boolean =>
    kind === "profile" || (kind === "recorded" ? recorded !== null : texts[kind] !== undefined);
  const kinds = (Object.keys(labels) as BaselineKind[]).filter((kind) => kind === "edit" || has(kind));
  const wanted = chosenBeside.value[view];
  const usual: BaselineKind = recorded === null || !isUsual ? "edit" : "recorded";
  const chosen = kinds.find((kind) => kind === wanted) ?? usual;
  return {
    kind: chosen,
    /** whether there is anything to compare with */
    isThere: has(chosen),
    choices: kinds.map((key) => ({ key, label: labels[key] })),
  };
}

/** Compares a view with another text. */
export function besideOther(view: ViewName, name: string, text: string): void {
  otherText.value = { name, text };
  chooseBeside(view, "text");
}
