import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { counted, integer } from "schedscope/words/number";
import type { ShownDecision } from "../engine/protocol";
import { decision, placements, reading } from "../session/answer";
import { kubernetes, now, profile } from "../session/question";
import { type RedactedPage, redactedPage } from "../session/redacted";
import { client, fileName } from "../session/session";
import { longestLink } from "../session/shared-link";
import { view } from "../session/views";
import { CopyButton } from "../ui/copy-button";
import { useChosenPod } from "../views/pods/chosen-pod";
import { saveBlob } from "./files";
import { addressOf, sharedPage } from "./open-shared";
import { PolicyTests } from "./policy-tests";
import { type Asked, command, decisionMarkdown } from "./take-away";
import { fullName } from "schedscope/words/object-name";

interface Linked {
  address: string;
  name: string;
  text: string;
  redacted: RedactedPage | null;
}

async function linked(isRedacted: boolean): Promise<Linked> {
  const shown = await sharedPage();
  const redacted = isRedacted ? await redactedPage(shown) : null;
  const page = redacted?.page ?? shown;
  return { address: await addressOf(page), name: page.name, text: page.text, redacted };
}

/** The page as a link, and the answer as something to paste; the link is made anew with each `count`. */
export function ShareBody({ count }: { count: number }) {
  const made = useSignal<Linked | null>(null);
  const failure = useSignal("");
  const isRedacted = useSignal(false);
  const wanted = isRedacted.value;
  useEffect(() => {
    made.value = null;
    failure.value = "";
    let isLatest = true;
    linked(wanted).then(
      (link) => {
        if (isLatest) made.value = link;
      },
      (error: unknown) => {
        if (isLatest) failure.value = `The names cannot be replaced: ${String(error)}`;
      },
    );
    return () => {
      isLatest = false;
    };
  }, [count, wanted]);
  return (
    <>
      <p class="share-part">
        <label>
          <input
            type="checkbox"
            checked={wanted}
            onChange={(event) => (isRedacted.value = event.currentTarget.checked)}
          />{" "}
          Replace names
        </label>{" "}
        <span class="quiet">names, labels, images and addresses, in the link or the file</span>
      </p>
      {failure.value !== "" && <p class="caveat">{failure.value}</p>}
      {failure.value === "" && <Link linked={made.value} />}
      <Copies />
    </>
  );
}

/** Whether the decisions are the same without the names, and the table that stays here. */
function RedactedNote({ redacted: { differences, leftOut, table } }: { redacted: RedactedPage }) {
  const save = (): void => saveBlob(new Blob([table], { type: "application/json" }), "names.json");
  return (
    <>
      <p class={differences.length > 0 ? "caveat" : ""} role="status">
        {differences.length > 0
          ? `With other names, ${differences.join("; ")}.`
          : "The decisions are the same with the replaced names."}
        {leftOut.length > 0 && ` Left out: ${leftOut.join("; ")}.`}
      </p>
      <p>
        <button type="button" class="plain" onClick={save}>
          Save the original names
        </button>{" "}
        <span class="quiet">keep this file to yourself; it is not in the link</span>
      </p>
    </>
  );
}

/** The link with its length, or a file where the link would be too long. */
function Link({ linked }: { linked: Linked | null }) {
  if (linked === null) return <p class="quiet">The link is being made.</p>;
  const { address, name, text, redacted } = linked;
  const secrets = redacted === null ? (reading.value?.kinds.find(({ kind }) => kind === "Secret")?.count ?? 0) : 0;
  const words = `${integer(address.length)} of ${integer(longestLink)} characters`;
  const note = redacted !== null && <RedactedNote redacted={redacted} />;
  return address.length > longestLink ? (
    <div class="share-part">
      {note}
      <p>
        The input is too long for a link ({words}): send it as a file.{" "}
        <span class="quiet">Drop the file here to open it.</span>
      </p>
      <button
        type="button"
        class="plain"
        onClick={() => saveBlob(new Blob([text], { type: "application/yaml" }), name)}
      >
        Save {name}
      </button>
    </div>
  ) : (
    <div class="share-part">
      {note}
      <p>
        A link to this input, with the clock, the profile and what is open.{" "}
        <span class="quiet">
          The input is in the link itself, in the part that no server receives. Everyone with the link can read the
          input.
        </span>
      </p>
      {secrets > 0 && (
        <p class="caveat">
          The input has {counted(secrets, "Secret")}, which everyone with the link can read: remove{" "}
          {secrets === 1 ? "it" : "them"} first.
        </p>
      )}
      <meter class="unseen" min={0} max={longestLink} value={address.length} aria-label="Length of the link" />
      <CopyButton label="Copy link" text={() => address} /> <span class="quiet">{words}</span>
    </div>
  );
}

/** The answer on show in other forms. */
function Copies() {
  const shown = view.value === "placement" ? decision.value : null;
  const { pod } = useChosenPod();
  const entry = shown === null ? undefined : placements.value[shown.placement];
  const asked: Asked = {
    file: fileName.value,
    view: view.value,
    profile: profile.value,
    kubernetes: kubernetes.value,
    now: now.value,
    placement: entry === undefined ? null : fullName(entry),
    pod,
  };
  const markdown = async (decision: ShownDecision): Promise<string> => {
    const { rows } = await client.request("rows", { order: "rank", find: "", from: 0, count: 50 });
    return decisionMarkdown(decision, rows.rows);
  };
  return (
    <ul class="share-part copies" aria-label="Copy the answer">
      {shown !== null && (
        <li>
          <CopyButton label="Copy as Markdown" text={() => markdown(shown)} />{" "}
          <span class="quiet">the sentence and a table</span>
        </li>
      )}
      <li>
        <CopyButton label="Copy as command" text={() => command(asked)} />{" "}
        <span class="quiet">for the input saved as {asked.file}</span>
      </li>
      {view.value !== "vms" && <PolicyTests />}
    </ul>
  );
}
