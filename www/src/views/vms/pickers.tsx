import type { VmTimelineAnswer } from "../../engine/types";
import { NumberField } from "../../ui/number-field";
import { ideas, type ShownRun } from "./run";
import { chosenTimeline, chosenVariant, compared, type Compared, type Idea, ideaValues, pinned, step } from "./state";

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
}

/** Which run, and what it is compared with. */
export function Pickers({ timeline, run }: Props) {
  const { timelines } = timeline;
  const variants = timelines.find(({ key }) => key === timeline.timeline)?.variants ?? [];
  const variant = run.variant ?? null;
  if (timelines.length === 0) return null;
  return (
    <div class="picker vm-pickers">
      {timelines.length > 1 && (
        <label>
          <span class="quiet">Timeline</span>
          <select
            value={timeline.timeline ?? ""}
            onChange={(event) => {
              chosenTimeline.value = event.currentTarget.value;
              chosenVariant.value = null;
              compared.value = { type: "none" };
              step.value = undefined;
              pinned.value = null;
            }}
          >
            {timelines.map(({ key }) => (
              <option key={key} value={key}>
                {key}
              </option>
            ))}
          </select>
        </label>
      )}
      {variants.length > 0 && (
        <label>
          <span class="quiet">Variant</span>
          <select
            value={variant ?? ""}
            onChange={(event) =>
              (chosenVariant.value = event.currentTarget.value === "" ? null : event.currentTarget.value)
            }
          >
            <option value="">base timeline</option>
            {variants.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span class="quiet">Compare with</span>
        <select
          value={comparedKey(compared.value)}
          onChange={(event) => (compared.value = comparedOf(event.currentTarget.value))}
        >
          <option value="none">nothing</option>
          {variant !== null && <option value="variant">base timeline</option>}
          {variants
            .filter((name) => name !== variant)
            .map((name) => (
              <option key={name} value={`variant ${name}`}>
                {name}
              </option>
            ))}
          <optgroup label="Ideas in the design document">
            {(Object.keys(ideas) as Idea[]).map((idea) => (
              <option key={idea} value={`idea ${idea}`}>
                {ideas[idea].label}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {compared.value.type === "idea" && <IdeaValue idea={compared.value.idea} />}
    </div>
  );
}

/** The number of an idea. */
function IdeaValue({ idea }: { idea: Idea }) {
  const { unit, min, max, step: stride } = ideas[idea];
  const accepts = (value: number): boolean => value >= min && value <= max && (stride < 1 || Number.isInteger(value));
  return (
    <label class="idea-value">
      <NumberField
        min={min}
        max={max}
        step={stride}
        value={ideaValues.value[idea] ?? null}
        aria-label={unit}
        accepts={accepts}
        onSet={(value) => (ideaValues.value = { ...ideaValues.peek(), [idea]: value })}
      />
      <span class="quiet">{unit}</span>
    </label>
  );
}

function comparedKey(of: Compared): string {
  if (of.type === "none") return "none";
  if (of.type === "idea") return `idea ${of.idea}`;
  return of.name === null ? "variant" : `variant ${of.name}`;
}

function comparedOf(key: string): Compared {
  const [type = "", ...rest] = key.split(" ");
  const name = rest.join(" ");
  if (type === "idea") return { type: "idea", idea: name as Idea };
  if (type === "variant") return { type: "variant", name: name === "" ? null : name };
  return { type: "none" };
}
