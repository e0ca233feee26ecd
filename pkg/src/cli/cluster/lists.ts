/** The objects of a cluster, read page by page. */
import { misuse } from "../exit.js";
import { listPath, type Resource } from "./discovery.js";
import { messageOf, type ClusterProxy } from "./proxy.js";

/** An object as the API server returns it. */
export interface ClusterObject {
  apiVersion?: string;
  kind?: string;
  metadata: { name: string; namespace?: string; uid?: string; resourceVersion?: string; managedFields?: unknown };
}

interface List {
  metadata?: { continue?: string; resourceVersion?: string };
  items?: ClusterObject[] | null;
}

/** Objects of a page, as kubectl reads them. */
const pageSize = 500;

/** All objects of a kind. */
export interface Listed {
  resource: Resource;
  objects: ClusterObject[];
  /** Where a watch goes on. */
  resourceVersion: string;
  /** Only these are of it; undefined: all namespaces are. */
  namespace: string | undefined;
}

/** What became of a kind: its objects, or that the user may not read them. */
export type Outcome = Listed | { resource: Resource; denied: true };

/** Reads a kind of all namespaces; where that is forbidden, of one. */
export async function list(proxy: ClusterProxy, resource: Resource, namespace: string): Promise<Outcome> {
  const all = await pages(proxy, resource, undefined);
  if (all !== undefined) return all;
  const one = resource.isNamespaced ? await pages(proxy, resource, namespace) : undefined;
  return one ?? { resource, denied: true };
}

/** Reads a list; undefined: the user may not. A continue token that has expired starts it again, in one piece. */
export async function pages(
  proxy: ClusterProxy,
  resource: Resource,
  namespace: string | undefined,
): Promise<Listed | undefined> {
  const path = listPath(resource, namespace);
  let objects: ClusterObject[] = [];
  let next = `?limit=${pageSize}`;
  for (;;) {
    const answer = await proxy.read(path + next);
    if (answer.status === 403) return undefined;
    if (answer.status === 410 && next !== "") {
      objects = [];
      next = "";
      continue;
    }
    if (answer.status === 401) throw misuse("the API server refuses the credentials of kubectl", messageOf(answer));
    // Its definition was removed since it was discovered.
    if (answer.status === 404) return { resource, objects: [], resourceVersion: "", namespace };
    if (answer.status !== 200) throw misuse(`${resource.plural} cannot be read`, messageOf(answer));
    const { metadata = {}, items } = answer.body as List;
    for (const item of items ?? []) objects.push(plain(resource, item));
    if (!metadata.continue) return { resource, objects, resourceVersion: metadata.resourceVersion ?? "", namespace };
    next = `?limit=${pageSize}&continue=${encodeURIComponent(metadata.continue)}`;
  }
}

/** An object with its kind, which items of lists lack, and without what no scheduler reads. */
export function plain({ apiVersion, kind }: Resource, { metadata, ...rest }: ClusterObject): ClusterObject {
  const { managedFields: _, ...kept } = metadata;
  return { ...rest, apiVersion, kind, metadata: kept };
}

/** An object as a document of a text. */
export const documentOf = (object: ClusterObject): string => {
  const { apiVersion, kind, metadata, ...rest } = object;
  return `${JSON.stringify({ apiVersion, kind, metadata, ...rest }, null, 1)}\n`;
};
