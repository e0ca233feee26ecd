import { integer } from "schedscope/words/number";
import { pressureText, resources, sideOf, terms } from "schedscope/words/vms";
import type { Pressure } from "../../engine/types";
import { Section } from "../../ui/section";
import { Heads, numeric, unseen } from "../../ui/heads";

interface Props {
  node: string;
  /** before the request of the step, which is what decides on a migration; null where there was none */
  before: Pressure | null;
  after: Pressure;
  /** of its heading */
  level?: 2 | 3;
}

/** Whether the node must give up a VM, as the inequality that decides it. */
export function Inequality({ node, before, after, level = 3 }: Props) {
  return (
    <Section
      class="vm-pressure"
      id="pressure-title"
      title={`Pressure of ${node}`}
      level={level}
      words="too much if the left side is larger for either resource"
    >
      {before !== null && <p class="chart-words">Before the request {pressureText(before, node, "was")}</p>}
      <p class="chart-words">
        {before === null ? "" : "After it "}
        {pressureText(after, node, "is")}
      </p>
      <div class="scroll-x" tabIndex={0} role="group" aria-label="The inequality">
        <table class="plain-table inequality">
          <Heads
            of={[
              unseen("resource"),
              "sums",
              ...terms.map(({ name, about, sign }) =>
                numeric(
                  <>
                    {sign !== "" && (
                      <span class="sign" aria-hidden="true">
                        {sign}
                      </span>
                    )}
                    {name}
                  </>,
                  about,
                ),
              ),
            ]}
          />
          {before !== null && <Rows title="before the request, which decides" pressure={before} />}
          <Rows title={before === null ? "now" : "after it"} pressure={after} />
        </table>
      </div>
      <details class="help">
        <summary>What the terms mean</summary>
        <dl>
          {terms.map(({ name, about }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{about}</dd>
            </div>
          ))}
        </dl>
        <p>
          If cpu is at or below its watermark and memory is below its own, nothing else is checked: there is no
          pressure. Buffer counts against pressure, because the part that agents do not use becomes free again.
        </p>
      </details>
    </Section>
  );
}

function Rows({ title, pressure }: { title: string; pressure: Pressure }) {
  const { belowWatermarks } = pressure;
  return (
    <tbody class={belowWatermarks ? "not-asked" : ""}>
      <tr>
        <th scope="rowgroup" colSpan={terms.length + 2} class="group">
          {title}
          {belowWatermarks && ": at or below both watermarks, so this is not checked"}
        </th>
      </tr>
      {resources.map((resource) => {
        const side = sideOf(pressure, resource);
        const counts = side.exceeds && !belowWatermarks;
        return (
          <tr key={resource} class={counts ? "exceeds" : ""}>
            <th scope="row">{resource}</th>
            <td class="sums">
              {integer(side.left)} {side.exceeds ? ">" : "≤"} {integer(side.right)}
              {counts && <strong class="failing"> too much</strong>}
            </td>
            {terms.map(({ name, sign, of }) => (
              <td key={name} class="number" data-of={`${sign} ${name}`.trim()}>
                {sign !== "" && <span class="sign">{sign}</span>}
                {integer(of(side))}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}
