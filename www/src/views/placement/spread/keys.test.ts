import { expect, test } from "vitest";
import { nextKey } from "./keys";

const term = (topologyKey: string) => ({
  topologyKey,
  topologyKeyType: "Label" as const,
  maxSkew: 1,
  whenUnsatisfiable: "ScheduleAnyway" as const,
  path: "",
});

test("a new term begins with the next key from far to near", () => {
  const labels = ["env", "topology.kubernetes.io/zone", "topology.kubernetes.io/region"];
  expect(nextKey(labels, [])).toBe("topology.kubernetes.io/region");
  expect(nextKey(labels, [term("topology.kubernetes.io/region")])).toBe("topology.kubernetes.io/zone");
  expect(nextKey(["env", "tier"], [term("env")])).toBe("tier");
  expect(nextKey([], [])).toBe("region");
  expect(nextKey(["region"], [term("region")])).toBe("provider");
  expect(nextKey([], ["region", "provider", "zone", "rack"].map(term))).toBe("key-5");
});
