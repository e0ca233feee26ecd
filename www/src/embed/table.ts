// Generated from the table of attributes by `cargo xtask types`.
import type { EmbedOptions } from "schedscope/embed";
import type { Attribute } from "./attribute";

export const attributes: Readonly<Record<keyof EmbedOptions, Attribute>> = {
  src: { form: "text" },
  view: { form: "word", words: ["placement", "spread", "nodes", "quotas", "vms", "change", "sweep"] },
  placement: { form: "text" },
  cluster: { form: "text" },
  pod: { form: "text" },
  node: { form: "text" },
  timeline: { form: "text", option: "timeline", questions: ["vmTimeline", "vmStep"] },
  variant: { form: "text", option: "variant", questions: ["vmTimeline", "vmStep"] },
  step: { form: "whole" },
  baseline: { form: "word", words: ["recorded"] },
  sweep: { form: "text" },
  profile: {
    form: "word",
    words: ["auto", "Upstream", "Proposal"],
    default: "auto",
    option: "profile",
    questions: ["decide", "scoreNodes", "simulatePod", "explainNode", "evictAcrossNodes", "quotas", "queue", "change"],
  },
  kubernetes: { form: "word", words: ["1.35", "1.36", "1.37"] },
  weights: { form: "pairs" },
  now: { form: "text" },
  controls: { form: "flag" },
  readonly: { form: "flag" },
  theme: { form: "word", words: ["auto", "light", "dark"], default: "auto" },
  height: { form: "length" },
  loading: { form: "word", words: ["lazy", "eager"], default: "lazy" },
  playground: { form: "text" },
};
