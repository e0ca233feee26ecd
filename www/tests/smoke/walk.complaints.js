/** The first script of the page in the frame: errors, broken promises and forbidden loads, for the walk around it. */
const complain = (...said) => parent.complaints?.push(said.map(String).join(" "));
addEventListener(
  "error",
  ({ message, target }) => {
    // What cannot be loaded does not bubble. What is only preloaded is loaded once more where it is imported.
    if (message !== undefined || target.rel !== "modulepreload")
      complain(message ?? `cannot load ${target.src ?? target.href}`);
  },
  true,
);
addEventListener("unhandledrejection", ({ reason }) => complain(reason));
addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
  complain("forbidden by", violatedDirective, blockedURI),
);
console.error = complain;
