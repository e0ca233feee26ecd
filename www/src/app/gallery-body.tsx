import { useSignal } from "@preact/signals";
import type { ViewName } from "../session/views";
import { type Example, examples } from "./examples";
import { Generate } from "./generate";
import { openExample } from "./open-example";

/** The systems, each with the question that its examples answer. */
const systems: { view: ViewName; title: string; question: string }[] = [
  { view: "placement", title: "Placements", question: "Which clusters are selected, and why not the others?" },
  { view: "nodes", title: "Nodes", question: "Which node does a pod get, and what do limits promise?" },
  { view: "quotas", title: "Quotas", question: "May this pod run, and which pods give way?" },
  { view: "vms", title: "Autoscaled VMs", question: "May this VM grow, and which one migrates?" },
];

/** Whether each word that is looked for stands somewhere in the example. */
function isFound({ file, title, summary }: Example, find: string): boolean {
  const all = `${file} ${title} ${summary}`.toLowerCase();
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The examples by system and question, and a fleet that is generated. */
export function GalleryBody({ close }: { close: () => void }) {
  const find = useSignal("");
  const found = examples.filter((example) => isFound(example, find.value));
  return (
    <>
      <Generate close={close} />
      <input
        type="search"
        class="find"
        placeholder="Find an example"
        aria-label="Find an example by its words"
        value={find.value}
        onInput={(event) => (find.value = event.currentTarget.value)}
      />
      <p class="unseen" role="status">
        {find.value === "" ? "" : `${found.length} of ${examples.length} examples`}
      </p>
      {systems.map(({ view, title, question }) => (
        <Group
          key={view}
          title={title}
          question={question}
          found={found.filter((example) => example.view === view)}
          onOpen={(example) => {
            close();
            void openExample(example.file);
          }}
        />
      ))}
      {found.length === 0 && <p>No example has these words.</p>}
      <p class="quiet">An example replaces the input. Undo in the input brings yours back.</p>
    </>
  );
}

interface GroupProps {
  title: string;
  question: string;
  found: Example[];
  onOpen(example: Example): void;
}

function Group({ title, question, found, onOpen }: GroupProps) {
  if (found.length === 0) return null;
  return (
    <section class="example-group" aria-label={title}>
      <h3>
        {title} <span class="quiet">{question}</span>
      </h3>
      <ul>
        {found.map((example) => (
          <li key={example.file}>
            <button type="button" data-file={example.file} onClick={() => onOpen(example)}>
              <img
                src={`./pictures/${example.file.replace(/\.yaml$/, ".jpg")}`}
                alt=""
                width={120}
                height={108}
                loading="lazy"
              />
              <span class="example-words">
                <strong>{example.title}</strong>
                <span>{example.summary}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
