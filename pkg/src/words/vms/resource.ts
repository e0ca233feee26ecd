import type { VmResource } from "../../../types.js";

/** The two resources of a VM. */
export type Resource = VmResource;
/** In the order in which sentences name them. */
export const resources: Resource[] = ["cpu", "memory"];
