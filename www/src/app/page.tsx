import { theme } from "../session/preferences";
import type { KeptText } from "../session/storage";
import { HostContext } from "../ui/host";
import { Colours } from "../ui/theme";
import { AnswerPane } from "./answer-pane";
import { host } from "./host";
import { Header } from "./header";
import { SkipLinks } from "./skip-links";
import { TextPane } from "./text-pane";

/** `before`: one's own text, that undo brings back. */
export function Page({ opened, before }: { opened: KeptText; before: KeptText | null }) {
  return (
    <HostContext.Provider value={host}>
      <Colours.Provider value={theme.value}>
        <SkipLinks />
        <Header />
        <div class="panes">
          <TextPane opened={opened} before={before} />
          <AnswerPane />
        </div>
        <div class="drop-note" aria-hidden="true">
          Drop to open
        </div>
      </Colours.Provider>
    </HostContext.Provider>
  );
}
