import type { ComponentChildren } from "preact";
import type { NamespacedName, TextRange } from "../../engine/types";
import { CutName } from "../../ui/cut-name";
import { LocatedLink } from "../../ui/located-link";
import { ObjectLink } from "../../ui/object-link";
import type { TextLinks } from "../../ui/text-links";
import { fullName } from "schedscope/words/object-name";

/** Where a pod stands in the text, or the workload that makes it. */
async function locatePod(text: TextLinks, pod: NamespacedName): Promise<TextRange | null> {
  const { namespace, name } = pod;
  const itself = await text.locate({ kind: "Pod", namespace, name }, "");
  if (itself !== null) return itself;
  const object = await text.podObject(pod);
  return object === null ? null : text.locate(object, "");
}

/** A pod's name; leads to its line of the text. */
export const PodLink = ({
  pod,
  children,
  tabIndex,
  title,
}: {
  pod: NamespacedName;
  children?: ComponentChildren;
  tabIndex?: number;
  title?: string;
}) => (
  <LocatedLink class="name-link" locate={(text) => locatePod(text, pod)} tabIndex={tabIndex} title={title}>
    {children ?? fullName(pod)}
  </LocatedLink>
);

interface QuotaProps {
  namespace: string;
  name: string;
  path?: string;
  /** in the head of a row, with little room */
  isHead?: boolean;
}

export const QuotaLink = ({ namespace, name, path, isHead = false }: QuotaProps) => (
  <ObjectLink object={{ kind: "ElasticQuota", namespace, name }} {...(path !== undefined && { path })}>
    {isHead ? <CutName name={namespace || name} /> : namespace || name}
  </ObjectLink>
);
