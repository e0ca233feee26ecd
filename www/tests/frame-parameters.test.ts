/** `embed.html` takes the attributes of the element as its parameters, as its documentation says. */
import { expect, test } from "vitest";
import { choiceNames } from "../src/embed/choice";
import { attributesIn } from "../src/framed/address";

test("every attribute but the link out is a parameter of the frame", () => {
  const names = ["src", ...choiceNames].filter((name) => name !== "playground");
  const search = `?${names.map((name) => `${name}=x`).join("&")}&playground=x&loading=eager`;
  expect(
    attributesIn(search, "")
      .attributes.map(([name]) => name)
      .sort(),
  ).toEqual(names.sort());
});
