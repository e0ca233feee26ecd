/** A quota's bar: what is its own, borrowed, lent and too much, from 0 to its max. */
import type { Bullet } from "schedscope/words/quotas";

type BulletLook = "own" | "borrowed" | "lent" | "over";

interface BulletPart {
  look: BulletLook;
  from: number;
  to: number;
}

/** The parts that are not empty, from left to right. */
export function partsOf({ used, min, max, lent }: Bullet): BulletPart[] {
  const cap = max ?? Infinity;
  const due = Math.min(min, cap);
  const parts: BulletPart[] = [
    { look: "own", from: 0, to: Math.min(used, due) },
    { look: "borrowed", from: due, to: Math.min(used, cap) },
    { look: "over", from: cap, to: used },
    { look: "lent", from: used, to: Math.min(used + lent, min) },
  ];
  return parts.filter(({ from, to }) => to > from);
}

/** Where the bars of one axis end; with room for an open end where one has no limit. */
export function axisEnd(bullets: Bullet[]): number {
  const most = (bullet: Bullet): number =>
    Math.max(bullet.max ?? 0, bullet.min, bullet.used + Math.max(0, bullet.added));
  const end = bullets.reduce((highest, bullet) => Math.max(highest, most(bullet)), 0);
  const open = bullets.some(({ max }) => max === null);
  return end === 0 ? 1 : open ? end * 1.15 : end;
}
