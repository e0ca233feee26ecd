import { theme } from "../session/preferences";
import type { KeptText } from "../session/storage";
import { TextBeside } from "../ui/text-links";
import { Colours } from "../ui/theme";
import { AnswerPane } from "./answer-pane";
import { Header } from "./header";
import { textLinks } from "./text-links";
import { TextPane } from "./text-pane";

export function Page({ opened }: { opened: KeptText }) {
  return (
    <TextBeside.Provider value={textLinks}>
      <Colours.Provider value={theme.value}>
        <Header />
        <div class="panes">
          <TextPane opened={opened} />
          <AnswerPane />
        </div>
        <div class="drop-note" aria-hidden="true">
          Drop to open
        </div>
      </Colours.Provider>
    </TextBeside.Provider>
  );
}
