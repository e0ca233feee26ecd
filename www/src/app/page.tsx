import { AnswerPane } from "./answer-pane";
import { Header } from "./header";
import type { KeptText } from "./storage";
import { TextPane } from "./text-pane";

export function Page({ opened }: { opened: KeptText }) {
  return (
    <>
      <Header />
      <div class="panes">
        <TextPane opened={opened} />
        <AnswerPane />
      </div>
      <div class="drop-note" aria-hidden="true">
        Drop to open
      </div>
    </>
  );
}
