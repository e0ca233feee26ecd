import { render } from "preact";
import { acceptDrops } from "./app/files";
import { firstExample, loadFirstExample } from "./app/first-example";
import { askedExample, exampleOf, forgetAsked } from "./app/open-example";
import { takeServed } from "./app/served-input";
import { followTexts } from "./app/new-text";
import { Page } from "./app/page";
import { addressNote, readAddress } from "./session/address";
import { reading } from "./session/answer";
import { applyPreferences } from "./session/preferences";
import { fileName, keepNow } from "./session/session";
import { followSpread, openOnTurn } from "./session/spread";
import { recallText } from "./session/storage";

/** What opens a shared text, which most addresses do not have. */
const sharing = (): Promise<typeof import("./app/open-shared")> => import("./app/open-shared");

async function start(root: HTMLElement): Promise<void> {
  const asked = await askedExample(location.search);
  addressNote.value = readAddress(location, asked !== null);
  forgetAsked();
  const shared = location.hash === "" ? null : await (await sharing()).takeShared();
  const served = await takeServed();
  const kept = recallText();
  const isAsked = asked !== null || shared !== null || served !== null;
  const opened =
    shared !== null
      ? { ...shared, now: shared.now === "" ? null : shared.now }
      : served !== null
        ? served
        : asked === null && kept !== null
          ? kept
          : asked === null
            ? { name: firstExample, ...(await loadFirstExample()) }
            : { name: asked, ...(await exampleOf(asked)) };
  const before = isAsked ? kept : null;
  applyPreferences(document.documentElement);
  fileName.value = opened.name;
  render(<Page opened={opened} before={before} />, root);
  followSpread();
  // What a stranger meets first: the step that shows what spread does.
  if (!isAsked && kept === null) openOnTurn();
  followTexts();
  acceptDrops(document.documentElement);
  loadBehind();
  addEventListener("pagehide", keepNow);
  addEventListener("hashchange", () => void sharing().then((it) => it.openShared()));
  if (shared !== null) (await sharing()).askShared(shared);
  if (isAsked) keepNow();
}

function loadBehind(): void {
  const stop = reading.subscribe((read) => {
    if (read === null) return;
    requestAnimationFrame(() => setTimeout(() => void import("./app/behind"), 0));
    queueMicrotask(() => stop());
  });
}

const root = document.getElementById("page");
if (root) void start(root);
