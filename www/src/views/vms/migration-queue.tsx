import { useRef } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import type { NamespacedName, VmNodeState, VmPodState } from "../../engine/types";
import { useWidth } from "../../ui/width";
import { heapNodes, mostDrawn, shortName } from "./heap";
import { loadText } from "./request-card";
import { VmLink } from "./vm-link";
import { fullName, fullNames, isSameName } from "schedscope/words/object-name";

/** Entries of the array that are listed. */
const mostListed = 100;
const levelHeight = 44;

/** Who migrates next: the heap as the array that it is, and as a tree. */
export function MigrationQueue({
  node,
  about,
  isOff,
}: {
  node: VmNodeState;
  about: NamespacedName | null /** doMigration is false */;
  isOff: boolean;
}) {
  const { queue, pods } = node;
  const [head] = queue;
  const byName = new Map(pods.map((pod) => [fullName(pod.pod), pod]));
  return (
    <section class="vm-queue" aria-labelledby="migration-queue-title">
      <div class="section-head">
        <h3 id="migration-queue-title">Migration queue</h3>
        <span class="quiet">the VM with the lowest load over the last minute is the head</span>
      </div>
      {queue.length === 0 ? (
        <p class="chart-words">No VM is queued on {node.name}: no agent asked yet, or all that did are migrating.</p>
      ) : (
        <>
          <p class="chart-words">
            {counted(queue.length, "VM")}; if {node.name} is under too much pressure when{" "}
            <strong>{head && fullName(head)}</strong> asks next,{" "}
            {isOff ? "it would migrate, but doMigration is false." : "it migrates."}
          </p>
          <HeapTree queue={fullNames(queue)} pods={byName} about={about && fullName(about)} />
          <div class="scroll-y" tabIndex={0} role="group" aria-label="The queue's array">
            <table class="plain-table heap-table">
              <thead>
                <tr>
                  <th scope="col" class="number">
                    index
                  </th>
                  <th scope="col">pod</th>
                  <th scope="col" class="number">
                    load, 1 min
                  </th>
                  <th scope="col" class="number">
                    5 min
                  </th>
                </tr>
              </thead>
              <tbody>
                {queue.slice(0, mostListed).map((pod, index) => {
                  const state = byName.get(fullName(pod));
                  const load = state?.load ?? null;
                  return (
                    <tr key={fullName(pod)} class={isSameName(pod, about) ? "about" : ""}>
                      <td class="number">{integer(index)}</td>
                      <th scope="row">
                        <VmLink pod={pod} vm={state?.vm ?? null} /> {index === 0 && <span class="head-mark">head</span>}
                      </th>
                      <td class="number">{load === null ? "none" : loadText(load[0])}</td>
                      <td class="number">{load === null ? "" : loadText(load[1])}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            {queue.length > mostListed && <p class="quiet">and {counted(queue.length - mostListed, "more", "more")}</p>}
          </div>
        </>
      )}
    </section>
  );
}

/** The first levels of the heap. The table has the same, so it is hidden from those who do not see it. */
function HeapTree({ queue, pods, about }: { queue: string[]; pods: Map<string, VmPodState>; about: string | null }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const nodes = heapNodes(queue.length);
  const levels = (nodes[nodes.length - 1]?.level ?? 0) + 1;
  const place = (index: number) => {
    const node = nodes[index];
    return { x: (node?.x ?? 0) * width, y: (node?.level ?? 0) * levelHeight + 11 };
  };
  return (
    <div class="heap-tree" ref={box}>
      {width > 0 && (
        <svg width={width} height={levels * levelHeight - 6} aria-hidden="true" focusable="false">
          {nodes.map(({ index, parent }) => {
            if (parent === null) return null;
            const [from, to] = [place(parent), place(index)];
            return <line key={index} class="heap-edge" x1={from.x} y1={from.y + 24} x2={to.x} y2={to.y - 9} />;
          })}
          {nodes.map(({ index, level }) => {
            const pod = queue[index] ?? "";
            const load = pods.get(pod)?.load ?? null;
            const { x, y } = place(index);
            const room = Math.floor((width / 2 ** level - 4) / 6.4);
            return (
              <g key={index} class={`heap-node ${index === 0 ? "head" : ""} ${pod === about ? "about" : ""}`}>
                <rect x={x - 19} y={y - 9} width="38" height="18" rx={index === 0 ? 2 : 9} />
                <text x={x} y={y + 4} text-anchor="middle" class="load">
                  {load === null ? "none" : loadText(load[0])}
                </text>
                {room > 1 && (
                  <text x={x} y={y + 21} text-anchor="middle" class="name">
                    {shortName(pod, room)}
                  </text>
                )}
              </g>
            );
          })}
        </svg>
      )}
      {queue.length > mostDrawn && (
        <p class="quiet">
          the first {mostDrawn} of {integer(queue.length)}
        </p>
      )}
    </div>
  );
}
