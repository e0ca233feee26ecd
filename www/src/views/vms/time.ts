/** The axis of time. */

const strides = [
  0.001, 0.01, 0.1, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
];

/** Times that an axis from 0 to `end` names, at most about `most`. */
export function timeTicks(end: number, most: number): number[] {
  if (!(end > 0)) return [0];
  const days = Math.ceil(end / 86_400 / most) * 86_400;
  const stride = strides.find((seconds) => end / seconds <= most) ?? days;
  return Array.from({ length: Math.floor(end / stride + 1e-9) + 1 }, (_, i) => Math.round(i * stride * 1000) / 1000);
}
