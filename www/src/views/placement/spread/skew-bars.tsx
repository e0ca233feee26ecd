import { type Signal, useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import {
  domainText,
  siblingGroupText,
  isHard,
  domainStatus,
  domainStatusText,
  valueText,
} from "schedscope/words/spread";
import type { ShownDecision } from "../../../engine/protocol";
import type { SpreadOnShow } from "../../../engine/spread";
import type { SpreadConstraintSummary, SpreadEdit } from "../../../engine/types";
import { LineLink } from "../../../ui/line-link";
import { type Band, band, placeOf, skewAt } from "./band";
import { type SiblingGroup, siblingGroups, sorted } from "./domains";

/** Bars that are shown at first; more on request. */
const most = 12;

/** Changes the text's terms, tick by tick. */
export interface SkewControl {
  set(change: SpreadEdit): void;
  /** the edge was let go */
  end(): void;
}

interface BarsProps {
  decision: ShownDecision;
  atStep: SpreadOnShow;
  /** null: max skews only are on show */
  control: SkewControl | null;
}

/** For each term a bar per domain, with the band in which it may end. */
export function SkewBars({ decision, atStep, control }: BarsProps) {
  const terms = decision.summary.spreadConstraints;
  return (
    <div class="skews">
      {terms.map((term, index) => (
        <TermBars key={index} decision={decision} atStep={atStep} control={control} term={term} index={index} />
      ))}
    </div>
  );
}

interface Props extends BarsProps {
  term: SpreadConstraintSummary;
  index: number;
}

function TermBars({ decision, atStep, control, term, index }: Props) {
  const chosen = useSignal<string | null>(null);
  const shown = useSignal(most);
  // While the edge is held the axis stands still, however far the edge goes.
  const held = useSignal<Band | null>(null);
  const last = useRef<string | null>(null);
  const all = useMemo(() => siblingGroups(atStep.domains, index), [atStep.domains, index]);
  const key = ({ parent }: SiblingGroup): string => JSON.stringify(parent);
  // The siblings of the step's pick, then the one that someone chose, else the most skewed.
  const picked =
    atStep.step < (decision.summary.spread?.steps ?? 0) ? atStep.picked?.picked.values.slice(0, index) : undefined;
  const named = (wanted: string | null): SiblingGroup | undefined => all.find((of) => key(of) === wanted);
  const group =
    // An edge that is held stays with its chart.
    (held.value === null ? undefined : named(last.current)) ??
    named(chosen.value) ??
    (picked && picked.length === index ? named(JSON.stringify(picked)) : undefined) ??
    all[0];
  last.current = group === undefined ? null : key(group);
  const bars = group === undefined ? [] : sorted(group.domains);
  // Of a level that is not whole on show, each group of siblings may lack some.
  const onShow = atStep.domains.reduce(
    (count, { values, eligible }) => count + Number(values.length === index + 1 && eligible > 0),
    0,
  );
  const isCut = atStep.total > atStep.domains.length && onShow < (decision.summary.spread?.terms[index]?.domains ?? 0);
  const title = `skew-${index}`;
  return (
    <div class="skew-term">
      <div class="skew-head">
        <h3 id={title}>{term.topologyKey}</h3>
        {index > 0 && all.length > 1 && group !== undefined && (
          <label>
            <span class="quiet">in</span>{" "}
            <select
              aria-label={`Domains of ${term.topologyKey} in`}
              value={key(group)}
              onChange={(event) => (chosen.value = event.currentTarget.value)}
            >
              {all.slice(0, 200).map((of) => (
                <option key={key(of)} value={key(of)}>
                  {domainText(of.parent)}
                </option>
              ))}
            </select>
          </label>
        )}
        {index > 0 && all.length === 1 && group !== undefined && (
          <span class="quiet">in {domainText(group.parent)}</span>
        )}
        <LineLink range={decision.lines[`${term.path}.maxSkew`]} {...(isHard(term) && { label: "maxSkew" })} />
      </div>
      {group === undefined ? (
        <p class="chart-words">No cluster has a domain here.</p>
      ) : (
        <>
          <p class="chart-words">{siblingGroupText(group.domains, term, isCut)}.</p>
          <Chart
            bars={bars.slice(0, shown.value)}
            of={band(bars, term)}
            control={control}
            term={term}
            index={index}
            labelledBy={title}
            held={held}
          />
          {bars.length > shown.value && (
            <p class="more">
              <button type="button" class="line-link" onClick={() => (shown.value *= 4)}>
                {counted(bars.length - shown.value, "more domain")}
              </button>{" "}
              <span class="quiet">with at most {integer(bars[shown.value]?.count ?? 0)}</span>
            </p>
          )}
        </>
      )}
    </div>
  );
}

interface ChartProps {
  bars: SiblingGroup["domains"];
  of: Band;
  control: SkewControl | null;
  term: SpreadConstraintSummary;
  index: number;
  labelledBy: string;
  /** the axis of when the edge was taken; null: it is not held */
  held: Signal<Band | null>;
}

/** The bars as a table; its head holds the edge of the band, which can be moved. */
function Chart({ bars, of: current, control, term, index, labelledBy, held }: ChartProps) {
  const axis = held.value === null ? current : { ...held.value, edge: current.edge, lowest: current.lowest };
  const at = (count: number): string => `${placeOf(axis, count)}%`;
  const hard = isHard(term);
  return (
    <table
      class={`skew-table ${hard ? "hard" : "soft"} ${index > 0 ? "nested" : ""}`}
      aria-labelledby={labelledBy}
      style={{ "--bars": bars.length }}
    >
      <thead>
        <tr>
          <th scope="col" class="bar-name">
            <span class="unseen">domain</span>
          </th>
          <th scope="col" class="bar-place">
            {control === null ? (
              <span class="edge-handle still" style={{ left: `${placeOf(axis, axis.edge)}%` }}>
                <span class="edge-value">maxSkew {integer(term.maxSkew)}</span>
              </span>
            ) : (
              <Edge axis={axis} control={control} term={term} index={index} held={held} />
            )}
          </th>
          <th scope="col" class="number">
            <span class="unseen">selected</span>
          </th>
          <th scope="col" class="bar-status">
            <span class="unseen">within the band</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map((domain) => {
          const state = domainStatus(domain, term);
          const words = domainStatusText(domain, term);
          return (
            <tr key={JSON.stringify(domain.values)} class={state}>
              <th scope="row" class="bar-name" title={domainText(domain.values)}>
                <bdi>{valueText(domain.values[index] ?? "")}</bdi>
              </th>
              <td class="bar-place">
                <svg width="100%" height="22" aria-hidden="true" focusable="false">
                  <rect
                    class="band"
                    x={at(axis.lowest)}
                    width={`${placeOf(axis, axis.edge) - placeOf(axis, axis.lowest)}%`}
                    y="0"
                    height="22"
                  />
                  <rect
                    class="bar"
                    x="0"
                    width={at(Math.min(domain.count, hard ? axis.edge : domain.count))}
                    y="6"
                    height="10"
                  />
                  {hard && domain.count > axis.edge && (
                    <rect
                      class="over"
                      x={at(axis.edge)}
                      width={`${placeOf(axis, domain.count) - placeOf(axis, axis.edge)}%`}
                      y="6"
                      height="10"
                    />
                  )}
                  <line class="edge" x1={at(axis.edge)} x2={at(axis.edge)} y1="0" y2="22" />
                </svg>
              </td>
              <td class="number">{integer(domain.count)}</td>
              <td class="bar-status">{words}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface EdgeProps {
  axis: Band;
  control: SkewControl;
  term: SpreadConstraintSummary;
  index: number;
  held: { value: Band | null };
}

/** The end of the band: dragged, or moved by keys, it edits maxSkew in the text. */
function Edge({ axis, control, term, index, held }: EdgeProps) {
  const latest = useRef(axis);
  latest.current = axis;
  const set = (maxSkew: number): void => {
    if (maxSkew >= 1 && maxSkew <= 2147483647) control.set({ type: "set", constraint: index, maxSkew });
  };
  const drag = (event: PointerEvent): void => {
    const handle = event.currentTarget as HTMLElement;
    const place = handle.closest(".bar-place")?.getBoundingClientRect();
    if (place === undefined || event.button !== 0) return;
    handle.setPointerCapture(event.pointerId);
    held.value = latest.current;
    let last = term.maxSkew;
    handle.onpointermove = ({ clientX }) => {
      const start = held.value;
      if (start === null) return;
      // The axis of the start, the emptiest sibling of now.
      const wanted = skewAt({ ...start, lowest: latest.current.lowest }, (clientX - place.left) / place.width);
      if (wanted === last) return;
      last = wanted;
      set(wanted);
    };
    handle.onlostpointercapture = () => {
      handle.onpointermove = null;
      handle.onlostpointercapture = null;
      held.value = null;
      control.end();
    };
  };
  const keys = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    const wanted = event.key === "Home" ? 1 : by === undefined ? null : Math.max(1, term.maxSkew + by);
    if (wanted === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    set(wanted);
    control.end();
  };
  const hard = isHard(term);
  return (
    <span
      class="edge-handle"
      style={{ left: `${placeOf(axis, axis.edge)}%` }}
      role="slider"
      tabIndex={0}
      aria-label={`maxSkew of term ${index + 1}, ${term.topologyKey}, edge of the band`}
      aria-valuemin={1}
      aria-valuemax={Math.max(term.maxSkew, axis.top - axis.lowest)}
      aria-valuenow={term.maxSkew}
      aria-valuetext={`maxSkew ${term.maxSkew}${hard ? "" : ", without effect"}`}
      title={hard ? "Drag to change maxSkew" : "maxSkew has no effect: ScheduleAnyway never blocks"}
      onPointerDown={drag}
      onKeyDown={keys}
    >
      <span class="edge-value">maxSkew {integer(term.maxSkew)}</span>
    </span>
  );
}
