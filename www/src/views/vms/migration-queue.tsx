import { counted, integer } from "schedscope/words/number";
import type { NamespacedName, VmNodeState } from "../../engine/types";
import { loadText } from "./request-card";
import { VmLink } from "./vm-link";
import { fullName, isSameName } from "schedscope/words/object-name";
import { Heads, numeric } from "../../ui/heads";
import { Section } from "../../ui/section";

/** Entries of the array that are listed. */
const mostListed = 100;

/** Who migrates next: the heap as the array that it is. */
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
    <Section
      class="vm-queue"
      id="migration-queue-title"
      title="Migration queue"
      level={3}
      words="the VM with the lowest load over the last minute is the head"
    >
      {queue.length === 0 ? (
        <p class="chart-words">No VM is queued on {node.name}: no agent asked yet, or all that did are migrating.</p>
      ) : (
        <>
          <p class="chart-words">
            {counted(queue.length, "VM")}; if {node.name} is under too much pressure when{" "}
            <strong>{head && fullName(head)}</strong> asks next,{" "}
            {isOff ? "it would migrate, but doMigration is false." : "it migrates."}
          </p>
          <div class="scroll-y" tabIndex={0} role="group" aria-label="The queue's array">
            <table class="plain-table heap-table">
              <Heads of={[numeric("index"), "pod", numeric("load, 1 min"), numeric("5 min")]} />
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
    </Section>
  );
}
