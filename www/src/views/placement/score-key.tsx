import { integer } from "schedscope/words/number";
import type { PrioritizerColumn } from "./prioritizer";
import { Key } from "../../ui/key";
import { Swatch } from "../../ui/swatch";

/** A part of all score bars of one axis. */
export interface ScorePart {
  name: string;
  /** the class of its colour */
  look: string;
  hatched: boolean;
  weight: number;
}

export const partOf = ({ name, hue, hatched, summary: { weight } }: PrioritizerColumn): ScorePart => ({
  name,
  look: `hue-${hue}`,
  hatched,
  weight,
});

/** What the parts of the bars are. */
export const ScoreKey = ({ parts }: { parts: ScorePart[] }) => (
  <Key
    look="score-key"
    of={parts.map((part) => [
      <Swatch {...part} />,
      part.weight === 1 ? part.name : `${part.name} × ${integer(part.weight)}`,
    ])}
  />
);
