import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { percent, resourceNames } from "schedscope/words/amount";
import { levelOf, type Usage } from "schedscope/words/nodes";
import { counted, integer } from "schedscope/words/number";
import { Grid, InspectorAt } from "../../ui/grid";
import { useHost } from "../../ui/host";
import { useWidth } from "../../ui/width";
import type { NodeLine } from "./lines";
import { openNode } from "./options";
import { Heads, unseen } from "../../ui/heads";
import { Section } from "../../ui/section";
import { Key } from "../../ui/key";

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

const levelAt = (usage: Usage): number => {
  const share = levelOf(usage, "limits").after / usage.allocatable;
  return levels.findIndex(({ most }) => share <= most);
};

interface Props {
  lines: NodeLine[];
  resources: string[];
  /** how many nodes there are */
  nodes: number;
  pod: boolean;
}

/** Over-subscription: nodes by resources, coloured by the limits; rings are picks. */
export function OverMatrix({ lines, resources, nodes, pod }: Props) {
  const names = resourceNames(resources);
  const over = lines.filter(({ usages }) => usages.some((usage) => usage.allocatable > 0 && levelAt(usage) > 2));
  return (
    <Section
      class="over"
      id="over-title"
      title="Over-subscription"
      words={`limits by allocatable${pod ? ", with the pod" : ""}`}
    >
      {lines.length <= fewNodes ? (
        <Numbers {...{ lines, resources, names }} />
      ) : (
        resources.map((resource, r) => (
          <NodeSquares key={resource} id={`over-${r}`} lines={lines} resource={resource} name={names[r] ?? resource} />
        ))
      )}
      <Key of={levels.map(({ words }, level) => [<Level level={level} />, words])} />
      <p class="chart-words">
        {over.length === 0
          ? "No node has limits above what it can allocate"
          : `Limits are above allocatable on ${integer(over.length)} of ${counted(nodes, "node")}`}
        {lines.length < nodes && `; ${integer(lines.length)} are shown`}.
      </p>
    </Section>
  );
}

const Level = ({ level }: { level: number }) => (
  <svg width="12" height="12" aria-hidden="true" focusable="false">
    <rect class={`over-${level}`} x="1" y="1" width={side} height={side} rx="1.5" />
  </svg>
);

const toggle = (line: NodeLine): void => {
  openNode.value = openNode.peek()?.name === line.name ? null : { name: line.name, index: line.index };
};

