import { expect, test } from "vitest";
import { amountText, exactAmount, isBytes, percent, resourceNames } from "./amount.js";

function check(resource: string, amount: number | null, text: string, exact: string): void {
  expect([amountText(resource, amount), exactAmount(resource, amount)]).toEqual([text, exact]);
}

const Gi = 1024 ** 3;

test("cpu is in cores, below one in milli-CPU", () => {
  check("cpu", 500, "500m", "500m");
  check("cpu", 8000, "8", "8");
  check("cpu", 1500, "1.5", "1500m");
  check("cpu", 1234567, "1,234.567", "1234567m");
  check("cpu", 0, "0", "0");
  check("cpu", -250, "−250m", "-250m");
  check("limits.cpu", 1500, "1.5", "1500m");
});

test("bytes are in powers of 1024, three digits of them", () => {
  check("memory", 8 * Gi, "8Gi", "8Gi");
  check("memory", 1.5 * Gi, "1.5Gi", "1536Mi");
  check("memory", 7953409 * 1024, "7.58Gi", "7953409Ki");
  check("memory", 1e9, "954Mi", "1G");
  check("memory", Gi - 1024, "1Gi", "1048575Ki");
  check("memory", 1000 * Gi, "1,000Gi", "1000Gi");
  check("memory", 512, "512", "512");
  check("memory", -6 * Gi, "−6Gi", "-6Gi");
  check("memory", 0, "0", "0");
  check("ephemeral-storage", 100 * Gi, "100Gi", "100Gi");
  check("hugepages-2Mi", 4 * 1024 ** 2, "4Mi", "4Mi");
  check("requests.memory", Gi, "1Gi", "1Gi");
});

test("the rest is counted", () => {
  check("nvidia.com/gpu", 12, "12", "12");
  check("pods", 1100, "1,100", "1100");
  check("example.com/tokens", 0, "0", "0");
  expect(isBytes("example.com/memory")).toBe(false);
});

test("null is no limit", () => check("memory", null, "unlimited", "unlimited"));

test("parts in percent", () => {
  expect(percent(14, 8)).toBe("175%");
  expect(percent(9, 8)).toBe("113%");
  expect(percent(0, 8)).toBe("0%");
  expect(percent(-2, 8)).toBe("−25%");
  expect(percent(96, 8)).toBe("1,200%");
  expect(percent(1, 0)).toBe("–");
});

test("short names while they differ", () => {
  expect(resourceNames(["cpu", "nvidia.com/gpu"])).toEqual(["cpu", "gpu"]);
  expect(resourceNames(["amd.com/gpu", "nvidia.com/gpu"])).toEqual(["amd.com/gpu", "nvidia.com/gpu"]);
});
