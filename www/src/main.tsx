import { render } from "preact";
import { examples, loadExample } from "./app/examples";
import { acceptDrops } from "./app/files";
import { openAsked } from "./app/open-example";
import { Page } from "./app/page";
import { applyPreferences } from "./session/preferences";
import { keepNow } from "./session/session";
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
import "./styles/forced.css";

async function start(root: HTMLElement): Promise<void> {
  const first = examples[0]?.file ?? "scenario.yaml";
  const opened = recallText() ?? { name: first, ...(await loadExample(first)) };
  applyPreferences(document.documentElement);
  render(<Page opened={opened} />, root);
  followSpread();
  acceptDrops(document.documentElement);
  addEventListener("pagehide", keepNow);
  await openAsked();
}

const root = document.getElementById("page");
if (root) void start(root);
