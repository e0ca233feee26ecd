import type { ComponentChildren } from "preact";
import { unreadOf, unreadText } from "schedscope/words/incomplete";
import { looksLike, ofUnknownResource } from "schedscope/words/looks-like";
import { counted } from "schedscope/words/number";
import type { ReadingAnswer } from "../engine/types";
import { engine, reading } from "../session/answer";
import { currentText } from "../session/session";
import { subjectOf } from "../ui/choice";
import { Announcement } from "../ui/announcement";
import { Commands } from "./commands";

/** In place of the answer about the text before. */
function Awaited() {
  const words =
    engine.value.type === "stopped"
      ? "The engine was stopped before it answered about this input."
      : "The answer about this input is being computed.";
  return (
    <div class="nothing awaited">
      <h1>{words}</h1>
      <Announcement words={words} />
    </div>
  );
}

/**
 * A view; in its place, if the text holds nothing to decide about, what it looks like. `null`: its answer is awaited,
 * and that on show is about the text before.
 */
export function ViewOrNoSubject({ view }: { view: ComponentChildren }) {
  if (view === null) return <Awaited />;
  return reading.value !== null && isWithoutSubject(reading.value) ? <NoSubject /> : view;
}

function isWithoutSubject(reading: ReadingAnswer): boolean {
  const subject = subjectOf(reading);
  // A template of a pod can be read in parts.
  return subject === "nothing" || (subject === "pods" && looksLike(currentText()) !== null);
}

/** The kinds that are decided about, of which one that cannot be read is named. */
const decided = ["Placement", "ManagedCluster", "Pod", "Node", "ElasticQuota", "VirtualMachine"];

/** In place of the views: what the text looks like, and what to paste instead. */
function NoSubject() {
  const unread = unreadOf(reading.value?.incomplete, decided);
  const look = unread === undefined ? looksLike(currentText()) : ofUnknownResource(currentText());
  const kinds = (reading.value?.kinds ?? []).slice(0, 3).map(({ kind, count }) => counted(count, kind));
  const none =
    kinds.length > 0
      ? `The input has ${kinds.join(", ")}, and nothing to place.`
      : "The input has no Kubernetes object that schedscope reads.";
  const words = look?.title ?? (unread === undefined ? none : `${unreadText(unread)}.`);
  return (
    <div class="nothing no-subject">
      <h1>{words}</h1>
      <Announcement words={words} />
      {look?.details?.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p>{look?.advice ?? "Paste a Placement with its clusters, pods with their nodes, or VMs, as printed by:"}</p>
      {look?.command === undefined ? <Commands /> : <code class="command">{look.command}</code>}
      <p class="quiet">Everything is computed in this tab. Nothing leaves this machine.</p>
    </div>
  );
}
