import type { ComponentChildren } from "preact";
import type { ObjectName } from "../engine/types";
import { LocatedLink } from "./located-link";

interface Props {
  object: ObjectName;
  /** a field of it; the object itself where it is left out */
  path?: string;
  tabIndex?: number;
  title?: string;
  children: ComponentChildren;
}

/** Leads to an object's line of the text, or to that of a field. */
export const ObjectLink = ({ object, path = "", tabIndex, title, children }: Props) => (
  <LocatedLink class="object-link" locate={(text) => text.locate(object, path)} tabIndex={tabIndex} title={title}>
    {children}
  </LocatedLink>
);

export const NodeLink = ({ node }: { node: string }) => (
  <ObjectLink object={{ kind: "Node", namespace: "", name: node }}>{node}</ObjectLink>
);
