/** `schedscope whatif`: questions about another input than the one that is there. */
import { framed } from "../command.js";

export const whatif = framed({
  name: "whatif",
  summary: "drain a node, roll out a workload, lose a cluster, add pods, try every value, or find the smallest edit",
  about:
    "Decides a changed copy of the input, or finds the edits that have a wanted outcome. Only `change --apply` " +
    "changes the input.",
  examples: `
  schedscope whatif change --selects prod-3 fleet.yaml      the smallest edits that select the cluster
  schedscope whatif drain node-1 world.yaml                 where the pods of the node go
  schedscope whatif rollout deployment/web world.yaml       whether the new pods find room
  schedscope whatif without zone=b fleet.yaml               without the clusters of a zone
  schedscope whatif sweep --weight Steady fleet.yaml        every weight of a prioritizer
  schedscope whatif more --like team-a/api world.yaml       how many more pods like one fit
  schedscope whatif nodes --shape cpu=4,memory=16Gi world.yaml   how many such nodes the pending pods need`,
  below: {
    change: async () => (await import("./change.js")).change,
    sweep: async () => (await import("./sweep.js")).sweep,
    without: async () => (await import("./without.js")).without,
    drain: async () => (await import("./drain.js")).drain,
    rollout: async () => (await import("./rollout.js")).rollout,
    more: async () => (await import("./more.js")).more,
    nodes: async () => (await import("./nodes.js")).nodes,
    merge: async () => (await import("./merge.js")).merge,
  },
});
