/** The two resources of a VM. */
export type Resource = "cpu" | "memory";
/** In the order in which sentences name them. */
export const resources: Resource[] = ["cpu", "memory"];
