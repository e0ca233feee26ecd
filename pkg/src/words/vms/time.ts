/** Times of a timeline: seconds from its start. */

const two = (value: number): string => String(value).padStart(2, "0");

/** Whole milliseconds of a time in hours, minutes, seconds and what is left. */
function parts(seconds: number): { hours: number; minutes: number; seconds: number; millis: number } {
  const all = Math.round(Math.max(0, seconds) * 1000);
  return {
    hours: Math.floor(all / 3_600_000),
    minutes: Math.floor(all / 60_000) % 60,
    seconds: Math.floor(all / 1000) % 60,
    millis: all % 1000,
  };
}

/**
 * To be read: `0.05s`, `45s`, `2m05.3s`, `1h02m05s`: from one second on in tenths; the last parts are left
 * out where they are nothing.
 */
export function timeText(time: number): string {
  const { hours, minutes, seconds, millis } = parts(time < 1 ? time : Math.round(time * 10) / 10);
  const rest = millis === 0 ? "" : `.${String(millis).padStart(3, "0").replace(/0+$/, "")}`;
  const [isLong, isLonger] = [hours > 0, hours > 0 || minutes > 0];
  const last = seconds === 0 && millis === 0 && isLonger ? "" : `${isLonger ? two(seconds) : seconds}${rest}s`;
  const middle = !isLonger || (minutes === 0 && last === "") ? "" : `${isLong ? two(minutes) : minutes}m`;
  return `${isLong ? `${hours}h` : ""}${middle}${last}`;
}

/** To be written into the input, as Go writes durations: `2m5s`, `1s500ms`. */
export function timeWritten(time: number): string {
  const { hours, minutes, seconds, millis } = parts(time);
  const named: [number, string][] = [
    [hours, "h"],
    [minutes, "m"],
    [seconds, "s"],
    [millis, "ms"],
  ];
  return (
    named
      .filter(([value]) => value > 0)
      .map(([value, unit]) => `${value}${unit}`)
      .join("") || "0s"
  );
}

const unitSeconds: Record<string, number> = { h: 3600, m: 60, s: 1, ms: 0.001 };

/** The time of a duration as Go writes it; null where it is none. */
export function timeRead(text: string): number | null {
  const typed = text.trim();
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(typed)) return null;
  let sum = 0;
  for (const [, value, unit] of typed.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g))
    sum += Number(value) * (unitSeconds[unit ?? ""] ?? 0);
  return Math.round(sum * 1000) / 1000;
}
