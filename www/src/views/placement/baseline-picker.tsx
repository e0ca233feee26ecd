import { type BaselineKind, RELEASED_HUB } from "schedscope/words/placement";
import type { ShownDecision } from "../../engine/protocol";
import type { Profile } from "../../engine/types";
import { BaselinePicker as Picker } from "../../ui/baseline-picker";
import { useHost } from "../../ui/host";

/** What the other profile is, by the one in force. */
const others: Record<Profile, string> = { Upstream: "the preview", Proposal: RELEASED_HUB };

export function BaselinePicker({ decision }: { decision: ShownDecision }) {
  const { baseline } = useHost();
  const shown = decision.difference;
  if (shown === null) return null;
  const names: Record<BaselineKind, string> = {
    recorded: "what the hub recorded",
    edit: "before my last edit",
    pinned: "the pinned decision",
    profile: others[decision.summary.profile],
    text: baseline.other(),
  };
  const kinds = (Object.keys(names) as BaselineKind[]).filter(
    (kind) => kind === shown.baseline || shown.available.includes(kind),
  );
  return (
    <Picker
      view="placement"
      value={shown.baseline}
      choices={kinds.map((key) => ({ key, label: names[key] }))}
      otherWords="The placement of the same name is decided there, by the same profile and clock."
      pinWords="Compare what comes with this decision"
    />
  );
}
