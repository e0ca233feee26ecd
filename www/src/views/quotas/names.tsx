import type { ComponentChildren } from "preact";
import { namespaceOf } from "schedscope/words/quotas";
import { client } from "../../app/session";
import type { ObjectName, PodList, Range } from "../../engine/types";
import { LocatedLink } from "../../ui/located-link";
import { ObjectLink } from "../../ui/object-link";

/** Pods whose names hold that of the one that is looked for may stand before it. */
const alike = 1000;

/** Where a pod stands in the text, or the workload that makes it. */
async function locatePod(pod: string): Promise<Range | null> {
  const namespace = namespaceOf(pod);
  const at = (object: ObjectName): Promise<Range | null> => client.request("locate", { object, path: "" });
  const itself = await at({ kind: "Pod", namespace, name: pod.slice(namespace.length + 1) });
  if (itself !== null) return itself;
  const told = await client.request("ask", { name: "pods", options: { search: pod, limit: alike } });
  const found = (told.answer as PodList).pods.find((entry) => entry.pod === pod);
  return found === undefined ? null : at(found.object);
}

/** A pod's name; leads to its line of the text. */
export const PodLink = ({ pod, children, tabIndex }: { pod: string; children?: ComponentChildren; tabIndex?: number }) => (
  <LocatedLink class="name-link" locate={() => locatePod(pod)} tabIndex={tabIndex}>
    {children ?? pod}
  </LocatedLink>
);

/** A quota by its namespace; `path`: a field of it. */
export const QuotaLink = ({ namespace, name, path }: { namespace: string; name: string; path?: string }) => (
  <ObjectLink object={{ kind: "ElasticQuota", namespace, name }} {...(path !== undefined && { path })}>
    {namespace === "" ? name : namespace}
  </ObjectLink>
);
