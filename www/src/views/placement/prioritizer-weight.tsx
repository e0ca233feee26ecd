import type { ComponentChildren } from "preact";
import { WeightSlider } from "../../ui/weight-slider";
import type { TrackMarks } from "./interval";
import type { PrioritizerColumn } from "./prioritizer";
import { partOf } from "./score-key";
import { Swatch } from "../../ui/swatch";

interface Props {
  column: PrioritizerColumn;
  /** where the weight comes from */
  foot: ComponentChildren;
  /** where the selection stays, and where it changes */
  marks?: TrackMarks | undefined;
  /** names the parameter that the control changes */
  sweep?: Record<string, string>;
  /** classes: it matters for what is pointed at, or the cursor stands where it is written */
  look?: string;
  onSet(weight: number): void;
  /** the control was let go */
  onEnd?: () => void;
}

/** The weight of a prioritizer, within the range of its CRD. */
export function PrioritizerWeight({ column, ...rest }: Props) {
  const { name, weight, defaultWeight } = column.summary;
  const label = (
    <>
      {weight !== 0 && <Swatch {...partOf(column)} />}
      {column.name}
    </>
  );
  return (
    <WeightSlider of={name} label={label} value={weight} min={-10} most={10} end={10} usual={defaultWeight} {...rest} />
  );
}
