import type { Bullet } from "schedscope/words/quotas";
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

/** One quota's bar. The same numbers stand beside it, so it is hidden from those who do not see it. */
export function BulletBar({ bullet, end, height = 12 }: Props) {
  const { used, min, max, added } = bullet;
  const at = (amount: number): number => Math.min(1, Math.max(0, amount / end)) * 100;
  const y = 3;
  const box = (from: number, to: number) => ({
    x: `${at(from)}%`,
    y,
    width: `${Math.max(0, at(to) - at(from))}%`,
    height,
  });
  const cap = max ?? Infinity;
  const after = used + added;
  return (
    <svg
      class={`bullet ${max === null ? "open" : ""}`}
      width="100%"
      height={height + 6}
      aria-hidden="true"
      focusable="false"
    >
      {(max === null || max > 0) && <rect {...box(0, Math.min(cap, end))} class="ground" />}
      {max === null && (
        <line class="open-end" x1={`${at(end * 0.93)}%`} x2="100%" y1={y + height / 2} y2={y + height / 2} />
      )}
      {partsOf(bullet).map(({ look, from, to }) => (
        <rect key={look} {...box(from, to)} class={look} {...(fills[look] !== undefined && { fill: fills[look] })} />
      ))}
      {added > 0 && <rect {...box(used, Math.min(after, Math.max(used, cap)))} class="added" />}
      {added > 0 && after > cap && (
        <rect {...box(Math.max(used, cap), after)} class="added over-added" fill="url(#quota-cross)" />
      )}
      {min > 0 && (
        <svg x={`${at(min)}%`} overflow="visible" aria-hidden="true">
          <path class="min-tick" d={`M0 0V${height + 5}M-3 ${height + 5}h6`} />
        </svg>
      )}
      {max !== null && (max > 0 || after > 0) && (
        <line class="max-tick" x1={`${at(max)}%`} x2={`${at(max)}%`} y1={0} y2={height + 6} />
      )}
      {max === 0 && after <= 0 && (
        <path
          class="zero-max"
          d={`M1 ${y}h${height}v${height}h${-height}zl${height} ${height}m0 ${-height}l${-height} ${height}`}
        />
      )}
    </svg>
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
