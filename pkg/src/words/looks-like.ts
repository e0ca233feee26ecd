/** What a text looks like that holds nothing to decide about, and what to do with it. */
import {
  absentResource,
  hubCommandLine,
  podsCommandLine,
  podsWithClaimsCommandLine,
  unknownResource,
  withoutUnknown,
} from "./kubectl.js";
import { clause } from "./phrase.js";
import { isAboutVolumes, verdictClauses } from "./verdict.js";

export interface Look {
  /** a sentence */
  title: string;
  /** another one: what to do */
  advice: string;
  /** a command that gives what is needed */
  command?: string;
  /** more about it, a line each */
  details?: string[];
}

/** Characters looked at. */
const reach = 20_000;

/** The kinds that kubectl names in the first column of `get a,b`. */
const row = /^(?:[a-z][a-z0-9.-]*\/)?[a-z0-9][a-z0-9.-]* {2,}\S/m;

/** Keys with which a file of Kustomize begins; only together are they one. */
const kustomizeKeys = new RegExp(
  "^(?:resources|bases|components|patches|patchesStrategicMerge|images|namePrefix|nameSuffix|commonLabels|namespace|" +
    "configMapGenerator|generatorOptions):",
);

/** A text without anything to decide about; null: it looks like nothing in particular. */
export function looksLike(text: string): Look | null {
  const start = text.slice(0, reach).replace(/^\uFEFF/, "");
  const bare = start.replaceAll(/^\s*(#.*|---)?$/gm, "").trim();
  if (bare === "") return { title: "The input is empty.", advice: "Paste objects as YAML or JSON." };
  return (
    ofVerdict(start) ??
    ofDryRun(start) ??
    ofKubectl(start, bare) ??
    ofTemplates(start, bare) ??
    ofLines(bare) ??
    holdsPlacement(text)
  );
}

/** What kube-scheduler says of a pod, without the pod. */
function ofVerdict(text: string): Look | null {
  if (holdsObject(withoutEvents(text))) return null;
  const clauses = verdictClauses(text);
  if (clauses === null) return null;
  return {
    title: "This is a message of kube-scheduler.",
    advice: "It does not say what would change it. Print the objects that decide:",
    command: isAboutVolumes(clauses) ? podsWithClaimsCommandLine : podsCommandLine,
    details: clauses.map(({ text, meaning }) => (meaning === null ? text : `${text}: ${meaning}`)),
  };
}

/** The hub's dry run of a placement, which has no objects. */
function ofDryRun(text: string): Look | null {
  if (!/["']?\b(?:filteredPipelineResults|prioritizeResults|aggregatedScores)["']? *:/.test(text)) return null;
  return {
    title: "This is the hub's dry run of a placement, as it serves it at /debug/placements/<namespace>/<name>.",
    advice: "It has the clusters that pass and their scores, but not what decides about them. Print the objects:",
    command: hubCommandLine,
  };
}

/** The text without the kinds of Events, of their list, and of the objects that they are about. */
const withoutEvents = (text: string): string =>
  text
    .replaceAll(/^( *)(?:- )?involvedObject:\r?\n(?:\1 +.*\r?\n)*/gm, "")
    .replaceAll(/"?involvedObject"?: *\{[^}]*\}/g, "")
    .replaceAll(/\bkind"?: *"?(?:Event|EventList|List)\b/g, "");

/** What something has put before each line. */
function ofLines(bare: string): Look | null {
  if (/^>[ >]/.test(bare))
    return { title: "These lines are quoted, as in mail.", advice: "Paste them without the > before each line." };
  const [first, second] = bare.split("\n", 2).map((line) => Number(/^ *(\d+)[\s:|│]/.exec(line)?.[1] ?? Number.NaN));
  if (first !== undefined && second === first + 1)
    return { title: "These lines begin with their numbers.", advice: "Paste them without the numbers." };
  return null;
}

/** Kinds that carry other objects: the hub hands them on, and decides about none of them. */
const carriers = "Policy|ConfigurationPolicy|ManifestWork|ManifestWorkReplicaSet";
const carrier = new RegExp(`^(?:- |  )?"?kind"?: *"?(${carriers})\\b`, "m");

/** A text without a Placement of its own whose placements are in other objects, or are those before Placements. */
export function holdsPlacement(text: string): Look | null {
  if (/^\s*(?:- )?"?kind"?: *"?PlacementRule\b/m.test(text))
    return {
      title: "This is a PlacementRule, of the API before Placements.",
      advice: "It is not decided here. Write it as a Placement, or print the Placements:",
    };
  const [, kind] = carrier.exec(text) ?? [];
  if (kind === undefined || !/^ {4,}(?:- )?"?kind"?: *"?Placement\b/m.test(text)) return null;
  return {
    title: `This is a ${kind} that holds a Placement.`,
    advice: "What another object holds is not decided here. Paste the Placement itself, or print it:",
  };
}

/** Whether the input has an object, in YAML or JSON. */
const holdsObject = (text: string): boolean => /\bkind"?: *"?[A-Z]/.test(text);

/** That the cluster does not have a kind, by kubectl's error beside other objects: none of its objects is missing. */
export function ofAbsentKind(text: string, kind: string): Look | null {
  const resource = absentResource(text, kind);
  if (resource === undefined || !holdsObject(text)) return null;
  const title = `This cluster has no resource type ${resource}.`;
  return { title, advice: "It has no objects of this kind, so there is nothing more to print." };
}

/** What kubectl says of a kind that the cluster lacks, with the command for the others. */
export function ofUnknownResource(text: string): Look | null {
  const unknown = unknownResource(text.slice(0, reach));
  if (unknown === undefined) return null;
  const { resource, notAHub, command } = unknown;
  if (notAHub)
    return {
      title: `This cluster is not a hub: it has no resource type ${resource}.`,
      advice: "Switch to the context of the hub and run:",
      command: hubCommandLine,
    };
  // What a second command has printed of the others is there.
  if (holdsObject(text)) return null;
  const title = `This cluster has no resource type ${resource}, so kubectl printed none of the other objects either.`;
  return command === undefined
    ? { title, advice: "Leave it out of the command." }
    : { title, advice: "Leave it out:", command };
}

/** Columns that only tables of the hub's kinds have. */
const ownColumns = / {2,}(?:SUCCEEDED|SELECTEDCLUSTERS|HUB ACCEPTED|MANAGED CLUSTER URLS)\b/;

/** The line of `kubectl describe` with the API group of the hub. */
const ownGroup = /^API Version: +cluster\.open-cluster-management\.io\//m;

/** The command for the objects of a hub, if the output is of one. */
const ofHub = (is: boolean): Pick<Look, "command"> => (is ? { command: hubCommandLine } : {});

function ofKubectl(start: string, bare: string): Look | null {
  const unknown = ofUnknownResource(bare);
  if (unknown !== null) return unknown;
  const table = /^(?:NAMESPACE|NAME|LAST SEEN)(?: {2,}\S.*)?$/m.exec(start);
  if (table !== null && row.test(start.slice(table.index + table[0].length)))
    return {
      title: "This looks like kubectl’s table output.",
      advice: "Add -o yaml to the command, as in:",
      ...ofHub(ownColumns.test(table[0])),
    };
  if (/^(?:Error from server|error:|No resources found|The connection to the server)/m.test(withoutUnknown(bare)))
    return { title: "This looks like a message of kubectl.", advice: "The command printed no objects. Try:" };
  if (/"?\bkind"?: *"?Status\b/.test(bare) && /"?\bstatus"?: *"?Failure\b/.test(bare))
    return { title: "This looks like an error of the API server.", advice: "It has refused to list the objects. Try:" };
  if (/^(?:- )?\{?"?type"?: *"?(?:ADDED|MODIFIED|DELETED|BOOKMARK|ERROR)\b/m.test(bare) && /"?\bobject"?:/.test(bare))
    return {
      title: "This looks like the events of a watch.",
      advice: "Print the objects as they are now, without --watch:",
    };
  if (/^(?:[a-z][a-z.-]*\/[a-z0-9][\w.-]*(?:\s+|$))+$/.test(bare))
    return { title: "These look like names, as -o name prints them.", advice: "Print the objects instead:" };
  if (/^(?:diff -|--- \S.*\n\+\+\+ |\d+(?:,\d+)?[acd]\d+(?:,\d+)?$)/m.test(bare))
    return { title: "This looks like a diff.", advice: "Print the whole objects instead:" };
  if (/^Name: {2,}\S/m.test(start) && /^[A-Z][\w ]*:/m.test(start) && !/^apiVersion:/m.test(start))
    return {
      title: "This looks like the output of kubectl describe.",
      advice: "It leaves out what decides. Print the objects instead:",
      ...ofHub(ownGroup.test(start)),
    };
  return null;
}

/** What a tool has still to make objects of. */
function ofTemplates(start: string, bare: string): Look | null {
  if (/^(?:\/\/.*\s+)*(?:local \w+ *[=(]|function\(|import(?:str)? ['"])/.test(bare))
    return {
      title: "This looks like Jsonnet.",
      advice: "Evaluate it first, and paste what it prints:",
      command: "jsonnet -y <file>",
    };
  if (/^(?:resource|data|variable|locals|module|provider|terraform|output)(?: "[^"\n]*"){0,2} *\{/m.test(bare))
    return {
      title: "This looks like a configuration of Terraform.",
      advice: "It is not a manifest. Print the objects that it has made:",
    };
  if (/^(?:- )?apiVersion: *apiextensions\.crossplane\.io\//m.test(bare) && /^kind: *Composition\b/m.test(bare))
    return {
      title: "This looks like a Composition of Crossplane.",
      advice: "Render it first, and paste what it prints:",
      command: "crossplane render <resource> <composition> <functions>",
    };
  const isApplicationSet = /^\s*(?:- )?"?kind"?: *"?ApplicationSet\b/m.test(start);
  // Its parameters are written as Helm writes values, which begin with a point, and other things that it evaluates.
  if (
    isApplicationSet &&
    !/\{\{-?\s*(?:[($/*]|\.(?:Values|Release|Chart)\b|(?:if|range|with|include|end)\b)/.test(start)
  )
    return {
      title: "This is an ApplicationSet of Argo CD without the placement that it reads.",
      advice: "Add the output of:",
      command: hubCommandLine,
    };
  if (/\{\{-?\s*[\w.$/(*]/.test(start))
    return {
      title: "This looks like a Helm template.",
      advice: "Render it first, and paste what it prints:",
      command: "helm template <release> <chart>",
    };
  if (/^kind: *Kustomization\b/m.test(start) || isKustomization(bare))
    return {
      title: "This looks like a kustomization.",
      advice: "Build it first, and paste what it prints:",
      command: "kubectl kustomize <folder>",
    };
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(start))
    return { title: "This looks like a web page.", advice: "Paste the file itself: on GitHub, its Raw view." };
  return null;
}

/** Kustomize's file needs neither a kind nor a version; all keys of one are its own. */
function isKustomization(bare: string): boolean {
  const keys = bare.split(/\r?\n/).filter((line) => /^[A-Za-z]\w*:/.test(line));
  return keys.some((line) => /^(?:resources|bases):/.test(line)) && keys.every((line) => kustomizeKeys.test(line));
}

/** In lower case, as the end of a sentence about what a text lacks: `this looks like Jsonnet`. */
export const lookWords = ({ title }: Look): string => clause(title);
