import { aimOf, queueScorerNames } from "schedscope/words/nodes";
import type { QueueScorerName } from "../../engine/types";
import { picking } from "./queue-options";
import { Select } from "../../ui/select";

/** Which scorer picks nodes in the queue. */
export function QueueScorer() {
  return (
    <div class="queue-scorer">
      <label>
        <span class="quiet">In the queue, nodes are picked by</span>{" "}
        <Select<QueueScorerName>
          value={picking.value}
          choices={queueScorerNames.map((name) =>
            name === "DefaultProfile" ? ([name, "the default profile"] as const) : name,
          )}
          onChoose={(value) => (picking.value = value)}
        />
      </label>{" "}
      <p class="chart-words">
        Preferred: {aimOf(picking.value)}. Of equal nodes the first by name is picked; kube-scheduler picks one at
        random.
      </p>
    </div>
  );
}
