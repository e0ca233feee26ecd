import { useSignal } from "@preact/signals";
import { testFileName } from "schedscope/words/folder";
import { decision } from "../session/answer";
import { kubernetes, now, profile } from "../session/question";
import { client, currentText, fileName } from "../session/session";
import { saveBlob, saveText } from "./files";

/** The profile of the tests: as it was chosen, or `auto` if what is on show is a preview; undefined: the writer's. */
const chosen = () =>
  profile.peek() === "auto" && decision.peek()?.summary.profile !== "Proposal" ? undefined : profile.peek();

/** What is decided of the input, as a file of policy tests, and the input that the file names. */
export function PolicyTests() {
  const file = fileName.value;
  const said = useSignal<string | null>(null);
  const save = async (): Promise<void> => {
    try {
      const { text, notes } = await client.request("firstTests", {
        text: currentText(),
        options: {
          inputs: [file],
          now: now.peek(),
          profile: chosen(),
          version: kubernetes.peek() ?? undefined,
        },
      });
      if (text !== null) saveBlob(new Blob([text], { type: "application/yaml" }), testFileName(file));
      said.value = [text === null ? "nothing is decided of the input" : "saved", ...notes].join("; ");
    } catch (error) {
      said.value = `the tests cannot be written: ${String((error as Error).message)}`;
    }
  };
  return (
    <li>
      <span>
        <button type="button" class="plain" onClick={() => void save()}>
          Save as policy test
        </button>{" "}
        <button type="button" class="plain" onClick={saveText}>
          Save {file}
        </button>
      </span>{" "}
      <span class="quiet" role="status">
        {said.value ?? "both in one folder, for schedscope test"}
      </span>
    </li>
  );
}
