/** The answer on show as a picture, drawn by the browser itself: SVG that holds the page's own HTML with its looks. */

/** Properties that a picture of something still does not need. */
const needless = new RegExp(
  "^(-webkit-(locale|user)|animation|caret|cursor|pointer|scroll|transition|will|touch|user|view-transition|inset|" +
    "inline|block|perspective-origin|transform-origin)",
);

/** What elements look like when nobody styles them, by tag. */
class Plain {
  readonly #frame = document.createElement("iframe");
  readonly #styles = new Map<string, Map<string, string>>();

  constructor() {
    this.#frame.hidden = true;
    document.body.append(this.#frame);
  }

  of(element: Element): Map<string, string> {
    const key = `${element.namespaceURI} ${element.localName}`;
    let known = this.#styles.get(key);
    const inside = this.#frame.contentDocument;
    if (known === undefined && inside !== null) {
      const plain = inside.createElementNS(element.namespaceURI, element.localName);
      inside.body.append(plain);
      const style = inside.defaultView?.getComputedStyle(plain);
      known = new Map([...(style ?? [])].map((name) => [name, style?.getPropertyValue(name) ?? ""]));
      plain.remove();
      this.#styles.set(key, known);
    }
    return known ?? new Map<string, string>();
  }

  remove(): void {
    this.#frame.remove();
  }
}

/** A copy of an element with all of its looks in itself; what is hidden, or for those who listen, is left out. */
function copied(element: Element, plain: Plain): Element | null {
  const style = getComputedStyle(element);
  if (style.display === "none" || element.matches(".unseen, dialog, script")) return null;
  const copy = element.cloneNode(false) as HTMLElement | SVGElement;
  for (const { name } of [...copy.attributes])
    if (/^(id|class|on|aria|role|tabindex|href|title)/.test(name)) copy.removeAttribute(name);
  const usual = plain.of(element);
  for (const name of style) {
    const value = style.getPropertyValue(name);
    if (!needless.test(name) && value !== usual.get(name)) copy.style.setProperty(name, value);
  }
  if (element instanceof HTMLInputElement) {
    copy.setAttribute("value", element.value);
    copy.toggleAttribute("checked", element.checked);
  }
  if (element instanceof HTMLOptionElement) copy.toggleAttribute("selected", element.selected);
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.cloneNode());
    else if (child instanceof HTMLCanvasElement) copy.append(drawn(child));
    else if (child instanceof Element) copy.append(...[copied(child, plain)].filter((it) => it !== null));
  }
  return copy;
}

function drawn(canvas: HTMLCanvasElement): HTMLImageElement {
  const image = new Image(canvas.clientWidth, canvas.clientHeight);
  image.src = canvas.toDataURL();
  return image;
}

/** What an element looks like, as SVG. */
export function svgOf(element: HTMLElement): string {
  const plain = new Plain();
  try {
    const copy = copied(element, plain) as HTMLElement | null;
    const [width, height] = [element.clientWidth, element.scrollHeight];
    copy?.style.setProperty("background-color", getComputedStyle(document.body).backgroundColor);
    const html = copy === null ? "" : new XMLSerializer().serializeToString(copy);
    return (
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
      `<foreignObject width="${width}" height="${height}">${html}</foreignObject></svg>\n`
    );
  } finally {
    plain.remove();
  }
}

/** The same as PNG, with as many pixels as the screen has. */
export async function pngOf(element: HTMLElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(element))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * devicePixelRatio;
  canvas.height = image.height * devicePixelRatio;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  );
}
