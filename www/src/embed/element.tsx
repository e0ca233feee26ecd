import { render } from "preact";
import type { EmbedAnswer, EmbedOptions, SchedscopeEmbed as Contract } from "schedscope/embed";
import { misspeltIn, valueIn, type Weights, weightsText } from "./attributes";
import { type ChoiceName, choiceNames, isChoice, setChoice } from "./choice";
import { Embed } from "./embed";
import { Frame } from "./frame";
import { inlineText } from "./inline-text";
import { adopt } from "./sheets";
import { messageOf } from "./session";

/** On a server there is no `HTMLElement`, and no element is created. The properties of choices are defined below. */
const Base = (globalThis.HTMLElement ?? class {}) as new () => HTMLElement & Pick<EmbedOptions, ChoiceName>;

/** How far outside of the window an element begins to load. */
const near = "400px 0px";

/** The properties that are attributes, too: an attribute says what is on show at first, a property what is now. */
const shown = choiceNames;

export class SchedscopeEmbed extends Base implements Contract {
  static readonly observedAttributes = ["src", "loading", ...shown];

  readonly #embed = new Embed((detail) => this.#answered(detail));
  /** set by the property; it comes before what attributes and children say */
  #text: string | null = null;
  #isStarted = false;
  #fetching: AbortController | null = null;
  readonly #ends: (() => void)[] = [];

  constructor() {
    super();
    adopt(this.attachShadow({ mode: "open" }), null);
  }

  static {
    for (const name of shown) {
      Object.defineProperty(SchedscopeEmbed.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: SchedscopeEmbed): unknown {
          return this.#embed.choice[name].peek();
        },
        set(this: SchedscopeEmbed, value: unknown) {
          const text =
            name === "weights" && typeof value === "object" && value !== null ? weightsText(value as Weights) : value;
          setChoice(this.#embed.choice, name, text == null ? null : String(text));
        },
      });
    }
  }

  connectedCallback(): void {
    const root = this.shadowRoot;
    if (root === null) return;
    for (const name of ["text", "src", "loading", ...shown]) this.#upgrade(name);
    render(<Frame embed={this.#embed} />, root);
    const children = new MutationObserver(() => this.#read());
    children.observe(this, { childList: true, characterData: true, subtree: true });
    const names = new MutationObserver(() => this.#spell());
    names.observe(this, { attributes: true });
    this.#spell();
    this.#ends.push(
      () => names.disconnect(),
      () => children.disconnect(),
      () => render(null, root),
      () => this.#embed.stop(),
    );
    if (this.loading === "eager" || typeof IntersectionObserver === "undefined") this.#start();
    else this.#startWhenNear();
  }

  disconnectedCallback(): void {
    this.#isStarted = false;
    this.#fetching?.abort();
    this.#fetching = null;
    for (const end of this.#ends.splice(0)) end();
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value) return;
    if (isChoice(name)) setChoice(this.#embed.choice, name, value);
    if (name === "src") this.#read();
    if (name === "loading" && value === "eager" && this.isConnected) this.#start();
  }

  get src(): string | null {
    return this.getAttribute("src");
  }
  set src(value: string | null) {
    reflect(this, "src", value);
  }

  get loading(): "lazy" | "eager" {
    return valueIn("loading", this.getAttribute("loading"));
  }
  set loading(value: "lazy" | "eager") {
    reflect(this, "loading", value);
  }

  get text(): string | null {
    return this.#text ?? this.#embed.text.peek();
  }
  set text(value: string | null) {
    this.#text = value == null ? null : String(value);
    this.#read();
  }

  #spell(): void {
    this.#embed.misspelt.value = misspeltIn(this.attributes, SchedscopeEmbed.observedAttributes);
  }

  #startWhenNear(): void {
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watch.disconnect();
        this.#start();
      },
      { rootMargin: near },
    );
    watch.observe(this);
    this.#ends.push(() => watch.disconnect());
  }

  #start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    this.#embed.start();
    this.#read();
  }

  /** Takes the text from where it is; nothing before the element is near. */
  #read(): void {
    if (!this.#isStarted) return;
    this.#fetching?.abort();
    this.#fetching = null;
    const { src } = this;
    if (this.#text !== null) this.#embed.take(this.#text);
    else if (src !== null) void this.#fetch(src);
    else this.#embed.take(inlineText(this.children));
  }

  async #fetch(src: string): Promise<void> {
    const fetching = new AbortController();
    this.#fetching = fetching;
    try {
      const response = await fetch(new URL(src, document.baseURI), { signal: fetching.signal });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`.trim());
      const text = await response.text();
      if (this.#fetching === fetching) this.#embed.take(text);
    } catch (error) {
      if (this.#fetching === fetching) this.#embed.take(null, `“${src}” could not be loaded: ${messageOf(error)}`);
    }
  }

  /** A property that was set before the class was there hides the class's own. */
  #upgrade(name: string): void {
    if (!Object.hasOwn(this, name)) return;
    const own = this as Record<string, unknown>;
    const value = own[name];
    delete own[name];
    own[name] = value;
  }

  #answered(detail: EmbedAnswer): void {
    this.dispatchEvent(new CustomEvent("answer", { detail: structuredClone(detail), bubbles: true, composed: true }));
  }
}

function reflect(element: Element, name: string, value: string | null): void {
  if (value == null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Makes the element known; nothing where it is, or where there are no elements. */
export function define(): void {
  const name = "schedscope-embed";
  if (typeof customElements !== "undefined" && customElements.get(name) === undefined)
    customElements.define(name, SchedscopeEmbed);
}
