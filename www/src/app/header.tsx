import { useRef } from "preact/hooks";
import { type Theme, theme } from "../session/preferences";
import { profile } from "../session/question";
import { view } from "../session/views";
import { Segmented } from "../ui/segmented";
import { type Example, examples } from "./examples";
import { openExample } from "./open-example";

export function Header() {
  return (
    <header class="page-head">
      <span class="wordmark">
        sched<b>scope</b>
      </span>
      <Gallery />
      <a class="plain docs-link" href="docs/index.html">
        Docs
      </a>
      <span class="stretch" />
      <ProfileSwitch />
      <ThemeButton />
    </header>
  );
}

/** The scheduler to reproduce: a hub decides placements, a scheduler places pods. */
function ProfileSwitch() {
  // Of the plugin of VMs there is one behaviour only.
  if (view.value === "vms") return null;
  const who = view.value === "placement" ? "hub" : "scheduler";
  return (
    <Segmented
      label="Profile"
      name="profile"
      chosen={profile}
      choices={[
        { value: "Upstream", label: `Today's ${who}`, title: `Exactly what the ${who} does in production` },
        {
          value: "Proposal",
          label: "With the proposals",
          title: `The ${who} with the changes of the proposals`,
        },
      ]}
    />
  );
}

/** The examples in a list that opens over the page. */
function Gallery() {
  const dialog = useRef<HTMLDialogElement>(null);
  if (examples.length === 0) return null;
  const open = async ({ file }: Example): Promise<void> => {
    dialog.current?.close();
    await openExample(file);
  };
  return (
    <>
      <button type="button" class="plain" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        Examples
      </button>
      <dialog
        ref={dialog}
        class="gallery"
        aria-labelledby="gallery-title"
        onClick={(event) => {
          if (event.target === dialog.current) dialog.current?.close();
        }}
      >
        <div class="gallery-body">
          <div class="section-head">
            <h2 id="gallery-title">Examples</h2>
            <button type="button" class="close" aria-label="Close" onClick={() => dialog.current?.close()}>
              ×
            </button>
          </div>
          <ul>
            {examples.map((example) => (
              <li key={example.file}>
                <button type="button" data-file={example.file} onClick={() => void open(example)}>
                  <strong>{example.title}</strong>
                  <span>{example.summary}</span>
                </button>
              </li>
            ))}
          </ul>
          <p class="quiet">An example replaces the text. Undo in the text brings yours back.</p>
        </div>
      </dialog>
    </>
  );
}

const next: Record<Theme, Theme> = { system: "light", light: "dark", dark: "system" };
const sign: Record<Theme, string> = { system: "◐", light: "○", dark: "●" };

function ThemeButton() {
  return (
    <button
      type="button"
      class="plain theme"
      title={`Colours: ${theme.value}`}
      aria-label={`Colours: ${theme.value}. Change to ${next[theme.value]}`}
      onClick={() => {
        theme.value = next[theme.value];
      }}
    >
      <span aria-hidden="true">{sign[theme.value]}</span>
    </button>
  );
}
