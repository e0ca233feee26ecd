/** Words for elastic quotas, preemption, and the queue. */
export * from "./quotas/against.js";
export * from "./quotas/change.js";
export * from "./quotas/default-request.js";
export * from "./quotas/diagnostic-groups.js";
export * from "./quotas/diagnostic.js";
export * from "./quotas/foreign.js";
export * from "./quotas/loans-note.js";
export * from "./quotas/matrix.js";
export * from "./quotas/notes.js";
export * from "./quotas/quota.js";
export * from "./quotas/queue-limits.js";
export * from "./quotas/queue-why.js";
export * from "./quotas/queue-words.js";
export * from "./quotas/resource-quota.js";
export * from "./quotas/sentence.js";
export * from "./quotas/quota-status.js";
export * from "./quotas/why.js";
