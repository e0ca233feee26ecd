/** The rollout of a workload of the input, a step at a time. */
import { expect, test } from "vitest";
import { find, holds, startPage, visit } from "./one-page";
import { findings, fixture } from "./page";

startPage();

const search = () => visit.page.getByRole("combobox", { name: /^Why/ });
const region = () => visit.page.getByRole("region", { name: "Rollout of Deployment shop/web" });

test("the search box opens the rollout of a Deployment, and its steps are moved through", async () => {
  const text = fixture("rollout.yaml");
  await visit.paste(text);
  await search().fill("deployment/web");
  await expect.poll(() => find(".search-list [role=option]").allTextContents()).toEqual(["Deployment shop/web"]);
  await search().press("Enter");
  await holds(region(), "completes in 6 steps");
  const sentence = region().locator(".step-sentence");
  const pods = region().locator(".rollout-pods");
  await holds(sentence, "Step 6: the controller deletes shop/web-1-3 (n2).");
  await holds(pods, "0 old pods, 3 new pods on nodes.");
  await expect.poll(() => findings(visit)).toEqual([]);

  const number = region().getByLabel("Number of the step");
  await number.fill("3");
  await number.press("Enter");
  await holds(sentence, "Step 3: the controller creates shop/web-new-1; shop/web-new-1 goes to n1.");
  await holds(pods, "2 old pods, 2 new pods on nodes.");
  await region().getByRole("button", { name: "Step back" }).click();
  await holds(pods, "2 old pods, 1 new pod on a node.");
  const steps = region().getByRole("table", { name: "Steps of the rollout" });
  await steps.getByRole("button", { name: "Show step 1" }).click();
  await holds(sentence, /^Step 1: /);
  await expect.poll(() => region().locator(".rollout-squares i").count()).toBe(4);

  // The rollout is that of the text: more pods than the nodes have room for.
  await visit.amend(
    text.replace(
      "replicas: 3\n  selector: {matchLabels: {app: web}}\n  strategy",
      "replicas: 5\n  selector: {matchLabels: {app: web}}\n  strategy",
    ),
  );
  await holds(region(), /stops at step \d+: .*Insufficient cpu/);
  await region().getByRole("button", { name: "hide" }).click();
  await expect.poll(() => region().count()).toBe(0);
});
