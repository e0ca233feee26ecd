/** What the page's views get of its session. */
import { fullName, isSameName } from "schedscope/words/object-name";
import type { Host } from "../ui/host";
import * as answer from "../session/answer";
import { useBeside } from "../session/beside";
import { applyChange, changesOf, useChanges } from "../session/changes";
import * as baseline from "../session/compared";
import { modeControl, numberControl, weightControl } from "../session/control";
import * as cursor from "../session/cursor";
import { locate, point, pointed, showCluster } from "../session/pointed";
import * as question from "../session/question";
import { addEvent, decisionsYaml, goTo, light, showQuotaFindings, textNumber, textVersion } from "../session/session";
import { candidates, clusterKeys, clusterRow, rankCurve, rankedRows, spreadControl } from "../session/spread";
import { areSweepsOutdated, sweepOf, useSweeps } from "../session/sweeps";
import { ask, useAnswer } from "../session/use-answer";

/** Pods whose names hold that of the one that is looked for may stand before it. */
const alike = 1000;

export const host: Host = {
  answer,
  question,
  text: { number: textNumber, version: textVersion, addEvent, showQuotaFindings, decisionsYaml },
  links: {
    goTo: (range) => goTo(range),
    light,
    locate,
    async podObject(pod) {
      const reply = await ask("pods", { find: fullName(pod), limit: alike });
      return reply?.answer.pods.find((entry) => isSameName(entry.pod, pod))?.object ?? null;
    },
  },
  cursor,
  pointed,
  point,
  showCluster,
  controls: { weight: weightControl, number: numberControl, mode: modeControl, spread: spreadControl },
  sweeps: { use: useSweeps, of: sweepOf, areOutdated: areSweepsOutdated },
  changes: { use: useChanges, of: changesOf, apply: applyChange },
  fetch: { candidates, rankedRows, rankCurve, clusterRow, clusterKeys },
  baseline,
  useAnswer,
  useBeside,
  ask,
};
