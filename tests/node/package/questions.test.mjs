import assert from "node:assert/strict";
import { after, test } from "node:test";

import { Scenario } from "schedscope";

import { everyOption, names, needed } from "./every-option.mjs";
import { refuses } from "./refuses.mjs";
import { quotas } from "./texts.mjs";

const here = new Scenario();
here.replace(quotas);
after(() => here.free());
const pod = "team-a/api";

test("the scorers are as they are named", () => {
  assert.deepEqual(
    here.scoreNodes({ pod }).scorers.map(({ name }) => name),
    names,
  );
});

test("every question takes every option, by its method, by `ask` and as JSON", async () => {
  for (const [question, options] of Object.entries(everyOption)) {
    const answer = here[question](options);
    assert.deepEqual(answer, JSON.parse(here.askJson(JSON.stringify({ [question]: options }))), question);
    assert.deepEqual(await here.ask(question, options), answer, question);
    const nothing = Object.fromEntries(Object.keys(options).map((key) => [key, undefined]));
    const need = needed[question] ?? (question !== "vmTimeline" && "pod" in options ? "pod" : undefined);
    if (need !== undefined) {
      const why = Array.isArray(need)
        ? `${question}: name \`${need[0]}\` or \`${need[1]}\``
        : `${question}.${need}: is required`;
      refuses(() => here[question](nothing), "invalid-argument", why);
      refuses(() => here[question](), "invalid-argument", why);
    } else {
      assert.deepEqual(here[question](nothing), here[question]());
      assert.deepEqual(here[question](null), here[question]({}));
    }
    assert.equal(here[question].name, question);
  }
});

test("every scorer scores, and picks", () => {
  for (const name of names) {
    assert.deepEqual(
      here.scoreNodes({ pod, scorers: [name], order: name }).scorers.map(({ name }) => name),
      [name],
    );
    assert.equal(here.queue({ scorer: name }).steps[1].outcome, "Bound");
  }
  assert.equal(here.pods({ find: null, node: null, limit: null }).all, 3);
});
