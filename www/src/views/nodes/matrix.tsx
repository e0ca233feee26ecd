import { percent, resourceNames } from "schedscope/words/amount";
import { levelOf, type Usage } from "schedscope/words/nodes";
import { counted, integer } from "schedscope/words/number";
import { pointed, pointNode } from "../../session/pointed";
import type { NodeLine } from "./lines";
import { openNode } from "./options";

/** Up to so many nodes the numbers are printed. */
const fewNodes = 12;
const pitch = 13;
const side = 10;

/** How full the limits make a node: a step of the colour, and its words. */
const levels = [
  { most: 0.5, words: "up to 50%" },
  { most: 0.8, words: "80%" },
  { most: 1, words: "100%" },
  { most: 1.5, words: "150%" },
  { most: Infinity, words: "more" },
];

export const levelAt = (usage: Usage): number => {
  const share = levelOf(usage, "limits").after / usage.allocatable;
  return levels.findIndex(({ most }) => share <= most);
};

interface Props {
  lines: NodeLine[];
  resources: string[];
  /** how many nodes there are */
  nodes: number;
  /** with a pod */
  pod: boolean;
}

/** Over-subscription: nodes by resources, coloured by the limits; rings are picks. */
export function OverMatrix({ lines, resources, nodes, pod }: Props) {
  const names = resourceNames(resources);
  const over = lines.filter(({ usages }) => usages.some((usage) => usage.allocatable > 0 && levelAt(usage) > 2));
  return (
    <section class="over" aria-labelledby="over-title">
      <div class="section-head">
        <h2 id="over-title">Over-subscription</h2>
        <span class="quiet">limits by allocatable{pod ? ", with the pod" : ""}</span>
      </div>
      {lines.length <= fewNodes ? (
        <Numbers {...{ lines, resources, names }} />
      ) : (
        resources.map((resource, r) => (
          <div
            key={resource}
            class="over-squares"
            role="group"
            tabIndex={0}
            aria-label={`Limits of ${resource}`}
            onClick={(event) => {
              const line = lines.find(({ name }) => name === nodeUnder(event));
              if (line !== undefined) toggle(line);
            }}
            onPointerMove={(event) => {
              const name = nodeUnder(event);
              if (name !== pointed.peek()) pointNode(name);
            }}
            onPointerLeave={() => pointNode(null)}
          >
            <h3 title={resource}>{names[r]}</h3>
            <NodeSquares lines={lines} resource={resource} />
          </div>
        ))
      )}
      <ul class="key over-key">
        {levels.map(({ words }, level) => (
          <li key={words}>
            <svg width="12" height="12" aria-hidden="true" focusable="false">
              <rect class={`over-${level}`} x="1" y="1" width={side} height={side} rx="1.5" />
            </svg>
            {words}
          </li>
        ))}
      </ul>
      <p class="chart-words">
        {over.length === 0
          ? "No node has limits above what it can allocate"
          : `Limits are above allocatable on ${integer(over.length)} of ${counted(nodes, "node")}`}
        {lines.length < nodes && `; ${integer(lines.length)} are shown`}.
      </p>
    </section>
  );
}

const toggle = (line: NodeLine): void => {
  openNode.value = openNode.peek()?.name === line.name ? null : { name: line.name, index: line.index };
};

const nodeUnder = ({ target }: Event): string | null =>
  (target as Element).closest("[data-node]")?.getAttribute("data-node") ?? null;

/** Few nodes: a row each, with the numbers. */
function Numbers({ lines, resources, names }: { lines: NodeLine[]; resources: string[]; names: string[] }) {
  return (
    <table class="over-table" aria-label="Limits by allocatable">
      <thead>
        <tr>
          <th scope="col">
            <span class="unseen">node</span>
          </th>
          {names.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.name}
            class={pointed.value === line.name ? "lit" : ""}
            onPointerEnter={() => pointNode(line.name)}
            onPointerLeave={() => pointNode(null)}
          >
            <th scope="row">
              <button type="button" class="line-link word-link" onClick={() => toggle(line)}>
                {line.name}
              </button>
            </th>
            {resources.map((resource) => {
              const usage = line.usages.find((of) => of.resource === resource);
              if (usage === undefined || usage.allocatable <= 0)
                return (
                  <td key={resource} class="quiet">
                    none
                  </td>
                );
              const { before, after } = levelOf(usage, "limits");
              const was = percent(before, usage.allocatable);
              const is = percent(after, usage.allocatable);
              return (
                <td key={resource} class={`over-${levelAt(usage)}`}>
                  {was === is ? is : `${was.replace("%", "")} → ${is}`}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Many nodes: a square each; the table below has the numbers. */
function NodeSquares({ lines, resource }: { lines: NodeLine[]; resource: string }) {
  const across = 30;
  return (
    <svg
      class="squares"
      width={Math.min(across, lines.length) * pitch + 2}
      height={Math.ceil(lines.length / across) * pitch + 2}
      aria-hidden="true"
      focusable="false"
    >
      {lines.map((line, i) => {
        const usage = line.usages.find((of) => of.resource === resource);
        const [x, y] = [(i % across) * pitch + 2, Math.floor(i / across) * pitch + 2];
        const isLit = pointed.value === line.name;
        return (
          <g key={line.name} data-node={line.name}>
            <rect class="hit" x={x - 1.5} y={y - 1.5} width={pitch} height={pitch} />
            <rect
              class={usage === undefined || usage.allocatable <= 0 ? "dotted" : `over-${levelAt(usage)}`}
              {...{ x, y, width: side, height: side, rx: 1.5 }}
            />
            {(line.state === "picked" || isLit) && (
              <rect class="ring" x={x - 1} y={y - 1} width={side + 2} height={side + 2} rx="2.5" />
            )}
          </g>
        );
      })}
    </svg>
  );
}
