/**
 * A text with its question in the fragment of an address: `#v1=`, then JSON that is deflated and written in base64url.
 * A fragment is not sent to a server; who opens the link gets the text from the link alone.
 */
import type { PlacementName } from "../engine/protocol";
import type { KubernetesVersion, ProfileChoice } from "../engine/types";
import type { KeptSelection } from "../engine/baseline";
import { kubernetesVersions } from "schedscope/words/nodes";
import { isClockText } from "../ui/clock";
import { type ViewName, viewNames } from "../ui/choice";
import { mostShared, type SharedBaseline, type SharedBeside, type SharedText } from "./baseline";

/** The text of a page and what is on show of it. */
export interface SharedPage {
  /** the name of the text, as a file */
  name: string;
  text: string;
  /** the clock, RFC 3339 */
  now: string;
  profile: ProfileChoice;
  /** the version of Kubernetes; null: the text decides */
  kubernetes: KubernetesVersion | null;
  /** null: the text decides */
  view: ViewName | null;
  /** null: the first of the text */
  placement: PlacementName | null;
  /** the cluster whose card is open; null: none */
  cluster: string | null;
  /** the step of spread; null: the last */
  step: number | null;
  /** what the decision is compared with; null: what the page compares with by itself */
  baseline: SharedBaseline | null;
  /** what the other views are compared with, where somebody chose */
  beside: SharedBeside;
  /** the text that they are compared with; null: none, or it would make the link too long */
  pinnedText: SharedText | null;
  /** `namespace/name`; null: nobody chose; empty: none is wanted */
  pod: string | null;
  /** the timeline of VMs, and its variant; null: the first, and none */
  timeline: string | null;
  variant: string | null;
}

/** A link that cannot be opened; the message is for people. */
export class BadLink extends Error {}

/** Above this many characters, chats and trackers cut links: a file is the better way then. */
export const longestLink = 8_000;
/** No browser writes longer fragments into its address reliably. */
const longestRead = 2_000_000;
/** In code units; as much as a browser keeps. What a fragment unfolds to is not taken on trust. */
const largestText = 4_000_000;

/** Whether a fragment is meant to be a link of this page, of whichever version. */
export const isSharedLink = (fragment: string): boolean => /^#v\d*=/.test(fragment);

export async function fragmentOf(page: SharedPage): Promise<string> {
  const deflated = through(new TextEncoder().encode(JSON.stringify(page)), new CompressionStream("deflate-raw"));
  return `#v1=${base64url(await all(deflated, Infinity))}`;
}

/** The page of a fragment. @throws {BadLink} */
export async function pageOf(fragment: string): Promise<SharedPage> {
  const [, version = "", written = ""] = /^#v(\d*)=(.*)$/.exec(fragment) ?? [];
  if (version !== "1") throw new BadLink("The link is from another version of this page.");
  if (written.length > longestRead) throw new BadLink("The link is longer than this page reads.");
  const bytes = fromBase64url(written);
  if (bytes === null) throw new BadLink("The link has characters that links of this page do not have.");
  let inflated: Uint8Array<ArrayBuffer>;
  try {
    // A character of the text may take three bytes, or six where JSON escapes it.
    inflated = await all(through(bytes, new DecompressionStream("deflate-raw")), 6 * largestText);
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink("The link is cut off or was changed on its way.");
  }
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(inflated));
  } catch {
    throw new BadLink("The link is cut off or was changed on its way.");
  }
  return checked(value);
}

/** Takes each part that is what it should be; without a text there is nothing to open. */
function checked(value: unknown): SharedPage {
  const of = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { text } = of;
  if (typeof text !== "string") throw new BadLink("The link holds no text.");
  if (text.length > largestText) throw new BadLink("The link holds a larger text than this page opens.");
  const placement = (typeof of.placement === "object" && of.placement !== null ? of.placement : {}) as Record<
    string,
    unknown
  >;
  const named = short(placement.name);
  return {
    // A name is shown and offered for saving: it has no path and no control characters.
    name: short(of.name)?.replaceAll(/[\p{C}/\\]/gu, "") || "shared.yaml",
    text,
    now: typeof of.now === "string" && isClockText(of.now) ? of.now : "",
    profile: profileOf(of.profile) ?? "auto",
    kubernetes: kubernetesVersions.find((version) => version === of.kubernetes) ?? null,
    view: viewNames.find((view) => view === of.view) ?? null,
    placement: named === null ? null : { namespace: short(placement.namespace) ?? "", name: named },
    cluster: short(of.cluster),
    step: typeof of.step === "number" && Number.isSafeInteger(of.step) && of.step >= 0 ? of.step : null,
    baseline: baselineOf(of.baseline),
    beside: besideOf(of.beside),
    pinnedText: pinnedTextOf(of.pinnedText),
    pod: of.pod === "" ? "" : short(of.pod),
    timeline: short(of.timeline),
    variant: short(of.variant),
  };
}

function besideOf(value: unknown): SharedBeside {
  const of = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const known = viewNames.flatMap((view) => {
    const kind = short(of[view]);
    return kind === null ? [] : [[view, kind] as const];
  });
  return Object.fromEntries(known);
}

function pinnedTextOf(value: unknown): SharedText | null {
  const { text, profile } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== "string" || text.length > largestText) return null;
  return { text, profile: profileOf(profile) };
}

const profiles: readonly ProfileChoice[] = ["auto", "Upstream", "Proposal"];

const profileOf = (value: unknown): ProfileChoice | null => profiles.find((profile) => profile === value) ?? null;

const kinds = ["recorded", "edit", "pinned", "profile", "text"] as const;

function baselineOf(value: unknown): SharedBaseline | null {
  const { kind: named, selection } = (value ?? {}) as Record<string, unknown>;
  const kind = kinds.find((known) => known === named);
  return kind === undefined ? null : { kind, selection: selectionOf(selection) };
}

function selectionOf(value: unknown): KeptSelection | null {
  const { placement, selected } = (value ?? {}) as Record<string, unknown>;
  if (typeof placement !== "string" || placement.length > 507 || !Array.isArray(selected)) return null;
  const names = selected.slice(0, mostShared).map(short);
  return names.includes(null) ? null : { placement, selected: names as string[] };
}

/** A name of an object or a file; null for anything else. */
const short = (value: unknown): string | null =>
  typeof value === "string" && value !== "" && value.length <= 253 ? value : null;

const through = (
  bytes: Uint8Array<ArrayBuffer>,
  stream: ReadableWritablePair<Uint8Array<ArrayBuffer>, BufferSource>,
): ReadableStream<Uint8Array<ArrayBuffer>> => new Blob([bytes]).stream().pipeThrough(stream);

/** All bytes of a stream, as long as they are not more than `most`. */
async function all(stream: ReadableStream<Uint8Array<ArrayBuffer>>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const reader = stream.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadLink("The link holds a larger text than this page opens.");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** How many bytes become one call's arguments. */
const atOnce = 8192;

function base64url(bytes: Uint8Array): string {
  const texts: string[] = [];
  for (let at = 0; at < bytes.length; at += atOnce) texts.push(String.fromCharCode(...bytes.subarray(at, at + atOnce)));
  return btoa(texts.join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64url(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