/** Few nodes: a row each, with the numbers. */
function Numbers({ lines, resources, names }: { lines: NodeLine[]; resources: string[]; names: string[] }) {
  const { point, pointed } = useHost();
  return (
    <table class="over-table" aria-label="Limits by allocatable">
      <Heads of={[unseen("node"), ...names]} />
      <tbody>
        {lines.map((line) => (
          <tr
            key={line.name}
            class={pointed.value === line.name ? "lit" : ""}
            onPointerEnter={() => point(line.name, "Node")}
            onPointerLeave={() => point(null)}
          >
            <th scope="row">
              <button type="button" class="line-link word-link" onClick={() => toggle(line)}>
                {line.name}
              </button>
            </th>
            {resources.map((resource) => {
              const usage = usageIn(line, resource);
              return (
                <td key={resource} class={usage === undefined ? "quiet" : `over-${levelAt(usage)}`}>
                  {usage === undefined ? "none" : shareText(usage)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Nodes in a line of squares at most. */
const most = 30;

interface SquaresProps {
  id: string;
  lines: NodeLine[];
  resource: string;
  /** what the resource is called */
  name: string;
}

/** Many nodes: a square each; the table below has the numbers. */
function NodeSquares({ id, lines, resource, name }: SquaresProps) {
  const { point, pointed } = useHost();
  const walked = useSignal(0);
  const hovered = useSignal<number | null>(null);
  const isFocused = useSignal(false);
  const box = useRef<HTMLDivElement>(null);
  const across = Math.max(1, Math.min(most, Math.floor((useWidth(box) - 2) / pitch)));
  const active = Math.min(walked.value, lines.length - 1);
  const at = hovered.value ?? (isFocused.value ? active : null);
  const told = at === null ? undefined : lines[at];
  const placeOf = (of: number): { x: number; y: number } => ({
    x: (of % across) * pitch + 2,
    y: Math.floor(of / across) * pitch + 2,
  });
  const hover = (to: number | null): void => {
    if (to === hovered.peek()) return;
    hovered.value = to;
    point(lines[to ?? -1]?.name ?? null, "Node");
  };
  return (
    <div class="over-squares" ref={box}>
      <h3 title={resource}>{name}</h3>
      <div class="over-grid">
        <Grid
          id={id}
          class="squares"
          label={`Limits of ${resource}`}
          count={lines.length}
          active={active}
          isSelected={lines[active]?.state === "picked"}
          words={lines[active] === undefined ? "" : squareWords(lines[active], resource).join(", ")}
          beside={(from, key) => squareBeside(from, key, lines.length, across)}
          onWalk={(to) => {
            hover(null);
            walked.value = to;
            point(lines[to]?.name ?? null, "Node");
          }}
          onFocused={(isOn) => (isFocused.value = isOn)}
          onOpen={(of) => lines[of] !== undefined && toggle(lines[of])}
          onPointerMove={(event) => hover(squareUnder(event))}
          onPointerLeave={() => hover(null)}
          onClick={(event) => {
            const of = squareUnder(event);
            if (of === null || lines[of] === undefined) return;
            walked.value = of;
            toggle(lines[of]);
          }}
        >
          <svg
            width={Math.min(across, lines.length) * pitch + 2}
            height={Math.ceil(lines.length / across) * pitch + 2}
            aria-hidden="true"
            focusable="false"
          >
            {lines.map((line, i) => {
              const { x, y } = placeOf(i);
              const isRinged = line.state === "picked" || pointed.value === line.name || i === at;
              return (
                <g key={line.name} data-square={i}>
                  <rect class="hit" x={x - 1.5} y={y - 1.5} width={pitch} height={pitch} />
                  <rect class={lookOf(line, resource)} {...{ x, y, width: side, height: side, rx: 1.5 }} />
                  {isRinged && <rect class="ring" x={x - 1} y={y - 1} width={side + 2} height={side + 2} rx="2.5" />}
                </g>
              );
            })}
          </svg>
        </Grid>
        {at !== null && told !== undefined && (
          <InspectorAt
            place={{ x: placeOf(at).x + side / 2, y: placeOf(at).y + side / 2 }}
            isAbove={false}
            isLeft={at % across > across / 2}
          >
            {squareWords(told, resource).map((words, i) => (i === 0 ? <strong>{words}</strong> : <span>{words}</span>))}
          </InspectorAt>
        )}
      </div>
    </div>
  );
}

const squareUnder = ({ target }: Event): number | null => {
  const square = (target as Element).closest("[data-square]")?.getAttribute("data-square");
  return square == null ? null : Number(square);
};

/** The square that a key leads to, in lines of `across`. */
function squareBeside(at: number, key: string, count: number, across: number): number {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, ArrowUp: at - across, ArrowDown: at + across }[key];
  if (to === undefined) return key === "Home" ? 0 : count - 1;
  return to < 0 || to >= count ? at : to;
}

const usageIn = ({ usages }: NodeLine, resource: string): Usage | undefined =>
  usages.find((usage) => usage.resource === resource && usage.allocatable > 0);

const lookOf = (line: NodeLine, resource: string): string => {
  const usage = usageIn(line, resource);
  return usage === undefined ? "dotted" : `over-${levelAt(usage)}`;
};

/** The name of a node, and how much of what it can allocate its limits are. */
function squareWords(line: NodeLine, resource: string): string[] {
  const usage = usageIn(line, resource);
  const limits = usage === undefined ? `no ${resource}` : `limits ${shareText(usage)} of allocatable`;
  return [line.name, limits, ...(line.state === "picked" ? ["picked"] : [])];
}

/** `50 → 75%`, with the pod; `50%` where it changes nothing. */
function shareText(usage: Usage): string {
  const { before, after } = levelOf(usage, "limits");
  const [was, is] = [percent(before, usage.allocatable), percent(after, usage.allocatable)];
  return was === is ? is : `${was.replace("%", "")} → ${is}`;
}
