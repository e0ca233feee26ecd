import { AnswerPane } from "./answer-pane";
import { Header } from "./header";
import { TextPane } from "./text-pane";

export function Page({ name, text }: { name: string; text: string }) {
  return (
    <>
      <Header />
      <div class="panes">
        <TextPane name={name} text={text} />
        <AnswerPane />
      </div>
      <div class="drop-note" aria-hidden="true">
        Drop to open
      </div>
    </>
  );
}
