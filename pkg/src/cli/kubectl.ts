import {
  hubCommandLine,
  podsCommandLine,
  quotasCommandLine,
  virtualMachinesCommandLine,
  vmsCommandLine,
  volumesCommandLine,
  workloadsCommandLine,
} from "../words/kubectl.js";

const onTwoLines = (line: string): string => line.replace(" -A", " \\\n    -A");

/** The command that prints all that a decision depends on, on two lines. */
export const hubCommand = onTwoLines(hubCommandLine);
/** The command that prints what an answer about pods depends on, but for ElasticQuotas, on two lines. */
export const podsCommand = onTwoLines(podsCommandLine);
/** The command that prints what pods with claims depend on, too, on two lines. */
export const volumesCommand = onTwoLines(volumesCommandLine);
/** What help says of them beside another command. */
export const claims = `Pods with claims also need:
  ${volumesCommand}`;
/** What to try where the text lacks pods or nodes. */
export const podsAdvice: string[] = [`try: ${podsCommand}`, `for pods with claims also: ${volumesCommand}`];
/** The command that prints Deployments and DaemonSets, whose rollouts need them. */
export const workloadsCommand = workloadsCommandLine;
/** The command that prints ElasticQuotas. */
export const quotasCommand = quotasCommandLine;
/** The command that prints what a timeline of VMs depends on, but for the VMs and the timeline. */
export const vmsCommand = vmsCommandLine;
/** The command that prints VMs. */
export const virtualMachinesCommand = virtualMachinesCommandLine;
