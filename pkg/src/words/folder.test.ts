import { expect, test } from "vitest";
import { isManifest, Kustomizations, leftOutNotes, normalPath, unrenderedText } from "./folder.js";

test.each([
  ["a/b", "a/b"],
  ["./a//b/", "a/b"],
  ["a/../b", "b"],
  ["a/overlays/prod/../../base", "a/base"],
  ["../x", "../x"],
  ["../../x/..", "../.."],
  ["/a/./b", "/a/b"],
  ["", "."],
  ["a/..", "."],
])("the path %s is %s", (path, normal) => expect(normalPath(path)).toBe(normal));

test("an overlay that nothing builds on is what to build; its patches are no objects", () => {
  const all = new Kustomizations();
  all.add("apps/base", "resources: [c.yaml]\n");
  all.add("apps/mid", "resources:\n- ../base\nnamePrefix: x-\n");
  all.add("apps/overlays/prod", "resources:\n- ../../mid # built before\npatches:\n- path: ./p.yaml\n");
  expect(all.overlays()).toEqual(["apps/overlays/prod"]);
  expect(all.isPatch("apps/overlays/prod/p.yaml")).toBe(true);
  expect(all.isPatch("apps/base/c.yaml")).toBe(false);
  expect(unrenderedText("apps", "apps/overlays/prod")).toBe("Incomplete: apps has overlays, which are not rendered");
  expect(unrenderedText("./apps/", "apps")).toBe("Incomplete: ./apps/ is a kustomization, which is not rendered");
});

test("a kustomization that names its files and no more changes none", () => {
  const all = new Kustomizations();
  all.add("apps", "kind: Kustomization\nresources: [a.yaml]\n");
  expect(all.overlays()).toEqual([]);
  all.add("remote", "resources: [https://example.org/base]\n");
  expect(all.overlays()).toEqual(["remote"]);
});

test("what has objects", () => {
  for (const text of ["", "kind: Pod\n", '{"apiVersion": "v1"}', "# a\n- kind: Pod\n"])
    expect(isManifest(text)).toBe(true);
  for (const text of ["replicas: 3\n", "mankind: x\n"]) expect(isManifest(text)).toBe(false);
});

test("files that are left out have a sentence for each reason", () => {
  const files = ["a", "b", "c", "d"].map((file) => ({ file, why: "not-a-manifest" as const }));
  expect(leftOutNotes([...files, { file: "t/", why: "helm-chart" }])).toEqual([
    "not read: a, b, c and 1 more (no Kubernetes object in it)",
    "not read: t/ (part of a Helm chart: render it with `helm template` first)",
  ]);
});
