import { render } from "preact";
import { examples, loadExample } from "./app/examples";
import { acceptDrops } from "./app/files";
import { askedExample, forgetAsked } from "./app/open-example";
import { askShared, openShared, takeShared } from "./app/open-shared";
import { followTexts } from "./app/new-text";
import { Page } from "./app/page";
import { addressNote, readAddress } from "./session/address";
import { applyPreferences } from "./session/preferences";
import { fileName, keepNow } from "./session/session";
import { followSpread } from "./session/spread";
import { recallText } from "./session/storage";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/text.css";
import "./styles/answer.css";
import "./styles/controls.css";
import "./styles/table.css";
import "./styles/card.css";
import "./styles/spread.css";
import "./styles/steps.css";
import "./styles/pods.css";
import "./styles/queue-limits.css";
import "./styles/nodes.css";
import "./styles/quotas.css";
import "./styles/quota-bars.css";
import "./styles/quota-verdict.css";
import "./styles/quota-queue.css";
import "./styles/vms.css";
import "./styles/vm-step.css";
import "./styles/vm-events.css";
import "./styles/stage.css";
import "./styles/ladder.css";
import "./styles/forced.css";
import "./styles/print.css";

async function start(root: HTMLElement): Promise<void> {
  const asked = askedExample(location.search);
  addressNote.value = readAddress(location, asked !== null);
  forgetAsked();
  const shared = await takeShared();
  const kept = recallText();
  const first = asked ?? examples[0]?.file ?? "scenario.yaml";
  const isAsked = asked !== null || shared !== null;
  const opened =
    shared !== null
      ? { ...shared, now: shared.now === "" ? null : shared.now }
      : asked === null && kept !== null
        ? kept
        : { name: first, ...(await loadExample(first)) };
  const before = isAsked ? kept : null;
  applyPreferences(document.documentElement);
  fileName.value = opened.name;
  render(<Page opened={opened} before={before} />, root);
  followSpread();
  followTexts();
  acceptDrops(document.documentElement);
  addEventListener("pagehide", keepNow);
  addEventListener("hashchange", () => void openShared());
  if (shared !== null) askShared(shared);
  if (isAsked) keepNow();
}

const root = document.getElementById("page");
if (root) void start(root);
