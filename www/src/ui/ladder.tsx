/** Candidates in order, one bar each: its parts stacked, the cut drawn across, and what is missing to it. */
import type { ComponentChildren } from "preact";
import { Quoted } from "./quoted";
import { Heads, numeric } from "./heads";
import { ScoreBar } from "./bar";

export interface RungPart {
  value: number;
  /** the class of its fill */
  look: string;
  words: string;
}

export interface Rung {
  key: string;
  name: ComponentChildren;
  parts: RungPart[];
  /** what the bar adds up to, as text */
  total: string;
  against?: "in" | "out" | "kept" | null;
  /** what stands instead of a bar */
  instead?: string;
  change?: ComponentChildren;
  isFirst?: boolean;
  isLit?: boolean;
  /** the cursor stands in its object */
  isAtCursor?: boolean;
}

interface Props {
  caption: string;
  heads: [name: string, bar: string, total: string, change: string];
  rungs: Rung[];
  end: number;
  /** what a rung needs; null: there is no cut */
  cut: number | null;
  /** whether bars are drawn with what they lack to the cut */
  isLacking?: boolean;
  onPoint?(key: string | null): void;
}

export function Ladder({ caption, heads, rungs, end, cut, isLacking, onPoint }: Props) {
  const hasChanges = rungs.some(({ change }) => change !== undefined);
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={caption}>
      <table class="plain-table ladder">
        <caption class="unseen">{caption}</caption>
        <Heads of={heads.map((head, i) => (i === 3 && !hasChanges ? false : i === 2 ? numeric(head) : head))} />
        <tbody>
          {rungs.map(({ key, name, parts, total, against, instead, change, isFirst, isLit, isAtCursor }) => (
            <tr
              key={key}
              class={`rung ${isFirst ? "first" : ""} ${isLit ? "lit" : ""} ${isAtCursor ? "at-cursor" : ""}`}
              onPointerEnter={() => onPoint?.(key)}
              onPointerLeave={() => onPoint?.(null)}
            >
              <th scope="row">
                <span class="rung-name">
                  {name}
                  {against && (
                    <span class="against" data-against={against}>
                      {againstWords[against]}
                    </span>
                  )}
                </span>
              </th>
              <td class="rung-bar" title={instead?.replaceAll("`", "") ?? parts.map(({ words }) => words).join(", ")}>
                {instead === undefined ? (
                  <ScoreBar
                    scale={{ min: 0, max: end || 1 }}
                    parts={parts}
                    products={parts.map(({ value }) => value)}
                    cut={cut}
                    isLacking={isLacking}
                    height={18}
                  />
                ) : (
                  <span class="rung-words quiet">
                    <Quoted text={instead} />
                  </span>
                )}
              </td>
              <td class="number">{total}</td>
              {hasChanges && <td class="rung-change">{change}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const againstWords = { in: "in", out: "out", kept: "stays" };
