/** The domains as a matrix: rows, cells in them, groups in those. */
import type { SpreadDomain } from "../../../engine/types";

export interface DomainNode {
  domain: SpreadDomain;
  /** its place in the list that crossed, which the squares follow */
  index: number;
  children: DomainNode[];
}

/** Clusters of a domain, or of a part of it. */
export interface DomainCounts {
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
export function keylessOf({ domain, children }: DomainNode): DomainCounts {
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
