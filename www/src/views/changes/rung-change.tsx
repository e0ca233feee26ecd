import { advised, changeText, cycleText, rungText } from "schedscope/words/whatif";
import type { Want } from "../../engine/types";
import { useHost } from "../../ui/host";
import { NoChange, RungChange } from "../../ui/rung-change";
import { isWritable } from "./intent";

/** What would bring something about, at the end of a ladder's rung; asked for by the ladder. */
export function WantedChange({ want }: { want: Want }) {
  const { changes } = useHost();
  const found = changes.of(want);
  const [change] = advised(found?.changes ?? []);
  if (found === undefined || found.met) return null;
  if (change === undefined) return <NoChange isComplete={found.complete} />;
  return (
    <RungChange
      words={rungText(change).replaceAll("`", "")}
      full={[changeText(change), cycleText(change)].filter((words) => words !== "").join(": ")}
      onApply={isWritable(change) ? () => changes.apply(change, rungText(change).replaceAll("`", "")) : null}
    />
  );
}
