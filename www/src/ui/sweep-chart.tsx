import type { CSSProperties } from "preact";
import type { Chart } from "schedscope/report/block";
import { integer } from "schedscope/words/number";
import { intervalText } from "schedscope/words/whatif/interval";

/** Names that have a row. */
const mostBars = 12;
/** Values that there are columns of. */
const mostValues = 1000;

interface Props extends Pick<Chart, "intervals" | "bars"> {
  /** the value in force; null: none of them */
  value: number | null;
  /** a value was chosen by its column, and what comes of an interval; absent: they are on show only */
  choice?: { onApply(value: number): void; words(interval: number): string };
}

/** What is on at which value of a parameter: columns are values, rows the names that come or go. */
export function SweepChart({ intervals, bars, value, choice }: Props) {
  const [from, to] = [intervals[0]?.from ?? 0, intervals.at(-1)?.to ?? 0];
  const count = to - from + 1;
  if (count > mostValues) return null;
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
      {bars.slice(0, mostBars).map(({ name, isOn }) => (
        <div key={name} class="sweep-row" aria-hidden="true">
          <span class="sweep-name one-line" title={name}>
            {name}
          </span>
          <div class="sweep-columns bar">
            {intervals.map((one, i) => isOn[i] && <span key={one.from} class="in" style={at(one.from, one.to)} />)}
          </div>
        </div>
      ))}
      <div class="sweep-row over">
        <span />
        <div class="sweep-columns">
          {isNow && <span class="now-line" style={at(value, value)} />}
          {choice !== undefined &&
            intervals.map((one, i) => (
              <Column
                key={one.from}
                of={one}
                words={choice.words(i)}
                style={at(one.from, one.to)}
                onApply={choice.onApply}
              />
            ))}
        </div>
      </div>
      {bars.length > mostBars && <p class="quiet">and {integer(bars.length - mostBars)} more</p>}
    </div>
  );
}

interface ColumnProps {
  of: Chart["intervals"][number];
  words: string;
  style: CSSProperties;
  onApply(value: number): void;
}

/** The values with one outcome: a click chooses the one under the pointer, Enter the first. */
function Column({ of, words, style, onApply }: ColumnProps) {
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
