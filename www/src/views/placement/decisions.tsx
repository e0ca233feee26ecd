import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import type { ShownDecision } from "../../engine/protocol";
import type { DecisionForm } from "../../engine/types";
import { CopyButton } from "../../ui/copy-button";
import { useHost } from "../../ui/host";
import { Heads, numeric } from "../../ui/heads";

/** Lines of YAML that are put on the page; copying takes all. */
const linesShown = 400;

/** What the hub would write: groups, objects, conditions. */
export function Decisions({ decision }: { decision: ShownDecision }) {
  const { decisionGroups: groups, deletedPlacementDecisions: deleted, requeueTime } = decision.summary;
  const objects = groups.reduce((sum, { decisions }) => sum + decisions.length, 0);
  return (
    <section class="decisions" aria-labelledby="decisions-title">
      <h2 id="decisions-title">
        Decisions <span class="quiet">as the hub would create them</span>
      </h2>
      <div class="decisions-columns">
        <Conditions decision={decision} />
        <table class="plain-table">
          <caption>Decision groups</caption>
          <Heads of={[numeric("group"), "name", numeric("clusters"), "objects"]} />
          <tbody>
            {groups
              .slice(0, 50)
              .map(({ decisionGroupIndex: index, decisionGroupName: name, clusterCount, decisions }) => (
                <tr key={index}>
                  <td class="number">{index}</td>
                  <td>{name === "" ? <span class="quiet">unnamed</span> : name}</td>
                  <td class="number">{integer(clusterCount)}</td>
                  <td>
                    <code>{decisions[0] ?? ""}</code>
                    {decisions.length > 1 && <span class="quiet"> and {integer(decisions.length - 1)} more</span>}
                  </td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      {groups.length > 50 && <p class="quiet">and {counted(groups.length - 50, "more group")}.</p>}
      {deleted.length > 0 && (
        <p>
          Deleted: <code>{deleted.slice(0, 20).join(", ")}</code>
          {deleted.length > 20 && ` and ${integer(deleted.length - 20)} more`}
        </p>
      )}
      {requeueTime !== null && (
        <p>
          A toleration ends at <code>{requeueTime}</code>: the hub decides again then.
        </p>
      )}
      <Objects serial={decision.serial} count={objects} />
    </section>
  );
}

function Conditions({ decision }: { decision: ShownDecision }) {
  return (
    <table class="plain-table">
      <caption>Conditions</caption>
      <Heads of={["type", "status", "reason and message"]} />
      <tbody>
        {decision.summary.conditions.map(({ type, status, reason, message }) => (
          <tr key={type}>
            <td>{type.replace(/^Placement/, "")}</td>
            <td class={isGood(type, status) ? "" : "failing"}>{status}</td>
            <td>
              {reason}
              <span class="quiet block">{message}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isGood = (type: string, status: string): boolean =>
  type === "PlacementMisconfigured" ? status === "False" : status === "True";

function Objects({ serial, count }: { serial: number; count: number }) {
  const open = useSignal(false);
  const { decisionsYaml } = useHost().text;
  const yaml = useSignal("");
  useEffect(() => {
    if (!open.value) return;
    void decisionsYaml().then((text) => {
      if (text !== null) yaml.value = text;
    });
  }, [serial, open.value]);
  const copied = (form?: DecisionForm) => async () => (await decisionsYaml(form)) ?? yaml.peek();
  const lines = yaml.value.split("\n");
  return (
    <details
      class="objects"
      open={open.value}
      onToggle={(event) => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>{counted(count, "PlacementDecision")} as YAML</summary>
      <CopyButton label="Copy" text={copied()} />
      <CopyButton label="Copy as multicluster.x-k8s.io" text={copied("multicluster")} />
      <pre tabIndex={0} role="group" aria-label="PlacementDecisions as YAML">
        {lines.slice(0, linesShown).join("\n")}
      </pre>
      {lines.length > linesShown && (
        <p class="quiet">
          The first {integer(linesShown)} of {integer(lines.length)} lines. Copy takes all.
        </p>
      )}
    </details>
  );
}
