import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { integer } from "schedscope/words/number";
import { type Resource, timeText } from "schedscope/words/vms";
import type { VmOutage, VmSeries } from "../../engine/types";
import { useWidth } from "../../ui/width";
import { drawingOf, gap, stepAtTime, timeScale } from "./area";
import { timeTicks } from "./time";
import { Key } from "../../ui/key";
import { Patterns } from "../../ui/patterns";
import { StepChart, Upright } from "../../ui/step-chart";

/** Heights in pixels. */
const areas = 104;
const strip = 12;
const axis = 16;

/** The fills of the areas; once in the view. */
export function AreaPatterns() {
  return (
    <Patterns>
      <pattern id="vm-buffer" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="5" class="vm-blue" />
      </pattern>
      <pattern id="vm-other" width="4" height="4" patternUnits="userSpaceOnUse">
        <circle cx="1" cy="1" r="1" class="vm-grey" />
        <circle cx="3" cy="3" r="1" class="vm-grey" />
      </pattern>
      <pattern id="vm-system" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="1" height="6" class="vm-grey" />
      </pattern>
      <pattern id="vm-excess" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="2" height="5" class="vm-red" />
      </pattern>
      <pattern id="vm-pressure" width="4" height="4" patternUnits="userSpaceOnUse">
        <path d="M0 0l4 4M4 0l-4 4" class="vm-red-line" />
      </pattern>
    </Patterns>
  );
}

const fills = {
  other: "url(#vm-other)",
  vms: undefined,
  buffer: "url(#vm-buffer)",
  system: "url(#vm-system)",
  pressure: "url(#vm-pressure)",
  excess: "url(#vm-excess)",
};
type Fill = keyof typeof fills;

const filled = (look: Fill) => ({ class: `vm-${look}`, ...(fills[look] !== undefined && { fill: fills[look] }) });

interface Props {
  series: VmSeries;
  resource: Resource;
  /** where the axes end: in seconds, and in amounts */
  end: number;
  top: number;
  /** when there is no scheduler */
  outages: VmOutage[];
  /** the time of the step on show, in seconds */
  now: number;
  onStep(step: number): void;
}

/** A node's resource over time. The same is said and listed beside it, so it is hidden from those who do not see it. */
export function AreaChart(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  return (
    <div class="vm-chart" ref={box} style={{ height: `${areas + gap + strip + axis}px` }}>
      {width > 0 && <Areas {...props} width={width} />}
    </div>
  );
}

function Areas({ series, resource, end, top, outages, now, onStep, width: all }: Props & { width: number }) {
  // The axis of amounts is named left of the areas, where nothing is drawn.
  const margin = 6 + 7 * integer(top).length;
  const width = Math.max(1, all - margin);
  const place = { width, height: areas, strip, end, top };
  const drawing = drawingOf(series, resource, place);
  const { at: x, timeAt } = timeScale({ width, end });
  const y = (amount: number): number => areas - (amount / top) * areas;
  const bottom = areas + gap + strip;
  const ticks = timeTicks(end, Math.max(2, Math.floor(width / 72)));
  return (
    <StepChart
      size={{ width, height: bottom, left: margin, below: axis }}
      onPlace={(fraction) => onStep(stepAtTime(series, timeAt(fraction * width)))}
    >
      <rect class="vm-free" width={width} height={areas} />
      <path {...filled("system")} d={drawing.system} />
      <path {...filled("other")} d={drawing.other} />
      <path {...filled("vms")} d={drawing.vms} />
      <path {...filled("buffer")} d={drawing.buffer} />
      <path class="vm-excess-ground" d={drawing.excess} />
      <path {...filled("excess")} d={drawing.excess} />
      <path class="vm-edge" d={drawing.edge} />
      <path class="vm-most-edge" d={drawing.most} />
      <path class="vm-most" d={drawing.most} />
      <path class="vm-watermark-edge" d={drawing.watermark} />
      <path class="vm-watermark" d={drawing.watermark} />
      <text class="vm-amount" x="-4" y="9" text-anchor="end">
        {integer(top)}
      </text>
      <text class="vm-amount" x="-4" y={areas} text-anchor="end">
        0
      </text>
      <line class="vm-zero" x1="0" x2={width} y1={areas} y2={areas} />
      <g class="vm-strip">
        <rect class="vm-free" y={areas + gap} width={width} height={strip} />
        {drawing.hot.map(({ x: from, width: wide }) => (
          <rect key={from} class="vm-hot" x={from} y={areas + gap} width={wide} height={strip} />
        ))}
        <path {...filled("pressure")} d={drawing.pressure} />
      </g>
      {outages.map(({ from, until, problem }) => {
        const wide = Math.max(2, x(until ?? end) - x(from));
        return (
          <g key={from} class={`vm-outage ${problem === null ? "" : "fatal"}`}>
            <rect x={x(from)} width={wide} height={bottom} />
            {wide > 90 && (
              <text x={x(from) + 3} y={areas - 4}>
                scheduler down
              </text>
            )}
          </g>
        );
      })}
      <Upright look="vm-now-edge" x={x(now)} to={bottom} />
      <Upright look="vm-now" x={x(now)} to={bottom} />
      <path class="vm-now-mark" d={`M${x(now) - 4} 0h8l-4 5z`} />
      {ticks.map((time) => (
        <g key={time}>
          <line class="vm-tick" x1={x(time)} x2={x(time)} y1={bottom} y2={bottom + 3} />
          <text
            class="vm-time"
            x={x(time)}
            y={bottom + 14}
            text-anchor={time === 0 ? "start" : x(time) > width - 24 ? "end" : "middle"}
          >
            {timeText(time)}
          </text>
        </g>
      ))}
      <line class="vm-grid" x1="0" x2={width} y1={y(top / 2)} y2={y(top / 2)} />
    </StepChart>
  );
}

const Sample = ({ look }: { look: Fill }) => <rect x="0.5" y="0.5" width="15" height="9" {...filled(look)} />;

/** What the fills and lines mean; once, above the charts. */
export const AreaKey = () => (
  <Key
    look="vm-key"
    of={[
      framed(<Sample look="vms" />, "VMs"),
      framed(<Sample look="buffer" />, "buffer"),
      framed(<Sample look="other" />, "other pods"),
      framed(<Sample look="system" />, "system"),
      framed(<path class="vm-watermark" d="M0 5H16" />, "watermark"),
      framed(<path class="vm-most" d="M0 5H16" />, "reservable"),
      framed(<Sample look="excess" />, "reserved beyond it"),
      framed(<Sample look="pressure" />, "capacity pressure"),
      framed(<rect class="vm-hot" width="16" height="10" />, "too much pressure"),
    ]}
  />
);

const framed = (picture: JSX.Element, name: string) =>
  [
    <svg width="16" height="10" aria-hidden="true" focusable="false">
      {picture}
    </svg>,
    name,
  ] as const;
