/** Candidates in order, one bar each: its parts stacked, the cut drawn across, and what is missing to it. */
import type { ComponentChildren } from "preact";
import { Quoted } from "./quoted";
import { Heads, numeric } from "./heads";

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
  /** a line across this bar alone */
  mark?: number;
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
  /** a line across all bars, to which none is missing anything; null: none */
  mark?: number | null;
  onPoint?(key: string | null): void;
}

const sum = (parts: RungPart[]): number => parts.reduce((all, { value }) => all + value, 0);

export function Ladder({ caption, heads, rungs, end, cut, mark = null, onPoint }: Props) {
  const at = (value: number): string => `${Math.min(100, Math.max(0, (value / (end || 1)) * 100))}%`;
  const hasChanges = rungs.some(({ change }) => change !== undefined);
  return (
    <div class="scroll-x" tabIndex={0} role="group" aria-label={caption}>
      <table class="plain-table ladder">
        <caption class="unseen">{caption}</caption>
        <Heads of={heads.map((head, i) => (i === 3 && !hasChanges ? false : i === 2 ? numeric(head) : head))} />
        <tbody>
          {rungs.map(({ key, name, parts, total, against, mark: own, instead, change, isFirst, isLit, isAtCursor }) => (
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
                  <Bar {...{ parts, cut, at }} mark={own ?? mark} />
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

function Bar({
  parts,
  cut,
  mark,
  at,
}: {
  parts: RungPart[];
  cut: number | null;
  mark: number | null;
  at(value: number): string;
}) {
  let from = 0;
  const final = sum(parts);
  return (
    <svg class="bars" width="100%" height="18" aria-hidden="true" focusable="false">
      <line class="zero" x1="0" x2="0" y1="2" y2="16" />
      {parts.map(({ value, look }, i) => {
        const x = from;
        from += value;
        return (
          <rect
            key={i}
            class={look}
            x={at(x)}
            y="5"
            width={`${Number.parseFloat(at(from)) - Number.parseFloat(at(x))}%`}
            height="8"
          />
        );
      })}
      {cut !== null && final < cut && <line class="ghost" x1={at(final)} x2={at(cut)} y1="14.5" y2="14.5" />}
      {mark !== null && <line class="cut-off" x1={at(mark)} x2={at(mark)} y1="0" y2="18" />}
      {cut !== null && <line class="cut-off" x1={at(cut)} x2={at(cut)} y1="0" y2="18" />}
    </svg>
  );
}
