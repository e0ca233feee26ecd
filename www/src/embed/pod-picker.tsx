import { useEmbed } from "./embed";
import { Picker } from "./parts";
import type { ChosenPod } from "./use-question";
import { fullName } from "schedscope/words/object-name";

/** Which pod is asked about, where there are controls. */
export function PodPicker({ chosen: { pod, pods } }: { chosen: ChosenPod }) {
  const { choice } = useEmbed();
  if (!choice.controls.value || choice.readonly.value || pods.length < 2) return null;
  return (
    <div class="embed-pickers">
      <Picker
        label="Pod"
        value={pod ?? ""}
        choices={pods.map((entry) => [
          fullName(entry.pod),
          `${fullName(entry.pod)}${entry.state === "bound" ? ", scheduled again" : ""}`,
        ])}
        onChoose={(name) => (choice.pod.value = name)}
      />
    </div>
  );
}
