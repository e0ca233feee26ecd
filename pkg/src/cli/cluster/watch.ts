/** The changes of a cluster as they happen. */
import { setTimeout as wait } from "node:timers/promises";
import { listPath } from "./discovery.js";
import { type ClusterObject, type Listed, pages, plain } from "./lists.js";
import type { ClusterProxy } from "./proxy.js";

/** What happened to an object. */
export type ChangeKind = "added" | "changed" | "deleted";

/** Who is told of changes. */
export interface Observer {
  /** An object is there, or is changed; undefined: the object of this key is deleted. */
  object(key: string, object: ClusterObject | undefined): void;
  /** The keys of a kind that has been listed again: others of it are deleted. */
  only(prefix: string, keys: ReadonlySet<string>): void;
  /** A watch is interrupted, and begins again. */
  interrupted(plural: string, message: string): void;
}

interface WatchEvent {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  object: ClusterObject & { code?: number; message?: string };
}

/** The first and the longest pause before a watch begins again, in milliseconds. */
const pauses = { first: 200, longest: 30_000 };

/** The prefix of the keys of a kind. */
const keyPrefix = ({ resource }: Pick<Listed, "resource">): string => `${resource.kind} `;

/** `Pod shop/web-1` */
export const keyOf = (listed: Pick<Listed, "resource">, { metadata: { namespace, name } }: ClusterObject): string =>
  `${keyPrefix(listed)}${namespace === undefined ? name : `${namespace}/${name}`}`;

/** How a watch ended. */
type End = "closed" | "gone" | "forbidden";

/** Watches a kind until kubectl ends; after an interruption it goes on from the last version it knows. */
export async function watchKind(proxy: ClusterProxy, listed: Listed, observer: Observer): Promise<void> {
  const { resource, namespace } = listed;
  let version = listed.resourceVersion;
  let pause = pauses.first;
  /** Whether the interruption was reported. */
  let isReported = false;
  const tell = ({ type, object }: WatchEvent): End | undefined => {
    if (type === "ERROR") return object.code === 410 ? "gone" : "closed";
    version = object.metadata.resourceVersion ?? version;
    pause = pauses.first;
    if (type !== "BOOKMARK")
      observer.object(keyOf(listed, object), type === "DELETED" ? undefined : bare(listed, object));
    return undefined;
  };
  for (;;) {
    let end: End = "closed";
    try {
      end = await follow(proxy, `${listPath(resource, namespace)}?${query(version)}`, tell);
      isReported = false;
      if (end === "gone") version = await listAgain(proxy, listed, observer);
    } catch (error) {
      proxy.expectRunning();
      if (!isReported) observer.interrupted(resource.plural, (error as Error).message);
      isReported = true;
    }
    if (end === "forbidden") {
      observer.interrupted(resource.plural, "forbidden to this user: its changes are not followed");
      return;
    }
    await wait(pause);
    pause = Math.min(pauses.longest, 2 * pause);
  }
}

const query = (version: string): string => `watch=1&allowWatchBookmarks=true&resourceVersion=${version}`;

/** Follows one watch to its end. */
async function follow(proxy: ClusterProxy, path: string, tell: (event: WatchEvent) => End | undefined): Promise<End> {
  const response = await proxy.open(path, true);
  if (response.statusCode !== 200) {
    response.resume();
    if (response.statusCode === 410) return "gone";
    if (response.statusCode === 403) return "forbidden";
    throw new Error(`HTTP status ${response.statusCode ?? 0}`);
  }
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of response) {
    const lines = (rest + decoder.decode(chunk as Buffer, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const end = line === "" ? undefined : tell(JSON.parse(line) as WatchEvent);
      if (end !== undefined) return end;
    }
  }
  return "closed";
}

/** Lists a kind again, from which a watch can go on. */
async function listAgain(proxy: ClusterProxy, listed: Listed, observer: Observer): Promise<string> {
  const again = await pages(proxy, listed.resource, listed.namespace);
  if (again === undefined) throw new Error("forbidden to this user");
  for (const object of again.objects) observer.object(keyOf(listed, object), bare(listed, object));
  observer.only(keyPrefix(listed), new Set(again.objects.map((object) => keyOf(listed, object))));
  return again.resourceVersion;
}

/** An object without the version that each write of a controller changes. */
export function bare({ resource }: Pick<Listed, "resource">, object: ClusterObject): ClusterObject {
  const { metadata, ...rest } = plain(resource, object);
  const { resourceVersion: _, ...kept } = metadata;
  return { ...rest, metadata: kept };
}
