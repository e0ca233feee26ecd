import { useSignal } from "@preact/signals";
import type { BaselineKind } from "schedscope/words/placement";
import type { Resource } from "schedscope/words/vms";
import type { VmTimelineAnswer } from "../../engine/types";
import { topOf } from "./area";
import { useHost } from "../../ui/host";
import { useRunAnswer } from "./run-answer";
import { AreaKey } from "./chart";
import { mostDrawn } from "./heat";
import { Heatmap } from "./heatmap";
import { NodeAreas } from "./node-areas";
import type { ShownRun } from "./run";
import { pinned, playing, step as chosenStep } from "./state";
import { More } from "../../ui/more";
import { Section } from "../../ui/section";

/** Nodes that are drawn at first; more on request. */
const most = 6;
/** Points of each that are asked for: as many as there are pixels. */
const points = 1000;

interface Props {
  timeline: VmTimelineAnswer;
  run: ShownRun;
  /** the run beside it, with what it is called; null: there is none */
  beside: { run: ShownRun; timeline: VmTimelineAnswer; name: string; kind: BaselineKind | null } | null;
  step: number;
  now: number;
  /** the node that is shown in detail */
  node: string | null;
}

/** Every node over time; of many, the one that was chosen. */
export function NodesSection({ timeline, run, beside, step, now, node }: Props) {
  const shown = useSignal(most);
  const { nodes, stepsTotal, nodeCount } = timeline;
  const isMany = nodeCount > mostDrawn;
  // The node that is shown in detail is always among them, at its place.
  const names = nodes.map(({ name }) => name).filter((name, i) => name === node || (!isMany && i < shown.value));
  const asked = { limit: 0, heat: false, series: names, points };
  const { answer } = useRunAnswer("vmTimeline", names.length === 0 ? null : { ...run, ...asked });
  const besideAsked = beside === null || names.length === 0 ? null : { ...beside.run, ...asked };
  const kind = beside?.kind ?? null;
  const otherRun = useRunAnswer("vmTimeline", kind === null ? besideAsked : null).answer;
  const otherText = useHost().useBeside("vmTimeline", kind === null ? null : besideAsked, kind).answer;
  const other = kind === null ? otherRun : otherText;
  const all = answer?.series ?? [];
  const others = beside === null ? [] : (other?.series ?? []);
  const end = Math.max(timeline.duration, beside?.timeline.duration ?? 0);
  const left = isMany ? 0 : nodes.length - names.length;
  const go = (to: number): void => {
    playing.value = false;
    chosenStep.value = to === stepsTotal ? null : to;
  };
  return (
    <>
      {isMany && (
        <Heatmap
          heat={timeline.heat}
          nodes={nodeCount}
          end={timeline.duration}
          now={now}
          shown={node}
          onNode={(name) => (pinned.value = name)}
        />
      )}
      <Section
        class="vm-nodes"
        id="vm-nodes-title"
        title={isMany ? `${node ?? "A node"} over time` : "Nodes over time"}
        words="click or drag in a chart to go to that time"
        head={<AreaKey />}
      >
        {names.map((name) => {
          const series = all.find((of) => of.node === name);
          if (series === undefined) return null;
          const second = others.find((of) => of.node === name);
          const runs = [
            {
              name: beside === null ? "" : (timeline.variant ?? "base timeline"),
              series,
              outages: timeline.outages,
            },
            ...(beside !== null && second !== undefined
              ? [{ name: beside.name, series: second, outages: beside.timeline.outages }]
              : []),
          ];
          const both = runs.map((of) => of.series);
          const tops: Record<Resource, number> = { cpu: topOf(both, "cpu"), memory: topOf(both, "memory") };
          return (
            <NodeAreas
              key={name}
              node={name}
              runs={runs}
              end={end}
              tops={tops}
              step={step}
              now={now}
              isShown={name === node}
              onNode={() => (pinned.value = pinned.peek() === name ? null : name)}
              onStep={go}
            />
          );
        })}
        <More left={left} noun="node" onMore={() => (shown.value *= 4)} />
      </Section>
    </>
  );
}
