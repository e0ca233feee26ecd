/** Which kinds a cluster has. */
import { misuse } from "../exit.js";
import type { KindApi } from "../kind-apis.js";
import { messageOf, type ClusterProxy } from "./proxy.js";

/** A kind that the cluster serves. */
export interface Resource {
  kind: string;
  plural: string;
  apiVersion: string;
  /** `/api/v1`, `/apis/apps/v1` */
  root: string;
  isNamespaced: boolean;
}

interface GroupList {
  groups?: { name: string; versions?: { version: string }[] }[];
}

interface ResourceList {
  resources?: { name: string; kind: string; namespaced: boolean }[];
}

/** What a cluster serves of some kinds, in their order, and the plurals of those that it lacks. */
interface Discovered {
  resources: Resource[];
  absent: string[];
}

/** The path of a list: of a namespace, or of all. */
export const listPath = ({ root, plural }: Resource, namespace?: string): string =>
  namespace === undefined ? `${root}/${plural}` : `${root}/namespaces/${namespace}/${plural}`;

/** Asks the API server which of these kinds it serves, and where: in the newest version that is read here. */
export async function discover(proxy: ClusterProxy, wanted: readonly KindApi[]): Promise<Discovered> {
  const groups = await read<GroupList>(proxy, "/apis");
  const versionsOf = (group: string): string[] =>
    group === ""
      ? ["v1"]
      : (groups?.groups ?? [])
          .filter(({ name }) => name === group)
          .flatMap(({ versions = [] }) => versions.map(({ version }) => version));
  const lists = new Map<string, Promise<ResourceList | undefined>>();
  const listOf = (root: string): Promise<ResourceList | undefined> => {
    const list = lists.get(root) ?? read<ResourceList>(proxy, root);
    lists.set(root, list);
    return list;
  };
  const found = await Promise.all(
    wanted.map(async ({ kind, plural, group, versions }): Promise<Resource | string> => {
      const served = new Set(versionsOf(group));
      for (const version of [...versions].reverse().filter((one) => served.has(one))) {
        const root = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
        const own = (await listOf(root))?.resources?.find((one) => one.name === plural && one.kind === kind);
        if (own === undefined) continue;
        const apiVersion = group === "" ? version : `${group}/${version}`;
        return { kind, plural, apiVersion, root, isNamespaced: own.namespaced };
      }
      return plural;
    }),
  );
  return {
    resources: found.filter((one) => typeof one !== "string"),
    absent: found.filter((one) => typeof one === "string"),
  };
}

/** A document of discovery; undefined: the server lacks it. */
async function read<Document>(proxy: ClusterProxy, path: string): Promise<Document | undefined> {
  const answer = await proxy.read(path);
  if (answer.status === 200) return answer.body as Document;
  if (answer.status === 404) return undefined;
  if (answer.status === 401) throw misuse("the API server refuses the credentials of kubectl", messageOf(answer));
  throw misuse(`the API server does not say which kinds it has (${path})`, messageOf(answer));
}
