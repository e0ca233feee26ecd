import { useEmbed } from "./embed";
import { Pickers } from "./parts";
import type { ChosenPod } from "./use-question";
import { fullName } from "schedscope/words/object-name";

/** Which pod is asked about, where there are controls. */
export function PodPicker({ chosen: { pod, pods } }: { chosen: ChosenPod }) {
  const { choice } = useEmbed();
  const choices = pods.map((entry) => {
    const name = fullName(entry.pod);
    return [name, `${name}${entry.state === "bound" ? ", scheduled again" : ""}`] as const;
  });
  return <Pickers of={[{ label: "Pod", value: pod ?? "", choices, onChoose: (name) => (choice.pod.value = name) }]} />;
}
