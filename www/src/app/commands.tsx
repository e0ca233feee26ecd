import { hubCommandLine, podsCommandLine, vmsCommandLine } from "schedscope/words/kubectl";
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
