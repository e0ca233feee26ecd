import { Colours } from "../ui/theme";
import { HatchPattern } from "../views/placement/bars";
import { linkIn } from "./attributes";
import { type Embed, EmbedContext, placementIn, useEmbed } from "./embed";
import { Findings, Problem } from "./parts";
import { PlacementView } from "./placement-view";
import type { Session } from "./session";
import { SpreadView } from "./spread-view";

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
  const { problem, text, session } = useEmbed();
  if (problem.value !== null) {
    return (
      <div class="embed-body">
        <Problem>{problem.value}</Problem>
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
  return (
    <div class="embed-body">
      <Findings reading={session.value.reading.value} />
      <View session={session.value} />
    </div>
  );
}

function View({ session }: { session: Session }) {
  const { view } = useEmbed();
  switch (view.value) {
    case "placement":
    case "spread":
      return <Decided session={session} />;
    default:
      return null;
  }
}

/** A decision, with what had to be said instead of one. */
function Decided({ session }: { session: Session }) {
  const { choice, view } = useEmbed();
  const wished = choice.placement.value;
  const all = session.reading.value?.placements ?? [];
  const name = wished === null ? null : placementIn(wished);
  const isMissing = name !== null && !all.some((of) => of.name === name.name && (name.namespace ?? of.namespace) === of.namespace);
  const decision = session.decision.value;
  return (
    <>
      {isMissing && all.length > 0 && <Problem>There is no placement “{wished}” in the text.</Problem>}
      {session.refusal.value !== null && <Problem>{session.refusal.value}</Problem>}
      {decision !== null ? (
        view.value === "spread" ? (
          <SpreadView decision={decision} />
        ) : (
          <PlacementView decision={decision} />
        )
      ) : (
        session.refusal.value === null && <p class="embed-answer">There is no Placement in the text.</p>
      )}
    </>
  );
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
