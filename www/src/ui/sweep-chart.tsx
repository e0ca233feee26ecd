import type { CSSProperties } from "preact";
import { integer } from "schedscope/words/number";
import { exchangeText } from "schedscope/words/whatif/exchange";
import { intervalText } from "schedscope/words/whatif/interval";
import { sweptClusters } from "schedscope/words/whatif/sweep";
import type { SweepAnswer, SweepInterval } from "../engine/types";

/** Clusters that have a row. */
const mostClusters = 12;
/** Values that there are columns of. */
const mostValues = 1000;

interface Props {
  answer: SweepAnswer;
  /** the value in force; null: none of them */
  value: number | null;
  /** a value was chosen by its column; absent: they are on show only */
  onApply?: (value: number) => void;
}

/** Who is selected at which value of a parameter: columns are values, rows the clusters that come or go. */
export function SweepChart({ answer: { intervals }, value, onApply }: Props) {
  const [from, to] = [intervals[0]?.from ?? 0, intervals.at(-1)?.to ?? 0];
  const count = to - from + 1;
  if (count > mostValues) return null;
  const clusters = sweptClusters({ intervals });
  const at = (first: number, last: number): CSSProperties => ({
    gridColumn: `${first - from + 1} / ${last - from + 2}`,
  });
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((each) => count / each <= 12) ?? 500;
  const marks = Array.from({ length: count }, (_, i) => from + i).filter((each) => each % step === 0);
  const isNow = value !== null && value >= from && value <= to;
  return (
    <div class="sweep" style={{ "--values": count }}>
      <div class="sweep-row" aria-hidden="true">
        <span />
        <div class="sweep-columns">
          {marks.map((each) => (
            <span key={each} class={each === value ? "mark now" : "mark"} style={at(each, each)}>
              {integer(each)}
            </span>
          ))}
        </div>
      </div>
      {clusters.slice(0, mostClusters).map(({ name, selected }) => (
        <div key={name} class="sweep-row" aria-hidden="true">
          <span class="sweep-name one-line" title={name}>
            {name}
          </span>
          <div class="sweep-columns bar">
            {intervals.map((one, i) => selected[i] && <span key={one.from} class="in" style={at(one.from, one.to)} />)}
          </div>
        </div>
      ))}
      <div class="sweep-row over">
        <span />
        <div class="sweep-columns">
          {isNow && <span class="now-line" style={at(value, value)} />}
          {onApply !== undefined &&
            intervals.map((one) => <Column key={one.from} of={one} style={at(one.from, one.to)} onApply={onApply} />)}
        </div>
      </div>
      {clusters.length > mostClusters && (
        <p class="quiet">and {integer(clusters.length - mostClusters)} more clusters</p>
      )}
    </div>
  );
}

/** The values that select the same: a click chooses the one under the pointer, Enter the first. */
function Column({ of, style, onApply }: { of: SweepInterval; style: CSSProperties; onApply(value: number): void }) {
  const words = of.decided ? exchangeText(of) : "the placement is misconfigured";
  return (
    <button
      type="button"
      class="sweep-apply"
      style={style}
      aria-label={`Set to ${intervalText(of)}${words === "" ? "" : `: ${words}`}`}
      title={words}
      onClick={({ currentTarget, clientX, detail }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        const place = detail === 0 ? 0 : Math.floor(((clientX - left) / width) * (of.to - of.from + 1));
        onApply(of.from + Math.min(of.to - of.from, Math.max(0, place)));
      }}
    />
  );
}
