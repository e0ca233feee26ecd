import type { Bullet } from "schedscope/words/quotas";
import { Bar, type BarPart } from "../../ui/bar";
import { partsOf } from "./bullet";
import { Patterns } from "../../ui/patterns";

/** The fills of the bars; once in the view. */
export function BulletPatterns() {
  return (
    <Patterns>
      <pattern id="quota-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2.5" height="5" class="quota-blue" />
      </pattern>
      <pattern id="quota-dots" width="4" height="4" patternUnits="userSpaceOnUse">
        <circle cx="2" cy="2" r="1" class="quota-blue" />
      </pattern>
      <pattern id="quota-cross" width="6" height="6" patternUnits="userSpaceOnUse">
        <path d="M0 0l6 6M6 0l-6 6" class="quota-red-line" />
      </pattern>
    </Patterns>
  );
}

const fills = { own: undefined, borrowed: "url(#quota-hatch)", lent: "url(#quota-dots)", over: "url(#quota-cross)" };

interface Props {
  bullet: Bullet;
  /** the amount at the right end */
  end: number;
  height?: number;
}

/** One quota's bar. */
export function BulletBar({ bullet, end, height = 12 }: Props) {
  const { used, min, max, added } = bullet;
  const y = 3;
  const cap = max ?? Infinity;
  const after = used + added;
  const isClosed = max === 0 && after <= 0;
  const part = (look: string, from: number, to: number, fill?: string): BarPart[] =>
    to > from ? [{ look, from, to, fill }] : [];
  return (
    <Bar
      look={`bullet ${max === null ? "open" : ""}`}
      scale={{ min: 0, max: end }}
      height={height + 6}
      top={y}
      thick={height}
      parts={[
        ...(max === 0 ? [] : part("ground", 0, Math.min(cap, end))),
        ...partsOf(bullet).map((of) => ({ ...of, fill: fills[of.look] })),
        ...part("added", used, Math.min(after, Math.max(used, cap))),
        ...part("added over-added", Math.max(used, cap), after, fills.over),
      ]}
      lines={[
        ...(max === null
          ? [{ at: end * 0.93, to: end, look: "open-end", y: [y + height / 2, y + height / 2] as [number, number] }]
          : []),
        ...(max === null || isClosed ? [] : [{ at: max, look: "max-tick" }]),
      ]}
    >
      {min > 0 && (
        <svg x={`${Math.min(1, min / end) * 100}%`} overflow="visible" aria-hidden="true">
          <path class="min-tick" d={`M0 0V${height + 5}M-3 ${height + 5}h6`} />
        </svg>
      )}
      {isClosed && (
        <path
          class="zero-max"
          d={`M1 ${y}h${height}v${height}h${-height}zl${height} ${height}m0 ${-height}l${-height} ${height}`}
        />
      )}
    </Bar>
  );
}

/** One look beside its name. */
export function Swatch({ look }: { look: "own" | "borrowed" | "lent" | "over" | "added" }) {
  return (
    <svg class="bullet" width="16" height="10" aria-hidden="true" focusable="false">
      <rect
        x="0.5"
        y="0.5"
        width="15"
        height="9"
        class={look}
        {...(look !== "own" && look !== "added" && { fill: fills[look] })}
      />
    </svg>
  );
}

/** The two ticks beside their names. */
export function TickSwatch({ of }: { of: "min" | "max" }) {
  return (
    <svg class="bullet" width="8" height="14" aria-hidden="true" focusable="false">
      {of === "min" ? (
        <path class="min-tick" d="M4 0V13M1 13h6" />
      ) : (
        <line class="max-tick" x1="4" x2="4" y1="0" y2="14" />
      )}
    </svg>
  );
}
