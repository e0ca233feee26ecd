/** The domains as a matrix: rows, cells in them, groups in those. */
import type { SpreadDomain } from "../../../engine/types";

export interface DomainNode {
  domain: SpreadDomain;
  /** its place in the list that crossed, which the squares follow */
  index: number;
  children: DomainNode[];
}

/** Clusters of a domain that lie in none of the next level. */
export interface KeylessCounts {
  count: number;
  eligible: number;
  blocked: number;
  filtered: number;
}

/** Domains by their parents; the list has parents before their children. */
export function tree(domains: SpreadDomain[]): DomainNode[] {
  const roots: DomainNode[] = [];
  const path: DomainNode[] = [];
  domains.forEach((domain, index) => {
    const level = domain.values.length - 1;
    const node: DomainNode = { domain, index, children: [] };
    path.length = Math.min(path.length, level);
    (level === 0 ? roots : (path[level - 1]?.children ?? roots)).push(node);
    path[level] = node;
  });
  return roots;
}

/** What a domain has beyond its children: clusters that lack the next key. */
export function keylessOf({ domain, children }: DomainNode): KeylessCounts {
  const sum = (of: (domain: SpreadDomain) => number): number =>
    children.reduce((total, child) => total - of(child.domain), of(domain));
  return {
    count: sum((of) => of.count),
    eligible: sum((of) => of.eligible),
    blocked: sum((of) => of.blocked),
    filtered: sum((of) => of.filtered),
  };
}

/** The deepest domains below a node, each with the values behind the node's own. */
export function leaves(node: DomainNode): { node: DomainNode; values: string[] }[] {
  const depth = node.domain.values.length;
  const walk = (at: DomainNode): DomainNode[] => (at.children.length === 0 ? [at] : at.children.flatMap(walk));
  return walk(node).map((leaf) => ({ node: leaf, values: leaf.domain.values.slice(depth) }));
}

/**
 * The columns of the matrix: values of the second key that most rows share. Empty where rows have
 * values of their own, as zones that are named after their region; then cells follow one another.
 */
export function columns(rows: DomainNode[], most = 12): string[] {
  const values = new Set<string>();
  let cells = 0;
  for (const { children } of rows) {
    for (const { domain } of children) {
      values.add(domain.values[1] ?? "");
      cells += 1;
      if (values.size > most) return [];
    }
  }
  const isShared = rows.length > 1 && cells * 2 > rows.length * values.size;
  return isShared ? [...values].sort() : [];
}

/** How many clusters a square stands for. */
export function unitOf(clusters: number, most: number): number {
  if (clusters <= most) return 1;
  return clusters <= most * 10 ? 10 : 100;
}

/** Squares for so many clusters; one that is begun is drawn. */
export const squaresOf = (clusters: number, unit: number): number => Math.ceil(Math.max(0, clusters) / unit);

/** Siblings of a level, with their parent. */
export interface SiblingGroup {
  parent: string[];
  domains: SpreadDomain[];
}

/** The domains of a level by their parent, the most skewed first, lone domains last. */
export function siblingGroups(domains: SpreadDomain[], level: number): SiblingGroup[] {
  const found = new Map<string, SiblingGroup>();
  for (const domain of domains) {
    if (domain.values.length !== level + 1) continue;
    const parent = domain.values.slice(0, level);
    const key = JSON.stringify(parent);
    const group = found.get(key) ?? { parent, domains: [] };
    group.domains.push(domain);
    found.set(key, group);
  }
  const skew = ({ domains: all }: SiblingGroup): number => (all[0] ? all[0].highest - all[0].lowest : 0);
  const isLone = ({ domains: all }: SiblingGroup): number =>
    Number(all.filter(({ eligible }) => eligible > 0).length < 2);
  return [...found.values()].sort((a, b) => skew(b) - skew(a) || isLone(a) - isLone(b));
}

/** Fullest first; of the same count as they come. Domains without clusters to select come last. */
export function sorted(domains: SpreadDomain[]): SpreadDomain[] {
  return [...domains].sort((a, b) => Number(b.eligible > 0) - Number(a.eligible > 0) || b.count - a.count);
}
