import type { BaselineKind } from "schedscope/words/placement";
import { chooseBeside, pinText } from "../../session/beside";
import { type baselinesOf, besideOther } from "../../session/compared";
import { BaselinePicker } from "../../ui/baseline-picker";

/** What a view is shown against. */
export type Shown = ReturnType<typeof baselinesOf>;

/** What a view of pods is compared with. */
export const Baseline = ({ view, shown }: { view: "nodes" | "quotas"; shown: Shown }) => (
  <BaselinePicker
    value={shown.kind}
    choices={shown.choices}
    onChoose={(kind) => chooseBeside(view, kind)}
    otherWords="The other input is asked the same question, by the profile in force; the pod is found by its name."
    onOther={(name, text) => besideOther(view, name, text)}
    pinWords="Compare what comes with this input"
    onPin={() => pinText(view)}
  />
);

/** The baseline that is asked for; null: there is none, or the text tells it itself. */
export const askedKind = ({ kind, isThere }: Shown): BaselineKind | null =>
  isThere && kind !== "recorded" ? kind : null;
