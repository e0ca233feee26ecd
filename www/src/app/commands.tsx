import {
  hubCommandLine,
  podsCommandLine,
  quotasCommandLine,
  virtualMachinesCommandLine,
  vmsCommandLine,
  volumesCommandLine,
} from "schedscope/words/kubectl";
import { CopyButton } from "../ui/copy-button";

/** The commands that print what a system depends on. */
export const commands = [
  { name: "placements", title: "Clusters and placements", line: hubCommandLine },
  { name: "pods", title: "Pods and nodes", line: podsCommandLine },
  { name: "volumes", title: "Volumes of pods with claims", line: volumesCommandLine },
  { name: "quotas", title: "ElasticQuotas", line: quotasCommandLine },
  { name: "vms", title: "Nodes and pods of autoscaled VMs", line: vmsCommandLine },
  { name: "virtualmachines", title: "Autoscaled VMs", line: virtualMachinesCommandLine },
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
