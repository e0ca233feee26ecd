import type { BaselineKind } from "schedscope/words/placement";
import { BaselinePicker } from "../../ui/baseline-picker";
import type { ShownBaseline } from "../../ui/host";

/** What a view of pods is compared with. */
export const Baseline = ({ view, shown }: { view: "nodes" | "quotas"; shown: ShownBaseline }) => (
  <BaselinePicker
    view={view}
    value={shown.kind}
    choices={shown.choices}
    otherWords="The other input is asked the same question, by the profile in force; the pod is found by its name."
    pinWords="Compare what comes with this input"
  />
);

/** The baseline that is asked for; null: there is none, or the text tells it itself. */
export const askedKind = ({ kind, isThere }: ShownBaseline): BaselineKind | null =>
  isThere && kind !== "recorded" ? kind : null;
