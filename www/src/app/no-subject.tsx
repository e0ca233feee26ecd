import { hubCommandLine, podsCommandLine, vmsCommandLine } from "schedscope/words/kubectl";
import { unreadOf, unreadText } from "schedscope/words/incomplete";
import { looksLike } from "schedscope/words/looks-like";
import { counted } from "schedscope/words/number";
import { decision, reading, refusal } from "../session/answer";
import { currentText } from "../session/session";
import { subjectOf } from "../views/choice";
import { CopyButton } from "../ui/copy-button";

/** The commands that print what a system depends on. */
export const commands = [
  { name: "placements", title: "Clusters and placements", line: hubCommandLine },
  { name: "pods", title: "Pods, nodes and quotas", line: podsCommandLine },
  { name: "vms", title: "Autoscaled VMs", line: vmsCommandLine },
] as const;

/** Each command with a way to copy it. */
export function Commands() {
  return (
    <ul class="commands">
      {commands.map(({ name, title, line }) => (
        <li key={name}>
          <span class="command-head">
            {title} <CopyButton label="Copy" of={`the command for ${title}`} text={() => line} />
          </span>
          <code class="command">{line}</code>
        </li>
      ))}
    </ul>
  );
}

/** Whether the text holds nothing to decide about: then no view has anything to show. */
export function isWithoutSubject(): boolean {
  if (reading.value === null || refusal.value !== null || decision.value !== null) return false;
  const subject = subjectOf(reading.value);
  // A template of a pod can be read in parts.
  return subject === "nothing" || (subject === "pods" && looksLike(currentText()) !== null);
}

/** The kinds that are decided about, of which one that cannot be read is named. */
const decided = ["Placement", "ManagedCluster", "Pod", "Node", "ElasticQuota", "VirtualMachine"];

/** In place of the views: what the text looks like, and what to paste instead. */
export function NoSubject() {
  const unread = unreadOf(reading.value?.incomplete, decided);
  const look = unread === undefined ? looksLike(currentText()) : null;
  const kinds = (reading.value?.kinds ?? []).slice(0, 3).map(({ kind, count }) => counted(count, kind));
  const none =
    kinds.length > 0
      ? `The text has ${kinds.join(", ")}, and nothing to place.`
      : "The text has no Kubernetes object that schedscope reads.";
  return (
    <div class="nothing no-subject">
      <h1>{unread === undefined ? (look?.title ?? none) : `${unreadText(unread)}.`}</h1>
      <p>{look?.advice ?? "Paste a Placement with its clusters, pods with their nodes, or VMs, as printed by:"}</p>
      {look?.command === undefined ? <Commands /> : <code class="command">{look.command}</code>}
      <p class="quiet">Everything is computed in this tab. Nothing leaves this machine.</p>
    </div>
  );
}
