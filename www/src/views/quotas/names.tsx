import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { client, goTo, isBehind, light } from "../../app/session";
import type { ObjectName, PodList, Range } from "../../engine/types";
import type { Phrase } from "../nodes/sentence";
import { ObjectLink } from "../pods/object-link";
import { namespaceOf } from "./sentence";

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

/** A pod's name; leads to its line of the text, and lights it while pointed at. */
export function PodLink({ pod, children, tabIndex }: { pod: string; children?: ComponentChildren; tabIndex?: number }) {
  const pointed = useRef(0);
  const locate = (use: (range: Range) => void): void => {
    locatePod(pod).then(
      (range) => {
        if (range !== null) use(range);
      },
      (error: unknown) => {
        if (!isBehind(error)) throw error;
      },
    );
  };
  const point = (): void => {
    const turn = ++pointed.current;
    locate((range) => {
      if (turn === pointed.current) light(range);
    });
  };
  const leave = (): void => {
    pointed.current += 1;
    light(null);
  };
  return (
    <button
      type="button"
      class="line-link name-link"
      tabIndex={tabIndex}
      onClick={(event) => {
        event.stopPropagation();
        locate((range) => goTo(range));
      }}
      onMouseEnter={point}
      onMouseLeave={leave}
      onFocus={point}
      onBlur={leave}
    >
      {children ?? pod}
    </button>
  );
}

export const NodeLink = ({ node }: { node: string }) => (
  <ObjectLink object={{ kind: "Node", namespace: "", name: node }}>{node}</ObjectLink>
);

/** A quota by its namespace; `path`: a field of it. */
export const QuotaLink = ({ namespace, name, path }: { namespace: string; name: string; path?: string }) => (
  <ObjectLink object={{ kind: "ElasticQuota", namespace, name }} {...(path !== undefined && { path })}>
    {namespace === "" ? name : namespace}
  </ObjectLink>
);

export function Phrases({ phrases }: { phrases: Phrase[] }) {
  return (
    <>
      {phrases.map(({ text, look }, i) =>
        look === "strong" ? <strong key={i}>{text}</strong> : <span key={i} class={look}>{text}</span>,
      )}
    </>
  );
}
