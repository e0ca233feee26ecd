/** Acts in the page as a person does, and reports every step. Needs nothing of the browser but the standard. */
const frame = document.querySelector("iframe");
const steps = [];
/** What `walk.complaints.js` puts here, from within the frame. */
const complaints = [];
window.complaints = complaints;
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
const sentence = () => find(".answer-line h1").textContent;
const kept = () => JSON.parse(inside().localStorage.getItem("schedscope.1.text") ?? "{}").text ?? "";

/** Puts another document into the frame, which was empty between the two. */
async function load(address, style = "") {
  frame.src = "about:blank";
  await until("an empty frame", () => inside().location.href === "about:blank");
  frame.style = style;
  frame.src = address;
}

async function open(address, style) {
  await load(address, style);
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

const canvas = () => find(".matrix-squares");
const square = () => find(".matrix [role=option]").textContent;
const press = (target, key) =>
  target.dispatchEvent(new (inside().KeyboardEvent)("keydown", { key, bubbles: true, cancelable: true }));

/** A pointer over the matrix, at a place of it. */
function pointer(type, x, y, buttons) {
  const { left, top } = canvas().getBoundingClientRect();
  const place = { clientX: left + x, clientY: top + y, pointerType: "mouse", button: 0, buttons };
  canvas().dispatchEvent(new (inside().PointerEvent)(type, { ...place, bubbles: true, cancelable: true }));
}

/** What axe finds in the page. */
async function findings() {
  if (inside().axe === undefined) {
    const script = page().createElement("script");
    script.src = "/walk.axe.js";
    page().head.append(script);
    await until("axe", () => inside().axe);
  }
  const { violations } = await inside().axe.run(page(), { resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" ")}`);
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

const cluster = (name, memory, zone = name) => `apiVersion: cluster.open-cluster-management.io/v1
kind: ManagedCluster
metadata: {name: ${name}, labels: {zone: ${zone}, cluster.open-cluster-management.io/clusterset: default}}
spec: {hubAcceptsClient: true}
status:
  allocatable: {cpu: "8", memory: ${memory}Gi}
  capacity: {cpu: "8", memory: 64Gi}
  conditions:
  - {type: ManagedClusterConditionAvailable, status: "True"}
`;
const textOf = (wanted, clusters) =>
  [
    `apiVersion: cluster.open-cluster-management.io/v1beta1
kind: Placement
metadata: {name: walk, namespace: default}
spec:
  clusterSets: [default]
  numberOfClusters: ${wanted}
  prioritizerPolicy:
    mode: Exact
    configurations:
    - scoreCoordinate: {builtIn: ResourceAllocatableMemory}
      weight: 1
  spreadPolicy:
    spreadConstraints:
    - {topologyKey: zone, topologyKeyType: Label, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}
`,
    "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSetBinding\n" +
      "metadata: {name: default, namespace: default}\nspec: {clusterSet: default}\n",
    "apiVersion: cluster.open-cluster-management.io/v1beta2\nkind: ManagedClusterSet\nmetadata: {name: default}\n" +
      "spec: {clusterSelector: {selectorType: ExclusiveClusterSetLabel}}\n",
    ...clusters,
  ].join("---\n");
const text = textOf(1, [cluster("large", 60), cluster("small", 10)]);
// Three in one zone and one in the other: a max skew of 1 blocks the third.
const spread = textOf(4, [
  ...["a-1", "a-2", "a-3"].map((name, i) => cluster(name, 60 - i, "a")),
  cluster("b-1", 10, "b"),
]);

const walk = {
  async first() {
    await open("/");
    await until("the spread of the first example", () => find(".matrix") && /selects 4 of 4/.test(sentence()));
    if (!inside().matchMedia("(prefers-reduced-motion: reduce)").matches) throw new Error("motion is not reduced");
    const moving = page().createElement("div");
    moving.className = "progress-bar";
    page().body.append(moving);
    const { animationName, animationDuration } = inside().getComputedStyle(moving, "::after");
    if (animationName === "none" || animationDuration !== "0s") throw new Error(`motion takes ${animationDuration}`);
    moving.remove();
  },
  async squares() {
    await paste(spread);
    await until("three of four", () => selected() === "a-1 a-2 b-1");
    await until("the states of the squares", () => /3 selected, 1 blocked/.test(canvas().getAttribute("aria-label")));
    const drawn = find(".matrix canvas");
    const { data } = drawn.getContext("2d").getImageData(0, 0, drawn.width, drawn.height);
    if (!data.some((byte) => byte > 0)) throw new Error("nothing is drawn");
    canvas().focus();
    press(canvas(), "Home");
    const names = [];
    for (const name of ["a-1", "a-2", "a-3", "b-1"]) {
      await until(`the square of ${name}`, () => square().startsWith(`${name}, `));
      const { id } = find(".matrix [role=option]");
      if (canvas().getAttribute("aria-activedescendant") !== id) throw new Error(`${name} is not the active one`);
      names.push(square());
      press(canvas(), "ArrowRight");
    }
    if (!/^a-3, blocked by maxSkew, /.test(names[2])) throw new Error(`a-3 is told as ${names[2]}`);
    press(canvas(), "ArrowLeft");
    await until("the square before", () => square().startsWith("a-3, "));
    press(canvas(), "Enter");
    await until("why not", () => find(".card h2").textContent === "Why not a-3?" && find(".card-verdict"));
  },
  async axe() {
    const found = await findings();
    if (found.length > 0) throw new Error(found.join("; "));
    press(find(".card"), "Escape");
    await until("the stage alone", () => find(".card") === null);
  },
  async skew() {
    // The browser captures pointers of a hand only.
    canvas().setPointerCapture = () => {};
    const { width } = find(".matrix").getBoundingClientRect();
    const isEdge = (x) => {
      pointer("pointermove", x, 20, 0);
      return find(".matrix").hasAttribute("data-edge");
    };
    let x = width / 2;
    while (x < width && !isEdge(x)) x += 3;
    if (x >= width) throw new Error("the limit has no edge");
    pointer("pointerdown", x + 7, 20, 1);
    for (let by = 8; x + by < width && !kept().includes("maxSkew: 2"); by += 8) {
      pointer("pointermove", x + by, 20, 1);
      await pause(100);
    }
    pointer("lostpointercapture", x, 20, 0);
    await until("all four", () => selected() === "a-1 a-2 a-3 b-1");
    await until("no blocked square", () => /4 selected(?!.*blocked)/.test(canvas().getAttribute("aria-label")));
  },
  async phone() {
    await open("/?example=spread-over-regions.yaml", "width: 390px; height: 844px");
    for (const place of [".answer-line h1", ".matrix", ".stage :is(button, input)"]) {
      const { top, bottom } = await until(place, () => {
        const box = find(place).getBoundingClientRect();
        return box.height > 0 && box;
      });
      if (top < 0 || bottom > 844) throw new Error(`${place} ends at ${bottom} px of 844`);
    }
    const { scrollWidth } = page().documentElement;
    if (scrollWidth > 390) throw new Error(`the page is ${scrollWidth} px wide`);
  },
  async embed() {
    await load("/embed.html?src=examples/use-case-2-even-spread.yaml&view=spread&step=4");
    const shown = await until("the embed", () => find("schedscope-embed").shadowRoot);
    const words = () => shown.querySelector(".step-words > p").textContent;
    await until("its answer", () => /^Step 4 picks us-east-1b-2/.test(words()));
    if (shown.querySelector(".matrix canvas") === null) throw new Error("the embed has no matrix");
  },
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
    if (complaints.length > 0) throw new Error(`${name}: the page complains: ${complaints.join("; ")}`);
    steps.push(name);
    await report({ step: name });
  }
  await report({ steps });
} catch (error) {
  await report({ steps, error: String(error?.message ?? error) });
}
