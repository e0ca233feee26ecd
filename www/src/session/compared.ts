/** Which baseline a view is shown against, and which there are. */
import type { BaselineKind } from "schedscope/words/placement";
import type { ViewName } from "../ui/choice";
import type { ShownBaseline } from "../ui/host";
import { besideText, chosenBaseline, chosenBeside, otherText, pinnedText } from "./baseline";
import { pinShown } from "./baseline-client";
import { textsBeside } from "./beside";
import { podProfile, profile } from "./question";
import { currentText, fileName } from "./session";

export const other = (): string => otherText.value?.name ?? "another text";

/** What somebody chose for a view of pods or of VMs. */
export const chosen = (view: ViewName): string | undefined => chosenBeside.value[view];

export function choose(view: ViewName, kind: string): void {
  if (view === "placement") chosenBaseline.value = kind as BaselineKind;
  else chosenBeside.value = { ...chosenBeside.peek(), [view]: kind };
}

/** Compares a view with another text. */
export function compare(view: ViewName, name: string, text: string): void {
  otherText.value = { name, text };
  choose(view, "text");
}

/** Compares what comes with what is on show. */
export function pin(view: ViewName): void {
  if (view === "placement") {
    void pinShown();
    return;
  }
  pinnedText.value = besideText(fileName.peek(), currentText(), profile.peek());
  choose(view, "pinned");
}

/**
 * The baselines of a view. `recorded`: what it is called there; null: the text records nothing. `isUsual`: it is what
 * the view is compared with unless something else is chosen.
 */
export function of(view: ViewName, recorded: string | null, isUsual = true): ShownBaseline {
  const texts = textsBeside();
  const labels: Record<BaselineKind, string> = {
    recorded: recorded ?? "",
    edit: "before my last edit",
    pinned: "the pinned input",
    profile: podProfile.value === "Upstream" ? "the preview" : "the released scheduler",
    text: other(),
  };
  const has = (kind: BaselineKind): boolean =>
    kind === "profile" || (kind === "recorded" ? recorded !== null : texts[kind] !== undefined);
  const kinds = (Object.keys(labels) as BaselineKind[]).filter((kind) => kind === "edit" || has(kind));
  const wanted = chosen(view);
  const usual: BaselineKind = recorded === null || !isUsual ? "edit" : "recorded";
  const kind = kinds.find((one) => one === wanted) ?? usual;
  return {
    kind,
    isThere: has(kind),
    choices: kinds.map((key) => ({ key, label: labels[key] })),
  };
}
