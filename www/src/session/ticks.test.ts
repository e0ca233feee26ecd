import { expect, test } from "vitest";
import type { Gesture } from "../editor/gesture";
import type { TextEdit } from "../engine/types";
import { Ticks } from "./ticks";

const edit = { numberOfClusters: 1 };
const edits: TextEdit[] = [{ from: 0, to: 1, insert: "x" }];

/** A gesture that notes what it writes. */
function gestureOf(log: string[]): Gesture {
  let isOn = false;
  const apply = (...written: TextEdit[][]): void => {
    isOn = true;
    log.push(written.map((edits) => edits.map(({ insert }) => insert).join()).join("+"));
  };
  return {
    get isOn() {
      return isOn;
    },
    apply,
  } as Gesture;
}

test("an answered tick ends before it is written, and one step of undo begins with the first", async () => {
  const ticks = new Ticks();
  const log: string[] = [];
  const gesture = gestureOf(log);
  const first = ticks.begin(edit, gesture);
  ticks.take([{ id: first.tick.id, edits, refusal: null }]);
  expect(await first.done).toEqual({ edits });
  expect([first.tick.begins, ticks.unwritten, log]).toEqual([true, 1, []]);
  // Its edit is on its way into the editor: the second goes on with it.
  const second = ticks.begin(edit, gesture);
  expect([second.tick.begins, ticks.begin(edit, gestureOf([])).tick.begins]).toEqual([false, true]);
  ticks.take([{ id: second.tick.id, edits: [{ from: 0, to: 1, insert: "y" }], refusal: null }]);
  const counts: number[] = [];
  ticks.write((count) => counts.push(count));
  expect([ticks.unwritten, log, counts]).toEqual([0, ["x+y"], [2]]);
  ticks.write((count) => counts.push(count));
  expect([log, counts]).toEqual([["x+y"], [2]]);
});

test("each gesture is written by itself, in order", () => {
  const ticks = new Ticks();
  const log: string[] = [];
  const [one, other] = [gestureOf(log), gestureOf(log)];
  const sent = [one, one, other, one].map((gesture) => ticks.begin(edit, gesture).tick.id);
  ticks.take(sent.map((id) => ({ id, edits: [{ from: 0, to: 1, insert: `${id}` }], refusal: null })));
  const counts: number[] = [];
  ticks.write((count) => counts.push(count));
  expect([log, counts]).toEqual([
    ["1+2", "3", "4"],
    [2, 1, 1],
  ]);
});

test("a refused tick and one that changes nothing have nothing to be written", async () => {
  const ticks = new Ticks();
  const [one, other] = [ticks.begin(edit, gestureOf([])), ticks.begin(edit, gestureOf([]))];
  const refusal = { code: "no-edit", message: "no" };
  ticks.take([
    { id: one.tick.id, edits: [], refusal },
    { id: other.tick.id, edits: [], refusal: null },
  ]);
  expect([await one.done, await other.done, ticks.unwritten]).toEqual([{ refusal }, { edits: [] }, 0]);
});

test("what is not written when the text goes on is to be sent again", async () => {
  const ticks = new Ticks();
  const log: string[] = [];
  const gesture = gestureOf(log);
  const answered = ticks.begin(edit, gesture);
  const awaited = ticks.begin(edit, gesture);
  ticks.take([{ id: answered.tick.id, edits, refusal: null }]);
  expect(ticks.loseUnwritten().map((lost) => [lost.edit, lost.gesture === gesture])).toEqual([[edit, true]]);
  ticks.lose();
  expect([await awaited.done, ticks.unwritten, log]).toEqual(["again", 0, []]);
});
