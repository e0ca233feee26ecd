/** Acts in the page as a person does, and reports every step. Needs nothing of the browser but the standard. */
const frame = document.querySelector("iframe");
const steps = [];
const report = (said) => fetch("/report", { method: "POST", body: JSON.stringify(said) });
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first truthy value of `look`, which may throw while the page is not there yet. */
async function until(what, look) {
  for (const begun = Date.now(); Date.now() - begun < 30_000; await pause(50)) {
    try {
      const found = look();
      if (found) return found;
    } catch {
      // Not there yet.
    }
  }
  throw new Error(`waited for ${what}; the page says: ${find(".answer-line h1")?.textContent ?? "nothing"}`);
}

const page = () => frame.contentDocument;
const inside = () => frame.contentWindow;
const find = (selector) => page().querySelector(selector);
const button = (name) => [...page().querySelectorAll("button")].find((one) => one.textContent.trim().startsWith(name));
const editor = () => find(".editor").shadowRoot.querySelector(".cm-content");
const selected = () =>
  [...page().querySelectorAll(".rows .line.selected .name")]
    .map((name) => name.textContent.trim())
    .sort()
    .join(" ");
const kept = () => JSON.parse(inside().localStorage.getItem("schedscope.1.text") ?? "{}").text ?? "";

async function open(address) {
  frame.src = address;
  await until("an answer", () => inside().location.href !== "about:blank" && find(".answer-line h1"));
  // It comes behind the first answer.
  await until("the editor", editor);
  // What is copied is kept here: a browser may forbid the clipboard to a page that nobody clicked on.
  Object.defineProperty(inside(), "ClipboardItem", { value: undefined, configurable: true });
  const writeText = async (text) => {
    inside().copied = text;
  };
  Object.defineProperty(inside().navigator, "clipboard", { value: { writeText }, configurable: true });
}

/** Puts a text in place of the one that is there. */
async function paste(text) {
  const content = editor();
  content.focus();
  const range = page().createRange();
  range.selectNodeContents(content);
  inside().getSelection().removeAllRanges();
  inside().getSelection().addRange(range);
  content.dispatchEvent(
    new (inside().KeyboardEvent)("keydown", { key: "a", code: "KeyA", keyCode: 65, ctrlKey: true, bubbles: true }),
  );
  await pause(50);
  const data = new (inside().DataTransfer)();
  data.setData("text/plain", text);
  const event = new (inside().ClipboardEvent)("paste", { clipboardData: data, bubbles: true, cancelable: true });
  if (event.clipboardData === null || event.clipboardData.getData("text/plain") === "")
    Object.defineProperty(event, "clipboardData", {
      value: { getData: (type) => (/plain/.test(type) ? text : ""), items: [], files: [], types: ["text/plain"] },
    });
  content.dispatchEvent(event);
}

/** A slider through the values, with a pause for a hand. */
async function drag(label, values) {
  const slider = await until(label, () => find(`input[type=range][aria-label="${label}"]`));
  for (const value of values) {
    slider.value = String(value);
    slider.dispatchEvent(new (inside().Event)("input", { bubbles: true }));
    await pause(30);
  }
  slider.dispatchEvent(new (inside().Event)("change", { bubbles: true }));
}

const cluster = (name, memory) => `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: ${name}, labels: {zone: ${name}, cluster.open-cluster-management.io/clusterset: default}}
spec: {hubAcceptsClient: true}
status:
  allocatable: {cpu: "8", memory: ${memory}Gi}
  capacity: {cpu: "8", memory: 64Gi}
  conditions:
  - {type: ManagedClusterConditionAvailable, status: "True"}
`;
const text = [
  `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: walk, namespace: default}
spec:
  clusterSets: [default]
  numberOfClusters: 1
  prioritizerPolicy:
    mode: Exact
    configurations:
    - scoreCoordinate: {builtIn: ResourceAllocatableMemory}
      weight: 1
  spreadPolicy:
    spreadConstraints:
    - {topologyKey: zone, topologyKeyType: Label, maxSkew: 1}
`,
  "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n" +
    "metadata: {name: default, namespace: default}\nspec: {clusterSet: default}\n",
  "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: default}\n" +
    "spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}\n",
  cluster("large", 60),
  cluster("small", 10),
].join("---\n");

const walk = {
  async paste() {
    await open("/");
    await paste(text);
    await until("large to be selected", () => selected() === "large");
  },
  async drag() {
    await drag("Weight of ResourceAllocatableMemory, slider", [0, -1, -2, -3]);
    await until("small to be selected", () => selected() === "small");
    await until("the weight in the text", () => kept().includes("weight: -3"));
  },
  async step() {
    const number = await until("the number of the step", () => find('[aria-label="Number of the step"]'));
    number.focus();
    number.value = "0";
    number.dispatchEvent(new (inside().Event)("input", { bubbles: true }));
    number.dispatchEvent(new (inside().Event)("change", { bubbles: true }));
    number.blur();
    await until("step 0", () => find('[aria-label="Number of the step"]').value === "0");
  },
  async share() {
    button("Share").click();
    (await until("the link", () => button("Copy link"))).click();
    const link = await until("the copied link", () => inside().copied);
    if (!link.includes("#v1=")) throw new Error(`the link is ${link}`);
    inside().localStorage.clear();
    // An address that differs in its fragment alone loads nothing.
    frame.src = "about:blank";
    await until("an empty frame", () => inside().location.href === "about:blank");
    await open(link);
    await until("the shared text", () => selected() === "small" && kept().includes("weight: -3"));
  },
  async apply() {
    const change = await until("Apply", () => find(".rows .line .apply"));
    change.click();
    await until("large to be selected by the change", () => selected().includes("large"));
  },
  async reload() {
    const before = inside().document;
    inside().location.reload();
    await until("the page anew", () => page() !== before && find(".answer-line h1"));
    await until("the kept text", () => selected().includes("large"));
  },
  async undo() {
    // Behind a reload, too: what was applied goes again.
    await until("the editor", editor);
    const undo = await until("Undo", () => find('button[aria-label="Undo"]:not([aria-disabled="true"])'));
    undo.click();
    await until("small to be selected again", () => selected() === "small");
  },
};

try {
  for (const [name, act] of Object.entries(walk)) {
    await act();
    steps.push(name);
    await report({ step: name });
  }
  await report({ steps });
} catch (error) {
  await report({ steps, error: String(error?.message ?? error) });
}
