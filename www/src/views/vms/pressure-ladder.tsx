import { integer } from "schedscope/words/number";
import { resources, sideOf, terms } from "schedscope/words/vms";
import type { Pressure, VmStepAnswer } from "../../engine/types";
import { Ladder, type Rung } from "../../ui/ladder";
import { Section } from "../../ui/section";
import { Swatch } from "../../ui/swatch";
import { Key } from "../../ui/key";

interface Props {
  about: VmStepAnswer;
  detail: VmStepAnswer;
  node: string;
}

/** The inequality that decides on migrations: a bar for the left side of each resource, the right side drawn across. */
export function PressureLadder({ about, detail, node }: Props) {
  const after = detail.pressure.find((of) => of.node === node);
  if (after === undefined) return null;
  const { request } = about;
  const before = request !== null && request.node === node ? request.pressure : null;
  const rungs = [
    ...(before === null ? [] : rungsOf(before, "before")),
    ...rungsOf(after, before === null ? "" : "after"),
  ];
  return (
    <Section
      class="pressure-ladder"
      id="pressure-ladder-title"
      title={`Pressure of ${node}`}
      words="too much where a bar passes its line"
    >
      <Ladder
        caption={`Pressure of ${node}`}
        heads={["resource", "logical + capacity", "sums", ""]}
        rungs={rungs}
        end={1}
        cut={null}
      />
      <Key
        of={[
          ...left.map(({ name, about: words }, i) => [<Swatch look={`hue-${i}`} />, name, words] as const),
          [
            <svg class="bars" width="8" height="12" aria-hidden="true" focusable="false">
              <line class="cut-off" x1="4" x2="4" y1="0" y2="12" />
            </svg>,
            "accounted for + buffer + below",
          ],
        ]}
      />
    </Section>
  );
}

/** The terms before the sign of the inequality. */
const left = terms.slice(
  0,
  terms.findIndex(({ sign }) => sign === ">"),
);

function rungsOf(pressure: Pressure, when: string): Rung[] {
  return resources.map((resource): Rung => {
    const side = sideOf(pressure, resource);
    const end = Math.max(1, side.left, side.right);
    const counts = side.exceeds && !pressure.belowWatermarks;
    return {
      key: `${when} ${resource}`,
      name: `${resource}${when === "" ? "" : ` ${when}`}`,
      parts: left.map(({ name, of }, i) => ({
        value: of(side) / end,
        look: `hue-${i}`,
        words: `${name} ${integer(of(side))}`,
      })),
      mark: side.right / end,
      total: `${integer(side.left)} ${side.exceeds ? ">" : "≤"} ${integer(side.right)}`,
      isFirst: counts,
      ...(pressure.belowWatermarks && { instead: "not checked: below both watermarks" }),
    };
  });
}
