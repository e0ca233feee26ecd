import type { VmTimelineAnswer } from "../../engine/types";
import { type ShownRun, variantsOf } from "./run";
import { type BaselineChoice, BaselinePicker } from "../../ui/baseline-picker";
import { useHost } from "../../ui/host";
import { chosenTimeline, chosenVariant, comparedKey, pinned, step, useCompared } from "./state";
import { fullName } from "schedscope/words/object-name";
import { Picker } from "../../ui/select";

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
}

/** Which run, and what it is compared with. */
export function Pickers({ timeline, run }: Props) {
  const { baseline } = useHost();
  const { timelines } = timeline;
  const variants = variantsOf(timeline);
  const variant = run.variant ?? null;
  if (timelines.length < 2 && variants.length === 0) return null;
  return (
    <div class="picker vm-pickers">
      {timelines.length > 1 && (
        <Picker
          label="Timeline"
          value={timeline.timeline === null ? "" : fullName(timeline.timeline)}
          choices={timelines.map((one) => fullName(one.timeline))}
          onChoose={(name) => {
            chosenTimeline.value = name;
            chosenVariant.value = null;
            baseline.choose("vms", "edit");
            step.value = undefined;
            pinned.value = null;
          }}
        />
      )}
      {variants.length > 0 && (
        <Picker
          label="Variant"
          value={variant ?? ""}
          choices={[["", "base timeline"], ...variants]}
          onChoose={(name) => (chosenVariant.value = name === "" ? null : name)}
        />
      )}
    </div>
  );
}

/** What the run is compared with: another text, or a variant. */
export function RunBaseline({ timeline, run }: Props) {
  const variants = variantsOf(timeline);
  const variant = run.variant ?? null;
  const { choices } = useHost().baseline.of("vms", null);
  const group = "Variants in the input";
  const all: BaselineChoice[] = [
    ...choices.filter(({ key }) => key !== "profile"),
    ...(variant === null ? [] : [{ key: "variant", label: "base timeline", group }]),
    ...variants.filter((name) => name !== variant).map((name) => ({ key: `variant ${name}`, label: name, group })),
  ];
  const chosen = comparedKey(useCompared());
  return (
    <BaselinePicker
      view="vms"
      value={all.some(({ key }) => key === chosen) ? chosen : "edit"}
      choices={all}
      otherWords="The timeline of the same name is played there."
      pinWords="Compare what comes with this input"
    />
  );
}
