import { useEffect, useLayoutEffect, useReducer, useRef } from "preact/hooks";
import { Colours } from "../ui/theme";
import { Incomplete } from "../ui/incomplete";
import { HatchPattern } from "../ui/bar";
import { linkIn } from "./attributes";
import { type Embed, EmbedContext, useEmbed } from "./embed";
import { Findings, Problem } from "./parts";
import { messageOf, type EmbedSession } from "./session";
import { adopt } from "./sheets";
import { loadView, viewNow } from "./views";

/** All of an element: an answer, or why there is none. */
export function Frame({ embed }: { embed: Embed }) {
  const { choice, view } = embed;
  const theme = choice.theme.value;
  const height = choice.height.value;
  return (
    <EmbedContext.Provider value={embed}>
      <Colours.Provider value={theme}>
        <div
          class={`embed ${height === null ? "" : "tall"} ${choice.readonly.value ? "readonly" : ""}`}
          role="group"
          aria-label={`schedscope${view.value === null ? "" : `, ${view.value}`}`}
          {...(theme !== "auto" && { "data-theme": theme })}
          {...(height !== null && { tabIndex: 0, style: { height } })}
        >
          <HatchPattern />
          <Body />
          <Foot />
        </div>
      </Colours.Provider>
    </EmbedContext.Provider>
  );
}

function Body() {
  const { misspelt, problem, text, session } = useEmbed();
  const why = misspelt.value ?? problem.value;
  if (why !== null) {
    return (
      <div class="embed-body">
        <Problem>{why}</Problem>
      </div>
    );
  }
  if (session.value === null || text.value === null || session.value.reading.value === null) {
    return (
      <div class="embed-body waiting" aria-busy="true">
        …
      </div>
    );
  }
  const reading = session.value.reading.value;
  return (
    <div class={reading.incomplete === undefined ? "embed-body" : "embed-body incomplete"}>
      <Incomplete places={reading.incomplete} />
      <Findings reading={reading} />
      <View session={session.value} />
    </div>
  );
}

/** The view on show, once its file is there, in its styles. */
function View({ session }: { session: EmbedSession }) {
  const { view, problem } = useEmbed();
  const place = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const name = view.value;
  const file = name === null ? null : viewNow(name);
  useEffect(() => {
    if (name === null || file !== null) return;
    let isOver = false;
    loadView(name).then(
      () => {
        if (!isOver) redraw(undefined);
      },
      (error: unknown) => {
        if (!isOver) problem.value = `The view could not be loaded: ${messageOf(error)}`;
      },
    );
    return () => {
      isOver = true;
    };
  }, [name, file]);
  useLayoutEffect(() => {
    const root = place.current?.getRootNode();
    if (root instanceof ShadowRoot) adopt(root, file?.styles ?? null);
  }, [file]);
  return <div ref={place}>{file !== null && <file.View session={session} />}</div>;
}

/** Where to go on. */
function Foot() {
  const { choice } = useEmbed();
  const link = linkIn(choice.playground.value, document.baseURI);
  if (link === null) return null;
  return (
    <div class="embed-foot">
      <span class="wordmark">
        sched<b>scope</b>
      </span>
      <a href={link} target="_blank" rel="noopener">
        Open in the playground
      </a>
    </div>
  );
}
