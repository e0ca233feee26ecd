import type { ObjectName, TextRange } from "../../engine/types";
import { LocatedLink } from "../../ui/located-link";
import type { TextLinks } from "../../ui/text-links";

/** `namespace/name` as the name of an object. */
export function objectName(kind: string, key: string): ObjectName {
  const at = key.indexOf("/");
  return { kind, namespace: key.slice(0, Math.max(0, at)), name: key.slice(at + 1) };
}

/** The VM's object, else the pod. */
async function locateVm(text: TextLinks, pod: string, vm: string | null): Promise<TextRange | null> {
  const found = await text.locate(objectName("VirtualMachine", vm ?? pod), "");
  return found ?? text.locate(objectName("Pod", pod), "");
}

/** A pod's name; leads to its VirtualMachine in the text, or to the pod where it is no VM. */
export const VmLink = ({ pod, vm = null, tabIndex }: { pod: string; vm?: string | null; tabIndex?: number }) => (
  <LocatedLink class="name-link" locate={(text) => locateVm(text, pod, vm)} tabIndex={tabIndex}>
    {pod}
  </LocatedLink>
);
