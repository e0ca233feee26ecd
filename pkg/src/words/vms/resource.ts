/** The two resources of a VM. */
export type Resource = "cpu" | "memory";
/** In the order in which they are told. */
export const resources: Resource[] = ["cpu", "memory"];
