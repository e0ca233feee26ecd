import type { VmTimelineAnswer } from "../../engine/types";
import { type ShownRun, variantsOf } from "./run";
import { chooseBeside, pinText } from "../../session/beside";
import { baselinesOf, besideOther } from "../../session/compared";
import { type BaselineChoice, BaselinePicker } from "../../ui/baseline-picker";
import { chosenTimeline, chosenVariant, compared, comparedKey, pinned, step } from "./state";
import { fullName } from "schedscope/words/object-name";
import { Picker } from "../../ui/select";

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
}

/** Which run, and what it is compared with. */
export function Pickers({ timeline, run }: Props) {
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
            chooseBeside("vms", "edit");
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
  const { choices } = baselinesOf("vms", null);
  const group = "Variants in the input";
  const all: BaselineChoice[] = [
    ...choices.filter(({ key }) => key !== "profile"),
    ...(variant === null ? [] : [{ key: "variant", label: "base timeline", group }]),
    ...variants.filter((name) => name !== variant).map((name) => ({ key: `variant ${name}`, label: name, group })),
  ];
  const chosen = comparedKey(compared.value);
  return (
    <BaselinePicker
      value={all.some(({ key }) => key === chosen) ? chosen : "edit"}
      choices={all}
      onChoose={(key) => chooseBeside("vms", key)}
      otherWords="The timeline of the same name is played there."
      onOther={(name, text) => besideOther("vms", name, text)}
      pinWords="Compare what comes with this input"
      onPin={() => pinText("vms")}
    />
  );
}
