/** The two resources of a VM. */
export type Resource = "cpu" | "memory";
export const resources: Resource[] = ["cpu", "memory"];
