import type { NamespacedName, TextRange } from "../../engine/types";
import { LocatedLink } from "../../ui/located-link";
import type { TextLinks } from "../../ui/text-links";
import { fullName } from "schedscope/words/object-name";

/** The VM's object, else the pod. */
async function locateVm(text: TextLinks, pod: NamespacedName, vm: NamespacedName | null): Promise<TextRange | null> {
  const found = await text.locate({ kind: "VirtualMachine", ...(vm ?? pod) }, "");
  return found ?? text.locate({ kind: "Pod", ...pod }, "");
}

interface VmLinkProps {
  pod: NamespacedName;
  vm?: NamespacedName | null;
  tabIndex?: number;
}

/** A pod's name; leads to its VirtualMachine in the text, or to the pod where it is no VM. */
export const VmLink = ({ pod, vm = null, tabIndex }: VmLinkProps) => (
  <LocatedLink class="name-link" locate={(text) => locateVm(text, pod, vm)} tabIndex={tabIndex}>
    {fullName(pod)}
  </LocatedLink>
);
