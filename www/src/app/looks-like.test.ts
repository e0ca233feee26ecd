import { expect, test } from "vitest";
import { looksLike } from "./looks-like";

test.each([
  ["", "empty"],
  ["# nothing\n---\n\n", "empty"],
  ["NAME       HUB ACCEPTED   MANAGED CLUSTER URLS   JOINED\nwest-1     true     https://a   True\n", "table"],
  ["NAMESPACE   NAME    AGE\ndefault     place   3d\n", "table"],
  ["NAME                  AGE\nplacement.cluster/one   3d\n", "table"],
  ["No resources found in default namespace.\n", "message"],
  ['error: the server doesn\'t have a resource type "placement"\n', "message"],
  ["Name:         one\nLabels:       a=b\nSpec:\n", "describe"],
  ["apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n", "Helm"],
  ["{{- if .Values.on }}\nkind: Pod\n{{- end }}\n", "Helm"],
  ["kind: Kustomization\nresources: [a.yaml]\n", "kustomization"],
  ["<!DOCTYPE html><html>", "web page"],
])("%j", (text, word) => {
  expect(looksLike(text)?.title).toContain(word);
});

test.each(["apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n", "just words", "NAME: a\n", '{"kind": "Secret"}'])(
  "%j looks like nothing in particular",
  (text) => {
    expect(looksLike(text)).toBe(null);
  },
);
