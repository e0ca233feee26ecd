/** What Argo CD makes of a decision: its Applications, and sentences about them. */
import type { ApplicationProblem, DecisionApplications } from "../../../types.js";
import { counted, integer } from "../number.js";
import { listed, shortened } from "../phrase.js";
import { objectText } from "../object-name.js";

/** An Application that Argo CD makes of one cluster of a decision. */
export interface MadeApplication {
  /** The name; with parameters in it where they are not known. */
  name: string;
  /** The namespace of the Application: that of its ApplicationSet. */
  namespace: string;
  /** The cluster of the decision. */
  clusterName: string;
  /** `spec.destination`. */
  destination: ApplicationDestination;
  /** The known parameters by name, as templates read them. */
  parameters: Record<string, string>;
  /** What stays in the texts, because only Argo CD knows it or because it is not modelled, such as `{{server}}`. */
  notModelled: string[];
}

/** Where an Application is deployed; empty texts where the template has none. */
export interface ApplicationDestination {
  /** `name`: of the cluster, as Argo CD knows it. */
  name: string;
  /** `server`: the address of the cluster. */
  server: string;
  /** `namespace`. */
  namespace: string;
}

/** What of a decision the sentences are made from. */
export type Applications = readonly DecisionApplications[] | undefined;

const PARAMETER = /\{\{\s*(.*?)\s*\}\}/g;

/** The Applications of the listed clusters, in the order of the decision. */
export const madeApplications = (of: DecisionApplications): MadeApplication[] => madeOf(of, of.clusters);

function madeOf(of: DecisionApplications, clusters: readonly string[]): MadeApplication[] {
  const { template, goTemplate, values, applicationSet } = of;
  const elements = of.elements.length === 0 ? [[]] : of.elements;
  return clusters.flatMap((clusterName) =>
    elements.map((element): MadeApplication => {
      const own = values.map(([name, text]) => [`values.${name}`, text]);
      const parameters = Object.fromEntries([...element, ["name", clusterName], ["clusterName", clusterName], ...own]);
      const left = new Set<string>();
      const written = (text: string): string =>
        text.replace(PARAMETER, (whole: string, inner: string) => {
          // A Go template names a parameter by its field, any other by its name.
          const name = goTemplate ? (/^\.([\w.-]+)$/.exec(inner)?.[1] ?? "") : inner;
          if (Object.hasOwn(parameters, name)) return parameters[name];
          left.add(whole);
          return whole;
        });
      return {
        name: written(template.name),
        namespace: applicationSet.namespace,
        clusterName,
        destination: {
          name: written(template.cluster),
          server: written(template.server),
          namespace: written(template.namespace),
        },
        parameters,
        notModelled: [...left],
      };
    }),
  );
}

const each = ({ elements }: DecisionApplications): number => Math.max(1, elements.length);
export const titleOf = ({ applicationSet }: DecisionApplications): string => objectText(applicationSet);
const namesOf = (made: readonly MadeApplication[], count: number): string => {
  const most = count > 4 ? 3 : 4;
  const names = made.slice(0, most).map(({ name }) => name);
  return listed(count > names.length ? [...names, `${integer(count - names.length)} more`] : names);
};

/** `ApplicationSet argocd/shop makes 2 Applications: shop-a and shop-b.` */
export function applicationsText(of: DecisionApplications): string {
  const count = of.clusterCount * each(of);
  if (count === 0) return `${titleOf(of)} makes no Application.`;
  return `${titleOf(of)} makes ${counted(count, "Application")}: ${namesOf(madeApplications(of), count)}.`;
}

/** `Argo CD has no cluster Secret for a and b, and ignores them`; absent if each selected cluster has one. */
function withoutSecretText({ withoutSecret, withoutSecretCount: count }: DecisionApplications): string | undefined {
  if (count === 0) return undefined;
  const it = count === 1 ? "it" : "them";
  return `Argo CD has no cluster Secret for ${listed(shortened(withoutSecret, count))}, and ignores ${it}`;
}

/** The Applications of a decision that Argo CD follows in part or not at all; absent if it follows all of it. */
export function unfollowedText(of: DecisionApplications): string | undefined {
  const without = withoutSecretText(of);
  return without && `${applicationsText(of)} ${without}.`;
}

/** Whether Argo CD deletes Applications that are no longer made. */
export const keepsApplications = ({ policy }: DecisionApplications): boolean =>
  policy === "create-only" || policy === "create-update";

/** The warning of an empty decision; absent where nothing would be deleted. */
export function deletionText(of: DecisionApplications): string | undefined {
  const count = of.goneCount * each(of);
  if (of.clusterCount > 0 || of.withoutSecretCount > 0 || count === 0) return undefined;
  const what = `${counted(count, "Application")} of ${titleOf(of)}`;
  return keepsApplications(of)
    ? `The decision is empty; Argo CD would keep ${what} (\`applicationsSync: ${of.policy}\`).`
    : `Argo CD would delete ${what}: the decision is empty.`;
}

const PROBLEMS: Record<ApplicationProblem, (name: string) => string> = {
  "config-map-missing": (name) =>
    `ConfigMap ${name} is not in the input: Argo CD is assumed to read \`clusterName\` of \`decisions\``,
  "config-map-kind": (name) => `ConfigMap ${name} names other objects than OCM's \`placementdecisions\``,
  "config-map-keys": (name) =>
    `ConfigMap ${name} must have \`statusListKey: decisions\` and \`matchKey: clusterName\`: no cluster matches`,
};

/** Notes on the Applications, in lower case without a full stop. */
export function applicationNotes(of: DecisionApplications): string[] {
  const notes = of.problem === null ? [] : [PROBLEMS[of.problem](of.configMap.name)];
  const without = withoutSecretText(of);
  if (without !== undefined) notes.push(without);
  else if (of.assumesSecrets && of.clusterCount > 0)
    notes.push("no cluster Secret of Argo CD is in the input: one for each cluster is assumed");
  const gone = of.goneCount * each(of);
  if (gone > 0) {
    const names = namesOf(madeOf(of, of.gone), gone);
    const does = keepsApplications(of) ? `keeps (\`applicationsSync: ${of.policy}\`)` : "deletes";
    notes.push(`Argo CD ${does} ${counted(gone, "Application")} of clusters that the decision no longer has: ${names}`);
    if (of.preservesResources && !keepsApplications(of))
      notes.push("the resources of deleted Applications stay (`preserveResourcesOnDeletion`)");
  }
  const left = new Set([
    ...of.notModelled,
    ...madeOf(of, [...of.clusters, ...of.gone].slice(0, 1)).flatMap(({ notModelled }) => notModelled),
  ]);
  if (left.size > 0) notes.push(`not looked at: ${listed([...left].map((name) => `\`${name}\``))}`);
  return notes;
}

/** The sentences about names that several Applications would have. */
export function duplicateTexts(all: Applications): string[] {
  const sets = new Map<string, string[]>();
  for (const of of all ?? [])
    for (const { name, namespace } of madeApplications(of)) {
      if (name.includes("{{")) continue;
      const key = `${namespace}/${name}`;
      sets.set(key, [...(sets.get(key) ?? []), titleOf(of)]);
    }
  return [...sets]
    .filter(([, titles]) => titles.length > 1)
    .map(([key, titles]) => {
      const from = listed([...new Set(titles)]);
      return `Several Applications have the name ${key.replace(/^\//, "")}, of ${from}: Argo CD refuses them.`;
    });
}
