/** Names of objects as text. */
import type { NamedObject, NamespacedName, ObjectName } from "../../types.js";

/** `namespace/name`; `name` of an object without a namespace. */
export const fullName = ({ namespace, name }: NamespacedName): string =>
  namespace === "" ? name : `${namespace}/${name}`;

/** The same of each. */
export const fullNames = (objects: readonly NamespacedName[]): string[] => objects.map(fullName);

/** The object of a full name. */
export function objectNamed(fullName: string): NamespacedName {
  const slash = fullName.indexOf("/");
  return { namespace: fullName.slice(0, Math.max(0, slash)), name: fullName.slice(slash + 1) };
}

/** The name of an object as an option gives it. */
export const namedText = (object: NamedObject): string => (typeof object === "string" ? object : fullName(object));

/** `Deployment shop/web` */
export const objectText = (object: ObjectName): string => `${object.kind} ${fullName(object)}`;

/** Whether both are one object, or none. */
export const isSameName = (a: NamespacedName | null | undefined, b: NamespacedName | null | undefined): boolean =>
  a?.namespace === b?.namespace && a?.name === b?.name;
